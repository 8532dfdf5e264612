// The lessons that this browser has the keys of, each an entry of its own in local
// storage. A key leaves the browser in the address of a change alone.

/** @typedef {{id: string, key: string, title: string}} OwnLesson */

const prefix = "espalier-lesson:";

/** All of them, by title. @returns {OwnLesson[]} */
export function ownLessons() {
  try {
    const texts = Object.keys(localStorage).filter((name) => name.startsWith(prefix)).map((name) => localStorage.getItem(name) ?? "");
    return texts.map((text) => JSON.parse(text)).filter((l) => [l.id, l.key, l.title].every((part) => typeof part === "string")).sort((a, b) => a.title.localeCompare(b.title));
  } catch {
    return []; // storage may be forbidden
  }
}

/** Adds a lesson, or replaces what is kept of it. @param {OwnLesson} lesson */
export function keepLesson(lesson) {
  try {
    localStorage.setItem(prefix + lesson.id, JSON.stringify(lesson));
  } catch {
    // As above.
  }
}

// The lesson that this tab has added to last. A lesson is made from several pages.
const last = "espalier-last-lesson";

/** Its id; empty: there is none. */
export function lastLesson() {
  try {
    const id = sessionStorage.getItem(last) ?? "";
    return ownLessons().some((l) => l.id === id) ? id : "";
  } catch {
    return ""; // as above
  }
}

/** @param {string} id */
export function keepLastLesson(id) {
  try {
    sessionStorage.setItem(last, id);
  } catch {
    // As above.
  }
}

/** @param {string} id */
export function forgetLesson(id) {
  try {
    localStorage.removeItem(prefix + id);
  } catch {
    // As above.
  }
}
