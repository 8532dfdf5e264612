// The tasks that this browser works on, each an entry of its own in local storage, with the tokens by
// which a student comes back. What it has set is on its desk (shared/desk.js).

/** @typedef {{id: string, token: string, title: string}} Taken */

const taken = "espalier-task-token:";

/** All entries of a sort, by title. @param {string} prefix @param {string} secret  the member that opens it @returns {any[]} */
function all(prefix, secret) {
  try {
    const texts = Object.keys(localStorage).filter((name) => name.startsWith(prefix)).map((name) => localStorage.getItem(name) ?? "");
    return texts.map((text) => JSON.parse(text)).filter((t) => [t.id, t[secret], t.title].every((part) => typeof part === "string")).sort((a, b) => a.title.localeCompare(b.title));
  } catch {
    return []; // storage may be forbidden
  }
}

/** @returns {Taken[]} */
export const takenTasks = () => all(taken, "token");

/** @param {Taken} task */
export const keepTaken = (task) => keep(taken + task.id, task);

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
