// Scores as they are typed: vectors, suggestions, what is drawn at the node
// meanwhile. No DOM here.

import { jsonOf, scoreText, typedNumber, wrongNumber, zero } from "../shared/exact.js";
import { left } from "../shared/scores.js";

/** @typedef {import("../shared/exact.js").Score} Score */

/** @param {string} text */
export const isNumber = (text) => typedNumber(text) !== null;

/** A typed number as an edit has it; it must be one; pure. @param {string} text */
export const scoreOf = (text) => jsonOf(typedNumber(text) ?? zero);

/**
 * Why a text is not a score; empty: it is one; pure.
 * @param {string} text @param {boolean} [signed]  it may be negative
 */
export function wrongScore(text, signed = false) {
  const wrong = wrongNumber(text).replace(/^"(.*)" is/, "“$1” is");
  if (wrong) return wrong.endsWith("is not a number") ? `${wrong}; enter a decimal or a fraction, such as 0.25 or 1/3.` : `${wrong}.`;
  return !signed && scoreText(scoreOf(text)).startsWith("-") ? `${text} is negative; enter 0 or more.` : "";
}

/**
 * What is left for the last player, where the others are typed and the sum of
 * every outcome is known; null otherwise; pure.
 * @param {string[]} typed @param {Score | null | undefined} maxsum @param {Score} [least]  that the last player can have
 */
export function suggestion(typed, maxsum, least) {
  if (maxsum === null || maxsum === undefined || typed.length < 2) return null;
  return left(typed.slice(0, -1), maxsum, least);
}

/**
 * The last score, where it is the only one that is not typed and the sum gives it; null otherwise; pure.
 * It is tentative until Enter, or a click elsewhere, takes it.
 * @param {string[]} typed @param {Score | null | undefined} maxsum @param {Score} [least]  that the last player can have
 */
export function tentative(typed, maxsum, least) {
  const texts = typed.map((t) => t.trim());
  return texts[texts.length - 1] !== "" || texts.every((t) => t === "") ? null : suggestion(texts, maxsum, least);
}

/**
 * A leaf's value from its fields: null is unknown; pure.
 * @param {string[]} typed @param {Score | null | undefined} maxsum @param {boolean} [signed] @param {Score} [least]  that the last player can have
 * @returns {{value: Score[] | null} | {field: number, message: string}}
 */
export function valueOf(typed, maxsum, signed, least) {
  const texts = typed.map((t) => t.trim().replace(/[,\s]+$/, "")), count = texts.join(" ").trim().split(/[,\s]+/).length;
  if (count > texts.length) return { field: texts.length - 1, message: texts.length === 1 ? "One number is needed." : `${count} scores are typed, and there are ${texts.length} players.` };
  if (texts.some((t) => t === "?") || texts.every((t) => t === "")) return { value: null };
  const rest = suggestion(texts, maxsum, least);
  if (texts[texts.length - 1] === "" && rest !== null) texts[texts.length - 1] = rest;
  for (const [field, text] of texts.entries()) {
    if (text === "") return { field, message: texts.length === 1 ? "The value is missing." : `Player ${field + 1}’s score is missing; ? makes the whole value unknown.` };
    const message = wrongScore(text, signed);
    if (message) return { field, message };
  }
  return { value: texts.map(scoreOf) };
}

/**
 * What is drawn at the leaf while it is typed; pure.
 * @param {string[]} typed @param {Score | null | undefined} maxsum @param {Score} [least]  that the last player can have
 */
export function drawn(typed, maxsum, least) {
  const texts = typed.map((t) => t.trim());
  if (texts.includes("?") || texts.every((t) => t === "")) return "?";
  const rest = tentative(texts, maxsum, least);
  if (rest !== null) texts[texts.length - 1] = `${rest}?`; // it is not typed
  const print = texts.map((t) => (t === "" ? "·" : t.replace("-", "−")));
  return print.length === 1 ? print[0] : `(${print.join(", ")})`;
}

/**
 * A vector in one field: "0, 0, 0", "(0,0,0)"; empty is none; pure.
 * @param {string} text @param {number} width @param {boolean} [signed]
 * @returns {{vector: Score[] | null} | {message: string}}
 */
export function vectorOf(text, width, signed) {
  const inside = text.trim().replace(/^\((.*)\)$/, "$1").trim();
  if (inside === "") return { vector: null };
  const parts = inside.split(/[\s,]+/);
  if (parts.length !== width) return { message: width === 1 ? "One number is needed." : `${width} numbers are needed, one for each player, such as ${Array(width).fill("0").join(", ")}.` };
  const message = parts.map((p) => wrongScore(p, signed)).find((words) => words !== "");
  return message === undefined ? { vector: parts.map(scoreOf) } : { message };
}

/**
 * Vectors with | between them; pure.
 * @param {string} text @param {number} width @param {boolean} [signed]
 * @returns {{vectors: Score[][] | null} | {message: string}}
 */
export function alternativesOf(text, width, signed) {
  if (text.trim() === "") return { vectors: null };
  const vectors = [];
  for (const part of text.split("|")) {
    const one = vectorOf(part, width, signed);
    if ("message" in one) return one;
    if (one.vector === null) return { message: "A value is missing beside |." };
    vectors.push(one.vector);
  }
  return { vectors };
}

/** @param {(Score | null)[] | null | undefined} vector */
export const inField = (vector) => (vector ? vector.map((v) => (v === null ? "?" : scoreText(v))).join(", ") : "");
