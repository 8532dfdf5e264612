// Two texts that differ in one place, and the parts of a text as it changes.
// No DOM here.

/** @typedef {{at: number, removed: number, added: number}} Splice */

/**
 * The one place where two texts differ; pure.
 * @param {string} before @param {string} after @returns {Splice}
 */
export function splice(before, after) {
  const most = Math.min(before.length, after.length);
  let at = 0;
  while (at < most && before[at] === after[at]) at++;
  let same = 0;
  while (same < most - at && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { at, removed: before.length - at - same, added: after.length - at - same };
}

/**
 * Where the parts of a text are after it was changed in one place; pure.
 * @param {number[]} spans  begin and end of each part @param {Splice} change
 */
export function shifted(spans, { at, removed, added }) {
  return spans.map((p) => (p <= at ? p : p >= at + removed ? p + added - removed : Math.min(p, at + added)));
}

/**
 * The smallest part that holds a place; -1: none; pure.
 * @param {number[]} spans @param {number} place
 */
export function partAt(spans, place) {
  let best = -1, least = Infinity;
  for (let n = 0; 2 * n + 1 < spans.length; n++) {
    const from = spans[2 * n], to = spans[2 * n + 1];
    if (from <= place && place <= to && to - from < least && to > from) {
      best = n;
      least = to - from;
    }
  }
  return best;
}

/**
 * Where a line and column of a text are; pure.
 * @param {string} text @param {number} line from 1 @param {number} column from 1
 */
export function offsetOf(text, line, column) {
  let at = 0;
  for (let n = 1; n < line; n++) {
    const end = text.indexOf("\n", at);
    if (end < 0) break;
    at = end + 1;
  }
  return Math.min(text.length, at + column - 1);
}
