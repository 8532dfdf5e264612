// How presented runs are arranged, so that their trees fill the window. A pure function; the
// places of trees and texts are in lockstep.css.

/** @typedef {import("../shared/viewport-math.js").Size} Size */

/**
 * Beside each other with the texts below, three in a square whose fourth quarter has the
 * texts, or one below the other with the texts beside them, or below them in an upright window.
 * @typedef {"row" | "square" | "column"} Arrangement
 */

/** What the texts take, as lockstep.css has it: of the height below a row, above it in letters; of the width beside a column. */
const belowRow = 0.17, aboveRow = 5.3, besideColumn = 0.4, heading = 1.6;
/** The margin of a picture above and below its tree, in its units; and what the trees are to take of the height of the window. */
const margin = 50, enough = 0.6;

/**
 * The one with the largest trees among those whose trees take enough of the height.
 * @param {Size} tree @param {Size} window @param {number} runs @param {number} letter  pixels
 * @returns {Arrangement}
 */
export function arrangement(tree, { w, h }, runs, letter) {
  if (h > w) return "column";
  const one = (/** @type {Arrangement} */ name, /** @type {number} */ width, /** @type {number} */ height, /** @type {number} */ rows) => {
    const scale = Math.min(width / tree.w, height / tree.h);
    return { name, scale, fills: (scale * (tree.h - margin) * rows) / h >= enough };
  };
  const all = [one("row", w / runs, h * (1 - belowRow) - aboveRow * letter, 1), one("column", w * (1 - besideColumn), h / runs, runs)];
  if (runs === 3) all.push(one("square", w / 2, h / 2 - heading * letter, 2));
  return all.reduce((best, next) => (next.fills !== best.fills ? next.fills : next.scale > best.scale) ? next : best).name;
}
