// The text beside the picture as it will be once the edits that wait are done,
// for the simple ones: values, labels, movers, new leaves, deleted nodes. The
// server's text takes its place. No DOM here.

import { Made } from "./outbox.js";
import { idOf } from "./selection.js";
import { list } from "./tree-model.js";

/** @typedef {import("./outbox.js").Edit} Edit */
/** @typedef {import("./selection.js").Target} Target */
/** @typedef {{label: string, value: string}} Leaf */
/** @typedef {{at: number, end: number, text: string, leaf?: Leaf, before?: boolean}} Splice */

const labelled = /^\s*("(?:[^"\\]|\\.)*"|[A-Za-z_][\w.'-]*)\s*:\s*/;
const word = /^[A-Za-z_][\w.'-]*$/;

/** @param {string | null} label */
const labelText = (label) => (!label ? "" : `${word.test(label) ? label : JSON.stringify(label)}: `);
/** @param {any} value */
const valueText = (value) => (value === null ? "?" : Array.isArray(value) ? `(${value.join(",")})` : String(value));

/**
 * The next text; empty: it is not known; pure.
 * @param {string} text  of the tree @param {number[]} spans  begin and end of each node's part
 * @param {{edit: Edit, made: Made}[]} waiting @param {(id: number) => number | undefined} numberOf  a node, where it is drawn
 */
export function expectedText(text, spans, waiting, numberOf) {
  /** @type {Splice[]} */
  const splices = [];
  /** @type {Map<Made, Splice>} */
  const made = new Map();
  /** @type {Map<number, string>} parts of nodes that stay, as they are changed */
  const parts = new Map();
  const partOf = (/** @type {Target} */ target) => {
    const number = numberOf(idOf(target)) ?? -1, from = spans[2 * number], to = spans[2 * number + 1];
    return from === undefined || to === undefined || to <= from ? null : { number, from, to };
  };
  for (const { edit, made: own } of waiting) {
    switch (edit.op) {
      case "child": {
        const part = partOf(edit.node);
        if (!part || text[part.to - 1] !== "]") return "";
        made.set(own, add(part.to - 1, { label: "", value: "?" }));
        break;
      }
      case "sibling": {
        const part = partOf(edit.node), beside = edit.node instanceof Made ? made.get(edit.node) : undefined;
        if (!part && !beside) return "";
        made.set(own, add(part ? (edit.before ? part.from : part.to) : /** @type {Splice} */ (beside).at, { label: "", value: "?" }, edit.before));
        break;
      }
      case "delete":
        for (const target of edit.nodes) {
          const part = partOf(target);
          if (!part || part.number === 0) return "";
          splices.push({ at: part.from, end: part.to, text: "" });
        }
        break;
      case "set": {
        const { op, nodes, ...fields } = edit;
        for (const target of nodes) if (!set(target, fields)) return "";
        break;
      }
      default:
        return "";
    }
  }

  /** @param {number} at @param {Leaf} leaf @param {boolean} [before] @returns {Splice} */
  function add(at, leaf, before) {
    const splice = { at, end: at, text: "", leaf, before };
    splices.push(splice);
    return splice;
  }

  /** @param {Target} target @param {Record<string, any>} fields */
  function set(target, fields) {
    const coming = target instanceof Made ? made.get(target)?.leaf : undefined, part = coming ? null : partOf(target);
    if (!coming && !part) return false;
    for (const [name, value] of Object.entries(fields)) {
      if (coming && name === "label") coming.label = labelText(value);
      else if (coming && name === "value") coming.value = valueText(value);
      else {
        if (!part) return false;
        const was = parts.get(part.number) ?? text.slice(part.from, part.to), label = labelled.exec(was)?.[0] ?? "", rest = was.slice(label.length);
        const now = name === "label" ? labelText(value) + rest : label + changed(rest, name, value);
        if (name !== "label" && now === label) return false;
        parts.set(part.number, now);
      }
    }
    return true;
  }

  for (const [number, now] of parts) {
    const from = spans[2 * number], was = text.slice(from, spans[2 * number + 1]);
    // Only its beginning: what is below has changes of its own.
    let same = 0;
    while (same < Math.min(was.length, now.length) && was[was.length - 1 - same] === now[now.length - 1 - same]) same++;
    splices.push({ at: from, end: from + was.length - same, text: now.slice(0, now.length - same) });
  }
  return applied(text, splices);
}

/** What follows a label, with another value or mover; empty: it is not known. @param {string} rest @param {string} name @param {any} value */
function changed(rest, name, value) {
  if (name === "value" && /^(\([^()]*\)|\?|-?[\d.]+)$/.test(rest)) return valueText(list(value)?.length === 1 ? list(value)?.[0] : value);
  if (name === "player" && value !== null && /^\d+[[{]/.test(rest)) return rest.replace(/^\d+/, String(value));
  return "";
}

/** @param {string} text @param {Splice[]} splices */
function applied(text, splices) {
  let now = "", done = 0;
  for (const { at, end, text: added, leaf, before } of [...splices].map((s, i) => ({ ...s, i })).sort((a, b) => a.at - b.at || a.i - b.i)) {
    if (at < done) { // inside of what is deleted
      if (end > done) return "";
      continue;
    }
    now += text.slice(done, at);
    if (leaf) now += before ? `${leaf.label}${leaf.value} ` : `${now.endsWith(" ") ? "" : " "}${leaf.label}${leaf.value}${text[at] === "]" ? " " : ""}`;
    else now += added;
    done = end;
  }
  return now + text.slice(done);
}
