// What the server says about a map in JSON.

import { under } from "../shared/base.js";

/** @typedef {{row: number, index: number, from: number, to: number, label: string}} Place */
/** @typedef {Place & {mover: number, value?: string, bounds?: string, state: string, event: number, visits: number}} Near */
/** @typedef {{step: number, type: string, path: Place[], sentence: string, bounds: string, counts: {nodes: number, leaves: number, cut: number, again: number}, seekable: boolean, printed?: number}} At */
/** @typedef {Place & {name: string, line: number[], event: number, end: number, visits: number, state: string, rule: string, sentence: string, nodes: number, size?: {nodes: number, known: boolean, how: string}, printed?: number}} Node */
/** @typedef {{step: number | null, row: number, index: number, from: number, to: number}} Cut */
/** @typedef {{found: (Place & {name: string, event: number})[], more: boolean}} Found */
/** @typedef {{rows: {ply: number, nodes: number, entered: number, leaves: number, cut: number, again: number, rules?: Record<string, number>}[], estimated?: (string | {ply: number, nodes: number})[]}} Table */

/**
 * Asks for something below /runs/KEY/map/. An answer that is an error is thrown, in the words of the server.
 * @template T
 * @param {string} key @param {string} what @param {Record<string, string | number>} query @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export async function ask(key, what, query, signal) {
  const text = new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]));
  const answer = await fetch(under(`/runs/${encodeURIComponent(key)}/map/${what}?${text}`), { signal });
  const body = await answer.json().catch(() => null);
  if (!answer.ok || body === null) throw new Error(body?.detail ?? body?.title ?? `The server answers with status ${answer.status}.`);
  return body;
}

/** Whether a request was given up by the page itself. @param {unknown} error */
export const givenUp = (error) => error instanceof DOMException && error.name === "AbortError";
