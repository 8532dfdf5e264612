// What a screen reader gets about the nodes of a run: the names and descriptions
// that the browser itself computes.

import assert from "node:assert/strict";
import { atStep, idle, person } from "./harness.mjs";

/** The items of the tree as they are announced: name, then description. */
async function announced(page) {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send("Accessibility.getFullAXTree");
  await devtools.detach();
  return nodes.filter((n) => n.role?.value === "treeitem").map((n) => `${n.name?.value}, ${n.description?.value}`);
}

person("a node is announced by its name, who moves, the bounds in words, its state, and whether it is current", {}, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=deep&v5=3,0,6&step=12");
  const want = [
    "a, player 1 to move, at least 5 for player 1, at most 4 for players 2 and 3; being searched",
    "b (5, 2, 2), leaf; searched", "c, player 2 to move; being searched",
    "d, player 3 to move, at most 4 for players 1 and 2, at least 5 for player 3; being searched; current",
    "e (2, 2, 5), leaf; searched", "f (3, 0, 6), leaf; cut", "g (6, 1, 2), leaf; not searched yet",
  ];
  assert.deepEqual(await announced(page), want, "as the server draws it");
  await atStep(page, 12);
  await page.keyboard.press("ArrowLeft");
  await atStep(page, 11);
  await page.keyboard.press("ArrowRight");
  await atStep(page, 12);
  await idle(page);
  assert.deepEqual(await announced(page), want, "as the script shows it");
});

person("a second visit is said once, and nothing is said of visits before", {}, async (page) => {
  await page.goto("/figures/s2003-fig6?v7=6,4,0&step=0");
  const { last } = await atStep(page, 0);
  let again = 0;
  for (const step of [0, 12, 24, 28, last]) {
    await page.locator("#scrub").fill(String(step));
    await atStep(page, step);
    await idle(page);
    for (const text of await announced(page)) {
      assert.equal(/visits|[①-⑳]/.test(text), false, text);
      assert.ok((text.match(/visit /g) ?? []).length <= 1, text);
      if (/visit 2/.test(text)) again++;
    }
  }
  assert.ok(again > 0, "a node is searched again");
});

person("the card of a node that is not searched has no visits", {}, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=maxn&step=2");
  await atStep(page, 2);
  await page.locator("#n6").click();
  await page.locator("#card").getByText("not searched yet").waitFor();
  assert.equal(await page.locator("#card [data-part=visits]").isVisible(), false);
  await page.keyboard.press("End");
  await page.locator("#card [data-part=visits] button").waitFor();
});
