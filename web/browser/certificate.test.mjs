// The certificate of a prune: on the tree, in the panel, and the two joined.

import assert from "node:assert/strict";
import { accessible, atStep, idle, narrow, person, shot, theme, themes } from "./harness.mjs";

/** Figures at their first prune: the text of the sum row, what is written on the tree, and whether a tie decides. */
const prunes = [
  ["k1991-fig6?algorithm=deep&v5=3,0,6", ["1 + 3", "10", "≥ 9, maxsum"], ["5 from b", "5 from e", "5 + 5 = 10 ≥ 9"], false],
  ["sk2000-fig2?algorithm=shallow", ["1 + 2", "11", "≥ 10, maxsum"], ["6 from f", "5 from g", "6 + 5 = 11 ≥ 10"], false],
  ["sk2000-fig6?algorithm=bnb", ["2", "9", "≥ 9 = h(2) at (a)"], ["9 from e", "9 ≥ 9 = h(2)"], true],
  ["s2003-fig6?algorithm=speculative", ["1 + 2 + 3", "10", "≥ 10, maxsum"], ["5 from c", "3 from d", "2 from e", "5 + 3 + 2 = 10 ≥ 10"], true],
  ["c474-alpha-cutoff?algorithm=alphabeta", ["α", "5", "≥ 4, the most that s can be worth"], ["5 from b", "4 from d", "α = 5 ≥ 4"], false],
];

/** Goes to the first prune of a run; resolves to its step. */
async function firstPrune(page, address) {
  await page.goto(`/figures/${address}&step=0`);
  await atStep(page, 0);
  await page.keyboard.press("Shift+ArrowRight");
  await page.waitForFunction(() => document.querySelector("#sentence").dataset.kind === "prune" && document.querySelector("svg.tree .certificate .sum"));
  return (await atStep(page)).now;
}

const sumRow = (page) => page.locator("#sum").locator("th, td").allInnerTexts();

for (const [address, row, labels, tie] of prunes) {
  for (const viewport of [undefined, narrow]) {
    person(`${address}: who supplies the bounds, from where, and the sum, ${viewport ? "narrow" : "wide"}`, viewport ? { viewport } : {}, async (page) => {
      const step = await firstPrune(page, address);
      assert.deepEqual(await sumRow(page), row);
      assert.deepEqual((await page.locator("svg.tree .certificate text:not(.named)").allTextContents()).sort(), [...labels].sort());
      assert.equal(await page.locator("#tie").isVisible(), tie, "a tie rule decided");
      const lit = await page.locator("svg.tree .node.holds").count();
      assert.ok(lit > 0, "nodes that supply a bound are lit");
      await shot(page, `certificate ${address} ${viewport ? "narrow" : "wide"}`);
      await page.keyboard.press("ArrowRight");
      await atStep(page, step + 1);
      assert.equal(await page.locator("svg.tree .node.holds, svg.tree .certificate text:not(.named)").count(), 0, "what is left of the certificate a step later");
    });
  }
  person(`${address}: the same words without script`, { script: false }, async (page) => {
    await page.goto(`/figures/${address}`);
    const marks = await page.locator("#marks rect").first().getAttribute("x");
    const last = Number(/of (\d+)/.exec(await page.locator("#step").textContent())[1]);
    await page.goto(`/figures/${address}&step=${Math.round(((Number(marks) + 1.5) * last) / 1000)}`);
    assert.deepEqual(await sumRow(page), row);
    assert.equal(await page.locator("#tie").isVisible(), tie);
  });
}

person("terms and nodes light each other, by pointer and by focus", {}, async (page) => {
  await firstPrune(page, prunes[0][0]);
  const row = page.locator("#bounds tbody tr").first(); // player 1: 5 from b, at a
  await row.locator("td").first().hover();
  await page.locator("#n0.lit").waitFor();
  await page.locator("h1").hover();
  assert.equal(await page.locator("#n0.lit").count(), 0);
  await row.focus();
  await page.locator("#n0.lit").waitFor();
  await page.locator("#n3 .mover").hover();
  await page.locator("#bounds tbody tr.lit").waitFor();
  assert.equal(await page.locator("#bounds tbody tr").nth(2).getAttribute("class"), "used lit", "the row of player 3, whose bound d holds");
  await page.locator("#n0").focus();
  await page.locator("#sentence .ref.lit").first().waitFor();
  assert.deepEqual([...new Set(await page.locator("#sentence .ref.lit").allInnerTexts())], ["a"]);
});

person("a leaf-value table: the outcomes that are ruled out, and by whom; row and node light each other", {}, async (page) => {
  const step = await firstPrune(page, "s2005-fig6?algorithm=speculative&table=1");
  const rows = page.locator("#outcomes tbody tr");
  assert.deepEqual(await rows.allInnerTexts().then((all) => all.map((t) => t.replace(/\s+/g, " ").trim())), [
    "(5, 4, 1) 1 5 = 5 at (a)", "(3, 3, 4) 1 3 < 5 at (a)", "(3, 4, 3) 1 3 < 5 at (a)", "(4, 2, 4) 1 4 < 5 at (a)",
  ]);
  await rows.first().focus();
  await page.locator("#n0.lit").waitFor();
  await page.locator("#n0 .mover").hover();
  assert.equal(await page.locator("#outcomes tbody tr.lit").count(), 4);
  for (const name of themes) {
    await theme(page, name);
    await accessible(page, `the certificate in ${name}`);
  }
  await page.keyboard.press("Escape");
  const served = await page.evaluate(async (t) => {
    const url = new URL(location.href);
    url.searchParams.set("step", String(t));
    const doc = new DOMParser().parseFromString(await (await fetch(url)).text(), "text/html");
    return doc.querySelectorAll("#outcomes tbody tr").length;
  }, step);
  assert.equal(served, 4, "rows that the server draws");
});

person("a second search keeps its reason: the old cut faded, and an arc with the two scores, from its start to its end", {}, async (page) => {
  const shownNow = () => page.evaluate(() => ({
    arcs: [...document.querySelectorAll("#stage .certificate .arc")].map((a) => a.getAttribute("data-node")),
    texts: [...document.querySelectorAll("#stage .certificate :is(.holder, .sum)")].map((t) => t.textContent),
    old: [...document.querySelectorAll("#stage .stroke.past")].filter((s) => getComputedStyle(s).display !== "none").map((s) => s.id),
    red: [...document.querySelectorAll("#stage .stroke:is(.cut, .later):not(.past)")].length,
  }));
  await page.goto("/figures/s2003-fig6?v7=6,4,0&step=32");
  await atStep(page, 32);
  assert.deepEqual(await shownNow(), { arcs: [], texts: [], old: [], red: 0 }, "the second search has ended");
  for (let step = 31; step > 22; step--) {
    await page.keyboard.press("ArrowLeft");
    await atStep(page, step);
    await idle(page);
    assert.deepEqual(await shownNow(), { arcs: ["7"], texts: ["6 > 5", "re-searched"], old: ["k6"], red: 0 }, `step ${step}`);
  }
  for (let step = 22; step > 16; step--) await page.keyboard.press("ArrowLeft");
  await atStep(page, 17);
  await idle(page);
  assert.deepEqual(await shownNow(), { arcs: [], texts: [], old: [], red: 1 }, "before the second search");
});

person("the story calls nodes by their letters; text and node light each other", {}, async (page) => {
  await page.goto("/figures/c474-alphabeta?step=26"); // story 6
  await atStep(page, 26);
  await idle(page);
  assert.deepEqual(await page.locator("#story-text .ref").allTextContents(), ["h", "i", "j"]);
  assert.deepEqual(await page.locator("#n8 .letter, #n9 .letter, #n10 .letter").allTextContents(), ["h", "i", "j"]);
  await page.locator("#story-text .ref").nth(1).hover();
  await page.locator("#n9.lit").waitFor();
  await page.locator("#n9 .mover").hover();
  await page.locator("#story-text .ref.lit").waitFor();
  assert.deepEqual(await page.locator("#story-text .ref.lit").allTextContents(), ["i"]);
  const story = page.locator(".story");
  if (!(await story.evaluate((d) => d.open))) await story.locator("summary").click();
  await story.locator("li").nth(11).locator(".ref").first().hover(); // story 12
  await page.locator("#n8.lit").waitFor();
  assert.ok((await story.locator(".ref.lit").allTextContents()).every((t) => t === "h"));
});

person("a tree too large for letters has paths: the nodes that the sentence names are labelled meanwhile", {}, async (page) => {
  const branch = `2[ ${"(1,2) ".repeat(25)}]`;
  await page.goto(`/tree?text=${encodeURIComponent(`players 2 maxsum 3 1[ ${branch.repeat(28)} ]`)}&algorithm=maxn&step=3`);
  await atStep(page, 3);
  await idle(page);
  assert.equal(await page.locator("#stage .letter").count(), 0);
  assert.deepEqual(await page.locator("#stage .certificate .named").allTextContents(), ["root.1.1"]);
  const [dots, breaks] = await page.locator("#sentence, #bounds").evaluateAll((all) => all.flatMap((part) => [...part.querySelectorAll(".ref")]).reduce(([d, b], ref) => [d + ref.textContent.split(".").length - 1, b + ref.querySelectorAll("wbr").length], [0, 0]));
  assert.ok(dots > 0 && breaks === dots, `a path breaks after a dot: ${breaks} of ${dots}`);
});
