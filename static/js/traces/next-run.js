// In the browser that has sent a trace: its page takes the next run of the program, and can
// delete the trace.

import { offerIn } from "../shared/leave-out.js";
import { deleteTrace, sendRun, traceKey } from "./own.js";

const own = document.getElementById("own-trace");
const id = own?.dataset.id ?? "";

if (own && traceKey(id)) {
  const status = /** @type {HTMLElement} */ (document.getElementById("own-status"));
  const next = /** @type {HTMLInputElement} */ (document.getElementById("next-run"));
  const remove = /** @type {HTMLButtonElement} */ (document.getElementById("delete-trace"));
  const offer = /** @type {HTMLElement} */ (document.getElementById("own-offer"));
  /** @param {() => Promise<void>} sent */
  const wait = async (sent) => {
    status.textContent = "The run is sent and checked …";
    try {
      await sent();
    } catch (error) {
      status.textContent = error instanceof Error ? error.message : "";
    }
  };
  const leaveOut = offerIn(offer, wait);
  own.hidden = false;
  next.addEventListener("change", async (event) => {
    event.stopPropagation(); // the form around it is sent when one of its fields changes
    const file = next.files?.[0];
    if (!file) return;
    offer.hidden = true;
    wait(() => sendRun(file, traceKey(id), leaveOut));
  });
  let sure = false;
  remove.addEventListener("click", async () => {
    if (!sure) {
      sure = true;
      remove.textContent = "Delete it for good?";
      return;
    }
    if (await deleteTrace(id)) location.assign(remove.dataset.then ?? "/");
    else status.textContent = "The server could not delete it. Try again.";
  });
}
