// Values that are half typed when the page is left: a score is missing, or filled
// in from maxsum and not taken yet, or is no number. None is completed or dropped:
// its words are kept for this tab, and after a reload the fields have them again.

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("./selection.js").Target} Target */
/**
 * @typedef {object} HalfTyped
 * @property {(number | string)[]} nodes  ids, or tokens of the edits that make them
 * @property {boolean} leaf
 * @property {string} name  of the node
 * @property {[string, string][]} contents  of the fields
 * @property {string} at  the field that had the focus
 * @property {string} words  what was typed, to be copied
 */

import { Made } from "./outbox.js";
import { idOf } from "./selection.js";

/** @param {Target[]} targets @param {import("./node-fields.js").NodeFields} fields */
export const halfOf = (targets, { at, contents, words }) => ({
  nodes: targets.map((t) => (t instanceof Made && t.id === 0 ? t.token : idOf(t))), at, contents: [...contents], words,
});

/** Keeps what is half typed for this tab. @param {Editor} editor @returns {{panel: boolean, inspector: boolean}} where something is */
export function keepHalfTyped({ inspector, panel, sync }) {
  const half = { panel: panel.half, inspector: inspector.half }, name = nameOf(sync);
  try {
    if (half.panel || half.inspector) sessionStorage.setItem(name, JSON.stringify(half));
    else sessionStorage.removeItem(name);
  } catch {
    // Storage may be forbidden or full: the page asks before it is left.
  }
  return { panel: half.panel !== null, inspector: half.inspector !== null };
}

/** @param {Editor["sync"]} sync */
const nameOf = (sync) => `${sync.persistence.local}:half`;

/** Goes on with what was half typed before a reload. @param {Editor} editor */
export async function recoverHalfTyped(editor) {
  const { sync } = editor, name = nameOf(sync);
  /** @type {{panel?: HalfTyped | null, inspector?: HalfTyped | null}} */
  let kept = {};
  try {
    kept = JSON.parse(sessionStorage.getItem(name) ?? "{}");
    sessionStorage.removeItem(name);
  } catch {
    // As above.
  }
  for (const where of /** @type {const} */ (["inspector", "panel"])) {
    const half = kept[where];
    if (!half || resume(editor, where, half)) continue;
    if (sync.persistence.key) await sync.begun; // the node may be drawn then
    if (!resume(editor, where, half)) editor.notices.show(`${half.name} was left half typed, and is not there any more.`, half.words);
  }
}

/** @param {Editor} editor @param {"inspector" | "panel"} where @param {HalfTyped} half @returns {boolean} whether the nodes are there */
function resume({ inspector, notices, panel, picture, selection, sync }, where, half) {
  /** @type {(Target | undefined)[]} */
  const found = half.nodes.map((n) => (typeof n === "string" ? sync.outbox.pending(n)?.made : picture.model.get(n)?.hidden === 0 ? n : undefined));
  const targets = found.flatMap((t) => t ?? []);
  if (targets.length < found.length || targets.length === 0) return false;
  selection.set(targets);
  if (where === "panel") panel.resume(targets[0], half);
  else inspector.resume(half);
  notices.show(`${half.name} was left half typed: it is as you left it, and not changed yet.`);
  return true;
}
