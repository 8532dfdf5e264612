// What a teacher changes on the page of the results: a student, or an item.

import { under } from "../shared/base.js";
import { busy, idle } from "../shared/idle.js";

/** @typedef {import("./results.js").Results} Results */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string} id */
const field = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));

const id = byId("results").dataset.id ?? "";

/** The results that the page shows. @type {Results} */
let now = { students: [], items: [], closes: null };

/** A time in the format of a field, in the time zone of the browser. @param {number} ms */
export function local(ms) {
  const at = new Date(ms);
  return new Date(ms - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The time of a field in ms; null: it is empty. @param {HTMLInputElement} input */
export const momentOf = (input) => (input.value ? new Date(input.value).getTime() : null);

/** Takes over new results. @param {Results} results */
export function update(results) {
  now = results;
  for (const { item, points, counts, why } of results.items) {
    const right = document.querySelector(`[data-why="${item}"]`);
    if (right && why) right.textContent = why;
    const worth = document.querySelector(`[data-worth="${item}"]`);
    if (worth) worth.textContent = counts ? (points === 1 ? "1 point" : `${points} points`) : "does not count";
  }
  byId("changes").hidden = !results.log?.length;
  byId("log").replaceChildren(...(results.log ?? []).map(({ at, text }) => Object.assign(document.createElement("li"), { textContent: `${new Date(at).toLocaleString(undefined, { dateStyle: "long", timeStyle: "short" })}: ${text}` })));
}

/** Sends a change; returns the error, empty: none. @param {string} method @param {string} path @param {object} [body] */
async function send(method, path, body) {
  busy(send);
  try {
    const response = await fetch(under(`/api/v1/assignments/${id}${path}`), { method, headers: { "Content-Type": "application/json" }, body: body && JSON.stringify(body) });
    if (response.ok) return "";
    const problem = await response.json();
    return String(problem.errors?.[0]?.message ?? problem.detail ?? problem.title);
  } catch {
    return "The server cannot be reached. Try again.";
  } finally {
    idle(send);
  }
}

/** Sends changes one after the other; returns the first error. @param {[string, string, object?][]} list */
async function sendAll(list) {
  for (const [method, path, body] of list) {
    const trouble = await send(method, path, body);
    if (trouble) return trouble;
  }
  return "";
}

const dialog = /** @type {HTMLDialogElement} */ (byId("student-dialog"));
let student = "";

/** Opens the dialog for a student. @param {string} of */
export function editStudent(of) {
  const index = now.students.findIndex((one) => one.student === of), one = now.students[index];
  if (!one) return;
  student = of;
  byId("student-title").textContent = one.name || `Student ${index + 1}`;
  field("student-name").value = one.name;
  field("student-number").value = one.number;
  field("student-note").value = one.note ?? "";
  byId("student-extension").hidden = now.closes === null;
  field("student-closes").value = one.closes ? local(one.closes) : "";
  byId("student-points").replaceChildren(...one.items.map(({ points, of: most }, k) => {
    const label = document.createElement("label"), input = document.createElement("input");
    Object.assign(input, { type: "number", min: "0", step: "any", placeholder: String(points), autocomplete: "off" });
    input.dataset.item = String(k);
    label.append(`${k + 1} (of ${most})`, input);
    return label;
  }));
  const others = now.students.map((other, i) => ({ ...other, shown: other.name || `Student ${i + 1}` })).filter((other) => other.student !== of);
  byId("student-merge").hidden = others.length === 0;
  byId("student-with").replaceChildren(new Option("nobody else", ""), ...others.map((other) => new Option(other.shown, other.student)));
  byId("student-sure").hidden = true;
  byId("student-state").textContent = "";
  dialog.showModal();
}

byId("student-save").addEventListener("click", async (e) => {
  e.preventDefault();
  /** @type {Record<string, number>} */
  const points = {};
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (dialog.querySelectorAll("[data-item]"))) if (input.value) points[String(input.dataset.item)] = Number(input.value);
  const body = { name: field("student-name").value, number: field("student-number").value, note: field("student-note").value, ...(now.closes !== null && { closes: momentOf(field("student-closes")) }), ...(Object.keys(points).length > 0 && { points }) };
  const other = field("student-with").value;
  const trouble = await sendAll([["PUT", `/students/${student}`, body], ...(other ? [/** @type {[string, string, object]} */ (["POST", `/students/${student}/merge`, { with: other }])] : [])]);
  byId("student-state").textContent = trouble;
  if (!trouble) dialog.close();
});

byId("student-delete").addEventListener("click", async () => {
  if (byId("student-sure").hidden) {
    byId("student-sure").hidden = false;
    return;
  }
  const trouble = await send("DELETE", `/students/${student}`);
  byId("student-state").textContent = trouble;
  if (!trouble) dialog.close();
});

const itemDialog = /** @type {HTMLDialogElement} */ (byId("item-dialog"));
let item = 0;

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-change]"))) button.addEventListener("click", () => editItem(Number(button.dataset.change)));

/** Opens the dialog for an item. The right answer can be one that somebody has given. @param {number} k */
function editItem(k) {
  const of = now.items[k];
  if (!of) return;
  item = k;
  byId("item-title").textContent = `${k + 1}. ${of.text}`;
  field("item-points").value = String(of.points);
  field("item-counts").checked = of.counts;
  const asked = of.kind !== "practice" && of.kind !== "program";
  /** @type {Map<string, string>} */
  const answers = new Map();
  for (const { items } of now.students) if (items[k].tries > 0) answers.set(JSON.stringify(items[k].answer), items[k].words);
  answers.delete(JSON.stringify(of.correct));
  byId("item-right").hidden = byId("item-hint").hidden = !asked;
  byId("item-correct").replaceChildren(new Option("as it is", ""), ...[...answers].map(([answer, words]) => new Option(words, answer)));
  byId("item-state").textContent = "";
  itemDialog.showModal();
}

byId("item-save").addEventListener("click", async (e) => {
  e.preventDefault();
  const of = now.items[item], points = Number(field("item-points").value), counts = field("item-counts").checked, correct = field("item-correct").value;
  /** @type {[string, string, object?][]} */
  const list = [];
  if (points !== of.points) list.push(["PUT", "", { points: { [item]: points } }]);
  if (correct || counts !== of.counts) list.push(["PUT", `/items/${item}`, { ...(correct && { correct: JSON.parse(correct) }), ...(counts !== of.counts && { counts }) }]);
  const trouble = await sendAll(list);
  byId("item-state").textContent = trouble;
  if (!trouble) itemDialog.close();
});
