// Leading from another device, by a link that can be copied or shown as a QR code. The page
// does not show the link, because it may be projected.

import { under } from "../shared/base.js";
import { busy, idle } from "../shared/idle.js";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** The newest link. @type {{address: string, qr: string, until: number} | null} */
let pass = null;
let listens = false;

/** Opens the dialog. @param {string} code */
export function handOver(code) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("pass-dialog")), picture = /** @type {HTMLImageElement} */ (byId("pass-qr"));
  if (!listens) {
    listens = true;
    byId("pass-copy").addEventListener("click", () => made(code, ({ address }) => copy(address, dialog)));
    byId("pass-show").addEventListener("click", () => made(code, ({ qr }) => {
      picture.src = `data:image/svg+xml,${encodeURIComponent(qr)}`;
      picture.hidden = false;
      say("");
    }));
    dialog.addEventListener("close", () => {
      pass = null;
      picture.hidden = true;
      picture.removeAttribute("src");
    });
  }
  say("");
  dialog.showModal();
}

/** Gets a link, unless there is a valid one, and calls then with it. @param {string} code @param {(pass: {address: string, qr: string}) => unknown} then */
async function made(code, then) {
  busy(made);
  try {
    if (!pass || pass.until < Date.now()) {
      const answer = await fetch(under(`/api/v1/rooms/${code}/hand-over`), { method: "POST" });
      pass = answer.ok ? await answer.json() : null;
      // Converted to the clock of this machine, which may differ from that of the server.
      if (pass) pass.until += Date.now() - Date.parse(answer.headers.get("Date") ?? "");
    }
    if (pass) await then(pass);
    else say("No link: the room is closed or the server does not respond.");
  } catch {
    say("No link: the server does not respond.");
  }
  idle(made);
}

/** @param {string} text @param {HTMLElement} near */
async function copy(text, near) {
  let copied = false;
  try {
    await navigator.clipboard.writeText(text);
    copied = true;
  } catch {
    // Without TLS a page can only copy its selection.
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "vh";
    near.append(field);
    field.select();
    copied = document.execCommand("copy");
    field.remove();
    byId("pass-copy").focus();
  }
  say(copied ? "The link is copied. Send it to the other device." : "This browser does not allow copying. Show the QR code instead.");
}

/** @param {string} text */
function say(text) {
  byId("pass-state").textContent = text;
}
