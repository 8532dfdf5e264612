// Folder desk: the desk of a teacher. It imports shared/ only.
//
// This module gets the desk, also that of a link that was opened, and has the buttons that make
// things. The list is in list.js, the link in along.js.

import { under } from "../shared/base.js";
import { change, deskKey, isBehind, kept, leaveDesk, refresh, Refused, things, useDesk } from "../shared/desk.js";
import { busy, idle } from "../shared/idle.js";
import { openRoom } from "../shared/open-room.js";
import { showAlong } from "./along.js";
import { importLesson, newLesson } from "./lessons.js";
import { say, showThings } from "./list.js";

/** @typedef {import("../shared/desk.js").Thing} Thing */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const page = byId("desk"), fault = byId("fault"), gone = byId("gone");

/** What went wrong; empty: nothing. @param {unknown} e */
function blame(e) {
  const lost = e instanceof Refused && e.status === 404;
  gone.hidden = !lost;
  fault.hidden = lost || !e;
  fault.textContent = e instanceof Error ? e.message : "";
}

/** Shows the desk as it is now. */
async function show() {
  page.ariaBusy = "true";
  busy(show);
  try {
    showThings((await refresh()) ?? [], show);
    blame(deskKey() && isBehind() ? new Error("Not everything is on your desk yet: its link opens the rest later. It is tried again when you come back to this page.") : null);
  } catch (e) {
    showThings(local(), show);
    blame(e);
  }
  showAlong(show);
  page.ariaBusy = null;
  idle(show);
}

/** What this browser has itself, where the desk cannot be read. @returns {Thing[]} */
function local() {
  /** @type {[string, string, (thing: {id: string, key: string}) => string][]} */
  const kinds = [
    ["lesson", "Edit", ({ key }) => under(`/lessons/${key}/edit`)], ["tree", "Edit", ({ key }) => under(`/edit/${key}`)], ["trace", "Open", ({ id }) => under(`/traces/${id}`)],
    ["assignment", "Results", ({ key }) => under(`/results/${key}`)], ["task", "Results", ({ key }) => under(`/results/${key}`)],
  ];
  return kinds.flatMap(([kind, label, path]) => (kept(kind) ?? []).map((thing) => ({ ...thing, kind, folder: "", added: thing.at ?? 0, state: "open", links: [{ rel: "open", label, path: path(thing) }] })));
}

/** The key that the link of a desk has left for this page; empty: none was opened. */
function takePass() {
  const name = "espalier-desk=", found = document.cookie.split("; ").find((cookie) => cookie.startsWith(name));
  if (!found) return "";
  document.cookie = `${name}; Max-Age=0; Path=${document.documentElement.dataset.base || "/"}; SameSite=Strict`;
  return found.slice(name.length);
}

/** Uses the desk of a link. If this browser has another one with something on it, the person chooses. @param {string} opened */
async function take(opened) {
  const own = deskKey();
  if (!opened || opened === own) return;
  const has = own ? await things(own).catch(() => []) : [];
  if (has.length === 0) return useDesk(opened);
  const part = byId("another");
  /** @type {HTMLElement} */ (part.querySelector("[data-part=count]")).textContent = has.length === 1 ? "with one thing" : `with ${has.length} things`;
  part.hidden = false;
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (part.querySelectorAll("button"))) button.onclick = () => choose(button.value, opened, has);
  part.focus();
}

/** @param {string} how @param {string} opened @param {Thing[]} has  what is on this browser's own desk */
async function choose(how, opened, has) {
  try {
    if (how === "join") await change(opened, { add: has.map(({ kind, key, title, folder }) => ({ kind, key, title, folder })) });
    if (how === "replace") leaveDesk();
    if (how !== "stay") useDesk(opened);
    byId("another").hidden = true;
    await show();
    say(how === "stay" ? "This is your own desk." : "This browser has the desk of the link now.");
    byId("said").focus();
  } catch (e) {
    blame(e);
  }
}

byId("remake").addEventListener("click", async () => {
  useDesk("");
  await show();
  byId("said").focus();
});

const lesson = /** @type {HTMLButtonElement} */ (byId("new-lesson")), room = byId("open-room");
lesson.hidden = room.hidden = false;
room.addEventListener("click", () => openRoom(room, JSON.parse(room.dataset.show ?? "{}"), fault, ""));
lesson.addEventListener("click", async () => {
  if (lesson.disabled) return;
  lesson.disabled = true;
  busy(lesson);
  try {
    const { key } = await newLesson(JSON.parse(lesson.dataset.show ?? "{}"));
    return location.assign(under(`/lessons/${key}/edit`));
  } catch (e) {
    blame(e);
  }
  lesson.disabled = false;
  idle(lesson);
});

const file = /** @type {HTMLInputElement} */ (byId("import-file")), load = byId("import-lesson");
load.hidden = false;
load.addEventListener("click", () => file.click());
file.addEventListener("change", async () => {
  const [chosen] = file.files ?? [];
  file.value = "";
  if (!chosen) return;
  busy(file);
  try {
    const { id } = await importLesson(chosen);
    await show();
    say(`The lesson of ${chosen.name} is on your desk.`);
    /** @type {HTMLElement | null} */ (document.querySelector(`[data-id="${CSS.escape(id)}"] a`))?.focus();
  } catch (e) {
    blame(e);
  }
  idle(file);
});

busy(take);
take(takePass()).then(show).finally(() => idle(take));
window.addEventListener("pageshow", (e) => e.persisted && show());
