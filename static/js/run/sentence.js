// The parts of a sentence as elements, as web/play writes them.

/** @typedef {import("./connection.js").Span} Span */

/** The longest sum or value that is kept on one line, in letters; what is between its numbers, and numbers that are no part of their own. */
const longest = 24, operator = /^ [−+=≥≤] $/, numbers = /^\d[\d.]*( [−+] \d[\d.]*)*$/;

/** The elements of a sentence: a short sum, such as 9 − 5 = 4, is in one that does not break. @param {Span[]} parts */
export function elements(parts) {
  const list = [];
  for (let i = 0; i < parts.length;) {
    let end = i + 1, length = parts[i].t.length;
    if (operand(parts[i])) {
      while (end + 1 < parts.length && operator.test(parts[end].t) && operand(parts[end + 1])) {
        length += parts[end].t.length + parts[end + 1].t.length;
        end += 2;
      }
    }
    if (length > longest) end = i + 1;
    const group = parts.slice(i, end).map(element);
    if (group.length > 1) {
      const sum = document.createElement("span");
      sum.className = "whole-sum";
      sum.append(...group);
      list.push(sum);
    } else list.push(...group);
    i = end;
  }
  return list;
}

/** @param {Span} part */
const operand = ({ t, p, n, s }) => p === undefined && n === undefined && (s || numbers.test(t));

/** @param {Span} part */
function element({ t, p, n, s }) {
  const text = t.replaceAll("ax^n", "axⁿ");
  if (p === undefined && n === undefined && !s) return document.createTextNode(text);
  if (n !== undefined && !p) return node(n, text);
  const element = document.createElement("b");
  element.textContent = text;
  if (p) element.className = `p p${p}`;
  else if ([...text].length > longest) element.className = "long";
  return element;
}

/** The name of a node, which lights it. A long path, such as root.1.1.3.1, breaks after a dot. @param {number} n @param {string} name */
export function node(n, name) {
  const element = document.createElement("b");
  element.className = "ref";
  element.dataset.node = String(n);
  element.append(...name.split(/(?<=\.)/).flatMap((part) => (part.endsWith(".") ? [part, document.createElement("wbr")] : [part])));
  return element;
}
