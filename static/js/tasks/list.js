// Folder tasks: programming tasks, for the teacher who sets one and the students who send runs.
// It imports shared/ alone. This module lists the tasks of this browser.

import "../shared/idle.js";
import { under } from "../shared/base.js";
import { givenTasks, takenTasks } from "./own.js";

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

const given = givenTasks(), taken = takenTasks();
show("given", "given-part", given.map(({ id, key, title }) => {
  const name = title || "Untitled";
  return [`${name}: `, link("results", `/tasks/${key}/results`, `Results of ${name}`), " · ", link("page for students", `/tasks/${id}`, `Page for students of ${name}`)];
}));
show("taken", "taken-part", taken.map(({ id, title }) => [link(title || "Untitled", `/tasks/${id}`)]));
const none = document.getElementById("none");
if (none) none.hidden = given.length + taken.length > 0;
