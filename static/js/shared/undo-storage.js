// What of one's own edits can be undone and made again, kept for this tab under
// the name of the tree: the editor's, and the player's, which makes an edit of a
// value that was tried.

/** @typedef {{undo: (number | string)[], redo: (number | string)[]}} Stacks  revisions, and tokens of edits that had no answer */

/** The name under which a tab keeps what belongs to a tree. @param {string} tree  its id, or the address that it begins from */
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

/** An edit was made outside the editor. @param {string} id  of the tree @param {number} revision */
export function recordEdit(id, revision) {
  const name = undoName(tabKey(id));
  writeStacks(name, { undo: [...readStacks(name).undo, revision], redo: [] });
}
