// All trees of the list as one archive.

import { fetchTree } from "./server.js";
import { zip } from "./zip.js";

/** @typedef {import("../shared/own-trees.js").OwnTree} OwnTree */

/** Characters of a title in the name of a file. */
const longest = 60;

/**
 * The name of a tree's files, by its place in the list: no two are alike, and
 * every system accepts them.
 * @param {number} place @param {string} title
 */
function fileName(place, title) {
  const plain = title.replace(/[\s\p{C}/\\:*?"<>|]+/gu, " ").trim().slice(0, longest).trim().replace(/\.+$/, "");
  return `${place} ${plain || "tree"}`;
}

/**
 * @param {OwnTree[]} trees @param {(done: number) => void} progress
 * @returns {Promise<{blob: Blob, missing: string[]}>} missing: titles of trees that are not on the server any more
 */
export async function archive(trees, progress) {
  const files = [], missing = [];
  for (const [i, { id, title }] of trees.entries()) {
    progress(i);
    const tree = await fetchTree(id);
    if (!tree) {
      missing.push(title || "a tree without a title");
      continue;
    }
    const name = fileName(i + 1, tree.title);
    files.push({ name: `${name}.txt`, text: `${tree.text.trimEnd()}\n` }, { name: `${name}.json`, text: `${JSON.stringify(tree.tree)}\n` });
    if (tree.notes) files.push({ name: `${name}, notes.txt`, text: `${tree.notes}\n` });
  }
  return { blob: zip(files, new Date()), missing };
}
