// The differences of two texts, applied to a third: what is typed while a text is
// being sent moves onto the text that comes back. No DOM here.

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

/** Most pairs of words that are compared between what two texts begin and end with in common. */
const mostPairs = 1_000_000;

/** @param {string} text @returns {{word: string, at: number}[]} */
const words = (text) => [...text.matchAll(/#[^\n]*|"(?:[^"\\\n]|\\.)*"|[[\](),|:]|[^\s[\](),|:#"]+|./gs)].filter((m) => m[0].trim() !== "").map((m) => ({ word: m[0], at: m.index }));

/**
 * The words that two texts have in common, in their order: where each is in
 * the one and in the other.
 * @param {string} before @param {string} after @returns {{a: number, b: number, length: number}[]}
 */
function common(before, after) {
  const a = words(before), b = words(after), most = Math.min(a.length, b.length);
  const alike = (/** @type {number} */ i, /** @type {number} */ j) => a[i].word === b[j].word;
  let head = 0, tail = 0;
  while (head < most && alike(head, head)) head++;
  while (tail < most - head && alike(a.length - 1 - tail, b.length - 1 - tail)) tail++;
  /** @type {number[][]} pairs of words that are the same */
  const pairs = [];
  for (let i = 0; i < head; i++) pairs.push([i, i]);
  const rows = a.length - head - tail, columns = b.length - head - tail;
  if (rows * columns <= mostPairs) {
    // The longest common subsequence: length[i][j] of what follows words i and j.
    const length = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1));
    for (let i = rows - 1; i >= 0; i--) {
      for (let j = columns - 1; j >= 0; j--) length[i][j] = alike(head + i, head + j) ? length[i + 1][j + 1] + 1 : Math.max(length[i + 1][j], length[i][j + 1]);
    }
    for (let i = 0, j = 0; i < rows && j < columns;) {
      if (alike(head + i, head + j)) pairs.push([head + i++, head + j++]);
      else if (length[i + 1][j] >= length[i][j + 1]) i++;
      else j++;
    }
  }
  for (let k = tail; k > 0; k--) pairs.push([a.length - k, b.length - k]);
  return pairs.map(([i, j]) => ({ a: a[i].at, b: b[j].at, length: a[i].word.length }));
}

/**
 * Where the places of a text are in another one with mostly the same words, with
 * other blanks and with changes in several places; pure.
 * @param {string} before @param {string} after @returns {(place: number) => number}
 */
export function places(before, after) {
  const shared = common(before, after);
  return (place) => {
    let low = 0, high = shared.length; // the first word that begins at the place or behind it
    while (low < high) {
      const middle = (low + high) >> 1;
      if (shared[middle].a < place) low = middle + 1;
      else high = middle;
    }
    const next = low < shared.length ? shared[low].b : after.length;
    if (low === 0) return Math.min(place, next);
    const { a, b } = shared[low - 1];
    return Math.min(b + place - a, next);
  };
}

/**
 * All places where two texts differ; pure.
 * @param {string} before @param {string} after @returns {{at: number, removed: number, text: string}[]}
 */
function changes(before, after) {
  const found = [];
  let a = 0, b = 0;
  for (const next of [...common(before, after), { a: before.length, b: after.length, length: 0 }]) {
    const was = before.slice(a, next.a), is = after.slice(b, next.b), { at, removed, added } = splice(was, is);
    if (removed + added > 0) found.push({ at: a + at, removed, text: is.slice(at, at + added) });
    a = next.a + next.length;
    b = next.b + next.length;
  }
  return found;
}

/**
 * Applies what was typed since a text was sent to the text that came back; pure.
 * @param {string} sent @param {string} typed @param {string} answer
 */
export function retyped(sent, typed, answer) {
  if (typed === sent) return answer;
  if (answer === sent) return typed;
  const place = places(sent, answer);
  let now = "", done = 0; // of the answer
  for (const { at, removed, text } of changes(sent, typed)) {
    const from = Math.max(done, place(at)), to = removed === 0 ? from : Math.max(from, place(at + removed));
    now += answer.slice(done, from) + text;
    done = to;
  }
  return now + answer.slice(done);
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
