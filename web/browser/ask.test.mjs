// Ask me first: the questions, as somebody answers them.

import assert from "node:assert/strict";
import { accessible, narrow, person, shot, theme, themes, url } from "./harness.mjs";

/** The five figures that the screen alone must explain. */
const runs = [
  "k1991-fig6?algorithm=deep&v5=3,0,6", "sk2000-fig2?", "sk2000-fig6?", "s2003-fig3?", "s2003-fig6?",
];

/** Waits until the page has its run and shows a step. */
const ready = (page, step) => page.waitForFunction((t) => {
  const text = document.getElementById("step").textContent;
  return document.getElementById("sentence").dataset.kind && text.startsWith("step ") && (t === undefined || text === `step ${t}`);
}, step);
const stepNow = async (page) => Number(/\d+/.exec(await page.locator("#step").textContent())[0]);

/** The events of the page's run, from the API: what the page must not tell ahead. */
async function events(page) {
  const body = await page.locator("#run").getAttribute("data-request");
  const answer = await fetch(`${url}/api/v1/trace`, { method: "POST", body });
  return (await answer.text()).trim().split("\n").map((line) => JSON.parse(line));
}

/** Steps forward to the next question, or to the end. Resolves to the step that is asked about, or -1. */
async function nextQuestion(page, last) {
  for (let i = 0; i <= last; i++) {
    const before = await stepNow(page);
    if (before >= last) return -1;
    await page.getByRole("button", { name: "Step forward" }).click();
    await page.waitForFunction((t) => document.getElementById("ask").dataset.kind === "open" && !document.getElementById("ask").hidden || document.getElementById("step").textContent === `step ${t + 1}`, before);
    if ((await stepNow(page)) === before) return before + 1;
  }
  return -1;
}

const kind = (page) => page.locator("#ask").getAttribute("data-kind");

/** Answers a question with what the event says. */
async function answer(page, event) {
  const tick = (part, nodes) => page.locator(`#ask input[data-part="${part}"]`).evaluateAll((all, wanted) => {
    for (const input of all) if (input.dataset.nodes.split(" ").some((n) => wanted.includes(Number(n)))) input.click();
  }, nodes);
  const choose = (part, value) => page.locator(`#ask input[data-part="${part}"][value="${value}"]`).check();
  switch (event.type) {
    case "prune":
      await tick("cut", event.cut);
      if (event.rule === "deep" || event.rule === "bnb-deep") await choose("what", "unsound");
      else await tick("why", event.terms.filter((t) => t.player > 0).map((t) => t.node));
      break;
    case "backup": {
      const text = event.best === null ? "no value" : Array.isArray(event.best) ? `(${event.best.join(", ")})` : String(event.best);
      await choose("value", text);
      break;
    }
    case "research":
      await choose("again", String(event.child));
      await choose("because", event.because.value === null ? "none" : String(event.because.child));
      break;
    default: {
      const none = page.locator('#ask input[data-part="what"][value="none"], #ask input[data-part="again"][value="none"]');
      await none.check();
    }
  }
  await page.getByRole("button", { name: "Answer" }).click();
}

for (const address of runs) {
  person(`${address}: every right answer is taken for right, and every cut, backup and re-search is asked about`, {}, async (page) => {
    await page.goto(`/figures/${address}&ask=1&step=0`);
    const all = await events(page), last = all.length - 1;
    await ready(page, 0);
    const asked = new Set();
    for (let t = await nextQuestion(page, last); t > 0; t = await nextQuestion(page, last)) {
      asked.add(t);
      await answer(page, all[t]);
      await ready(page, t);
      assert.equal(await kind(page), "right", `step ${t}, ${JSON.stringify(all[t])}: ${await page.locator("#ask").innerText()}`);
    }
    for (const e of all) if (["prune", "backup", "research"].includes(e.type)) assert.ok(asked.has(e.seq), `nothing was asked before step ${e.seq}, a ${e.type}`);
    assert.ok([...asked].some((t) => ["enter", "exit"].includes(all[t].type)) || asked.size < 4, "nothing was asked where nothing is cut");
    assert.match(await page.locator("#score-says").innerText(), new RegExp(`Of ${asked.size} questions: ${asked.size} right`));
    await shot(page, `asked ${address}`);
  });
}
