// A chapter ends with a search to write: its gap is filled, and checked on the chapter's tree and on others.

import assert from "node:assert/strict";
import { accessible, choose, idle, narrow, person, shot, theme, themes, wide } from "./harness.mjs";

const program = (page) => page.getByLabel("Program", { exact: true });

/** Puts lines in the place of the gap, as if they were typed. @param {string} lines */
const fill = (page, lines) => program(page).evaluate((area, text) => {
  area.focus();
  area.setSelectionRange(area.value.indexOf("    # Your turn: "), area.value.indexOf("\n\nresult"));
  document.execCommand("insertText", false, text);
}, lines);

const half = (sign) => `    for child in node.children:
        beta = min(beta, alphabeta(child, alpha, beta))
        if alpha ${sign} beta:
            break
    return beta`;

person("a reader of a chapter fills the gap of its program, is shown what is missing, and is done", {}, async (page) => {
  await page.goto("/learn/alpha-beta");
  await idle(page);
  await page.locator("#write-it").getByRole("link", { name: "Alpha-beta", exact: true }).click();
  await page.waitForURL(/\/code\?begin=alphabeta&gap=1$/);
  await idle(page);
  await page.locator("#task", { hasText: "Your turn: the other half. Min lowers beta," }).waitFor();
  assert.match(await page.getByLabel("Tree in the notation").inputValue(), /a: max\[/);
  for (const name of themes) {
    await theme(page, name);
    for (const size of [wide, narrow]) {
      await page.setViewportSize(size);
      await shot(page, `gap ${name} ${size.width}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `nothing is wider than ${size.width}`);
    }
    await page.setViewportSize(wide);
    await accessible(page, `a program with a gap, ${name}`);
  }
  await theme(page, "light");

  const check = async (says) => {
    await page.getByRole("button", { name: "Check it" }).click();
    await page.locator("#code-verdict", { hasText: says }).waitFor();
    await idle(page);
  };
  await check("on the chapter’s tree it visits 14 nodes where alpha-beta visits 12: a cut is missing.");
  await fill(page, half(">"));
  await check("it does not cut as alpha-beta does");
  await page.getByRole("button", { name: "Line 13", exact: true }).click();
  await page.getByRole("button", { name: "Use this tree" }).click();
  await page.getByText(/^Line \d+ does not cut, with .*, and line 12 visits a node that alpha-beta cuts\./).waitFor();
  await page.locator("#run svg.tree").waitFor();
  await idle(page);

  // It is kept with its exercise, whose tree is that of the chapter, whatever it is run on.
  await page.reload();
  await idle(page);
  await program(page).evaluate((area) => {
    const at = area.value.lastIndexOf("alpha > beta");
    area.focus();
    area.setSelectionRange(at + 6, at + 7);
  });
  await page.keyboard.type(">=");
  await check("It is right: 200 of 200 trees. On the chapter’s tree it visits 12 nodes, as many as alpha-beta.");
  await shot(page, "gap filled");

  await choose(page, "gap", "");
  assert.doesNotMatch(await program(page).inputValue(), /Your turn/);
  await page.getByRole("button", { name: "Find a tree on which it fails" }).waitFor();
  await page.getByLabel("Begin with").selectOption("Star1");
  await choose(page, "gap", "1");
  await page.getByText("visits no node that Star1 does not visit.").waitFor();
  assert.equal(await page.getByRole("link", { name: "Chance: expectations, Star1 and Star2" }).getAttribute("href"), "/learn/chance");
});
