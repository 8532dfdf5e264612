// Checks of scores that need no request to the server. Scores are whole
// numbers of millionths, as on the server: 0.1 + 0.2 is 0.3.

export const unit = 1_000_000;

/** The largest score, and decimal places of one. */
const largest = 1_000_000_000, places = 6;

/** A number as JSON writes it. */
export const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** minp or maxp of a tree: a number for all players, or one for each. @typedef {number | number[] | null} Limits */

/** The limit of a player, from 0; undefined: there is none. @param {Limits | undefined} limits @param {number} player */
export const limitOf = (limits, player) => (Array.isArray(limits) ? limits[player] : limits ?? undefined);

/** @param {number} value */
const millionths = (value) => Math.round(value * unit);

/**
 * The last score, where the sum is known; null where the others are no
 * numbers, or leave less than the least score; pure.
 * @param {string[]} others @param {number} most @param {number} [least]
 */
export function left(others, most, least = 0) {
  let sum = 0;
  for (const text of others) {
    if (!number.test(text)) return null;
    sum += millionths(Number(text));
  }
  const rest = millionths(most) - sum;
  return rest < millionths(least) ? null : String(rest / unit);
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
 * @param {{kind?: string, maxsum?: number, minp?: Limits, maxp?: Limits}} tree
 * @returns {{field: number, message: string} | null}
 */
export function misfit(texts, tree) {
  const values = texts.map(Number);
  for (const [field, text] of texts.entries()) {
    const value = values[field];
    if (!number.test(text)) return { field, message: `${JSON.stringify(text)} is not a number` };
    if (Math.abs(value) > largest) return { field, message: `${text} is larger than ${largest} in size, the largest number that is allowed` };
    if (millionths(value) / unit !== value) return { field, message: `${text} has more than ${places} decimal places` };
  }
  if ((tree.kind ?? "maxn") !== "maxn") return null;
  for (const [field, value] of values.entries()) {
    const least = limitOf(tree.minp, field);
    if (least !== undefined && value < least) return { field, message: `player ${field + 1} has ${value}, less than minp, which is ${least}` };
  }
  for (const [field, value] of values.entries()) {
    const most = limitOf(tree.maxp, field);
    if (most !== undefined && value > most) return { field, message: `player ${field + 1} has ${value}, more than maxp, which is ${most}` };
  }
  if (values.every((value) => value >= 0)) {
    const field = values.findIndex((value) => tree.maxsum !== undefined && value > tree.maxsum);
    if (field >= 0) return { field, message: `player ${field + 1} has ${values[field]}, more than maxsum, which is ${tree.maxsum}` };
  }
  const sum = values.reduce((sum, value) => sum + millionths(value), 0);
  if (tree.maxsum === undefined || sum <= millionths(tree.maxsum)) return null;
  return { field: -1, message: `the scores add up to ${sum / unit}, more than maxsum, which is ${tree.maxsum}` };
}
