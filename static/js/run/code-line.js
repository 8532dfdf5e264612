// Keeps the current line of the pseudo-code in sight. The code scrolls by itself in the room
// that is left below the sentence and the bounds; these keep their places from step to step:
// a part that grows does not shrink again.

/** What the code has at least, and what is shown around the current line, in pixels. */
const least = 64, context = 20;

/** @param {HTMLElement} code @returns {() => void} what to call when another line is the current one */
export function followLine(code) {
  const panels = /** @type {HTMLElement} */ (code.closest(".panels"));
  const part = (/** @type {string} */ selector) => /** @type {HTMLElement[]} */ ([...panels.querySelectorAll(selector)]);
  const kept = part(".texts, #bounds, .calls-panel"), below = part("#outcomes, #tie, #verdict");
  let width = 0;
  const show = () => {
    const line = /** @type {HTMLElement | null} */ (code.querySelector(".now")), room = code.clientHeight;
    if (!line) return;
    // With some of the lines around it, if they fit: a long line is several lines of text.
    const top = line.offsetTop - code.offsetTop, height = line.offsetHeight, around = Math.max(0, Math.min(context, (room - height) / 2));
    code.scrollTop = Math.min(top - around, Math.max(code.scrollTop, top + height + around - room));
  };
  const fit = () => {
    const { maxHeight, paddingBottom, rowGap } = getComputedStyle(panels), beside = maxHeight !== "none", gap = parseFloat(rowGap);
    for (const box of kept) {
      if (width !== panels.clientWidth) box.style.height = box.style.minHeight = "";
      if (beside) box.style[box.id ? "height" : "minHeight"] = `${box.offsetHeight}px`;
    }
    width = panels.clientWidth;
    const rest = below.reduce((sum, box) => sum + (box.hidden ? 0 : box.offsetHeight + gap), parseFloat(paddingBottom));
    code.style.maxHeight = beside ? `${Math.max(least, Math.floor(panels.clientHeight - code.offsetTop - rest))}px` : "";
    code.tabIndex = code.scrollHeight > code.clientHeight ? 0 : -1; // keys can scroll it
    show();
  };
  const observer = new ResizeObserver(fit);
  for (const box of [panels, code, ...kept, ...below]) observer.observe(box);
  return show;
}
