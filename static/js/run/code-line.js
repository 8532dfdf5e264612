// Keeps the current line of the pseudo-code in sight. Beside the tree the code has the room that
// the text of the step leaves above the bounds, and scrolls by itself.

/** What is shown around the current line, in pixels, and what the code has at least for lines around it. */
const context = 20, least = 64;

/** @param {HTMLElement} code @returns {() => void} what to call when another line is the current one */
export function followLine(code) {
  const panels = /** @type {HTMLElement} */ (code.closest(".panels")), bounds = /** @type {HTMLElement | null} */ (panels.querySelector("#bounds"));
  const others = /** @type {HTMLElement[]} */ ([...panels.querySelectorAll(".texts, .calls-panel, #outcomes, #tie, #verdict, #code > :last-child")]);
  let width = 0;
  const line = () => /** @type {HTMLElement | null} */ (code.querySelector(".now"));
  const show = () => {
    const now = line(), room = code.clientHeight;
    if (!now) return;
    // With some of the lines around it, if they fit: a long line is several lines of text.
    const top = now.offsetTop - code.offsetTop, height = now.offsetHeight, around = Math.max(0, Math.min(context, (room - height) / 2));
    code.scrollTop = Math.min(top - around, Math.max(code.scrollTop, top + height + around - room));
  };
  const fit = () => {
    const { maxHeight, paddingBottom } = getComputedStyle(panels), beside = maxHeight !== "none";
    if (bounds) { // a row that has needed two lines keeps them
      if (width !== panels.clientWidth) bounds.style.height = "";
      if (beside) bounds.style.height = `${bounds.offsetHeight}px`;
    }
    width = panels.clientWidth;
    if (beside && code.offsetHeight > 0) {
      const end = bounds?.offsetParent ? bounds.offsetTop + bounds.offsetHeight : code.offsetTop + code.offsetHeight;
      const rest = panels.clientHeight - parseFloat(paddingBottom) - (end - code.offsetHeight);
      code.style.height = `${Math.max(least, line()?.offsetHeight ?? 0, rest)}px`;
    } else if (!beside) code.style.height = "auto";
    code.tabIndex = code.scrollHeight > code.clientHeight ? 0 : -1; // keys can scroll it
    show();
  };
  const observer = new ResizeObserver(fit);
  for (const box of [panels, code, ...(bounds ? [bounds] : []), ...others]) observer.observe(box);
  let asked = 0;
  // In the next frame: a measurement between the changes of a step would make the page lay out twice.
  return () => void (asked ||= requestAnimationFrame(() => {
    asked = 0;
    if ((line()?.offsetHeight ?? 0) > code.clientHeight) fit();
    else show();
  }));
}
