// The theorems: an argument that a run follows, and random trees that try to break the claim.

import assert from "node:assert/strict";
import { accessible, atStep, idle, narrow, person, shot, theme, themes, until } from "./harness.mjs";

/** The number of trees that the counter shows. */
const tried = async (page) => Number((await page.locator("#tried-trees").textContent()).match(/^([\d,]+) trees? tried/)?.[1].replaceAll(",", "") ?? -1);

person("a claim holds on random trees while one watches, and fails without a condition", {}, async (page) => {
  await page.goto("/learn");
  await page.locator("main").getByRole("link", { name: "Theorems" }).click();
  await page.waitForURL((u) => u.pathname === "/learn/theorems");
  await accessible(page, "the list of theorems");
  await page.locator('a[data-theorem="shallow-is-right"]').click();
  await atStep(page, 0);
  const step = Number(await page.locator("#scene-4").getAttribute("data-step"));
  await page.locator("#scene-4 a.to-step").click();
  await atStep(page, step);
  assert.match(await page.locator("#sentence").textContent(), /e is cut/, "the run follows the argument");

  // The counter runs, and stays at none; the reader stops it.
  const stop = page.getByRole("button", { name: "Stop" });
  await page.getByRole("button", { name: "Try random trees" }).click();
  await until(async () => (await tried(page)) > 500, "trees are tried");
  assert.match(await page.locator("#tried-trees").textContent(), /none fails$/);
  await stop.click();
  await until(async () => /Stopped/.test(await page.locator("#result").textContent()), "it is stopped");
  assert.ok(!(await stop.isVisible()));
  // A screen reader reads the end, not each count; and the focus does not vanish with the button.
  assert.equal(await page.locator("#tried-trees").getAttribute("aria-live"), "off");
  assert.match(await page.locator("#tried-result").textContent(), /^[\d,]+ trees tried, none fails\. Stopped\.$/);
  assert.ok(await page.getByRole("button", { name: "Try random trees" }).evaluate((button) => button === document.activeElement));

  // Without a condition there is a tree that fails. The address has it.
  for (const [drop, says, opens] of [["ties", /It fails\.[^]*Maxⁿ with ties to the right returns/, true], ["sum", /assumes that maxsum is 9, but a leaf sums to 1\d/, false]]) {
    await page.locator(`input[name=drop][value=${drop}]`).check();
    await until(async () => says.test(await page.locator("#result").textContent()), `it fails without ${drop}`);
    await idle(page);
    assert.match(await page.locator("#tried-trees").textContent(), /it fails$/);
    assert.match(await page.locator("#tried-result").textContent(), /it fails\. It fails\./);
    assert.equal(await page.locator("#result a", { hasText: "Open this run" }).count() > 0, opens, `${drop}: the tree is a document`);
    assert.equal(new URL(page.url()).searchParams.get("drop"), drop);
    await page.locator("#result summary").first().click();
    assert.ok((await page.locator("#result details[open] li").count()) > 3, "the steps of the run");
  }
  for (const name of themes) {
    await theme(page, name);
    await accessible(page, `a theorem, ${name}`);
    await shot(page, `theorem ${name}`);
  }
  const found = await page.locator("#result .broken").textContent();
  await page.reload();
  await atStep(page);
  assert.equal(await page.locator("#result .broken").textContent(), found, "the same seed gives the same tree");

  // A tree is opened as a run with one click.
  await page.goto("/learn/theorems/shallow-is-optimal?seed=1&drop=unknown");
  await page.getByRole("link", { name: "Open this run" }).last().click();
  await page.waitForURL((u) => u.pathname === "/tree" && u.searchParams.get("algorithm") === "lastbranch");
  await atStep(page, 0);
});

person("on a phone the tree of the argument leaves before random trees are tried", { viewport: narrow, touch: true }, async (page) => {
  await page.goto("/learn/theorems/best-case?seed=1&drop=maxsum");
  await atStep(page, 0);
  await accessible(page, "a theorem on a phone");
  await page.locator("#result figure").scrollIntoViewIfNeeded();
  await until(() => page.evaluate(() => document.getElementById("run").getBoundingClientRect().bottom <= 0), "the tree of the argument is out of sight");
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= narrow.width);
  await shot(page, "theorem on a phone");
  await page.locator("#scene-2").scrollIntoViewIfNeeded();
  await until(() => page.evaluate(() => document.getElementById("run").getBoundingClientRect().bottom > 0), "it is back above the text");
});

person("without scripts a theorem is text, pictures, and a result for a seed", { script: false }, async (page) => {
  await page.goto("/learn/theorems/which-games");
  assert.equal(await page.locator(".scene img").count(), await page.locator(".scene").count());
  assert.match(await page.locator(".measured table").textContent(), /Sergeant Major/);
  await page.getByRole("button", { name: "Try random trees" }).click();
  await page.locator("#result", { hasText: "It holds" }).waitFor();
  assert.match(await page.locator("#result").textContent(), /It holds\.\s*20,000 random trees tried/);
  await page.locator("input[name=drop][value=maxsum]").check();
  await page.getByRole("button", { name: "Try random trees" }).click();
  await page.locator("#result", { hasText: "It fails" }).waitFor();
  assert.match(await page.locator("#result").textContent(), /It fails\.\s*Maxsum is 9 and maxp is 6/);
  const { now } = await atStep(page);
  await page.getByRole("button", { name: "Step forward" }).click();
  await atStep(page, now + 1);
  assert.match(await page.locator("#result").textContent(), /It fails\./, "the playback keeps what was tried");
});
