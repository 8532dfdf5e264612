// The equilibrium of a tree with information sets: the Kuhn tree, its checkpoints, single steps, no scripts, a tree
// that is refused, a phone, all themes.

import assert from "node:assert/strict";
import { accessible, narrow, person, shot, theme, themes } from "./harness.mjs";

const row = (page, region, name) => page.getByRole("region", { name: region }).getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });

person("the first checkpoints of Kuhn poker lead to their strategies", {}, async (page) => {
  await page.goto("/equilibrium");
  assert.match(await row(page, "Players", "player 1").textContent(), /−0\.05/);
  await row(page, "Checkpoints", "1").getByRole("link").click();
  await page.waitForURL(/n=1(&|$)/);
  assert.match(await row(page, "Information sets", "Kpb").textContent(), /fold\s*50\.0\s*0\.0/);
  await page.getByRole("link", { name: "One more" }).click();
  await page.waitForURL(/n=2(&|$)/);
  assert.equal(await page.getByLabel("Iterations", { exact: true }).inputValue(), "2");
  assert.match(await row(page, "Checkpoints", "2").textContent(), /−0\.0312\s*0\.0312\s*0\.3438/);
  await page.getByRole("link", { name: "One less" }).click();
  await page.waitForURL(/n=1(&|$)/);
  for (const t of themes) {
    await theme(page, t);
    await accessible(page, `the equilibrium in ${t}`);
    await shot(page, `equilibrium ${t}`);
  }
});

person("the page of a run leads to the equilibrium of its tree", {}, async (page) => {
  await page.goto("/equilibrium");
  await page.getByRole("link", { name: "Search this tree" }).click();
  await page.getByRole("link", { name: "Equilibrium (CFR)" }).click();
  await page.getByRole("heading", { name: "Equilibrium by CFR" }).waitFor();
  assert.match(await row(page, "Information sets", "Kpb").textContent(), /fold/);
});

person("the search of a card game leads to the same position with cards face down", {}, async (page) => {
  await page.goto("/games/hearts/search?cards=2");
  await page.getByRole("link", { name: "with the others’ cards face down" }).click();
  await page.waitForURL(/hidden=1/);
  await page.getByRole("heading", { name: "Hearts" }).waitFor();
});

person("without scripts the button shows another number of iterations", { script: false }, async (page) => {
  await page.goto("/equilibrium");
  await page.getByRole("link", { name: "Kuhn poker, three players" }).click();
  await page.getByLabel("Iterations", { exact: true }).fill("20");
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL(/n=20(&|$)/);
  assert.match(await row(page, "Players", "player 3").textContent(), /player 3/);
  assert.match(await page.locator("article").textContent(), /no guarantee with three or more players/);
});

person("a tree in which everybody sees everything is refused with the reason", {}, async (page) => {
  await page.goto("/equilibrium?figure=k1991-fig6");
  assert.match(await page.getByRole("alert").textContent(), /No information set has several nodes/);
});

person("on a phone nothing is wider than the screen", { viewport: narrow }, async (page) => {
  for (const path of ["/equilibrium", "/equilibrium?example=kuhn3"]) {
    await page.goto(path);
    await page.getByRole("heading", { name: "Information sets" }).waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `no horizontal scrolling on ${path}`);
  }
  await accessible(page, "the equilibrium on a phone");
});
