// The editor when messages are late or nodes go: the focus stays where it was,
// and what was typed stays, too.

import assert from "node:assert/strict";
import { editElsewhere, keep, node, press, saved, textIs } from "./editor.mjs";
import { idle, narrow, person, until, url } from "./harness.mjs";

const text = (page) => page.locator("#text");
/** What has the focus: the label of a node, or the id of a field. */
const focus = (page) => page.evaluate(() => document.activeElement.getAttribute("data-label") ?? document.activeElement.id ?? document.activeElement.tagName);
const focused = (page, want) => page.waitForFunction((w) => (document.activeElement.getAttribute("data-label") ?? document.activeElement.id) === w, want).catch(async () => assert.equal(await focus(page), want));

/** A copy of Korf's Fig. 6 that is saved; every message of the server is late by `lag` milliseconds, once that is set. */
async function figure(page) {
  const wire = { lag: 0 };
  await page.routeWebSocket(/\/ws$/, (ws) => {
    const server = ws.connectToServer();
    server.onMessage((m) => (wire.lag > 0 ? setTimeout(() => ws.send(m), wire.lag) : ws.send(m)));
  });
  const made = await keep({ figure: "k1991-fig6" });
  await page.goto(made.edit);
  await saved(page);
  return { ...made, wire };
}

/** The id of a node, by its label. */
const id = async (page, label) => Number(await node(page, label).getAttribute("data-id"));

person("a saved tree is folded and opened, and a child of what is folded opens it", {}, async (page) => {
  await figure(page);
  await node(page, "d").click();
  await press(page, "Space");
  const folded = page.locator('#canvas g.node[data-label="d"][data-hidden="3"]');
  await folded.waitFor();
  assert.deepEqual(await folded.locator("text").allTextContents(), ["d", "3 nodes"]);
  assert.equal(await page.locator("#notice").isVisible(), false);
  await press(page, "Space");
  await node(page, "e").waitFor();
  await press(page, "Space");
  await node(page, "e").waitFor({ state: "detached" });
  await press(page, "Tab Delete"); // of the child that was just made
  await node(page, "e").waitFor();
  await textIs(page, "d: 3[ e: (2,2,5) f: (2,3,4)|(3,0,6) ] g: (6,1,2)");
});

person("the focus and the tab stop stay in the tree, whatever goes", {}, async (page) => {
  const made = await figure(page);
  const stops = () => page.locator('#canvas g.node[tabindex="0"]').count();
  await node(page, "a").click();
  await press(page, "Control+Enter");
  await page.locator("#canvas g.node").nth(7).waitFor();
  await press(page, "Control+z");
  await focused(page, "a");
  assert.equal(await stops(), 1, "tab stops after an undo");
  await press(page, "ArrowDown");
  await focused(page, "b");
  // The node that Tab would come to is deleted while the title is being typed.
  await page.locator("#title").click();
  await editElsewhere(made, { op: "delete", nodes: [await id(page, "b")] });
  await node(page, "b").waitFor({ state: "detached" });
  assert.equal(await stops(), 1, "tab stops after somebody else's delete");
  assert.equal(await focus(page), "title");
  await editElsewhere(made, { op: "parent", node: await id(page, "a") });
  await page.waitForFunction(() => document.querySelectorAll("#canvas g.node").length === 7);
  assert.equal(await stops(), 1, "tab stops after somebody else's new root");
  // A browser that cannot move an element without its losing the focus.
  await page.evaluate(() => delete Element.prototype.moveBefore);
  await node(page, "g").click();
  await press(page, "Control+ArrowLeft");
  await textIs(page, "c: 2[ g: (6,1,2) d:");
  await focused(page, "g");
});

person("what comes late takes the focus from nobody", {}, async (page) => {
  const { wire } = await figure(page);
  wire.lag = 500;
  // The answer to a drop, while a value is typed.
  await node(page, "g").dragTo(node(page, "b"));
  await press(page, "7");
  await textIs(page, "b: 2[ (5,2,2) g: (6,1,2) ]");
  await press(page, ", 1 Enter");
  await textIs(page, "g: (7,1,1)");
  // Keys that wait for a node that is being made.
  await node(page, "e").click();
  await press(page, "Enter ArrowUp");
  await page.locator("#title").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" mine", { delay: 120 });
  await textIs(page, "e: (2,2,5) ?");
  assert.match(await page.locator("#title").inputValue(), / mine$/);
  assert.equal(await focus(page), "title");
});

person("a panel that was left half typed is reported, and keys mean the tree again", {}, async (page) => {
  const made = await figure(page);
  await node(page, "b").click();
  await page.keyboard.type("55..5");
  await node(page, "e").click();
  await press(page, "ArrowRight 1 , 1 Enter");
  await textIs(page, "f: (1,1,7)");
  assert.match(await page.locator("#notice textarea").inputValue(), /55\.\.5/, "the words that were left");
  assert.equal(await node(page, "b").locator(".value").textContent(), "(5, 2, 2)");
  // And when its node is deleted, the focus stays in the field.
  await node(page, "g").click();
  await page.keyboard.type("44..4");
  await page.locator("#title").click();
  await editElsewhere(made, { op: "delete", nodes: [await id(page, "g")] });
  await node(page, "g").waitFor({ state: "detached" });
  await idle(page);
  assert.equal(await focus(page), "title");
});

person("a window that changes its size leaves the tree as large as it is", { viewport: narrow }, async (page) => {
  await page.goto("/edit?figure=k1991-fig6");
  await node(page, "a").waitFor();
  const width = () => page.locator("#canvas svg").evaluate((svg) => svg.viewBox.baseVal.width);
  const sizes = [];
  for (const size of [1200, 1000, 1200, 1000, 1200]) {
    await page.setViewportSize({ width: size, height: 900 });
    await page.waitForFunction((w) => innerWidth === w, size);
    await idle(page);
    sizes.push(await width());
  }
  assert.equal(sizes[4], sizes[0], `widths of the view box: ${sizes}`);
});

person("what waits to be sent is what panels and fields show", {}, async (page) => {
  const { wire } = await figure(page);
  wire.lag = 1500;
  await node(page, "e").click();
  await press(page, "1 , 1 Enter");
  await press(page, "ArrowRight ArrowLeft F2");
  const scores = page.locator("#node-panel .score-fields input");
  assert.deepEqual(await scores.evaluateAll((all) => all.map((i) => i.value)), ["1", "1", "7"]);
  await press(page, "Escape");
  assert.equal(await node(page, "e").locator(".value").textContent(), "(1, 1, 7)", "Escape leaves what was typed before");
  await press(page, "F2 Tab 3 Tab 5 Enter");
  await textIs(page, "e: (1,3,5)");
});

person("what was refused beside the tree stays, and its words are not lost", {}, async (page) => {
  await figure(page);
  await node(page, "c").click();
  await press(page, "Shift+F2");
  await page.keyboard.type("1,2");
  await press(page, "Tab");
  const low = page.locator("#node-fields").getByLabel("Lower bounds");
  await page.getByText(/3 numbers are needed/).waitFor();
  await page.locator("#title").fill("another");
  await page.keyboard.press("Enter");
  await textIs(page, 'title "another"');
  assert.equal(await low.inputValue(), "1,2", "the field that was refused");
  assert.ok(await page.getByText(/3 numbers are needed/).isVisible());
  await page.locator("#title").fill("long ".repeat(120));
  await page.keyboard.press("Enter");
  await page.locator("#notice").getByText(/Not done/).waitFor();
  assert.match(await page.locator("#notice textarea").inputValue(), /^title long long/);
});

person("a vector beside the tree is one edit", {}, async (page) => {
  await figure(page);
  await node(page, "b").click();
  const scores = page.locator("#node-fields .score-fields input");
  await scores.nth(0).fill("1");
  await press(page, "Tab");
  await idle(page);
  assert.ok(await page.getByText("Saved, revision 1", { exact: true }).isVisible(), "nothing is sent before the vector is left");
  await scores.nth(1).fill("3");
  await scores.nth(2).fill("5");
  await node(page, "c").click();
  await textIs(page, "b: (1,3,5)");
  await page.getByText("Saved, revision 2", { exact: true }).waitFor();
});

person("notes are kept as they are typed, and two people's are both kept", {}, async (page) => {
  const made = await figure(page);
  await page.locator(".notes-panel summary").click();
  const notes = page.locator("#notes");
  await notes.pressSequentially("First line.");
  await page.getByText("Saved, revision 2", { exact: true }).waitFor(); // the field still has the focus
  await page.reload();
  await saved(page);
  assert.equal(await notes.inputValue(), "First line.");
  await notes.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" Mine.");
  await editElsewhere(made, { op: "notes", text: "Theirs. First line." });
  await page.waitForFunction(() => document.getElementById("notes").value === "Theirs. First line. Mine.");
  await until(async () => (await (await fetch(`${url}/api/v1/trees/${made.id}`)).json()).notes === "Theirs. First line. Mine.", "the server has both notes");
});

person("keys that wait for the picture are meant for the node that was selected, wherever somebody has gone since", {}, async (page) => {
  const { wire } = await figure(page);
  wire.lag = 400;
  // The reordering waits for the child; the click, and what is typed at the node that was clicked, come after it.
  await node(page, "d").click();
  await press(page, "Tab");
  await node(page, "g").click();
  await press(page, "Control+ArrowLeft");
  await node(page, "b").click();
  await press(page, "q Enter");
  await textIs(page, "a: 1[ q: (5,2,2) c: 2[ g: (6,1,2) d: 3[ e: (2,2,5) f: (2,3,4)|(3,0,6) ? ] ] ]");
  await focused(page, "q");
  // Somebody types a name for a node that is not there yet, and goes on in the notes.
  await node(page, "g").click();
  await press(page, "Enter Control+ArrowLeft Enter n e w Enter");
  await page.locator("details.notes-panel summary").click();
  await page.locator("#notes").fill("Said.");
  await textIs(page, "c: 2[ ? new: ? g: (6,1,2) d: 3[");
  assert.equal(await focus(page), "notes");
  assert.equal(await page.locator("#notes").inputValue(), "Said.");
});

person("a node that is folded and opened before the picture has come is open", {}, async (page) => {
  const { wire } = await figure(page);
  wire.lag = 400;
  await node(page, "d").click();
  await press(page, "Space Space");
  await idle(page); // both pictures have come
  await node(page, "e").waitFor();
  await press(page, "Tab n Enter ArrowUp ArrowDown Delete");
  await textIs(page, "c: 2[ d: 3[ f: (2,3,4)|(3,0,6) n: ? ] g: (6,1,2) ]");
  // What is typed waits for a node that is just being opened.
  await node(page, "d").click();
  await press(page, "Space Space h 1 Enter");
  await textIs(page, "c: 2[ h1: 3[ f: (2,3,4)|(3,0,6) n: ? ] g: (6,1,2) ]");
});

person("what is copied and pasted while a node is still being made is that node", {}, async (page) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const { wire } = await figure(page);
  wire.lag = 400;
  await node(page, "b").click();
  await press(page, "Control+c"); // what is copied before that
  await press(page, "Enter n Enter 1 , 2 , 3 Enter Control+c Control+v m Enter");
  await textIs(page, "a: 1[ b: (5,2,2) n: 2[ (1,2,3) m: (1,2,3) ] c:");
  // A digit is the mover of an inner node, also of one that is not there yet.
  await node(page, "d").click();
  await press(page, "Control+c");
  await node(page, "c").click();
  await press(page, "Control+v 2");
  await textIs(page, "g: (6,1,2) d: 2[ e: (2,2,5) f: (2,3,4)|(3,0,6) ] ]");
  // A copy that had to wait is pasted also while the browser still writes it.
  await page.evaluate(() => (navigator.clipboard.writeText = () => new Promise(() => {})));
  await node(page, "m").click();
  await press(page, "k Enter Control+c");
  await idle(page);
  await node(page, "c").click();
  await press(page, "Control+v");
  await textIs(page, "d: 2[ e: (2,2,5) f: (2,3,4)|(3,0,6) ] k: (1,2,3) ]");
});
