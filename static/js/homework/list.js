// The homework of this browser: given and to do.

import "../shared/idle.js";
import { under } from "../shared/base.js";
import { givenHomework, takenHomework } from "../shared/own-homework.js";

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

const given = givenHomework(), taken = takenHomework();
show("given", "given-part", given.map(({ id, key, title }) => {
  const name = title || "Untitled";
  return [`${name}: `, link("results", `/results/${key}`, `Results of ${name}`), " · ", link("page for students", `/a/${id}`, `Page for students of ${name}`)];
}));
show("taken", "taken-part", taken.map(({ id, title }) => [link(title || "Untitled", `/a/${id}`)]));
const none = document.getElementById("none");
if (none) none.hidden = given.length + taken.length > 0;
