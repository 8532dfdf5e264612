// Folder homework: the pages of homework for students and teachers. It imports shared/, the page
// of a run from run/, the editor of code/, and types of practice/.
//
// This module is the work of a student: it reads the items and hands in answers. An answer that
// cannot be sent is kept in the browser and sent again.

import { under } from "../shared/base.js";
import { parseJSON } from "../shared/exact.js";
import { busy, idle } from "../shared/idle.js";
import { forgetTaken, takenHomework } from "../shared/own-homework.js";

/** What a student may know about an answer. @typedef {{state: string, right?: boolean, why?: string, correct?: any, result?: string}} State */
/** What open questions leave of a part. @typedef {{part: number, until: number | null, closed: boolean, closed_by: number[]}} Limit */
/** @typedef {State & Limit & {item: number, kind: string, answer: any, tries: number, final: boolean}} Item */
/** @typedef {{title: string, feedback: string, closed: boolean, finished: boolean, told: boolean, name: string, items: Item[], reading: Limit[]}} View */
/** @typedef {{answer: any, seconds: number}} Waiting */

/** Seconds before each try to reach the server again. */
const retryAfter = [1, 2, 5, 10];
/** Statuses for which another try may succeed. */
const away = [502, 503, 504];

const unsent = "espalier-homework-unsent:";

/** The element of the page that has the homework. */
export const root = /** @type {HTMLElement} */ (document.getElementById("homework"));

busy(root); // until the scripts of the page have asked for the work, and have shown it

/** The page shows the work of the student, and takes what they do. */
export const begun = () => idle(root);

export class Work {
  id = root.dataset.id ?? "";
  token = takenHomework().find((h) => h.id === this.id)?.token ?? "";

  get start() {
    return under(`/a/${this.id}`);
  }

  get #authorization() {
    return { Authorization: `Bearer ${this.token}` };
  }

  /** Replaces the page, which the server writes for everybody, with that of the student. */
  async ownPage() {
    const page = await this.#load();
    const own = page?.getElementById("homework");
    if (own) root.replaceChildren(...own.childNodes);
  }

  /** Replaces elements of the page with those of the student's page. @param {string[]} places */
  async own(...places) {
    const page = await this.#load();
    for (const place of places) {
      const next = page?.querySelector(place);
      if (next) document.querySelector(place)?.replaceWith(next);
    }
  }

  async #load() {
    const response = await reach("Trying again …", () => fetch(location.href, { headers: this.#authorization, cache: "no-store" }));
    return response.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
  }

  /** Takes the words of the student's page, and returns the limits of its run. */
  async words() {
    return (await import("../run/words.js")).takeWords(location.href, this.#authorization); // few answers need them
  }

  /** Sends the waiting answers and returns the items of the server; null: the server does not know the student. @param {boolean} [right]  false: a student who has finished does not get the right answers yet @returns {Promise<View | null>} */
  async view(right = true) {
    for (const [item, { answer, seconds }] of Object.entries(this.#waiting())) await this.#put(Number(item), { answer, seconds });
    const answer = await this.ask("GET", right ? "" : "?right=0");
    if (answer.ok) return answer.json;
    if (answer.status === 401 || answer.status === 404) forgetTaken(this.id);
    else say(answer.trouble);
    return null;
  }

  /** Hands an answer in; resolves when the server has it on its disk. @param {number} item @param {any} answer @param {number} seconds @returns {Promise<{state?: State, trouble: string}>} */
  async answer(item, answer, seconds) {
    this.#wait(item, { answer, seconds });
    return this.#put(item, { answer, seconds });
  }

  /** @param {number} item @param {Waiting} body */
  async #put(item, body) {
    const answer = await this.ask("PUT", `/items/${item}/answer`, body);
    this.#wait(item, null); // it is kept, or never will be
    return answer.ok ? { state: /** @type {State} */ (answer.json), trouble: "" } : { trouble: answer.trouble };
  }

  /** @param {string} method @param {string} path @param {object} [body] */
  async ask(method, path, body) {
    const headers = { ...this.#authorization, ...(body && { "Content-Type": "application/json" }) };
    const response = await reach(method === "PUT" ? "Your answer is kept in this browser and will be sent again." : "Trying again …", () => fetch(under(`/api/v1/assignments/${this.id}${path}`), { method, headers, cache: "no-store", body: body && JSON.stringify(body) }));
    const json = parseJSON(await response.text());
    return { ok: response.ok, status: response.status, json, trouble: response.ok ? "" : troubleOf(json) };
  }

  /** Answers that the server does not have. @returns {Record<string, Waiting>} */
  #waiting() {
    try {
      return JSON.parse(localStorage.getItem(unsent + this.id) ?? "{}");
    } catch {
      return {}; // storage may be forbidden
    }
  }

  /** @param {number} item @param {Waiting | null} body  null: it does not wait any more */
  #wait(item, body) {
    const all = this.#waiting();
    if (body) all[item] = body;
    else delete all[item];
    try {
      if (Object.keys(all).length > 0) localStorage.setItem(unsent + this.id, JSON.stringify(all));
      else localStorage.removeItem(unsent + this.id);
    } catch {
      // As above.
    }
  }
}

/** What a problem document says. @param {any} problem */
export const troubleOf = (problem) => String(problem.errors?.[0]?.message ?? problem.detail ?? problem.title);

/** Sends a request until the server answers it. @param {string} then  what happens meanwhile @param {() => Promise<Response>} send */
async function reach(then, send) {
  for (let tries = 0; ; tries++) {
    busy(send);
    try {
      const response = await send();
      if (!away.includes(response.status)) {
        if (tries > 0) say("");
        return response;
      }
    } catch {
      // The server is not reached.
    } finally {
      idle(send);
    }
    say(`${navigator.onLine ? "The server cannot be reached." : "You are offline."} ${then}`);
    await again(retryAfter[Math.min(tries, retryAfter.length - 1)]);
  }
}

/** Waits some seconds, or until the browser is online again. @param {number} seconds @returns {Promise<void>} */
function again(seconds) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, seconds * 1000);
    window.addEventListener("online", done);
  });
}

/** Shows an error above the page; empty: none. @param {string} text */
export function say(text) {
  const notice = /** @type {HTMLElement} */ (document.getElementById("trouble"));
  notice.textContent = text;
  notice.hidden = text === "";
}

/** The state of an answer in words. @param {State} state @param {boolean} answered */
function inWords({ state, right }, answered) {
  if (state === "open") return answered ? "answered" : "not yet";
  return right ? "right" : state === "partly" ? "partly right" : "wrong";
}

/** The seconds that the page was visible since it was opened or since the last call. */
export const seenSeconds = (() => {
  let seen = 0, since = performance.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) seen += performance.now() - since;
    since = performance.now();
  });
  return () => {
    const all = seen + (document.hidden ? 0 : performance.now() - since);
    seen = 0;
    since = performance.now();
    return Math.min(Math.round(all / 1000), 24 * 60 * 60);
  };
})();

/** Shows the states of the items beside the links to their parts. @param {View} view */
export function showStates({ items }) {
  for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".scenes [data-item], .part-state"))) {
    const first = Number(link.dataset.item), own = items.slice(first, first + Number(link.dataset.items ?? 1));
    if (own.length === 0) continue;
    const states = own.map((item) => inWords(item, item.tries > 0)), right = states.filter((state) => state === "right").length;
    const words = own.length === 1 || states.every((state) => state === states[0]) ? states[0] : `${right} of ${own.length} right`, text = link.querySelector(".vh");
    link.dataset.state = words;
    if (text) text.textContent = `, ${words}`;
    else link.textContent = words;
  }
}

/** Shows the verdict on an answer. @param {HTMLElement} at @param {State} state @param {boolean} told */
export function showVerdict(at, state, told) {
  const box = document.createElement("div"), head = document.createElement("p"), bold = document.createElement("b");
  box.className = "lesson-verdict";
  if (!told) {
    head.textContent = "Your answer is saved. You can change it until you finish or the homework closes.";
  } else {
    if (state.right !== undefined) box.dataset.right = String(state.right);
    bold.textContent = { right: "Right.", partly: "Partly right: something is missing.", wrong: "Not right." }[state.state] ?? "Your answer is saved.";
    head.append(bold);
  }
  box.append(head);
  if (told && state.why) {
    for (const line of state.why.split("\n")) box.append(Object.assign(document.createElement("p"), { textContent: line })); // of an exercise: a line for each step
  }
  if (told && state.result) {
    const line = document.createElement("p"), link = document.createElement("a");
    link.href = state.result;
    link.textContent = "See each step";
    line.append(link);
    box.append(line);
  }
  at.replaceChildren(box);
}
