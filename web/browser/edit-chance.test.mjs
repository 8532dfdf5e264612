// Chance nodes, probabilities and the names of moves, in the editor and on the page of a run.

import assert from "node:assert/strict";
import { holds, keep, node, press, saved, textIs, tool } from "./editor.mjs";
import { accessible, idle, narrow, person, themes } from "./harness.mjs";

const game = "kind minimax a: max[ s: 3 b: min[ c: min[ <Left> 8 <Right> -2 ] d: 6 ] ]";

async function visit(page, text = game) {
  await page.goto((await keep({ text })).edit);
  await saved(page);
}

/** The text on the edge into a node. */
const move = (page, label) => node(page, label).locator(".move");

person("a move is named by one key, or by a double click on its edge", {}, async (page) => {
  await visit(page);
  await node(page, "s").click();
  await press(page, "<");
  await page.keyboard.type("play safe");
  await press(page, "Enter");
  await textIs(page, '<"play safe"> s: 3');
  await move(page, "s").getByText("play safe", { exact: true }).waitFor();
  assert.match(await node(page, "s").getAttribute("aria-description"), /after play safe/);
  // Its name is changed on the edge.
  await move(page, "s").dblclick();
  assert.equal(await page.locator("#node-panel :focus").inputValue(), "play safe");
  await page.keyboard.type("stop");
  await press(page, "Enter");
  await textIs(page, "<stop> s: 3");
  // And cleared beside the picture.
  const field = page.locator("#node-fields").getByLabel("Move", { exact: true });
  await field.fill("");
  await press(page, "Enter");
  await textIs(page, "max[ s: 3");
  await move(page, "s").waitFor({ state: "hidden" });
  await press(page, "Control+z Control+z");
  await textIs(page, '<"play safe"> s: 3');
  await holds(page, '<"play safe"> s: 3');
  // A long name is shortened on the edge; the whole name is in the tooltip.
  await press(page, "<");
  await page.keyboard.type("a move with a rather long name");
  await press(page, "Enter");
  await move(page, "s").getByText("…").waitFor();
  assert.equal(await move(page, "s").locator("title").textContent(), "a move with a rather long name");
  // No move leads to the root.
  await node(page, "a").click();
  await press(page, "<");
  await page.locator("#live-status").getByText("No move leads to the root.").waitFor();
});

person("a node becomes a chance node and back, by a key and by a button", {}, async (page) => {
  await visit(page);
  await node(page, "b").click();
  await press(page, "*");
  await textIs(page, "b: *[ c:");
  await move(page, "c").getByText("½", { exact: true }).waitFor();
  await page.locator("#node-words").getByText("Chance decides").waitFor();
  assert.match(await node(page, "b").getAttribute("aria-description"), /^chance, 1\/2 to c, 1\/2 to d/);
  await page.locator("#node-probs").getByText("All moves are equally likely, 1/2 each.").waitFor();
  await tool(page, "Chance").click();
  await textIs(page, "b: min[ c:");
  await page.locator("#node-fields").getByLabel("Mover").selectOption("Chance");
  await textIs(page, "b: *[ c:");
  // A digit gives it a player.
  await node(page, "b").click();
  await press(page, "1");
  await textIs(page, "b: max[ c:");
  await press(page, "Control+z");
  await textIs(page, "b: *[ c:");
  // A leaf is none, and the page says why.
  await node(page, "d").click();
  await press(page, "*");
  await page.locator("#live-status").getByText("only a node with children is a chance node").waitFor();
});

person("probabilities are typed with their sum in sight, and made equal again", {}, async (page) => {
  await visit(page, "kind minimax a: max[ s: 3 b: *[ @1/2 c: min[ <Left> 8 <Right> -2 ] @1/4 d: 6 @1/4 e: 4 ] ]");
  await node(page, "b").click();
  const probs = page.locator("#node-probs"), sum = probs.locator(".sum");
  await sum.getByText("Adds up to 1.", { exact: true }).waitFor();
  const of = (name) => probs.getByLabel(name, { exact: true });
  assert.deepEqual(await probs.locator("input").evaluateAll((all) => all.map((i) => i.value)), ["0.5", "0.25", "0.25"]);
  await of("d").fill("1/3");
  await sum.getByText("Adds up to 13/12; 1/12 too much.").waitFor();
  await of("d").fill("1/12");
  await sum.getByText("Adds up to 5/6; 1/6 is missing.").waitFor();
  await of("d").fill("half");
  await probs.getByText("“half” is not a probability").waitFor();
  await of("d").fill("1/2");
  await press(page, "Enter");
  await textIs(page, "@0.5 d: 6");
  // It does not add up: the tree is drawn, and its fault listed.
  await page.locator("#faults").getByText("the probabilities of the children add up to 5/4, not to 1").waitFor();
  assert.match(await node(page, "b").getAttribute("class"), /fault/);
  await move(page, "d").getByText("½", { exact: true }).waitFor();
  // At its edge the sum is shown, too.
  await node(page, "c").click();
  await press(page, "@");
  const panel = page.locator("#node-panel");
  await panel.locator(".sum").getByText("Adds up to 5/4; 1/4 too much.").waitFor();
  await page.keyboard.type("1/4");
  await panel.locator(".sum").getByText("Adds up to 1.", { exact: true }).waitFor();
  await press(page, "Enter");
  await textIs(page, "@0.25 c:");
  await page.locator("#faults").waitFor({ state: "hidden" });
  await move(page, "c").dblclick();
  assert.equal(await panel.locator(":focus").inputValue(), "0.25");
  await press(page, "Escape");
  await press(page, "Control+z");
  await textIs(page, "@0.5 c:");
  await press(page, "Control+y");
  await textIs(page, "@0.25 c:");
  // Only moves of chance have probabilities.
  await node(page, "s").click();
  await press(page, "@");
  await page.locator("#live-status").getByText("Only the moves of chance have probabilities").waitFor();
  await idle(page);
  // One click makes them equal, and one undoes it.
  await node(page, "b").click();
  await probs.getByRole("button", { name: "Make all equal" }).click();
  await textIs(page, "b: *[ c:");
  await sum.getByText("All moves are equally likely, 1/3 each.").waitFor();
  await press(page, "Control+z");
  await textIs(page, "@0.25 c:");
});

person("chance and moves are accessible in every theme, wide and narrow", {}, async (page) => {
  await visit(page, "kind minimax a: max[ <safe> s: 3 <gamble> b: *[ @1/2 c: min[ <Left> 8 <Right> -2 ] @1/4 d: 6 @1/4 e: 4 ] ]");
  await node(page, "e").click();
  await press(page, "@");
  await page.keyboard.type("1/8");
  await press(page, "Enter");
  await page.locator("#faults").waitFor();
  await node(page, "b").click();
  await page.locator("#node-probs .sum").getByText("1/8 is missing").waitFor();
  for (const theme of themes) {
    await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
    await accessible(page, `a chance node in the editor in ${theme}`);
  }
  await page.setViewportSize(narrow);
  await press(page, "Escape");
  await node(page, "d").click();
  await press(page, "@");
  await page.locator("#node-panel .sum").getByText("Adds up to 7/8").waitFor();
  await accessible(page, "a probability on a phone");
});

person("chance decides on a whole level, and players again", {}, async (page) => {
  await visit(page, "kind minimax a: max[ b: min[ 1 2 ] c: min[ 3 4 ] d: 5 ]");
  await node(page, "b").click();
  await page.locator("#ply-menu summary").click();
  const chance = page.getByRole("button", { name: "Chance decides on the whole level" });
  assert.equal(await chance.getAttribute("aria-pressed"), "false");
  await chance.click();
  await textIs(page, "b: *[ 1 2 ] c: *[ 3 4 ] d: 5");
  await page.keyboard.press("Escape");
  await node(page, "b").click();
  await page.locator("#ply-menu summary").click();
  assert.equal(await chance.getAttribute("aria-pressed"), "true");
  await chance.click();
  await textIs(page, "b: min[ 1 2 ] c: min[ 3 4 ] d: 5");
});
