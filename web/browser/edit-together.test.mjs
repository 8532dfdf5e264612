// The editor where something is in the way: others, a lost connection, a
// refused edit, a finger for a mouse.

import assert from "node:assert/strict";
import { editElsewhere, fig6, holds, keep, node, press, saved, textIs, tool, two } from "./editor.mjs";
import { accessible, idle, narrow, person, shot, socketOf, until, url } from "./harness.mjs";

async function figure(page) {
  await page.goto("/edit?figure=k1991-fig6");
  await node(page, "a").waitFor();
}

/** Lets a test cut the page's websockets, and forbid new ones. */
async function wire(page) {
  const open = new Set();
  const state = { cut: false, deaf: false };
  await page.routeWebSocket(/\/ws$/, (ws) => {
    if (state.cut) return void ws.close();
    const server = ws.connectToServer();
    ws.onMessage((m) => !state.cut && server.send(m));
    server.onMessage((m) => !state.cut && !state.deaf && ws.send(m));
    open.add([ws, server]);
  });
  return {
    cut() {
      state.cut = true;
      for (const [ws, server] of open) {
        ws.close();
        server.close();
      }
      open.clear();
    },
    deafen: () => (state.deaf = true), // the server's answers are lost
    mend: () => (state.cut = state.deaf = false),
  };
}

person("two people on one edit address see each other's edits, and neither's are lost", {}, async (page) => {
  await figure(page);
  await node(page, "g").click();
  await press(page, "Enter");
  await saved(page);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await page.getByText("2 people here").waitFor();
  await other.getByText("2 people here").waitFor();
  await Promise.all([
    (async () => {
      await node(other, "b").click();
      await press(other, "4 , 4 , 1 Enter");
    })(),
    (async () => {
      await node(page, "e").click();
      await press(page, "1 , 1 , 7 Enter");
    })(),
  ]);
  for (const one of [page, other]) {
    await textIs(one, "b: (4,4,1)");
    await textIs(one, "e: (1,1,7)");
  }
  // Text that is being typed here is not overwritten by an edit from there.
  await page.bringToFront();
  const area = page.locator("#text");
  await area.press("Control+End");
  await page.keyboard.type(" # mine", { delay: 30 });
  await node(other, "g").click();
  await press(other, "5 , 2 , 2 Enter");
  await textIs(other, "g: (5,2,2)");
  await textIs(page, "g: (5,2,2)");
  await node(page, "g").and(page.locator('[data-value="[5,2,2]"]')).waitFor();
  // What prevents an undo is shown, and nothing is lost.
  await node(page, "e").click();
  await press(page, "2 , 2 , 2 Enter");
  await textIs(other, "e: (2,2,2)");
  await node(other, "e").click();
  await press(other, "3 , 3 , 3 Enter");
  await textIs(page, "e: (3,3,3)");
  await page.keyboard.press("Control+z");
  await page.locator("#notice").getByText("the value of e has been changed since").waitFor();
  await textIs(page, "e: (3,3,3)");
  await other.close();
  await page.getByText("2 people here").waitFor({ state: "detached" });
});

person("what is typed while the connection is lost is sent when it is back, and survives a reload", { expect: /WebSocket|ERR_/ }, async (page) => {
  const line = await wire(page);
  await figure(page);
  await node(page, "g").click();
  await press(page, "Enter");
  await saved(page);
  line.cut();
  await press(page, "1 , 2 , Enter Enter 3 , 3 Enter Enter");
  await page.getByText(/^Not connected: 4 edits wait/).waitFor();
  await press(page, "7 , 1 Enter");
  await page.getByText(/^Not connected: 5 edits wait/).waitFor();
  line.mend();
  await textIs(page, "g: (6,1,2) (1,2,6) (3,3,3) (7,1,1)");
  await saved(page);
  // Once more, with a reload in between.
  line.cut();
  await page.keyboard.press("Tab");
  await page.getByText(/^Not connected: 1 edit waits/).waitFor();
  page.on("dialog", (d) => d.accept()); // the page asks before it is left
  line.mend();
  await page.reload();
  await textIs(page, "(3,3,3) 3[ (7,1,1) ]");
  await saved(page);
  // What was not yet acknowledged then can be undone, too.
  await tool(page, "Undo").click();
  await textIs(page, "(3,3,3) (7,1,1)");
  // An edit that was made, and whose answer was lost, is sent again after 300 edits of others: it is made once.
  await saved(page);
  line.deafen();
  await node(page, "g").click();
  await press(page, "Enter");
  const once = "g: (6,1,2) ? (1,2,6) (3,3,3) (7,1,1)";
  await holds(page, once);
  const edits = Array.from({ length: 300 }, (_, i) => ({ op: "header", title: `title ${i}` }));
  const key = new URL(page.url()).pathname.split("/")[2];
  assert.equal((await fetch(`${url}/api/v1/trees/${key}/edits`, { method: "POST", body: JSON.stringify({ edits }) })).status, 200);
  line.cut();
  line.mend();
  await page.getByText(/^Saved, revision 3\d\d/).waitFor();
  await textIs(page, once);
  await holds(page, once);
});

person("each sees where the other is, under a name that can be changed", {}, async (page) => {
  const other = await two(page);
  await node(other, "e").click();
  const mark = (label) => node(page, label).locator(".person-here");
  await mark("e").waitFor();
  assert.equal(await mark("e").locator(".person-name").textContent(), "guest 2");
  await node(other, "a").locator(".person-here", { hasText: "guest 1" }).waitFor();
  // It goes along, and is there beside the own selection, and after an edit of the node.
  await node(other, "g").click();
  await mark("g").waitFor();
  assert.equal(await page.locator("#canvas .person-here").count(), 1);
  await node(page, "g").click();
  await press(page, "5 , 2 , 2 Enter");
  await textIs(page, "g: (5,2,2)");
  await mark("g").waitFor();
  await shot(page, "edit together");
  await accessible(page, "an editor with somebody else");
  await other.getByRole("button", { name: "you: guest 2" }).click();
  const name = other.getByLabel("Your name, for those who are here");
  await name.fill("Ada");
  await name.press("Enter");
  await mark("g").locator(".person-name", { hasText: /^Ada$/ }).waitFor();
  await node(page, "b").click();
  await page.getByRole("button", { name: "Ada" }).click();
  await page.locator('#canvas g.main[data-label="g"]').waitFor();
  // The name is in this tab, and goes with the connection.
  await other.reload();
  await page.getByRole("button", { name: "Ada" }).waitFor();
  await other.close();
  await page.locator("#canvas .person-here").waitFor({ state: "detached" });
  assert.equal(await page.locator("#others").textContent(), "");
});

person("whoever loses an edit of the same node sees a notice, and can put it back", {}, async (page) => {
  const socket = await socketOf(page), other = await two(page), notice = page.locator("#notice");
  await node(page, "e").click();
  await press(page, "1 , 1 , 7 Enter");
  await textIs(other, "e: (1,1,7)");
  await node(other, "e").click();
  await node(page, "e").locator(".person-name", { hasText: "guest 2" }).waitFor();
  await press(other, "3 , 3 , 3 Enter");
  await notice.getByText("guest 2 changed the value of e from your (1, 1, 7) to (3, 3, 3).").waitFor();
  assert.equal(await other.locator("#notice").isVisible(), false, "the one who replaced it sees a notice");
  await shot(page, "edit replaced");
  await accessible(page, "an edit that was replaced");
  const height = (await notice.boundingBox()).height;
  assert.ok(height < 60, `the notice is ${height} px high: it is one line`);
  await page.getByRole("button", { name: "Put mine back" }).click();
  await textIs(other, "e: (1,1,7)");
  await notice.waitFor({ state: "hidden" });
  await other.locator("#notice").getByText("guest 1 changed the value of e from your (3, 3, 3) to (1, 1, 7).").waitFor();
  // Both at once: the server has mine before theirs, and answers after it. A second notice waits behind the line.
  socket.holds = "answers";
  await node(page, "b").click({ force: true });
  await press(page, "4 , 4 , 1 Enter");
  await textIs(other, "b: (4,4,1)");
  await node(other, "b").click();
  await press(other, "2 , 2 , 2 Enter");
  await textIs(other, "b: (2,2,2)");
  await node(other, "e").click();
  await press(other, "n e w Enter");
  await textIs(other, "new: (1,1,7)");
  socket.release();
  await notice.getByText("changed the value of b from your (4, 4, 1) to (2, 2, 2).").waitFor();
  // What I undo or delete myself is nobody's.
  await node(page, "g").click();
  await press(page, "5 , 2 , 2 Enter Control+z");
  await textIs(page, "g: (6,1,2)");
  await idle(page);
  assert.equal(await notice.locator(".kept").count(), 1, "notices");
  await node(page, "f").click();
  await press(page, "8 , 1 , 0 Enter");
  await textIs(other, "f: (8,1,0)");
  await node(other, "f").click();
  await press(other, "0 , 0 , 9 Enter");
  await notice.getByText("changed the value of f").waitFor();
  assert.equal(await notice.locator(".kept").locator("visible=true").count(), 1, "lines");
  await notice.getByRole("button", { name: "All 2" }).click();
  assert.equal(await notice.locator(".kept").locator("visible=true").count(), 2, "lines of the opened notices");
  await shot(page, "edit replaced twice");
  for (let left = 2; left > 0; left--) await notice.getByRole("button", { name: "Close" }).first().click();
  await notice.waitFor({ state: "hidden" });
  // The node is deleted, with one above it.
  await node(page, "g").click();
  await press(page, "4 , 4 , 1 Enter");
  await textIs(other, "g: (4,4,1)");
  await node(other, "c").click();
  await node(page, "c").locator(".person-name", { hasText: "guest 2" }).waitFor();
  await press(other, "Delete");
  const deleted = notice.getByText("guest 2 deleted c and all below it, with your value (1, 1, 7) of new and your value (4, 4, 1) of g.");
  await deleted.waitFor();
  await shot(page, "edit deleted");
  await page.getByRole("button", { name: "Put it back" }).click();
  await textIs(other, "g: (4,4,1) ] ]");
  await notice.waitFor({ state: "hidden" });
  assert.equal(await other.locator("#notice").getByText("deleted").count(), 0, "the one who deleted it sees a notice");
  // It is folded here, and comes back by itself.
  await node(page, "c").click();
  await page.keyboard.press("Space");
  await node(page, "g").waitFor({ state: "detached" });
  await node(other, "g").click();
  await press(other, "Delete");
  await notice.getByText(/ deleted g, with your value \(4, 4, 1\)\./).waitFor();
  await press(other, "Control+z");
  await textIs(page, "g: (4,4,1) ] ]");
  await page.keyboard.press("Space");
  await notice.waitFor({ state: "hidden" });
  // What I delete myself is nobody's.
  await node(page, "g").click();
  await press(page, "Delete");
  await node(other, "g").waitFor({ state: "detached" });
  await idle(page);
  assert.equal(await notice.isVisible(), false, "a notice of my own deletion");
});

person("a node is added beside one that somebody deletes meanwhile", {}, async (page) => {
  const socket = await socketOf(page), tree = await keep({ text: fig6 });
  await page.goto(tree.edit);
  await node(page, "g").click();
  socket.holds = "asks";
  await press(page, "Enter 1 , 2 , 3 Enter");
  await editElsewhere(tree, { op: "delete", nodes: [7] });
  socket.release();
  await holds(page, "d: 3[ e: (2,2,5) f: (2,3,4) ] (1,2,3) ]");
  await idle(page);
  assert.equal(await page.locator("#notice").isVisible(), false, "a notice");
});

person("an undo that finds nothing to undo says so, and leaves what others did", {}, async (page) => {
  await page.goto("/");
  const tree = await keep({ text: "players 3 a: 1[ b: ? c: ? ]" });
  const theirs = (edit) => page.evaluate(async ([key, edit]) => {
    const answer = await fetch(`/api/v1/trees/${key}/edits`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ edit }) });
    return answer.ok || answer.text();
  }, [tree.key, edit]);
  await page.goto(tree.edit);
  await node(page, "b").click();
  await press(page, "1 , 1 , 1 Enter");
  await holds(page, "b: (1,1,1)"); // the page shows it before the server has it
  assert.equal(await theirs({ op: "set", nodes: [2], value: null }), true);
  assert.equal(await theirs({ op: "set", nodes: [3], label: "important" }), true);
  await textIs(page, "b: ? important: ?");
  await tool(page, "Undo").click();
  await page.locator("#notice").getByText("Nothing changed").waitFor();
  for (const name of ["Undo", "Redo"]) assert.equal(await tool(page, name).getAttribute("aria-disabled"), "true", name);
  await node(page, "b").click();
  await page.keyboard.press("Control+Shift+z");
  await press(page, "2 , 2 , 2 Enter");
  await holds(page, "b: (2,2,2) important: ?");
  // Undo and redo at once, before the answer of either.
  assert.equal(await theirs({ op: "set", nodes: [2], value: null }), true);
  await textIs(page, "b: ? important: ?");
  await page.evaluate(() => {
    for (const name of ["undo", "redo"]) /** @type {HTMLElement} */ (document.querySelector(`#tools [data-command=${name}]`)).click();
  });
  await page.locator("#notice").getByText("Nothing changed").waitFor();
  await saved(page);
  await textIs(page, "b: ? important: ?");
});

person("a tree is kept from its first edit on, with its history, and goes back to any revision", {}, async (page) => {
  await figure(page);
  assert.match(page.url(), /\/edit\?figure=/);
  await node(page, "b").click();
  await press(page, "1 , 1 , 1 Enter");
  await page.waitForURL(/\/edit\/[a-z2-7]{26}/);
  await press(page, "Delete");
  await textIs(page, "a: 1[ c:");
  await page.getByRole("button", { name: "History" }).click();
  const list = page.getByRole("dialog").getByRole("listitem");
  await list.nth(2).waitFor();
  assert.match(await list.first().innerText(), /b deleted/);
  assert.match(await list.first().innerText(), /newest/);
  await page.getByRole("button", { name: "Restore… revision 1", exact: true }).click();
  await page.getByRole("button", { name: "Restore this revision" }).click();
  await textIs(page, "b: (5,2,2)");
  await page.keyboard.press("Control+z");
  await textIs(page, "a: 1[ c:");
  // Title and notes are kept, too.
  await page.getByRole("textbox", { name: "Title" }).fill("<script>alert(1)</script>");
  await page.keyboard.press("Enter");
  await page.locator(".notes-panel summary").click();
  await page.getByLabel("Notes on this tree").fill("For the lecture");
  await page.locator("#canvas g.node").first().click();
  await until(async () => (await (await fetch(new URL(page.url()))).text()).includes("For the lecture"), "the server has the title");
  await page.reload();
  assert.equal(await page.getByRole("textbox", { name: "Title" }).inputValue(), "<script>alert(1)</script>");
  assert.equal(await page.getByLabel("Notes on this tree").inputValue(), "For the lecture");
});

person("the history that is opened while an edit waits lists it when it is saved", {}, async (page) => {
  const socket = await socketOf(page), { edit } = await keep();
  await page.goto(edit);
  await idle(page);
  await node(page, "b").click();
  socket.holds = "asks";
  await press(page, "Delete");
  await textIs(page, "a: 1[ c:"); // as it will be
  await page.getByRole("button", { name: "History" }).click();
  const list = page.getByRole("dialog").getByRole("listitem");
  await list.first().waitFor();
  assert.equal(await list.count(), 1);
  socket.release();
  await list.nth(1).waitFor();
  assert.match(await list.first().innerText(), /b deleted/);
});

person("a tree begins from a generator, a text or a file", { expect: /status 4\d\d|the server responded with a status of 4/ }, async (page) => {
  await page.goto("/edit");
  const begin = async () => {
    await page.waitForLoadState(); // each beginning is a page of its own
    await page.getByRole("button", { name: "New…" }).click();
  };
  await begin();
  const branching = page.getByRole("dialog").getByLabel("Branching"), depth = page.getByRole("dialog").getByLabel("Depth");
  await branching.fill("20");
  await depth.fill("20");
  await page.getByRole("button", { name: "Create" }).click();
  await page.waitForFunction(() => document.querySelector("#start-grow [name=depth]").validationMessage.startsWith("a tree with branching 20 has 3,368,421 nodes"));
  await branching.fill("2");
  await depth.fill("2");
  await page.getByRole("button", { name: "Create" }).click();
  await page.waitForURL(/\/edit\/[a-z2-7]{26}/);
  assert.equal(await page.locator("#canvas g.node").count(), 7, "nodes of a tree of depth 2");
  await begin();
  await page.getByLabel("From text").fill("1[ (1,2");
  await page.getByRole("button", { name: "Draw it" }).click();
  await page.getByRole("dialog").locator(".fault").getByText(/./).waitFor();
  await page.getByLabel("From text").fill("players 2 maxsum 5 1[ (1,2) (2,1) ]");
  await page.getByRole("button", { name: "Draw it" }).click();
  await textIs(page, "1[ (1,2) (2,1) ]");
  await begin();
  const efg = 'EFG 2 R "A game" { "One" "Two" }\n\np "" 1 1 "" { "L" "R" } 0\nt "" 1 "" { 1, 2 }\nt "" 2 "" { 3, 0 }\n';
  await page.getByLabel("From a file").setInputFiles({ name: "game.efg", mimeType: "text/plain", buffer: Buffer.from(efg) });
  await textIs(page, "(1,2)");
  await textIs(page, "(3,0)");
  await page.goto("/edit?figure=sk2000-fig1");
  assert.ok((await page.locator("#canvas g.node").count()) > 5);
});

person("a finger selects, types and drags on a phone", { viewport: narrow, touch: true }, async (page) => {
  await figure(page);
  const tree = await page.locator("#canvas").boundingBox();
  assert.ok(tree.width >= 0.9 * narrow.width && tree.height >= 0.4 * narrow.height, `the tree has ${tree.width} by ${tree.height} of the screen`);
  const tap = (label) => node(page, label).locator(".value, .mover").tap();
  await tap("g");
  await page.locator('g.selected[data-label="g"]').waitFor();
  await tool(page, "Sibling").tap();
  await textIs(page, "g: (6,1,2) ?");
  await tap("g");
  await tap("g"); // a second touch types
  const panel = page.getByRole("group", { name: "The node" });
  await panel.getByLabel("Player 1").fill("5");
  await panel.getByRole("button", { name: "Done" }).tap();
  await textIs(page, "g: (5,1,2)");
  await tap("d");
  await tool(page, "Fold").tap();
  const folded = page.locator('#canvas g.node[data-label="d"][data-hidden]');
  await folded.waitFor();
  await tap("b");
  for (let i = 0; i < 2; i++) await folded.locator(".count").tap(); // as a double click does
  await node(page, "e").waitFor();
  assert.doesNotMatch(await page.locator("#live-status").textContent(), /folded/);
  for (const button of await page.locator("#tools button, #tools summary").all()) {
    const box = await button.boundingBox();
    assert.ok(box.width >= 24 && box.height >= 24, `a tool of ${box.width} by ${box.height} px`);
  }
  // A long press and a move drag.
  const session = await page.context().newCDPSession(page);
  const middle = async (label) => {
    const box = await node(page, label).locator(".box").boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const from = await middle("e"), to = await middle("b");
  const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [from]);
  await page.locator(".ghost").waitFor();
  for (let i = 1; i <= 6; i++) await touch("touchMove", [{ x: from.x + ((to.x - from.x) * i) / 6, y: from.y + ((to.y - from.y) * i) / 6 }]);
  assert.equal(await page.locator("#drop-words").textContent(), "Move below b, after its value");
  await touch("touchEnd", []);
  await textIs(page, "b: 2[ (5,2,2) e: (2,2,5) ]");
  await shot(page, "edit phone");
});
