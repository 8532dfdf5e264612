// The trees that this browser has the edit addresses of: what is under "Your trees". An edit key
// leaves the browser in the address of an edit, and to the desk.

import { forget, keep, kept, keptThing, whenKeptChanges } from "./desk.js";

/** @typedef {{id: string, key: string, title: string, at: number}} OwnTree  at: when it was open last, in milliseconds since 1970 */

/** All of them, the one that was open last first. @returns {OwnTree[] | null} null: nothing can be stored here */
export const ownTrees = () => kept("tree")?.map((tree) => ({ ...tree, at: tree.at ?? 0 })).sort((a, b) => b.at - a.at) ?? null;

/** The edit key of a tree; empty: this browser does not have it. @param {string} id */
export const editKey = (id) => keptThing("tree", id)?.key ?? "";

/** Adds a tree, or replaces what is kept of it. @param {OwnTree} tree */
export const keepTree = (tree) => keep("tree", tree);

/** A tree that is kept is open: one that was forgotten meanwhile stays so. @param {string} id @param {string} title */
export function updateTree(id, title) {
  const known = keptThing("tree", id);
  if (known) keep("tree", { ...known, title, at: Date.now() });
}

/** @param {string} id */
export const forgetTree = (id) => forget("tree", id);

/** Calls a function when another tab has changed the list. @param {() => void} changed */
export const whenTreesChange = (changed) => whenKeptChanges(changed, "tree");
