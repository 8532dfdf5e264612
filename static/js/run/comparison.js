// The results of every algorithm on a tree: requested from the server, and
// compared with those before a leaf was changed. No DOM here.

import { under } from "../shared/base.js";
import { parseJSON, valueInPrint } from "../shared/exact.js";

/** @typedef {import("../shared/exact.js").Score | import("../shared/exact.js").Score[]} Value */
/**
 * @typedef {object} Run
 * @property {string} algorithm
 * @property {string} name
 * @property {Record<string, boolean>} options  those that are on
 * @property {boolean} sound
 * @property {boolean} [estimate]  the value is a mean of samples, so it is never wrong
 * @property {Value | null} value
 * @property {{value: Value, agrees: boolean} | null} truth
 * @property {number[]} cut  nodes that were cut and never entered
 * @property {{path: string, message: string}} [error]
 */
/** @typedef {{truth: Value | null, runs: Run[]}} Comparison */
/** @typedef {{path: string, message: string}} Fault */

/**
 * @typedef {object} Change
 * @property {Run} before
 * @property {Run} after
 * @property {boolean} changes  another value
 * @property {boolean} wrong    the value is known to be wrong now
 * @property {number[]} comes   nodes that are cut now and were not before
 * @property {number[]} goes    nodes that were cut before and are not now
 */

/** A request that the server rejected, with its message. */
export class Rejected extends Error {
  /** @param {Fault} fault */
  constructor(fault) {
    super(fault.message);
    this.path = fault.path;
  }
}

/**
 * Requests the results of every algorithm.
 * @param {string} body @param {AbortSignal} [signal] @returns {Promise<Comparison>}
 */
export async function compare(body, signal) {
  const answer = await fetch(under("/api/v1/compare"), { method: "POST", headers: { "Content-Type": "application/json" }, body, signal });
  const result = parseJSON(await answer.text());
  if (!answer.ok) throw new Rejected(result.errors?.[0] ?? { path: "", message: result.detail });
  return result;
}

/**
 * The differences, run by run; pure. Both must be of one tree.
 * @param {Comparison} before @param {Comparison} after @returns {Change[]}
 */
export function changes(before, after) {
  return after.runs.flatMap((run) => {
    const old = before.runs.find((r) => same(r, run));
    if (!old) return [];
    return [{
      before: old,
      after: run,
      changes: JSON.stringify(old.value) !== JSON.stringify(run.value),
      wrong: run.truth !== null && !run.truth.agrees && !run.estimate,
      comes: run.cut.filter((n) => !old.cut.includes(n)),
      goes: old.cut.filter((n) => !run.cut.includes(n)),
    }];
  });
}

/**
 * Whether both are the same algorithm with the same options; root and depth do not count as options.
 * @param {{algorithm: string, options?: Record<string, any>}} a
 * @param {{algorithm: string, options?: Record<string, any>}} b
 */
export function same(a, b) {
  const on = (/** @type {Record<string, any> | undefined} */ o) => Object.keys(o ?? {}).filter((k) => o?.[k] === true).sort().join();
  return a.algorithm === b.algorithm && on(a.options) === on(b.options);
}

/** A value as the papers print it; pure. @param {Value | null} value */
export const inPrint = (value) => (value === null ? "no value" : valueInPrint(value));

/** a, b and c; pure. @param {string[]} names */
export function inWords(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}
