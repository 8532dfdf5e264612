// The map of a large search: it opens while the search runs, and is zoomed, scrubbed and
// walked by pointer and keys.

import assert from "node:assert/strict";
import { accessible, idle, narrow, person, themes, until } from "./harness.mjs";

/** A search of two million nodes. */
const large = "/games/sergeant-major/search?algorithm=shallow&depth=9";
/** One with cuts, and another to compare it with. */
const compared = "/games/sergeant-major/search?algorithm=shallow&depth=9&tricks=4&other=maxn";

const map = "[data-map]";

/** @param {import("playwright-core").Page} page @param {string} path */
async function open(page, path) {
  await page.goto(path);
  await page.waitForFunction((at) => Number(document.querySelector(at).dataset.nodes) > 0 && document.querySelector(at).dataset.state !== "running", map);
  await idle(page);
}

/** Colours of a part of the map's canvas: how many there are, and a sum that changes with the picture. @param {import("playwright-core").Page} page */
const picture = (page) => page.evaluate(() => {
  const from = document.querySelector(".map-tiles:not([hidden])"), copy = document.createElement("canvas");
  copy.width = copy.height = 64;
  const c = copy.getContext("2d", { willReadFrequently: true });
  c.drawImage(from, 0, 0, 64, 64);
  const words = new Uint32Array(c.getImageData(0, 0, 64, 64).data.buffer);
  return { colours: new Set(words).size, sum: words.reduce((a, w) => (Math.imul(a, 31) + w) | 0, 7) };
});

const step = (page) => page.evaluate(() => Number(document.getElementById("scrub").value));

/** Where the strip shows the window, in parts of the whole; [0, 1] where it is fitted. @param {import("playwright-core").Page} page */
const seen = (page) => page.evaluate(() => {
  const w = document.querySelector(".map-window");
  if (w.hidden) return [0, 1];
  const a = w.getBoundingClientRect(), b = w.parentElement.getBoundingClientRect();
  return [(a.left - b.left) / b.width, (a.right - b.left) / b.width];
});

person("a large search opens as a map that grows, with its first picture marked", {}, async (page) => {
  await page.goto(large);
  await page.waitForFunction((at) => Number(document.querySelector(at).dataset.nodes) > 0, map);
  await page.waitForFunction(() => performance.getEntriesByName("map-first-picture").length === 1);
  await page.waitForFunction((at) => document.querySelector(at).dataset.state === "done", map);
  await idle(page);
  assert.ok(Number(await page.getAttribute(map, "data-nodes")) > 1e6, "nodes");
  assert.ok((await picture(page)).colours > 5, "the map is drawn");
  assert.match(await page.textContent("#map-state"), /done/);
  assert.match(await page.textContent("#map-sentence"), /returns/);
});

person("the wheel zooms at the pointer to single nodes, and F fits the whole again", {}, async (page) => {
  await open(page, compared);
  const box = await page.locator("#map-pane").boundingBox();
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.5);
  for (let n = 0; n < 12; n++) await page.mouse.wheel(0, -240);
  await idle(page);
  const near = await seen(page);
  assert.ok(near[1] - near[0] < 0.05, `${near}`);
  assert.ok(near[0] > 0.15 && near[0] < 0.45, `it is near the pointer: ${near}`);
  await page.keyboard.press("f");
  await idle(page);
  assert.deepEqual(await seen(page), [0, 1]);
});

person("a map with cuts opens with their sizes; T shows the tree, W all nodes alike; each is another picture", {}, async (page) => {
  await open(page, compared);
  assert.ok(await page.isChecked("#map-sizes"));
  const icicle = await picture(page);
  await page.keyboard.press("t");
  await idle(page);
  const tree = await picture(page);
  assert.notEqual(tree.sum, icicle.sum);
  assert.ok(await page.isChecked("[name=map-shape][value=tree]"));
  await page.keyboard.press("w");
  await idle(page);
  assert.notEqual((await picture(page)).sum, tree.sum);
  assert.ok(!(await page.isChecked("#map-sizes")));
  await page.keyboard.press("t");
  await page.keyboard.press("w");
  await idle(page);
  assert.equal((await picture(page)).sum, icicle.sum);
});

person("the keys step, go to the ends and from cut to cut, with the sentence of the step", {}, async (page) => {
  await open(page, compared);
  const last = await step(page);
  assert.ok(last > 1000, `${last}`);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await step(page), last - 1);
  assert.equal(await page.textContent("#step"), `step ${(last - 1).toLocaleString("en")} of ${last.toLocaleString("en")}`);
  await page.keyboard.press("Home");
  assert.equal(await step(page), 0);
  await idle(page);
  await page.keyboard.press("n");
  await page.waitForFunction(() => Number(document.getElementById("scrub").value) > 0);
  await idle(page);
  const first = await step(page);
  await page.keyboard.press("Shift+ArrowRight");
  await page.waitForFunction((s) => Number(document.getElementById("scrub").value) > s, first);
  await page.keyboard.press("Shift+N");
  await page.waitForFunction((s) => Number(document.getElementById("scrub").value) === s, first);
  await idle(page);
  assert.match(await page.textContent("#map-sentence"), /cut/);
  await page.keyboard.press("End");
  assert.equal(await step(page), last);
  await page.keyboard.press("?");
  assert.match(await page.getByRole("dialog").innerText(), /zoom in or out/);
  await page.keyboard.press("Escape");
});

person("a scrub changes the picture, and Space plays from there", {}, async (page) => {
  await open(page, compared);
  const whole = await picture(page), last = await step(page);
  await page.locator("#scrub").fill(String(Math.round(last / 3)));
  await idle(page);
  const third = await picture(page);
  assert.notEqual(third.sum, whole.sum);
  await page.locator("#speed").selectOption("10");
  await page.keyboard.press("Escape");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press(" ");
  await page.waitForFunction((s) => Number(document.getElementById("scrub").value) > s, Math.round(last / 3) + 1000);
  await page.keyboard.press(" ");
  await idle(page);
  assert.equal(await page.textContent("#play"), "Play");
});

person("a node is found by its moves, chosen, walked from, and played from", {}, async (page) => {
  await open(page, compared);
  await page.keyboard.press("/");
  await page.keyboard.type("KC 9C");
  await page.waitForSelector(".map-found li button");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#map-card[data-stays]");
  await idle(page);
  const name = await page.textContent("#map-card [data-part=name]");
  assert.match(name, /KC 9C$/);
  await page.locator("#map-pane .map-ink").focus();
  await page.keyboard.press("ArrowUp");
  await until(async () => (await page.textContent("#map-card [data-part=name]")) === name.replace(/ 9C$/, ""), "the card is of the parent");
  await page.waitForFunction(() => document.getElementById("map-said").textContent.startsWith(document.querySelector("#map-card [data-part=name]").textContent)); // it is spoken
  await page.locator("#map-play-here").press("Enter");
  await page.waitForFunction(() => document.getElementById("play").textContent === "Pause");
  await page.keyboard.press(" ");
  await idle(page);
});

/** Pixels of the layer over the map that have the colour of the focus, in which what is found and chosen is marked. @param {import("playwright-core").Page} page */
const marked = (page) => page.evaluate(() => {
  const ink = document.querySelector("#map-pane .map-ink"), probe = document.body.appendChild(document.createElement("i"));
  probe.style.setProperty("color", "var(--focus)");
  const [r, g, b] = getComputedStyle(probe).color.match(/\d+/g).map(Number), c = new OffscreenCanvas(ink.width, ink.height).getContext("2d", { willReadFrequently: true });
  c.drawImage(ink, 0, 0);
  const { data } = c.getImageData(0, 0, ink.width, ink.height);
  probe.remove();
  let n = 0;
  for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 200 && Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 12) n++;
  return n;
});

person("all nodes that a search finds are marked on the map, until it is empty", {}, async (page) => {
  await open(page, compared);
  const before = await marked(page);
  await page.locator("#map-find input").fill("9C");
  await page.locator(".map-found [role=status]", { hasText: /marked/ }).waitFor();
  await idle(page);
  const many = await marked(page);
  assert.ok(many > before + 100, `${many} pixels are marked, ${before} before`);
  assert.match(await page.textContent(".map-found [role=status]"), /^(More than )?\d+ nodes.*marked, the first 12 in this list\.$/);
  assert.equal(await page.locator(".map-found li").count(), 12);
  await page.locator("#map-find input").fill("");
  await idle(page);
  assert.equal(await marked(page), before);
});

/** How many colours the map has on the screen: a canvas of the graphics card cannot be read. @param {import("playwright-core").Page} page */
async function onScreen(page) {
  await page.evaluate(() => (document.querySelector(".map-ink").style.visibility = "hidden"));
  const shot = [...(await page.locator("#map-pane").screenshot({ animations: "allow" }))];
  return page.evaluate(async (bytes) => {
    document.querySelector(".map-ink").style.visibility = "";
    const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" })), c = new OffscreenCanvas(image.width, image.height).getContext("2d");
    c.drawImage(image, 0, 0);
    return new Set(new Uint32Array(c.getImageData(0, 0, image.width, image.height).data.buffer)).size;
  }, shot);
}

person("a map whose graphics card is lost is drawn without it, until it is back", { expect: /GPU stall due to ReadPixels|CONTEXT_LOST_WEBGL/ }, async (page) => {
  await page.addInitScript(() => document.addEventListener("readystatechange", () => document.getElementById("map")?.setAttribute("data-renderer", "webgl")));
  await open(page, compared);
  const canvases = page.locator("#map-pane .map-tiles");
  assert.ok((await onScreen(page)) > 5, "it is drawn");
  await page.evaluate(() => {
    globalThis.card = document.querySelector(".map-tiles").getContext("webgl2").getExtension("WEBGL_lose_context");
    globalThis.card.loseContext();
  });
  await until(async () => (await canvases.count()) === 2, "another canvas is there");
  await idle(page);
  assert.ok((await onScreen(page)) > 5, "it is drawn without the card");
  await page.evaluate(() => globalThis.card.restoreContext());
  await until(async () => (await canvases.count()) === 1, "the canvas of the card is back");
  await idle(page);
  assert.ok((await onScreen(page)) > 5, "it is drawn by the card again");
});

person("a search is cancelled, and its map stays", {}, async (page) => {
  await page.goto("/games/sergeant-major/search?algorithm=maxn&depth=14");
  await page.waitForFunction((at) => Number(document.querySelector(at).dataset.nodes) > 0, map);
  await page.click("#map-cancel");
  await page.waitForFunction((at) => document.querySelector(at).dataset.state === "cancelled", map);
  await idle(page);
  assert.ok((await picture(page)).colours > 3);
  assert.ok(await page.locator("#map-cancel").isHidden());
});

person("two runs are side by side, and one picture is their difference", {}, async (page) => {
  await open(page, compared);
  const one = await picture(page);
  await page.check("[name=map-compare][value=side]");
  await page.waitForFunction(() => !document.getElementById("map-pane-other").hidden);
  await idle(page);
  assert.deepEqual(await page.locator(".map-title").allInnerTexts(), ["Shallow", "Maxⁿ"]);
  const named = page.waitForResponse((r) => /\/map\/nodes\?.*other=/.test(r.url()));
  await page.check("[name=map-compare][value=difference]");
  const { nodes } = await (await named).json();
  assert.ok(nodes.filter(({ row, label }) => row === 1 && label).length > 3, "the moves of the difference have names");
  await idle(page);
  assert.notEqual((await picture(page)).sum, one.sum);
  assert.ok(await page.locator("[data-look=two]").isVisible());
  await page.check("[name=map-compare][value=one]");
  await idle(page);
  assert.equal((await picture(page)).sum, one.sum);
});

for (const [width, height] of [[1440, 900], [1366, 768], [1280, 720], [1024, 768]]) {
  person(`all rows of a map are in sight above its playback, at ${width}×${height}`, { viewport: { width, height } }, async (page) => {
    await open(page, compared);
    const [stage, playback] = await page.evaluate(() => [".map-stage", ".map-playback"].map((s) => document.querySelector(s).getBoundingClientRect()));
    assert.ok(stage.bottom <= playback.top + 0.5, `the map ends at ${stage.bottom}, the playback begins at ${playback.top}`);
    assert.ok(playback.bottom <= height, `the playback ends at ${playback.bottom}`);
  });
}

person("the table has the same facts by ply and rule", {}, async (page) => {
  await open(page, compared);
  await page.click("#map-table summary");
  await page.waitForSelector(".map-table tbody tr:nth-child(10)");
  await idle(page);
  const nodes = await page.$$eval(".map-table tbody tr", (rows) => rows.map((r) => Number(r.cells[1].textContent.replaceAll(",", ""))));
  assert.equal(nodes[0], 1);
  assert.equal(nodes.reduce((a, n) => a + n, 0), Number(await page.getAttribute(map, "data-nodes")));
});

person("the map is accessible in every theme", {}, async (page) => {
  await open(page, `${compared}&at=953685`); // with a sentence that is longer than its place
  for (const theme of themes) {
    await page.locator("#theme").selectOption(theme);
    await idle(page);
    await accessible(page, `the map, ${theme}`);
  }
});

person("a phone has the map, its controls and no overflow", { viewport: narrow, touch: true }, async (page) => {
  await open(page, compared);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= narrow.width, `${wide}`);
  const box = await page.locator("#map-pane").boundingBox();
  assert.ok(box.height > 250, `${box.height}`);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + 40);
  await page.waitForSelector("#map-card[data-stays]");
  await idle(page);
});

person("the graphics card and the processor draw the same picture, in both forms, at any step", { expect: /GPU stall due to ReadPixels/ }, async (page) => {
  await page.goto("/games");
  const differences = await page.evaluate(async () => {
    const list = Object.assign(document.createElement("script"), { id: "map-rules", type: "application/json" });
    const { rules } = await (await fetch("/api/v1/rules")).json();
    list.textContent = JSON.stringify(rules);
    document.body.append(list);
    const [{ openGl }, { Canvas }, { Tile }, { View }, { Scene }, { readPalette }] = await Promise.all(["gl", "canvas", "tiles", "view", "scene", "look"].map((name) => import(`/static/js/map/${name}.js`)));
    // Rows of nodes and of cells, of every rule and texture.
    const items = [];
    for (let row = 0; row < 8; row++) {
      const n = row < 5 ? 2 ** row : 40 + 20 * row;
      for (let i = 0; i < n; i++) items.push({ row, i, from: i / n, to: (i + 1) / n, single: row < 6, kind: (row < 6 ? 1 : 0) | (i % 11 === 7 ? 4 : 0), cut: i % 3 === 1 ? 255 : row > 5 ? (i * 53) % 255 : 0, again: i % 7 === 3 ? 200 : 0 });
    }
    const n = items.length, two = (2 * n + 3) & ~3, one = (n + 3) & ~3, buffer = new ArrayBuffer(40 + 16 * n + 2 * two + 8 * one), head = new DataView(buffer);
    head.setUint32(0, 0x31544d45, true);
    head.setUint32(4, 1, true);
    head.setFloat64(16, 1000, true);
    head.setUint16(26, 8, true);
    head.setUint32(28, n, true);
    for (const [at, value] of items.entries()) head.setUint8(40 + 16 * n + 2 * two + at, value.row);
    const tile = new Tile(buffer, 0, 0, 0);
    items.forEach((item, k) => {
      tile.first[k] = item.i * 10 + item.row;
      tile.last[k] = item.single ? tile.first[k] : tile.first[k] + 40;
      tile.count[k] = item.single ? 1 : 30 + item.i;
      tile.index[k] = item.i;
      tile.left[k] = Math.round(item.from * 65535);
      tile.right[k] = Math.round(item.to * 65535);
      tile.kind[k] = item.kind;
      tile.rule[k] = item.cut ? 1 + (item.i % rules.length) : 0;
      tile.entered[k] = 255 - item.cut;
      tile.cut[k] = item.cut;
      tile.again[k] = item.again;
    });
    const palette = readPalette(document.body), found = [];
    for (const shape of ["icicle", "tree"]) {
      for (const step of [0, 300, 1e6]) {
        const view = new View();
        view.shape = shape;
        view.resize(600, 400);
        view.grow(1000, 8);
        const pieces = [{ tile, from: 0, to: 1000 }], scene = new Scene();
        scene.build(pieces, view);
        scene.edgeCount = 0; // lines are smoothed in two ways
        const pixels = [openGl, (canvas) => new Canvas(canvas)].map((make) => {
          const canvas = document.createElement("canvas"), copy = document.createElement("canvas");
          canvas.width = copy.width = 600;
          canvas.height = copy.height = 400;
          make(canvas, true).draw(pieces, scene, view, step, palette, 1, 1);
          const c = copy.getContext("2d");
          c.drawImage(canvas, 0, 0);
          return c.getImageData(0, 0, 600, 400).data;
        });
        let wrong = 0, drawn = 0;
        for (let i = 0; i < pixels[0].length; i += 4) {
          if (Math.max(...[0, 1, 2].map((k) => Math.abs(pixels[0][i + k] - pixels[1][i + k]))) > 3) wrong++;
          if (Math.abs(pixels[1][i] - pixels[1][0]) > 3) drawn++;
        }
        found.push({ shape, step, wrong, drawn });
      }
    }
    return found;
  });
  for (const { shape, step, wrong, drawn } of differences) {
    assert.ok(drawn > 20_000, `${shape} at ${step}: ${drawn} pixels are drawn`);
    assert.ok(wrong < 240, `${shape} at ${step}: ${wrong} of 240,000 pixels differ`);
  }
});
