// Which pruning, when: families, curves, numbers, and a run with another seed.

import assert from "node:assert/strict";
import { accessible, narrow, person, shot, theme, themes } from "./harness.mjs";

person("families of trees are compared by their curves", {}, async (page) => {
  await page.goto("/bench");
  await page.getByRole("link", { name: "Many ties" }).click();
  await page.getByRole("heading", { name: "Many ties" }).waitFor();
  await page.getByRole("link", { name: "Share of the tree" }).click();
  const picture = page.getByRole("img", { name: /max.*in percent of the tree/ });
  await picture.getByText("Speculative pruning", { exact: true }).waitFor();
  assert.equal(await page.getByRole("link", { name: "Many ties" }).getAttribute("aria-current"), "page");
  await page.getByText("The numbers: ").first().click();
  await page.getByRole("columnheader", { name: "Speculative pruning" }).waitFor();
  for (const t of themes) {
    await theme(page, t);
    await accessible(page, `bench in ${t}`);
    await shot(page, `bench ${t}`);
  }
});

person("a family is measured again with another seed", {}, async (page) => {
  await page.goto("/bench?family=10");
  await page.getByRole("button", { name: "Run it again with another seed" }).click();
  await page.waitForURL(/experiments\/runs\//);
  await page.getByText("Repeat this run on any machine").waitFor();
  assert.match(await page.locator("article").textContent(), /-family 10 -seed 2/);
  await page.locator("#experiment-run[data-state=done]").waitFor();
  await page.locator("#run-grids svg.growth").first().getByText("Speculative pruning", { exact: true }).waitFor();
});

person("on a phone nothing of the families is wider than the screen", { viewport: narrow }, async (page) => {
  await page.goto("/bench");
  await page.getByRole("heading", { name: "Algorithms that are left out, and why" }).waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "no horizontal scrolling");
  await shot(page, "bench narrow");
});
