// The trees that this browser has the edit addresses of: what is under "Your
// trees". Each is an entry of its own in local storage, so that two tabs never
// overwrite each other's. An edit key leaves the browser in the address of an
// edit alone.

/** @typedef {{id: string, key: string, title: string, at: number}} OwnTree  at: when it was open last, in milliseconds since 1970 */

const prefix = "espalier-tree:";

/** @param {string | null} text @returns {OwnTree | null} */
function read(text) {
  try {
    const { id, key, title, at } = JSON.parse(text ?? "");
    return [id, key, title].every((part) => typeof part === "string") && typeof at === "number" ? { id, key, title, at } : null;
  } catch {
    return null;
  }
}

/** All of them, the one that was open last first. @returns {OwnTree[] | null} null: nothing can be stored here */
export function ownTrees() {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(prefix));
    return names.map((name) => read(localStorage.getItem(name))).filter((tree) => tree !== null).sort((a, b) => b.at - a.at);
  } catch {
    return null;
  }
}

/** The edit key of a tree; empty: this browser does not have it. @param {string} id */
export function editKey(id) {
  try {
    return read(localStorage.getItem(prefix + id))?.key ?? "";
  } catch {
    return "";
  }
}

/** Adds a tree, or replaces what is kept of it. @param {OwnTree} tree */
export function keepTree(tree) {
  try {
    localStorage.setItem(prefix + tree.id, JSON.stringify(tree));
  } catch {
    // Storage may be forbidden, or full.
  }
}

/** A tree that is kept is open: one that was forgotten meanwhile stays so. @param {string} id @param {string} title */
export function updateTree(id, title) {
  const known = ownTrees()?.find((tree) => tree.id === id);
  if (known) keepTree({ ...known, title, at: Date.now() });
}

/** @param {string} id */
export function forgetTree(id) {
  try {
    localStorage.removeItem(prefix + id);
  } catch {
    // As above.
  }
}

/** Calls a function when another tab has changed the list. @param {() => void} changed */
export function whenTreesChange(changed) {
  window.addEventListener("storage", (e) => (e.key === null || e.key.startsWith(prefix)) && changed());
}
