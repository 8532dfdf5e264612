// A copy of a lesson, which this browser gets the key of: an own one, or one that comes with Espalier.

import { under } from "./base.js";
import { sent } from "./desk.js";
import { keepLastLesson, keepLesson } from "./own-lessons.js";

/** @param {string} lesson  its key or id @param {string} title  of the lesson @returns {Promise<{id: string, key: string}>} */
export async function copyLesson(lesson, title) {
  const failed = "The lesson could not be copied", answer = await fetch(under(`/api/v1/lessons/${lesson}/copy`), { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" }).catch(() => {
    throw new Error(`${failed}: the server does not answer. Try again.`);
  });
  const { id, key, errors } = await answer.json();
  if (!answer.ok) throw new Error(`${failed}: ${errors?.[0]?.message ?? `status ${answer.status}`}.`);
  keepLesson({ id, key, title: `Copy of ${title}` });
  keepLastLesson(id);
  await sent();
  return { id, key };
}
