// What the editor shows of a picture for some of its nodes: the geometry only.

import { largest, readable } from "../shared/viewport-math.js";

/** @typedef {import("../shared/viewport.js").Box} Box */
/** @typedef {import("../shared/viewport-math.js").Point} Point */
/** @typedef {import("../shared/viewport-math.js").Size} Size */

/** Units beside the nodes that are shown. */
const beside = 70;

/**
 * What is around points of a picture, as large as they fit.
 * @param {Point[]} points @param {Size} window @returns {Box}
 */
export function enclosing(points, window) {
  const [left, right] = [Math.min, Math.max].map((most) => most(...points.map((p) => p.x))), [top, bottom] = [Math.min, Math.max].map((most) => most(...points.map((p) => p.y)));
  const w = Math.max(right - left + 2 * beside, window.w / largest), h = Math.max(bottom - top + 2 * beside, window.h / largest);
  return { x: (left + right - w) / 2, y: (top + bottom - h) / 2, w, h };
}

/**
 * A point in the middle of a window, with points around it as far as they can be read
 * together; not larger than now.
 * @param {Point} point @param {Point[]} others @param {Size} window @param {number} now  pixels of a unit @param {number} [least] @returns {Box}
 */
export function centred(point, others, window, now, least = readable) {
  const far = (/** @type {"x" | "y"} */ side) => beside + Math.max(0, ...others.map((other) => Math.abs(other[side] - point[side])));
  const all = Math.min(window.w / (2 * far("x")), window.h / (2 * far("y"))), scale = Math.max(least, Math.min(now, all));
  const w = window.w / scale, h = window.h / scale;
  return { x: point.x - w / 2, y: point.y - h / 2, w, h };
}
