// Samples as they grow: the plot and its numbers, another algorithm and other seeds, a tree that
// has no such plot, the chapter, no scripts, a phone, all themes.

import assert from "node:assert/strict";
import { accessible, narrow, person, shot, theme, themes } from "./harness.mjs";

const row = (page, samples) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: samples, exact: true }) });

person("the choice changes to that of max^n when samples grow", {}, async (page) => {
  await page.goto("/samples");
  assert.match(await page.locator("article").textContent(), /Maxⁿ gives player 1 a score of 6\.00\s+by the move to c/);
  assert.match(await row(page, "1").textContent(), /5\.00.*0 to 16/);
  assert.match(await row(page, "65,536").textContent(), /5\.8.*100/);
  assert.equal(await page.locator(".convergence .mean").count(), 2);
  for (const t of themes) {
    await theme(page, t);
    await accessible(page, `samples in ${t}`);
    await shot(page, `samples ${t}`);
  }
});

person("without scripts another algorithm and other seeds are compared", { script: false }, async (page) => {
  await page.goto("/samples");
  await page.getByLabel("Algorithm").selectOption("mcts-paranoid");
  await page.getByLabel("Runs for each number").fill("5");
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL(/algorithm=mcts-paranoid.*seeds=5/);
  assert.match(await page.locator("article").textContent(), /Paranoid gives player 1 a score of 5\.00/);
});

person("a tree without known leaves is refused with the reason", {}, async (page) => {
  await page.goto("/samples?text=" + encodeURIComponent("players 3 maxsum 9 1[ ? (5,2,2) ]"));
  assert.match(await page.getByRole("alert").textContent(), /unknown/);
});

person("the page of a run and the chapter lead to the numbers", {}, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=maxn");
  await page.getByText("All algorithms on this tree").waitFor();
  await page.getByRole("link", { name: "Samples as they grow" }).click();
  await page.getByRole("heading", { name: "Samples as they grow" }).waitFor();
  await page.goto("/learn/sampling");
  await page.locator(".convergence").waitFor();
  await page.getByRole("link", { name: "The numbers" }).click();
  await page.getByRole("heading", { name: "Samples as they grow" }).waitFor();
});

for (const path of ["/samples", "/learn/sampling"]) {
  person(`on a phone nothing of ${path} is wider than the screen`, { viewport: narrow }, async (page) => {
    await page.goto(path);
    await page.locator(".convergence").waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "no horizontal scrolling");
    await accessible(page, `${path} on a phone`);
  });
}
