// The map of the whole tree in the editor of a tree that is too large to be drawn.

import assert from "node:assert/strict";
import { editElsewhere, keep, node, press, saved } from "./editor.mjs";
import { accessible, crash, idle, narrow, person, shot, theme, themes, until, url } from "./harness.mjs";

/** Three players, ten levels of three children: 88,573 nodes. */
const grow = { players: 3, branching: 3, depth: 10, maxsum: 10, constant: true, seed: 1 };

const map = (page) => page.locator("#tree-map");
const ink = (page) => page.locator("#tree-map .map-ink");

/** What the map says and shows. */
const shown = (page) => page.evaluate(() => {
  const root = document.getElementById("tree-map"), { nodes, rows, selected } = root.dataset;
  return { nodes: Number(nodes), rows: Number(rows), selected, said: root.querySelector("[data-part=said]").textContent, hover: root.querySelector("[data-part=hover]").textContent };
});

/** How many pixels of a canvas have a colour of their own. @param {string} canvas */
const inked = (page, canvas) => page.evaluate((c) => {
  const of = /** @type {HTMLCanvasElement} */ (document.querySelector(c)), copy = new OffscreenCanvas(of.width, of.height).getContext("2d");
  copy.drawImage(of, 0, 0);
  const { data } = copy.getImageData(0, 0, of.width, of.height);
  const words = new Uint32Array(data.buffer), ground = words[0];
  return words.reduce((n, w) => n + (w !== ground ? 1 : 0), 0);
}, canvas);

/** The place of a node in the map: the middle of it, as a point of the canvas, and what the server knows of it. */
async function place(page, share, level) {
  const box = await ink(page).boundingBox();
  // Eleven rows between two edges of 14 pixels, and 18 pixels at the sides.
  const row = Math.min(30, Math.max(6, (box.height - 28) / 11)), top = Math.max(14, (box.height - 11 * row) / 2);
  return { x: 18 + share * (box.width - 36), y: top + (level + 0.5) * row };
}

async function open(page) {
  const tree = await keep({ grow });
  await page.goto(tree.edit);
  await saved(page);
  await idle(page);
  return tree;
}

const main = (page) => page.evaluate(() => {
  const group = document.querySelector("#canvas g.node.main");
  return group && { id: Number(group.id.replace(/\D/g, "")), level: Number(group.getAttribute("aria-level")), label: group.getAttribute("data-label") };
});

/** Whether the current node is in sight. */
const inSight = (page) => page.evaluate(() => {
  const box = document.querySelector("#canvas g.node.main .box").getBoundingClientRect(), window = document.getElementById("canvas").getBoundingClientRect();
  return box.left >= window.left && box.right <= window.right && box.top >= window.top && box.bottom <= window.bottom;
});

person("a tree of 88,573 nodes has a map: a click opens a part far away, which is edited, and the map follows", {}, async (page) => {
  const tree = await open(page);
  const before = await shown(page);
  assert.equal(before.nodes, 88_573);
  assert.match(before.said, /^\d+ of 88,573 nodes (is|are) drawn, on levels 1 to \d+\. Selected: .+, on level 1\.$/);
  assert.ok(before.rows >= 3, `${before.rows} rows have a frame`);
  assert.equal(before.selected, "0 0");
  const drawn = [await inked(page, "#tree-map .map-tiles"), await inked(page, "#tree-map .tree-map-part")];
  assert.ok(drawn[0] > 20_000 && drawn[1] > 1000, `the map is drawn: ${drawn}`);
  await shot(page, "map of a large tree");

  // What the pointer is on.
  const far = await place(page, 0.8, 9);
  await ink(page).hover({ position: await place(page, 0.5, 1) });
  await idle(page);
  assert.match((await shown(page)).hover, /, level 2, 29,524 nodes with those below it$/);
  await ink(page).hover({ position: far });
  await idle(page);
  assert.match((await shown(page)).hover, /level 10/);

  // A part far away is opened.
  await ink(page).click({ position: far });
  await until(async () => (await main(page))?.level === 10, "a node of level 10 is selected");
  await idle(page);
  assert.ok(await inSight(page), "it is in sight");
  const at = await shown(page);
  assert.match(at.selected, /^9 \d+$/);
  assert.ok(Math.abs(Number(at.selected.split(" ")[1]) / 3 ** 9 - 0.8) < 0.01, `it is at 0.8 of the width: ${at.selected}`);
  assert.equal(at.rows, 11, "the frame reaches down to its children");
  await shot(page, "map after a click");

  // It is edited: the picture at once, the map after it.
  await press(page, "Tab");
  await until(async () => (await shown(page)).nodes === 88_574, "the map has the child");
  await idle(page);
  assert.equal((await main(page)).level, 11);
  assert.match((await shown(page)).selected, /^10 \d+$/);
  await page.keyboard.type("needle");
  await page.keyboard.press("Enter");
  await node(page, "needle").waitFor();
  await idle(page);
  await press(page, "Delete");
  await until(async () => (await shown(page)).nodes === 88_573, "the map is without the child");
  await press(page, "Control+z");
  await until(async () => (await shown(page)).nodes === 88_574, "the map has it again");
  await node(page, "needle").waitFor();

  // What others do is in it, too.
  const { ids } = await (await fetch(`${url}/api/v1/trees/${tree.id}`)).json();
  await editElsewhere(tree, { op: "delete", nodes: [ids[1]] });
  await until(async () => (await shown(page)).nodes === 88_574 - 29_524, "the map is without a third of the tree");
  await idle(page);

  // The other way: what is found is marked in the map.
  await press(page, "Control+f");
  await page.getByRole("textbox", { name: "Find nodes" }).fill("1.1.1.1.1.1.1.1");
  await page.locator("#find").getByText("1 of 1", { exact: true }).waitFor();
  await until(async () => (await shown(page)).selected === "8 0", "the map marks what was found");
  await idle(page);
  await shot(page, "map after find");
});

person("the map of a tree is used by keys alone", {}, async (page) => {
  await open(page);
  await ink(page).focus();
  await page.keyboard.press("ArrowDown");
  await idle(page);
  assert.match((await shown(page)).hover, /, level 2, 29,524 nodes with those below it$/);
  assert.match(await map(page).getByRole("status").innerText(), /level 2/, "it is said");
  await press(page, "ArrowRight ArrowRight ArrowDown ArrowDown ArrowDown");
  await idle(page);
  assert.match((await shown(page)).hover, /, level 5, 1,093 nodes/);
  await press(page, "ArrowUp Enter");
  await until(async () => (await main(page))?.level === 4, "a node of level 4 is selected");
  await idle(page);
  assert.ok(await inSight(page));
  assert.equal((await shown(page)).selected, "3 18");
  assert.ok(await page.evaluate(() => document.activeElement.matches("#canvas g.node.main")), "the focus is at it");
  // The zoom, and back.
  await ink(page).focus();
  const whole = await inked(page, "#tree-map .tree-map-part");
  await press(page, "+ + + +");
  await idle(page);
  assert.notEqual(await inked(page, "#tree-map .tree-map-part"), whole);
  await press(page, "f");
  await idle(page);
  await page.keyboard.press("Escape");
  assert.ok(await page.evaluate(() => document.activeElement.matches("#canvas g.node.main")), "Escape goes back to the tree");
});

person("the map of a tree is accessible in all themes, and closed on a phone", { viewport: narrow }, async (page) => {
  await open(page);
  assert.equal(await page.locator("#tree-map").getAttribute("open"), null);
  assert.ok(await page.locator("#tree-map summary").isVisible() && !await ink(page).isVisible());
  assert.equal((await shown(page)).nodes, 0, "a map that is closed is not asked for");
  await shot(page, "map on a phone, closed");
  await page.locator("#tree-map summary").click();
  await until(async () => (await shown(page)).nodes === 88_573, "the map comes when it is opened");
  await idle(page);
  for (const name of themes) {
    await theme(page, name);
    await idle(page);
    await accessible(page, `the map of a tree on a phone in ${name}`);
    await shot(page, `map on a phone ${name}`);
  }
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the window");
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of themes) {
      await theme(page, name);
      await idle(page);
      await accessible(page, `the map of a tree at ${width} in ${name}`);
      await shot(page, `map at ${width} ${name}`);
    }
  }
  // The choice stays.
  await page.reload();
  await until(async () => (await shown(page)).nodes === 88_573, "it is open after a reload");
});

person("a tree that can be drawn has no map, and does not load its scripts; one that grows gets it", {}, async (page) => {
  const tree = await keep({ grow: { ...grow, depth: 5 } });
  await page.goto(tree.edit);
  await saved(page);
  await idle(page);
  assert.ok(!await map(page).isVisible());
  const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("/js/map/")));
  assert.equal(await loaded(), false);
  const { ids } = await (await fetch(`${url}/api/v1/trees/${tree.id}`)).json();
  await editElsewhere(tree, { op: "paste", to: ids[0], text: `1[ ${"? ".repeat(800)}]` });
  await until(async () => (await shown(page)).nodes === 364 + 801, "the map is there");
  assert.equal(await loaded(), true);
  assert.ok(await map(page).isVisible());
});

person("the map comes back after the server was away", { expect: /WebSocket|ERR_CONNECTION/ }, async (page) => {
  const tree = await open(page);
  const again = await crash();
  await again();
  await saved(page);
  await idle(page);
  const { ids } = await (await fetch(`${url}/api/v1/trees/${tree.id}`)).json();
  await editElsewhere(tree, { op: "child", node: ids[0] });
  await until(async () => (await shown(page)).nodes === 88_574, "the map follows again");
});
