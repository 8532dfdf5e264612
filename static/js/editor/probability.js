// Probabilities as they are typed: exact fractions and what is missing to 1. No DOM here.

import { multiply, negative, order, subtract, total, typedNumber, zero } from "../shared/exact.js";

/** @typedef {import("../shared/exact.js").Exact} Exact */

/** @type {Exact} */
const one = { over: 1n, under: 1n };
/** @type {Exact} */
const percent = { over: 1n, under: 100n };

/** The least that probabilities may differ from 1 in all and are not taken for rounded ones. @type {Exact} */
const rounding = { over: 1n, under: 1_000_000_000n };

/** Whether probabilities with a sum are read as ones that add up to 1, exact or rounded. @param {Exact} sum */
function isOne(sum) {
  const off = subtract(sum, one);
  return order(off, rounding) <= 0 && order(negative(off), rounding) <= 0;
}

/** A probability as a text: 1/3, 0.25, .5, 1 or 25%; null: it is none; pure. @param {string} text @returns {Exact | null} */
function probability(text) {
  const number = typedNumber(text.replace(/%\s*$/, "").replace(/\s*\/\s*/, "/"));
  if (!number || number.over < 0n) return null;
  return /%\s*$/.test(text) ? multiply(number, percent) : number;
}

/** A fraction as the server reads it; pure. @param {Exact} f */
const printed = ({ over, under }) => (under === 1n ? String(over) : `${over}/${under}`);

/** Why a text is no probability; empty: it is one, or nothing; pure. @param {string} text */
export function wrongProbability(text) {
  if (text.trim() === "") return "";
  const f = probability(text);
  if (!f) return `“${text}” is not a probability; enter one such as 1/3 or 0.25.`;
  return order(f, one) > 0 ? `${text.trim()} is more than 1; a probability is 0 to 1.` : "";
}

/** The edit's value of what was typed; pure. @param {string} text @returns {string | null} */
export function probabilityOf(text) {
  const f = probability(text);
  return f ? printed(f) : null;
}

/**
 * What the probabilities of a chance node add up to, as a sentence; pure.
 * @param {string[]} texts  of its moves; empty: it has none
 */
export function sumWords(texts) {
  const given = texts.filter((t) => t.trim() !== "").map(probability), missing = texts.length - given.length;
  if (texts.length === 0) return "";
  if (given.length === 0) return texts.length === 1 ? "The move is certain." : `All moves are equally likely, ${printed({ over: 1n, under: BigInt(texts.length) })} each.`;
  const known = given.filter((f) => f !== null);
  if (known.length < given.length) return "A probability cannot be read yet.";
  if (missing === 0 && isOne(total(known)) && order(total(known), one) !== 0) return "Adds up to 1, but for rounding; the nearest fractions are kept.";
  const sum = total(known), rest = subtract(one, sum), words = [`Adds up to ${printed(sum)}`];
  if (order(rest, zero) > 0) words.push(`${printed(rest)} is missing`);
  if (order(rest, zero) < 0) words.push(`${printed(negative(rest))} too much`);
  if (missing > 0) words.push(missing === 1 ? "1 move has none yet" : `${missing} moves have none yet`);
  return `${words.join("; ")}.`;
}

/** Whether the probabilities add up to 1, or are all equal; pure. @param {string[]} texts */
export function addsUp(texts) {
  if (texts.every((t) => t.trim() === "")) return true;
  const given = texts.map((t) => (t.trim() === "" ? null : probability(t))), known = given.filter((f) => f !== null);
  return known.length === given.length && isOne(total(known));
}
