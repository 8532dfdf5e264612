// The question on a projector, after the room has gone past its step, and the sentence beside it get the largest
// letters that fit, so that nobody has to scroll. If even the smallest letters do not fit, both get more height. Up to
// that step the question has the row alone, with letters by the height of the window (room.css).

/** Sizes of letters in rem, the largest first. */
const sizes = [1.375, 1.25, 1.125];

/** @param {HTMLFormElement} form */
export function fitQuestion(form) {
  const panel = /** @type {HTMLElement} */ (form.querySelector(".question"));
  const text = /** @type {HTMLElement} */ (form.querySelector(".commentary")), sentence = /** @type {HTMLElement} */ (form.querySelector(".sentence"));
  /** Sets the size of the letters, and returns the missing height. @param {HTMLElement} box @param {HTMLElement} letters */
  const shrink = (box, letters) => {
    for (const size of sizes) {
      letters.style.fontSize = `${size}rem`;
      if (box.scrollHeight <= box.clientHeight) return 0;
    }
    return box.scrollHeight - box.clientHeight;
  };
  const fit = () => {
    form.style.removeProperty("--asked-height");
    panel.style.fontSize = sentence.style.fontSize = "";
    if (panel.hidden || !("present" in form.dataset) || form.classList.contains("at-question")) return;
    const row = /** @type {HTMLElement} */ (panel.parentElement), missing = Math.max(shrink(panel, panel), shrink(text, sentence));
    if (missing > 0) form.style.setProperty("--asked-height", `${row.offsetHeight + missing}px`);
  };
  const changes = new MutationObserver(fit);
  for (const box of [panel, sentence]) changes.observe(box, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["hidden"] });
  changes.observe(form, { attributes: true, attributeFilter: ["data-present", "class"] });
  window.addEventListener("resize", fit);
  document.fonts.ready.then(fit);
}
