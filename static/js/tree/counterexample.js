// Folder tree: the page that searches for counterexamples. It imports shared/.
//
// The search runs over the stream of the API, so that its progress is shown and it
// can be cancelled. Without this module the form loads the whole page.

import { under } from "../shared/base.js";
import { lines } from "../shared/ndjson.js";

/** @typedef {{type: string, tries?: number, text?: string, detail?: string}} Line */

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("hunt"));
if (form && form.dataset.tries) start(form, Number(form.dataset.tries));

/** @param {HTMLFormElement} form @param {number} tries */
function start(form, tries) {
  const cancel = /** @type {HTMLButtonElement} */ (document.getElementById("cancel"));
  const search = /** @type {HTMLButtonElement} */ (document.getElementById("search"));
  const progress = /** @type {HTMLOutputElement} */ (document.getElementById("progress"));
  const notice = /** @type {HTMLElement} */ (document.getElementById("notice"));
  const result = /** @type {HTMLElement} */ (document.getElementById("result"));
  /** @type {AbortController | null} */
  let running = null;

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    hunt();
  });
  cancel.addEventListener("click", () => running?.abort());
  addEventListener("popstate", () => location.reload());

  async function hunt() {
    running?.abort();
    const mine = (running = new AbortController());
    const began = performance.now();
    let tried = 0;
    search.disabled = true;
    cancel.hidden = false;
    notice.hidden = true;
    result.replaceChildren();
    progress.value = "Searching…";
    try {
      const last = await ask(mine.signal, (line) => {
        tried = line.tries ?? tried;
        progress.value = `${tried.toLocaleString("en")} trees tried`;
      });
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      progress.value = `${(last.tries ?? tried).toLocaleString("en")} trees tried in ${seconds} s`;
      if (last.type === "error") throw new Error(last.detail);
      if (last.type === "found") await show(last, mine.signal);
      else result.append(answerSection("None", last.detail ?? ""));
    } catch (error) {
      if (mine.signal.aborted) {
        progress.value = `Cancelled after ${tried.toLocaleString("en")} trees.`;
      } else {
        progress.value = "";
        notice.textContent = error instanceof Error ? error.message : String(error);
        notice.hidden = false;
      }
    } finally {
      if (running === mine) {
        running = null;
        search.disabled = false;
        cancel.hidden = true;
      }
    }
  }

  /**
   * Sends the form and reads the stream; resolves to its last line.
   * @param {AbortSignal} signal @param {(line: Line) => void} each
   * @returns {Promise<Line>}
   */
  async function ask(signal, each) {
    const fields = new FormData(/** @type {HTMLFormElement} */ (form));
    const chosen = /** @type {HTMLInputElement} */ (form?.querySelector("input[name=algorithm]:checked"));
    /** @type {Record<string, unknown>} */
    const body = { algorithm: chosen.value, tries };
    if ("asPrinted" in chosen.dataset) body.options = { as_printed: true };
    for (const name of ["players", "branching", "depth", "nodes", "seed"]) body[name] = Number(fields.get(name));
    for (const name of ["minp", "maxsum", "delta"]) body[name] = String(fields.get(name)).trim(); // exact: 1/3
    const answer = await fetch(under("/api/v1/counterexamples"), { method: "POST", body: JSON.stringify(body), signal });
    if (!answer.ok || !answer.body) throw new Error((await answer.json()).detail);
    for await (const line of lines(answer.body)) {
      if (line.type !== "progress") return line;
      each(line);
    }
    return { type: "error", detail: "The connection to the server is lost." };
  }

  /**
   * Fetches the page of what was found, which its address holds, and takes the answer from it.
   * @param {Line} found @param {AbortSignal} signal
   */
  async function show(found, signal) {
    const query = new URLSearchParams(/** @type {any} */ (new FormData(/** @type {HTMLFormElement} */ (form))));
    query.set("found", found.text ?? "");
    const address = under(`/counterexamples?${query}`);
    const page = await (await fetch(address, { signal })).text();
    const answer = new DOMParser().parseFromString(page, "text/html").getElementById("result");
    if (!answer) throw new Error("The answer could not be drawn.");
    result.replaceChildren(...answer.childNodes);
    history.pushState(null, "", address);
  }

  /** @param {string} heading @param {string} text */
  function answerSection(heading, text) {
    const box = document.createElement("section");
    box.className = "answer";
    const title = document.createElement("h2");
    title.textContent = heading;
    const words = document.createElement("p");
    words.textContent = text;
    box.append(title, words);
    return box;
  }
}
