// The homework that this browser does, each an entry of its own in local storage, with the tokens by
// which a student comes back. What it gave is on its desk (desk.js).

/** @typedef {{id: string, token: string, title: string, words?: string}} Taken  the words are those of the link */

const taken = "espalier-homework-token:";

/** All entries of a sort, by title. @param {string} prefix @param {string} secret  the member that opens it @returns {any[]} */
function all(prefix, secret) {
  try {
    const texts = Object.keys(localStorage).filter((name) => name.startsWith(prefix)).map((name) => localStorage.getItem(name) ?? "");
    return texts.map((text) => JSON.parse(text)).filter((h) => [h.id, h[secret], h.title].every((part) => typeof part === "string")).sort((a, b) => a.title.localeCompare(b.title));
  } catch {
    return []; // storage may be forbidden
  }
}

/** @returns {Taken[]} */
export const takenHomework = () => all(taken, "token");

/** @param {Taken} homework */
export const keepTaken = (homework) => keep(taken + homework.id, homework);

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
