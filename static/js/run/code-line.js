// Keeps the current line of the pseudo-code in sight. The code scrolls by itself in the room
// that is left below the sentence and the bounds; these keep their places from step to step:
// a part that grows does not shrink again.

/** What the code has at least, in pixels: three lines. */
const least = 64;
/** What is shown above and below the current line, in pixels: one line. */
const context = 20;

export class CodeLine {
  #code;
  #panels;
  /** What stands below the code at some steps. @type {HTMLElement[]} */
  #below = [];

  /** @param {HTMLElement} code */
  constructor(code) {
    this.#code = code;
    this.#panels = /** @type {HTMLElement | null} */ (code.closest(".panels"));
    if (!this.#panels) return;
    const texts = this.#panels.querySelector(".commentary .texts"), bounds = this.#panels.querySelector("#bounds");
    this.#below = /** @type {HTMLElement[]} */ ([...this.#panels.querySelectorAll("#outcomes, #tie, #verdict")]);
    const parts = [this.#panels, ...this.#panels.children, ...this.#below, ...(bounds ? [bounds] : [])].filter((part) => part !== code.closest(".code-panel"));
    const observer = new ResizeObserver((entries) => {
      for (const { target } of entries) if (target === texts || target === bounds) this.#keepHeight(/** @type {HTMLElement} */ (target));
      this.#fit();
    });
    for (const part of [...parts, ...(texts ? [texts] : [])]) observer.observe(part);
  }

  /** Another line is the current one. */
  show() {
    const code = this.#code, line = /** @type {HTMLElement | null} */ (code.querySelector(".now"));
    if (!line || code.scrollHeight <= code.clientHeight) return;
    // With some of the lines around it, if they fit: a long line is several lines of text.
    const top = line.offsetTop - code.offsetTop, height = line.offsetHeight, around = Math.max(0, Math.min(context, (code.clientHeight - height) / 2));
    if (top - around < code.scrollTop) code.scrollTop = top - around;
    else if (top + height + around > code.scrollTop + code.clientHeight) code.scrollTop = Math.min(top, top + height + around - code.clientHeight);
  }

  /** Whether the panels stand beside the tree and scroll by themselves. */
  get #beside() {
    return this.#panels !== null && getComputedStyle(this.#panels).maxHeight !== "none";
  }

  /** A part that has grown keeps its height; another width measures it anew. @param {HTMLElement} part */
  #keepHeight(part) {
    const width = String(part.offsetWidth);
    if (!this.#beside || part.dataset.width !== width) part.removeAttribute("style");
    part.dataset.width = width;
    if (this.#beside) part.style[part.tagName === "TABLE" ? "height" : "minHeight"] = `${part.offsetHeight}px`;
  }

  #fit() {
    const code = this.#code, panels = this.#panels;
    if (!panels) return;
    if (!this.#beside) {
      code.style.maxHeight = "";
      code.removeAttribute("tabindex");
      return;
    }
    const { paddingBottom, rowGap } = getComputedStyle(panels);
    const below = this.#below.reduce((sum, part) => sum + (part.hidden ? 0 : part.offsetHeight + parseFloat(rowGap)), 0);
    const room = panels.clientHeight - parseFloat(paddingBottom) - code.offsetTop - below;
    code.style.maxHeight = `${Math.max(least, Math.floor(room))}px`;
    if (code.scrollHeight > code.clientHeight) code.tabIndex = 0; // keys can scroll it
    else code.removeAttribute("tabindex");
    this.show();
  }
}
