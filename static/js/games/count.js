// The counters of a search that is too large to be drawn. The server sends a report a line;
// the search ends when the page does, or by its button.

import { busy, idle } from "../shared/idle.js";
import { under } from "../shared/base.js";
import { lines } from "../shared/ndjson.js";

const links = document.getElementById("count-links"), stop = document.getElementById("stop"), ended = new AbortController();
if (links?.dataset.progress && stop) {
  stop.hidden = false;
  stop.addEventListener("click", () => {
    ended.abort();
    write("state", "stopped");
  });
  follow(links.dataset.progress).catch((error) => {
    if (!ended.signal.aborted) write("state", String(error.message ?? error));
  }).finally(() => {
    stop.hidden = true;
    idle(follow);
  });
}

/** @param {string} address */
async function follow(address) {
  busy(follow);
  const answer = await fetch(under(address), { signal: ended.signal });
  if (!answer.ok || !answer.body) return write("state", await answer.text());
  for await (const report of lines(answer.body)) show(report);
}

/** @param {any} r */
function show(r) {
  const grouped = (/** @type {number} */ n) => n.toLocaleString("en");
  for (const name of ["nodes", "leaves", "cut", "depth"]) write(name, grouped(r[name]));
  write("speed", grouped(Math.round(r.nodes / Math.max(r.seconds, 0.001))));
  write("prunes", Object.keys(r.prunes).sort().map((rule) => `${rule} ${grouped(r.prunes[rule])}`).join(", ") || "none");
  for (const name of ["value", "line"]) write(name, r[name]);
  write("state", r.state);
  const bar = document.getElementById("progress");
  if (bar instanceof HTMLProgressElement) bar.value = r.progress;
}

/** @param {string} id @param {string} text */
function write(id, text) {
  const element = document.getElementById(id);
  if (element && element.textContent !== text) element.textContent = text;
}
