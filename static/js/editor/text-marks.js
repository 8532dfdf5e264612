// A text with marks behind it.

/** @typedef {{name: string, from: number, to: number}} Mark  name: of its class */

/**
 * The text in parts: plain ones, and those with the marks that they have.
 * @param {string} text @param {Mark[]} marks  they may overlap @returns {(string | HTMLElement)[]}
 */
export function markedText(text, marks) {
  const edges = marks.filter(({ from, to }) => to > from).flatMap(({ name, from, to }) => [{ at: from, name, by: 1 }, { at: to, name, by: -1 }]);
  edges.sort((a, b) => a.at - b.at);
  /** @type {(string | HTMLElement)[]} */
  const parts = [];
  /** @type {Map<string, number>} */
  const on = new Map();
  let from = 0;
  const upTo = (/** @type {number} */ to) => {
    if (to <= from) return;
    const names = [...on].filter(([, count]) => count > 0).map(([name]) => name);
    parts.push(names.length === 0 ? text.slice(from, to) : marked(text.slice(from, to), names.join(" ")));
    from = to;
  };
  for (const { at, name, by } of edges) {
    upTo(Math.min(at, text.length));
    on.set(name, (on.get(name) ?? 0) + by);
  }
  upTo(text.length);
  // A mark behind the very end has no character of its own.
  for (const { name, from: at, to } of marks) if (at >= text.length && to > at) parts.push(marked(" ", name));
  return parts;
}

/** @param {string} text @param {string} name */
function marked(text, name) {
  const mark = document.createElement("mark");
  mark.className = name;
  mark.textContent = text;
  return mark;
}
