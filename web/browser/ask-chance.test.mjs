// Ask me first on trees with chance nodes: averages, and cuts at chance nodes and below them.

import assert from "node:assert/strict";
import { answer, before, events, kind, nextQuestion, pick, ready, second, send } from "./asking.mjs";
import { person, shot } from "./harness.mjs";

const two = "kind minimax minp -5 maxp 9 a: max[ b: *[ c: min[ 4 6 ] d: min[ 2 -1 ] ] e: *[ @1/3 f: min[ 1/3 3 ] @1/6 i: min[ -5 9 ] @1/2 g: min[ 0 5 ] ] h: min[ 7 -2 8 ] ]";
const three = "players 3 maxsum 9 minp -1 a: 1[ b: *[ @1/3 c: 2[ (5,2,2) (1,3,3) ] @2/3 d: 3[ (4,-1,5) (1/3,2,3) ] ] e: 2[ (-1,9,1) *[ (1,5,3) (9,0,0) ] (0,0,9) ] f: 2[ g: *[ (2,6,1) (0,8,1) ] h: (1,1,1) ] ]";

/** The address of the questions about an algorithm on a tree. */
const asking = (algorithm, text, more = {}) => `/tree?${new URLSearchParams({ algorithm, ask: "1", text, ...more })}`;

/** The chance nodes of a run, and those whose last child an event backs up. */
function averages(all) {
  const chance = new Set(all.filter((e) => e.type === "enter" && e.chance).map((e) => e.node));
  const last = all.filter((e) => e.type === "backup" && chance.has(e.node) && all[e.seq + 1].type === "exit").map((e) => e.seq);
  return { chance, last: new Set(last) };
}

for (const [algorithm, text] of [
  ["minimax", two], ["alphabeta", two], ["star1", two], ["star2", two], ["maxn", three], ["immediate", three], ["shallow", three],
]) {
  person(`${algorithm}: every right answer is taken for right, and every average is asked about once`, {}, async (page) => {
    await page.goto(`${asking(algorithm, text)}&step=0`);
    const all = await events(page), { chance, last } = averages(all);
    await ready(page, 0);
    const asked = new Set();
    for (let t = await nextQuestion(page, all.length - 1); t > 0; t = await nextQuestion(page, all.length - 1)) {
      asked.add(t);
      await answer(page, all[t]);
      await ready(page, t);
      assert.equal(await kind(page), "right", `step ${t}, ${JSON.stringify(all[t])}: ${await page.locator("#ask").innerText()}`);
    }
    assert.ok(last.size >= 1, `averages = ${last.size}`);
    for (const e of all) {
      if (e.type === "backup") assert.equal(asked.has(e.seq), !chance.has(e.node) || last.has(e.seq), `asked before step ${e.seq}: ${JSON.stringify(e)}`);
      if (e.type === "prune") assert.ok(asked.has(e.seq), `nothing was asked before step ${e.seq}, a prune`);
    }
    if (algorithm.startsWith("star")) assert.ok(all.some((e) => e.type === "prune"), "the tree has a cut");
    await shot(page, `asked with chance ${algorithm}`);
  });
}

person("an average is a fraction, and the mean is the common mistake", {}, async (page) => {
  const text = "kind minimax a: *[ @1/3 b: 1 @2/3 c: max[ d: 2 e: 4 ] ]", address = asking("minimax", text);
  await page.goto(`${address}&step=0`);
  await ready(page, 0);
  const all = await events(page), { last } = averages(all), [step] = last;
  await before(page, address, step);
  assert.equal(await page.locator("#ask-title").textContent(), "What is the average?");
  const values = await page.locator('#ask input[data-part="value"]').evaluateAll((inputs) => inputs.map((i) => i.value));
  assert.deepEqual(values.filter((v) => v !== "no value").sort(), ["1", "2.5", "3", "4"], "the choices");
  await page.getByLabel("2.5").check();
  await send(page);
  await ready(page, step);
  assert.equal(await kind(page), "wrong");
  assert.match(await page.locator("#ask-verdict").innerText(), /Not 2\.5: the average at a is 3\./);
  await page.evaluate(() => sessionStorage.clear());
  await before(page, address, step);
  await page.getByRole("textbox", { name: "another value" }).fill("9/3");
  await send(page);
  await ready(page, step);
  assert.equal(await kind(page), "right");
});

person("a bound from above a chance node does not justify a cut below it", {}, async (page) => {
  const address = asking("star1", two);
  await page.goto(`${address}&step=0`);
  await ready(page, 0);
  const prune = (await events(page)).find((e) => e.type === "prune" && e.rule === "alpha" && e.terms[0].from === "window");
  await before(page, address, prune.seq);
  for (const n of prune.cut) await pick(page, n);
  await send(page);
  await second(page, "Why?");
  await pick(page, 0);
  await pick(page, prune.node);
  await shot(page, "asked why below chance");
  await send(page);
  await ready(page, prune.seq);
  assert.equal(await kind(page), "lucky");
  assert.match(await page.locator("#ask-verdict").innerText(), /chance moves at e, and a bound from above a chance node does not hold below it/);
});

person("where Star1 cuts nothing, the range of the average is said", {}, async (page) => {
  const text = "kind minimax minp 0 maxp 10 a: max[ b: 3 c: *[ d: 4 e: 5 ] ]", address = asking("star1", text);
  await page.goto(`${address}&step=0`);
  await ready(page, 0);
  const all = await events(page), step = all.find((e) => e.type === "enter" && all[e.seq - 1].type === "backup" && all[e.seq - 1].node === 2).seq;
  await before(page, address, step);
  await pick(page, all[step].node);
  await send(page);
  await ready(page, step);
  assert.equal(await kind(page), "unsound");
  assert.match(await page.locator("#ask-verdict").innerText(), /Nothing is cut here: the average at c can still be from 2 to 7, and the window is 3 to ∞\./);
});

person("alpha-beta across chance: its cut is predicted, and called unjustified", {}, async (page) => {
  const text = "kind minimax minp 0 maxp 9 a: max[ b: 4 c: *[ d: min[ e: 3 f: 0 ] g: 9 ] ]", address = asking("alphabeta-chance", text);
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
  assert.match(await page.locator("#ask-verdict").innerText(), /this cut is not justified: 4 at a and 3 at d.*, but chance moves at c/);
});
