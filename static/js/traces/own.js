// The traces that this browser has sent, with their keys. A key leaves the browser to send a newer
// run or to delete the trace, and to the desk.

import { under } from "../shared/base.js";
import { forget, keep, keptThing, sent } from "../shared/desk.js";

/** @param {string} id @returns {string} empty: this browser has not sent the trace */
export const traceKey = (id) => keptThing("trace", id)?.key ?? "";

/**
 * Sends a run, and opens its page. Of a run with a line that cannot be read, what comes before it is kept.
 * The error is a sentence. A run with lines of the program's own output is not kept: leaveOut is called
 * with their number, and with what sends the run without them.
 * @param {Blob | string} run
 * @param {string | undefined} key  of the trace whose next run it is
 * @param {(lines: number, send: () => Promise<void>) => void} leaveOut
 * @param {string} [how]  the flags of the request
 * @returns {Promise<void>}
 */
export async function sendRun(run, key, leaveOut, how = "") {
  const answer = await fetch(under(`/api/v1/traces${key ? `/${key}` : ""}?${how}`), {
    method: key ? "PUT" : "POST",
    headers: { "Content-Type": "application/x-ndjson" },
    body: run,
  }).catch(() => null);
  if (!answer) throw new Error("The server cannot be reached. Try again.");
  const kept = await answer.json().catch(() => null);
  const fault = kept?.errors?.[0];
  if (fault?.offer === "skip_other") leaveOut(fault.lines, () => sendRun(run, key, leaveOut, "skip_other=1&keep=1"));
  else if (!kept?.url && answer.status === 422 && fault?.path.startsWith("line ") && how === "") return sendRun(run, key, leaveOut, "keep=1");
  if (!kept?.url) throw new Error(kept?.detail ? `It is not kept: ${kept.detail}.` : "The server could not keep it.");
  keep("trace", { id: kept.id, key: kept.key, title: "" });
  await sent();
  location.assign(kept.url);
}

/** Deletes a trace. @param {string} id @returns {Promise<boolean>} whether it is gone */
export async function deleteTrace(id) {
  const answer = await fetch(under(`/api/v1/traces/${id}`), { method: "DELETE", headers: { Authorization: `Bearer ${traceKey(id)}` } }).catch(() => null);
  if (answer?.status !== 204 && answer?.status !== 404) return false;
  forget("trace", id);
  return true;
}

/**
 * The text of a file, in UTF-8 or, as PowerShell writes it, in UTF-16.
 * @param {Blob} file
 */
export async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer()), [first, second] = bytes;
  const little = first === 0xff && second === 0xfe, big = first === 0xfe && second === 0xff;
  return new TextDecoder(little ? "utf-16le" : big ? "utf-16be" : "utf-8").decode(bytes);
}
