// What of one's own edits can be undone and made again, kept for this tab under
// the name of the tree: the editor's, and the player's, which makes an edit of a
// value that was tried.

/** @typedef {{undo: (number | string)[], redo: (number | string)[]}} Stacks  revisions, and tokens of edits that had no answer */

/** The name under which a tab keeps what belongs to a tree. @param {string} tree  its id, or the address that it begins from */
export const local = (tree) => `espalier-edit:${tree}`;

/** The name of the stacks. @param {string} local  of the tree */
export const undoName = (local) => `${local}:undo`;

/** @param {string} name @returns {Stacks} */
export function stacks(name) {
  try {
    return { undo: [], redo: [], ...JSON.parse(sessionStorage.getItem(name) ?? "{}") };
  } catch {
    return { undo: [], redo: [] }; // storage may be forbidden
  }
}

/** @param {string} name @param {Stacks | null} kept  null: none */
export function keepStacks(name, kept) {
  try {
    if (kept) sessionStorage.setItem(name, JSON.stringify(kept));
    else sessionStorage.removeItem(name);
  } catch {
    // As above.
  }
}

/** An edit was made outside the editor. @param {string} id  of the tree @param {number} revision */
export function madeElsewhere(id, revision) {
  const name = undoName(local(id));
  keepStacks(name, { undo: [...stacks(name).undo, revision], redo: [] });
}
