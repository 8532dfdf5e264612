// The list of what this browser has given to students, and of what it has to do itself.

import { under } from "./base.js";

/** @param {string} text @param {string} path @param {string} [label] */
function link(text, path, label) {
  const a = document.createElement("a");
  a.href = under(path);
  a.textContent = text;
  if (label) a.setAttribute("aria-label", label);
  return a;
}

/** @param {string} list @param {string} part @param {(string | Node)[][]} lines */
function show(list, part, lines) {
  document.getElementById(list)?.append(...lines.map((line) => {
    const item = document.createElement("li");
    item.append(...line);
    return item;
  }));
  const section = document.getElementById(part);
  if (section) section.hidden = lines.length === 0;
}

/**
 * @param {{id: string, key: string, title: string}[]} given
 * @param {{id: string, title: string}[]} taken
 * @param {(key: string) => string} results  path of the results
 * @param {(id: string) => string} page  path of the page for students
 */
export function listOwn(given, taken, results, page) {
  show("given", "given-part", given.map(({ id, key, title }) => {
    const name = title || "Untitled";
    return [`${name}: `, link("results", results(key), `Results of ${name}`), " · ", link("page for students", page(id), `Page for students of ${name}`)];
  }));
  show("taken", "taken-part", taken.map(({ id, title }) => [link(title || "Untitled", page(id))]));
  const none = document.getElementById("none");
  if (none) none.hidden = given.length + taken.length > 0;
}
