// The undo and redo stacks of a tree, stored for this tab. The editor uses them,
// and the page of a run, where a value that was tried can become an edit.

/** @typedef {{undo: (number | string)[], redo: (number | string)[]}} Stacks  revisions, and tokens of edits that had no answer */

/** The key under which a tab stores what belongs to a tree. @param {string} tree  its id, or the address that it begins from */
export const tabKey = (tree) => `espalier-edit:${tree}`;

/** The name of the stacks. @param {string} key  of the tree, from tabKey */
export const undoName = (key) => `${key}:undo`;

/** @param {string} name @returns {Stacks} */
export function readStacks(name) {
  try {
    return { undo: [], redo: [], ...JSON.parse(sessionStorage.getItem(name) ?? "{}") };
  } catch {
    return { undo: [], redo: [] }; // storage may be forbidden
  }
}

/** @param {string} name @param {Stacks | null} kept  null: none */
export function writeStacks(name, kept) {
  try {
    if (kept) sessionStorage.setItem(name, JSON.stringify(kept));
    else sessionStorage.removeItem(name);
  } catch {
    // As above.
  }
}

/** Nothing that belongs to a tree stays in this tab. @param {string} id */
export function forgetEdits(id) {
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(tabKey(id))) sessionStorage.removeItem(name);
  } catch {
    // As above.
  }
}

/** An edit was made outside the editor. @param {string} id  of the tree @param {number} revision */
export function recordEdit(id, revision) {
  const name = undoName(tabKey(id));
  writeStacks(name, { undo: [...readStacks(name).undo, revision], redo: [] });
}
