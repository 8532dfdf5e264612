// The fields that were set here last, so that one is told when somebody else
// gives one of them another value, and can put the own one back.

import { inField } from "./score-text.js";
import { idOf } from "./selection.js";
import { list } from "./tree-model.js";

/** @typedef {import("./outbox.js").Edit} Edit */
/** @typedef {import("./tree-model.js").Node} Node */
/** @typedef {import("./tree-model.js").TreeModel} TreeModel */
/** @typedef {{id: number, field: string, mine: any, stands: string}} Own  mine: as it was sent; stands: as the tree had it then */

/** How many fields are remembered. */
const most = 100;

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
    case "cost": return value === null ? "none" : String(value);
    case "alternatives": return value.length === 0 ? "none" : value.map((/** @type {any} */ v) => `(${inField(v)})`).join(" | ");
    case "value": return value === null ? "?" : `(${inField(value)})`;
  }
  return value === null ? "none" : `(${inField(value)})`;
}

export class OwnEdits {
  /** @type {Map<string, Own>} */
  #own = new Map();
  #host;

  /**
   * @param {object} host
   * @param {() => TreeModel} host.model
   * @param {(node: number) => string} host.who  is at a node; empty: nobody knows
   * @param {(key: string, text: string, putBack: () => void) => void} host.replaced
   * @param {(key: string) => void} host.over  a replacement that was told of does not matter any more
   * @param {(edit: Edit) => void} host.edit
   */
  constructor(host) {
    this.#host = host;
  }

  /**
   * An edit from here was made.
   * @param {Edit | null} edit @param {boolean} newest  the tree is as this edit has left it
   */
  made(edit, newest) {
    if (newest) this.#agree();
    if (edit?.op !== "set") return;
    const { op, nodes, ...fields } = edit;
    for (const target of nodes) {
      const id = idOf(target), node = this.#host.model().get(id);
      for (const [field, mine] of Object.entries(fields)) {
        if (!(field in names)) continue;
        const key = `${id} ${field}`;
        this.#own.delete(key); // the last one goes to the end
        this.#own.set(key, { id, field, mine, stands: JSON.stringify(newest && node ? fieldOf(node, field) : taken(field, mine)) });
        this.#host.over(key);
      }
    }
    for (const key of this.#own.keys()) if (this.#own.size > most) this.#own.delete(key);
  }

  /** What is in the tree came from here: an undo, a text. */
  #agree() {
    this.#compare((own, node) => (own.stands = JSON.stringify(fieldOf(node, own.field))));
  }

  /** Tells of the fields that others have changed. */
  check() {
    this.#compare((own, node, key) => {
      const who = this.#host.who(own.id) || "Somebody else", { field, mine } = own;
      this.#own.delete(key);
      const text = `${who} changed the ${names[field]} of ${node.name} from your ${words(field, taken(field, mine))} to ${words(field, fieldOf(node, field))}.`;
      this.#host.replaced(key, text, () => this.#host.edit({ op: "set", nodes: [own.id], [field]: mine }));
    });
  }

  /** @param {(own: Own, node: Node, key: string) => void} differs */
  #compare(differs) {
    for (const [key, own] of [...this.#own]) {
      const node = this.#host.model().get(own.id);
      if (!node || node.hidden > 0) continue; // it is not drawn
      if (["value", "alternatives"].includes(own.field) && !node.leaf) this.#own.delete(key); // it has children now
      else if (JSON.stringify(fieldOf(node, own.field)) !== own.stands) differs(own, node, key);
    }
  }
}
