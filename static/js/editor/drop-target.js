// Where a dragged node would land: the geometry only. On a node, it becomes its
// last child; between two siblings, or beside the outermost, it goes there.

import { sizes } from "./sizes.js";

/** @typedef {import("./tree-model.js").TreeModel} TreeModel */
/** @typedef {import("./tree-model.js").Node} Node */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{to: number, at: number, into: boolean, x: number, y: number, why: string}} Landing  why: why it cannot land there; empty: it can */

/** How far above and below a row its gaps reach, and how far out beside the outermost. */
const reach = 30, beyond = 46;
/** The part of a node's box, from its middle, in which a drop is on the node. */
const heart = 0.62;

/** Half the width of a node's box. @param {Node} node */
export function half(node) {
  const box = node.group.querySelector(".box");
  const width = Number(box?.getAttribute("width") ?? 0) / 2;
  return width || Number(box?.getAttribute("r") ?? 0) || sizes.more;
}

/**
 * The place among a node's children, as the server counts it: a collapsed row
 * counts as all its subtrees, and what is moved is removed first; pure.
 * @param {TreeModel} model @param {{to: number, at: number}} land @param {number[]} dragged @param {boolean} copy
 */
export function placeAmong(model, { to, at }, dragged, copy) {
  const before = (model.get(to)?.children ?? []).slice(0, at);
  return before.reduce((sum, id) => sum + (!copy && dragged.includes(id) ? 0 : model.get(id)?.run || 1), 0);
}

/**
 * @param {TreeModel} model @param {Map<number, number>} halves  of the boxes
 * @param {number[]} dragged @param {boolean} copy @param {Point} p @returns {Landing | null}
 */
export function landing(model, halves, dragged, copy, p) {
  const span = (/** @type {Node} */ node) => (model.sideways ? sizes.box : halves.get(node.id) ?? sizes.box); // half of what it takes of its level
  const inside = (/** @type {number} */ id) => !copy && dragged.some((d) => model.within(id, d));
  for (const node of model.nodes.values()) {
    const w = halves.get(node.id) ?? sizes.box;
    // Along the level only its heart is the node; the rest is the gap beside it.
    const wide = node.parent === 0 ? 1.3 : heart, [x, y] = model.sideways ? [w + 6, sizes.box * wide] : [w * wide, 26];
    if (Math.abs(p.x - node.x) > x || Math.abs(p.y - node.y) > y) continue;
    if (node.run > 0) continue; // several subtrees, not one node
    const why = inside(node.id) ? (dragged.includes(node.id) ? "not onto itself" : "not below itself") : "";
    return { to: node.id, at: node.children.length, into: true, x: node.x, y: node.y, why };
  }
  for (const parent of model.nodes.values()) {
    const kids = parent.children.map((id) => /** @type {Node} */ (model.get(id)));
    if (kids.length === 0) continue;
    const pointer = model.along(p), row = model.along(kids[0]).across, deep = model.sideways ? Math.max(reach, ...kids.map((kid) => halves.get(kid.id) ?? 0)) : reach;
    if (Math.abs(pointer.across - row) > deep) continue;
    for (let at = 0; at <= kids.length; at++) {
      const left = kids[at - 1], right = kids[at];
      const before = left && model.along(left).along, behind = right && model.along(right).along;
      const from = left ? before + heart * span(left) : behind - span(right) - beyond;
      const to = right ? behind - heart * span(right) : before + span(left) + beyond;
      if (pointer.along < from || pointer.along > to) continue;
      const along = left && right ? (before + behind) / 2 : left ? before + span(left) + 14 : behind - span(right) - 14;
      return { to: parent.id, at, into: false, ...model.at(along, row), why: inside(parent.id) ? "not below itself" : "" };
    }
  }
  return null;
}
