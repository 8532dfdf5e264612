// A search that a student writes on the page of a program. It is run on the trees one after the other, and each run is
// taken as one that was sent.

import { editor } from "../code/editor.js";
import { Draft } from "../shared/draft.js";

/** @template {HTMLElement} T @param {string} id @returns {T} */
const byId = (id) => /** @type {T} */ (document.getElementById(id));

/** Makes the text an editor, and its form send. @param {{work: import("./work.js").Work, first: number, total: number, showRuns: () => Promise<boolean>}} on  the first item, the number of trees, and what shows the runs */
export function write({ work, first, total, showRuns }) {
  const form = /** @type {HTMLFormElement} */ (byId("write")), text = /** @type {HTMLTextAreaElement} */ (byId("program")), state = byId("write-state");
  const mover = /** @type {HTMLInputElement} */ (byId("mover")), on = /** @type {HTMLSelectElement} */ (byId("on")), draft = /** @type {Draft<{text: string, mover: boolean}>} */ (new Draft(`espalier-homework-program:${work.id}:${first}`));
  const before = draft.read();
  if (before) [text.value, mover.checked] = [before.text, before.mover];
  const edit = editor({ text, gutter: byId("gutter"), mark: byId("mark"), now: byId("now-mark"), paint: byId("paint") });
  form.addEventListener("input", () => {
    edit.mark(0);
    draft.keep({ text: text.value, mover: mover.checked });
  });
  text.addEventListener("keydown", (e) => {
    if (e.key !== "Enter" || !(e.ctrlKey || e.metaKey)) return;
    e.preventDefault();
    form.requestSubmit();
  });

  let running = false;
  form.addEventListener("submit", async (e) => {
    e.preventDefault();
    if (running) return;
    running = true;
    const body = { program: text.value, ...(mover.checked && { perspective: "mover" }) }, trees = on.value ? [Number(on.value)] : Array.from({ length: total }, (_, n) => n + 1);
    let trouble = "", right = 0, mistake = 0;
    for (const [n, tree] of trees.entries()) {
      state.textContent = trees.length === 1 ? "Running …" : `Running on tree ${n + 1} of ${trees.length} …`;
      const answer = await work.ask("POST", `/items/${first + tree - 1}/program`, body);
      if (!answer.ok) {
        const { line, column, message } = answer.json?.errors?.find((/** @type {{line?: number}} */ one) => one.line) ?? {};
        if (line) edit.mark(line, column);
        trouble = line ? `Line ${line}: ${message}` : answer.trouble;
        break;
      }
      if (answer.json.state === "right") right++;
      else mistake ||= Number(/^line (\d+) of the program: /i.exec(answer.json.why ?? "")?.[1] ?? 0);
    }
    if (mistake) edit.mark(mistake);
    await showRuns();
    state.textContent = trouble || (trees.length === 1 ? (right === 1 ? "The run is right." : "The run is not right. What is wrong is below, at the tree.") : `${right} of ${trees.length} runs are right.${right < trees.length ? " What is wrong is below, at each tree." : ""}`);
    running = false;
  });
}
