// What to show of a tree that cannot be read as a whole: the path to the node at work
// with what else the step is about, as long as all of it can be read.

import { around, readable, seen } from "../shared/viewport-math.js";
import { place } from "./auto-follow.js";

/** @typedef {import("../shared/viewport-math.js").Size} Size */
/** @typedef {import("../shared/viewport.js").Box} Box */

/** Units that the texts beside a node take. */
const aside = 80, above = 30, below = 50;

/**
 * What to show of a picture: the first list of nodes that can be read together; null: none can.
 * @param {Element[][]} lists @param {Size} picture @param {Size} window @param {Box} now @param {number} [least]  pixels of a unit with which it can be read
 */
export function frame(lists, picture, window, now, least = readable) {
  const view = seen(now, window);
  for (const list of lists) {
    const box = bounding(list.map(place)), most = Math.min(window.w / box.w, window.h / box.h);
    if (most < least) continue;
    if (box.x >= view.x && box.y >= view.y && box.x + box.w <= view.x + view.w && box.y + box.h <= view.y + view.h) return now;
    return around(picture, window, { x: box.x + box.w / 2, y: box.y + box.h / 2 }, Math.min(window.w / view.w, most));
  }
  return null;
}

/** What nodes at these points take, with the texts beside them. @param {{x: number, y: number}[]} points @returns {Box} */
function bounding(points) {
  const xs = points.map((p) => p.x), ys = points.map((p) => p.y), x = Math.min(...xs) - aside, y = Math.min(...ys) - above;
  return { x, y, w: Math.max(...xs) + aside - x, h: Math.max(...ys) + below - y };
}

/**
 * The same for a picture that stays as it is: as much of it as can be read, so that the
 * root is in sight with the node at work.
 * @param {Element[][]} lists @param {Size} picture @param {Size} window @param {Box} now
 */
export function widest(lists, picture, window, now) {
  const most = around(picture, window, { x: now.x + now.w / 2, y: now.y + now.h / 2 }, readable);
  return frame(lists, picture, window, Math.abs(most.x - now.x) + Math.abs(most.w - now.w) < 1 ? now : most);
}
