// The questions of chapters: each kind is answered with the mouse and with keys alone.

import assert from "node:assert/strict";
import { accessible, atStep, choose, narrow, person, shot, theme, themes, until, wide } from "./harness.mjs";

/** The n-th question, from 1. */
const question = (page, n) => page.locator(".question").nth(n - 1);

/** Checks the answers, and waits for the verdict on a question. */
async function says(page, n, what) {
  await question(page, n).getByRole("button", { name: "Check" }).click();
  await until(async () => what.test((await page.locator(`#verdict-${n}`).textContent()).replace(/\s+/g, " ").trim()), `question ${n}: ${what}`);
}

/** Drags from the middle of an element by some pixels. */
async function drag(page, locator, dx, dy) {
  await locator.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await locator.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + dx / 2, y + height / 2 + dy / 2, { steps: 4 });
  await page.mouse.move(x + width / 2 + dx, y + height / 2 + dy, { steps: 4 });
  await page.mouse.up();
}

/** Moves the focus by Tab until an element has it. */
async function tabTo(page, locator) {
  await until(async () => {
    if (await locator.evaluate((one) => one === document.activeElement)) return true;
    await page.keyboard.press("Tab");
    return false;
  }, "the focus is there");
}

person("a value is dragged on the tree, with a slider, and typed", {}, async (page) => {
  await page.goto("/learn/game-trees");
  await atStep(page);
  await question(page, 2).scrollIntoViewIfNeeded();
  const leaf = page.locator('#stage g.node[data-node="12"]'), field = page.locator('input[name="q2"]'), slider = question(page, 2).getByRole("slider");
  await slider.waitFor();
  assert.equal(await field.inputValue(), "", "nothing is answered yet");
  const moved = await page.locator("#stage svg.tree").getAttribute("viewBox");
  await drag(page, leaf, 0, -28);
  assert.equal(await field.inputValue(), "4", "two values up");
  assert.equal(await leaf.locator(".value").textContent(), "4", "the tree shows it");
  assert.equal(await slider.inputValue(), "2", "and the slider");
  assert.equal(await page.locator("#stage svg.tree").getAttribute("viewBox"), moved, "the tree itself is not moved");
  assert.ok(await page.locator("#card").isHidden(), "a drag opens no card");
  await says(page, 2, /^Right\. There the result changes from 3 to 4\./);
  await drag(page, leaf, 0, 14);
  assert.equal(await field.inputValue(), "3");
  await says(page, 2, /^Not right\. With 3 at m the result is 3\..* first changes at 4\./);
  await accessible(page, "a question with a slider");
  // By keys alone.
  await tabTo(page, slider);
  await page.keyboard.press("ArrowRight");
  assert.equal(await field.inputValue(), "4");
  assert.equal(await slider.getAttribute("aria-valuetext"), "4");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("6");
  assert.equal(await slider.inputValue(), "4", "the slider follows what is typed");
  await page.keyboard.press("Enter");
  await until(async () => /Not right\. With 6 at m/.test((await page.locator("#verdict-2").textContent()).replace(/\s+/g, " ")), "the typed value is judged");
  // An answer in the address is shown again.
  await page.reload();
  await atStep(page);
  assert.equal(await page.locator('input[name="q2"]').inputValue(), "6");
  assert.equal(await question(page, 2).getByRole("slider").inputValue(), "4");
  // A vector: the points go from one player to another one.
  await page.goto("/learn/players");
  await atStep(page);
  await question(page, 2).getByRole("slider").waitFor();
  await drag(page, page.locator('#stage g.node[data-node="14"]'), 0, 28); // player 2 gets less
  assert.equal(await page.locator('input[name="q2"]').inputValue(), "(3, 4, 2)");
  await says(page, 2, /^Right\./);
});

person("moves are put in order by dragging and by keys", {}, async (page) => {
  await page.goto("/learn/alpha-beta");
  await atStep(page);
  const part = question(page, 3), moves = () => part.locator("li").allTextContents(), field = page.locator('input[name="q3"]');
  await part.locator("li").first().waitFor();
  assert.deepEqual(await moves(), ["f", "g", "n"]);
  await part.getByRole("button", { name: "Check" }).click();
  await until(async () => /Not right\. In your order the search evaluates 6 leaves/.test((await page.locator("#verdict-3").textContent()).replace(/\s+/g, " ")), "the order as it is shown is an answer");
  const f = part.locator("li", { hasText: "f" });
  await drag(page, f, 200, 0);
  assert.deepEqual(await moves(), ["g", "n", "f"]);
  assert.equal(await field.inputValue(), "g, n, f");
  await says(page, 3, /^Right\. In this order the search evaluates 3 leaves/);
  await accessible(page, "a question with an order");
  await tabTo(page, part.locator("li button").first());
  const step = await page.locator("#step, input[name=step]").first().inputValue().catch(() => "");
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await moves(), ["n", "g", "f"]);
  assert.ok(await part.locator("li button", { hasText: "g" }).evaluate((one) => one === document.activeElement), "the focus stays at the move");
  assert.match(await part.getByRole("status").first().textContent(), /g is number 2 of 3/);
  assert.equal(await page.locator("#step, input[name=step]").first().inputValue().catch(() => ""), step, "the run does not move");
  await tabTo(page, part.getByRole("button", { name: "Check" }));
  await page.keyboard.press("Enter");
  await until(async () => /Right\./.test(await page.locator("#verdict-3").textContent()), "it is judged by keys");
});

person("choices of each kind are answered with the mouse and with keys", {}, async (page) => {
  // Cuts and bounds.
  await page.goto("/learn/alpha-beta");
  await atStep(page);
  await choose(page, "q1.8", "1");
  await says(page, 1, /^Right\. k is cut/);
  await tabTo(page, page.locator('input[name="q2.0"]'));
  await page.keyboard.press("Space");
  await tabTo(page, page.locator('input[name="q2.4"]'));
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await until(async () => /Right\..* The nodes with the bounds are a and c/.test((await page.locator("#verdict-2").textContent()).replace(/\s+/g, " ")), "the bounds are judged");
  // Two searches, and yes or no.
  await page.goto("/learn/deep-fails");
  await atStep(page);
  await choose(page, "q3", "1");
  await says(page, 3, /^Not right\. Deep pruning evaluates 3 leaves, shallow pruning 4/);
  await tabTo(page, page.locator('input[name="q3"]').nth(1));
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await until(async () => /^\s*Right/.test(await page.locator("#verdict-3").textContent()), "the search with fewer leaves");
  await choose(page, "q2", "false");
  await says(page, 2, /^Right\..*It does not visit f/);
  await page.locator('input[name="q1"]').fill("6,1,2");
  await says(page, 1, /^Right\./);
  // Deals: the vote, and what a player is sure of who does not see them.
  await page.goto("/learn/hidden-cards");
  await atStep(page);
  await choose(page, "q2", "0");
  await says(page, 2, /^Not right\. The points are 4 for ace and 6 for nine/);
  await tabTo(page, page.locator('input[name="q2"]').first());
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await until(async () => /^\s*Right/.test(await page.locator("#verdict-2").textContent()), "the vote");
  await choose(page, "q3", "1");
  await says(page, 3, /^Not right\..* sure of 4 for ace and 3 for nine\..* see/);
  await choose(page, "q3", "0");
  await says(page, 3, /^Right\./);
  await accessible(page, "the questions about hidden cards");
});

person("the questions look the same in each theme and fit each window", {}, async (page) => {
  for (const [chapter, n] of [["game-trees", 2], ["alpha-beta", 3], ["branch-and-bound", 3], ["hidden-cards", 2]]) {
    for (const size of [wide, { width: 1024, height: 768 }, narrow]) {
      await page.setViewportSize(size);
      await page.goto(`/learn/${chapter}?q${n}=${chapter === "alpha-beta" ? "f, g, n" : n === 2 && chapter === "game-trees" ? "3" : "1"}`);
      await atStep(page);
      await question(page, n).evaluate((part) => part.scrollIntoView({ block: "center" }));
      for (const name of themes) {
        await theme(page, name);
        if (size === wide) await accessible(page, `${chapter}, ${name}`);
        await shot(page, `question ${chapter} ${size.width} ${name}`);
      }
      await theme(page, "light");
      const { right } = await question(page, n).evaluate((part) => ({ right: Math.max(...[...part.querySelectorAll("*")].map((one) => one.getBoundingClientRect().right)) }));
      assert.ok(right <= size.width, `${chapter} at ${size.width}: the question ends at ${right}`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, `${chapter} at ${size.width} has no horizontal scroll bar`);
    }
  }
});
