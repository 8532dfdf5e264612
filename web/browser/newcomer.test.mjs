// What a first-time user meets: a tree that is too
// large for its window, and keys alone.

import assert from "node:assert/strict";
import { atStep, person, url } from "./harness.mjs";

/** A tree of 1,885 nodes, 1,728 of them on its last ply. */
async function flat() {
  const grow = { players: 3, branching: 12, depth: 3, maxsum: 10, constant: true, seed: 1 };
  const answer = await fetch(`${url}/api/v1/trees`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ grow }) });
  return (await answer.json()).read;
}

/** Whether the node at work is in sight, and how many pixels a unit has. */
const sight = (page) => page.evaluate(() => {
  const svg = document.querySelector("#stage svg.tree"), now = svg.querySelector("g.node.now");
  const window = svg.getBoundingClientRect(), node = now.getBoundingClientRect();
  return { inside: node.left >= window.left && node.right <= window.right && node.top >= window.top && node.bottom <= window.bottom, scale: svg.getScreenCTM().a };
});

person("a tree too large for its window is played where it is searched", { motion: true }, async (page) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(await flat());
  await atStep(page, 0);
  for (let step = 1; step <= 12; step++) {
    await page.keyboard.press("ArrowRight");
    await atStep(page, step);
    const { inside, scale } = await sight(page);
    assert.ok(inside && scale > 0.5, `the node at work at step ${step}: in sight ${inside}, at the scale ${scale}`);
  }
  const whole = () => page.locator("#stage svg.tree").getAttribute("viewBox");
  await page.keyboard.press("f");
  assert.match(await whole(), /^0 0 /, "all of the tree");
  await page.keyboard.press("f");
  const back = await sight(page);
  assert.ok(back.inside && back.scale > 0.5, "back to the node at work");
  // A part of the tree that the user has chosen stays in sight.
  await page.getByRole("button", { name: "zoom in" }).click();
  const chosen = await whole();
  await page.keyboard.press("End");
  await atStep(page);
  assert.equal(await whole(), chosen);
});

person("the keyboard goes from algorithm to algorithm", { motion: true }, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=maxn");
  await atStep(page);
  for (let i = 0; i < 40 && (await page.evaluate(() => /** @type {HTMLInputElement} */ (document.activeElement).name)) !== "algorithm"; i++) await page.keyboard.press("Tab");
  for (const name of ["immediate", "shallow", "deep"]) {
    await page.keyboard.press("ArrowRight");
    await page.waitForURL((u) => u.searchParams.get("algorithm") === name);
    await atStep(page);
    assert.ok(await page.locator(`input[name=algorithm][value=${name}]`).evaluate((i) => i === document.activeElement && i.matches(":focus-visible")), `the focus is on ${name}`);
  }
});

person("Escape and Tab lead a newcomer out of a tree, and a fold needs no copy", { motion: true }, async (page) => {
  await page.goto("/edit?figure=k1991-fig6");
  const nodes = page.locator("#canvas g.node");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.closest("#canvas")), null, "the focus has left the tree");
  assert.equal(await nodes.count(), 7);
  await page.locator('#canvas g.node[data-label="c"]').click();
  await page.keyboard.press("Space");
  await page.waitForURL((u) => u.searchParams.get("folded") === "3");
  await page.waitForFunction(() => document.querySelectorAll("#canvas g.node").length === 3);
  await page.reload();
  assert.equal(await nodes.count(), 3);
  await page.getByText("Not saved yet").waitFor();
  // A tree can be dragged at once, as the line below it says.
  for (const [path, count] of [["/edit", 2], ["/edit?text=players+2+1[(1,2)]", 3]]) {
    await page.goto(path);
    await page.keyboard.press("Tab");
    await page.waitForFunction((n) => document.querySelectorAll("#canvas g.node").length === n, count);
  }
});
