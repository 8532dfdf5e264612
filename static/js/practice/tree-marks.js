// What the student has done, on the picture of the tree.

/** @typedef {import("./moves.js").Moves} Moves */
/** @typedef {import("./moves.js").Step} Step */

/** A verdict, or what is missed, beside a node. @param {Element | null} group @param {string} verdict  empty: none */
export function mark(group, verdict) {
  if (!(group instanceof SVGElement)) return;
  if (verdict) group.dataset.verdict = verdict;
  else delete group.dataset.verdict;
  const text = group.querySelector(".visits");
  if (text) text.textContent = verdict;
}

/** The verdict that a node shows, if there are several: the worst. */
export const worst = ["unsound", "wrong", "missed", "lucky", "sound", "right"];

export class TreeMarks {
  #svg;
  #moves;
  /** The descriptions for a screen reader, without what the student does. @type {Map<number, string>} */
  #words = new Map();

  /** @param {SVGSVGElement} svg @param {Moves} moves */
  constructor(svg, moves) {
    this.#svg = svg;
    this.#moves = moves;
    for (const group of svg.querySelectorAll("g.node")) {
      this.#words.set(Number(group.getAttribute("data-node")), (group.getAttribute("aria-description") ?? "").replace(/; [^;]*$/, ""));
    }
  }

  /** @param {number} node */
  group(node) {
    return /** @type {SVGGElement | null} */ (this.#svg.getElementById(`n${node}`));
  }

  /** @param {Map<number, string[]>} verdicts  of each node @param {number} at  the node whose panel is open, -1 for none */
  draw(verdicts, at) {
    for (const [node, words] of this.#words) {
      const group = this.group(node), cut = this.#moves.cut(node), value = this.#moves.values.get(node), bounds = this.#moves.bounds.get(node);
      if (!group) continue;
      for (const part of [group, this.#svg.getElementById(`e${node}`)]) part?.classList.toggle("cut", cut !== "");
      this.#svg.getElementById(`k${node}`)?.classList.toggle("cut", cut === "at");
      this.#svg.getElementById(`k${node}`)?.removeAttribute("display");
      group.classList.toggle("exact", Boolean(value));
      group.classList.toggle("chosen", node === at);
      const text = value ? this.#moves.valueText(value) : bounds ? this.#moves.boundsText(bounds) : "";
      const shown = group.querySelector(".bound");
      if (shown) shown.textContent = text;
      const verdict = worst.find((v) => verdicts.get(node)?.includes(v)) ?? "";
      mark(group, verdict);
      const did = [cut === "at" ? "cut by you" : cut === "below" ? "below a cut" : "", value ? `value ${text}` : "", !value && bounds ? `bounds ${text}` : "", verdict].filter(Boolean);
      group.setAttribute("aria-description", [words, ...did].join("; "));
    }
  }
}
