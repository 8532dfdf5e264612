// Trees in other formats, pasted into the editor: what a tree cannot hold of them
// is said.

import assert from "node:assert/strict";
import { holds, keep, node, press, saved, textIs } from "./editor.mjs";
import { accessible, idle, person, shot, theme, themes } from "./harness.mjs";

const game = `EFG 2 R "Up or down" { "Fred" "Alice" }
""
p "" 1 1 "" { "up" "down" } 0
p "" 2 1 "door" { "1" "2" } 0
t "" 1 "" { 3, 1 }
t "" 2 "" { 0, 2 }
t "" 3 "" { 1, 1 }
`;
const document = JSON.stringify({ players: 2, title: "From JSON", root: { player: 1, children: [{ label: "x", value: [1, 2] }, { label: "y", value: [2, 1] }] } }, null, 2);

async function paste(page, text) {
  await page.evaluate((t) => navigator.clipboard.writeText(t), text);
  await page.keyboard.press("Control+v");
}

const allow = (page) => page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
const notice = (page) => page.locator("#notice");

person("a game of Gambit and a document are pasted into the text", {}, async (page) => {
  await allow(page);
  await page.goto((await keep()).edit);
  await saved(page);
  await page.locator("#text").focus();
  await paste(page, game);
  await holds(page, 'players 2 title "Up or down" 1[ <up> 2[ <1> (3,1) <2> (0,2) ] <down>');
  await textIs(page, "<down> (1,1)");
  await notice(page).getByText("The game of Gambit is the whole text now").waitFor();
  assert.match(await notice(page).innerText(), /1 is "Fred", 2 is "Alice".*names of 1 information set are left out: "door"/);
  for (const name of themes) {
    await theme(page, name);
    await accessible(page, `what was left out, in ${name}`);
    await shot(page, `left out ${name}`);
  }
  await page.locator("#text").focus();
  await paste(page, document);
  await holds(page, 'players 2 title "From JSON" 1[ x: (1,2) y: (2,1) ]');
  await notice(page).getByText("The tree document is the whole text now").waitFor();
  // Each was one edit.
  await page.locator("#canvas g.node").first().click();
  await press(page, "Control+z");
  await holds(page, 'title "Up or down"');
});

person("they are pasted into the picture: below a node, or as the tree where there is none yet", {}, async (page) => {
  await allow(page);
  await page.goto("/edit");
  await idle(page);
  await paste(page, game);
  await page.waitForURL(/\/edit\/[a-z2-7]{26}/);
  await holds(page, 'players 2 title "Up or down" 1[ <up> 2[');
  await notice(page).getByText("The game of Gambit is the tree now").waitFor();
  await page.locator("#canvas g.node").last().click();
  await paste(page, document);
  await holds(page, "<down> 2[ (1,1) 1[ x: (1,2) y: (2,1) ] ]");
  await notice(page).getByText("its title and its limits are not taken over").waitFor();
  // A text with a header is a whole tree, too, with its title and its limits; one without is not.
  await page.goto("/edit");
  await idle(page);
  await paste(page, '# mine\nplayers 3 maxsum 9 title "Mine" 1[ (5,2,2) 2[ (2,2,5) (6,1,2) ] ]');
  await page.waitForURL(/\/edit\/[a-z2-7]{26}/);
  await holds(page, 'players 3 maxsum 9 title "Mine" 1[ (5,2,2) 2[ (2,2,5) (6,1,2) ] ]');
  await notice(page).getByText("The text is the tree now").waitFor();
});

person("one that cannot be read is kept, with the reason", { expect: /status 4\d\d|Failed to load resource/ }, async (page) => {
  await allow(page);
  await page.goto((await keep()).edit);
  await saved(page);
  await idle(page);
  const broken = game.replace("{ 0, 2 }", "{ 0 }");
  await paste(page, broken);
  await notice(page).getByText(/The game of Gambit that was pasted cannot be taken: .*line 6.*1 payoff in the braces/).waitFor();
  assert.equal(await page.getByLabel("What was typed").inputValue(), broken);
  await page.locator("#text").focus();
  await paste(page, '{"players": 2, "root": {"value": [1]}}');
  await notice(page).getByText(/The tree document that was pasted cannot be taken: .*root\.value/).waitFor();
  await textIs(page, "f: (2,3,4)");
});

person("what a file has and a tree cannot hold is said on the new tree's page", {}, async (page) => {
  await page.goto("/edit");
  await page.getByRole("button", { name: "New…" }).click();
  await page.locator("#start-file").setInputFiles({ name: "game.efg", mimeType: "text/plain", buffer: Buffer.from(game) });
  await page.waitForURL(/\/edit\/[a-z2-7]{26}/);
  await notice(page).getByText(/names of 1 information set are left out: "door".*The notes have this, too/).waitFor();
  await page.reload();
  await saved(page);
  assert.equal(await notice(page).isVisible(), false, "it is said once");
  assert.match(await page.locator("#notes").inputValue(), /left out: "door"/);
});

const chance = `EFG 2 R "Luck" { "1" "2" }
""
p "" 1 1 "" { "stay" "go" } 0
t "" 1 "" { 1, 1 }
c "" 1 "" { "heads" 1/2 "tails" 1/2 } 0
p "" 2 1 "" { "l" "r" } 0
t "" 2 "" { 4, 0 }
t "" 3 "" { 0, 2 }
p "" 2 1 0
t "" 3
t "" 4 "" { 3, 4 }
`;

person("a game of chance with an information set is taken as it is, with its set", {}, async (page) => {
  await allow(page);
  await page.goto((await keep()).edit);
  await saved(page);
  await page.locator("#text").focus();
  await paste(page, chance);
  const tree = 'players 2 title "Luck" 1[ <stay> (1,1) <go> *[ <heads> @0.5 2{infoset 2.1}[ <l> (4,0) <r> (0,2) ] <tails> @0.5 2{infoset 2.1}[ <l> (0,2) <r> (3,4) ] ] ]';
  await holds(page, tree);
  await notice(page).getByText(/1 information set holds several nodes/).waitFor();
  await accessible(page, "a game of chance");
  await shot(page, "game of chance");
  // From a file, too.
  await page.getByRole("button", { name: "New…" }).click();
  await page.locator("#start-file").setInputFiles({ name: "luck.efg", mimeType: "text/plain", buffer: Buffer.from(chance) });
  await notice(page).getByText(/1 information set holds several nodes.*The notes have this, too/).waitFor();
  await holds(page, tree);
});
