// The tree as the picture has it: its drawn nodes by their ids, which stay when
// their numbers change. Built again for every picture; it has no other state.

/** @typedef {import("./patch.js").Part} Part */
/** @typedef {import("./patch.js").Place} Place */

import { exact, jsonOf, parseJSON } from "../shared/exact.js";

/** @typedef {import("../shared/exact.js").Score} Score */
/**
 * @typedef {object} Node
 * @property {number} id
 * @property {number} number  in preorder, of this revision
 * @property {number} level   the root's is 0
 * @property {number} parent  0: none
 * @property {number} index   among its siblings
 * @property {number[]} children
 * @property {boolean} leaf
 * @property {number} hidden  nodes of a collapsed subtree, with its root; 0: not collapsed
 * @property {number} run     siblings that are collapsed into one shape; 0: it is one node
 * @property {string} label
 * @property {number} player
 * @property {boolean} chance  it is a chance node
 * @property {string[] | null} probs  of a chance node: the probabilities of its moves, empty where none is given; null: it has too many moves
 * @property {string} action  the name of the move to it
 * @property {string} prob    its probability; empty: none is given
 * @property {string} infoset  the name of its information set; empty: it is in none
 * @property {(Score | null)[] | null} value  null: unknown
 * @property {Score[][]} alternatives
 * @property {Score[] | null} low
 * @property {Score[] | null} up
 * @property {Score[] | null} static
 * @property {Score | null} cost
 * @property {string} name    what it is called
 * @property {SVGGElement} group
 * @property {SVGPathElement | null} edge  into it
 * @property {import("./outbox.js").Made} [made]  it is still being made (provisional.js)
 * @property {number[]} ends  of the edge: x1, y1, x2, y2
 * @property {number} x
 * @property {number} y
 */

/** @param {string | null} text @returns {any} */
function json(text) {
  if (!text) return null;
  try {
    return parseJSON(text);
  } catch {
    return null;
  }
}

/** A number of an attribute, which may be a fraction with or without quotes. @param {string} text @returns {Score} */
function scoreIn(text) {
  const number = exact(text.replace(/^"(.*)"$/, "$1"));
  return number ? jsonOf(number) : text;
}

/** @param {any} v @returns {any[] | null} one number is a vector of one */
export const list = (v) => (v === null || v === undefined ? null : Array.isArray(v) ? v : [v]);

/** @param {string | null} transform */
function placeOf(transform) {
  const at = /translate\(\s*(-?[\d.e]+)[\s,]+(-?[\d.e]+)/.exec(transform ?? "");
  return at ? { x: Number(at[1]), y: Number(at[2]) } : { x: 0, y: 0 };
}

/** What the arrows mean where the root is at the left. */
const turned = new Map([["ArrowLeft", "ArrowUp"], ["ArrowRight", "ArrowDown"], ["ArrowUp", "ArrowLeft"], ["ArrowDown", "ArrowRight"]]);

export class TreeModel {
  /** @type {Map<number, Node>} in preorder */
  nodes = new Map();
  root = 0;
  /** The root is at the left, and siblings are below each other. */
  sideways;

  /**
   * @param {Map<number, Part>} parts  the nodes of the picture, in preorder
   * @param {boolean} sideways
   * @param {object} [since]
   * @param {TreeModel} since.before  the model of the picture before
   * @param {Map<number, Part>} since.fresh  nodes that look different
   * @param {Map<number, Place>} since.places  nodes with another place
   */
  constructor(parts, sideways, since) {
    this.sideways = sideways;
    /** @type {Node[]} */
    const above = [];
    let number = 0;
    for (const [id, part] of parts) {
      const known = since?.fresh.has(id) ? undefined : since?.before.get(id);
      /** @type {Node} */
      const node = known ? { ...known, ...since?.places.get(id), children: [] } : read(id, part);
      node.number = number;
      number += Math.max(1, node.hidden);
      node.edge = part.edge;
      const parent = above[node.level - 1];
      node.parent = parent?.id ?? 0;
      node.index = parent?.children.length ?? 0;
      if (parent) parent.children.push(id);
      else this.root = id;
      above[node.level] = node;
      this.nodes.set(id, node);
    }
  }

  /** @param {number} id */
  get(id) {
    return this.nodes.get(id);
  }

  /** The nodes of a level, from left to right. @param {number} level */
  level(level) {
    return [...this.nodes.values()].filter((n) => n.level === level);
  }

  /**
   * The nodes to fold so that the number of drawn leaves and folded nodes stays within a limit: the
   * inner nodes of the deepest level for which that holds, as the server folds a wide
   * tree (FoldsToFit in trees/layout); none, if that does not help.
   * @param {number} ends @returns {number[]}
   */
  foldsToFit(ends) {
    /** @type {{inner: number[], ends: number}[]} */
    const levels = [];
    for (const { id, level, children } of this.nodes.values()) {
      const row = (levels[level] ??= { inner: [], ends: 0 });
      if (children.length > 0) row.inner.push(id);
      else row.ends++;
    }
    let at = 0, before = 0;
    for (const [level, row] of levels.entries()) {
      before += row.ends;
      if (before + row.inner.length > ends) break;
      at = level;
    }
    return at === 0 ? [] : levels[at].inner;
  }

  /**
   * Whether a node is another, or below it.
   * @param {number} id @param {number} top
   */
  within(id, top) {
    for (let n = this.nodes.get(id); n; n = this.nodes.get(n.parent)) if (n.id === top) return true;
    return false;
  }

  /**
   * The nodes that are below no other of them, in preorder.
   * @param {number[]} ids
   */
  tops(ids) {
    const given = new Set(ids);
    return [...this.nodes.values()].filter((n) => {
      if (!given.has(n.id)) return false;
      for (let a = this.nodes.get(n.parent); a; a = this.nodes.get(a.parent)) if (given.has(a.id)) return false;
      return true;
    });
  }

  /** An arrow key as it is meant in a tree whose root is at the top. @param {string} key */
  arrow(key) {
    return this.sideways ? turned.get(key) ?? key : key;
  }

  /** The place of a node among those of its level, and which level that is, in units of the picture. @param {{x: number, y: number}} at */
  along({ x, y }) {
    return this.sideways ? { along: y, across: x } : { along: x, across: y };
  }

  /** The place in the picture. @param {number} along @param {number} across */
  at(along, across) {
    return this.sideways ? { x: across, y: along } : { x: along, y: across };
  }

  /**
   * The node that an arrow leads to, where the root is at the top: up to the parent,
   * down to the first child, left and right along the level.
   * @param {number} id @param {string} key
   */
  towards(id, key) {
    const node = this.nodes.get(id);
    if (!node) return undefined;
    const row = this.level(node.level), at = row.indexOf(node);
    switch (this.arrow(key)) {
      case "ArrowUp":
        return this.nodes.get(node.parent);
      case "ArrowDown":
        return this.nodes.get(node.children[0] ?? 0);
      case "ArrowLeft":
        return row[at - 1];
      case "ArrowRight":
        return row[at + 1];
      case "Home":
        return this.nodes.get(this.root);
      case "End":
        return [...this.nodes.values()].at(-1);
    }
    return undefined;
  }
}

/** @param {number} id @param {Part} part @returns {Node} */
function read(id, { edge, group }) {
  const attribute = (/** @type {string} */ name) => group.getAttribute(`data-${name}`);
  const label = attribute("label") ?? "";
  const cost = attribute("cost");
  return {
    id,
    number: 0,
    level: Number(group.getAttribute("aria-level")) - 1,
    parent: 0,
    index: 0,
    children: [],
    leaf: group.classList.contains("leaf"),
    hidden: Number(attribute("hidden") ?? 0),
    run: Number(attribute("run") ?? 0),
    label,
    player: Number(attribute("player")),
    chance: attribute("chance") !== null,
    probs: json(attribute("probs")),
    action: attribute("action") ?? "",
    prob: attribute("prob") ?? "",
    infoset: attribute("infoset") ?? "",
    value: list(json(attribute("value"))),
    alternatives: (json(attribute("alternatives")) ?? []).map(list),
    low: list(json(attribute("low"))),
    up: list(json(attribute("up"))),
    static: list(json(attribute("static"))),
    cost: cost === null || cost === "" ? null : scoreIn(cost),
    name: label || (attribute("name") ?? `node ${id}`),
    group,
    edge,
    ends: (edge?.getAttribute("d")?.match(/-?[\d.]+(e-?\d+)?/g) ?? []).map(Number),
    ...placeOf(group.getAttribute("transform")),
  };
}
