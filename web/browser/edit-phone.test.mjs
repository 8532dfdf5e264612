// The editor on a phone: what is opened leaves the tree in sight, and what the
// results ask for is in reach. And what goes with another kind of tree, anywhere.

import assert from "node:assert/strict";
import { fig6, holds, keep, node, press, saved, textIs } from "./editor.mjs";
import { accessible, idle, narrow, person, shot } from "./harness.mjs";

const unlimited = fig6.replace("maxsum 9 ", "");

async function visit(page, text = fig6) {
  await page.goto((await keep({ text })).edit);
  await saved(page);
}

const apart = (a, b) => a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

/** The nodes of the tree that a box covers. @param {import("playwright-core").Page} page @param {{x: number, y: number, width: number, height: number}} box */
async function covered(page, box) {
  const nodes = await page.locator("#canvas g.node").evaluateAll((all) => all.map((g) => {
    const { x, y, width, height } = g.querySelector(".box").getBoundingClientRect();
    return { name: g.getAttribute("data-label"), x, y, width, height };
  }));
  assert.equal(nodes.length, 7);
  return nodes.filter((n) => !apart(n, box)).map((n) => n.name);
}

person("on a phone the form of a value is a sheet under the tree, and covers no node", { viewport: narrow, touch: true }, async (page) => {
  await visit(page);
  for (const label of ["a", "c", "d", "e", "f", "g"]) {
    await node(page, label).tap();
    await node(page, label).tap();
    const form = page.locator("#node-panel");
    await form.waitFor();
    await idle(page);
    const box = await form.boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= narrow.width && box.y + box.height <= narrow.height, JSON.stringify(box));
    assert.deepEqual(await covered(page, box), [], `the form of ${label}`);
    if (label === "e") await shot(page, "phone form");
    await press(page, "Escape");
  }
  await node(page, "e").tap();
  await node(page, "e").tap();
  await page.locator("#node-panel .score-fields input").first().fill("(4, 4, 1)");
  await page.locator("#node-panel").getByRole("button", { name: "Done" }).tap();
  await holds(page, "e: (4,4,1)");
});

person("on a phone a node at the bottom moves out from under the form", { viewport: { width: 360, height: 560 }, touch: true }, async (page) => {
  await visit(page, "players 2 a: 1[ b: 2[ c: 1[ d: 2[ e: 1[ f: 2[ g: 1[ h: 2[ i: 1[ j: 2[ k: 1[ l: (1,2) ] ] ] ] ] ] ] ] ] ] ]");
  await page.locator("#fit").tap();
  await idle(page);
  await node(page, "l").tap();
  await node(page, "l").tap();
  await page.locator("#node-panel").waitFor();
  await idle(page);
  const leaf = await node(page, "l").locator(".box").boundingBox(), box = await page.locator("#node-panel").boundingBox();
  assert.ok(leaf.y > 0 && apart(leaf, box), `${JSON.stringify(leaf)} under ${JSON.stringify(box)}`);
});

for (const [what, options] of Object.entries({ "a phone": { viewport: narrow, touch: true }, "a small screen": { viewport: { width: 1024, height: 768 } }, "a wide screen": {} })) {
  person(`on ${what} the find bar covers nothing of the tree`, options, async (page) => {
    await visit(page);
    await page.locator("#more").click();
    await page.getByRole("menuitem", { name: "Find nodes" }).click();
    await page.locator("#find input").fill("f");
    await page.locator("#find").getByText("1 of 1").waitFor();
    await idle(page);
    const bar = await page.locator("#find").boundingBox();
    assert.deepEqual(await covered(page, bar), []);
    const top = await node(page, "a").boundingBox();
    assert.ok(top.y >= bar.y + bar.height, "the whole tree is below it");
    await press(page, "Escape");
    await page.locator("#find").waitFor({ state: "hidden" });
  });
}

person("on a phone maxsum is set by a button under the tree, where the algorithms want it", { viewport: narrow, touch: true }, async (page) => {
  await visit(page, unlimited);
  const button = page.locator("#maxsum-hint").getByRole("button", { name: "Set maxsum 9" });
  await button.waitFor();
  const box = await button.boundingBox();
  assert.ok(box.y >= 0 && box.y + box.height <= narrow.height && box.height >= 24, `without scrolling: ${JSON.stringify(box)}`);
  await accessible(page, "the button for maxsum");
  await button.tap();
  await textIs(page, "maxsum 9");
  await holds(page, "maxsum 9");
  await idle(page);
  assert.equal(await button.isVisible(), false);
  await press(page, "Control+z");
  await button.waitFor();
});

person("another kind of tree offers to clear what does not fit, and undo brings it back", {}, async (page) => {
  await visit(page);
  const menu = page.locator("#tree-menu"), kind = page.locator("#header-kind"), offer = page.getByRole("dialog", { name: "Some values do not fit" });
  const choose = async (to) => {
    if (!(await menu.evaluate((m) => m.open))) await menu.locator("summary").click();
    await kind.selectOption(to);
  };
  await choose("path");
  await offer.getByText("b has a value, which a path tree does not support").waitFor();
  await accessible(page, "the offer to clear values");
  await offer.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Not done: b has a value").waitFor();
  assert.equal(await kind.inputValue(), "maxn");
  await choose("path");
  await offer.getByRole("button", { name: "Change the kind" }).click();
  await textIs(page, "kind path");
  await page.locator("#live-status").getByText("what it does not support cleared at 4 nodes").waitFor();
  assert.equal(await kind.inputValue(), "path");
  await saved(page);
  await node(page, "a").focus();
  await press(page, "Control+z");
  await textIs(page, "e: (2,2,5) f: (2,3,4)");
  // Three players move here, and minimax has two.
  await choose("minimax");
  await offer.getByText("player 3 moves at d").waitFor();
  await offer.getByRole("button", { name: "Change the kind" }).click();
  await textIs(page, "kind minimax");
  await textIs(page, "d: max[ e: 2 f: 2 ]");
});

person("the history speaks of levels as the pages do", {}, async (page) => {
  await visit(page);
  await node(page, "c").click();
  await page.locator("#ply-menu summary").click();
  await page.locator("#ply-menu").locator("[data-part=movers] button").nth(2).click();
  await textIs(page, "c: 3[");
  await page.getByText("2 children, level 2").waitFor();
  await page.getByRole("button", { name: "History" }).click();
  await page.locator("#history li").getByText("player 3 moves on level 2, at 1 node").first().waitFor();
  assert.doesNotMatch(await page.locator("#history").innerText(), /\bpl(y|ies)\b/);
});
