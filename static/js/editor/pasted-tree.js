// A whole tree that is pasted: a game of Gambit, a document (JSON), or, where there is no
// tree yet, a text with a header. The server writes it in the notation, and says what a
// tree cannot hold of it.

import { busy, idle } from "../shared/idle.js";
import { parse, sourceOf } from "./new-tree.js";

/** @typedef {import("./editor.js").Editor} Editor */

/** The header of a text in the notation, after its comments; a label has a colon. */
const header = /^(\s|#.*$)*(kind|players|maxsum|minp|maxp|delta|outcomes|title)\s*[^\s:]/m;

/** The body of a text that is a whole tree; null: it is not, but may be one in the notation; pure. @param {string} text @param {boolean} empty  there is no tree yet */
function wholeTree(text, empty) {
  const source = sourceOf("", text);
  return "text" in source && !(empty && header.exec(text)?.index === 0) ? null : source;
}

/** What such a text is called. @param {object} source */
const called = (source) => ("efg" in source ? "game of Gambit" : "text" in source ? "text" : "tree document");

/**
 * Takes a text that is a whole tree: in another format or, where there is no tree yet, in the notation.
 * @param {Editor} editor @param {string} text
 * @param {(notation: string) => Promise<any> | void} take  gets the tree in the notation
 * @param {string} done  what is said when it is there
 * @param {boolean} [empty]  there is no tree yet
 * @returns {boolean} whether it is one
 */
export function takeWholeTree(editor, text, take, done, empty = false) {
  const source = wholeTree(text, empty);
  if (!source) return false;
  busy(source);
  parse(source).then(async (parsed) => {
    await take(parsed.text);
    editor.notices.show([`The ${called(source)} ${done}.`, ...(parsed.remarks ?? [])].join(" "));
  }).catch((e) => editor.notices.show(`The ${called(source)} that was pasted cannot be taken: ${e instanceof Error ? e.message : e}`.replace(/\.?$/, "."), text)).finally(() => idle(source));
  return true;
}

/** A new tree was begun from a file: what of it a tree cannot hold is said on its page. */
const kept = "espalier-remarks";

/** @param {{id: string, remarks?: string[]}} made */
export function keepRemarks({ id, remarks = [] }) {
  try {
    if (remarks.length > 0) sessionStorage.setItem(kept, JSON.stringify({ id, remarks }));
  } catch {
    // Storage may be forbidden: the notes of the tree have them, too.
  }
}

/** @param {Editor} editor */
export function showRemarks(editor) {
  try {
    const { id, remarks } = JSON.parse(sessionStorage.getItem(kept) ?? "{}");
    if (!id || id !== editor.sync.persistence.id) return;
    sessionStorage.removeItem(kept);
    editor.notices.show(`${remarks.join(" ")} The notes have this, too.`);
  } catch {
    // As above.
  }
}
