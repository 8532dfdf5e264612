// Shows the steps of the student on the picture of the tree.

/** @typedef {import("./moves.js").Moves} Moves */
/** @typedef {import("./moves.js").Step} Step */

/** Writes a verdict beside a node. @param {Element | null} group @param {string} verdict  empty: none */
export function mark(group, verdict) {
  if (!(group instanceof SVGElement)) return;
  if (verdict) group.dataset.verdict = verdict;
  else delete group.dataset.verdict;
  const text = group.querySelector(".visits");
  if (text) text.textContent = verdict;
}

/** The verdicts, the worst first. A node with several verdicts shows the worst. */
export const worst = ["unsound", "wrong", "missed", "lucky", "sound", "right"];

/** Writes parts beside a node: in one line if there is space to the right, otherwise in several lines. The last of them has the place of the single line. @param {Element | null} text @param {string[]} lines @param {() => number} end  the end of the space on the screen */
function write(text, lines, end) {
  if (!text) return;
  text.textContent = lines.join(", ");
  if (lines.length < 2 || text.getBoundingClientRect().right < end()) return;
  text.replaceChildren(...lines.map((line, i) => {
    const part = document.createElementNS("http://www.w3.org/2000/svg", "tspan");
    part.setAttribute("x", text.getAttribute("x") ?? "0");
    part.setAttribute("dy", i === 0 ? `${1.15 - 1.15 * lines.length}em` : "1.15em");
    part.textContent = line;
    return part;
  }));
}

export class TreeMarks {
  #svg;
  #moves;
  /** The descriptions for a screen reader, without the steps of the student. @type {Map<number, string>} */
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

  /** Where the space to the right of a node ends: at the next node of its level, or at the edge of the picture. @param {Element} group */
  #spaceEnd(group) {
    const all = [...this.#svg.querySelectorAll("g.node")], level = group.getAttribute("aria-level");
    const next = all.slice(all.indexOf(group) + 1).find((other) => other.getAttribute("aria-level") === level); // the groups are in preorder
    const parts = next ? [...next.querySelectorAll(".name, .box")].map((part) => part.getBoundingClientRect().left) : [];
    return Math.min(...parts, this.#svg.getBoundingClientRect().right);
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
      const lines = value ? [this.#moves.valueText(value)] : bounds ? this.#moves.boundsText(bounds) : [], text = lines.join(", ");
      write(group.querySelector(".bound"), lines, () => this.#spaceEnd(group));
      const verdict = worst.find((v) => verdicts.get(node)?.includes(v)) ?? "";
      mark(group, verdict);
      const did = [cut === "at" ? "cut by you" : cut === "below" ? "below a cut" : "", value ? `value ${text}` : "", !value && bounds ? `bounds ${text}` : "", verdict].filter(Boolean);
      group.setAttribute("aria-description", [words, ...did].join("; "));
    }
  }
}
