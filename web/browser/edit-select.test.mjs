// Selecting in the editor: all, by a rectangle, from a menu; duplicates; where the
// picture goes.

import assert from "node:assert/strict";
import { fig6, holds, keep, node, press, saved, textIs } from "./editor.mjs";
import { accessible, idle, narrow, person, shot, theme, themes, until } from "./harness.mjs";

async function visit(page, source) {
  await page.goto((await keep(source)).edit);
  await saved(page);
  await idle(page);
}

const selected = (page) => page.locator("#canvas g.node.selected").evaluateAll((all) => all.map((g) => g.dataset.label).sort().join(""));
const wide = { grow: { players: 3, branching: 2, depth: 4, maxsum: 10, constant: true, seed: 1 } };

/** Whether the middles of all nodes are in sight. */
const allInSight = (page) => page.evaluate(() => {
  const window = document.getElementById("canvas").getBoundingClientRect();
  return [...document.querySelectorAll("#canvas g.node > .box")].every((box) => {
    const { left, right, top, bottom } = box.getBoundingClientRect(), x = (left + right) / 2, y = (top + bottom) / 2;
    return x > window.left && x < window.right && y > window.top && y < window.bottom;
  });
});

person("Ctrl+A selects all nodes, and typing then changes them all", {}, async (page) => {
  await visit(page);
  await press(page, "Control+a");
  assert.equal(await selected(page), "abcdefg");
  await page.getByText("7 nodes are selected").waitFor();
  await page.getByRole("heading", { name: "7 nodes" }).waitFor();
  // The keys go on at the node that was the current one.
  await press(page, "ArrowDown");
  assert.equal(await selected(page), "b");
  const status = page.locator("#live-status");
  assert.equal(await status.textContent(), "", "what was said of seven nodes");
  await page.keyboard.press("Escape");
  await status.getByText("Nothing is selected").waitFor();
  await node(page, "b").click();
  assert.equal(await status.textContent(), "", "what was said of none");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+a");
  assert.equal(await selected(page), "abcdefg", "while nothing was selected");
});

person("a rectangle selects the nodes in it, by Shift or by the menu", {}, async (page) => {
  await visit(page);
  const box = async (label) => node(page, label).locator("> .box").boundingBox();
  const [d, e, f] = await Promise.all(["d", "e", "f"].map(box)), before = await page.locator("#canvas svg").getAttribute("viewBox");
  const drag = async (x1, y1, x2, y2) => {
    await page.mouse.move(x1, y1);
    await page.mouse.down();
    await page.mouse.move((x1 + x2) / 2, (y1 + y2) / 2);
    await page.locator(".marquee").waitFor();
    await shot(page, "a rectangle around nodes");
    await page.mouse.move(x2, y2);
  };
  await page.keyboard.down("Shift");
  await drag(e.x - 60, d.y - 25, f.x + f.width + 20, f.y + f.height + 20);
  await page.mouse.up();
  await page.keyboard.up("Shift");
  assert.equal(await selected(page), "def");
  assert.equal(await page.locator(".marquee").count(), 0);
  assert.equal(await page.locator("#canvas svg").getAttribute("viewBox"), before, "the picture stays");
  // Escape leaves it as it was.
  await page.keyboard.down("Shift");
  await drag(e.x - 60, d.y - 25, e.x + 10, f.y + f.height + 20);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await page.keyboard.up("Shift");
  assert.equal(await selected(page), "def");
  // Without a key, and over nodes, too.
  await page.mouse.click(f.x + f.width + 120, f.y + 60, { button: "right" });
  await page.getByRole("menuitem", { name: "Select by a rectangle" }).click();
  await drag(e.x + e.width / 2 - 4, e.y + 2, f.x + f.width, f.y + f.height + 8);
  await page.mouse.up();
  assert.equal(await selected(page), "ef");
  await press(page, "Delete");
  await holds(page, "d: 3? g: (6,1,2)");
});

person("Ctrl+D puts a copy beside each selected subtree", {}, async (page) => {
  await visit(page);
  await node(page, "d").click();
  await page.keyboard.press("Control+d");
  await textIs(page, "d: 3[ e: (2,2,5) f: (2,3,4) ] d: 3[ e: (2,2,5) f: (2,3,4) ] g: (6,1,2)");
  await press(page, "Control+z");
  await textIs(page, "f: (2,3,4) ] g: (6,1,2)");
  await node(page, "b").click();
  await node(page, "g").click({ modifiers: ["Control"] });
  await page.keyboard.press("Control+d");
  await textIs(page, "b: (5,2,2) b: (5,2,2) c: 2[");
  await textIs(page, "g: (6,1,2) g: (6,1,2) ]");
  await node(page, "a").click();
  await page.keyboard.press("Control+d");
  await page.getByText("A tree has one root, so it cannot be duplicated.").waitFor();
});

person("a menu opens at a node and beside the tree, for the mouse and for the keys", {}, async (page) => {
  await visit(page);
  await node(page, "d").click({ button: "right" });
  const menu = page.getByRole("menu", { name: "What can be done to the selected nodes" });
  await menu.waitFor();
  assert.equal(await selected(page), "d");
  for (const name of themes) {
    await page.keyboard.press("Escape");
    await theme(page, name);
    await node(page, "d").click({ button: "right" });
    await menu.waitFor();
    await accessible(page, `the menu at a node in ${name}`);
    await shot(page, `menu at a node ${name}`);
  }
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await textIs(page, "(2,3,4) ] d: 3[ e:");
  await press(page, "Control+z");
  await textIs(page, "f: (2,3,4) ] g:");
  // By the keys: Shift+F10, the arrows, Enter; Escape leads back to the tree.
  await node(page, "g").click();
  await page.keyboard.press("Shift+F10");
  await menu.waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await menu.isVisible(), false);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-label")), "g", "the focus");
  await page.keyboard.press("Shift+F10");
  await press(page, "ArrowUp ArrowDown");
  assert.match(await page.evaluate(() => document.activeElement?.textContent), /Edit the value/);
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  for (let i = 0; i < 10 && !(await focused()).includes("Add a child"); i++) await press(page, "ArrowDown");
  await press(page, "Enter");
  await textIs(page, "g: 3[ (6,1,2) ]");
  // Where something cannot be done, the menu has the reason.
  await node(page, "a").click({ button: "right" });
  const sibling = page.getByRole("menuitem", { name: "Add a node after this one" });
  assert.equal(await sibling.getAttribute("aria-disabled"), "true");
  assert.match(await sibling.getAttribute("title"), /root has no sibling/);
  await page.keyboard.press("Escape");
  const { x, y, width, height } = await page.locator("#canvas").boundingBox();
  await page.mouse.click(x + width - 5, y + height - 5, { button: "right" });
  const beside = page.getByRole("menu", { name: "What can be done to the tree" }), at = await beside.boundingBox();
  assert.ok(at.x + at.width <= 1440 && at.y + at.height <= 900, `the menu is at ${JSON.stringify(at)}`);
  await page.getByRole("menuitem", { name: "Select all nodes" }).click();
  await page.getByRole("heading", { name: /^8 nodes/ }).waitFor();
});

person("the selection is zoomed to, and the way back is offered where no node is in sight", {}, async (page) => {
  await visit(page, wide);
  const svg = page.locator("#canvas svg"), back = page.getByRole("button", { name: "Back to the tree" });
  const scale = () => svg.evaluate((s) => s.getScreenCTM().a), first = await scale();
  await page.locator("#canvas g.node").nth(1).click();
  await page.keyboard.press("Control+Shift+F");
  assert.ok((await scale()) > 1.5 * first, `from ${first} to ${await scale()}`);
  const middle = await page.evaluate(() => {
    const window = document.getElementById("canvas").getBoundingClientRect();
    return [...document.querySelectorAll("#canvas g.node")].slice(1, 16).every((g) => {
      const box = g.getBoundingClientRect();
      return box.left >= window.left && box.right <= window.right && box.top >= window.top && box.bottom <= window.bottom;
    });
  });
  assert.ok(middle, "the subtree is in sight");
  assert.equal(await back.isVisible(), false);
  const { x, y, width, height } = await page.locator("#canvas").boundingBox();
  for (let i = 0; i < 6 && !(await back.isVisible()); i++) {
    await page.mouse.move(x + 10, y + 10);
    await page.mouse.down();
    await page.mouse.move(x + width - 10, y + height - 10);
    await page.mouse.up();
    await idle(page);
  }
  await back.waitFor();
  await accessible(page, "a picture without a node in sight");
  await shot(page, "no node in sight");
  await back.click();
  await until(() => allInSight(page), "the tree is in sight");
  assert.equal(await back.isVisible(), false);
});

person("a pasted tree is fitted, in the picture and in the text", {}, async (page) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await visit(page);
  const zoomIn = async () => {
    for (let i = 0; i < 4; i++) await page.getByRole("button", { name: "zoom in" }).click();
    await idle(page);
    assert.equal(await allInSight(page), false, "the tree is too near to be seen whole");
  };
  await zoomIn();
  await page.evaluate(() => navigator.clipboard.writeText("2[ (1,1,1) (2,2,2) 3[ (3,3,3) (0,0,0) ] ]"));
  await node(page, "a").focus();
  await press(page, "Control+v");
  await textIs(page, "(0,0,0)");
  await idle(page);
  assert.ok(await allInSight(page), "what was pasted into the picture");
  await zoomIn();
  await page.evaluate((text) => navigator.clipboard.writeText(text), fig6);
  await page.locator("#text").focus();
  await press(page, "Control+a Control+v");
  await page.waitForFunction(() => document.querySelectorAll("#canvas g.node").length === 7);
  await idle(page);
  assert.ok(await allInSight(page), "what was pasted into the text");
  // A wide one comes folded, as it does when it is opened.
  const drawn = (count) => page.waitForFunction((n) => document.querySelectorAll("#canvas g.node").length === n, count);
  await page.evaluate((text) => navigator.clipboard.writeText(text), `1[ ${"2[ (1,1,1) (2,2,2) (3,3,3) ] ".repeat(20)}]`);
  await node(page, "a").click();
  await press(page, "Control+v");
  await drawn(7 + 1 + 20);
  await saved(page);
  await page.locator("#canvas g.node[data-hidden]").first().click();
  await press(page, "Space");
  await drawn(7 + 1 + 20 + 3);
  await page.getByRole("button", { name: "Unfold" }).click();
  await drawn(7 + 81);
});

person("on a phone a finger draws the rectangle", { viewport: narrow, touch: true }, async (page) => {
  await visit(page);
  await page.evaluate(() => document.querySelector("#canvas-menu [data-run=marquee]").click());
  const devtools = await page.context().newCDPSession(page), { x, y, width, height } = await page.locator("#canvas").boundingBox();
  const touch = (type, touchPoints) => devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", [{ x: x + 4, y: y + 4 }]);
  for (let i = 1; i <= 10; i++) await touch("touchMove", [{ x: x + (width - 8) * (i / 10), y: y + (height - 8) * (i / 10) }]);
  await touch("touchEnd", []);
  await page.getByRole("heading", { name: "7 nodes" }).waitFor();
  assert.equal(await page.evaluate(() => scrollY), 0, "the page has not moved");
});
