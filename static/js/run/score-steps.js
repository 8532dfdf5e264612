// A score goes up or down by a step. Where all of maxsum is given away, another
// player gives way.

import { add, exact, least as smaller, most as larger, negative, order, subtract, textOf, total, typedNumber, zero } from "../shared/exact.js";
import { limitOf } from "../shared/scores.js";

/** @typedef {import("../shared/exact.js").Exact} Exact */
/** @typedef {import("../shared/exact.js").Score} Score */
/** @typedef {import("../shared/scores.js").Limits} Limits */

/**
 * The scores after one has gone up. What is then more than maxsum is taken from
 * the others: from the one with the most first, the last of equals. They are left
 * as they are where a score is no number, and where there is no maxsum. Pure.
 * @param {string[]} scores @param {number} field  the score that goes up @param {Score} by
 * @param {{maxsum?: Score, minp?: Limits, maxp?: Limits}} tree
 * @returns {{scores: string[], gave: number[], full: boolean}}  gave: who gave way; full: this player has the most there is
 */
export function raise(scores, field, by, tree) {
  const values = scores.map(typedNumber), maxsum = exact(tree.maxsum);
  // Where minp is not given, nobody is taken below 0, or below what is less already.
  const bottoms = values.map((v, i) => exact(limitOf(tree.minp, i)) ?? smaller(v ?? zero, zero));
  const from = values[field] ?? zero, maxp = exact(limitOf(tree.maxp, field));
  let to = add(from, exact(by) ?? zero);
  if (maxsum) to = smaller(to, subtract(maxsum, total(bottoms.filter((_, i) => i !== field))));
  if (maxp) to = smaller(to, maxp);
  to = larger(from, to);
  values[field] = to;
  /** @type {Set<number>} */
  const gave = new Set();
  // What was too much before is the person's own doing, and stays.
  const known = values.flatMap((v) => v ?? []), whole = known.length === values.length;
  let over = maxsum && whole ? smaller(subtract(to, from), subtract(total(known), maxsum)) : zero;
  while (over.over > 0n) {
    const giver = values.reduce((best, v, i) => (i !== field && v && order(v, bottoms[i]) > 0 && (best < 0 || order(v, values[best] ?? v) >= 0) ? i : best), -1);
    const has = values[giver];
    if (!has) break;
    const gives = smaller(over, subtract(has, bottoms[giver]));
    values[giver] = subtract(has, gives);
    over = subtract(over, gives);
    gave.add(giver);
  }
  return { scores: values.map((v, i) => (v ? textOf(v) : scores[i])), gave: [...gave], full: order(to, from) === 0 };
}

/**
 * A score after a step, and not below the least one; what is no number counts as 0; pure.
 * @param {string} text @param {Score} by @param {1 | -1} direction @param {Score | undefined} least  undefined: there is none
 */
export function stepped(text, by, direction, least) {
  const from = typedNumber(text) ?? zero, step = exact(by) ?? zero, bottom = exact(least);
  const to = add(from, direction > 0 ? step : negative(step));
  return textOf(bottom ? larger(bottom, to) : to);
}
