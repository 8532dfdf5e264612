// Long numbers of programs in pictures: 0.8444218515250481 is written as 0.8444, as the server does
// (web/draw/brief.go). The full text stays in data-full.

/** Digits to which a long number is written; decimal places of a number that is not long; digits of a denominator that is. */
const digits = 4, places = 9, longSide = 6;

/** @param {number} x  as Go writes it */
function written(x) {
  const size = Math.abs(x);
  if (size >= 1000) return x.toFixed(0);
  return (size < 1e-4 && size > 0 ? x.toExponential(digits - 1).replace(/\.?0+e/, "e").replace(/e([+-])(\d)$/, "e$10$2") : String(Number(x.toPrecision(digits))));
}

/** The long numbers of a text with four digits; pure. @param {string} text */
export function brief(text) {
  if (text.length <= places) return text;
  return text.replace(/(−?)(\d+)(?:\.(\d+)|\/(\d+))?/g, (/** @type {string} */ number, /** @type {string} */ sign, /** @type {string} */ whole, decimals = "", under = "") => {
    if (decimals.length <= places && under.length < longSide) return number;
    const x = under ? Number(whole) / Number(under) : Number(`${whole}.${decimals}`);
    return written(sign ? -x : x).replaceAll("-", "−");
  });
}

/** Shortens what is written in a part of a picture; the full text is kept. @param {Element} part */
export function shorten(part) {
  const text = part.textContent ?? "", short = brief(text);
  if (short === text) return;
  part.setAttribute("data-full", text);
  part.textContent = short;
}
