// The exercises of textbooks: found by what is on paper, solved, and their answers opened.

import assert from "node:assert/strict";
import { accessible, narrow, person, shot, theme, themes, wide } from "./harness.mjs";

for (const [width, viewport] of Object.entries({ wide, narrow })) {
  person(`an exercise is found by its leaves, and its answer opens with a key, ${width}`, { viewport }, async (page) => {
    await page.goto("/explore");
    await page.getByRole("searchbox", { name: "Find a figure or an exercise" }).fill("(1,2,3) (4,2,1) (6,1,2)");
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: "1 result" }).waitFor();
    for (const name of themes) {
      await theme(page, name);
      await accessible(page, `what is found in ${name}, ${width}`);
    }
    await page.locator(".card > a").click();
    await page.getByRole("heading", { name: "Three players, with negative scores" }).waitFor();
    const value = page.getByText("(1, 2, 3)", { exact: true }).and(page.locator("dd"));
    assert.equal(await value.isVisible(), false, "the answer shows before it is asked for");
    await page.locator("summary").focus();
    await page.keyboard.press("Enter");
    await value.waitFor();
    for (const name of themes) {
      await theme(page, name);
      await accessible(page, `an exercise with its answer in ${name}, ${width}`);
      await shot(page, `exercise ${name} ${width}`);
      const over = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `the exercise in ${name} is ${over} px wider than the window`);
    }
    await page.getByRole("link", { name: "Practise" }).last().click();
    await page.waitForURL((u) => u.pathname === "/practice" && u.searchParams.get("algorithm") === "maxn");
    await page.getByRole("heading", { level: 1 }).waitFor();
  });

  person(`a broad tree scrolls in its own box, ${width}`, { viewport }, async (page) => {
    await page.goto("/exercises/mit-lab-4");
    const tree = page.getByRole("region", { name: "The tree", exact: true });
    const inside = await tree.evaluate((box) => box.scrollWidth > box.clientWidth);
    assert.equal(inside, width === "narrow", "the tree scrolls");
    const over = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `the page is ${over} px wider than the window`);
  });
}
