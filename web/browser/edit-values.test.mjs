// Values as people type them, and the words and places of the editor.

import assert from "node:assert/strict";
import { holds, keep, node, press, saved, textIs } from "./editor.mjs";
import { accessible, atStep, idle, person } from "./harness.mjs";

async function visit(page, tree) {
  await page.goto(tree.edit);
  await saved(page);
}

person("a value is typed as it is drawn, with blanks or with commas, and has no score too many", {}, async (page) => {
  await visit(page, await keep());
  const fields = { panel: page.locator("#node-panel .score-fields input"), beside: page.locator("#node-fields .score-fields input") };
  for (const [typed, want] of [["(4, 4, 1)", "4,4,1"], ["3 3 3", "3,3,3"], ["1,2,6", "1,2,6"], ["(2 2 5)", "2,2,5"], ["0,4,5,", "0,4,5"]]) {
    await node(page, "b").click();
    await page.keyboard.type(typed); // key by key
    await press(page, "Enter");
    await textIs(page, `b: (${want})`);
  }
  for (const [place, scores] of Object.entries(fields)) {
    for (const [pasted, want] of [["(4, 4, 1)", "4,4,1"], ["3 3 3", "3,3,3"], ["1,2,6", "1,2,6"]]) {
      await node(page, "g").click();
      if (place === "panel") await press(page, "F2");
      await scores.first().focus();
      await scores.first().fill(pasted); // at once
      await press(page, "Enter");
      await textIs(page, `g: (${want})`);
    }
  }
  await saved(page);
  // A fourth score is refused, however it comes, and stays to be corrected.
  for (const [place, fault] of [["panel", "#panel-fault"], ["beside", "#node-fault"]]) {
    for (const fourth of ["key by key", "at once"]) {
      await node(page, "e").click();
      if (place === "panel") await press(page, "F2");
      await fields[place].first().focus();
      if (fourth === "at once") await fields[place].first().fill("(1, 2, 3, 3)");
      else {
        await fields[place].first().selectText();
        await page.keyboard.type("1 2 3 3");
      }
      await press(page, "Enter");
      await page.locator(fault).getByText("4 scores are typed, and there are 3 players.").waitFor();
      assert.deepEqual(await fields[place].evaluateAll((all) => all.map((f) => f.value)), ["1", "2", fourth === "at once" ? "3, 3" : "3 3"]);
      await press(page, "Escape");
    }
  }
  await idle(page);
  await holds(page, "e: (2,2,5)");
});

person("a value is tried in a run as it is drawn", {}, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=deep&step=0");
  await atStep(page, 0);
  await page.locator("#n5 .value").click();
  await page.locator("#what-if input").first().fill("(3, 0, 6)");
  await page.locator("#what-if .answer").getByText("With f = (3, 0, 6)").waitFor();
  await page.locator("#what-if input").first().fill("3 0 6 1");
  await page.locator("#what-if-fault").getByText("is not a number").waitFor();
});

person("every control of the editor has a name of its own, in plain words", {}, async (page) => {
  await visit(page, await keep());
  const names = await page.locator("#edit > .edit-head, #tools").evaluateAll((parts) => parts.flatMap((p) => [...p.querySelectorAll("button, a, summary")]).map((b) => b.textContent.trim().replace(/\s+/g, " ")));
  assert.deepEqual(names.filter((n, i) => names.indexOf(n) !== i), [], "names that appear twice");
  const words = await page.locator("#edit").innerText();
  for (const riddle of ["Node only", "drag copies", "Ply", "tells all"]) assert.equal(words.includes(riddle), false, riddle);
  await node(page, "b").click();
  const beside = page.locator("#node-fields");
  await beside.getByLabel("Player drawn at the leaf").waitFor();
  assert.match(await beside.getByLabel("Values to try", { exact: true }).getAttribute("placeholder"), /0, 0, 0 \| 1, 1, 1/);
  await page.getByText("Leaf, level 2").waitFor();
});

person("the help begins at its top, and Esc goes from it and from a menu to the tree", { viewport: { width: 1024, height: 500 } }, async (page) => {
  await visit(page, await keep());
  await node(page, "b").click();
  await page.keyboard.press("?");
  const help = page.locator("#help");
  await help.waitFor();
  assert.equal(await help.evaluate((d) => d.scrollTop), 0);
  assert.equal(await page.evaluate(() => document.activeElement.id), "help-title");
  await accessible(page, "the help of the editor");
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "hidden" });
  const inTree = () => page.waitForFunction(() => document.activeElement?.getAttribute("data-label") === "b");
  await inTree();
  for (const menu of ["#tree-menu", "#ply-menu"]) {
    await page.locator(`${menu} summary`).click();
    await page.keyboard.press("Escape");
    await inTree();
    assert.equal(await page.locator(menu).evaluate((m) => m.open), false);
  }
});

person("what is pasted is counted, and a tree is counted before it is made", {}, async (page) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await visit(page, await keep());
  await node(page, "d").click();
  await press(page, "Control+c");
  await node(page, "a").click();
  await press(page, "Control+v");
  await page.locator("#live-status").getByText("3 nodes pasted below a").waitFor();
  await page.getByRole("button", { name: "New…" }).click();
  const form = page.locator("#start-grow");
  await form.getByText("This makes 15 nodes.").waitFor();
  await form.getByLabel("Branching").fill("3");
  await form.getByText("This makes 40 nodes.").waitFor();
  await form.getByLabel("Branching").fill("1");
  await form.getByText("This makes 4 nodes.").waitFor();
  await form.getByLabel("Depth").fill("");
  await form.getByText("This makes").waitFor({ state: "hidden" });
});

person("a subtree is mirrored, made symmetric, and given random values", {}, async (page) => {
  await visit(page, await keep());
  const choose = async (label, words) => {
    await node(page, label).click({ button: "right" });
    await page.locator("#node-menu").getByRole("menuitem", { name: words }).click();
  };
  await choose("c", "Mirror the subtree");
  await textIs(page, "c: 2[ g: (6,1,2) d: 3[ f: (2,3,4) e: (2,2,5) ] ]");
  await choose("d", "Mirror the left half of the subtree onto the right");
  await textIs(page, "d: 3[ f: (2,3,4) f: (2,3,4) ]");
  await saved(page);
  await choose("d", "Random values below this node");
  await page.locator("#live-status").getByText("2 random values at d").waitFor();
  const values = [...(await page.locator("#text").inputValue()).matchAll(/f: \((\d),(\d),(\d)\)/g)];
  assert.deepEqual(values.map(([, ...scores]) => scores.reduce((sum, s) => sum + Number(s), 0)), [9, 9], "sums to maxsum");
  await press(page, "Control+z");
  await textIs(page, "g: (6,1,2) d: 3[ f: (2,3,4) f: (2,3,4) ]");
});
