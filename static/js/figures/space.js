// A decision space beside the tree: the bounds of the step are a point in it,
// and the one with three axes can be turned.

import { exact, order, rounded, scoreText, subtract, textOf, total, zero } from "../shared/exact.js";
import { num, onOrAbove, outside, points, project } from "./space-math.js";

/** @typedef {{score: import("../shared/exact.js").Score} | null | undefined} Bound */
/** @typedef {import("../run/stage.js").Explained} Explained */

/** Degrees that a drag over one pixel turns. */
const perPixel = 0.5;
/** The tilt stays between the view from the side and that from above. */
const mostTilt = 85;

const view = /** @type {HTMLElement | null} */ (document.querySelector("[data-space]"));
const svg = /** @type {SVGSVGElement | null} */ (view?.querySelector("svg.space") ?? null);
if (view && svg) {
  const { space = "" } = view.dataset;
  const moves = space === "axis" ? axis(svg) : space === "plane" ? plane(view, svg) : cube(view, svg);
  document.addEventListener("step-explained", (e) => {
    const { detail, at, earlier } = /** @type {CustomEvent<Explained>} */ (e).detail;
    // A leaf has no bounds: its point is that of its parent, whose event came just
    // before.
    let { bounds } = detail, above = "";
    if (isLeaf(detail.event.node)) {
      let t = at;
      let before = earlier(t);
      while (before && before.event.node === detail.event.node) before = earlier(--t);
      if (before) [bounds, above] = [before.bounds, "Above this leaf: "];
    }
    const summary = document.getElementById("space-summary");
    const text = above + moves(bounds);
    if (summary && summary.textContent !== text) summary.textContent = text;
  });
}

/** @param {number} node */
function isLeaf(node) {
  const group = document.querySelector(`#stage svg.tree [data-node="${node}"]`);
  return group !== null && group.querySelector(".value") !== null;
}

/** @param {SVGSVGElement} svg @param {string} name */
function of(svg, name) {
  return Number(svg.getAttribute(`data-${name}`));
}

/** @param {import("../shared/exact.js").Score} n */
const signed = (n) => scoreText(n).replace("-", "−");
/** The score of a bound. @param {Bound} bound */
const score = (bound) => exact(bound?.score) ?? zero;
/** A bound on the axes of the picture. @param {NonNullable<Bound>} bound */
const onAxis = (bound) => rounded(score(bound));

/** @param {SVGSVGElement} svg */
function place(svg) {
  const here = svg.querySelector(".here"), guide = svg.querySelector(".guide");
  return (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ lines) => {
    here?.setAttribute("transform", `translate(${num(x)} ${num(y)})`);
    guide?.setAttribute("d", lines);
  };
}

/** @param {SVGSVGElement} svg */
function axis(svg) {
  const [least, most] = [of(svg, "min"), of(svg, "max")];
  const put = place(svg), threshold = exact(svg.getAttribute("data-threshold")) ?? zero;
  return (/** @type {Bound[]} */ [alpha, beta]) => {
    if (!alpha || !beta) {
      put(of(svg, "open"), of(svg, "y"), "");
      return "An end of the window is open: nothing can be pruned.";
    }
    const width = subtract(score(beta), score(alpha));
    const at = (Math.min(Math.max(rounded(width), least), most) - least) / (most - least);
    put(of(svg, "left") + at * (of(svg, "right") - of(svg, "left")), of(svg, "y"), "");
    const difference = `β − α = ${signed(beta.score)} − ${signed(alpha.score)} = ${signed(textOf(width))}: `;
    return difference + (order(width, threshold) <= 0 ? "prune." : "search on.");
  };
}

/** @param {Bound[]} bounds @param {boolean} prunes */
function verdict(bounds, prunes) {
  if (bounds.every((b) => !b)) return "No player has a bound yet.";
  const tuple = bounds.map((b) => (b ? scoreText(b.score) : "–")).join(", ");
  return `Bounds (${tuple}): ${prunes ? "in the region where the rule prunes." : "search on."}`;
}

/** @param {HTMLElement} view @param {SVGSVGElement} svg */
function plane(view, svg) {
  const [least, most, left, top, side, none] = ["min", "max", "left", "top", "side", "none"].map((n) => of(svg, n));
  const line = points(svg.getAttribute("data-line") ?? "");
  const alone = [view.dataset.aloneX, view.dataset.aloneY].map((s) => (s ? Number(s) : Infinity));
  const put = place(svg);
  /** @param {Bound} b */
  const part = (b) => (Math.min(Math.max(b ? onAxis(b) : least, least), most) - least) / (most - least);
  return (/** @type {Bound[]} */ all) => {
    const [bx, by] = all;
    const x = bx ? left + side * part(bx) : left - none;
    const y = by ? top + side * (1 - part(by)) : top + side + none;
    put(x, y, `M${num(x)} ${num(top + side)}V${num(y)}M${num(left)} ${num(y)}H${num(x)}`);
    const prunes = bx && by ? onOrAbove(line, onAxis(bx), onAxis(by)) : bx ? onAxis(bx) >= alone[0] : by ? onAxis(by) >= alone[1] : false;
    return verdict([bx, by], prunes);
  };
}

/** @param {HTMLElement} view @param {SVGSVGElement} svg */
function cube(view, svg) {
  const [least, most] = [of(svg, "min"), of(svg, "max")], limit = exact(svg.getAttribute("data-limit")) ?? zero;
  const { width, height } = svg.viewBox.baseVal;
  const home = { yaw: of(svg, "yaw"), pitch: of(svg, "pitch") };
  const eye = { ...home, side: of(svg, "side"), width, height };
  const here = svg.querySelector(".here"), guide = svg.querySelector(".guide");

  /** @param {string} text */
  const places = (text) => points(text).map((p) => project(p, least, most, eye).map(num).join(" "));
  function redraw() {
    for (const shape of svg.querySelectorAll("[data-path]")) {
      const closed = shape.getAttribute("d")?.endsWith("z") ? "z" : "";
      shape.setAttribute("d", `M${places(shape.getAttribute("data-path") ?? "").join("L")}${closed}`);
    }
    for (const shape of svg.querySelectorAll("[data-at]")) {
      shape.setAttribute("transform", `translate(${places(shape.getAttribute("data-at") ?? "")[0]})`);
    }
  }
  /** @param {number} yaw @param {number} pitch */
  function turn(yaw, pitch) {
    eye.yaw = (eye.yaw + yaw) % 360;
    eye.pitch = Math.max(-mostTilt, Math.min(mostTilt, eye.pitch + pitch));
    redraw();
  }

  for (const only of view.querySelectorAll("[data-script]")) /** @type {HTMLElement} */ (only).hidden = false;
  for (const button of view.querySelectorAll("[data-turn]")) {
    const by = button.getAttribute("data-turn") ?? "";
    button.addEventListener("click", () => {
      if (by === "home") {
        Object.assign(eye, home);
        redraw();
      } else {
        const [yaw, pitch] = by.split(" ").map(Number);
        turn(yaw, pitch);
      }
    });
  }
  /** @type {Record<string, [number, number]>} */
  const keys = { ArrowLeft: [-15, 0], ArrowRight: [15, 0], ArrowUp: [0, 12], ArrowDown: [0, -12] };
  view.querySelector(".turn")?.addEventListener("keydown", (e) => {
    const by = keys[/** @type {KeyboardEvent} */ (e).key];
    if (!by || /** @type {KeyboardEvent} */ (e).shiftKey) return;
    e.preventDefault(); // here the arrows turn the space; elsewhere they step
    turn(...by);
  });
  svg.addEventListener("pointerdown", (e) => {
    if (!e.isPrimary || e.button !== 0) return;
    svg.setPointerCapture(e.pointerId);
    let [x, y] = [e.clientX, e.clientY];
    const drag = (/** @type {PointerEvent} */ move) => {
      turn((x - move.clientX) * perPixel, (move.clientY - y) * perPixel);
      [x, y] = [move.clientX, move.clientY];
    };
    svg.addEventListener("pointermove", drag);
    const stop = () => svg.removeEventListener("pointermove", drag);
    svg.addEventListener("pointerup", stop, { once: true });
    svg.addEventListener("pointercancel", stop, { once: true });
  });

  return (/** @type {Bound[]} */ bounds) => {
    const held = [0, 1, 2].map((p) => bounds[p]);
    const at = held.map((b) => (b ? Math.max(least, Math.min(onAxis(b), most)) : outside(least, most)));
    here?.setAttribute("data-at", at.join(","));
    guide?.setAttribute("data-path", `${at.join(",")} ${at[0]},${at[1]},${least} ${at[0]},${least},${least} ${least},${least},${least}`);
    redraw();
    return verdict(held, held.some((b) => b) && order(total(held.map(score)), limit) >= 0);
  };
}
