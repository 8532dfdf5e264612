// The map of the run of another program: as it grows, and of one that is too large to be played.

import assert from "node:assert/strict";
import { accessible, narrow, person, shot, theme, themes, wide } from "./harness.mjs";

/** The run of an alpha-beta search on a random tree with five children a node, as a program prints it. @param {number} depth */
function alphaBeta(depth) {
  const lines = ['{"kind":"minimax","algorithm":"alphabeta","title":"alpha-beta on a random tree"}'];
  let next = 0, seed = 1;
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) >> 12;
  /** @param {number} left @param {1 | 2} player @param {number} alpha @param {number} beta @param {number} move @returns {number} */
  const search = (left, player, alpha, beta, move) => {
    const id = next++;
    if (left === 0) {
      const value = random() % 1000;
      lines.push(`{"type":"leaf","id":${id},"move":"m${move}","value":${value}}`);
      return value;
    }
    lines.push(`{"type":"enter","id":${id},"player":${player},"move":"m${move}"}`);
    let best = player === 1 ? -1 : 2000;
    for (let k = 0; k < 5; k++) {
      const v = search(left - 1, player === 1 ? 2 : 1, alpha, beta, k);
      best = player === 1 ? Math.max(best, v) : Math.min(best, v);
      if (player === 1) alpha = Math.max(alpha, best);
      else beta = Math.min(beta, best);
      if (alpha >= beta && k < 4) {
        lines.push(`{"type":"prune","id":${id},"cut":${4 - k}}`);
        break;
      }
    }
    lines.push(`{"type":"exit","id":${id},"value":${best}}`);
    return best;
  };
  lines.push(`{"type":"done","value":${search(depth, 1, -1, 2000, 0)}}`);
  return lines.map((line) => `${line}\n`);
}

/** A map that grows may leave the version of a tile behind before it is asked for; the page then asks for the next one. */
const left = /404.*\/map\/tiles\?/;
const ndjson = { "Content-Type": "application/x-ndjson" };

for (const [width, viewport] of Object.entries({ wide, narrow })) {
  person(`a large run opens on its map, and a node of it is shown at its line, ${width}`, { viewport, expect: left }, async (page) => {
    const lines = alphaBeta(10), kept = await (await page.request.post("/api/v1/traces", { data: lines.join(""), headers: ndjson })).json();
    assert.ok(kept.nodes > 300_000, `the run has ${kept.nodes} nodes`);
    await page.goto(kept.url);
    await page.locator(`[data-map][data-nodes="${kept.nodes}"][data-state=done]`).waitFor({ timeout: 60_000 });
    await page.waitForSelector("html[data-idle]");
    for (const name of themes) {
      await theme(page, name);
      await accessible(page, `the map of a large run in ${name}, ${width}`);
      await shot(page, `traces map ${name} ${width}`);
      const over = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `the page in ${name} is ${over} px wider than the window`);
    }
    // The first child of the root is entered in line 3.
    const field = page.getByRole("searchbox", { name: /Find a node/ });
    await field.fill("m0");
    await page.locator(".map-found button").first().click();
    await page.locator("#said").filter({ hasText: /^\s*After line 3 of [\d,]+: .*\b2 nodes/ }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get("line"), "3");
    assert.equal(await page.locator("#line").inputValue(), "3");
    const counted = await page.locator("#counters [data-count=nodes]").innerText();
    assert.equal(counted.replaceAll(",", ""), String(kept.nodes), "the counters are those of the whole run");
  });
}

person("the map of a run grows while its program sends it", { viewport: wide, expect: left }, async (page) => {
  await page.goto("/traces");
  const live = await page.evaluate(async () => (await fetch("/api/v1/traces?live=1", { method: "POST" })).json());
  /** @param {string} path @param {string[]} [some] */
  const post = (path, some) => page.request.post(`/api/v1/traces/${live.key}/${path}`, { data: some?.join("") ?? "", headers: ndjson });
  const lines = alphaBeta(5), half = lines.length >> 1;
  await page.goto(live.url);
  await page.getByRole("link", { name: "Show the map of the whole tree" }).click();
  await page.getByRole("status").filter({ hasText: "The program is running. The page follows it." }).waitFor();
  const map = page.locator("[data-map]");
  assert.equal(await map.getAttribute("data-nodes"), "0");
  await post("lines", lines.slice(0, half));
  // The map and the page may each show what has come so far, and then the rest.
  const both = await page.waitForFunction(() => {
    const [map, page] = ["[data-map]", "#trace-page"].map((s) => Number(document.querySelector(s).dataset.nodes));
    return map > 50 && map === page && map;
  });
  assert.equal(await map.getAttribute("data-state"), "running");
  const nodes = await both.jsonValue();
  await accessible(page, "the map of a run that goes on");
  await shot(page, "traces map live");
  await post("lines", lines.slice(half));
  await page.waitForFunction((before) => Number(document.querySelector("[data-map]").dataset.nodes) > before, nodes);
  await post("end");
  await page.locator('#found[data-verdict]').waitFor();
});
