// The program of an assignment: students send files, and see what was found.

import { under } from "../shared/base.js";
import { busy, idle } from "../shared/idle.js";
import { offerIn } from "../shared/leave-out.js";
import { begun, root, say, showStates, troubleOf, Work } from "./work.js";

/** @typedef {{tree: number, verdict: string, tries: number, line?: number, program_line?: number, text?: string, url?: string, file?: string, error?: string, offer?: string, lines?: number}} Run */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const work = new Work(), first = Number(root.dataset.item), send = /** @type {HTMLFormElement} */ (byId("send"));
const total = document.querySelectorAll("[data-tree]").length;

/** @param {string} tag @param {string} text */
function element(tag, text) {
  const e = document.createElement(tag);
  e.textContent = text;
  return e;
}

/** Writes the state of a tree beside it. @param {Run} run */
function show({ tree, verdict, tries, line, program_line, text, url }) {
  const item = /** @type {HTMLElement} */ (document.querySelector(`[data-tree="${tree}"]`)), at = /** @type {HTMLElement} */ (item.querySelector(".run-state"));
  item.dataset.state = verdict;
  if (!url) return at.replaceChildren();
  const head = document.createElement("p"), play = /** @type {HTMLAnchorElement} */ (element("a", "Play the run"));
  play.href = url;
  play.setAttribute("aria-label", `Play the run on tree ${tree}`);
  const where = program_line ? `, line ${program_line} of the program` : line ? `, line ${line}` : "";
  head.append(element("b", verdict === "right" ? "Right" : verdict === "wrong" ? `Wrong${where}` : "Incomplete"), " ", tries === 1 ? "first try" : `${tries} tries`, " ", play);
  at.replaceChildren(head, ...(text ? [element("p", text)] : []));
}

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
  const { ok, answer, trouble } = await sent(how, body);
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
  offerIn(byId("leave-out"), (again) => again())(lines, () => sendFiles(files, "&skip_other=1"));
}

/** Sends files. @param {string} how @param {FormData} body */
async function sent(how, body) {
  busy(sent);
  try {
    const response = await fetch(under(`/api/v1/assignments/${work.id}/runs?part=${root.dataset.part}${how}`), { method: "POST", headers: { Authorization: `Bearer ${work.token}` }, body });
    const answer = await response.json().catch(() => null);
    return { ok: response.ok, answer, trouble: response.ok ? "" : troubleOf(answer ?? { title: "The server could not do it. Try again." }) };
  } catch {
    return { ok: false, answer: null, trouble: "The server cannot be reached. Try again." };
  } finally {
    idle(sent);
  }
}

/** Shows the runs of the student. @returns {Promise<boolean>} */
async function showRuns() {
  const view = await work.view();
  if (!view) {
    if (byId("trouble").hidden) location.replace(work.start);
    return false;
  }
  byId("work").hidden = false;
  byId("curl").textContent = `curl -H "Authorization: Bearer ${work.token}" --data-binary @tree3.ndjson "${byId("curl").dataset.send}&tree=${Math.min(3, total)}"`;
  showStates(view);
  for (const { item, state, tries, why = "", result } of view.items.slice(first, first + total)) {
    const [found, line, ofProgram] = /^line (\d+)( of the program)?: /.exec(why) ?? [""];
    const at = line === undefined ? {} : ofProgram ? { program_line: Number(line) } : { line: Number(line) };
    show({ tree: item - first + 1, verdict: tries === 0 ? "none" : state === "open" ? "incomplete" : state, tries, ...at, text: why.slice(found.length), url: result });
  }
  if (view.closed) say("The homework is closed. No more runs are accepted.");
  return true;
}

if (!work.token) location.replace(work.start);
else if (await showRuns()) (await import("./write.js")).write({ work, first, total, showRuns });
begun();
