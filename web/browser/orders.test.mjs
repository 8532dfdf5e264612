// One tree in several orders: the pictures, the counts, another algorithm without scripts, a phone, all
// themes.

import assert from "node:assert/strict";
import { accessible, narrow, person, shot, theme, themes } from "./harness.mjs";

const row = (page, name) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });

person("each order has its picture and its counts, and leads to its run", {}, async (page) => {
  await page.goto("/orders");
  assert.equal(await page.locator(".order-lanes figure").count(), 4);
  assert.match(await page.locator(".order-lanes figure").filter({ hasText: "Best" }).textContent(), /6 leaves, 3 cuts/);
  assert.match(await row(page, "Best first").textContent(), /11\s*6\s*least/);
  assert.match(await row(page, "Worst first").textContent(), /17\s*12\s*0/);
  for (const t of themes) {
    await theme(page, t);
    await accessible(page, `the orders in ${t}`);
    await shot(page, `orders ${t}`);
  }
  await page.getByRole("link", { name: "Killer moves first" }).click();
  await page.waitForURL(/order=killer/);
  assert.equal(await page.getByLabel("order").inputValue(), "killer");
  await page.getByRole("button", { name: "Last step" }).click();
  await page.getByRole("link", { name: "all orders" }).click();
  await page.getByRole("heading", { name: "One tree, several orders" }).waitFor();
});

person("without scripts the button shows another algorithm", { script: false }, async (page) => {
  await page.goto("/orders?figure=k1991-fig6");
  await page.getByLabel("Algorithm").selectOption("paranoid");
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL(/algorithm=paranoid/);
  assert.match(await page.locator(".order-counts caption").textContent(), /Paranoid on 7 nodes/);
});

person("on a phone nothing is wider than the screen", { viewport: narrow }, async (page) => {
  await page.goto("/orders");
  await page.getByRole("row").first().waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "no horizontal scrolling");
  await accessible(page, "the orders on a phone");
  await shot(page, "orders phone");
});
