// The tasks of this browser, each an entry of its own in local storage: what it has set, with the
// keys, and what it works on, with the tokens by which a student comes back.

/** @typedef {{id: string, key: string, title: string}} Given */
/** @typedef {{id: string, token: string, title: string}} Taken */

const given = "espalier-task:", taken = "espalier-task-token:";

/** All entries of a sort, by title. @param {string} prefix @param {string} secret  the member that opens it @returns {any[]} */
function all(prefix, secret) {
  try {
    const texts = Object.keys(localStorage).filter((name) => name.startsWith(prefix)).map((name) => localStorage.getItem(name) ?? "");
    return texts.map((text) => JSON.parse(text)).filter((t) => [t.id, t[secret], t.title].every((part) => typeof part === "string")).sort((a, b) => a.title.localeCompare(b.title));
  } catch {
    return []; // storage may be forbidden
  }
}

/** @returns {Given[]} */
export const givenTasks = () => all(given, "key");

/** @returns {Taken[]} */
export const takenTasks = () => all(taken, "token");

/** @param {Given} task */
export const keepGiven = (task) => keep(given + task.id, task);

/** @param {Taken} task */
export const keepTaken = (task) => keep(taken + task.id, task);

/** @param {string} id */
export const forgetGiven = (id) => forget(given + id);

/** @param {string} id */
export const forgetTaken = (id) => forget(taken + id);

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

/** What went wrong, as the server says it. @param {any} problem  @returns {string} */
export function troubleOf(problem) {
  const first = problem?.errors?.[0];
  return first?.message ?? problem?.detail ?? problem?.title ?? "The server could not do it. Try again.";
}
