// What another kind of tree cannot hold: the user is asked whether it may be cleared. It never
// is in silence.

const title = /** @type {HTMLElement} */ (document.getElementById("offered-title"));
const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("offered"));

/**
 * @param {{offer: string, message: string}} fault  of the server
 * @returns {Promise<boolean>} whether the user takes the change
 */
export function accepted({ offer, message }) {
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (dialog.querySelector(`[data-part=${name}]`));
  part("why").textContent = `${message}.`; // which may begin with the name of a node
  for (const words of /** @type {NodeListOf<HTMLElement>} */ (dialog.querySelectorAll("[data-offer]"))) {
    words.hidden = words.dataset.offer !== offer;
    if (!words.hidden) title.textContent = words.dataset.title ?? "";
  }
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "take"), { once: true }));
}
