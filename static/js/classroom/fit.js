// The question on a projector: its letters are as large as the place allows, so that nobody
// has to scroll. Where the smallest are too large still, it gets a higher place.

/** Sizes of letters in rem, the largest first. */
const sizes = [1.375, 1.25, 1.125];

/** @param {HTMLFormElement} form */
export function fitQuestion(form) {
  const panel = /** @type {HTMLElement} */ (form.querySelector(".question"));
  const fit = () => {
    form.style.removeProperty("--asked-height");
    panel.style.fontSize = "";
    if (panel.hidden || !("present" in form.dataset)) return;
    for (const size of sizes) {
      panel.style.fontSize = `${size}rem`;
      if (panel.scrollHeight <= panel.clientHeight) return;
    }
    const row = /** @type {HTMLElement} */ (panel.parentElement);
    form.style.setProperty("--asked-height", `${row.offsetHeight + panel.scrollHeight - panel.clientHeight}px`);
  };
  const changes = new MutationObserver(fit);
  changes.observe(panel, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["hidden"] });
  changes.observe(form, { attributes: true, attributeFilter: ["data-present", "class"] });
  window.addEventListener("resize", fit);
  document.fonts.ready.then(fit);
}
