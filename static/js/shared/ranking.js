// How well an entry fits what is typed: the beginning of a word first, then a part of a word, then letters in order. No DOM here.

/** @typedef {{kind: string, name: string, more: string}} Entry */
/** @typedef {{words: string[], letters: string, more: string[]}} Prepared */

/** The words of a text, without case, accents and signs. @param {string} text */
const wordsOf = (text) => text.normalize("NFKD").toLowerCase().replace(/\p{M}|[’'^]/gu, "").split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** @type {WeakMap<Entry, Prepared>} */
const known = new WeakMap();

/** @param {Entry} entry */
function prepared(entry) {
  let p = known.get(entry);
  if (!p) {
    const words = wordsOf(entry.name);
    known.set(entry, (p = { words, letters: words.join(" "), more: wordsOf(`${entry.more} ${entry.kind}`) }));
  }
  return p;
}

/** Whether the letters of a word occur in a text in their order, the first one at the beginning of a word. @param {string} word @param {Prepared} entry */
function inOrder(word, { words, letters }) {
  if (word.length < 2 || !words.some((w) => w[0] === word[0])) return false;
  let at = -1;
  for (const letter of word) if ((at = letters.indexOf(letter, at + 1)) < 0) return false;
  return true;
}

/** Points of one typed word; 0: it is not there. @param {string} word @param {Prepared} entry @returns {number} */
function points(word, entry) {
  const { words, letters, more } = entry;
  if (words[0]?.startsWith(word)) return 6;
  if (words.some((w) => w.startsWith(word))) return 5;
  if (more.some((w) => w.startsWith(word))) return 3;
  if (letters.includes(word)) return 2;
  return inOrder(word, entry) ? 1 : 0;
}

/**
 * The entries that fit, the best first. Among equals a shorter name is first, then the order of the list.
 * @template {Entry} T
 * @param {string} text @param {T[]} entries @param {number} most @returns {T[]}
 */
export function best(text, entries, most) {
  const typed = wordsOf(text), found = [];
  for (const entry of entries) {
    const p = prepared(entry), each = typed.map((word) => points(word, p));
    if (each.every(Boolean)) found.push({ entry, least: Math.min(...each), sum: each.reduce((a, b) => a + b, 0), length: entry.name.length });
  }
  if (typed.length > 0) found.sort((a, b) => Number(b.least > 1) - Number(a.least > 1) || b.sum - a.sum || a.length - b.length);
  return found.slice(0, most).map(({ entry }) => entry);
}
