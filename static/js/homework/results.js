// The results of a homework: the table updates itself, and the homework can be changed.

import { under } from "../shared/base.js";
import { busy, idle } from "../shared/idle.js";
import { editStudent, local, momentOf, update } from "./corrections.js";
import { forget } from "../shared/desk.js";
import { ReconnectingSocket } from "../shared/reconnecting-socket.js";

/** @typedef {{state: string, tries: number, words: string, answer: any, points: number, of: number}} Result  the answer to a program is the id of a run */
/** @typedef {{name: string, number: string, student: string, note?: string, closes?: number, items: Result[], points: number, of: number, late: boolean, damaged?: boolean, mark?: string}} Student */
/** @typedef {{item: number, kind: string, text: string, correct: any, why?: string, points: number, counts: boolean}} Item */
/** @typedef {{students: Student[], items: Item[], closes: number | null, log?: {at: number, text: string}[]}} Results */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const id = byId("results").dataset.id ?? "";
for (const only of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-script]"))) only.hidden = false;

/** The state of an item, as web/assign/pages.go writes it. @param {Result} result @param {number} k */
function cell({ state, tries, words, answer }, k) {
  const td = document.createElement("td"), none = tries === 0;
  td.dataset.state = state === "damaged" ? state : none ? "none" : state === "open" ? "answered" : state;
  td.textContent = td.dataset.state === "none" ? "not yet" : td.dataset.state;
  if (!none && words) td.title = words;
  if (!none && kinds[k] === "program" && answer && state !== "damaged") {
    const link = document.createElement("a");
    link.href = under(`/traces/${answer}`);
    link.textContent = td.dataset.state = state === "open" ? "incomplete" : state;
    const line = /^line \d+/.exec(words ?? "")?.[0], detail = [...(line ? [line] : []), ...(tries > 1 ? [`${tries} tries`] : [])].join(", ");
    td.replaceChildren(link, ...(detail ? [Object.assign(document.createElement("small"), { textContent: detail })] : []));
  }
  if (state === "damaged") td.title = "The answers of this student were stored, but the store has lost them.";
  return td;
}

/** @param {Student} student @param {number} i */
function line({ name, student, number: given, items, points, of, late, damaged, mark, closes: until }, i) {
  const row = document.createElement("tr"), head = document.createElement("th"), sum = document.createElement("td"), number = `Student ${i + 1}`;
  head.scope = "row";
  sum.className = "points";
  sum.textContent = damaged ? "" : `${points} of ${of}${late ? ", late" : ""}`;
  for (const [of, text] of [["name", name || number], ...(given ? [["name school", given]] : []), ["number", number], ...(mark ? [["mark", mark]] : []), ...(until ? [["mark", `may answer until ${new Date(until).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}`]] : [])]) {
    const part = document.createElement("span");
    part.className = of;
    part.textContent = text;
    head.append(part);
  }
  const open = document.createElement("button");
  open.type = "button";
  open.className = "small";
  open.textContent = "Change …";
  open.setAttribute("aria-label", `Change ${name || number}`);
  open.addEventListener("click", () => editStudent(student));
  head.append(" ", open);
  row.append(head, sum, ...items.map(cell));
  return row;
}

/** The kinds of the items. @type {string[]} */
let kinds = [];

/** @param {Results} results */
function show(results) {
  const { students, items } = results;
  kinds = items.map(({ kind }) => kind);
  update(results);
  byId("rows").replaceChildren(...students.map(line));
  byId("count").textContent = students.length === 1 ? "1 student" : `${students.length} students`;
  byId("nobody").hidden = students.length > 0;
  const close = byId("close-now"); // again it would make late answers answers in time
  close.hidden = close !== document.activeElement && results.closes !== null && results.closes <= Date.now();
}

/** @param {string} text */
function live(text) {
  if (byId("live").textContent !== text) byId("live").textContent = text;
}

const socket = new ReconnectingSocket([1, 2, 5, 10], {
  connecting: () => busy(socket),
  opened: () => socket.send({ type: "results", id: "r", assignment: id }),
  received: (message) => {
    if (message.type === "results") {
      idle(socket);
      show(message);
      live("The table updates automatically.");
    }
    if (message.type === "error") {
      idle(socket);
      socket.close();
      live(message.errors?.[0]?.message ?? message.detail ?? message.title);
    }
  },
  lost: () => {
    idle(socket);
    live("The connection is lost. Reconnecting …");
  },
}, 0.5);
socket.open();

byId("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(byId("join").textContent ?? "");
    byId("copied").textContent = "The link is copied.";
  } catch {
    byId("copied").textContent = "This browser does not allow copying. Copy the link by hand.";
  }
});

const form = /** @type {HTMLFormElement} */ (byId("change")), opens = /** @type {HTMLInputElement} */ (byId("opens")), closes = /** @type {HTMLInputElement} */ (byId("closes")), title = /** @type {HTMLInputElement} */ (byId("title"));

for (const field of [opens, closes]) if (field.dataset.ms) field.value = local(Number(field.dataset.ms));

/** @param {string} method @param {object} [body] @returns {Promise<string>}  the error; empty: none */
async function change(method, body) {
  busy(form);
  try {
    const response = await fetch(under(`/api/v1/assignments/${id}`), { method, headers: { "Content-Type": "application/json" }, body: body && JSON.stringify(body) });
    if (response.ok) return "";
    const problem = await response.json();
    return problem.errors?.[0]?.message ?? problem.detail ?? problem.title;
  } catch {
    return "The server cannot be reached. Try again.";
  } finally {
    idle(form);
  }
}

form.addEventListener("submit", async (e) => {
  e.preventDefault();
  const trouble = await change("PUT", { title: title.value, opens: momentOf(opens), closes: momentOf(closes), late: /** @type {HTMLSelectElement} */ (byId("late")).value });
  byId("change-state").textContent = trouble || "Saved.";
});
byId("close-now").addEventListener("click", async () => {
  const clock = await fetch(under(`/api/v1/assignments/${id}`), { cache: "no-store" }).catch(() => null); // the server's: that of this machine may be ahead
  const now = Date.parse(clock?.headers.get("Date") ?? "") || Date.now(), late = /** @type {HTMLSelectElement} */ (byId("late")).value, trouble = await change("PUT", { closes: now, late });
  if (!trouble) closes.value = local(now);
  byId("change-state").textContent = trouble || `The homework is closed. ${late === "marked" ? "Later answers are marked as late." : "No more answers are accepted."}`;
});
const dialog = /** @type {HTMLDialogElement} */ (byId("delete-dialog"));
byId("delete").addEventListener("click", () => {
  dialog.returnValue = "";
  dialog.showModal();
});
dialog.addEventListener("close", async () => {
  if (dialog.returnValue !== "delete") return;
  socket.close();
  const trouble = await change("DELETE");
  if (trouble) byId("change-state").textContent = trouble;
  else {
    for (const kind of ["assignment", "task"]) forget(kind, id);
    location.assign(under("/homework"));
  }
});
