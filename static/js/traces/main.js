// Folder traces: the page that checks the trace of another program, and the pages of traces
// that are kept. It imports shared/ alone.
//
// A file that is dropped or chosen is put into the text field and checked at once. A large one
// is sent and kept, and its page opens.

import { offerIn } from "../shared/leave-out.js";
import { sendRun, textOf } from "./own.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("trace-form"));
const text = /** @type {HTMLTextAreaElement} */ (document.getElementById("trace"));
const chosen = /** @type {HTMLInputElement} */ (document.getElementById("file"));
const keep = /** @type {HTMLButtonElement} */ (document.getElementById("keep"));
const status = /** @type {HTMLElement} */ (document.getElementById("sending"));

/** What a text field takes without delay. */
const mostText = 1 << 20;

/** @param {() => Promise<void>} sent */
async function wait(sent) {
  status.textContent = "The trace is sent and checked …";
  keep.disabled = true;
  try {
    await sent();
  } catch (error) {
    status.textContent = error instanceof Error ? error.message : "";
  }
  keep.disabled = false;
}

const offer = /** @type {HTMLElement} */ (document.getElementById("sending-offer"));
const leaveOut = offerIn(offer, wait);

/** @param {Blob | string} run */
function send(run) {
  offer.hidden = true;
  return wait(() => sendRun(run, undefined, leaveOut));
}

/** @param {File | null | undefined} file */
async function take(file) {
  if (!file) return;
  if (file.size > mostText) return send(file);
  text.value = await textOf(file);
  form.requestSubmit();
}

keep.hidden = false;
keep.addEventListener("click", () => {
  if (form.reportValidity()) send(text.value);
});
chosen.addEventListener("change", () => take(chosen.files?.[0]));
for (const type of ["dragenter", "dragover"]) {
  document.addEventListener(type, (e) => {
    if (!(e instanceof DragEvent) || !e.dataTransfer?.types.includes("Files")) return;
    e.preventDefault();
    text.classList.add("over");
  });
}
document.addEventListener("dragleave", (e) => {
  if (!(e.relatedTarget instanceof Node)) text.classList.remove("over");
});
document.addEventListener("drop", (e) => {
  text.classList.remove("over");
  const file = e.dataTransfer?.files[0];
  if (!file) return;
  e.preventDefault();
  take(file);
});
