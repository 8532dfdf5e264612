// Edits that wait: their effect on a node, and their content as text. No DOM here.

import { scoreText } from "../shared/exact.js";
import { list } from "./tree-model.js";
import { drawn, inField } from "./score-text.js";

/** @typedef {import("./tree-model.js").Node} Node */
/** @typedef {import("./outbox.js").Edit} Edit */

/**
 * A node as it will be once the edits that wait are done; pure.
 * @param {Node} node @param {Record<string, any>} set  fields of an edit @returns {Node}
 */
export function withFields(node, set) {
  /** @type {Record<string, any>} */
  const fields = {};
  for (const [name, value] of Object.entries(set)) {
    if (name === "label") fields.label = value ?? "";
    else if (name === "player") Object.assign(fields, { player: value ?? 0, chance: value ? false : node.chance });
    else if (name === "chance") Object.assign(fields, { chance: value === true, player: value ? 0 : node.player });
    else if (name === "action" || name === "prob" || name === "infoset") fields[name] = value ?? "";
    else if (name === "cost") fields.cost = value;
    else if (name === "alternatives") fields.alternatives = (value ?? []).map(list);
    else fields[name] = list(value);
  }
  return { ...node, ...fields };
}

/** A value as it is drawn at a leaf; pure. @param {any} value */
export const valueText = (value) => drawn((list(value) ?? []).map((v) => (v === null ? "?" : scoreText(v))), null);

/**
 * What was typed in an edit, to be typed again; empty: nothing; pure.
 * @param {Edit} edit
 */
export function typedIn({ op, nodes, ...fields }) {
  if (typeof fields.text === "string") return fields.text;
  if (op !== "set" && op !== "header" || "kind" in fields) return ""; // a kind is chosen, not typed
  const words = Object.entries(fields).map(([name, value]) => {
    const vectors = Array.isArray(value?.[0]) ? value.map((/** @type {any} */ v) => `(${inField(v)})`).join(" | ") : "";
    return `${name} ${vectors || (Array.isArray(value) ? `(${inField(value)})` : String(value ?? "none"))}`;
  });
  return words.join("; ");
}
