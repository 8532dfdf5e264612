// The five doors: what each leads to, and where a page says it is.

import assert from "node:assert/strict";
import { accessible, narrow, person, shot, theme, themes, wide } from "./harness.mjs";

for (const [name, viewport] of [["wide", wide], ["narrow", narrow]]) {
  person(`from the first page a door and its place are two clicks away, ${name}`, { viewport }, async (page) => {
    for (const [door, link, path, heading] of [
      ["Explore", "Where the papers err", "/exhibits", "Where the printed procedures fail"],
      ["Explore", "Games", "/games", "Games"],
      ["Learn", "Theorems", "/learn/theorems", /theorem/i],
      ["Draw", "Notation", "/notation", "How to write a tree"],
      ["Code", "Check your program", "/traces", /program/i],
      ["Teach", "Homework", "/homework", /homework/i],
    ]) {
      await page.goto("/");
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: door }).click();
      await page.locator("#pages [aria-current=page]").waitFor({ state: "attached" });
      await page.locator("main").getByRole("link", { name: link }).first().click();
      await page.waitForURL((u) => u.pathname === path);
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
      const place = page.getByRole("navigation", { name: "Place" });
      assert.equal(await place.getByRole("link").first().textContent(), door);
      await place.getByRole("link", { name: door }).click();
      await page.waitForURL((u) => u.pathname !== path);
    }
  });
}

for (const path of ["/explore", "/draw", "/programs"]) {
  for (const viewport of [wide, narrow]) {
    person(`the door ${path} is accessible, and nothing on it is cut or wider than the page, at ${viewport.width}`, { viewport }, async (page) => {
      await page.goto(path);
      for (const name of themes) {
        await theme(page, name);
        await accessible(page, `${path} in ${name}`);
        await shot(page, `door${path.replace("/", "-")}-${name}-${viewport.width}`);
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wider <= 0, `${path} in ${name} is ${wider} px wider than the page`);
      }
    });
  }
}

/** What a newcomer looks for, and the links that name it, from the first page. @type {[string, string[], string][]} */
const targets = [
  ["how to check an own program", ["Code", "Check your program"], "/traces"],
  ["how to give homework", ["Teach", "Homework"], "/homework"],
  ["the theorem on shallow pruning", ["Learn", "Theorems", "Shallow pruning returns the maxⁿ value"], "/learn/theorems/shallow-is-right"],
  ["the game Hearts", ["Explore", "Games", "Hearts"], "/games/hearts"],
  ["a tree to paste into", ["Draw"], "/draw"],
];

for (const viewport of [wide, narrow]) {
  person(`each of five things is at most three clicks away, by links that name it, at ${viewport.width}`, { viewport }, async (page) => {
    for (const [what, links, path] of targets) {
      await page.goto("/");
      for (const name of links) await page.getByRole("main").getByRole("link", { name, exact: false }).first().click();
      await page.waitForURL((u) => u.pathname === path);
      assert.ok(links.length <= 3, `${what}: ${links.length} clicks`);
    }
    await page.getByLabel("The tree", { exact: true }).waitFor();
  });
}
