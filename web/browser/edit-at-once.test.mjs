// What is done in the editor is painted at once: before the server answers, and
// where it does not answer at all.

import assert from "node:assert/strict";
import { between, fig6, holds, keep, node, press, saved, textIs } from "./editor.mjs";
import { accessible, frames, idle, person, shot, socketOf, until } from "./harness.mjs";

const coming = (page) => page.locator("#canvas g.coming");
/** What is drawn of nodes that are being made, from left to right. */
const drawn = (page) => page.evaluate(() => [...document.querySelectorAll("#canvas g.coming")].map((g) => g.querySelector("text.value, text.mover")?.textContent ?? ""));

async function open(page, text = fig6) {
  const tree = await keep({ text });
  await page.goto(tree.edit);
  await saved(page);
  return tree;
}

person("a node, its value and its label are painted before the server answers", {}, async (page) => {
  const socket = await socketOf(page);
  await open(page);
  await node(page, "g").click();
  socket.holds = "answers";
  await page.keyboard.press("Enter");
  await page.locator("#canvas g.coming.main").waitFor();
  assert.deepEqual(await drawn(page), ["?"]);
  assert.equal(await coming(page).locator(".waits").count(), 1, "marks of what waits");
  assert.equal(await page.locator("#canvas g.node.main").count(), 0, "other nodes that are marked as the current one");
  await press(page, "1 , 2 , 3");
  assert.deepEqual(await drawn(page), ["(1, 2, 3)"], "as it is typed");
  await press(page, "Enter Enter");
  assert.deepEqual(await drawn(page), ["(1, 2, 3)", "?"]);
  assert.match(await page.locator("#node-words").textContent(), /on its way/);
  await press(page, "Tab 4 , 4 , 1 Enter");
  assert.deepEqual((await drawn(page)).sort(), ["", "(1, 2, 3)", "(4, 4, 1)"], "the second one is an inner node now");
  await shot(page, "edit at once");
  await accessible(page, "what waits");
  // A node that is drawn already, and one that goes.
  await node(page, "e").click({ force: true });
  socket.release();
  await textIs(page, "g: (6,1,2) (1,2,3)");
  await holds(page, "(4,4,1)");
  await idle(page);
  assert.equal(await page.locator("#canvas :is(.coming, .waits, .leaving)").count(), 0, "marks that are left");
  assert.equal(await page.locator("#canvas svg > .coming-nodes").count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement?.closest("g.node")?.classList.contains("main")), true, "the current node has the focus");
});

person("the text beside the picture has an edit before the server answers, and stays as it was typed by hand", {}, async (page) => {
  const socket = await socketOf(page), text = page.locator("#text");
  const shows = (want) => until(async () => (await text.inputValue()).replace(/\s+/g, " ").includes(want), `the text has ${want}`).catch(async () => assert.equal(await text.inputValue(), want));
  await open(page);
  await node(page, "g").click();
  await idle(page);
  socket.holds = "answers";
  await press(page, "Enter 1 , 2 , 3 Enter");
  await shows("g: (6,1,2) (1,2,3) ]");
  await page.locator(".text-pane.waiting").waitFor();
  await node(page, "d").focus();
  await shot(page, "edit text at once");
  // Whoever types in it has the tree's own text: what waits is not typed a second time.
  await text.focus();
  assert.equal((await text.inputValue()).includes("(1,2,3)"), false);
  await text.press("Control+End");
  await page.keyboard.type(" # mine");
  socket.release();
  await holds(page, "g: (6,1,2) (1,2,3) ] ] # mine");
  await shows("g: (6,1,2) (1,2,3) ] ] # mine");
  await idle(page);
  assert.equal(await page.locator(".text-pane.waiting").count(), 0);
  await node(page, "e").click();
  await idle(page);
  socket.holds = "answers";
  await press(page, "9 , 0 , 0 Enter ArrowUp");
  await shows("e: (9,0,0) f: (2,3,4)");
  await press(page, "2");
  await shows("d: 2[ e: (9,0,0)");
  await press(page, "Tab 7 , 1 , 1 Enter");
  await shows("d: 2[ e: (9,0,0) f: (2,3,4) (7,1,1) ]");
  await press(page, "Control+z Control+z");
  await shows("d: 2[ e: (9,0,0) f: (2,3,4) ]");
  socket.release();
  await holds(page, "d: 2[ e: (9,0,0) f: (2,3,4) ]");
  await shows("d: 2[ e: (9,0,0) f: (2,3,4) ]");
});

person("fields of nodes that are drawn change before the server answers, and a refusal brings them back", {}, async (page) => {
  const socket = await socketOf(page);
  await open(page);
  await node(page, "c").click();
  socket.holds = "answers";
  await press(page, "3");
  assert.equal(await node(page, "c").locator(".mover").textContent(), "3");
  assert.equal(await node(page, "c").locator(".waits").count(), 1);
  assert.equal(await page.locator("#node-fields").getByLabel("Mover").inputValue(), "3", "the field beside the picture");
  await page.keyboard.press("ArrowDown");
  await press(page, "x y Enter");
  await page.locator("#canvas text.name", { hasText: /^xy$/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await press(page, "7 , 1 , 1 Enter");
  await page.locator("#canvas text.value", { hasText: /^\(7, 1, 1\)$/ }).waitFor();
  await page.keyboard.press("Delete");
  await page.locator("#canvas g.leaving").waitFor();
  await page.locator('#canvas g.main[data-label="f"]').waitFor(); // what will be selected
  socket.release();
  await textIs(page, "c: 3[ xy: 3[ f: (2,3,4) ]");
  await idle(page);
  assert.equal(await page.locator("#canvas :is(.waits, .leaving)").count(), 0);
});

person("what the server refuses does not stay in the picture", {}, async (page) => {
  await between(page, { ask: (m, send) => send(String(m).replace('"player":2', '"player":9')) });
  await open(page);
  await node(page, "d").click();
  await press(page, "2");
  await page.locator("#notice").getByText(/^Not done/).waitFor();
  assert.equal(await node(page, "d").locator(".mover").textContent(), "3");
  assert.equal(await node(page, "d").getAttribute("data-player"), "3");
  assert.equal(await node(page, "d").locator(".marker").isVisible(), true);
  assert.equal(await page.locator("#canvas .waits").count(), 0);
});

person("a new node is painted at once although answers take 200 ms, and does not jump", {}, async (page) => {
  const late = (m, send) => setTimeout(() => send(m), 200);
  await between(page, { answer: late });
  await open(page);
  await node(page, "g").click();
  await idle(page);
  await page.evaluate(() => {
    globalThis.costs = [];
    addEventListener("keydown", (e) => {
      const before = document.querySelectorAll("#canvas g.coming").length;
      requestAnimationFrame(() => {
        const painted = new MessageChannel();
        painted.port1.onmessage = () => document.querySelectorAll("#canvas g.coming").length > before && globalThis.costs.push(performance.now() - e.timeStamp);
        painted.port2.postMessage(0);
      });
    }, true);
  });
  for (let i = 0; i < 5; i++) {
    await page.keyboard.press("Enter");
    await idle(page);
  }
  const costs = await page.evaluate(() => globalThis.costs);
  console.log(`answers after 200 ms: key to paint ${costs.map((c) => c.toFixed(0)).join(", ")} ms`);
  assert.equal(costs.length, 5, "nodes that were painted with the first frame after their key");
  assert.ok(Math.min(...costs) < 100, "a node is painted long before its answer");
  await holds(page, "g: (6,1,2) ? ? ? ? ?");
});

person("without a connection the page says so within two seconds, and what is done is painted", { expect: /WebSocket|ERR_/ }, async (page) => {
  const line = { dead: false, end: () => {} };
  await between(page, {
    ask: (m, send, ws) => {
      line.end = () => ws.close();
      if (!line.dead) send(m);
    },
    answer: (m, send) => line.dead || send(m),
  });
  await open(page);
  await node(page, "g").click();
  line.dead = true; // nothing is closed: nothing informs the page
  const began = await page.evaluate(() => performance.now());
  await press(page, "Enter 1 , 2 , 3 Enter");
  assert.deepEqual(await drawn(page), ["(1, 2, 3)"]);
  await page.getByText(/^Not connected: 2 edits wait/).waitFor();
  const after = (await page.evaluate(() => performance.now())) - began;
  console.log(`“Not connected” after ${after.toFixed(0)} ms`);
  assert.ok(after < 3500, `it took ${after} ms, want at most 2000 on a quiet machine`);
  // The keys go on: up to the parent of the new node, and another child there.
  await press(page, "ArrowUp");
  await page.locator('#canvas g.main[data-label="c"]').waitFor();
  await press(page, "Tab");
  assert.deepEqual(await drawn(page), ["(1, 2, 3)", "?"]);
  await press(page, "5 , 2 , 2 Enter");
  await press(page, "ArrowUp ArrowUp ArrowDown");
  await page.locator('#canvas g.main[data-label="b"]').waitFor();
  await node(page, "e").locator(".value").click();
  await page.locator('#canvas g.main[data-label="e"]').waitFor();
  await frames(page);
  await shot(page, "edit not connected");
  line.dead = false;
  line.end();
  await saved(page);
  await holds(page, "g: (6,1,2) (1,2,3) (5,2,2)");
});
