// Exact numbers: scores and probabilities are decimals of up to 9 places, doubles, or
// fractions. They are read, written and refused as by the server, in
// trees/number.go; a Number of JavaScript would round 1/3, and most sums. No DOM
// here.

/** A number as JSON has it: 0.5, or "1/3". @typedef {number | string} Score */
/** The fraction over / under in lowest terms; under is above 0. @typedef {{readonly over: bigint, readonly under: bigint}} Exact */

/** The largest size of a number, and of both sides of a fraction. */
const largest = 1n << 62n;
/** The most decimal places of a decimal and of a double, and how many of the last place are 1. */
const places = 9, mostPlaces = 18, nanos = 10n ** 9n, mostParts = nanos * nanos;
/** How many characters of a text an error repeats. */
const mostQuoted = 40;

const decimal = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:e([+-]?\d+))?$/i, fraction = /^(-?\d+)\/(\d+)$/;

/** @type {Exact} */
export const zero = { over: 0n, under: 1n };

/** @param {bigint} over @param {bigint} under @returns {Exact} */
function reduced(over, under) {
  if (under === 1n) return { over, under };
  let a = over < 0n ? -over : over, b = under;
  while (a !== 0n) [a, b] = [b % a, a];
  return { over: over / b, under: under / b };
}

/** @param {string} text */
function short(text) {
  const characters = [...text];
  return characters.length <= mostQuoted ? text : `${characters.slice(0, mostQuoted).join("")}…`;
}

/**
 * A number that is typed, or that JSON gives: 3, -0.5, 1e-3, "1/3", "−7/2"; or why
 * it is none, in the server's words; pure.
 * @param {Score} score @returns {Exact | string}
 */
export function parse(score) {
  if (typeof score === "number" && Number.isSafeInteger(score)) return { over: BigInt(score), under: 1n };
  const text = String(score), plain = text.replace(/^−/, "-");
  const parts = fraction.exec(plain);
  if (parts) return parseFraction(text, parts);
  if (plain.includes("/")) return `${JSON.stringify(short(text))} is not a number; a fraction has digits on both sides, such as -7/2`;
  const number = decimal.exec(plain);
  if (!number) return `${JSON.stringify(short(text))} is not a number`;
  const [, sign, whole, places = "", power = "0"] = number;
  return parseDecimal(text, sign, whole, places, Number(power));
}

/** @param {string} text @param {string} sign @param {string} whole @param {string} fraction @param {number} power @returns {Exact | string} */
function parseDecimal(text, sign, whole, fraction, power) {
  // The size is digits times 10 to the power of shift.
  const mantissa = (whole + fraction).replace(/^0+/, ""), digits = mantissa.replace(/0+$/, "");
  let shift = power - fraction.length + mantissa.length - digits.length, size = BigInt(digits);
  if (size === 0n) return zero;
  const tooLarge = `${short(text)} is larger than ${largest} in size, the largest number that is allowed`;
  if (digits.length + shift > String(largest).length) return tooLarge;
  if (shift < -places) { // a double: its shortest decimal, rounded
    const [, , first, rest = "", exponent] = /** @type {RegExpExecArray} */ (decimal.exec(Number(`${whole}.${fraction}e${power}`).toExponential()));
    shift = Number(exponent) - rest.length;
    const spare = 10n ** BigInt(Math.min(400, Math.max(0, -shift - mostPlaces)));
    size = (BigInt(first + rest) + spare / 2n) / spare;
    shift = Math.max(shift, -mostPlaces);
    if (size === 0n) return `${short(text)} has more than ${mostPlaces} decimal places`;
  }
  size *= 10n ** BigInt(Math.max(0, shift));
  const number = reduced(sign ? -size : size, 10n ** BigInt(Math.max(0, -shift)));
  return fits(number) ? number : tooLarge;
}

/** @param {string} text @param {RegExpExecArray} parts @returns {Exact | string} */
function parseFraction(text, parts) {
  if (/^0*$/.test(parts[2])) return `${short(text)} divides by 0`;
  const over = BigInt(parts[1]), under = BigInt(parts[2]);
  if (over > largest || over < -largest || under > largest) return `${short(text)} is too long; both sides of a fraction are at most ${largest} in size`;
  return reduced(over, under);
}

/** Whether a number is not too large to be a score. @param {Exact} number */
const fits = ({ over }) => over <= largest && over >= -largest;

/** A number, or null where it is none; pure. @param {Score | null | undefined} score @returns {Exact | null} */
export function exact(score) {
  if (score === null || score === undefined) return null;
  const number = parse(score);
  return typeof number === "string" ? null : number;
}

/** @param {Exact} a @param {Exact} b @returns {Exact} */
export const add = (a, b) => (a.under === b.under ? reduced(a.over + b.over, a.under) : reduced(a.over * b.under + b.over * a.under, a.under * b.under));

/** @param {Exact} a @returns {Exact} */
export const negative = ({ over, under }) => ({ over: -over, under });

/** @param {Exact} a @param {Exact} b */
export const subtract = (a, b) => add(a, negative(b));

/** @param {Exact} a @param {Exact} b @returns {Exact} */
export const multiply = (a, b) => reduced(a.over * b.over, a.under * b.under);

/** Below 0 where a is less than b, 0 where they are equal, else above 0. @param {Exact} a @param {Exact} b */
export function order(a, b) {
  const left = a.over * b.under, right = b.over * a.under;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The smaller one. @param {Exact} a @param {Exact} b */
export const least = (a, b) => (order(a, b) <= 0 ? a : b);

/** The larger one. @param {Exact} a @param {Exact} b */
export const most = (a, b) => (order(a, b) >= 0 ? a : b);

/** @param {Iterable<Exact>} numbers */
export function total(numbers) {
  let sum = zero;
  for (const number of numbers) sum = add(sum, number);
  return sum;
}

/** A number as the server writes it: 0.25, or 1/3; pure. @param {Exact} number */
export function textOf({ over, under }) {
  if (under === 1n) return String(over);
  if (nanos % under === 0n) return decimalOf(over, under, nanos, places);
  const fraction = `${over}/${under}`;
  if (mostParts % under !== 0n) return fraction;
  const long = decimalOf(over, under, mostParts, mostPlaces), back = exact(long);
  return long.length < fraction.length && back?.over === over && back.under === under ? long : fraction;
}

/** @param {bigint} over @param {bigint} under @param {bigint} parts @param {number} places */
function decimalOf(over, under, parts, places) {
  const size = over < 0n ? -over : over;
  return `${over < 0n ? "-" : ""}${size / under}.${String((size % under) * (parts / under)).padStart(places, "0").replace(/0+$/, "")}`;
}

/** A number for JSON: a string where a Number would round it; pure. @param {Exact} number @returns {Score} */
export function jsonOf(number) {
  const text = textOf(number), rounded = Number(text);
  return !Number.isNaN(rounded) && sameAs(rounded, number) ? rounded : text;
}

/** @param {number} rounded @param {Exact} number */
function sameAs(rounded, number) {
  const back = exact(rounded);
  return back !== null && order(back, number) === 0;
}

/** A number rounded, for drawing to scale. @param {Exact} number */
export const rounded = ({ over, under }) => Number(over) / Number(under);

/**
 * The text of a number that JSON gives, as the server writes it; what is no number
 * stays as it is; pure.
 * @param {Score | null | undefined} score
 */
export function scoreText(score) {
  if (typeof score === "number" && (Number.isSafeInteger(score) || Math.abs(score) >= 1e-6 && Math.abs(score) < 1e15)) return String(score); // no exponent
  if (score === "inf" || score === "-inf") return score.replace("inf", "∞"); // of a run that has such values
  const number = exact(score);
  return number ? textOf(number) : String(score);
}

/** A number or a vector of such as JSON gives it, as it is printed: −1/3, or (5, 2, 2); pure. @param {Score | null | (Score | null)[]} value */
export function valueInPrint(value) {
  const print = (/** @type {Score | null} */ score) => scoreText(score).replace("-", "−");
  return Array.isArray(value) ? `(${value.map(print).join(", ")})` : print(value);
}

/** Whether two values are equal, though one is 0.5 and the other "1/2"; pure. @param {any} a @param {any} b @returns {boolean} */
export function equal(a, b) {
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((score, i) => equal(score, b[i]));
  const [left, right] = [exact(a), exact(b)];
  return left && right ? order(left, right) === 0 : a === b;
}

/**
 * A number as people type it, with .5, 5. and 007, which JSON has not; null where it
 * is none that fits; pure.
 * @param {string} text @returns {Exact | null}
 */
export const typedNumber = (text) => exact(plainly(text));

/** What is typed, as the server reads it: 0.5 for .5, 7 for 007; pure. @param {string} text */
export function plainly(text) {
  const plain = text.trim();
  if (plain.includes("/")) return plain;
  return plain.replace(/^([-−]?)0+(?=\d)/, "$1").replace(/^[-−]?(?=\.)/, "$&0").replace(/^([-−]?\d+)\.(?=$|e)/i, "$1");
}

/** Why a typed number is none; empty: it is one; pure. @param {string} text */
export function wrongNumber(text) {
  const number = parse(plainly(text));
  return typeof number === "string" ? number : "";
}

/**
 * Reads JSON without rounding: numbers of more digits than a Number keeps become
 * strings, which the server takes as well; pure.
 * @param {string} text @returns {any}
 */
export function parseJSON(text) {
  if (!/\d[\d.]{15}/.test(text)) return JSON.parse(text);
  return JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?![\d.eE])/g, (part) => {
    if (part.startsWith('"') || part.replace(/\D/g, "").length <= 15) return part;
    const number = exact(part);
    return number && typeof jsonOf(number) === "string" ? `"${part}"` : part;
  }));
}
