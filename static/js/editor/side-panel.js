// What stands beside the tree gives it the room where somebody wants that: on a
// projector the tree is what is looked at. It stays so in this browser.

const kept = "espalier-side";

/**
 * @param {HTMLElement} page
 * @returns {() => void} shows what stands there to whoever goes there
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
    // Storage may be forbidden: it stays so until the page is left.
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
