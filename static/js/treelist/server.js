// What the list asks of the server. An edit key is sent in the address of an edit
// alone.

import { under } from "../shared/base.js";

/** @typedef {import("../shared/own-trees.js").OwnTree} OwnTree */

/** The answer was an error. */
class Refused extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** @param {string} path @param {string} method @param {object} [body] */
async function ask(path, method, body) {
  const answer = await fetch(under(`/api/v1/trees${path}`), { method, ...(body && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }) }).catch(() => {
    throw new Error("The server cannot be reached.");
  });
  if (answer.status === 204) return {};
  const content = await answer.json().catch(() => null);
  if (answer.ok && !content) throw new Error("The answer of the server broke off.");
  if (!answer.ok) throw new Refused(answer.status, content?.errors?.[0]?.message ?? content?.detail ?? `The server answered with status ${answer.status}.`);
  return content;
}

/** Undefined where the server does not have the tree. @param {Promise<any>} answer */
const unlessGone = (answer) => answer.catch((e) => {
  if (e instanceof Refused && e.status === 404) return undefined;
  throw e;
});

/** @param {string} id @returns {Promise<{title: string, notes: string, text: string, tree: object} | undefined>} */
export const fetchTree = (id) => unlessGone(ask(`/${id}`, "GET"));

/** Whether the server has the tree. @param {string} id */
export const exists = async (id) => (await unlessGone(ask(`/${id}/revisions?count=1`, "GET"))) !== undefined;

/** @param {OwnTree} tree @param {string} title */
export const rename = ({ key }, title) => ask(`/${key}/edits`, "POST", { edit: { op: "header", title } });

/** @param {OwnTree} tree @param {string} title of the copy @returns {Promise<{id: string, key: string}>} */
export const duplicate = ({ id }, title) => ask("", "POST", { saved: id, edits: [{ op: "header", title }] });

/** Deletes a tree; one that is gone already is deleted, too. @param {OwnTree} tree */
export const remove = ({ key }) => unlessGone(ask(`/${key}`, "DELETE"));
