// Finding nodes by label, path, value, mover or the name of the move to them. No DOM here.

import { isNumber, scoreOf } from "./score-text.js";
import { list } from "./tree-model.js";

/**
 * What is known of a node that can be found.
 * @typedef {object} Entry
 * @property {number} id
 * @property {number[]} above  ids of the node and of those above it, itself first
 * @property {string} path     places among siblings from the root on, as 2.1
 * @property {string[]} labels  from the root on, its own last
 * @property {string} action  the name of the move to it
 * @property {boolean} leaf
 * @property {boolean} chance
 * @property {number} player
 * @property {((import("./tree-model.js").Score | null)[] | null)[]} values  of a leaf; null: unknown
 */

/** @param {string | undefined} label */
const plain = (label) => (label ?? "").toLowerCase();

/**
 * The nodes of a document, in preorder; pure.
 * @param {any} root @param {number[]} ids  of the nodes by their numbers @returns {Entry[]}
 */
export function entriesOf(root, ids) {
  /** @type {Entry[]} */
  const entries = [];
  /** @type {{node: any, above: Entry | null, place: number}[]} */
  const stack = [{ node: root, above: null, place: 0 }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, above, place } = next, id = ids[entries.length], children = node.children ?? [];
    const entry = {
      id,
      above: [id, ...(above?.above ?? [])],
      path: above ? (above.path === "" ? String(place) : `${above.path}.${place}`) : "",
      labels: [...(above?.labels ?? []), plain(node.label)],
      action: plain(node.action),
      leaf: children.length === 0,
      chance: node.chance === true,
      player: node.player ?? 0,
      values: children.length > 0 ? [] : [list(node.value ?? null), ...(node.alternatives ?? []).map(list)],
    };
    entries.push(entry);
    for (let i = children.length - 1; i >= 0; i--) stack.push({ node: children[i], above: entry, place: i + 1 });
  }
  return entries;
}

/**
 * The drawn nodes, where nothing is folded; pure.
 * @param {import("./tree-model.js").TreeModel} model @returns {Entry[]}
 */
export function drawnEntries(model) {
  /** @type {Map<number, Entry>} */
  const entries = new Map();
  for (const node of model.nodes.values()) {
    const above = entries.get(node.parent), place = node.index + 1;
    entries.set(node.id, {
      id: node.id,
      above: [node.id, ...(above?.above ?? [])],
      path: above ? (above.path === "" ? String(place) : `${above.path}.${place}`) : "",
      labels: [...(above?.labels ?? []), plain(node.label)],
      action: plain(node.action),
      leaf: node.leaf,
      chance: node.chance,
      player: node.player,
      values: node.leaf ? [node.value, ...node.alternatives] : [],
    });
  }
  return [...entries.values()];
}

/** The path that is meant: 2.1, root.2.1, or as a fault names it; null: none. @param {string} query */
function pathOf(query) {
  const place = query.replace(/\.?children\[(\d+)\]/g, (_, n) => `.${Number(n) + 1}`);
  const path = /^(?:root)?\.?(\d+(?:\.\d+)*)?$/.exec(place);
  return path && place !== "" ? path[1] ?? "" : null;
}

/** The scores that are meant, null for any; null: none. @param {string} query */
function scoresOf(query) {
  const scores = query.replace(/^\(|\)$/g, "").trim().split(/\s*,\s*|\s+/).map((score) => score.replace(/^\+/, ""));
  if (!scores.every((score) => score === "?" || isNumber(score))) return null;
  return scores.map((score) => (score === "?" ? null : scoreOf(score)));
}

/** Numbers that are equal are written alike in JSON. @param {(import("./tree-model.js").Score | null)[] | null} value @param {(import("./tree-model.js").Score | null)[]} wanted */
function fits(value, wanted) {
  if (wanted.length === 1) return wanted[0] === null ? value === null || value.includes(null) : value !== null && value.includes(wanted[0]);
  return value !== null && wanted.length <= value.length && wanted.every((score, i) => score === null || score === value[i]);
}

/**
 * Whether a node is meant by what was typed; null: nothing was typed; pure.
 * @param {string} typed @returns {((entry: Entry) => boolean) | null}
 */
export function finder(typed) {
  const query = typed.trim().toLowerCase();
  if (query === "") return null;
  const mover = /^(?:player|mover|moves?)\s*(\d+)$/.exec(query)?.[1] ?? { max: 1, min: 2 }[query];
  const path = pathOf(query), scores = scoresOf(query), steps = query.split(/\s*[/>]\s*/).filter((step) => step !== "");
  return (entry) => {
    const { labels } = entry, label = labels[labels.length - 1];
    if (label.includes(query) || entry.action.includes(query) || entry.path === path) return true;
    if (query === "chance" && entry.chance) return true;
    if (mover !== undefined && !entry.leaf && entry.player === Number(mover)) return true;
    if (scores && entry.values.some((value) => fits(value, scores))) return true;
    const tail = labels.slice(-steps.length);
    return steps.length > 1 && tail.length === steps.length && steps.every((step, i) => tail[i].includes(step));
  };
}
