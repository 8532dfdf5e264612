// The editor of a lesson: the order, the notes and the questions of its scenes. It saves the
// whole lesson with the revision that it has read. If someone else has saved a newer one, it
// shows both.

import { under } from "../shared/base.js";
import { busy, idle } from "../shared/idle.js";
import { forgetLesson, keepLesson } from "../shared/own-lessons.js";
import { sceneForm, sceneOf } from "./scene-form.js";

/** @typedef {import("./scene-form.js").Scene} Scene */
/** @typedef {{title: string | null, scenes: Scene[]}} Lesson */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const id = byId("lesson-edit").dataset.id ?? "", key = location.pathname.split("/").at(-2) ?? "";
const title = /** @type {HTMLInputElement} */ (byId("title")), list = byId("scenes"), conflict = byId("conflict");
let tag = "", dirty = false;

/** @param {Lesson} lesson */
function show(lesson) {
  title.value = lesson.title ?? "";
  list.replaceChildren(...lesson.scenes.map(sceneForm));
  number();
}

/** Numbers the scenes and disables buttons: the first scene cannot move up, the last cannot move down, and a single scene cannot be removed. */
function number() {
  const all = [...list.children];
  all.forEach((form, i) => {
    /** @type {HTMLElement} */ (form.querySelector("[data-part=number]")).textContent = `Scene ${i + 1}`;
    /** @type {HTMLAnchorElement} */ (form.querySelector("[data-part=see]")).href = under(`/lessons/${id}?scene=${i + 1}`);
    for (const [part, off] of /** @type {const} */ ([["up", i === 0], ["down", i === all.length - 1], ["remove", all.length === 1]])) {
      /** @type {HTMLButtonElement} */ (form.querySelector(`[data-part=${part}]`)).disabled = off;
    }
  });
}

/** @returns {Lesson} */
const lesson = () => ({ title: title.value, scenes: /** @type {HTMLElement[]} */ ([...list.children]).map(sceneOf) });

/** @param {string} text */
function say(text) {
  byId("state").textContent = text;
}

function changed() {
  dirty = true;
  say("Not saved yet.");
}

list.addEventListener("click", (e) => {
  const button = e.target instanceof Element ? e.target.closest("button") : null, form = button?.closest("li");
  if (!button || !form) return;
  const to = { up: form.previousElementSibling, down: form.nextElementSibling }[button.dataset.part ?? ""];
  if (button.dataset.part === "remove") {
    /** @type {HTMLElement | null} */ ((form.nextElementSibling ?? form.previousElementSibling)?.querySelector("textarea") ?? null)?.focus();
    form.remove();
  } else if (button.dataset.part === "up") to?.before(form);
  else if (button.dataset.part === "down") to?.after(form);
  number();
  button.focus();
  changed();
});
document.addEventListener("input", changed); // a click on a picture is one, too
window.addEventListener("beforeunload", (e) => dirty && e.preventDefault());
byId("save").addEventListener("click", () => save(tag));
byId("keep-mine").addEventListener("click", () => save(conflict.dataset.tag ?? ""));
byId("take-newest").addEventListener("click", async () => {
  conflict.hidden = true;
  await load();
  say("This is the saved version.");
});

async function load() {
  const answer = await fetch(under(`/api/v1/lessons/${key}`));
  if (!answer.ok) return say("The lesson cannot be loaded.");
  tag = answer.headers.get("ETag") ?? "";
  show(await answer.json());
  dirty = false;
  keepLesson({ id, key, title: title.value });
}

/** @param {string} match  the revision to replace */
async function save(match) {
  busy(save);
  say("Saving …");
  try {
    const answer = await fetch(under(`/api/v1/lessons/${key}`), { method: "PUT", headers: { "Content-Type": "application/json", "If-Match": match }, body: JSON.stringify(lesson()) });
    const result = await answer.json();
    if (answer.ok) {
      tag = answer.headers.get("ETag") ?? "";
      dirty = false;
      conflict.hidden = true;
      keepLesson({ id, key, title: title.value });
      say(`Saved as revision ${result.revision}.`);
    } else if (answer.status === 412) {
      await meet();
    } else {
      if (answer.status === 404) forgetLesson(id);
      refused(result.errors?.[0]?.path ?? "", result.errors?.[0]?.message ?? result.detail ?? result.title);
    }
  } catch {
    say("The server cannot be reached. Keep this page open and save again.");
  }
  idle(save);
}

/** @param {string} path  for example scenes[1].question.node @param {string} message */
function refused(path, message) {
  const at = /^scenes\[(\d+)\]/.exec(path), form = at ? list.children[Number(at[1])] : undefined;
  say(`Not saved${at ? `, because of scene ${Number(at[1]) + 1}` : ""}: ${message}.`);
  form?.scrollIntoView({ block: "nearest" });
}

/** Shows the revision that someone else has saved beside this one. */
async function meet() {
  const answer = await fetch(under(`/api/v1/lessons/${key}`));
  conflict.dataset.tag = answer.headers.get("ETag") ?? "";
  outline(byId("mine"), lesson());
  outline(byId("newest"), await answer.json());
  conflict.hidden = false;
  conflict.focus();
  say("Not saved: someone else has saved this lesson.");
}

/** @param {HTMLElement} place @param {Lesson} of */
function outline(place, of) {
  const name = document.createElement("p"), scenes = document.createElement("ol");
  name.textContent = of.title ?? "";
  scenes.append(...of.scenes.map(({ show, note, question }) => {
    const item = document.createElement("li");
    item.textContent = [`${show.figure ?? "a tree"}, ${show.algorithm ?? ""}, step ${show.step ?? 0}`, note, question ? `question: ${question.text || question.kind}` : ""].filter(Boolean).join(" · ");
    return item;
  }));
  place.replaceChildren(name, scenes);
}

/** @type {HTMLAnchorElement} */ (byId("print-lesson")).href = under(`/lessons/${key}/print`);
busy(load);
load().finally(() => idle(load));
