// The kinds of questions in the browser: what each asks, and which answers it has. To add
// a kind, add it to `kinds`; the server has the same ones in search/question.

import { valueInPrint } from "./exact.js";

/** @typedef {"nodes" | "node" | "value" | "truth" | "index" | "order"} Shape  of an answer */
/** @typedef {{kind: string, node: number | null, text: string, value?: any, choices?: string[], step: number, shown?: number}} Question */
/** @typedef {{links: readonly (readonly [number, number])[], name: (node: number) => string, width: number}} Tree  the nodes with their parents, their names, and the scores of a value (0: it is one number) */
/** @typedef {{text: string, value: number, node?: number}} Choice */

/**
 * @typedef {object} Kind
 * @property {Shape} shape
 * @property {string[]} fields      of the form in which it is asked
 * @property {boolean} [atAnswer]   its step is itself the answer
 * @property {(q: Question, at: string) => string} asked  what it asks beside its text; `at` is the name of the node
 * @property {(q: Question, tree: Tree) => Choice[]} [choices]  to choose from
 * @property {(q: Question, index: number) => string} [choice]  an answer that is an index, in words
 */

/** @type {Record<string, Kind>} */
const kinds = {
  cut: {
    shape: "nodes", fields: ["node"],
    asked: (_, at) => `Which children of ${at} will be cut next?`,
    choices: (q, { links, name }) => links.filter(([, parent]) => parent === q.node).map(([node]) => nodeChoice(node, name)),
  },
  value: { shape: "value", fields: ["node"], asked: (_, at) => `What does ${at} back up?` },
  terms: {
    shape: "nodes", fields: [], atAnswer: true,
    asked: (_, at) => `The next step is a cut at ${at}. Which bounds does the algorithm use? Choose their nodes.`,
    choices: (q, { links, name }) => {
      const parents = new Map(links), path = [];
      for (let n = q.node ?? -1; n >= 0; n = parents.get(n) ?? -1) path.unshift(n);
      return path.map((node) => nodeChoice(node, name));
    },
  },
  root: {
    shape: "truth", fields: ["node", "value"],
    asked: (q, at) => `Would the result change if ${at} were ${valueInWords(q.value)}?`,
    choices: () => [{ text: "yes", value: 1 }, { text: "no", value: 0 }],
  },
  change: {
    shape: "value", fields: ["node", "value"],
    asked: (q, at) => `Change ${at} to ${valueInWords(q.value)}, one point at a time. At which value does the result first change?`,
  },
  fewer: { shape: "index", fields: ["other"], asked: () => "Which search evaluates fewer leaves?", ...written() },
  order: { shape: "order", fields: ["node"], asked: (_, at) => `Order the children of ${at} so that the search evaluates as few leaves as possible.` },
  vote: { shape: "index", fields: ["node"], asked: (_, at) => `The deals below ${at} vote. Each is searched with all cards face up. Which move gets the most points?`, ...written() },
  plan: { shape: "index", fields: ["node"], asked: (_, at) => `The mover cannot tell the deals below ${at} apart. The others see all cards and play against the mover. Which move is best?`, ...written() },
  pick: { shape: "node", fields: [], asked: (q) => (q.text ? "" : "Choose a node.") },
  choice: {
    shape: "index", fields: ["choices", "correct"],
    asked: () => "", ...written(),
  },
};

/** The choices are texts that the question has. @returns {Pick<Kind, "choices" | "choice">} */
function written() {
  return {
    choices: (q) => (q.choices ?? []).map((text, value) => ({ text, value })),
    choice: (q, i) => q.choices?.[i] ?? String(i),
  };
}

/** A kind that only a newer server knows. @type {Kind} */
const other = { shape: "value", fields: [], asked: () => "" };

/** @param {string | undefined} id */
export function kindOf(id) {
  return kinds[id ?? ""] ?? other;
}

/** The last step that may be seen before a question is answered: the server says so where it is not that of the question. @param {Question} q */
export function lastShown(q) {
  return q.shown ?? (kindOf(q.kind).atAnswer ? Math.max(0, q.step - 1) : q.step);
}

/** @param {number} node @param {(node: number) => string} name @returns {Choice} */
function nodeChoice(node, name) {
  return { text: name(node), value: node, node };
}

/** A question in words. @param {Question} q @param {(node: number) => string} name */
export function inWords(q, name) {
  const asked = kindOf(q.kind).asked(q, q.node === null ? "" : name(q.node));
  return [q.text, asked].filter(Boolean).join(" ");
}

/** @param {any} value */
export const valueInWords = (value) => valueInPrint(value);

/** An answer in words. @param {Question} q @param {any} answer @param {(node: number) => string} name */
export function answerInWords(q, answer, name) {
  const { shape, choice } = kindOf(q.kind);
  switch (shape) {
    case "nodes":
      return answer.length === 0 ? "none" : answer.map(name).join(", ");
    case "order":
      return typeof answer[0] === "number" ? answer.map(name).join(", ") : `${answer[0].map(name).join(", ")}${answer.length > 1 ? `, or ${answer.length - 1} other${answer.length > 2 ? "s" : ""} with as few leaves` : ""}`;
    case "node":
      return name(answer);
    case "truth":
      return answer ? "yes" : "no";
    case "index":
      return choice?.(q, answer) ?? String(answer);
  }
  return valueInWords(answer);
}

/** Whether an answer is right; of an order, several can be. @param {any} right @param {any} answer */
export function isRight(right, answer) {
  const one = JSON.stringify(answer);
  return JSON.stringify(right) === one || (Array.isArray(right) && Array.isArray(right[0]) && right.some((each) => JSON.stringify(each) === one));
}

/** The nodes that an answer names. @param {Question} q @param {any} answer @returns {number[]} */
export function nodesOf(q, answer) {
  if (answer === null || answer === undefined) return [];
  const { shape } = kindOf(q.kind);
  return shape === "nodes" ? answer : shape === "node" ? [answer] : [];
}

/** An answer with other numbers of nodes. @param {string | undefined} kind @param {any} answer @param {(n: number) => number} one */
export function renumbered(kind, answer, one) {
  const { shape } = kindOf(kind);
  if (answer === null || answer === undefined) return answer;
  if (shape === "node") return one(answer);
  return shape === "nodes" ? answer.map(one).sort((/** @type {number} */ a, /** @type {number} */ b) => a - b) : answer;
}

/** The answer of the choices that are made; undefined: nothing is chosen. @param {Shape} shape @param {number[]} chosen */
export function answerOf(shape, chosen) {
  if (shape === "nodes") return chosen.sort((a, b) => a - b);
  return shape === "truth" && chosen.length > 0 ? chosen[0] === 1 : chosen[0];
}
