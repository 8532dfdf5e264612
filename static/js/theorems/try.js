// Folder theorems: the part of a theorem's page that tries its claim on random trees. It
// imports shared/.
//
// The trees are tried on the server, and a stream reports how many. It ends when the page
// goes, or when the reader stops it. Without this module the form loads the page again.

import { busy, idle } from "../shared/idle.js";
import { under } from "../shared/base.js";
import { lines } from "../shared/ndjson.js";

/** @typedef {{tries?: number, failed?: boolean, markup?: string, detail?: string}} Line */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const form = /** @type {HTMLFormElement} */ (byId("try"));
const count = /** @type {HTMLOutputElement} */ (byId("tried-trees"));
const stop = byId("stop"), result = byId("result");
/** What a screen reader says when it is over: the counter changes too often to be read out. */
const outcome = byId("tried-result");
/** @type {AbortController | null} */
let running = null;

form.addEventListener("submit", (e) => {
  e.preventDefault();
  tryTrees();
});
form.addEventListener("change", (e) => {
  if (e.target instanceof HTMLInputElement && e.target.name === "drop") tryTrees();
});
stop.addEventListener("click", () => running?.abort());

async function tryTrees() {
  running?.abort();
  const mine = (running = new AbortController());
  const query = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  let tried = 0;
  busy(form);
  stop.hidden = false;
  result.replaceChildren();
  outcome.textContent = "";
  show(0, 0);
  try {
    const last = await read(await fetch(under(`${form.dataset.tries}?${query}`), { signal: mine.signal }), (n) => show((tried = n), 0));
    if (last.markup === undefined) throw new Error(last.detail);
    show(last.tries ?? tried, last.failed ? 1 : 0);
    result.replaceChildren(...new DOMParser().parseFromString(last.markup, "text/html").body.childNodes);
    remember(query);
  } catch (error) {
    if (running === mine) {
      const why = document.createElement("p");
      why.className = mine.signal.aborted ? "at" : "fault";
      why.textContent = mine.signal.aborted ? "Stopped." : error instanceof Error ? error.message : String(error);
      result.replaceChildren(why);
    }
  } finally {
    if (running === mine) {
      running = null;
      outcome.textContent = `${count.value}. ${result.querySelector("p")?.textContent?.trim().replace(/\s+/g, " ") ?? ""}`;
      if (document.activeElement === stop) form.querySelector("button")?.focus(); // what has the focus must not vanish
      stop.hidden = true;
      idle(form);
    }
  }
}

/** @param {number} trees @param {number} failures */
function show(trees, failures) {
  count.value = `${trees.toLocaleString("en")} ${trees === 1 ? "tree" : "trees"} tried, ${failures === 0 ? "none fails" : "it fails"}`;
}

/** Reads the stream to its last line. @param {Response} answer @param {(tries: number) => void} each @returns {Promise<Line>} */
async function read(answer, each) {
  if (!answer.ok || !answer.body) throw new Error((await answer.json()).detail);
  for await (const line of lines(answer.body)) {
    if (line.markup !== undefined || line.detail !== undefined) return line;
    each(line.tries ?? 0);
  }
  throw new Error("The connection to the server is lost.");
}

/** The address has what was tried, so that it can be shown again. @param {URLSearchParams} query */
function remember(query) {
  const url = new URL(location.href);
  for (const name of ["seed", "drop"]) {
    const value = query.get(name);
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  history.replaceState(history.state, "", url);
}
