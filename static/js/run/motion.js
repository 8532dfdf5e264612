// The motion of one step forward: a value rises to the parent that it is backed up
// to, the bound of a parent slides down to the child that is entered, the arcs of a
// certificate draw themselves, and the marks of a cut snap across their edges. What
// moves is a copy, in a picture over that of the tree, or for arcs, which end at boxes,
// in one under it: in the tree itself each frame would be a new layout of all nodes.
// What is copied shows when the copy has come.

import { busy, idle } from "../shared/idle.js";
import { BACKUP, ENTER, EXIT, PRUNE } from "./timeline.js";

/** @typedef {import("./timeline.js").Timeline} Timeline */
/** @typedef {import("./tree-view.js").TreeView} TreeView */

const svgNamespace = "http://www.w3.org/2000/svg";
/** Milliseconds of a motion at speed 1, the longest, and those that are too short to be seen. */
const usual = 400, longest = 500, shortest = 80;
/** Marks of one cut that move: more cannot be distinguished. */
const most = 60;
/** Slow at both ends; and past its end before it comes to rest. */
const smooth = "cubic-bezier(.45, 0, .25, 1)", snap = "cubic-bezier(.3, 1.7, .5, 1)";
const less = matchMedia("(prefers-reduced-motion: reduce)");

/** How long a step moves while the run plays at a speed; 0: not at all. @param {number} speed */
export function lasts(speed) {
  const ms = Math.min(longest, usual / speed);
  return less.matches || ms < shortest ? 0 : ms;
}

export class Motion {
  #layer = document.createElementNS(svgNamespace, "svg");
  #under = document.createElementNS(svgNamespace, "svg");
  #view;
  /** @type {Animation[]} */
  #running = [];
  #ms = 0;

  /** @param {SVGSVGElement} svg @param {TreeView} view */
  constructor(svg, view) {
    this.#view = view;
    const layers = [this.#layer, this.#under];
    for (const layer of layers) {
      layer.setAttribute("class", "motion");
      layer.setAttribute("aria-hidden", "true"); // a copy of what the tree says
    }
    const seen = () => {
      for (const layer of layers) {
        layer.setAttribute("viewBox", svg.getAttribute("viewBox") ?? "");
        layer.style.transform = svg.style.transform; // while the picture slides
      }
    };
    seen();
    new MutationObserver(seen).observe(svg, { attributeFilter: ["viewBox", "style"] });
    svg.after(this.#layer);
    svg.before(this.#under);
  }

  /** The picture shows step t, which moves for so long; 0 ends what still moves. @param {Timeline} timeline @param {number} t @param {number} ms */
  step(timeline, t, ms) {
    this.#stop();
    this.#ms = ms;
    if (ms === 0 || t >= timeline.length) return;
    const node = timeline.node[t];
    switch (timeline.type[t]) {
      case BACKUP:
        return this.#rise(leftLast(timeline, t), node, timeline.improves(t));
      case ENTER:
        return this.#slide(timeline.parentAt(t) ?? -1, node);
      case PRUNE:
        return this.#snap(node);
    }
  }

  /** The arcs of the step are drawn: at once, or later, when its reason has come. @param {SVGPathElement[]} arcs */
  arcs(arcs) {
    if (this.#ms === 0) return;
    for (const arc of arcs) {
      const length = arc.getTotalLength();
      this.#run(this.#copy(arc, this.#under), [{ strokeDasharray: `${length} ${length}`, strokeDashoffset: length }, { strokeDasharray: `${length} ${length}`, strokeDashoffset: 0 }], smooth);
      this.#await(arc);
    }
    this.#ms = 0; // once a step
  }

  /** A child's value goes up; a parent that takes it shows it when it has come. @param {number} child @param {number} parent @param {boolean} taken */
  #rise(child, parent, taken) {
    const from = this.#view.shown(child), to = this.#view.shown(parent);
    if (!from || !to) return;
    this.#move(from, to, taken ? [1, 1, 0] : [1, 1, 0.3, 0]);
    if (taken) this.#await(to);
  }

  /** The bound of a parent goes down. @param {number} parent @param {number} child */
  #slide(parent, child) {
    const from = this.#view.shown(parent), to = this.#view.shown(child) ?? this.#view.group(child);
    if (from?.classList.contains("bound") && to instanceof SVGGraphicsElement) this.#move(from, to, [1, 0.8, 0]);
  }

  /** @param {number} node */
  #snap(node) {
    for (const stroke of this.#view.strokesBelow(node).slice(0, most)) {
      const at = matrix(stroke);
      this.#run(this.#copy(stroke, this.#layer), [{ transform: `${at} scale(4)`, opacity: 0 }, { transform: `${at} scale(1)`, opacity: 1 }], snap);
      this.#await(stroke);
    }
  }

  /** Copies a line to where it moves. @param {SVGGraphicsElement} line @param {SVGSVGElement} layer */
  #copy(line, layer) {
    const copy = document.createElementNS(svgNamespace, "path"), { stroke, strokeWidth } = getComputedStyle(line);
    copy.setAttribute("class", line.getAttribute("class") ?? "");
    copy.setAttribute("d", line.getAttribute("d") ?? "");
    Object.assign(copy.style, { stroke, strokeWidth, fill: "none" });
    layer.append(copy);
    return copy;
  }

  /** What is copied shows when the copy has come. @param {Element} element */
  #await(element) {
    this.#run(element, [{ opacity: 0 }, { opacity: 0, offset: 0.7 }, { opacity: 1 }], "linear");
  }

  /** Moves a copy of a text to the place of another one. @param {SVGGraphicsElement} from @param {SVGGraphicsElement} to @param {number[]} opacity  along the way */
  #move(from, to, opacity) {
    const a = middle(from), b = middle(to), copy = document.createElementNS(svgNamespace, "text");
    copy.textContent = from.textContent;
    copy.setAttribute("font-size", from.getAttribute("font-size") ?? "17");
    this.#layer.append(copy);
    const last = opacity.length - 1;
    this.#run(copy, opacity.map((o, i) => ({ transform: `translate(${a.x + ((b.x - a.x) * i) / last}px, ${a.y + ((b.y - a.y) * i) / last}px)`, opacity: o })), smooth);
  }

  /** @param {Element} element @param {Keyframe[]} frames @param {string} easing */
  #run(element, frames, easing) {
    const animation = element.animate(frames, { duration: this.#ms, easing });
    this.#running.push(animation);
    busy(this);
    animation.onfinish = () => {
      if (this.#running.every((a) => a.playState === "finished")) this.#stop();
    };
  }

  #stop() {
    for (const animation of this.#running.splice(0)) animation.cancel();
    for (const layer of [this.#layer, this.#under]) if (layer.firstChild) layer.replaceChildren();
    idle(this);
  }
}

/** The child whose search ended last before a backup of its parent; -1: none. @param {Timeline} timeline @param {number} t */
function leftLast(timeline, t) {
  const parent = timeline.node[t];
  for (let s = t - 1; s >= 0 && timeline.node[s] !== parent; s--) {
    if (timeline.type[s] === EXIT && timeline.parentAt(s) === parent) return timeline.node[s];
  }
  return -1;
}

/** The middle of an element of a node, in the picture. @param {SVGGraphicsElement} element */
function middle(element) {
  const { x, y, width, height } = element.getBBox(), group = element.closest("g.node");
  const at = group instanceof SVGGraphicsElement ? group.transform.baseVal.consolidate()?.matrix : undefined;
  const inside = element === group ? { x: 0, y: 0 } : { x: x + width / 2, y: y + height / 2 };
  return { x: (at?.e ?? 0) + inside.x, y: (at?.f ?? 0) + inside.y };
}

/** Where a line of a node is in the picture, as CSS has it. @param {SVGGraphicsElement} element */
function matrix(element) {
  const all = new DOMMatrix(), group = element.parentElement?.closest("g.node");
  for (const moved of [group, element]) {
    if (moved instanceof SVGGraphicsElement) for (const one of moved.transform.baseVal) all.multiplySelf(one.matrix);
  }
  return all.toString();
}
