// Probabilities as they are typed: exact fractions and what is missing to 1. No DOM here.

/** An exact fraction in lowest terms; d is above 0. @typedef {{n: bigint, d: bigint}} Fraction */

/** @param {bigint} a @param {bigint} b @returns {bigint} */
const gcd = (a, b) => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));

/** @param {bigint} n @param {bigint} d @returns {Fraction} */
function fraction(n, d) {
  const by = gcd(n, d) || 1n;
  return { n: n / by, d: d / by };
}

const one = fraction(1n, 1n);
/** The longest text that is read: longer numbers are refused by the server, too. */
const longest = 40;

/** A probability as a text: 1/3, 0.25, .5, 1 or 25%; null: it is none; pure. @param {string} text @returns {Fraction | null} */
function fractionOf(text) {
  const parts = /^(\d+)\s*\/\s*(\d+)$/.exec(text.trim()), decimal = /^(\d*)\.?(\d*)\s*(%?)$/.exec(text.trim());
  if (text.length > longest) return null;
  if (parts) return BigInt(parts[2]) === 0n ? null : fraction(BigInt(parts[1]), BigInt(parts[2]));
  if (!decimal || decimal[1] + decimal[2] === "") return null;
  return fraction(BigInt(decimal[1] + decimal[2]), 10n ** BigInt(decimal[2].length + (decimal[3] ? 2 : 0)));
}

/** A fraction as the server reads it; pure. @param {Fraction} f */
const printed = ({ n, d }) => (d === 1n ? String(n) : `${n}/${d}`);

/** Why a text is no probability; empty: it is one, or nothing; pure. @param {string} text */
export function wrongProbability(text) {
  if (text.trim() === "") return "";
  const f = fractionOf(text);
  if (!f) return `“${text}” is no probability; wanted is one such as 1/3 or 0.25.`;
  return f.n > f.d ? `${text.trim()} is more than 1; a probability is 0 to 1.` : "";
}

/** The edit's value of what was typed; pure. @param {string} text @returns {string | null} */
export function probabilityOf(text) {
  const f = fractionOf(text);
  return f ? printed(f) : null;
}

/**
 * What the probabilities of a chance node add up to, as a sentence; pure.
 * @param {string[]} texts  of its moves; empty: it has none
 */
export function sumWords(texts) {
  const given = texts.filter((t) => t.trim() !== "").map(fractionOf), missing = texts.filter((t) => t.trim() === "").length;
  if (texts.length === 0) return "";
  if (given.length === 0) return texts.length === 1 ? "The move is certain." : `All moves are equally likely, ${printed(fraction(1n, BigInt(texts.length)))} each.`;
  if (given.includes(null)) return "A probability cannot be read yet.";
  const sum = given.reduce((/** @type {Fraction} */ a, b) => (b ? fraction(a.n * b.d + b.n * a.d, a.d * b.d) : a), fraction(0n, 1n));
  const rest = fraction(sum.d - sum.n, sum.d);
  const words = [`Adds up to ${printed(sum)}`];
  if (rest.n > 0n) words.push(`${printed(rest)} is missing`);
  if (rest.n < 0n) words.push(`${printed({ n: -rest.n, d: rest.d })} too much`);
  if (missing > 0) words.push(missing === 1 ? "1 move has none yet" : `${missing} moves have none yet`);
  return `${words.join("; ")}.`;
}

/** Whether the probabilities add up to 1, or are all equal; pure. @param {string[]} texts */
export function addsUp(texts) {
  const given = texts.map((t) => (t.trim() === "" ? null : fractionOf(t)));
  if (texts.every((t) => t.trim() === "")) return true;
  const sum = given.reduce((/** @type {Fraction | null} */ a, b) => (a && b ? fraction(a.n * b.d + b.n * a.d, a.d * b.d) : null), fraction(0n, 1n));
  return sum !== null && sum.n === one.n && sum.d === one.d;
}
