// A score goes up or down by a step. Where all of maxsum is given away, another
// player gives way.

import { limitOf, number, unit } from "../shared/scores.js";

/**
 * The scores after one has gone up. What is then more than maxsum is taken from
 * the others: from the one with the most first, the last of equals. They are left
 * as they are where a score is no number, and where there is no maxsum. Pure.
 * @param {string[]} scores @param {number} field  the score that goes up @param {number} by
 * @param {{maxsum?: number, minp?: import("../shared/scores.js").Limits, maxp?: import("../shared/scores.js").Limits}} tree
 * @returns {{scores: string[], gave: number[], full: boolean}}  gave: who gave way; full: this player has the most there is
 */
export function raise(scores, field, by, tree) {
  const values = scores.map((s) => (number.test(s) ? Math.round(Number(s) * unit) : NaN)), step = Math.round(by * unit);
  const least = values.map((_, i) => (limitOf(tree.minp, i) ?? 0) * unit), others = least.reduce((a, b, i) => (i === field ? a : a + b), 0);
  const most = Math.min((tree.maxsum ?? Infinity) * unit - others, (limitOf(tree.maxp, field) ?? Infinity) * unit);
  const from = Number.isNaN(values[field]) ? 0 : values[field];
  const to = Math.max(from, Math.min(from + step, Math.round(most)));
  values[field] = to;
  /** @type {Set<number>} */
  const gave = new Set();
  const sum = values.reduce((a, b) => a + b, 0);
  // What was too much before is the person's own doing, and stays.
  for (let over = Math.min(to - from, sum - Math.round((tree.maxsum ?? Infinity) * unit)); over > 0;) {
    const giver = values.reduce((best, v, i) => (i !== field && v > least[i] && (best < 0 || v >= values[best]) ? i : best), -1);
    if (giver < 0) break;
    const gives = Math.min(over, values[giver] - least[giver]);
    values[giver] -= gives;
    over -= gives;
    gave.add(giver);
  }
  return { scores: values.map((v, i) => (Number.isNaN(v) ? scores[i] : String(v / unit))), gave: [...gave], full: to === from };
}

/** @param {string} text @param {number} by */
export function stepped(text, by) {
  const from = number.test(text) ? Math.round(Number(text) * unit) : 0;
  return (from + Math.round(by * unit)) / unit;
}
