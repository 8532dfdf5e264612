// Practice of alpha-beta on trees of kind minimax: a figure, a pasted tree, a generated one.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { accessible, atStep, idle, narrow, person, shot, theme, themes, until } from "./harness.mjs";

const verdictAt = (page, node) => page.locator(`#n${node} .visits`).textContent();
const moves = (page) => page.locator("#moves li").allInnerTexts();

/** Opens the panel of a node by its mover or its value. */
const open = (page, node, leaf = false) => page.locator(`#n${node} .${leaf ? "value" : "mover"}`).click();

/** Opens the panel of a node and chooses the value of one of its children. */
async function backUp(page, node, value, from) {
  await open(page, node);
  await page.locator("#move").getByRole("button", { name: `${value} from ${from}`, exact: true }).click();
  await idle(page);
}

person("a student plays alpha-beta on a figure, with windows, and reads why a cut is wrong", {}, async (page) => {
  await page.goto("/figures/c474-node-ordering");
  await atStep(page, 0);
  await page.getByRole("link", { name: "Practise this tree by hand" }).click();
  await page.waitForURL(/\/practice\?/);
  await idle(page);
  assert.equal(await page.locator("h1").innerText(), "Practice: Alpha-beta");
  // 0 a, 1 b (2 c, 3 d, 4 e), 5 f (6 g, 7 h, 8 i), 9 j (10 k, 11 l, 12 m)
  const names = await page.locator("#stage .node .name").allTextContents();
  assert.deepEqual(names, [..."abcdefghijklm"], "nodes have letters, which the student needs");

  await backUp(page, 1, 3, "c");
  assert.equal(await verdictAt(page, 1), "right");
  assert.match((await moves(page))[0], /^Value 3 at b: right/);

  // The window: α alone first, and then with β.
  await open(page, 5);
  assert.deepEqual(await page.locator("[data-part=bounds] input").evaluateAll((list) => list.map((f) => f.getAttribute("aria-label"))), ["α", "β"]);
  const alpha = page.getByRole("textbox", { name: "α" }), beta = page.getByRole("textbox", { name: "β" });
  await alpha.fill("3");
  await alpha.press("Enter");
  await idle(page);
  assert.match((await moves(page))[0], /^α = 3 at f: right\. At f, α is 3\./);
  await beta.fill("4");
  await page.getByRole("button", { name: "Keep" }).click();
  await idle(page);
  assert.match((await moves(page))[0], /^β = 4 at f: wrong\. At f, β is 2, not 4\./);
  assert.equal(await page.locator("#n5 .bound").textContent(), "α = 3, β = 4");
  assert.match(await page.locator("#n5").getAttribute("aria-description"), /bounds α = 3, β = 4; wrong$/);
  await beta.fill("2");
  await page.getByRole("button", { name: "Keep" }).click();
  await idle(page);
  assert.equal(await verdictAt(page, 5), "right");

  // A cut with the wrong reason, then with the right one.
  await page.locator("#n7").focus();
  await page.keyboard.press("x");
  await page.keyboard.press("Enter");
  await page.locator("[data-part=because] label").filter({ hasText: /^a$/ }).click();
  await idle(page);
  assert.equal(await verdictAt(page, 7), "lucky");
  await page.locator("[data-part=because] label").filter({ hasText: /^f$/ }).click();
  await idle(page);
  assert.equal(await verdictAt(page, 7), "right");
  assert.match((await moves(page))[0], /^Cut h: right\. h and i are cut: play will not reach f\. Min can hold Max to 2 here, and Max is sure of α = 3 at a/);

  // A cut that changes the result: the window is open, and a run by minimax shows it.
  await open(page, 3, true);
  await page.getByRole("button", { name: "Cut it and its later siblings" }).click();
  await idle(page);
  assert.equal(await verdictAt(page, 3), "unsound");
  assert.match((await moves(page))[0], /Cut d: unsound\. With 1 at d the root gets 2, not 3\. At b the window is open: β = 3 \(Min at b\), and α is infinite\./);
  const fails = await page.getByRole("link", { name: "See it fail" }).getAttribute("href");
  assert.match(fails, /algorithm=minimax/);
  for (const name of themes) {
    await theme(page, name);
    await accessible(page, `an exercise with windows in ${name}`);
  }
  await theme(page, "light");
  await shot(page, "practice window");
  await page.getByRole("button", { name: "Undo: Cut d" }).click();
  await idle(page);
  assert.equal(await verdictAt(page, 3), "");

  await open(page, 11, true);
  await page.getByRole("button", { name: "Cut it and its later siblings" }).click();

  await backUp(page, 5, 2, "g");
  await backUp(page, 9, 2, "k");
  await backUp(page, 0, 3, "b");

  // All of it is in the address.
  const done = (await moves(page)).sort();
  await page.reload();
  await idle(page);
  assert.deepEqual((await moves(page)).sort(), done);
  await page.getByRole("button", { name: "Finish and see the result" }).click();
  await page.waitForURL(/done=1/);
  await idle(page);
  assert.match(await page.locator(".summary").innerText(), /8\s+right\s+0\s+lucky.*0\s+missed\s+0\s+wrong\s+0\s+unsound/s);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as a file" }).click()]);
  assert.match(readFileSync(await download.path(), "utf8"), /α = 3 at f: right/);
  await page.getByRole("link", { name: "Next exercise" }).click();
  await page.waitForURL(/kind=minimax/);
  await idle(page);
  assert.equal(await page.locator("#stage g.node").count(), 15, "a generated tree follows");

  await page.goto(fails);
  await until(async () => /\b2\b/.test(await page.locator("#verdict").innerText()), "the run ends with another value");
});

person("a student pastes a tree, and generates one, on a phone too", { viewport: narrow, touch: true }, async (page) => {
  await page.goto("/practice");
  await idle(page);
  await page.getByText("Another exercise").tap();
  const own = page.getByRole("form", { name: "A tree of your own" });
  await own.getByRole("combobox").selectOption("alphabeta");
  await own.getByRole("textbox").fill("kind minimax a: max[ b: min[ c: -3 d: 12 ] e: min[ f: -5 g: 8 ] ]");
  await own.getByRole("button", { name: "Show", exact: true }).tap();
  await page.waitForURL(/text=/);
  await idle(page);
  await page.locator("#n6 .value").tap();
  await page.getByRole("button", { name: "Cut it and its later siblings" }).tap();
  await idle(page);
  assert.equal(await verdictAt(page, 6), "right");
  await page.locator("#n4 .mover").tap();
  await page.getByRole("textbox", { name: "value" }).fill("-5");
  await page.getByRole("button", { name: "Set" }).tap();
  await page.getByRole("textbox", { name: "α" }).fill("-3");
  await page.getByRole("button", { name: "Keep" }).tap();
  await idle(page);
  assert.equal(await verdictAt(page, 4), "right");
  await shot(page, "practice window phone");
  // Long windows of neighbours are in two lines, and do not cover each other.
  await page.goto(`/practice?text=${encodeURIComponent("kind minimax max[ min[ -100.25 ] min[ -1000000 ] min[ 7 ] ]")}&h1=-100.25,1000000&h3=-100.25,1000000&h5=-100.25,1000000`);
  await idle(page);
  const boxes = await page.locator("#stage .node .bound").evaluateAll((list) => list.filter((b) => b.textContent).map((b) => ({ lines: b.children.length, ...b.getBoundingClientRect().toJSON() })));
  assert.deepEqual(boxes.map((b) => b.lines), [2, 2, 2]);
  boxes.slice(1).forEach((b, i) => assert.ok(boxes[i].right < b.left, `${JSON.stringify(boxes[i])} before ${JSON.stringify(b)}`));
  assert.ok(boxes.at(-1).right <= narrow.width, "the last one is in sight");
  await page.goBack();
  await idle(page);
  await page.locator("#n4 .mover").tap();
  assert.equal(await page.locator("#n4 .bound").textContent(), "−5");
  assert.match((await moves(page)).join(" "), /α = −3 at e: right\. At e, α is −3\./);
  const over = () => page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
  assert.ok(await over() <= 0, "an exercise is wider than a phone");
  for (const button of await page.locator("#move :is(button, input, .chip)").filter({ visible: true }).all()) {
    const box = await button.boundingBox();
    assert.ok(box.width >= 24 && box.height >= 24, JSON.stringify(box));
  }
  await page.getByRole("button", { name: "Close the node" }).tap();

  await page.getByText("Another exercise").tap();
  assert.ok(await over() <= 0, "the forms are wider than a phone");
  await accessible(page, "the forms for another exercise");
  const two = page.getByRole("form", { name: "Max against Min" });
  await two.getByRole("spinbutton", { name: "seed" }).fill("7");
  await two.getByRole("button", { name: "Show", exact: true }).tap();
  await page.waitForURL(/kind=minimax.*seed=7/);
  await idle(page);
  assert.match(await page.locator(".sub").innerText(), /Max against Min, 15 nodes.*exercise 7/);
});

person("without scripts values of a tree of kind minimax are numbers", { script: false }, async (page) => {
  await page.goto("/practice?figure=c474-node-ordering");
  await page.getByRole("textbox", { name: "Value of a" }).fill("3");
  await page.getByRole("checkbox", { name: "Cut h" }).check();
  await page.getByRole("button", { name: "Finish and see the result" }).click();
  assert.match(await page.locator(".summary").innerText(), /2\s+right/);
  await page.getByRole("link", { name: "Change your steps" }).click();
  assert.equal(await page.getByRole("textbox", { name: "Value of a" }).inputValue(), "3");
});
