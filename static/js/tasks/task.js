// The page of a task for students: they give a name, send files, and see what was found.

import { under } from "../shared/base.js";
import { busy, idle } from "../shared/idle.js";
import { offerIn } from "../shared/leave-out.js";
import { forgetTaken, keepTaken, takenTasks, troubleOf } from "./own.js";

/** @typedef {{tree: number, verdict: string, tries: number, line?: number, text?: string, url?: string, file?: string, error?: string, offer?: string, lines?: number}} Run */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const root = byId("task"), id = root.dataset.id ?? "", api = under(`/api/v1/tasks/${id}`);
const enter = /** @type {HTMLFormElement} */ (byId("enter")), send = /** @type {HTMLFormElement} */ (byId("send"));
let token = takenTasks().find((task) => task.id === id)?.token ?? "";
const total = document.querySelectorAll("[data-tree]").length;

/** @param {string} text */
function say(text) {
  byId("trouble").textContent = text;
  byId("trouble").hidden = text === "";
}

/** @param {string} tag @param {string} text */
function element(tag, text) {
  const e = document.createElement(tag);
  e.textContent = text;
  return e;
}

/** Writes the state of a tree beside it. @param {Run} run */
function show({ tree, verdict, tries, line, text, url }) {
  const item = /** @type {HTMLElement} */ (document.querySelector(`[data-tree="${tree}"]`)), at = /** @type {HTMLElement} */ (item.querySelector(".run-state"));
  item.dataset.state = verdict;
  if (!url) return at.replaceChildren();
  const head = document.createElement("p"), play = /** @type {HTMLAnchorElement} */ (element("a", "Play the run"));
  play.href = url;
  play.setAttribute("aria-label", `Play the run on tree ${tree}`);
  head.append(element("b", verdict === "right" ? "Right" : verdict === "wrong" ? `Wrong${line ? `, line ${line}` : ""}` : "Incomplete"), " ", tries === 1 ? "first try" : `${tries} tries`, " ", play);
  at.replaceChildren(head, ...(text ? [element("p", text)] : []));
}

/** @param {{name: string, runs: Run[]}} view */
function open({ name, runs }) {
  enter.hidden = true;
  byId("work").hidden = false;
  byId("whose").textContent = `You are ${name}.`;
  byId("curl").textContent = `curl -H "Authorization: Bearer ${token}" --data-binary @tree3.ndjson "${byId("curl").dataset.send}?tree=${Math.min(3, total)}"`;
  runs.forEach(show);
}

/** @param {string} path @param {RequestInit} [how] */
async function ask(path, how = {}) {
  busy(ask);
  try {
    const response = await fetch(api + path, { ...how, headers: { ...(token && { Authorization: `Bearer ${token}` }), ...how.headers } });
    const answer = await response.json().catch(() => null);
    return { status: response.status, ok: response.ok, answer, trouble: response.ok ? "" : troubleOf(answer) };
  } catch {
    return { status: 0, ok: false, answer: null, trouble: "The server cannot be reached. Try again." };
  } finally {
    idle(ask);
  }
}

enter.addEventListener("submit", async (e) => {
  e.preventDefault();
  const { ok, answer, trouble } = await ask("/students", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name: new FormData(enter).get("name") }) });
  if (!ok) {
    byId("enter-state").textContent = trouble;
    return;
  }
  token = answer.token;
  if (!keepTaken({ id, token, title: root.dataset.title ?? "" })) say("This browser does not store data of this site. Keep this page open: you cannot come back to your runs.");
  await begin();
  byId("files").focus();
});

send.addEventListener("submit", (e) => {
  e.preventDefault();
  sendFiles(/** @type {File[]} */ (new FormData(send).getAll("trace")), "");
});

/** Sends runs, and shows what was found. @param {File[]} files @param {string} how  the flags of the request */
async function sendFiles(files, how) {
  const body = new FormData();
  for (const file of files) body.append("trace", file);
  const state = byId("send-state"), refused = byId("refused");
  state.textContent = "Sending and checking …";
  refused.hidden = byId("leave-out").hidden = true;
  const { ok, answer, trouble } = await ask(`/runs${how}`, { method: "POST", body });
  if (!ok) {
    state.textContent = trouble;
    if (answer?.errors?.[0]?.offer === "skip_other") offerWithout(files, answer.errors[0].lines);
    return;
  }
  const runs = /** @type {Run[]} */ (answer.runs), taken = runs.filter((run) => run.error === undefined), rest = runs.filter((run) => run.error !== undefined);
  taken.forEach(show);
  /** @param {string} verdict */
  const count = (verdict) => taken.filter((run) => run.verdict === verdict).length;
  const said = ["right", "wrong", "incomplete"].filter((verdict) => count(verdict) > 0).map((verdict) => `${count(verdict)} ${verdict}`);
  state.textContent = `${taken.length === 1 ? "1 run was" : `${taken.length} runs were`} checked: ${said.join(", ")}.`;
  refused.replaceChildren(...rest.map((run) => element("li", `${run.file} was not taken: ${run.error}.`)));
  refused.hidden = rest.length === 0;
  const others = rest.filter((run) => run.offer === "skip_other");
  if (others.length > 0) offerWithout(files.filter((file) => others.some((run) => run.file === file.name)), others.reduce((sum, run) => sum + (run.lines ?? 0), 0));
  send.reset();
  document.querySelector(`[data-tree="${(taken.find((run) => run.verdict !== "right") ?? taken[0]).tree}"]`)?.scrollIntoView({ block: "nearest" });
}

/** Offers to send files without the lines of the program's own output. @param {File[]} files @param {number} lines */
function offerWithout(files, lines) {
  offerIn(byId("leave-out"), (again) => again())(lines, () => sendFiles(files, "?skip_other=1"));
}

/** Shows the runs of the student. */
async function begin() {
  const { ok, status, answer, trouble } = await ask("");
  if (ok) return open(answer);
  if (status === 401) {
    forgetTaken(id);
    token = "";
    enter.hidden = false;
  }
  say(trouble);
}

if (token) await begin();
else enter.hidden = false;
