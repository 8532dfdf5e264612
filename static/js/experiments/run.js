// Folder experiments: the page of a run. It follows the run over the websocket, and
// writes what has changed into the page as it was sent. It imports shared/ alone.
//
// Without this module the page is right when it is loaded.

import { under } from "../shared/base.js";
import { ReconnectingSocket } from "../shared/reconnecting-socket.js";

/** @typedef {{name: string, measured: number | null, ratio: number | null, spread: number | null, n: number, undecided?: number | null, interval: {low: number, high: number} | null}} Row */
/** @typedef {{state: string, error?: string, done: number, of: number, seconds: number, left_seconds: number | null, rows: Row[]}} Run */

const page = /** @type {HTMLElement} */ (document.getElementById("experiment-run"));
const bar = /** @type {HTMLProgressElement} */ (document.getElementById("run-bar"));

const states = { running: "Running.", done: "Done.", cancelled: "Cancelled. The measurements so far are kept.", failed: "Failed: " };

/** A number of a table, as web/experiments/pages.go writes it. @param {number | null} x */
function shown(x) {
  if (x === null) return "–";
  if (Math.abs(x) >= 1000) return Math.round(x).toLocaleString("en");
  if (x !== 0 && Math.abs(x) < 1e-4) return x.toExponential(3).replace(/\.?0+e/, "e").replace(/e-(\d)$/, "e-0$1");
  return String(Number(x.toPrecision(4)));
}

/** A number of a table with columns. @param {number} x */
const fixed = (x, decimals = 3) => x.toFixed(decimals).replace("-", "−");

/** An interval of such a table, as web/experiments/pages.go writes it. @param {{low: number, high: number}} interval */
function between({ low, high }) {
  const decimals = low < high && fixed(low) === fixed(high) ? 4 : 3;
  return `${fixed(low, decimals)} to ${fixed(high, decimals)}`;
}

/** A time in words, as web/experiments/pages.go writes it. @param {number} seconds */
function duration(seconds) {
  const n = Math.round(seconds);
  if (n < 60) return `${n} s`;
  if (n < 3600) return `${Math.floor(n / 60)} min ${n % 60} s`;
  return `${Math.floor(n / 3600)} h ${Math.floor(n / 60) % 60} min`;
}

/** @param {Run} run */
function show(run) {
  const left = run.state === "running" && run.left_seconds !== null ? `, about ${duration(run.left_seconds)} left` : "";
  write(document.getElementById("run-progress"), `${run.done.toLocaleString("en")} of ${run.of.toLocaleString("en")} jobs in ${duration(run.seconds)}${left}`);
  write(document.getElementById("run-state"), states[/** @type {keyof typeof states} */ (run.state)] + (run.error ?? ""));
  bar.max = run.of;
  bar.value = run.done;
  page.dataset.state = run.state;
  for (const form of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-when]"))) {
    form.hidden = !(form.dataset.when ?? "").split(" ").includes(run.state);
  }
  for (const cell of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-row]"))) {
    const row = run.rows[Number(cell.dataset.row)];
    const of = /** @type {"measured" | "ratio" | "undecided" | "n" | "share" | "interval" | "between"} */ (cell.dataset.of);
    if (of === "n") write(cell, row.n.toLocaleString("en"));
    else if (of === "share") write(cell, row.measured === null ? "–" : fixed(row.measured));
    else if (of === "interval") write(cell, row.interval ? `${shown(row.interval.low)} to ${shown(row.interval.high)}` : "–");
    else if (of === "between") write(cell, row.interval ? between(row.interval) : "");
    else write(cell, shown(row[of] ?? null));
  }
  if (run.state !== "running") draw();
}

/** Draws the plot again, and what the tables show, as the page of the ended run has them. */
async function draw() {
  const answer = await fetch(under(`/experiments/runs/${page.dataset.run}`)).catch(() => null);
  if (!answer?.ok) return; // the table has the numbers, too
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const id of ["run-plot", "run-grids"]) {
    const now = fresh.getElementById(id);
    if (now) document.getElementById(id)?.replaceChildren(...now.childNodes);
  }
}

/** Writes a text where it has changed: a status is spoken at each change. @param {Element | null} at @param {string} text */
function write(at, text) {
  if (at && at.textContent !== text) at.textContent = text;
}

if (page.dataset.state === "running") {
  const socket = new ReconnectingSocket([1, 2, 5, 10], {
    opened: () => socket.send({ type: "progress", id: "run", run: page.dataset.run }),
    received: (message) => {
      if (message.type === "progress") show(message.run);
      if (message.type === "end" || message.type === "error") socket.close();
    },
  });
  socket.open();
}
