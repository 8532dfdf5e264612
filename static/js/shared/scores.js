// Checks of scores that need no request to the server, with exact numbers
// (exact.js): the last score that is left, and what a leaf cannot have.

import { exact, order, parse, subtract, textOf, total, typedNumber } from "./exact.js";

/** @typedef {import("./exact.js").Score} Score */
/** minp or maxp of a tree: a number for all players, or one for each. @typedef {Score | Score[] | null} Limits */

/** The limit of a player, from 0; undefined: there is none. @param {Limits | undefined} limits @param {number} player */
export const limitOf = (limits, player) => (Array.isArray(limits) ? limits[player] : limits ?? undefined);

/**
 * The last score, where the sum is known; null where the others are no
 * numbers, or leave less than the least score; pure. Where no least score is
 * given it is 0, or unknown if another score is below 0, as on the server.
 * @param {string[]} others @param {Score} most @param {Score} [least]
 */
export function left(others, most, least) {
  const numbers = others.flatMap((text) => typedNumber(text) ?? []), whole = exact(most);
  if (!whole || numbers.length < others.length) return null;
  const rest = subtract(whole, total(numbers)), bottom = exact(least ?? (numbers.some(({ over }) => over < 0n) ? null : 0));
  return bottom && order(rest, bottom) < 0 ? null : textOf(rest);
}

/**
 * A comma or a blank that is typed in the field of a score goes on to the next
 * player, and a whole value fills the fields: (5, 2, 2), 5 2 2 or 5,2,2. What is
 * too much stays in the last field, which is refused then.
 * @param {HTMLInputElement[]} fields @param {EventTarget | null} typed  the field
 */
export function spreadScores(fields, typed) {
  const from = fields.findIndex((f) => f === typed), at = fields[from], room = fields.length - from;
  if (!at) return;
  const bare = at.value.replace(/[()]/g, "");
  if (at.value !== bare) at.value = bare;
  if (bare.trim() === "") at.value = ""; // a blank behind the comma
  const parts = at.value.replace(/^\s+/, "").split(/[,\s]+/);
  if (parts.length === 1 || room === 1) return;
  const scores = [...parts.slice(0, room - 1), parts.slice(room - 1).filter((text) => text !== "").join(", ")];
  scores.forEach((text, i) => {
    if (text !== "" || i === 0) fields[from + i].value = text;
  });
  const next = fields[from + Math.min(parts.length, room) - 1];
  next.focus();
  next.select();
}

/**
 * Why the texts cannot be the scores of a leaf of that tree document, in the
 * server's words, and the field with the fault (-1: all of them); null where no
 * fault is found; pure. Only the server checks them against bounds above the leaf.
 * @param {string[]} texts
 * @param {{kind?: string, maxsum?: Score, minp?: Limits, maxp?: Limits}} tree
 * @returns {{field: number, message: string} | null}
 */
export function misfit(texts, tree) {
  /** @type {import("./exact.js").Exact[]} */
  const values = [];
  for (const [field, text] of texts.entries()) {
    const value = parse(text);
    if (typeof value === "string") return { field, message: value };
    values.push(value);
  }
  if ((tree.kind ?? "maxn") !== "maxn") return null;
  const beyond = (/** @type {number} */ field, /** @type {Score | undefined} */ limit, /** @type {number} */ side, /** @type {string} */ words) => {
    const bound = exact(limit), value = values[field];
    return bound && order(value, bound) * side > 0 ? { field, message: `player ${field + 1} has ${textOf(value)}, ${words}, which is ${textOf(bound)}` } : null;
  };
  const all = [...values.keys()], maxsum = exact(tree.maxsum);
  for (const field of all) {
    const fault = beyond(field, limitOf(tree.minp, field), -1, "less than minp");
    if (fault) return fault;
  }
  for (const field of all) {
    const fault = beyond(field, limitOf(tree.maxp, field), 1, "more than maxp");
    if (fault) return fault;
  }
  for (const field of values.every(({ over }) => over >= 0n) ? all : []) {
    const fault = beyond(field, tree.maxsum, 1, "more than maxsum");
    if (fault) return fault;
  }
  const sum = total(values);
  if (!maxsum || order(sum, maxsum) <= 0) return null;
  return { field: -1, message: `the scores add up to ${textOf(sum)}, more than maxsum, which is ${textOf(maxsum)}` };
}
