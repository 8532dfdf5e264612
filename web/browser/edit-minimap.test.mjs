// The small picture of the whole tree in a corner of the editor.

import assert from "node:assert/strict";
import { keep, saved } from "./editor.mjs";
import { accessible, idle, narrow, person, shot, theme, themes, until } from "./harness.mjs";

const large = { grow: { players: 3, branching: 4, depth: 4, maxsum: 10, constant: true, seed: 1 } };

async function visit(page, source, query = "") {
  const tree = await keep(source);
  await page.goto(tree.edit + query);
  await saved(page);
  await idle(page);
}

/** A tree that is larger than its window: 341 nodes, all of them drawn. */
async function unfolded(page, query = "") {
  await visit(page, large, query);
  await page.getByRole("button", { name: "Unfold" }).click();
  await until(async () => (await page.locator("#canvas g.node").count()) === 341, "everything is unfolded");
  await idle(page);
}

const map = (page) => page.locator("#minimap");

/** What is in sight of the picture, in parts of it. */
const sight = (page) => page.evaluate(() => {
  const svg = /** @type {SVGSVGElement} */ (document.querySelector("#canvas svg")), { width, height } = document.getElementById("canvas").getBoundingClientRect();
  const [x, y, w, h] = svg.getAttribute("viewBox").split(" ").map(Number), scale = Math.min(width / w, height / h), all = { w: Number(svg.dataset.w), h: Number(svg.dataset.h) };
  const seen = { w: width / scale, h: height / scale };
  return { left: (x - (seen.w - w) / 2) / all.w, width: seen.w / all.w, top: (y - (seen.h - h) / 2) / all.h, height: seen.h / all.h };
});

/** The columns of the map in which the line around the view is drawn, from its upper side: the first and the last, in parts of its width. */
const rectangle = (page) => page.evaluate(() => {
  const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("minimap")), { width, height } = canvas;
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [width, height + 1];
  const context = copy.getContext("2d", { willReadFrequently: true });
  context.drawImage(canvas, 0, 0);
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = "var(--focus)";
  context.fillStyle = getComputedStyle(probe).color;
  probe.remove();
  context.fillRect(0, height, 1, 1); // the color that is looked for
  const { data } = context.getImageData(0, 0, width, height + 1), want = data.slice(4 * width * height), columns = new Set();
  for (let i = 0; i < width * height; i++) if ([0, 1, 2, 3].every((c) => Math.abs(data[4 * i + c] - want[c]) < 12)) columns.add(i % width);
  return { left: Math.min(...columns) / width, right: (Math.max(...columns) + 1) / width };
});

async function showsView(page) {
  await until(async () => {
    const { left, width } = await sight(page), drawn = await rectangle(page);
    return Math.abs(drawn.left - Math.max(0, left)) < 0.03 && Math.abs(drawn.right - Math.min(1, left + width)) < 0.03;
  }, "the rectangle is around what is in sight");
}

for (const query of ["", "?layout=sideways"]) {
  person(`a small picture shows where one is in a large tree, and leads elsewhere by click and drag${query && ", sideways"}`, {}, async (page) => {
    await unfolded(page, query);
    await map(page).waitFor();
    await showsView(page);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-id"));
    const before = await focused(), box = await map(page).boundingBox();
    const at = (x, y) => ({ x: box.x + x * box.width, y: box.y + y * box.height });
    const middle = async () => {
      const { left, width, top, height } = await sight(page);
      return { x: left + width / 2, y: top + height / 2 };
    };
    // A click at an end of the tree shows that end.
    const ends = query ? [at(0.5, 0.95), at(0.5, 0.05)] : [at(0.95, 0.5), at(0.05, 0.5)], along = query ? "y" : "x";
    for (const [end, want] of [[ends[0], 0.95], [ends[1], 0.05]]) {
      await page.mouse.click(end.x, end.y);
      await until(async () => Math.abs((await middle())[along] - want) < 0.03, `the middle of the view is at ${want}`);
      await showsView(page);
    }
    // The rectangle is dragged, from wherever it is held.
    await page.mouse.move(ends[1].x + 3, ends[1].y + 3);
    await page.mouse.down();
    await page.mouse.move((ends[0].x + ends[1].x) / 2 + 3, (ends[0].y + ends[1].y) / 2 + 3, { steps: 4 });
    await page.mouse.up();
    await until(async () => Math.abs((await middle())[along] - 0.5) < 0.03, "the middle of the view is that of the tree");
    await idle(page);
    await showsView(page);
    // Keys are as before: the focus has not moved, and the arrow goes on from it.
    assert.equal(await focused(), before);
    await page.keyboard.press(query ? "ArrowRight" : "ArrowDown");
    await until(async () => (await focused()) !== before, "the arrow leads to the child");
    assert.equal(await map(page).getAttribute("aria-hidden"), "true");
    assert.equal(await map(page).evaluate((m) => m.tabIndex), -1);
    for (const name of query ? [] : themes) {
      await theme(page, name);
      await idle(page);
      await accessible(page, `the small picture, ${name}`);
      await shot(page, `minimap ${name}`);
    }
    if (query) await shot(page, "minimap sideways");
  });
}

person("the small picture is hidden while the whole tree is in sight, and on a phone", {}, async (page) => {
  await visit(page, { text: "players 3 1[ (1,2,3) (3,2,1) ]" });
  assert.equal(await map(page).isVisible(), false, "a small tree");
  for (let i = 0; i < 4; i++) await page.getByRole("button", { name: "zoom in" }).click();
  await map(page).waitFor(); // one sees a part of it now
  await page.getByRole("button", { name: "Fit" }).click();
  await map(page).waitFor({ state: "hidden" });
  await unfolded(page);
  await map(page).waitFor();
  await page.getByRole("button", { name: "Fit" }).click();
  await map(page).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "zoom in" }).click();
  await map(page).waitFor();
  await page.setViewportSize(narrow);
  await map(page).waitFor({ state: "hidden" });
});

person("the small picture does not cover the node that a key leads to", {}, async (page) => {
  await unfolded(page);
  await map(page).waitFor();
  const apart = () => page.evaluate(() => {
    const a = document.getElementById("minimap").getBoundingClientRect(), b = document.querySelector("#canvas g.node.main .box").getBoundingClientRect();
    return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  });
  // The last leaf is in the lower right corner, the first one of its level in the left one.
  await page.keyboard.press("End");
  await until(() => page.evaluate(() => document.querySelector("#canvas g.node.main")?.matches(".leaf")), "the last leaf is the current node");
  await until(apart, "the last leaf is clear");
  const first = await page.evaluate(() => document.querySelector("#canvas g.node.leaf").getAttribute("data-id"));
  await page.keyboard.press("Home");
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowDown");
  await until(() => page.evaluate((id) => document.querySelector("#canvas g.node.main")?.getAttribute("data-id") === id, first), "the first leaf is the current node");
  await idle(page);
  await until(apart, "the first leaf is clear");
});
