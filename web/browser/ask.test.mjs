// Ask me first: the questions and answers, as a person uses them.

import assert from "node:assert/strict";
import { accessible, frames, narrow, person, shot, socketOf, theme, themes, until, url } from "./harness.mjs";

/** The five figures that the screen alone must explain. */
const runs = [
  "k1991-fig6?algorithm=deep&v5=3,0,6", "sk2000-fig2?", "sk2000-fig6?", "s2003-fig3?", "s2003-fig6?",
];

/** Waits until the page's scripts have come and it shows a step. */
const ready = (page, step) => page.waitForFunction((t) => {
  const text = document.getElementById("step").textContent;
  return "ready" in document.getElementById("run").dataset && document.getElementById("sentence").dataset.kind && text.startsWith("step ") && (t === undefined || text === `step ${t}`);
}, step);
const stepNow = async (page) => Number(/\d+/.exec(await page.locator("#step").textContent())[0]);

/** The events of the page's run, from the API: what the page must not show ahead. */
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

/** Answers a question as the event has it. */
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

const deep = "/figures/k1991-fig6?algorithm=deep&v5=3,0,6&ask=1";
const unsoundCut = 12; // f is cut at d, on a bound from a

/** Opens the page just before a step that is asked about, and poses the question. */
async function before(page, address, step) {
  await page.goto(`${address}&step=${step - 1}`);
  await ready(page, step - 1);
  await page.keyboard.press("ArrowRight"); // the run may still be on its way
  await page.locator('#ask[data-kind="open"]').waitFor();
  await ready(page, step - 1);
}

const pick = (page, node) => page.locator(`#n${node}`).dispatchEvent("click");

/** What is answered at the unsound cut, on the tree or in the panel, and what it is worth. */
const answers = [
  ["the cut, called unjustified", async (page) => { await pick(page, 5); await page.getByLabel("this cut is not justified").check(); }, "right", /nothing justifies it/],
  ["the cut, with its bounds taken for good", async (page) => { await pick(page, 5); await pick(page, 0); await pick(page, 3); }, "unsound", /must not be cut/],
  ["nothing", async (page) => page.getByLabel("Nothing", { exact: true }).check(), "missed", /f is cut/],
];
for (const [what, act, want, words] of answers) {
  person(`at an unsound cut the answer “${what}” is ${want}`, {}, async (page) => {
    await before(page, deep, unsoundCut);
    assert.equal(await page.locator("#n5.cut").count(), 0, "f is not yet cut");
    await act(page);
    await page.getByRole("button", { name: "Answer" }).click();
    await ready(page, unsoundCut);
    assert.equal(await kind(page), want);
    assert.match(await page.locator("#ask-says").innerText(), words);
    assert.equal(await page.locator(`#ask-score [data-kind=${want}] dd`).first().innerText(), "1");
    assert.equal(await page.locator("#n5.cut").count(), 1, "f is cut after the answer");
    await page.waitForURL((u) => u.searchParams.get("step") === String(unsoundCut));
    await page.reload();
    await ready(page, unsoundCut);
    await page.locator(`#ask-score [data-kind=${want}] dd`).first().getByText("1", { exact: true }).waitFor(); // it outlasts a reload
  });
}

person("a sound cut: wrong reasons are lucky, a cut where none is, unsound, and “Show me” shows", {}, async (page) => {
  const address = "/figures/sk2000-fig2?algorithm=shallow&ask=1";
  await page.goto(`${address}&step=0`);
  await ready(page, 0);
  const all = await events(page), prune = all.find((e) => e.type === "prune");
  await before(page, address, prune.seq);
  for (const n of prune.cut) await pick(page, n);
  await pick(page, prune.node); // its bound alone does not reach maxsum
  await page.getByRole("button", { name: "Answer" }).click();
  await ready(page, prune.seq);
  assert.equal(await kind(page), "lucky");
  assert.match(await page.locator("#ask-says").innerText(), /5 does not reach 10/);

  const open = all.find((e) => e.type === "enter" && all[e.seq - 1].type === "backup");
  await before(page, address, open.seq);
  await pick(page, open.node);
  await pick(page, 0);
  await page.getByRole("button", { name: "Answer" }).click();
  await ready(page, open.seq);
  assert.equal(await kind(page), "unsound");

  const backup = all.find((e) => e.type === "backup");
  await page.evaluate(() => sessionStorage.clear());
  await before(page, address, backup.seq);
  await page.getByRole("button", { name: "Show me" }).click();
  await ready(page, backup.seq);
  assert.equal(await kind(page), "shown");
});

person("a value can be typed, and what is no value is not taken", {}, async (page) => {
  await page.goto(`${deep}&step=0`);
  await ready(page, 0);
  const backup = (await events(page)).find((e) => e.type === "backup");
  await before(page, deep, backup.seq);
  const field = page.getByRole("textbox", { name: "another value" });
  await field.fill("5, 2");
  await field.press("Enter");
  assert.match(await page.locator("#ask-says").innerText(), /needs 3 scores/);
  assert.equal(await stepNow(page), backup.seq - 1);
  await field.fill(backup.best.join(" "));
  await field.press("Enter");
  await ready(page, backup.seq);
  assert.equal(await kind(page), "right");
});

person("who steps or plays before the run has come is asked when it does", {}, async (page) => {
  const socket = await socketOf(page);
  const acts = {
    step: () => page.getByRole("button", { name: "Step forward" }).click({ clickCount: 9, delay: 10 }),
    end: () => page.keyboard.press("End"),
    play: async () => {
      for (let i = 0; i < 3; i++) await page.keyboard.press("+");
      await page.getByRole("button", { name: "Play" }).click();
    },
  };
  for (const [name, act] of Object.entries(acts)) {
    socket.holds = "asks";
    await page.goto(`${deep}&step=0`);
    await ready(page, 0);
    await act();
    const first = (await events(page)).find((e) => e.type === "backup").seq;
    assert.equal(await page.locator("#ask").isVisible(), false, `${name}: nothing is asked before the run has come`);
    socket.release();
    await page.locator('#ask[data-kind="open"]').waitFor();
    await ready(page, first - 1);
  }
});

person("nothing goes past a question before the scripts have come", {}, async (page) => {
  let come;
  await page.route("**/js/run/quiz.js", async (route) => {
    await new Promise((resolve) => (come = resolve));
    await route.continue();
  });
  await page.goto(`${deep}&step=0`, { waitUntil: "commit" });
  const forward = page.locator("#forward");
  await forward.waitFor({ state: "attached" });
  await until(() => come, "the page asks for the script");
  assert.equal(await forward.isVisible(), false, "a control that would send the form");
  const click = forward.click(); // once it can be
  come();
  await click;
  await ready(page, 1);
  assert.equal(await page.evaluate(() => performance.getEntriesByType("navigation")[0].type), "navigate");
});

person("no control goes past a question", {}, async (page) => {
  await page.goto(`${deep}&step=0`);
  await ready(page, 0);
  const first = (await events(page)).find((e) => e.type === "backup").seq;
  for (const key of ["End", "Shift+ArrowRight"]) {
    await page.locator("body").press(key);
    await ready(page, first - 1);
    await page.keyboard.press("Home");
    await ready(page, 0);
  }
  await page.getByRole("slider", { name: "Step" }).fill(String(first - 1));
  await ready(page, first - 1);
  assert.equal(Number(await page.locator("#scrub").getAttribute("max")), first - 1, "the range ends with what has been shown");
  await page.keyboard.press("Home");
  for (let i = 0; i < 3; i++) await page.keyboard.press("+");
  await page.getByRole("button", { name: "Play" }).click();
  await page.locator('#ask[data-kind="open"]').waitFor();
  await page.getByRole("button", { name: "Play" }).waitFor(); // it has stopped
  await ready(page, first - 1);
});

for (const address of runs) {
  person(`${address}: neither the page nor what the server sends tells what lies ahead`, {}, async (page) => {
    await page.goto(`/figures/${address}&ask=1&step=0`);
    await ready(page, 0);
    const last = (await events(page)).length - 1;
    const told = (doc) => ({
      marks: doc.querySelectorAll("#marks rect").length, verdict: doc.querySelectorAll("#verdict").length,
      story: doc.querySelectorAll(".story, .frames, .notes").length, besides: doc.querySelectorAll("#stage > section, .sliders, .space").length,
      cut: doc.querySelectorAll("svg.tree .node:is(.cut, .later, .done), svg.tree .certificate *").length,
      max: doc.getElementById("scrub").getAttribute("max"), step: doc.getElementById("step").textContent.trim(), card: doc.getElementById("card").hidden,
      heading: doc.querySelector("h1").textContent, label: doc.querySelector("svg.tree").getAttribute("aria-label"),
    });
    const shown = await page.evaluate(`(${told})(document)`);
    const served = await page.evaluate(`fetch(location.href).then((a) => a.text()).then((t) => (${told})(new DOMParser().parseFromString(t, "text/html")))`);
    const text = await page.evaluate(() => fetch(location.href).then((a) => a.text()));
    for (const got of [shown, served]) {
      assert.match(got.heading, /^Fig(ure|\.) \d/);
      assert.doesNotMatch(got.label, /prun|fail/i);
      delete got.heading;
      delete got.label;
      assert.deepEqual(got, { marks: 0, verdict: 0, story: 0, besides: 0, cut: 0, max: "0", step: "step 0", card: true });
    }
    assert.doesNotMatch(text, new RegExp(`(value|max)="${last}"|of ${last}\\b`), "the number of steps");
  });
}

person("a whole run by the keyboard alone, on the tree and in the panel", {}, async (page) => {
  await before(page, deep, unsoundCut);
  // From the question by Tab to the choices, with Space and the arrows; Enter answers.
  await page.waitForFunction(() => document.activeElement?.id === "ask");
  await page.locator("#n0").focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowDown"); // preorder: f
  await page.keyboard.press("Space");
  assert.equal(await page.locator("#n5").getAttribute("aria-selected"), "true", "f is chosen");
  assert.match(await page.locator("#ask-says").innerText(), /f: cut/);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp"); // d
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("#n3").getAttribute("aria-selected"), "true", "d is chosen");
  await page.getByLabel("this cut is not justified").focus();
  await page.keyboard.press("Space");
  assert.equal(await page.locator("#n3").getAttribute("aria-selected"), "false", "no bound is chosen any more");
  await page.keyboard.press("Enter");
  await ready(page, unsoundCut);
  assert.equal(await kind(page), "right");
  await page.waitForFunction(() => document.activeElement?.id === "ask-on");
  await page.keyboard.press("Space"); // goes on
  await ready(page, unsoundCut + 1);
});

person("on a phone the question leaves the tree in sight", { viewport: narrow }, async (page) => {
  await before(page, deep, unsoundCut);
  await frames(page);
  const [tree, ask] = [await page.locator("#n0").boundingBox(), await page.locator("#ask").boundingBox()];
  const leaf = await page.locator("#n5").boundingBox();
  await shot(page, "ask phone");
  assert.ok(tree.y >= 0 && leaf.y + leaf.height <= ask.y, `the tree from ${tree.y} to ${leaf.y + leaf.height}, the question from ${ask.y}`);
  assert.ok(await page.evaluate(() => document.scrollingElement.scrollWidth <= innerWidth), "nothing is wider than the window");
  await page.mouse.click(leaf.x + leaf.width / 2, leaf.y + leaf.height / 2);
  assert.equal(await page.locator("#n5").getAttribute("aria-selected"), "true");
});

for (const viewport of [undefined, narrow]) {
  person(`questions and answers are accessible in all themes, ${viewport ? "narrow" : "wide"}`, viewport ? { viewport } : {}, async (page) => {
    await before(page, deep, unsoundCut);
    await pick(page, 5);
    for (const name of themes) {
      await theme(page, name);
      await accessible(page, `a question in ${name}`);
      await shot(page, `question ${name} ${viewport ? "narrow" : "wide"}`);
    }
    await page.getByLabel("this cut is not justified").check();
    await page.getByRole("button", { name: "Answer" }).click();
    await ready(page, unsoundCut);
    for (const name of themes) {
      await theme(page, name);
      await accessible(page, `an answer in ${name}`);
    }
    await shot(page, `answer ${viewport ? "narrow" : "wide"}`);
  });
}

person("the mode is a chip of the player, and part of the address", {}, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=deep&step=14");
  await page.waitForFunction(() => /of \d+$/.test(document.getElementById("step").textContent));
  await page.locator("input[name=ask]").check();
  await page.waitForURL((u) => u.searchParams.get("ask") === "1");
  await ready(page, 0);
  await page.locator("input[name=ask]").uncheck();
  await page.waitForURL((u) => !u.searchParams.has("ask"));
});

/** The checks by themselves, without a run: what suffices, what does not, and what has no part in it. */
person("what an answer is worth", {}, async (page) => {
  await page.goto("/");
  const got = await page.evaluate(async () => {
    const { checkAgain, checkCut, checkValue, held, read, tally, treeOf } = await import("/static/js/run/quiz-check.js");
    const leaf = (...value) => ({ value });
    const tree = treeOf({ players: 3, maxsum: 10, root: { player: 1, children: [leaf(5, 3, 2), { player: 2, children: [leaf(3, 4, 3), { player: 3, children: [leaf(1, 3, 6), leaf(2, 2, 6)] }] }] } });
    const bounds = { 0: { player: 1, score: 5 }, 2: { player: 2, score: 4 }, 4: { player: 3, score: 6 } };
    const moment = { tree, at: 4, path: [0, 2, 4], held: (n) => bounds[n] ?? null, name: (n) => `n${n}` };
    const term = (node) => ({ node, player: bounds[node].player, score: bounds[node].score, from: "backed-up" });
    const shallow = { type: "prune", rule: "shallow", cut: [6], terms: [term(2), term(4)], sum: 10, limit: 10 };
    const chain = { type: "prune", rule: "speculative", cut: [6], terms: [term(0), term(2), term(4)], sum: 15, limit: 10 };
    const cut = (event, why, more = {}) => checkCut({ ...moment, event }, { none: false, cut: [6], justified: true, why, ...more }).kind;
    const again = { node: 2, child: 4, because: { child: 3, value: [3, 4, 3] } };
    return [
      tree.parent.join(), cut(shallow, [2, 4]), cut(shallow, [4]), cut(shallow, [0, 2, 4]), cut(shallow, [0, 4]), cut(shallow, []),
      cut(chain, [2, 4]), cut(shallow, [2, 4], { cut: [] }), cut(shallow, [2, 4], { justified: false }), cut(shallow, [], { none: true }),
      cut(null, [], { none: true }), cut(null, [0]), cut(null, [2, 4]), cut({ ...shallow, rule: "deep", terms: [term(0), term(4)] }, [0, 4]),
      checkValue({ node: 2, child: 3, value: [3, 4, 3], best: [3, 4, 3], improved: true }, [3, 4, 3], String).kind, checkValue({ node: 2, child: 3, value: null, best: null }, [3, 4, 3], String).kind,
      checkAgain(again, { child: 4, because: 3 }, String).kind, checkAgain(again, { child: 4, because: null }, String).kind, checkAgain(again, { child: null, because: null }, String).kind, checkAgain(null, { child: null, because: null }, String).kind,
      held("(–, ≥5, ≤4)", 2).score, held("", 1), read("(5, 2 2)", 3).join(), String(read("5, x", 2)), tally(["right", "right", "lucky"]).right,
    ];
  });
  assert.deepEqual(got, [
    "-1,0,0,2,2,4,4", "right", "lucky", "lucky", "lucky", "lucky",
    "right", "missed", "lucky", "missed",
    "right", "unsound", "wrong", "unsound",
    "right", "wrong",
    "right", "lucky", "missed", "right",
    5, null, "5,2,2", "undefined", 2,
  ]);
});
