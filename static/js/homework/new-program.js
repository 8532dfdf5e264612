// The form for an assignment with one program.

import { under } from "../shared/base.js";
import { keep } from "../shared/desk.js";
import { busy, idle } from "../shared/idle.js";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const form = /** @type {HTMLFormElement} */ (byId("assign")), state = byId("assign-state");
const algorithm = /** @type {HTMLSelectElement} */ (byId("algorithm"));

/** For an algorithm of Max and Min the field for the number of players is hidden. */
function fit() {
  const label = /** @type {HTMLElement} */ (form.querySelector("[data-of=players]"));
  label.hidden = algorithm.selectedOptions[0].dataset.two !== undefined;
}
algorithm.addEventListener("change", fit);
fit();

/** The source of one of the teacher's trees: an address of a figure or a saved tree, or a text. @param {string} text */
function source(text) {
  const address = /^\S*\/(figures|t|edit)\/([\w-]+)(?:[?#]\S*)?$/.exec(text);
  if (!address) return { text };
  return address[1] === "figures" ? { figure: address[2] } : { saved: address[2] };
}

/** The body of the request. */
function body() {
  const f = new FormData(form), text = (/** @type {string} */ name) => String(f.get(name) ?? "");
  const strict = text("strict");
  const trees = text("trees").split(/^[ \t]*---[ \t]*$/m).map((one) => one.trim()).filter((one) => one !== "").map(source);
  /** @type {Record<string, number>} */
  const random = {};
  for (const name of ["count", "players", "depth", "branching", "maxsum"]) random[name] = Number(text(name));
  if (text("seeds") === "public") random.seed = Number(text("seed") || 1);
  if (algorithm.selectedOptions[0].dataset.two !== undefined) delete random.players;
  return { title: text("title"), algorithm: text("algorithm"), note: text("note"), strict: strict === "" ? null : strict === "true", ties: f.has("ties") ? "left" : "any", frontier: f.has("frontier"), trees, random: random.count > 0 ? random : null };
}

/** What a problem document says. @param {any} problem */
const troubleOf = (problem) => String(problem.errors?.[0]?.message ?? problem.detail ?? problem.title);

/** What is wrong, with the number of the tree as the teacher counts it. @param {any} problem */
function trouble(problem) {
  const path = problem?.errors?.[0]?.path ?? "", tree = /^trees\[(\d+)\]/.exec(path);
  if (tree) return `Your tree ${Number(tree[1]) + 1}: ${troubleOf(problem)}`;
  return path ? `${path}: ${troubleOf(problem)}` : troubleOf(problem);
}

form.addEventListener("submit", async (e) => {
  e.preventDefault();
  if (state.textContent === "Creating …") return;
  state.textContent = "Creating …";
  busy(form);
  try {
    const response = await fetch(under("/api/v1/tasks"), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body()) });
    const answer = await response.json();
    if (response.ok) made(answer);
    else state.textContent = trouble(answer);
  } catch {
    state.textContent = "The server cannot be reached. Try again.";
  }
  idle(form);
});

/** Which usual mistakes the trees catch. @param {{caught: string[], missed: string[], partly: boolean}} catches */
function showCatches({ caught, missed, partly }) {
  const box = byId("made-catches"), all = caught.length + missed.length;
  /** @param {string} tag @param {string} text */
  const add = (tag, text) => box.appendChild(Object.assign(document.createElement(tag), { textContent: text }));
  /** @param {string} about @param {string[]} list */
  const part = (about, list) => {
    if (list.length === 0) return;
    const details = document.createElement("details"), items = document.createElement("ul");
    details.append(Object.assign(document.createElement("summary"), { textContent: about }), items);
    items.append(...list.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
    box.append(details);
  };
  box.replaceChildren();
  add("p", all === 0 ? "No usual mistakes can be tried on these trees." : `The trees catch ${caught.length} of ${all} usual mistakes.`);
  part("Caught", caught);
  part("Not caught", missed);
  if (partly) add("p", "Not all trees were tried: together they are too large.");
}

/** @param {{id: string, key: string, title: string, join: string, results: string, catches: {caught: string[], missed: string[], partly: boolean}}} task */
function made({ id, key, title, join, results, catches }) {
  const kept = keep("assignment", { id, key, title });
  const link = /** @type {HTMLAnchorElement} */ (byId("made-join")), address = new URL(join, location.href).href;
  link.href = link.textContent = address;
  /** @type {HTMLAnchorElement} */ (byId("made-results")).href = results;
  showCatches(catches);
  state.textContent = kept ? "" : "This browser does not store data of this site. Save the link to the results now: it is not shown again.";
  form.hidden = kept;
  byId("made").hidden = false;
  byId("made").focus();
  byId("made-copy").onclick = async () => {
    try {
      await navigator.clipboard.writeText(address);
      byId("made-copied").textContent = "The link is copied.";
    } catch {
      byId("made-copied").textContent = "This browser does not allow copying. Copy the link by hand.";
    }
  };
}
