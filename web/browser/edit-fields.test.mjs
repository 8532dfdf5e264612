// Fields beside the picture while the tree changes under them, and what becomes
// of what is in a field when its page is left.

import assert from "node:assert/strict";
import { fig6, holds, keep, node, press, saved, textIs, tool } from "./editor.mjs";
import { atStep, idle, narrow, person } from "./harness.mjs";

const begun = `/edit?text=${encodeURIComponent(fig6)}`;
const notice = (page) => page.locator("#notice");
const mover = (page) => page.locator("#node-fields select");

/** Goes from the player to the editor, and waits for its scripts. */
async function toEditor(page) {
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.locator("#canvas svg").waitFor();
  await page.waitForLoadState();
}

/** Goes from the editor to the run of its tree. */
async function play(page) {
  await saved(page);
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await atStep(page);
}

/** Clicks tools one after the other, and waits until all is kept. */
async function click(page, names) {
  for (const name of names.split(" ")) await tool(page, name).click();
  await saved(page);
}

person("a mover that nobody has chosen is no edit, whatever becomes of its node", {}, async (page) => {
  await page.goto(begun);
  await node(page, "b").click();
  await click(page, "Child Child");
  await click(page, "Undo Undo");
  await click(page, "Redo Redo");
  await textIs(page, "b: 2[ 3[ (5,2,2) ] ]");
  // A leaf that gets children has a mover, and the field shows it.
  await node(page, "g").click();
  await click(page, "Child");
  await node(page, "g").click();
  await page.waitForFunction(() => document.querySelector("#node-fields select").value === "3");
  await page.locator("#tree-menu summary").click();
  await page.locator("#header-players").fill("4");
  await page.keyboard.press("Enter");
  await textIs(page, "players 4");
  assert.equal(await mover(page).inputValue(), "3");
  await node(page, "e").click();
  assert.equal(await notice(page).isVisible(), false, "nobody has typed anything");
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await atStep(page);
  await page.goBack();
  await textIs(page, "g: 3[ (6,1,2,0) ]");
});

person("what is typed beside the picture stays when the node becomes another sort of node, or is reported", {}, async (page) => {
  await page.goto((await keep()).edit);
  await saved(page);
  await node(page, "e").click();
  const label = page.locator("#node-fields").getByLabel("Label");
  await label.fill("half");
  const text = page.locator("#text");
  await page.evaluate((t) => {
    const area = document.getElementById("text");
    area.value = t;
    area.dispatchEvent(new InputEvent("input"));
  }, (await text.inputValue()).replace(/e: \(2,2,5\)/, "e: 1[ (2,2,5) ]"));
  await page.waitForFunction(() => document.querySelector("#node-fields select")?.value === "1" && !document.querySelector("#node-fields .score-fields"));
  assert.equal(await label.inputValue(), "half");
  await press(page, "Enter");
  await textIs(page, "half: 1[ (2,2,5) ]");
});

for (const [what, open] of [["a saved tree", async (page) => page.goto((await keep()).edit)], ["a tree that nobody has saved", (page) => page.goto(begun)]]) {
  person(`a value that was typed at a node of ${what} is there after a reload`, {}, async (page) => {
    await open(page);
    await node(page, "f").click();
    await press(page, "3 Tab 0 Tab 6");
    await page.reload();
    await textIs(page, "f: (3,0,6)");
    await saved(page);
    await press(page, "Control+z");
    await textIs(page, "f: (2,3,4)");
  });
}

person("what cannot be taken at a node holds the page up", {}, async (page) => {
  await page.goto((await keep()).edit);
  await node(page, "f").click();
  await press(page, "3 x");
  const asked = page.waitForEvent("dialog");
  const left = page.evaluate(() => location.assign("/"));
  const dialog = await asked;
  assert.equal(dialog.type(), "beforeunload");
  await dialog.dismiss();
  await left;
  assert.equal(await page.locator("#node-panel .score-fields input").first().inputValue(), "3x");
  await press(page, "Escape");
});

person("as many children as there may be, and no more", {}, async (page) => {
  await page.goto(begun);
  await node(page, "c").click();
  await page.locator("#ply-menu summary").click();
  const each = page.getByLabel("Children each");
  for (const wrong of ["99999", "", "-1"]) {
    await each.fill(wrong);
    await page.getByRole("button", { name: "Give" }).click();
    assert.equal(await each.evaluate((f) => f.matches(":invalid")), true, `${wrong} children`);
  }
  await page.getByText("Not saved yet; the first edit saves it").waitFor();
  await each.fill("3");
  await page.getByRole("button", { name: "Give" }).click();
  await textIs(page, "d: 3[ e: (2,2,5) f: (2,3,4) ] g: (6,1,2) ? ]");
});

person("a text that is too long to be edited makes room for the words that say so", {}, async (page) => {
  const tree = await keep();
  await page.goto(tree.edit);
  await saved(page);
  const answer = await page.request.post(`/api/v1/trees/${tree.key}/edits`, { data: { edits: [20, 20, 20, 5].map((count, i) => ({ op: "branching", level: i + 2, count })) } });
  assert.equal(answer.status(), 200, await answer.text());
  await page.waitForFunction(() => document.getElementById("text").disabled);
  assert.equal(await page.locator("#text").inputValue(), "");
  assert.match(await page.locator("#text").getAttribute("placeholder"), /“Share”/);
  await press(page, "Control+z"); // nothing of one's own
  await page.request.post(`/api/v1/trees/${tree.key}/edits`, { data: { edit: { op: "restore", revision: 1 } } });
  await textIs(page, fig6);
  assert.equal(await page.locator("#text").isDisabled(), false);
});

person("a value that was tried in the player and is kept is an edit, which undo takes back", {}, async (page) => {
  const tree = await keep();
  await page.goto(`${tree.edit}?algorithm=deep`);
  await play(page);
  await page.locator("#n5 .value").click();
  for (const [i, score] of ["3", "0", "6"].entries()) await page.locator("#what-if input").nth(i).fill(score);
  await page.locator("#what-if .answer").getByText("With f = (3, 0, 6)").waitFor();
  await page.getByRole("button", { name: "Keep this value" }).click();
  await page.waitForFunction(() => document.querySelector("#n5 .value").textContent === "(3, 0, 6)" && !document.querySelector("#n5.tried"));
  assert.deepEqual([...new URL(page.url()).searchParams.keys()].sort(), ["algorithm"]);
  await atStep(page);
  await toEditor(page);
  await textIs(page, "f: (3,0,6)");
  await saved(page);
  await tool(page, "Undo").click();
  await textIs(page, "f: (2,3,4)");
});

person("a value that was chosen in the player is forgotten with the next edit", {}, async (page) => {
  const tree = await keep({ text: fig6.replace("f: (2,3,4)", "f: (2,3,4)|(3,0,6)") });
  await page.goto(`${tree.edit}?algorithm=deep&v5=3,0,6`);
  await play(page);
  await toEditor(page);
  await saved(page);
  assert.equal(new URL(page.url()).searchParams.get("v5"), "3,0,6");
  const link = page.getByRole("link", { name: "Play", exact: true });
  assert.match(await link.getAttribute("href"), /[?&]v5=3/);
  await node(page, "b").click();
  await press(page, "Delete"); // now node 5 is another one
  await textIs(page, "a: 1[ c:");
  await saved(page);
  assert.doesNotMatch(await link.getAttribute("href"), /[?&]v5=/);
  await play(page);
  assert.deepEqual(await page.locator("#stage .value").allTextContents(), ["(2, 2, 5)", "(2, 3, 4)", "(6, 1, 2)"]);
});

person("notes are what they were when somebody comes back to the page", {}, async (page) => {
  const tree = await keep();
  await page.goto(tree.edit);
  await saved(page);
  await page.locator(".notes-panel summary").click();
  await page.locator("#notes").fill("said");
  await node(page, "b").click();
  await page.getByText("Saved, revision 2").waitFor();
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await atStep(page);
  await page.goBack();
  await page.waitForLoadState();
  await saved(page);
  assert.equal(await page.locator("#notes").inputValue(), "said");
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await atStep(page);
  const { revision, notes } = await (await page.request.get(`/api/v1/trees/${tree.id}`)).json();
  assert.deepEqual({ revision, notes }, { revision: 2, notes: "said" });
});

person("whoever leaves the panel for the page has typed what he wanted to type", {}, async (page) => {
  await page.goto((await keep()).edit);
  await saved(page);
  await node(page, "b").dblclick();
  await page.locator("#node-title").click(); // where no focus goes
  await node(page, "g").click();
  await press(page, "ArrowUp");
  assert.equal(await notice(page).isVisible(), false, "nobody has typed anything");
  await node(page, "b").click();
  await page.keyboard.type("1, 2, 6"); // as in the picture
  await page.locator("#node-title").click();
  await node(page, "g").click();
  await textIs(page, "b: (1,2,6)");
  await node(page, "g").click();
  await page.locator("#node-fields .score-fields input").first().fill("");
  await page.keyboard.type("2, 1, 6");
  await press(page, "Enter");
  await textIs(page, "g: (2,1,6)");
});

/** Presses the mouse where no focus goes, or moves the picture: in the empty part of the canvas, on words, in the head of the page. */
const away = {
  "a press on the empty canvas": (page, { x, y, height }) => page.mouse.click(x + 20, y + height - 20),
  "a press on the top of the page": (page) => page.locator("body > header").click({ position: { x: 700, y: 2 } }),
  "a press on the head of the editor": (page) => page.locator(".edit-head").click({ position: { x: 500, y: 4 } }),
  "a press on words beside the tree": (page) => page.locator("#text-title").click(),
  "a press on words below the tree": (page) => page.locator(".hint.keyed").click({ position: { x: 2, y: 2 } }),
  "a move of the picture": async (page, { x, y, height }) => {
    await page.mouse.move(x + 20, y + height - 20);
    await page.mouse.down();
    await page.mouse.move(x + 120, y + height - 90, { steps: 4 });
    await page.mouse.up();
  },
};

for (const [where, leave] of Object.entries(away)) {
  person(`a value that is being typed is saved by ${where}`, {}, async (page) => {
    await page.goto((await keep()).edit);
    await saved(page);
    await node(page, "b").click();
    await press(page, "4 , 4 , 1");
    await leave(page, await page.locator("#canvas").boundingBox());
    await textIs(page, "b: (4,4,1)");
    assert.equal(await page.locator("#node-panel").isVisible(), false);
    assert.equal(await notice(page).isVisible(), false);
    // What is not valid stays in its field, with the reason. Esc drops it.
    await node(page, "e").click();
    await press(page, "4 x");
    await leave(page, await page.locator("#canvas").boundingBox());
    await page.locator("#panel-fault").getByText("“4x” is not a number").waitFor();
    const first = page.locator("#node-panel .score-fields input").first();
    assert.equal(await first.inputValue(), "4x");
    await first.focus();
    await press(page, "Escape");
    await idle(page);
    await holds(page, "e: (2,2,5)");
    assert.equal(await page.locator("#node-panel").isVisible(), false);
  });
}

person("a value that is being typed on a phone is saved by a tap beside it", { viewport: narrow, touch: true }, async (page) => {
  await page.goto((await keep()).edit);
  await saved(page);
  await node(page, "b").tap();
  await node(page, "b").tap();
  await page.locator("#node-panel .score-fields input").first().fill("4, 4, 1");
  const { x, y } = await page.locator("#canvas").boundingBox();
  await page.touchscreen.tap(x + 8, y + 8);
  await textIs(page, "b: (4,4,1)");
});

person("a tool comes after what is typed elsewhere", {}, async (page) => {
  await page.goto((await keep()).edit);
  await saved(page);
  await node(page, "b").click();
  await page.locator("#text").evaluate((area) => {
    area.focus();
    const at = area.value.indexOf("b: ");
    area.setSelectionRange(at, at);
  });
  await page.keyboard.type("n: ? ");
  await tool(page, "Undo").click();
  await textIs(page, "a: 1[ b: (5,2,2) c:");
  await saved(page);
  await tool(page, "Redo").click();
  await textIs(page, "a: 1[ n: ? b: (5,2,2) c:");
  // A field of the header, and its menu, which closes under the focus.
  await page.locator("#tree-menu summary").click();
  await page.locator("#header-maxsum").fill("20");
  await tool(page, "Sibling").click();
  await page.locator("#canvas g.node.main").waitFor();
  await press(page, "z Enter");
  await textIs(page, "z: ?");
  await holds(page, "z: ?"); // it is saved, so that its revision is in the list
  const { id } = await page.evaluate(() => ({ id: document.getElementById("edit").dataset.id }));
  const { revisions } = await (await page.request.get(`/api/v1/trees/${id}/revisions?count=3`)).json();
  assert.match(revisions.map((r) => r.words).reverse().join("; "), /^maxsum set to 20; 1 node added/);
  // Esc leaves a field as it was.
  await page.locator("#tree-menu summary").click();
  await page.locator("#header-maxsum").fill("30");
  await press(page, "Escape");
  assert.equal(await page.locator("#tree-menu").evaluate((menu) => menu.open), false);
  await page.waitForFunction(() => document.activeElement?.closest("#canvas g.node")); // and goes back to the tree
  assert.equal(await page.locator("#header-maxsum").inputValue(), "20");
  assert.match(await page.locator("#text").inputValue(), /maxsum 20/);
});

person("what is folded before the tree is saved stays folded, and is not typed at", {}, async (page) => {
  await page.goto(begun);
  await node(page, "d").click();
  await press(page, "Space");
  const folded = page.locator('#canvas g.node[data-label="d"][data-hidden="3"]');
  await folded.waitFor();
  await press(page, "1");
  await page.getByText("These nodes are folded").waitFor();
  await node(page, "b").click();
  await press(page, "Enter");
  await saved(page);
  await page.reload();
  await folded.waitFor();
  await textIs(page, "d: 3[ e: (2,2,5)");
});

person("a list that is built anew leaves the focus where it was, or in the tree", {}, async (page) => {
  await page.goto((await keep()).edit);
  await saved(page);
  for (const label of ["b", "e"]) {
    await node(page, label).click();
    await press(page, "9 , 9 , 9 Enter");
  }
  const faults = page.locator("#faults .to-node");
  await faults.nth(1).waitFor();
  await faults.first().focus();
  await press(page, "Control+z");
  await faults.nth(1).waitFor({ state: "detached" });
  assert.equal(await faults.first().evaluate((b) => b === document.activeElement), true, "on the fault that is left");
  await press(page, "Control+z");
  await page.locator("#faults").waitFor({ state: "hidden" });
  await page.waitForFunction(() => document.activeElement?.closest("#canvas"));
});

person("a player who is taken away and comes back has the scores of before", {}, async (page) => {
  const tree = await keep({ text: fig6.replace("f: (2,3,4)", "f: (2,3,4)|(3,0,6)") });
  await page.goto(tree.edit);
  await saved(page);
  const players = async (n, text) => {
    await page.locator("#tree-menu summary").click();
    await page.locator("#header-players").fill(n);
    await press(page, "Enter");
    await textIs(page, text);
    await press(page, "Escape");
  };
  await players("2", "players 2 maxsum 9 a: 1[ b: (5,2) c: 2[ d: 3[ e: (2,2) f: (2,3)|(3,0) ] g: (6,1) ] ]");
  await node(page, "b").click();
  await press(page, "4 , 3 Enter");
  await textIs(page, "b: (4,3)");
  await saved(page);
  await page.reload();
  await players("3", "players 3 maxsum 9 a: 1[ b: (4,3,2) c: 2[ d: 3[ e: (2,2,5) f: (2,3,4)|(3,0,6) ] g: (6,1,2) ] ]");
});
