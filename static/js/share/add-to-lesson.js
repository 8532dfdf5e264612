// "Add to a lesson" in the Share dialog: what the page shows becomes the last scene of a
// new lesson, or of one that this browser can edit.

import { under } from "../shared/base.js";
import { parseJSON } from "../shared/exact.js";
import { busy, idle } from "../shared/idle.js";
import { keepLastLesson, keepLesson, lastLesson, ownLessons } from "../shared/own-lessons.js";
import { showOf, stepOn } from "../shared/shown-run.js";

/** Adds the choice to the dialog, if the page shows a run. @param {HTMLElement} panel */
export function offerLessons(panel) {
  const run = document.getElementById("run");
  if (!run?.dataset.request) return;
  const group = document.createElement("div"), title = document.createElement("h3"), row = document.createElement("div");
  const list = document.createElement("select"), button = document.createElement("button"), said = document.createElement("p");
  group.className = "share-group";
  title.textContent = "A lesson";
  row.className = "share-row";
  list.setAttribute("aria-label", "Lesson");
  Object.assign(button, { type: "button", className: "share-item", textContent: "Add to lesson" });
  said.className = "hint share-added";
  said.setAttribute("role", "status");
  row.append(list, button);
  group.append(title, row, said);
  panel.append(group);
  const fill = (/** @type {string} */ chosen) => {
    list.replaceChildren(new Option("Begin a new lesson", ""), ...ownLessons().map((l) => new Option(l.title || "without a title", l.id)));
    list.value = chosen;
  };
  fill(lastLesson());
  button.addEventListener("click", async () => {
    if (button.disabled) return;
    button.disabled = true;
    busy(button);
    const { key, id, scene: place, problem } = await add(list.value, { show: showOf(run.dataset, stepOn(document)), note: "" }).catch(() => ({ key: "", id: "", scene: 0, problem: "The server does not answer." }));
    said.textContent = problem;
    if (key) {
      const link = document.createElement("a");
      link.href = under(`/lessons/${key}/edit`);
      link.textContent = "Open";
      const title = ownLessons().find((l) => l.id === id)?.title;
      link.setAttribute("aria-label", `Open ${title || "the lesson"}`);
      said.append(`Added to ${title ? `“${title}”` : "the lesson"} as scene ${place}. `, link);
      keepLastLesson(id);
      fill(id);
    }
    said.scrollIntoView({ block: "nearest" });
    button.disabled = false;
    idle(button);
  });
}

/** @param {string} id  of a lesson; empty: a new one @param {object} scene @returns {Promise<{id: string, key: string, scene: number, problem: string}>} */
async function add(id, scene) {
  const own = ownLessons().find((l) => l.id === id);
  let place = 1;
  const send = (/** @type {string} */ method, /** @type {string} */ path, /** @type {object} */ body, /** @type {Record<string, string>} */ more = {}) =>
    fetch(under(`/api/v1/lessons${path}`), { method, headers: { "Content-Type": "application/json", ...more }, body: JSON.stringify(body) });
  const fresh = `Lesson ${ownLessons().length + 1}`; // until it has a title
  let answer;
  if (!own) {
    answer = await send("POST", "", { title: fresh, scenes: [scene] });
  } else {
    const before = await fetch(under(`/api/v1/lessons/${own.key}`));
    if (!before.ok) return { id, key: "", scene: 0, problem: "This lesson no longer exists. Choose another one." };
    const { title, scenes } = parseJSON(await before.text());
    place = scenes.length + 1;
    own.title = title;
    answer = await send("PUT", `/${own.key}`, { title, scenes: [...scenes, scene] }, { "If-Match": before.headers.get("ETag") ?? "" });
  }
  const result = await answer.json();
  if (!answer.ok) return { id, key: "", scene: 0, problem: `It could not be added: ${result.errors?.[0]?.message ?? result.detail ?? result.title}` };
  const lesson = own ?? { id: result.id, key: result.key, title: fresh };
  keepLesson(lesson);
  return { id: lesson.id, key: lesson.key, scene: place, problem: "" };
}
