// The homework that this browser does, each an entry of its own in local storage, with the tokens by
// which a student comes back. What it gave is on its desk (desk.js).

/** @typedef {{id: string, token: string, title: string, words?: string}} Taken  the words are those of the link */

/** What begins the names of the entries: of assignments, and of programming tasks, which an early version kept apart. */
const taken = "espalier-homework-token:", takenTask = "espalier-task-token:";

/** What it does, by title. @returns {Taken[]} */
export function takenHomework() {
  try {
    const texts = Object.keys(localStorage).filter((name) => name.startsWith(taken) || name.startsWith(takenTask)).map((name) => localStorage.getItem(name) ?? "");
    return texts.map((text) => JSON.parse(text)).filter((h) => [h.id, h.token, h.title].every((part) => typeof part === "string")).sort((a, b) => a.title.localeCompare(b.title));
  } catch {
    return []; // storage may be forbidden
  }
}

/** @param {Taken} homework */
export const keepTaken = (homework) => keep(taken + homework.id, homework);

/** @param {string} id */
export const forgetTaken = (id) => [taken, takenTask].forEach((prefix) => forget(prefix + id));

/** @param {string} name @param {object} entry */
function keep(name, entry) {
  try {
    localStorage.setItem(name, JSON.stringify(entry));
    return true;
  } catch {
    return false; // as above
  }
}

/** @param {string} name */
function forget(name) {
  try {
    localStorage.removeItem(name);
  } catch {
    // As above.
  }
}
