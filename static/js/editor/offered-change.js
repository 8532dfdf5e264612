// What a tree cannot hold as it is: the user is asked whether it may be changed. It
// never is in silence.

const title = /** @type {HTMLElement} */ (document.getElementById("offered-title"));
const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("offered"));

/**
 * @param {{offer: string, message: string}} fault  of the server
 * @returns {Promise<boolean>} whether the user takes the change
 */
export function accepted({ offer, message }) {
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (dialog.querySelector(`[data-part=${name}]`));
  // It may begin with the name of a node.
  part("why").textContent = `${offer === "clear" ? message : message.charAt(0).toUpperCase() + message.slice(1)}.`;
  for (const words of /** @type {NodeListOf<HTMLElement>} */ (dialog.querySelectorAll("[data-offer]"))) {
    words.hidden = words.dataset.offer !== offer;
    if (!words.hidden) title.textContent = words.dataset.title ?? "";
  }
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "take"), { once: true }));
}
