// Counterexamples: searched with progress, cancelled, opened; asked of a
// figure; and all of it without script.

import assert from "node:assert/strict";
import { accessible, atStep, narrow, person, shot, theme, themes } from "./harness.mjs";

const answer = (page) => page.locator("#result .answer");

person("a failure of deep pruning is found, drawn and opened", {}, async (page) => {
  await page.goto("/counterexamples");
  await page.getByLabel("seed").fill("2");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await answer(page).getByRole("heading", { name: "Found" }).waitFor();
  assert.match(await page.locator("#progress").textContent(), /^[\d,]+ trees tried in [\d.]+ s$/);
  const nodes = await answer(page).locator("svg.tree .node").count();
  assert.ok(nodes >= 7 && nodes <= 9, `nodes of what was found = ${nodes}, want 7 to 9`);
  const values = (await answer(page).locator(".values b").allTextContents());
  assert.notEqual(values[0], values[1], "the values of deep pruning and of max^n");
  await shot(page, "counter found");
  await page.reload();
  assert.deepEqual(await answer(page).locator(".values b").allTextContents(), values, "after a reload");
  await answer(page).getByRole("link", { name: "Open it" }).click();
  await page.waitForURL(/\/tree\?/);
  const { last } = await atStep(page);
  assert.ok(last > 5, `steps of the run = ${last}`);
  await page.getByRole("button", { name: "Play" }).waitFor(); // the player is there
  await page.getByRole("button", { name: "Last step" }).click();
  await page.locator("#verdict.wrong").waitFor();
});

person("random trees have scores below 0, and in thirds, where that is asked for", {}, async (page) => {
  await page.goto("/counterexamples");
  await page.getByLabel("minp").fill("-2");
  await page.getByLabel("maxsum").fill("−1");
  await page.getByLabel("δ").fill("1/3");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await answer(page).getByRole("heading", { name: "Found" }).waitFor();
  await answer(page).getByText("The tree as text").click();
  const text = await answer(page).locator("pre").textContent();
  assert.match(text, /minp -2/);
  assert.match(text, /delta 1\/3/);
  assert.match(text, /maxsum -1/);
  await shot(page, "counter below 0");
  await answer(page).getByRole("link", { name: "Open it" }).click();
  await page.waitForURL(/\/tree\?/);
  await atStep(page);
  await page.getByRole("button", { name: "Play" }).waitFor();
  await page.getByRole("button", { name: "Last step" }).click();
  await page.locator("#verdict.wrong").waitFor();
});

person("a search is cancelled, and another one started", {}, async (page) => {
  await page.goto("/counterexamples");
  // A deep cut needs three plies: with two there is nothing to be found, and large trees take long.
  const usual = {};
  for (const [name, value] of Object.entries({ players: "8", branching: "50", depth: "2", nodes: "200" })) {
    usual[name] = await page.getByLabel(name).inputValue();
    await page.getByLabel(name).fill(value);
  }
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByText(/^[\d,]+ trees tried$/).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText(/^Cancelled after/).waitFor();
  assert.equal(await page.getByRole("button", { name: "Cancel" }).isVisible(), false, "the cancel button");
  for (const [name, value] of Object.entries(usual)) await page.getByLabel(name).fill(value);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await answer(page).getByRole("heading", { name: "Found" }).waitFor();
});

person("what cannot be is said in the words of the API", { expect: /422/ }, async (page) => {
  await page.goto("/counterexamples");
  await page.getByLabel("maxsum").fill("100000");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("alert").filter({ hasText: "steps of delta" }).waitFor();
});

person("without script the page searches as well", { script: false }, async (page) => {
  await page.goto("/counterexamples");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await answer(page).getByRole("heading", { name: "Found" }).waitFor();
  await answer(page).locator("svg.tree").waitFor();
  await answer(page).getByRole("link", { name: "Open it" }).click();
  await page.waitForURL(/\/tree\?.*algorithm=deep/);
});

person("values of Korf's f with which deep pruning fails, and where they lie", {}, async (page) => {
  await page.goto("/counterexamples?figure=k1991-fig6&algorithm=deep&v5=2,3,4");
  assert.match(await answer(page).locator(".with").innerText(), /f = \(\d, [01], [6-9]\)/);
  assert.match(await answer(page).innerText(), /maxⁿ is \(6, 1, 2\)/);
  const region = answer(page).locator(".region");
  assert.equal(await region.locator("svg rect:not(.now)").count(), 55, "cells of the region");
  assert.equal(await region.locator("svg rect.wrong").count(), 4, "cells where it fails: 0 for player 2, 6 or more for player 3");
  await answer(page).getByRole("link", { name: "Open it" }).click();
  await page.waitForURL(/\/figures\/k1991-fig6\?.*v5=/);
  await page.getByRole("button", { name: "Play" }).waitFor(); // the player is there
  await page.getByRole("button", { name: "Last step" }).click();
  await page.locator("#verdict.wrong").waitFor();
});

person("a figure's page asks what would make its algorithm fail, where that is unsound", {}, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=shallow");
  const link = page.getByRole("link", { name: "What values would make it fail?" });
  assert.equal(await link.count(), 0, "the link beside a sound algorithm");
  await page.goto("/figures/k1991-fig6?algorithm=deep&v5=2,3,4");
  await link.click();
  await answer(page).getByRole("heading", { name: "Found" }).waitFor();
  assert.match(await page.getByRole("main").innerText(), /fail on Korf 1991, Fig. 6/);
});

person("a tree on which deep pruning cannot fail: the statement that there are no values", {}, async (page) => {
  const text = "players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (2,3,4) ] g: (4,1,4) ] ]";
  await page.goto(`/counterexamples?algorithm=deep&tree=${encodeURIComponent(text)}`);
  assert.match(await answer(page).innerText(), /No values make it fail. All 220 values of f were tried/);
});

for (const name of themes) {
  person(`the page meets WCAG 2.2 AA in ${name}`, {}, async (page) => {
    await page.goto("/counterexamples?algorithm=deep&seed=1");
    await theme(page, name);
    await accessible(page, `a counterexample in ${name}`);
    await shot(page, `counter ${name}`);
    await page.goto("/counterexamples?figure=k1991-fig6&algorithm=deep");
    await accessible(page, `a region in ${name}`);
    await page.locator(".region").scrollIntoViewIfNeeded();
    await shot(page, `region ${name}`);
  });
}

person("on a phone nothing is cut off", { viewport: narrow }, async (page) => {
  for (const [what, address] of [["form", "?"], ["found", "?algorithm=deep&seed=1"], ["figure", "?figure=k1991-fig6&algorithm=deep"]]) {
    await page.goto(`/counterexamples${address}`);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `the page of ${what} is ${over} px too wide`);
    await accessible(page, `${what} on a phone`);
    await shot(page, `counter phone ${what}`);
  }
});

person("an experiment runs with its progress on the page, is cancelled, and goes on", {}, async (page) => {
  await page.goto("/experiments");
  await accessible(page, "the list of experiments");
  await page.getByRole("link", { name: "Nodes in the first tricks of Sergeant Major" }).click();
  await page.getByRole("link", { name: "a quick run" }).click();
  await page.waitForURL(/setting=quick/);
  await accessible(page, "the parameters of an experiment");
  await page.getByLabel("cards").fill("9");
  await page.getByLabel("deals").fill("100");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/experiments\/runs\/\w+$/);
  await page.waitForFunction(() => document.querySelector("progress").value > 12); // written by the script
  assert.match(await page.locator("#run-progress").textContent(), /^\d+ of 600 jobs in \d+ s, about \d.* left$/);
  assert.match(await page.locator("#run-rows tbody tr").first().innerText(), /^Full tree, nodes\s+3,330,000,000\s+[\d,]+\s/);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Resume" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Cancel" }).isVisible(), false, "the cancel button of a cancelled run");
  const before = await page.locator("progress").evaluate((p) => p.value);
  assert.ok(before > 12 && before < 600, `jobs done = ${before}`);
  await page.setViewportSize(narrow);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), narrow.width, "the page of a run is as wide as a phone");
  for (const name of themes) {
    await theme(page, name);
    await accessible(page, `a cancelled run, ${name}`);
  }
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByText("Running.").waitFor();
  assert.ok(await page.locator("progress").evaluate((p) => p.value) >= before, "jobs done are done again");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Cancelled.").waitFor();
});
