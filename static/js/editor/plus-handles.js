// Two handles at the current node, each with a plus: one adds a child, the other a
// sibling, and either is dragged to another place, so that a tree is built by a mouse, a pen or
// a finger alone. They are seen while the mouse is over the tree, and after a pen or a finger was
// on it; keys have the buttons above it.

import { half } from "./drop-target.js";
import { sizes } from "./sizes.js";

/** @typedef {import("./tree-model.js").Node} TreeNode */

const namespace = "http://www.w3.org/2000/svg";
/** Units of the radius, and of what a pointer can hit around it; and from the node. */
const radius = 10, hit = 13, away = 2;
/** Below a box is a value. */
const valueBelow = 28;
/** Pixels of what a finger can hit, and how many times as large a handle is drawn for that at most: a larger one would cover other nodes. */
const fingertip = 24, mostTimes = 1.5;

/** @param {string} tag @param {Record<string, string | number>} attributes */
function draw(tag, attributes) {
  const element = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/** @param {string} command @param {string} words */
function handle(command, words) {
  const group = draw("g", { class: "handle", "data-command": command }), title = draw("title", {});
  title.textContent = words;
  group.append(title, draw("circle", { class: "hit", r: hit }), draw("circle", { class: "disc", r: radius }), draw("path", { d: "M-5 0H5M0 -5V5" }));
  return group;
}

export class PlusHandles {
  /** @type {TreeNode | undefined} */
  #node;
  /** @type {"" | "mouse" | "hand"} a mouse that is over the tree, or a finger or a pen that was last */
  #over = "";
  #drawn = 1; // how many times as large as usual
  #picture;
  #group = draw("g", { class: "handles", "aria-hidden": "true" });
  #child = handle("child", "Add a child (Tab); drag it to another place");
  #sibling = handle("sibling", "Add a sibling (Enter); drag it to another place");

  /** @param {import("./picture.js").Picture} picture */
  constructor(picture) {
    this.#picture = picture;
    this.#group.append(this.#child, this.#sibling);
    // Who works by keys alone waits for none of this.
    const over = (/** @type {"" | "mouse" | "hand"} */ by) => {
      if (this.#over === by) return;
      this.#over = by;
      this.#draw();
    };
    picture.svg.addEventListener("pointermove", (e) => e.pointerType === "mouse" && over("mouse"));
    picture.svg.addEventListener("pointerleave", (e) => e.pointerType === "mouse" && over(""));
    // A press on a node goes no further than to what it does there.
    window.addEventListener("pointerdown", (e) => e.pointerType !== "mouse" && e.target instanceof Node && picture.svg.contains(e.target) && over("hand"), { capture: true });
  }

  /** How many times as large as usual they are drawn; 0: they cannot be hit. */
  get #times() {
    if (this.#over !== "hand") return 1;
    const times = Math.max(1, fingertip / (2 * hit * this.#picture.scale));
    return times <= mostTimes ? times : 0;
  }

  /** Puts them at a node; undefined: at none. @param {TreeNode | undefined} node */
  show(node) {
    this.#node = node && node.run === 0 && node.hidden === 0 ? node : undefined;
    this.#draw();
  }

  #draw() {
    const node = this.#node, times = (this.#drawn = this.#times);
    if (!node || this.#over === "" || times === 0) return this.#group.remove();
    const w = half(node), boxed = !node.group.classList.contains("bare"), below = node.leaf ? (boxed ? sizes.box + valueBelow : sizes.leaf) : w;
    const reach = hit * times, beside = w + away + reach, under = below + away + reach;
    // Where siblings are below each other, neither covers the next one.
    const [child, sibling] = this.#picture.model.sideways ? [`${beside} ${-reach}`, `${beside} ${reach}`] : [`0 ${under}`, `${beside} 0`];
    this.#child.setAttribute("transform", `translate(${child}) scale(${times})`);
    this.#sibling.setAttribute("transform", `translate(${sibling}) scale(${times})`);
    this.#sibling.setAttribute("visibility", node.parent === 0 ? "hidden" : "inherit");
    this.place();
    // They are no part of the node: a click on its middle is a click on the node.
    const { svg } = this.#picture;
    if (svg.lastElementChild !== this.#group) svg.append(this.#group);
  }

  /** The node is elsewhere, or has another size: a move is being drawn. */
  place() {
    if (!this.#node || this.#over === "") return;
    if (this.#drawn !== this.#times) return this.#draw();
    const { x, y } = this.#picture.shown(this.#node);
    this.#group.setAttribute("transform", `translate(${x} ${y})`);
  }
}

/** The handle that an event is of. @param {Event} e */
export const handleAt = (e) => (e.target instanceof Element ? e.target.closest(".handle") : null);

/** Its command; empty: none. @param {Event} e */
export const handleOf = (e) => handleAt(e)?.getAttribute("data-command") ?? "";
