// Folder lessons: the list of lessons, and their editor. It imports shared/ only.
//
// This module lists the lessons that were created in this browser.

import "../shared/idle.js";
import { under } from "../shared/base.js";
import { ownLessons } from "../shared/own-lessons.js";

const own = ownLessons(), list = document.getElementById("own-lessons");
list?.append(...own.map(({ id, key, title }) => {
  const item = document.createElement("li"), read = document.createElement("a"), edit = document.createElement("a");
  read.href = under(`/lessons/${id}`);
  read.textContent = title || "Untitled";
  edit.href = under(`/lessons/${key}/edit`);
  edit.textContent = "Edit";
  edit.setAttribute("aria-label", `Edit ${title}`);
  item.append(read, " · ", edit);
  return item;
}));
const part = document.getElementById("own-part");
if (part) part.hidden = own.length === 0;
