// The button that hides the panels beside the tree, so that the tree is larger, on
// a projector for instance. The choice is stored in this browser.

const kept = "espalier-side";

/**
 * @param {HTMLElement} page
 * @returns {() => void} shows the panels
 */
export function sidePanel(page) {
  const button = /** @type {HTMLElement} */ (document.getElementById("side"));
  const show = (/** @type {boolean} */ on) => {
    page.classList.toggle("alone", !on);
    button.setAttribute("aria-expanded", String(on));
  };
  try {
    show(localStorage.getItem(kept) !== "hidden");
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
  button.addEventListener("click", () => {
    const on = page.classList.contains("alone");
    show(on);
    try {
      localStorage.setItem(kept, on ? "shown" : "hidden");
    } catch {
      // As above.
    }
  });
  return () => {
    if (page.classList.contains("alone")) button.click();
  };
}
