// The aligned runs: what moves at each moment, and how far a step of each size goes.
// No DOM here.

import { lastAtOrBefore } from "../run/lists.js";

/** @typedef {import("../run/timeline.js").StepSize} StepSize */

/**
 * The step of each run at each moment, from the moves: a digit a moment, one
 * bit a run; pure.
 * @param {string} moves @param {number} runs @returns {Int32Array[]}
 */
export function positions(moves, runs) {
  return Array.from({ length: runs }, (_, run) => {
    const steps = new Int32Array(moves.length);
    for (let m = 0, at = -1; m < moves.length; m++) {
      if (moved(moves, run, m)) at++;
      steps[m] = at;
    }
    return steps;
  });
}

/** Whether a run moves on at a moment; pure. @param {string} moves @param {number} run @param {number} m */
export function moved(moves, run, m) {
  return ((moves.charCodeAt(m) - 48) & (1 << run)) !== 0;
}

/**
 * The moments of each size, or of a larger one. The first and the last are of every size; pure.
 * @param {string} digits  a size a moment @returns {Record<StepSize, number[]>}
 */
export function stopsOf(digits) {
  const last = digits.length - 1, all = [...digits].map(Number);
  const of = (/** @type {number} */ size) => all.flatMap((s, m) => (s >= size || m === 0 || m === last ? m : []));
  return { events: of(0), decisions: of(1), cuts: of(2) };
}

/** The stop after a moment (direction 1), or the one before it; the first or the last, where there is none; pure. @param {number[]} stops @param {number} m @param {1 | -1} direction */
export function stop(stops, m, direction) {
  const i = direction > 0 ? lastAtOrBefore(stops, m) + 1 : lastAtOrBefore(stops, m - 1);
  return stops[Math.max(0, Math.min(stops.length - 1, i))];
}

/** The stop that is nearest to a moment; pure. @param {number[]} stops @param {number} m */
export function nearest(stops, m) {
  const before = stop(stops, m + 1, -1), after = stop(stops, m - 1, 1);
  return m - before < after - m ? before : after;
}
