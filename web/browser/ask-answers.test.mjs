// Ask me first: what an answer is worth, and what follows it.

import assert from "node:assert/strict";
import { answer, before, deep, events, kind, nextQuestion, pick, ready, second, send, stepNow, unsoundCut } from "./asking.mjs";
import { accessible, person, shot, until } from "./harness.mjs";

/** What is answered at the unsound cut, on the tree or in the panel: what it will cut, and whether that is right. */
const answers = [
  ["the cut, called unjustified", (page) => pick(page, 5), (page) => page.getByLabel("No, nothing does").check(), ["right", "right"], /this cut is not justified: 5 at a and 5 at d, so 5 \+ 5 = 10 ≥ 9, but/],
  ["the cut, with its bounds taken for good", (page) => pick(page, 5), async (page) => { await pick(page, 0); await pick(page, 3); }, ["right", "unsound"], /This cut is not justified: 5 at a and 5 at d/],
  ["nothing, and then that it is unjustified", (page) => page.getByLabel("Nothing", { exact: true }).check(), (page) => page.getByLabel("No, nothing does").check(), ["missed", "right"], /this cut is not justified/],
];
for (const [what, predict, judge, want, words] of answers) {
  person(`an unsound cut is predicted first and judged second: ${what}`, {}, async (page) => {
    await before(page, deep, unsoundCut);
    assert.equal(await page.locator("#ask-title").textContent(), "What will it cut?");
    assert.equal(await page.locator("#ask input[data-part=why]").count(), 0, "one question at a time");
    await predict(page);
    await send(page);
    await second(page, "Was that right?");
    if (want[0] === "missed") assert.match(await page.locator("#ask-verdict").textContent(), /f is cut here: 5 at a and 5 at d, so 5 \+ 5 = 10 ≥ 9/);
    assert.equal(await page.locator("#n5.cut").count(), 0, "f is not yet cut");
    await judge(page);
    await send(page);
    await ready(page, unsoundCut);
    assert.equal(await kind(page), want[1]);
    assert.match(await page.locator("#ask-verdict").innerText(), words);
    const scored = () => page.locator("#ask-score [data-kind]").evaluateAll((rows) => rows.flatMap((r) => Array(Number(r.querySelector("dd").textContent)).fill(r.dataset.kind)));
    assert.deepEqual(await scored(), [...want].sort((a, b) => ["right", "lucky", "missed", "unsound"].indexOf(a) - ["right", "lucky", "missed", "unsound"].indexOf(b)));
    assert.equal(await page.locator("#n5.cut").count(), 1, "f is cut after the answers");
    await page.waitForURL((u) => u.searchParams.get("step") === String(unsoundCut));
    await page.reload();
    await ready(page, unsoundCut);
    await until(async () => (await scored()).length === 2, "the answers outlast a reload");
  });
}

person("a cut with δ as printed is unjustified where it loses the best so far", {}, async (page) => {
  const text = "players 3 maxsum 3 delta 1 1[ (0,0,0) 2[ (0,0,0) 3[ (0,0,0) (1,1,1) (0,0,0) ] ] ]";
  const address = `/tree?${new URLSearchParams({ algorithm: "speculative", as_printed: "1", discrete: "1", ask: "1", text })}`;
  await page.goto(`${address}&step=0`);
  await ready(page, 0);
  const prune = (await events(page)).find((e) => e.type === "prune");
  await before(page, address, prune.seq);
  for (const n of prune.cut) await pick(page, n);
  await send(page);
  await second(page, "Was that right?");
  await page.getByLabel("No, nothing does").check();
  await send(page);
  await ready(page, prune.seq);
  assert.equal(await kind(page), "right");
  assert.match(await page.locator("#ask-verdict").innerText(), /the best so far, \(1, 1, 1\), is better for all the others and is lost/);
});

person("a sound cut: wrong reasons are lucky, a cut where none is, unsound with both numbers, and “Show me” shows", {}, async (page) => {
  const address = "/figures/sk2000-fig2?algorithm=shallow&ask=1";
  await page.goto(`${address}&step=0`);
  await ready(page, 0);
  const all = await events(page), prune = all.find((e) => e.type === "prune");
  await before(page, address, prune.seq);
  for (const n of prune.cut) await pick(page, n);
  await send(page);
  await second(page, "Why?");
  await pick(page, prune.node); // its bound alone does not reach maxsum
  await send(page);
  await ready(page, prune.seq);
  assert.equal(await kind(page), "lucky");
  assert.match(await page.locator("#ask-verdict").innerText(), /5 does not reach 10[\s\S]*6 \+ 5 = 11 ≥ 10/);

  await page.evaluate(() => sessionStorage.clear());
  await before(page, address, prune.seq);
  await page.getByLabel("Nothing", { exact: true }).check();
  await send(page);
  await ready(page, prune.seq);
  assert.equal(await kind(page), "missed");
  assert.match(await page.locator("#ask-verdict").innerText(), /6 at .* and 5 at .*, so 6 \+ 5 = 11 ≥ 10/);

  const open = all.find((e) => e.type === "enter" && all[e.seq - 1].type === "backup");
  await before(page, address, open.seq);
  await pick(page, open.node);
  await send(page);
  await ready(page, open.seq);
  assert.equal(await kind(page), "unsound");
  assert.match(await page.locator("#ask-verdict").innerText(), /Nothing is cut here: \d+ at .* < 10\./);

  const backup = all.find((e) => e.type === "backup");
  await page.evaluate(() => sessionStorage.clear());
  await before(page, address, backup.seq);
  await page.getByRole("button", { name: "Show me" }).click();
  await ready(page, backup.seq);
  assert.equal(await kind(page), "shown");
});

person("a wrong value is explained by what the player gets and had", {}, async (page) => {
  await page.goto(`${deep}&step=0`);
  await ready(page, 0);
  const all = await events(page), later = all.find((e) => e.type === "backup" && e.node === 0 && e.child !== 1);
  await before(page, deep, later.seq);
  await page.getByRole("textbox", { name: "another value" }).fill("9, 0, 0");
  await send(page);
  await ready(page, later.seq);
  assert.equal(await kind(page), "wrong");
  assert.match(await page.locator("#ask-verdict").innerText(), /Not \(9, 0, 0\): the best value at a is \(5, 2, 2\)\. Player 1 gets \d from c, less than 5\./);
});

for (const [address, words] of [
  ["c474-alpha-cutoff?", /^Nothing is cut here: α = 3 is below β = ∞ at p\.$/],
  ["sk2000-fig5?algorithm=dfbnb", /^Nothing is cut here: a path below the root may still cost less than 2, the best so far\.$/],
  ["sk2000-fig6?algorithm=bnb", /^Nothing is cut here: 7 at the root < 16, the most that the heuristic allows player 1\.$/],
]) {
  person(`${address} explains in numbers why nothing is cut`, {}, async (page) => {
    await page.goto(`/figures/${address}&ask=1&cuts=1&step=0`);
    await ready(page, 0);
    const all = await events(page);
    for (let t = await nextQuestion(page, all.length - 1); ; t = await nextQuestion(page, all.length - 1)) {
      assert.ok(t > 0, "a question where nothing is cut");
      if (all[t].type === "enter") break;
      await page.getByRole("button", { name: "Show me" }).click();
      await ready(page, t);
    }
    for (const box of await page.locator("#ask input[data-part=cut]").all()) await box.check();
    await send(page);
    await page.locator('#ask:not([data-kind="open"])').waitFor();
    assert.equal(await kind(page), "unsound");
    assert.match(await page.locator("#ask-verdict").innerText(), words);
  });
}

person("“Go on” plays on to the next question", {}, async (page) => {
  await page.goto(`${deep}&step=0`);
  await ready(page, 0);
  const all = await events(page), asked = all.find((e) => e.type === "enter" && all[e.seq - 1].type === "backup"); // several steps before the next question
  await before(page, deep, asked.seq);
  await answer(page, asked);
  await ready(page, asked.seq);
  await page.locator("#ask-on").press("Enter");
  await page.getByRole("button", { name: "Pause" }).waitFor();
  for (let i = 0; i < 3; i++) await page.keyboard.press("+");
  await page.locator('#ask[data-kind="open"]').waitFor(); // with no further click
  assert.ok((await stepNow(page)) > asked.seq + 1, "several steps have been played");
  await page.getByRole("button", { name: "Play" }).waitFor();
});

person("“Cuts only” leaves out values and second searches, keeps the step and is part of the address", {}, async (page) => {
  await page.goto("/figures/s2003-fig6?ask=1&step=0");
  await ready(page, 0);
  await page.getByRole("checkbox", { name: "Cuts only" }).check();
  await page.waitForURL((u) => u.searchParams.get("cuts") === "1");
  await ready(page, 0);
  const all = await events(page), asked = [];
  for (let t = await nextQuestion(page, all.length - 1); t > 0; t = await nextQuestion(page, all.length - 1)) {
    asked.push(all[t].type);
    await page.getByRole("button", { name: "Show me" }).click();
    await ready(page, t);
  }
  assert.equal(asked.filter((type) => type === "prune").length, all.filter((e) => e.type === "prune").length);
  assert.deepEqual(asked.filter((type) => !["prune", "enter"].includes(type)), []);
  const last = await stepNow(page);
  await page.getByRole("checkbox", { name: "Cuts only" }).uncheck();
  await page.waitForURL((u) => !u.searchParams.has("cuts"));
  await ready(page, last);
});

person("“Start again” forgets the answers at any step, and stays on the page", {}, async (page) => {
  await page.goto(`${deep}&step=0`);
  await ready(page, 0);
  const first = (await events(page)).find((e) => e.type === "backup");
  const again = page.getByRole("button", { name: "Start again" });
  assert.equal(await again.isDisabled(), true, "nothing has begun");
  await before(page, deep, first.seq);
  await answer(page, first);
  await ready(page, first.seq);
  await again.click();
  await ready(page, 0);
  assert.equal(await page.locator("#ask").isVisible(), false);
  assert.equal(await page.evaluate(() => document.activeElement.id), "play", "the focus");
  assert.equal(await page.locator("#scrub").getAttribute("max"), "0");
  assert.equal(await page.locator("#ask-score [data-kind=right] dd").first().innerText(), "0");
  assert.equal(await nextQuestion(page, first.seq + 1), first.seq, "it is asked again");
});

person("the questions are shared by a link to their beginning, and nothing that answers them is offered", {}, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=deep&v5=3,0,6&ask=1&cuts=1&step=0");
  await ready(page, 0);
  await page.getByRole("button", { name: "Step forward" }).click();
  await ready(page, 1);
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share and export" });
  await dialog.waitFor();
  const links = await dialog.getByRole("link").evaluateAll((all) => all.map((a) => a.href));
  assert.equal(links.length, 1, String(links));
  const { pathname, searchParams } = new URL(links[0]);
  assert.deepEqual([pathname, ...["algorithm", "v5", "ask", "cuts", "step"].map((n) => searchParams.get(n))], ["/figures/k1991-fig6", "deep", "3,0,6", "1", "1", "0"]);
  await accessible(page, "the Share dialog of the questions");
  await shot(page, "share questions");
  await page.goto(links[0]);
  await ready(page, 0);
});

/** The checks by themselves, without a run: what suffices, what does not, and what is not needed. */
person("what an answer is worth", {}, async (page) => {
  await page.goto("/");
  const got = await page.evaluate(async () => {
    const { checkAgain, checkCut, checkJudgement, checkValue, read, tally, treeOf } = await import("/static/js/run/quiz-check.js");
    const leaf = (...value) => ({ value });
    const tree = treeOf({ players: 3, maxsum: 10, root: { player: 1, children: [leaf(5, 3, 2), { player: 2, children: [leaf(3, 4, 3), { player: 3, children: [leaf(1, 3, 6), leaf(2, 2, 6)] }] }] } });
    const bounds = { 0: { player: 1, score: 5 }, 2: { player: 2, score: 4 }, 4: { player: 3, score: 6 } };
    const rule = (levels, unsound = false) => ({ kind: "sum", levels, side: "", unsound, void: "", early: false });
    const facts = { name: "", sound: true, asPrinted: false, early: false, rules: { shallow: rule(2), speculative: rule(0), deep: rule(2, true) } };
    const moment = { tree, facts, short: "", before: null, at: 4, path: [0, 2, 4], held: (n) => bounds[n] ?? null, name: (n) => `n${n}` };
    const term = (node) => ({ node, player: bounds[node].player, score: bounds[node].score, from: "backed-up" });
    const shallow = { type: "prune", rule: "shallow", cut: [6], terms: [term(2), term(4)], sum: 10, limit: 10 };
    const chain = { type: "prune", rule: "speculative", cut: [6], terms: [term(0), term(2), term(4)], sum: 15, limit: 10 };
    const cut = (event, nodes, more = {}) => checkCut({ ...moment, ...more, event }, { none: nodes.length === 0, cut: nodes });
    const judge = (event, why, justified = true) => checkJudgement({ ...moment, event }, { justified, why }).kind;
    const again = { node: 2, child: 4, because: { child: 3, value: [3, 4, 3] } };
    const low = { held: (n) => (n === 2 ? { player: 2, score: 3 } : bounds[n]), facts: { ...facts, rules: { shallow: rule(2) } } };
    return [
      tree.parent.join(), judge(shallow, [2, 4]), judge(shallow, [4]), judge(shallow, [0, 2, 4]), judge(shallow, [0, 4]), judge(shallow, []), judge(chain, [2, 4]), judge(shallow, [], false),
      judge({ ...shallow, rule: "deep", terms: [term(0), term(4)] }, [0, 4]), judge({ ...shallow, rule: "deep", terms: [term(0), term(4)] }, [], false),
      cut(shallow, [6]).kind, cut(shallow, [3]).kind, cut(shallow, []).kind, cut(null, []).kind, cut(null, [6]).kind, cut(null, [6], low).kind, cut(null, [6], low).text,
      cut(null, [6], { ...low, facts: { ...low.facts, sound: false } }).kind,
      // Where a bound is only met, both rules for ties are right, unless the run names one.
      cut(shallow, [], { facts: { ...facts, bothTies: true } }).kind, cut({ ...shallow, sum: 11 }, [], { facts: { ...facts, bothTies: true } }).kind,
      cut({ ...shallow, sum: null, terms: [term(2), { ...term(4), score: "4" }] }, [], { facts: { ...facts, bothTies: true } }).kind,
      checkValue({ node: 2, child: 3, value: [3, 4, 3], best: [3, 4, 3], improved: true }, [3, 4, 3], String, "", null).kind, checkValue({ node: 2, child: 3, value: null, best: null }, [3, 4, 3], String, "", null).kind,
      checkValue({ node: 2, child: 3, value: [3, 4, 3], best: [3, 4, 3], improved: true }, null, String, "It gets 4.", 2).text,
      checkAgain(again, { child: 4, because: 3 }, String, "", "").kind, checkAgain(again, { child: 4, because: null }, String, "", "").kind, checkAgain(again, { child: null, because: null }, String, "", "4 > 3").text, checkAgain(null, { child: null, because: null }, String, "", "").kind,
      read("(5, 2 2)", 3).join(), String(read("5, x", 2)), tally(["right", "right", "lucky"]).right,
    ];
  });
  assert.deepEqual(got, [
    "-1,0,0,2,2,4,4", "right", "lucky", "lucky", "lucky", "lucky", "right", "wrong",
    "unsound", "right",
    "right", "wrong", "missed", "right", "wrong", "unsound", "Nothing is cut here: 3 at n2 + 6 at n4 = 9 < 10.",
    "wrong",
    "right", "missed", "right",
    "right", "wrong",
    "There is a value: the best value at 2 is (3, 4, 3). It gets 4. Before, it was 2.",
    "right", "lucky", "4 is re-searched: 3 gave (3, 4, 3), and 4 > 3.", "right",
    "5,2,2", "undefined", 2,
  ]);
});
