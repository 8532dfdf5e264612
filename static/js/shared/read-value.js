// A typed value: it is apart from exact.js, because the page of a run does not need it.

import { jsonOf, typedNumber } from "./exact.js";

/** Reads a typed value, a number or a vector, exactly; null: it is neither; pure. @param {string} text @returns {import("./exact.js").Score | import("./exact.js").Score[] | null} */
export function readValue(text) {
  const parts = text.replace(/[()]/g, " ").split(/[\s,]+/).filter(Boolean), scores = parts.flatMap((part) => typedNumber(part) ?? []).map(jsonOf);
  if (scores.length === 0 || scores.length < parts.length) return null;
  return scores.length === 1 ? scores[0] : scores;
}
