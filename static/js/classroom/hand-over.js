// Leading from another device: a link that is copied, or shown as a QR code on demand. It
// does not stand on the page, which may be projected.

import { under } from "../shared/base.js";
import { busy, idle } from "../shared/idle.js";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** The link that was made last. @type {{address: string, qr: string, until: number} | null} */
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

/** Has a link made, unless there is one, and does something with it. @param {string} code @param {(pass: {address: string, qr: string}) => unknown} then */
async function made(code, then) {
  busy(made);
  try {
    if (!pass || pass.until < Date.now()) {
      const answer = await fetch(under(`/api/v1/rooms/${code}/hand-over`), { method: "POST" });
      pass = answer.ok ? await answer.json() : null;
      // From here on by the clock of this machine: that of the server may be another one.
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
    // Without TLS a page may only copy what is selected in it.
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
