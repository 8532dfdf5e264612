// Max^n under every tie rule: the values of the root and their paths, the ties that decide, cuts that fail, a tree that is
// refused, no scripts, a phone, all themes.

import assert from "node:assert/strict";
import { accessible, narrow, person, shot, theme, themes } from "./harness.mjs";

const region = (page, name) => page.getByRole("region", { name });
const row = (page, name, head) => region(page, name).getByRole("row").filter({ has: page.getByRole("rowheader", { name: head, exact: true }) });

person("the values of the root lead to their paths", {}, async (page) => {
  await page.goto("/ties");
  assert.match(await row(page, "Values of the root", "(5, 4, 1)").textContent(), /the leftmost child everywhere.*Maxⁿ/s);
  assert.match(await row(page, "Values of the root", "(3, 6, 1)").textContent(), /at b, e instead of d;\s+at c, g instead of f/);
  await page.getByRole("link", { name: "(3, 6, 1)" }).click();
  await page.waitForURL(/value=\d/);
  assert.equal(await page.getByRole("link", { name: "(3, 6, 1)" }).count(), 0);
  assert.match(await region(page, "The tree with its ties").textContent(), /decides/);
  for (const t of themes) {
    await theme(page, t);
    await accessible(page, `ties in ${t}`);
    await shot(page, `ties ${t}`);
  }
});

person("the page of a run leads to the ties of its tree", {}, async (page) => {
  await page.goto("/ties");
  await page.getByRole("link", { name: "Search this tree" }).click();
  await page.getByRole("link", { name: "Every tie rule" }).click();
  await page.getByRole("heading", { name: "Maxⁿ under every tie rule" }).waitFor();
  assert.match(await row(page, "Values of the root", "(5, 4, 1)").textContent(), /50\.0/);
  await page.goto("/figures/k1991-fig6"); // without ties
  await page.getByRole("link", { name: "What each rule chooses" }).waitFor();
  assert.equal(await page.getByRole("link", { name: "Every tie rule" }).count(), 0);
});

person("without scripts an example shows a cut that fails", { script: false }, async (page) => {
  await page.goto("/ties");
  await page.getByRole("link", { name: "More than the values" }).click();
  await page.getByRole("link", { name: "Three values" }).click();
  await page.getByText("since 5 + 6 exceeds 10").waitFor();
  const cuts = await region(page, "Which cuts hold").textContent();
  assert.match(cuts, /Shallow, Deep/);
  assert.match(cuts, /at b, e instead of d;\s+at c, g instead of f\s+\(without what was cut, the root has \(2, 6, 2\)\)/);
});

person("the set of soft-max^n can have more than the root", {}, async (page) => {
  await page.goto("/ties");
  await page.getByRole("link", { name: "More than the values" }).click();
  await page.getByText("No tie rule gives (1, 6, 5)").waitFor();
  await shot(page, "ties soft");
});

person("a tree of two sides is refused with the reason", {}, async (page) => {
  await page.goto("/ties?text=max[3 5]");
  assert.match(await page.getByRole("alert").textContent(), /need kind maxn/);
});

person("on a phone nothing is wider than the screen", { viewport: narrow }, async (page) => {
  await page.goto("/ties");
  await page.getByRole("heading", { name: "Ties that decide" }).waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "no horizontal scrolling");
  await accessible(page, "ties on a phone");
  await shot(page, "ties phone");
});
