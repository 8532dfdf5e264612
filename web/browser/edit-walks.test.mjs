// A tree of a lesson is built by the mouse alone and by keys alone, and one that is too wide for
// its window is found, edited and played. What each needs is counted in clicks and keys.

import assert from "node:assert/strict";
import { holds, keep, node, saved } from "./editor.mjs";
import { atStep, idle, person, shot, until } from "./harness.mjs";

/** Clicks or keys with which a tree of 25 nodes is made. */
const most = 120;

/** The tree: 6 children of the root with 3 leaves each. @param {(i: number) => string} leaf */
const want = (leaf) => `1[ ${Array.from({ length: 6 }, (_, g) => `2[ ${[0, 1, 2].map((i) => leaf(3 * g + i)).join(" ")} ]`).join(" ")} ]`;

/** The nodes that are drawn. */
const drawn = (page) => page.locator("#canvas g.node").count();

person("a tree of 25 nodes is built by the mouse alone, and played", {}, async (page) => {
  let clicks = 0;
  const click = async (locator, options = {}) => {
    clicks++;
    await locator.click(options);
    await idle(page);
  };
  const plus = (command) => click(page.locator(`#canvas .handles .handle[data-command="${command}"]`));
  await page.goto("/edit");
  const root = page.locator("#canvas g.node").first();
  await click(root);
  await plus("child");
  for (let i = 1; i < 6; i++) await plus("sibling");
  await saved(page);
  for (const id of await page.locator("#canvas g.node").evaluateAll((all) => all.slice(1).map((g) => g.id))) {
    await click(page.locator(`#${id}`));
    await plus("child");
    await plus("sibling");
    await plus("sibling");
  }
  await holds(page, want(() => "?"));
  assert.equal(await drawn(page), 25);
  // Its leaves get values, and the results say what the tree is worth.
  await click(root, { button: "right" });
  await click(page.locator("#node-menu").getByRole("menuitem", { name: "Random values below this node" }));
  await until(async () => await page.locator("#canvas g.node.leaf[data-value='null']").count() === 0, "all leaves have values");
  await saved(page);
  await shot(page, "25 nodes by mouse");
  await click(page.getByRole("link", { name: "Play", exact: true }));
  await atStep(page, 0);
  assert.equal(await page.locator("#stage g.node").count(), 25);
  assert.ok(clicks <= most, `${clicks} clicks`);
  console.log(`25 nodes by ${clicks} clicks`);
});

person("a tree of 25 nodes is built by keys alone, and played", {}, async (page) => {
  let keys = 0;
  const press = async (list) => {
    for (const key of list.split(" ")) {
      keys++;
      await page.keyboard.press(key);
    }
  };
  await page.goto("/edit");
  await page.locator("#tree-menu summary").focus();
  await press("Enter");
  await page.locator("#tree-header").getByLabel("maxsum").focus();
  await press("9 Enter Escape");
  await saved(page);
  await page.locator("#canvas g.node").first().focus();
  const value = (i) => [i % 5, (2 * i) % 5];
  await press("Tab");
  for (let g = 0; g < 6; g++) {
    if (g > 0) await press("ArrowUp Enter");
    await press("Tab");
    for (let i = 0; i < 3; i++) {
      if (i > 0) await press("Enter");
      const [one, two] = value(3 * g + i);
      await press(`${one} , ${two} Enter`); // the third score is what is left of 9
    }
  }
  await holds(page, want((i) => `(${value(i)},${9 - value(i)[0] - value(i)[1]})`));
  assert.equal(await drawn(page), 25);
  await saved(page);
  assert.ok(keys <= most, `${keys} keys`);
  console.log(`25 nodes by ${keys} keys`);
  await page.getByRole("link", { name: "Play", exact: true }).press("Enter");
  await atStep(page, 0);
});

person("in a tree of 300 leaves one is found, edited and played", {}, async (page) => {
  const leaves = Array.from({ length: 300 }, (_, i) => `l${i + 1}: (${i % 7},1,2)`);
  const groups = Array.from({ length: 20 }, (_, g) => `g${g + 1}: 2[ ${leaves.slice(15 * g, 15 * g + 15).join(" ")} ]`);
  const { edit } = await keep({ text: `players 3 maxsum 30 root: 1[ ${groups.join(" ")} ]` });
  await page.goto(edit);
  await saved(page);
  let keys = 0;
  const press = async (list) => {
    for (const key of list.split(" ")) {
      keys++;
      await page.keyboard.press(key);
    }
  };
  await press("Control+f l 2 5 0");
  await page.locator("#find").getByText("1 of 1", { exact: true }).waitFor();
  await press("Enter Escape");
  await idle(page);
  await until(async () => (await node(page, "l250").getAttribute("aria-selected")) === "true", "what is found is selected");
  await press("9 , 8 , 7 Enter");
  await holds(page, "l250: (9,8,7)");
  await saved(page);
  assert.ok(keys <= 15, `${keys} keys from the whole tree to the changed value`);
  const box = await node(page, "l250").locator(".box").boundingBox(), canvas = await page.locator("#canvas").boundingBox();
  assert.ok(box.x >= canvas.x && box.x + box.width <= canvas.x + canvas.width && box.y >= canvas.y && box.y + box.height <= canvas.y + canvas.height, "l250 is in sight");
  await shot(page, "l250 of 300 leaves");
  await page.getByRole("link", { name: "Play", exact: true }).click();
  const { last } = await atStep(page);
  await page.keyboard.press("End");
  await atStep(page, last);
  assert.match(await page.locator("#verdict").innerText(), /\(9, 8, 7\)/);
});
