// The lessons that this browser has the keys of. A key leaves the browser in the address of a
// change, and to the desk.

import { forget, keep, keptByTitle } from "./desk.js";

/** @typedef {{id: string, key: string, title: string}} OwnLesson */

/** All of them, by title. @returns {OwnLesson[]} */
export const ownLessons = () => keptByTitle("lesson");

/** Adds a lesson, or replaces what is kept of it. @param {OwnLesson} lesson */
export const keepLesson = (lesson) => keep("lesson", lesson);

// The lesson that this browser has added to last. A lesson is made from several pages, and on several days.
const last = "espalier-last-lesson";

/** Its id; empty: there is none. */
export function lastLesson() {
  try {
    const id = localStorage.getItem(last) ?? "";
    return ownLessons().some((l) => l.id === id) ? id : "";
  } catch {
    return ""; // storage may be forbidden
  }
}

/** @param {string} id */
export function keepLastLesson(id) {
  try {
    localStorage.setItem(last, id);
  } catch {
    // As above.
  }
}

/** @param {string} id */
export const forgetLesson = (id) => forget("lesson", id);
