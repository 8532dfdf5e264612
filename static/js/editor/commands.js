// Everything that can be done to the selected nodes, by button or by key: what
// it is called, when it cannot be done and why, and what it does.

import { placeAmong } from "./drop-target.js";
import { chanceAt } from "./probabilities.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("./selection.js").Target} Target */
/** @typedef {import("./tree-model.js").Node} Node */

/**
 * @typedef {object} Command
 * @property {(editor: Editor) => string} why  why it cannot be given now; empty: it can
 * @property {(editor: Editor) => void} run
 * @property {boolean} [settled]  it needs the picture as it will be
 */

const none = "Select a node first";
/** A collapsed row of several siblings is no node to change. */
const several = (/** @type {Editor} */ editor) => editor.selection.ids.some((id) => (editor.picture.model.get(id)?.run ?? 0) > 0);
const picked = (/** @type {Editor} */ editor) => (!editor.selection.any ? none : several(editor) ? "Several subtrees are folded here; Space opens them" : "");
/** What holds of a node is not asked of one that is still being made. */
const where = (/** @type {(node: Node, editor: Editor) => string} */ why) => (/** @type {Editor} */ editor) => {
  const node = editor.current;
  return picked(editor) || (node ? why(node, editor) : "");
};
const notRoot = (/** @type {string} */ why) => where((node) => (node.parent === 0 ? why : ""));
const inner = where((node) => (node.leaf ? "A leaf has no children" : ""));
const main = (/** @type {Editor} */ editor) => /** @type {Target} */ (editor.selection.main);
/** The selected nodes that are below no other. */
const tops = (/** @type {Editor} */ editor) => (editor.selection.pending ? editor.selection.targets : editor.picture.model.tops(editor.selection.ids).map((n) => n.id));

/** Copies of the selected subtrees, each beside its own. @param {Editor} editor */
function duplicate(editor) {
  const { model } = editor.picture;
  /** @type {Map<number, Node[]>} by their parents */
  const families = new Map();
  for (const node of model.tops(editor.selection.ids)) families.set(node.parent, [...(families.get(node.parent) ?? []), node]);
  const last = [...families.keys()].at(-1);
  for (const [to, nodes] of families) {
    const at = placeAmong(model, { to, at: nodes[nodes.length - 1].index + 1 }, [], true);
    /** @type {import("./outbox.js").Edit} */
    const edit = { op: "copy", nodes: nodes.map((n) => n.id), to, at };
    if (to === last) editor.make(edit, nodes[0].leaf);
    else editor.edit(edit);
  }
}

/** @param {number} by @returns {Command} */
const reorder = (by) => ({
  settled: true,
  why: where((node, editor) => {
    const parent = editor.picture.model.get(node.parent);
    if (!parent) return "The root has no neighbours";
    const to = node.index + by;
    return to < 0 ? "It is the first child already" : to >= parent.children.length ? "It is the last child already" : "";
  }),
  run(editor) {
    editor.edit({ op: "reorder", node: main(editor), by });
  },
});

/** The probabilities of the moves at a node are changed: they follow a chance node. @param {Node} node @param {Editor} editor */
const followsChance = (node, editor) => (editor.picture.model.get(node.parent)?.chance ? "" : "Only the moves of chance have probabilities; * at the node above makes it a chance node");

/** The moves of the chance node at the current node. @param {Editor} editor */
function chanceMoves(editor) {
  const { model } = editor.picture, node = editor.current, chance = node && chanceAt(node, model);
  return chance ? chance.children.flatMap((id) => model.get(id) ?? []) : [];
}

/** @type {Record<string, Command>} */
export const commands = {
  name: { why: notRoot("No move leads to the root"), run: (editor) => editor.actions.openPanel({ field: "action" }) },
  chance: {
    why: where((node, editor) => (editor.sync.draft.header.kind === "path" ? "A path tree has no chance nodes" : node.leaf ? "A leaf has a value; only a node with children is a chance node" : "")),
    run: (editor) => editor.edit({ op: "set", nodes: editor.selection.targets, chance: !editor.current?.chance }),
  },
  prob: { why: where(followsChance), run: (editor) => editor.actions.openPanel({ field: "prob" }) },
  equal: {
    settled: true,
    why: (editor) => {
      const moves = chanceMoves(editor);
      return picked(editor) || (moves.length === 0 ? "There is no chance node here" : moves.some((n) => n.run > 0) ? "Some moves are folded; Space opens them" : moves.every((n) => n.prob === "") ? "They are equal already" : "");
    },
    run: (editor) => editor.edit({ op: "set", nodes: chanceMoves(editor).map((n) => n.id), prob: null }),
  },
  child: { why: picked, run: (editor) => editor.make({ op: "child", node: main(editor) }, true) },
  sibling: { why: notRoot("The root has no sibling; Tab adds a child"), run: (editor) => editor.make({ op: "sibling", node: main(editor) }, true) },
  before: { why: notRoot("The root has no sibling; Tab adds a child"), run: (editor) => editor.make({ op: "sibling", node: main(editor), before: true }, true) },
  parent: { why: picked, run: (editor) => editor.make({ op: "parent", node: main(editor) }, false) },
  delete: { why: picked, run: (editor) => editor.make({ op: "delete", nodes: tops(editor) }, true) },
  dissolve: {
    why: where((node) => (node.leaf ? "A leaf has no children to take its place; Delete deletes it" : "")),
    run: (editor) => editor.make({ op: "dissolve", nodes: editor.selection.targets }, true),
  },
  left: reorder(-1),
  right: reorder(1),
  edit: { why: picked, run: (editor) => editor.actions.openPanel() },
  beside: { settled: true, why: picked, run: (editor) => editor.enterInspector() },
  fill: { why: picked, run: (editor) => editor.edit({ op: "fill", nodes: tops(editor), seed: Math.floor(Math.random() * 1e9) }) },
  mirror: { settled: true, why: inner, run: (editor) => editor.edit({ op: "mirror", nodes: tops(editor) }) },
  symmetric: { settled: true, why: inner, run: (editor) => editor.edit({ op: "symmetric", nodes: tops(editor) }) },
  undo: { why: (editor) => (editor.history.can.undo ? "" : "There is nothing more to undo"), run: (editor) => editor.history.undo() },
  redo: { why: (editor) => (editor.history.can.redo ? "" : "There is nothing more to redo"), run: (editor) => editor.history.redo() },
  duplicate: {
    settled: true,
    why: (editor) => picked(editor) || (editor.selection.ids.includes(editor.picture.model.root) ? "A tree has one root, so it cannot be duplicated" : ""),
    run: duplicate,
  },
  cut: { settled: true, why: picked, run: (editor) => editor.clipboard.take(true) },
  copy: { settled: true, why: picked, run: (editor) => editor.clipboard.take(false) },
  paste: { settled: true, why: picked, run: (editor) => editor.clipboard.give() },
  fold: {
    settled: true,
    why: (editor) => (several(editor) ? "" : where((node) => (node.leaf && node.hidden === 0 ? "A leaf has nothing to fold" : ""))(editor)),
    run: (editor) => editor.fold(),
  },
  all: { settled: true, why: () => "", run: (editor) => editor.selectNodes([...editor.picture.model.nodes.keys()]) },
  subtree: { settled: true, why: picked, run: (editor) => editor.selectNodes([...editor.picture.model.nodes.keys()].filter((id) => tops(editor).some((top) => editor.picture.model.within(id, /** @type {number} */ (top))))) },
  marquee: { why: () => "", run: (editor) => editor.interaction.awaitMarquee() },
  zoom: { settled: true, why: picked, run: (editor) => editor.picture.zoomTo(editor.selection.ids) },
  find: { why: () => "", run: (editor) => editor.find.open() },
  palette: { why: () => "", run: (editor) => editor.palette.open() },
  fit: { why: () => "", run: (editor) => editor.fit() },
};
