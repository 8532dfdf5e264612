// Highlights what belongs together: a row of a table or a part of the sentence
// that is pointed at or focused, and its node; and the other way round.

const panels = ["#sentence", "#verdict", "#bounds", "#outcomes", "#story-text", ".story"];
const spoken = panels.map((panel) => `${panel} [data-node]`).join(", ");

export class CrossHighlight {
  #node = -1;
  /** @type {(nodes: number[]) => void} */
  #light;

  /** @param {SVGSVGElement} svg @param {(nodes: number[]) => void} light  highlights nodes of the picture */
  constructor(svg, light) {
    this.#light = light;
    for (const area of [svg, ...panels.map((panel) => document.querySelector(panel))]) {
      if (!area) continue;
      const point = (/** @type {Event} */ e) => {
        const at = e.target instanceof Element ? e.target.closest("[data-node]") : null;
        this.at(at ? Number(at.getAttribute("data-node")) : -1);
      };
      area.addEventListener("pointerover", point);
      area.addEventListener("focusin", point);
      area.addEventListener("pointerleave", () => this.at(-1));
      area.addEventListener("focusout", () => this.at(-1));
    }
    this.refresh();
  }

  /** @param {number} node  -1: none */
  at(node) {
    this.#node = node;
    this.#light(node < 0 ? [] : [node]);
    for (const part of document.querySelectorAll(spoken)) part.classList.toggle("lit", part.getAttribute("data-node") === String(node));
  }

  /** The panels have changed: rows that name a node can be focused. */
  refresh() {
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#bounds tbody tr, #outcomes tbody tr"))) {
      if (row.dataset.node) row.tabIndex = 0;
      else row.removeAttribute("tabindex");
    }
    if (this.#node >= 0) this.at(this.#node);
  }
}
