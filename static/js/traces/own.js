// The traces that this browser has sent, with their keys. A key leaves the browser alone to
// send a newer run, or to delete the trace.

import { under } from "../shared/base.js";

const prefix = "espalier-trace:";

/** @param {string} id @param {string} key */
function keepTrace(id, key) {
  try {
    localStorage.setItem(prefix + id, key);
  } catch {
    // Storage may be forbidden, or full: the trace can be read all the same.
  }
}

/** @param {string} id @returns {string} empty: this browser has not sent the trace */
export function traceKey(id) {
  try {
    return localStorage.getItem(prefix + id) ?? "";
  } catch {
    return "";
  }
}

/**
 * Sends a run, and opens its page. The error is a sentence.
 * @param {Blob | string} run
 * @param {string} [key]  of the trace whose next run it is
 */
export async function sendRun(run, key) {
  const answer = await fetch(under(key ? `/api/v1/traces/${key}?keep=1` : "/api/v1/traces?keep=1"), {
    method: key ? "PUT" : "POST",
    headers: { "Content-Type": "application/x-ndjson" },
    body: run,
  }).catch(() => null);
  if (!answer) throw new Error("The server cannot be reached. Try again.");
  const kept = await answer.json().catch(() => null);
  if (!kept?.url) throw new Error(kept?.detail ? `It is not kept: ${kept.detail}.` : "The server could not keep it.");
  keepTrace(kept.id, kept.key);
  location.assign(kept.url);
}

/** Deletes a trace. @param {string} id @returns {Promise<boolean>} whether it is gone */
export async function deleteTrace(id) {
  const answer = await fetch(under(`/api/v1/traces/${id}`), { method: "DELETE", headers: { Authorization: `Bearer ${traceKey(id)}` } }).catch(() => null);
  if (answer?.status !== 204 && answer?.status !== 404) return false;
  try {
    localStorage.removeItem(prefix + id);
  } catch {
    // As above.
  }
  return true;
}
