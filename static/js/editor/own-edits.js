// The fields that were set here last, so that a message says when somebody else
// gives one of them another value, or deletes the node, and can put it back.

import { scoreText } from "../shared/exact.js";
import { inField } from "./score-text.js";
import { idOf } from "./selection.js";
import { list } from "./tree-model.js";

/** @typedef {import("./outbox.js").Edit} Edit */
/** @typedef {import("./tree-model.js").Node} Node */
/** @typedef {import("./tree-model.js").TreeModel} TreeModel */
/**
 * @typedef {object} Own
 * @property {number} id
 * @property {string} field
 * @property {any} mine       as it was sent
 * @property {string} then  as the tree had it
 * @property {{id: number, name: string}[]} path  from the node to the root, as it was drawn last; empty: it was not
 */
/**
 * What a message from the server says of deleted nodes.
 * @typedef {object} News
 * @property {number[]} gone     nodes that were deleted
 * @property {number} deletion   the revision that deleted them and did nothing else; 0: not known
 */

/** How many fields are remembered. */
const most = 100;
/** How many fields a notice of a deletion names. */
const mostNamed = 3;
/** Ops that change nothing but the nodes they name. */
const local = ["set", "child", "sibling", "delete", "move", "copy", "paste"];

/** What the fields of an edit are called. @type {Record<string, string>} */
const names = {
  label: "label", player: "mover", value: "value", cost: "cost", alternatives: "values to try",
  low: "lower bounds", up: "upper bounds", static: "static evaluation",
};

/** A field as the tree has it. @param {Node} node @param {string} field */
const fieldOf = (node, field) => /** @type {any} */ (node)[field];

/** A field of an edit as the tree will have it. @param {string} field @param {any} value */
function taken(field, value) {
  switch (field) {
    case "label": return value ?? "";
    case "player": return value ?? 0;
    case "cost": return value;
    case "alternatives": return (value ?? []).map(list);
  }
  return list(value);
}

/** A field in words. @param {string} field @param {any} value  as the tree has it */
function words(field, value) {
  switch (field) {
    case "label": return value === "" ? "none" : `“${value}”`;
    case "player": return value === 0 ? "none" : String(value);
    case "cost": return value === null ? "none" : scoreText(value);
    case "alternatives": return value.length === 0 ? "none" : value.map((/** @type {any} */ v) => `(${inField(v)})`).join(" | ");
    case "value": return value === null ? "?" : `(${inField(value)})`;
  }
  return value === null ? "none" : `(${inField(value)})`;
}

export class OwnEdits {
  /** @type {Map<string, Own>} */
  #own = new Map();
  #host;

  /** Deleted subtrees that notices name, by their roots. @type {Map<number, {key: string, lost: Own[]}>} */
  #deleted = new Map();

  /**
   * @param {object} host
   * @param {() => TreeModel} host.model
   * @param {(node: number) => string} host.who  is at a node; empty: nobody knows
   * @param {(key: string, text: string, offer?: {name: string, run: () => void}) => void} host.lost  shows an edit that somebody has undone
   * @param {(key: string) => void} host.over  a loss that was shown does not matter any more
   * @param {(edit: Edit) => void} host.edit
   */
  constructor(host) {
    this.#host = host;
  }

  /**
   * An edit from here was made.
   * @param {Edit | null} edit
   * @param {{newest: boolean, alone: boolean}} made  newest: the tree is as this edit has left it; alone: nobody else has edited it since the revision before
   * @param {News} news
   */
  made(edit, { newest, alone }, news) {
    if (newest && (alone || !local.includes(edit?.op ?? ""))) this.#agree(news);
    else if (edit?.op === "delete") this.#forget(edit.nodes);
    if (edit?.op !== "set") return;
    const { op, nodes, ...fields } = edit;
    for (const target of nodes) {
      const id = idOf(target), node = this.#host.model().get(id);
      for (const [field, mine] of Object.entries(fields)) {
        if (!(field in names)) continue;
        const key = `${id} ${field}`;
        this.#own.delete(key); // the last one goes to the end
        this.#own.set(key, { id, field, mine, then: JSON.stringify(newest && node ? fieldOf(node, field) : taken(field, mine)), path: node ? pathOf(this.#host.model(), id) : [] });
        this.#host.over(key);
      }
    }
    for (const key of this.#own.keys()) if (this.#own.size > most) this.#own.delete(key);
  }

  /** What is in the tree came from here: an undo, a text. @param {News} news */
  #agree(news) {
    for (const own of this.#gone(news)) this.#own.delete(`${own.id} ${own.field}`);
    this.#compare((own, node) => (own.then = JSON.stringify(fieldOf(node, own.field))));
  }

  /** Nodes were deleted here. @param {any[]} targets */
  #forget(targets) {
    const ids = targets.map(idOf);
    for (const [key, { id, path }] of this.#own) if (ids.includes(id) || path.some((at) => ids.includes(at.id))) this.#own.delete(key);
  }

  /** Shows the fields that others have changed, and of the nodes that they have deleted. @param {News} news */
  check(news) {
    this.#compare((own, node, key) => {
      const who = this.#host.who(own.id) || "Somebody else", { field, mine } = own;
      this.#own.delete(key);
      const text = `${who} changed the ${names[field]} of ${node.name} from your ${words(field, taken(field, mine))} to ${words(field, fieldOf(node, field))}.`;
      const run = () => this.#host.edit({ op: "set", nodes: [own.id], [field]: mine });
      this.#host.lost(key, text, { name: "Put mine back", run });
    });
    this.#deletions(news);
  }

  /** Shows deleted nodes that had own fields, once for each deleted subtree. @param {News} news */
  #deletions(news) {
    const model = this.#host.model();
    for (const [top, { key, lost }] of [...this.#deleted]) {
      if (!model.get(top)) continue;
      this.#deleted.delete(top); // it is there again
      this.#host.over(key);
      for (const own of lost) this.#own.set(`${own.id} ${own.field}`, own);
    }
    /** @type {Map<number, Own[]>} */
    const subtrees = new Map();
    for (const own of this.#gone(news)) {
      this.#own.delete(`${own.id} ${own.field}`);
      const top = this.#top(own, news).id;
      subtrees.set(top, [...(subtrees.get(top) ?? []), own]);
    }
    for (const [top, lost] of subtrees) {
      const key = `deleted ${top}`, who = this.#host.who(top) || "Somebody else", revision = news.deletion;
      this.#deleted.set(top, { key, lost });
      const run = () => this.#host.edit({ op: "undo", revision });
      this.#host.lost(key, `${who} deleted ${deletedWords(this.#top(lost[0], news), lost)}.`, revision > 0 ? { name: "Put it back", run } : undefined);
    }
    for (const own of this.#own.values()) if (model.get(own.id)) own.path = pathOf(model, own.id);
  }

  /** The own fields of nodes that are not in the tree any more. @param {News} news */
  #gone({ gone }) {
    const model = this.#host.model(), drawn = allDrawn(model);
    return [...this.#own.values()].filter(({ id }) => !model.get(id) && (drawn || gone.includes(id)));
  }

  /** The root of the deleted subtree that has had an own field. @param {Own} own @param {News} news */
  #top({ id, path }, { gone }) {
    const model = this.#host.model(), drawn = allDrawn(model);
    return path.filter((at) => !model.get(at.id) && (drawn || gone.includes(at.id))).at(-1) ?? path[0] ?? { id, name: "a node" };
  }

  /** @param {(own: Own, node: Node, key: string) => void} differs */
  #compare(differs) {
    for (const [key, own] of [...this.#own]) {
      const node = this.#host.model().get(own.id);
      if (!node || node.hidden > 0) continue; // it is not drawn
      if (["value", "alternatives"].includes(own.field) && !node.leaf) this.#own.delete(key); // it has children now
      else if (JSON.stringify(fieldOf(node, own.field)) !== own.then) differs(own, node, key);
    }
  }
}

/** Whether every node of the tree is drawn. @param {TreeModel} model */
const allDrawn = (model) => [...model.nodes.values()].every((node) => node.hidden === 0);

/** A node and those above it. @param {TreeModel} model @param {number} id @returns {Own["path"]} */
function pathOf(model, id) {
  const path = [];
  for (let node = model.get(id); node; node = model.get(node.parent)) path.push({ id: node.id, name: node.name });
  return path;
}

/** What was deleted, and what of it was set here. @param {{id: number, name: string}} top @param {Own[]} lost */
function deletedWords(top, lost) {
  const below = lost.some((own) => own.id !== top.id);
  const fields = lost.slice(0, mostNamed).map(({ id, path, field, mine }) => {
    const of = id === top.id ? "" : ` of ${path[0]?.name ?? "a node"}`;
    return `your ${names[field]} ${words(field, taken(field, mine))}${of}`;
  });
  if (lost.length > mostNamed) fields.push(`${lost.length - mostNamed} more of your edits`);
  const last = fields.pop();
  return `${top.name}${below ? " and all below it" : ""}, with ${fields.length > 0 ? `${fields.join(", ")} and ` : ""}${last}`;
}
