// Finding nodes and commands in the editor.

import assert from "node:assert/strict";
import { editElsewhere, fig6, keep, node, press, saved, textIs } from "./editor.mjs";
import { accessible, idle, narrow, person, shot, theme, themes, until } from "./harness.mjs";

async function visit(page, source) {
  const tree = await keep(source);
  await page.goto(tree.edit);
  await saved(page);
  await idle(page);
  return tree;
}

const main = (page) => page.evaluate(() => document.querySelector("#canvas g.node.main")?.getAttribute("data-label"));

/** Types into the bar, and waits for what it says. */
async function find(page, query, says) {
  await page.getByRole("textbox", { name: "Find nodes" }).fill(query);
  await page.locator("#find").getByText(says, { exact: true }).waitFor();
}

person("nodes are found by label, path, value and mover", {}, async (page) => {
  await visit(page);
  await press(page, "Control+f");
  for (const [query, says, label] of [
    ["d", "1 of 1", "d"], ["D", "1 of 1", "d"], ["2.1", "1 of 1", "d"], ["root.2.1.2", "1 of 1", "f"], ["root.children[1].children[1]", "1 of 1", "g"], ["a/c/g", "1 of 1", "g"],
    ["(6,1,2)", "1 of 1", "g"], ["6 1 2", "1 of 1", "g"], ["2,?,5", "1 of 1", "e"], ["2,", "None", undefined], ["2,3", "1 of 1", "f"],
    ["player 3", "1 of 1", "d"], ["move 2", "1 of 1", "c"], ["zzz", "None", undefined],
  ]) {
    await find(page, query, says);
    if (label) await until(async () => (await main(page)) === label, `${query} leads to ${label}, not ${await main(page)}`);
  }
  // A score alone: every leaf that has it, one after the other.
  await find(page, "5", "1 of 2");
  assert.equal(await page.locator("#canvas g.node.found").count(), 2);
  await press(page, "Enter");
  await page.locator("#find").getByText("2 of 2").waitFor();
  assert.equal(await main(page), "e");
  await press(page, "Shift+Enter");
  await until(async () => (await main(page)) === "b", "the one before");
  for (const name of themes) {
    await theme(page, name);
    await accessible(page, `the bar that finds nodes in ${name}`);
    await shot(page, `find ${name}`);
  }
  // After leaving it, the node that was found is selected.
  await page.getByRole("textbox", { name: "Find nodes" }).press("Escape");
  assert.equal(await page.locator("#find").isVisible(), false);
  assert.equal(await page.locator("#canvas g.node.found").count(), 0);
  await press(page, "Control+f");
  await find(page, "2,", "None");
  await find(page, "2,2", "1 of 1");
  await page.getByRole("textbox", { name: "Find nodes" }).press("Escape");
  await press(page, "x Enter");
  await textIs(page, "x: (2,2,5)");
  // All that were found are selected, and changed at once.
  await press(page, "Control+f");
  await find(page, "player", "None");
  await find(page, "2", "1 of 5");
  await page.getByRole("button", { name: "Select all" }).click();
  await page.getByRole("heading", { name: "5 nodes" }).waitFor();
});

person("what is folded is found and opened", {}, async (page) => {
  const grow = { players: 3, branching: 4, depth: 5, maxsum: 10, constant: true, seed: 1 };
  const tree = await visit(page, { grow });
  const { tree: document, ids } = await (await fetch(new URL(`/api/v1/trees/${tree.id}`, page.url()))).json();
  assert.ok(ids.length > 1000 && (await page.locator("#canvas g.node").count()) < 400, "most of the tree is folded");
  await editElsewhere(tree, { op: "set", nodes: [ids[ids.length - 1]], label: "needle" });
  await page.getByText(/Saved, revision 2/).waitFor();
  assert.equal(await node(page, "needle").count(), 0);
  await press(page, "Control+f");
  await find(page, "needle", "1 of 1");
  await node(page, "needle").waitFor();
  await until(() => node(page, "needle").evaluate((g) => {
    const box = g.getBoundingClientRect(), window = document.getElementById("canvas").getBoundingClientRect();
    return g.matches(".main") && box.left >= window.left && box.right <= window.right && box.top >= window.top && box.bottom <= window.bottom;
  }), "it is selected and in sight");
  await find(page, "4.4.4.4.4", "1 of 1");
  assert.equal(await main(page), "needle");
  assert.ok(document.root.children.length === 4);
});

person("what is folded is found in a tree that is not saved, too", {}, async (page) => {
  await page.goto(`/edit?text=${encodeURIComponent(fig6)}&folded=3`);
  await idle(page);
  assert.equal(await page.locator("#canvas g.node").count(), 3);
  await press(page, "Control+f");
  await find(page, "(2,3,4)", "1 of 1");
  await node(page, "f").waitFor();
  await until(async () => (await main(page)) === "f", "it is selected");
  await page.getByText("Not saved yet").waitFor();
});

person("every command is found by its words, and done", {}, async (page) => {
  await visit(page);
  const list = page.getByRole("dialog", { name: "All commands" });
  await node(page, "d").click();
  await press(page, "Control+k");
  await list.waitFor();
  for (const name of themes) {
    await page.keyboard.press("Escape");
    await theme(page, name);
    await node(page, "d").click();
    await press(page, "Control+k");
    await list.waitFor();
    await accessible(page, `all commands in ${name}`);
    await shot(page, `all commands ${name}`);
  }
  await page.keyboard.type("dupl");
  assert.deepEqual(await list.getByRole("option").allInnerTexts().then((all) => all.map((t) => t.split("\n")[0].trim())), ["Duplicate"]);
  await press(page, "Enter");
  await textIs(page, "(2,3,4) ] d: 3[ e:");
  // Every button above the tree is in the list.
  await press(page, "Control+k");
  const runs = await list.locator("[role=option]").evaluateAll((all) => all.map((o) => o.dataset.run));
  const buttons = await page.locator("#tools button[data-command]").evaluateAll((all) => all.map((b) => b.dataset.command));
  assert.deepEqual(buttons.filter((b) => !runs.includes(b)), []);
  // Arrows choose; what cannot be done gives its reason.
  await page.keyboard.type("undo");
  await press(page, "Enter");
  await textIs(page, "f: (2,3,4) ] g:");
  await node(page, "a").click();
  await press(page, "Control+k");
  await page.keyboard.type("node after");
  await press(page, "Enter");
  await page.getByText("Not now: The root has no sibling").first().waitFor();
  await press(page, "Control+k");
  await page.keyboard.type("no such thing");
  await list.getByText("There is no such command").waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-label")), "a", "the focus after Escape");
  // From a field, too: what is typed there comes first.
  await page.getByRole("textbox", { name: "Label" }).fill("root");
  await press(page, "Control+k");
  await page.keyboard.type("all keys");
  await press(page, "Enter");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await page.keyboard.press("Escape");
  await textIs(page, "root: 1[");
});

person("on a phone a button leads to finding and to all commands", { viewport: narrow, touch: true }, async (page) => {
  await visit(page);
  await page.getByRole("button", { name: "find, select, all commands" }).tap();
  await accessible(page, "the menu of the tree on a phone");
  await shot(page, "menu of the tree narrow");
  await page.getByRole("menuitem", { name: "Find nodes…" }).tap();
  await find(page, "g", "1 of 1");
  await shot(page, "find narrow");
  const over = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `the page is ${over} px wider than its window`);
  for (const button of await page.locator("#find button").all()) {
    const box = await button.boundingBox();
    assert.ok(box.width >= 24 && box.height >= 24 && box.x + box.width <= narrow.width, JSON.stringify(box));
  }
  await page.locator("#find").getByRole("button", { name: "close" }).tap();
  await page.getByRole("button", { name: "find, select, all commands" }).tap();
  await page.getByRole("menuitem", { name: "All commands…" }).tap();
  await page.getByRole("dialog", { name: "All commands" }).waitFor();
  await shot(page, "all commands narrow");
});

person("nodes are found by the name of the move to them, and where chance moves", {}, async (page) => {
  await visit(page, { text: "kind minimax a: max[ <safe> s: 3 <gamble> b: *[ c: 1 <tails> d: 2 ] ]" });
  await press(page, "Control+f");
  for (const [query, label] of [["tail", "d"], ["SAFE", "s"], ["chance", "b"], ["gamble", "b"]]) {
    await find(page, query, "1 of 1");
    await until(async () => (await main(page)) === label, `${query} leads to ${label}`);
  }
});

/** Where a node is in the window. */
const placeOf = (page, label) => node(page, label).locator(".box").boundingBox();

/** Whether a node is inside the canvas. */
const inSight = (page, label) => node(page, label).evaluate((g) => {
  const box = g.querySelector(".box").getBoundingClientRect(), window = document.getElementById("canvas").getBoundingClientRect();
  return box.left >= window.left && box.right <= window.right && box.top >= window.top && box.bottom <= window.bottom;
});

for (const [what, options] of Object.entries({ "a desk": {}, "a phone": { viewport: narrow, touch: true } })) {
  person(`on ${what} a node that was found stays in sight when the bar is closed`, options, async (page) => {
    const leaves = Array.from({ length: 300 }, (_, i) => `l${i + 1}: (${i % 7},1,2)`).join(" ");
    await visit(page, { text: `players 3 root: 1[ ${leaves} ]` });
    await page.locator("#unfold").click({ timeout: 3000 }).catch(() => {}); // a wide tree opens folded
    await idle(page);
    const finding = async () => {
      if (!options.touch) return press(page, "Control+f");
      await page.getByRole("button", { name: "find, select, all commands" }).tap();
      await page.getByRole("menuitem", { name: "Find nodes…" }).tap();
    };
    for (const by of ["Escape", "button"]) {
      await finding();
      await find(page, by === "Escape" ? "l250" : "l40", "1 of 1");
      await press(page, "Enter");
      const label = await main(page);
      await idle(page);
      assert.ok(await inSight(page, label), `${label} is in sight`);
      const { x } = await placeOf(page, label);
      if (by === "Escape") await press(page, "Escape");
      else await page.locator("#find").getByRole("button", { name: "close" }).click();
      await page.locator("#find").waitFor({ state: "hidden" });
      await idle(page);
      assert.ok(await inSight(page, label), `${label} is in sight after ${by}: ${JSON.stringify(await placeOf(page, label))}`);
      assert.ok(Math.abs((await placeOf(page, label)).x - x) < 2, "it has not moved to the side");
    }
  });
}
