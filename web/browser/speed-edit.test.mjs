// How long an edit takes, from a key to the painted tree.

import assert from "node:assert/strict";
import { keep, saved } from "./editor.mjs";
import { layoutClock } from "./clocks.mjs";
import { frames, idle, person } from "./harness.mjs";

/** Latencies from a key to the painted tree, in milliseconds, sorted. */
async function latencies(page, times) {
  await page.evaluate(() => {
    globalThis.costs = [];
    let from = 0;
    addEventListener("keydown", (e) => (from = e.timeStamp), true);
    new MutationObserver((list) => {
      if (from === 0 || !list.some((m) => m.addedNodes.length + m.removedNodes.length > 0)) return;
      const at = from;
      from = 0;
      requestAnimationFrame(() => {
        const painted = new MessageChannel();
        painted.port1.onmessage = () => globalThis.costs.push(performance.now() - at);
        painted.port2.postMessage(0);
      });
    }).observe(document.querySelector("#canvas svg"), { childList: true });
  });
  for (let i = 0; i < times; i++) {
    for (const key of ["Tab", "Enter", "Delete"]) {
      await page.keyboard.press(key);
      await idle(page);
    }
  }
  return (await page.evaluate(() => globalThis.costs)).sort((a, b) => a - b);
}

/** Opens a tree with a given number of children of each node, level by level; resolves to the number of drawn nodes. */
async function open(page, levels) {
  let leaf = 0;
  const grow = (d) => (d === levels.length ? `(${leaf++ % 7},2,1)` : `${(d % 3) + 1}[ ${Array.from({ length: levels[d] }, () => grow(d + 1)).join(" ")} ]`);
  const { edit } = await keep({ text: `players 3 maxsum 10 ${grow(0)}` });
  await page.goto(edit);
  await saved(page);
  await page.getByRole("button", { name: "Unfold" }).click(); // so wide a tree comes folded
  await idle(page);
  return page.locator("#canvas g.node").count();
}

person("from an arrow key to the painted selection in a tree of 1,000 drawn nodes", { motion: true }, async (page) => {
  const drawn = await open(page, [4, 5, 5, 4, 4]), most = 50;
  assert.ok(drawn >= 900, `${drawn} nodes are drawn`);
  await page.evaluate(() => {
    globalThis.costs = [];
    addEventListener("keydown", (e) => requestAnimationFrame(() => {
      const painted = new MessageChannel(), main = document.querySelector("#canvas .main");
      if (main !== globalThis.last) painted.port1.onmessage = () => globalThis.costs.push(performance.now() - e.timeStamp);
      globalThis.last = main;
      painted.port2.postMessage(0);
    }), true);
  });
  const layouts = await layoutClock(page);
  const keys = "ArrowDown ArrowDown ArrowRight ArrowRight ArrowRight ArrowLeft ArrowRight ArrowUp ArrowRight ArrowDown".split(" ");
  // Another machine on the same processor can slow this one down for a while, so the best of some tries counts.
  let layout = Infinity;
  for (let tries = 3; tries > 0 && layout > 10; tries--) {
    const before = await layouts();
    for (let i = 0; i < 30; i++) {
      await page.keyboard.press(keys[i % keys.length]);
      await frames(page);
    }
    layout = Math.min(layout, ((await layouts()) - before) / 30);
  }
  await idle(page);
  const costs = (await page.evaluate(() => globalThis.costs)).sort((a, b) => a - b), p95 = costs[Math.floor(costs.length * 0.95)], best = costs[Math.floor(costs.length / 10)];
  console.log(`${drawn} drawn: arrow to paint median ${costs[costs.length >> 1].toFixed(0)} ms, 95th percentile ${p95.toFixed(0)} ms, want ${most}; layout ${layout.toFixed(1)} ms a key`);
  assert.ok(costs.length >= 25, `${costs.length} keys moved the selection`);
  // Other work on the machine holds keys up; a tenth of them must show what the page can do.
  assert.ok(best <= 2 * most, `nine keys of ten took more than ${best} ms, want at most ${most} on a quiet machine`);
  // The layout of all texts would take most of that time, and its clock does not run while others work.
  assert.ok(layout <= 10, `a key took ${layout} ms of layout: only what is selected needs one, not the whole picture`);
});

for (const [nodes, levels, most] of [[200, [3, 4, 4, 3], 50], [2000, [4, 5, 5, 4, 4], 80]]) {
  person(`from a key to the painted tree of ${nodes} nodes`, { motion: true }, async (page) => {
    const drawn = await open(page, levels);
    assert.ok(drawn >= Math.min(nodes, 900) && drawn <= 1001, `${drawn} nodes are drawn`);
    for (const key of ["ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
    const costs = await latencies(page, Number(process.env.EDITS || 8));
    const p95 = costs[Math.floor(costs.length * 0.95)];
    console.log(`${nodes} nodes, ${drawn} drawn: key to paint median ${costs[costs.length >> 1].toFixed(0)} ms, 95th percentile ${p95.toFixed(0)} ms, want ${most}`);
    assert.ok(costs.length >= 12, `${costs.length} edits were painted`);
    // Other work on the machine holds edits up; a tenth of them must show what the page can do.
    const best = costs[Math.floor(costs.length / 10)];
    assert.ok(best <= 4 * most, `nine edits of ten took more than ${best} ms, want at most ${most} on a quiet machine`);
  });
}
