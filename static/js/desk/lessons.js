// What the desk does with lessons: new ones, other titles, deletions and files.

import { under } from "../shared/base.js";
import { sent } from "../shared/desk.js";
import { parseJSON } from "../shared/exact.js";
import { presentLesson } from "../shared/open-room.js";
import { keepLastLesson, keepLesson } from "../shared/own-lessons.js";

/** @typedef {{key: string}} Keyed */

/** @param {string} method @param {string} path @param {string} failed  what was not done @param {string} [body] @param {Record<string, string>} [more]  headers */
async function ask(method, path, failed, body, more = {}) {
  const answer = await fetch(under(`/api/v1/lessons${path}`), { method, headers: { ...(body !== undefined && { "Content-Type": "application/json" }), ...more }, body }).catch(() => {
    throw new Error(`${failed}: the server does not answer. Try again.`);
  });
  const content = answer.status === 204 ? {} : await answer.text().then(parseJSON).catch(() => ({}));
  const [fault] = content.errors ?? [];
  if (!answer.ok) throw new Error(`${failed}: ${fault ? `${fault.path && fault.path !== "lesson" ? `${fault.path}: ` : ""}${fault.message}` : content.detail ?? `status ${answer.status}`}.`);
  return { content, tag: answer.headers.get("ETag") ?? "" };
}

/** Puts a lesson that was made onto the desk. @param {{id: string, key: string}} made @param {string} title */
async function put({ id, key }, title) {
  keepLesson({ id, key, title });
  keepLastLesson(id);
  await sent();
  return { id, key };
}

/** @param {object} show  of the first scene */
export async function newLesson(show) {
  const title = "New lesson";
  const { content } = await ask("POST", "", "The lesson could not be made", JSON.stringify({ title, scenes: [{ show, note: "" }] }));
  return put(content, title);
}

/** Opens a room that begins a lesson. @param {HTMLElement} button @param {HTMLElement} notice  says why it fails @param {{id: string, key: string, title: string}} lesson */
export async function present(button, notice, { id, key, title }) {
  const { content } = await ask("GET", `/${key}`, "The lesson could not be presented");
  return presentLesson(button, content.scenes[0].show, notice, title, id, 0);
}

/** @param {Keyed} lesson */
export const deleteLesson = ({ key }) => ask("DELETE", `/${key}`, "The lesson could not be deleted");

/** @param {Keyed} lesson */
export const restoreLesson = ({ key }) => ask("POST", `/${key}/restore`, "The lesson could not be restored", "{}");

/** @param {Keyed} lesson @param {string} title */
export async function renameLesson({ key }, title) {
  const failed = "The lesson could not be renamed", { content, tag } = await ask("GET", `/${key}`, failed);
  await ask("PUT", `/${key}`, failed, JSON.stringify({ title, scenes: content.scenes }), { "If-Match": tag });
}

/** @param {File} file */
export async function importLesson(file) {
  const text = await file.text(), { content } = await ask("POST", "/import", `${file.name} could not be imported`, text);
  const { title } = JSON.parse(text);
  return put(content, typeof title === "string" ? title : "");
}
