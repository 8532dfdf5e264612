// The editor of a lesson: the order, the notes and the questions of its scenes. It saves the
// whole lesson with the revision that it has read. If someone else has saved a newer one, it
// shows both.

import { under } from "../shared/base.js";
import { parseJSON } from "../shared/exact.js";
import { busy, idle } from "../shared/idle.js";
import { presentLesson } from "../shared/open-room.js";
import { forgetLesson, keepLesson } from "../shared/own-lessons.js";
import { History } from "./history.js";
import { Preview } from "./preview.js";
import { SceneList } from "./scene-list.js";
import { SourcePicker } from "../shared/source-picker.js";

/** @typedef {import("./scene-form.js").Scene} Scene */
/** @typedef {{title: string | null, scenes: Scene[]}} Lesson */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const page = byId("lesson-edit"), id = page.dataset.id ?? "", key = location.pathname.split("/").at(-2) ?? "";
const title = /** @type {HTMLInputElement} */ (byId("title")), conflict = byId("conflict"), undo = byId("undo"), redo = byId("redo");
const scenes = new SceneList(byId("scenes"), Number(page.dataset.most)), history = new History(), picker = new SourcePicker(), preview = new Preview();
let tag = "", dirty = false;

const state = () => ({ title: title.value, scenes: scenes.state });

/** @returns {Lesson} */
const lesson = () => ({ title: title.value, scenes: scenes.scenes });

/** @param {string} text */
function say(text) {
  byId("state").textContent = text;
}

/** @param {string} [what]  was done */
function changed(what = "") {
  dirty = true;
  offer();
  say(`${what && `${what} `}Not saved yet.`);
}

/** Whether there is something to undo or redo. */
function offer() {
  undo.ariaDisabled = history.canUndo ? null : "true";
  redo.ariaDisabled = history.canRedo ? null : "true";
}

/** @param {HTMLElement} form @param {-1 | 1} by */
function move(form, by) {
  if (!scenes.move(form, by)) return;
  history.record(state());
  const n = scenes.numberOf(form);
  changed(`This is scene ${n} now.`);
}

/** @param {HTMLElement} form */
function remove(form) {
  const n = scenes.numberOf(form), near = scenes.remove(form);
  if (!near) return;
  /** @type {HTMLElement | null} */ (near.querySelector("[data-part=remove]"))?.focus();
  history.record(state());
  changed(`Scene ${n} is removed.`);
}

/** Adds a scene that the person chooses. @param {Element | null} after  the scene before it; null: it is the first one */
function add(after) {
  if (scenes.isFull) return say(`A lesson has at most ${page.dataset.most} scenes.`);
  picker.open((show) => {
    const form = scenes.add({ show, note: "", question: null }, after?.isConnected ? after : null);
    /** @type {HTMLElement} */ (form.querySelector("[name=note]")).focus();
    form.scrollIntoView({ block: "start" });
    history.record(state());
    changed(`Scene ${scenes.numberOf(form)} is added.`);
  });
}

// The line with Save is as high as its words need. It never covers what has the focus: of a text field the browser brings
// only the cursor into sight.
const line = /** @type {HTMLElement} */ (byId("save").parentElement);
function seeFocus() {
  const at = document.activeElement;
  if (page.querySelector(":active")) return; // what is being clicked stays under the pointer
  if (at && page.contains(at) && !line.contains(at)) at.scrollIntoView({ block: "nearest" });
}
new ResizeObserver(() => {
  document.documentElement.style.setProperty("--save-line", `${line.offsetHeight}px`);
  seeFocus();
}).observe(line);
page.addEventListener("keyup", (e) => e.key === "Tab" && seeFocus());
byId("preview-all").addEventListener("click", () => preview.open(scenes.scenes, 1));
byId("present").addEventListener("click", async () => {
  if (dirty) await save(tag);
  if (!dirty) presentLesson(byId("present"), scenes.scenes[0].show, byId("state"), title.value, id, 0);
});
byId("add-first").addEventListener("click", () => add(null));

/** Shows an earlier state, or a later one. @param {import("./history.js").State | null} to @param {string} what */
function restore(to, what) {
  if (!to) return;
  const at = document.activeElement;
  title.value = to.title;
  const form = scenes.restore(to.scenes);
  if (at instanceof HTMLElement && at.isConnected) at.focus({ preventScroll: true });
  else form?.focus();
  form?.scrollIntoView({ block: "nearest" });
  changed(what);
}
undo.addEventListener("click", () => restore(history.undo(), "The last change is undone."));
redo.addEventListener("click", () => restore(history.redo(), "The change is made again."));

byId("scenes").addEventListener("click", (e) => {
  const button = e.target instanceof Element ? e.target.closest("button") : null, form = /** @type {HTMLElement | null | undefined} */ (button?.closest("#scenes > li"));
  if (!button || !form || button.ariaDisabled === "true") return;
  const does = { up: () => move(form, -1), down: () => move(form, 1), remove: () => remove(form), add: () => add(form), preview: () => preview.open(scenes.scenes, scenes.numberOf(form)) }[button.dataset.part ?? ""];
  does?.();
});

document.addEventListener("keydown", (e) => {
  const at = e.target instanceof Element ? e.target : null;
  if (!(e.ctrlKey || e.metaKey) || e.altKey || e.defaultPrevented || document.querySelector("dialog[open]")) return;
  const name = e.key.toLowerCase(), form = /** @type {HTMLElement | null | undefined} */ (at?.closest("#scenes > li")), by = { arrowup: -1, arrowdown: 1 }[name];
  if (name === "s" && !e.shiftKey) save(tag);
  else if (by && !e.shiftKey && form && !at?.closest("select")) move(form, by < 0 ? -1 : 1);
  else if (name === "z" || (name === "y" && !e.shiftKey)) {
    if (at && at === history.typed) return; // the browser undoes what was typed, letter by letter
    (name === "y" || e.shiftKey ? redo : undo).click();
  } else return;
  e.preventDefault();
});

document.addEventListener("input", (e) => { // a click on a picture is one, too
  const at = e.target instanceof Element ? e.target : null, form = /** @type {HTMLElement | null | undefined} */ (at?.closest("#scenes > li"));
  if (form) scenes.changed(form);
  else if (at !== title) return;
  if (history.record(state(), at?.matches("textarea, input:not([type=radio], [type=checkbox])") ? at : null)) changed();
});
document.addEventListener("focusout", () => (history.typed = null)); // what is typed there later is another entry
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
  const read = parseJSON(await answer.text());
  title.value = read.title ?? "";
  scenes.show(read.scenes);
  history.begin(state());
  offer();
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
  const at = /^scenes\[(\d+)\]/.exec(path), form = at ? scenes.forms[Number(at[1])] : undefined;
  say(`Not saved${at ? `, because of scene ${Number(at[1]) + 1}` : ""}: ${message}.`);
  form?.scrollIntoView({ block: "nearest" });
}

/** Shows the revision that someone else has saved beside this one. */
async function meet() {
  const answer = await fetch(under(`/api/v1/lessons/${key}`));
  conflict.dataset.tag = answer.headers.get("ETag") ?? "";
  outline(byId("mine"), lesson());
  outline(byId("newest"), parseJSON(await answer.text()));
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
