// The values of a leaf that is changed one point at a time.

import { add, order, subtract, textOf, typedNumber } from "../shared/exact.js";

/** The most values of a slider, as many as a question allows. */
const mostValues = 25;

/**
 * The values from one to another as they are printed, if each score is moved by one point at a time; empty: the other
 * one is not reached; pure.
 * @param {string} from  as it is printed @param {any} to  as JSON has it @returns {string[]}
 */
export function valuesBetween(from, to) {
  const read = (/** @type {string} */ text) => text.replace(/[()]/g, "").replaceAll("−", "-").split(",").flatMap((one) => typedNumber(one) ?? []);
  const far = [to].flat().flatMap((score) => typedNumber(String(score)) ?? []), one = { over: 1n, under: 1n }, values = [];
  let at = read(from);
  if (at.length !== far.length) return [];
  for (; values.length < mostValues; at = at.map((score, i) => (order(score, far[i]) === 0 ? score : order(score, far[i]) < 0 ? add(score, one) : subtract(score, one)))) {
    const print = at.map((score) => textOf(score).replace("-", "−")).join(", ");
    values.push(Array.isArray(to) ? `(${print})` : print);
    if (at.every((score, i) => order(score, far[i]) === 0)) return values;
  }
  return [];
}
