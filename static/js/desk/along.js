// The link of the desk: to copy, as a QR code, as a file, and a new one; and opening another desk.

import { under } from "../shared/base.js";
import { deskKey, leaveDesk, renew, renewedDesk } from "../shared/desk.js";
import { busy, idle } from "../shared/idle.js";
import { say } from "./list.js";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const part = byId("link-part"), show = byId("show-link"), openFault = byId("open-fault");
const field = /** @type {HTMLInputElement} */ (byId("link")), picture = /** @type {HTMLImageElement} */ (byId("qr"));
const open = /** @type {HTMLFormElement} */ (byId("open-desk"));

/** Shows the desk again. @type {() => Promise<void>} */
let refresh;

/** The whole link. */
const link = () => new URL(under(`/desk/${deskKey()}`), location.href).href;

/** The link is on the page while it is shown alone: a desk may be projected. */
function fill() {
  const shown = show.ariaExpanded === "true" && deskKey() !== "";
  part.hidden = !shown;
  field.value = shown ? link() : "";
  if (shown) picture.src = under(`/api/v1/desks/${deskKey()}/qr.svg`);
  else picture.removeAttribute("src");
}

/** @param {() => Promise<void>} again */
export function showAlong(again) {
  refresh = again;
  byId("along").hidden = false;
  byId("no-desk").hidden = deskKey() !== "";
  byId("has-desk").hidden = deskKey() === "";
  fill();
}

show.addEventListener("click", () => {
  show.ariaExpanded = String(show.ariaExpanded !== "true");
  show.textContent = show.ariaExpanded === "true" ? "Hide the link" : "Show the link";
  fill();
});

byId("copy-link").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(link());
    say("The link is copied.");
  } catch {
    field.select();
    say("This browser does not allow copying. Copy the selected link by hand.");
  }
});

byId("save-link").addEventListener("click", () => {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([`This link opens your desk of Espalier. Anyone who has it has everything on the desk.\n${link()}\n`], { type: "text/plain" }));
  a.download = "espalier-desk.txt";
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 60_000); // the download has begun by then
});

/** Asks in a dialog, and does what it asks for. @param {string} button @param {string} dialog @param {string} value @param {() => Promise<void>} action */
function confirmed(button, dialog, value, action) {
  const box = /** @type {HTMLDialogElement} */ (byId(dialog));
  byId(button).addEventListener("click", () => {
    box.returnValue = "";
    box.showModal();
  });
  box.addEventListener("close", async () => {
    if (box.returnValue !== value) return;
    busy(action);
    await action().catch((e) => say(e instanceof Error ? e.message : String(e)));
    idle(action);
    byId("said").focus();
  });
}

confirmed("new-link", "renew-dialog", "renew", async () => {
  renewedDesk((await renew(deskKey())).key);
  fill();
  say("Your desk has a new link. The old one opens nothing any more.");
});

confirmed("leave", "leave-dialog", "leave", async () => {
  leaveDesk();
  await refresh();
  say("This browser no longer has your desk.");
});

/** Opens the desk of a link in a text. @param {string} text */
function openFrom(text) {
  const key = /\/desk\/([a-z2-7]{26})(?![a-z2-7])/.exec(text)?.[1];
  openFault.textContent = key ? "" : "There is no link of a desk in it. A link ends with /desk/ and 26 letters and digits.";
  if (key) location.assign(under(`/desk/${key}`));
}

open.addEventListener("submit", (e) => {
  e.preventDefault();
  openFrom(String(new FormData(open).get("link")));
});
/** @type {HTMLInputElement} */ (open.elements.namedItem("file")).addEventListener("change", async (e) => {
  const [file] = /** @type {HTMLInputElement} */ (e.target).files ?? [];
  if (file) openFrom(await file.text());
});
