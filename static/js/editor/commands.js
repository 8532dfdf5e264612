// Everything that can be done to the selected nodes, by button or by key: what
// it is called, when it cannot be done and why, and what it does.

import { Made } from "./outbox.js";
import { idOf } from "./selection.js";

/** @typedef {import("./selection.js").Target} Target */
/** @typedef {import("./tree-model.js").Node} Node */
/** @typedef {import("./outbox.js").Edit} Edit */

/**
 * What the commands work on.
 * @typedef {object} Desk
 * @property {import("./selection.js").Selection} selection
 * @property {import("./picture.js").Picture} picture
 * @property {import("./history.js").Undo} undo
 * @property {import("./clipboard.js").Clipboard} clipboard
 * @property {(edit: Edit) => {made: Made, done: Promise<any>}} edit
 * @property {(edit: Edit, leaf: boolean) => void} make  an edit whose outcome is selected
 * @property {() => void} fold
 * @property {() => void} panel  opens the panel of the node at work
 * @property {() => void} beside  goes to the fields beside the picture, which are more
 * @property {() => void} fit
 */

/** @typedef {{why: (desk: Desk) => string, run: (desk: Desk) => void, settled?: boolean}} Command  settled: it needs the picture as it will be */

/** @param {Desk} desk @returns {Node | undefined} the node at work, where it stands */
export function at(desk) {
  const main = desk.selection.main;
  return main === undefined ? undefined : desk.picture.model.get(idOf(main));
}

const none = "Select a node first";
/** A silhouette of several brothers is no node to change. */
const several = (/** @type {Desk} */ desk) => desk.selection.ids.some((id) => (desk.picture.model.get(id)?.run ?? 0) > 0);
const picked = (/** @type {Desk} */ desk) => (!desk.selection.any ? none : several(desk) ? "Several subtrees stand here; Space opens them" : "");
/** What holds of a node is not asked of one that is still being made. */
const where = (/** @type {(node: Node, desk: Desk) => string} */ why) => (/** @type {Desk} */ desk) => {
  const node = at(desk);
  return picked(desk) || (node ? why(node, desk) : "");
};
const notRoot = (/** @type {string} */ why) => where((node) => (node.parent === 0 ? why : ""));
const main = (/** @type {Desk} */ desk) => /** @type {Target} */ (desk.selection.main);
/** The selected nodes that are below no other. */
const tops = (/** @type {Desk} */ desk) => (desk.selection.pending ? desk.selection.targets : desk.picture.model.tops(desk.selection.ids).map((n) => n.id));

/** @param {number} by @returns {Command} */
const reorder = (by) => ({
  settled: true,
  why: where((node, desk) => {
    const parent = desk.picture.model.get(node.parent);
    if (!parent) return "The root has no brothers";
    const to = node.index + by;
    return to < 0 ? "It is the first child already" : to >= parent.children.length ? "It is the last child already" : "";
  }),
  run(desk) {
    desk.edit({ op: "reorder", node: main(desk), by });
  },
});

/** @type {Record<string, Command>} */
export const commands = {
  child: { why: picked, run: (desk) => desk.make({ op: "child", node: main(desk) }, true) },
  sibling: { why: notRoot("The root has no sibling; Tab adds a child"), run: (desk) => desk.make({ op: "sibling", node: main(desk) }, true) },
  before: { why: notRoot("The root has no sibling; Tab adds a child"), run: (desk) => desk.make({ op: "sibling", node: main(desk), before: true }, true) },
  parent: { why: picked, run: (desk) => desk.make({ op: "parent", node: main(desk) }, false) },
  delete: { why: picked, run: (desk) => desk.make({ op: "delete", nodes: tops(desk) }, true) },
  dissolve: {
    why: where((node) => (node.leaf ? "A leaf has no children to take its place; Delete deletes it" : "")),
    run: (desk) => desk.make({ op: "dissolve", nodes: desk.selection.targets }, true),
  },
  left: reorder(-1),
  right: reorder(1),
  edit: { why: picked, run: (desk) => desk.panel() },
  beside: { settled: true, why: picked, run: (desk) => desk.beside() },
  undo: { why: (desk) => (desk.undo.can.undo ? "" : "There is nothing more to undo"), run: (desk) => desk.undo.undo() },
  redo: { why: (desk) => (desk.undo.can.redo ? "" : "There is nothing more to redo"), run: (desk) => desk.undo.redo() },
  cut: { settled: true, why: picked, run: (desk) => desk.clipboard.take(true) },
  copy: { settled: true, why: picked, run: (desk) => desk.clipboard.take(false) },
  paste: { settled: true, why: picked, run: (desk) => desk.clipboard.give() },
  fold: {
    settled: true,
    why: (desk) => (several(desk) ? "" : where((node) => (node.leaf && node.hidden === 0 ? "A leaf has nothing to fold" : ""))(desk)),
    run: (desk) => desk.fold(),
  },
  fit: { why: () => "", run: (desk) => desk.fit() },
};

/** @typedef {{command: string} | {move: string, extend: boolean} | {typed: string} | {leave: true} | {pick: number, how: "only" | "too" | "range" | "touch"} | {paste: string, after: number}} Meaning  pick: a node that was clicked; after: so many copies */

/**
 * What a key means to a selected node; null: nothing, it is left to the page.
 * @param {{key: string, ctrlKey: boolean, metaKey: boolean, altKey: boolean, shiftKey: boolean}} e
 * @returns {Meaning | null}
 */
export function meaning(e) {
  const ctrl = e.ctrlKey || e.metaKey;
  if (ctrl && e.altKey) return null;
  if (ctrl) {
    switch (e.key) {
      case "ArrowUp": case "ArrowLeft": return { command: "left" };
      case "ArrowDown": case "ArrowRight": return { command: "right" };
      case "Enter": return { command: "parent" };
      case "z": case "Z": return { command: e.shiftKey ? "redo" : "undo" };
      case "y": case "Y": return { command: "redo" };
    }
    return null; // X, C and V come as events of the clipboard
  }
  if (e.altKey) {
    return e.key === "ArrowLeft" ? { command: "left" } : e.key === "ArrowRight" ? { command: "right" } : null;
  }
  switch (e.key) {
    case "Tab": return e.shiftKey ? null : { command: "child" };
    case "Enter": return { command: e.shiftKey ? "before" : "sibling" };
    case "Delete": case "Backspace": return { command: e.shiftKey ? "dissolve" : "delete" };
    case "F2": return { command: e.shiftKey ? "beside" : "edit" };
    case " ": return { command: "fold" };
    case "Escape": return { leave: true };
    case "ArrowUp": case "ArrowDown": case "ArrowLeft": case "ArrowRight": case "Home": case "End":
      return { move: e.key, extend: e.shiftKey };
  }
  return /^[\p{L}\p{N}_.(+"-]$/u.test(e.key) ? { typed: e.key } : null;
}
