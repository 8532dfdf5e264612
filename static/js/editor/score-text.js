// Scores as they are typed: vectors, suggestions, what is drawn at the node
// meanwhile. No DOM here.

import { left } from "../shared/scores.js";

const number = /^-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** @param {string} text */
export const isNumber = (text) => number.test(text);

/** The largest score in size, and decimal places of one: as the server has them. */
const most = 1_000_000_000, decimals = 6;

/**
 * Why a text is not a score; empty: it is one; pure.
 * @param {string} text @param {boolean} [signed]  it may be negative
 */
export function wrongScore(text, signed = false) {
  const parts = number.exec(text);
  if (!parts) return `“${text}” is not a number; wanted is a number with at most ${decimals} decimals, such as 0.25.`;
  const value = Number(text), fraction = (/\.(\d*)/.exec(parts[1])?.[1] ?? "").replace(/0+$/, "");
  if (Math.abs(value) > most) return `${text} is too large; the largest number is ${most.toLocaleString("en")}.`;
  if (value < 0 && !signed) return `${text} is negative; wanted is 0 or more.`;
  if (value !== 0 && fraction.length - Number(parts[2]?.slice(1) ?? 0) > decimals) return `${text} has too many decimals; a number has at most ${decimals}.`;
  return "";
}

/**
 * What is left for the last player, where the others are typed and the sum of
 * every outcome is known; null otherwise; pure.
 * @param {string[]} typed @param {number | null | undefined} maxsum
 */
export function suggestion(typed, maxsum) {
  if (maxsum === null || maxsum === undefined || typed.length < 2) return null;
  const others = typed.slice(0, -1).map((t) => t.trim());
  return others.every(isNumber) ? left(others.map((t) => String(Number(t))), maxsum) : null;
}

/**
 * A leaf's value from its fields: null is unknown; pure.
 * @param {string[]} typed @param {number | null | undefined} maxsum @param {boolean} [signed]
 * @returns {{value: number[] | null} | {field: number, message: string}}
 */
export function valueOf(typed, maxsum, signed) {
  const texts = typed.map((t) => t.trim().replace(/[,\s]+$/, "")), count = texts.join(" ").trim().split(/[,\s]+/).length;
  if (count > texts.length) return { field: texts.length - 1, message: texts.length === 1 ? "One number is wanted." : `${count} scores are typed, and there are ${texts.length} players.` };
  if (texts.some((t) => t === "?") || texts.every((t) => t === "")) return { value: null };
  const rest = suggestion(texts, maxsum);
  if (texts[texts.length - 1] === "" && rest !== null) texts[texts.length - 1] = rest;
  for (const [field, text] of texts.entries()) {
    if (text === "") return { field, message: texts.length === 1 ? "The value is missing." : `Player ${field + 1}’s score is missing; ? makes the whole value unknown.` };
    const message = wrongScore(text, signed);
    if (message) return { field, message };
  }
  return { value: texts.map(Number) };
}

/**
 * What is drawn at the leaf while it is typed; pure.
 * @param {string[]} typed @param {number | null | undefined} maxsum
 */
export function drawn(typed, maxsum) {
  const texts = typed.map((t) => t.trim());
  if (texts.includes("?") || texts.every((t) => t === "")) return "?";
  const rest = suggestion(texts, maxsum);
  if (texts[texts.length - 1] === "" && rest !== null) texts[texts.length - 1] = rest;
  const print = texts.map((t) => (t === "" ? "·" : t.replace("-", "−")));
  return print.length === 1 ? print[0] : `(${print.join(", ")})`;
}

/**
 * A vector in one field: "0, 0, 0", "(0,0,0)"; empty is none; pure.
 * @param {string} text @param {number} width @param {boolean} [signed]
 * @returns {{vector: number[] | null} | {message: string}}
 */
export function vectorOf(text, width, signed) {
  const inside = text.trim().replace(/^\((.*)\)$/, "$1").trim();
  if (inside === "") return { vector: null };
  const parts = inside.split(/[\s,]+/);
  if (parts.length !== width) return { message: width === 1 ? "One number is wanted." : `${width} numbers are wanted, one a player, such as ${Array(width).fill("0").join(", ")}.` };
  const message = parts.map((p) => wrongScore(p, signed)).find((words) => words !== "");
  return message === undefined ? { vector: parts.map(Number) } : { message };
}

/**
 * Vectors with | between them; pure.
 * @param {string} text @param {number} width @param {boolean} [signed]
 * @returns {{vectors: number[][] | null} | {message: string}}
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

/** @param {(number | null)[] | null | undefined} vector */
export const inField = (vector) => (vector ? vector.map((v) => (v === null ? "?" : String(v))).join(", ") : "");
