// A search that is written in the page: it is typed, run, wrong at a line, tried on trees, played and kept.

import assert from "node:assert/strict";
import { accessible, idle, narrow, person, shot, theme, themes, wide } from "./harness.mjs";

const program = (page) => page.getByLabel("Program", { exact: true });
const run = (page) => page.getByRole("button", { name: "Run", exact: true }).click();

person("a student writes a search, is shown the mistake at its line, finds the smallest tree, and plays it", { expect: /422/ }, async (page) => {
  await page.goto("/code");
  await idle(page);
  await page.getByLabel("Begin with").selectOption("Alpha-beta");
  await program(page).waitFor();
  const text = await program(page).inputValue();
  assert.match(text, /def alphabeta/);
  await run(page);
  await page.getByText("Right. Every value and every cut is right.").waitFor();
  await page.getByText("The root gets 3. The search visits 11 nodes.").waitFor();
  assert.match(page.url(), /\/code\/[a-z2-7]{26}$/);
  await idle(page);
  for (const name of themes) {
    await theme(page, name);
    await shot(page, `code right ${name}`);
    await accessible(page, `a program that is right, ${name}`);
  }
  await theme(page, "light");

  // A mistake, typed with keys.
  await program(page).focus();
  await program(page).evaluate((area) => {
    const at = area.value.lastIndexOf(">=");
    area.setSelectionRange(at, at + 2);
  });
  await page.keyboard.type("<=");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Wrong.", { exact: true }).waitFor();
  const first = page.locator("#mistakes li").first();
  await first.getByRole("button", { name: /^Line 1[0-9]$/ }).click();
  assert.ok(await page.locator("#mark").isVisible(), "the line is marked");
  await idle(page);
  await shot(page, "code wrong");
  await page.setViewportSize(narrow);
  await shot(page, "code wrong narrow");
  await accessible(page, "a program that is wrong, narrow");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the phone");
  await page.setViewportSize(wide);

  await page.getByRole("button", { name: "Find a tree on which it fails" }).click();
  await page.getByText(/^Right on \d+ of 200 trees\.$/).waitFor();
  await page.getByText(/The smallest tree that was found on which it is wrong has \d nodes:/).waitFor();
  await shot(page, "code found");
  await page.getByRole("button", { name: "Use this tree" }).click();
  await page.getByText("Wrong.", { exact: true }).waitFor();
  assert.match(await page.getByLabel("Tree in the notation").inputValue(), /minp 0/);

  // Its own undo takes the mistake back.
  await program(page).focus();
  await page.keyboard.press("Control+z");
  assert.equal(await program(page).inputValue(), text);
  await run(page);
  await page.getByText("Right. Every value and every cut is right.").waitFor();
  await page.getByRole("link", { name: "Play it, line by line" }).click();
  await page.waitForURL(/\/traces\//);
  await idle(page);
  await page.locator("#stage").press("Home");
  await page.locator("#stage").press("ArrowRight");
  await idle(page);
  assert.match(await page.locator("#code li.now").textContent(), /def alphabeta/);
  await page.locator("#stage").press("End");
  await page.locator("#stage").press("ArrowLeft");
  await idle(page);
  assert.match(await page.locator("#code li.now").textContent(), /return alpha/);
  await shot(page, "code played");
});

person("a text is indented, commented and left by keys, and what cannot be run is named at its place", { expect: /422/ }, async (page) => {
  await page.goto("/code");
  await idle(page);
  await program(page).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("def f(n):\nif n.leaf:\nreturn n.value");
  assert.equal(await program(page).inputValue(), "def f(n):\n    if n.leaf:\n        return n.value");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("x = f'{1}'");
  await page.keyboard.press("Control+/");
  assert.match(await program(page).inputValue(), /\n {4}# x = f'\{1\}'$/);
  await page.keyboard.press("Control+/");
  await page.keyboard.press("Shift+Tab");
  assert.match(await program(page).inputValue(), /\nx = f'\{1\}'$/);
  await page.keyboard.press("Control+Enter");
  await page.getByText("The program cannot be run:").waitFor();
  const mistake = page.locator("#mistakes li").first();
  assert.match(await mistake.textContent(), /Line 4 there are no f-strings/);
  await mistake.getByRole("button").click();
  assert.equal(await program(page).evaluate((area) => area.value.slice(area.selectionStart)), "f'{1}'");
  assert.equal(await page.locator("#gutter li").count(), 4);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.ok(!(await program(page).evaluate((area) => area === document.activeElement)), "Escape, then Tab leaves the text");
  await page.goto("/code/language");
  await accessible(page, "the language");
  await shot(page, "code language");
});

person("a program that is kept is opened again, with its tree and what it prints", {}, async (page) => {
  await page.goto("/code?begin=maxn");
  await idle(page);
  await page.getByLabel("Title").fill("My max^n");
  await page.getByLabel("Tree", { exact: true }).selectOption("k1991-fig6");
  await program(page).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type('print("the root gets", result)');
  await run(page);
  await page.locator("#output", { hasText: "the root gets (5, 2, 2)" }).waitFor();
  await page.reload();
  await idle(page);
  await page.getByRole("heading", { name: "My max^n" }).waitFor();
  assert.match(await program(page).inputValue(), /print/);
  await run(page);
  await page.locator("#output", { hasText: "the root gets" }).waitFor();
  await page.goto("/teach");
  await page.getByRole("link", { name: "My max^n" }).first().waitFor();
});
