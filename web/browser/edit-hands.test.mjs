// The editor under mouse and finger: drags while the tree changes, the window
// that is moved by them, and dialogs that are quicker than the server.

import assert from "node:assert/strict";
import { editElsewhere, holds, keep, node, saved, textIs, tool } from "./editor.mjs";
import { atStep, frames, idle, narrow, person, socketOf, until } from "./harness.mjs";

const id = async (page, label) => Number(await node(page, label).getAttribute("data-id"));

async function visit(page, tree) {
  await page.goto(tree.edit);
  await saved(page);
}

person("the history that is opened again while it comes lists every revision once", {}, async (page) => {
  const tree = await keep();
  await editElsewhere(tree, { op: "set", nodes: [2], label: "z" });
  await visit(page, tree);
  const asked = [];
  let answered = 0;
  page.on("requestfinished", (r) => new URL(r.url()).pathname.endsWith("/revisions") && answered++);
  await page.route((u) => u.pathname.endsWith("/revisions"), async (route) => {
    await new Promise((resolve) => asked.push(resolve));
    await route.continue();
  });
  const button = page.locator("#show-history"), rows = page.locator("#history li");
  await button.click();
  await page.keyboard.press("Escape");
  await button.click();
  await until(() => asked.length === 2, "the page has asked twice");
  for (const go of asked) go();
  await until(() => answered === 2, "both answers have come");
  await idle(page);
  assert.deepEqual(await rows.evaluateAll((all) => all.map((li) => li.value)), [2, 1]);
});

/** One finger goes from a place by so much. */
async function swipe(page, x, y, dx, dy) {
  const devtools = await page.context().newCDPSession(page);
  const touch = (type, touchPoints) => devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", [{ x, y }]);
  for (let i = 1; i <= 10; i++) await touch("touchMove", [{ x: x + (dx * i) / 10, y: y + (dy * i) / 10 }]);
  await touch("touchEnd", []);
  await idle(page);
}

person("on a phone a finger moves a tree that is zoomed in, and scrolls the page when it is not", { viewport: narrow, touch: true }, async (page) => {
  const tree = await keep();
  for (const [address, picture] of [[tree.edit, "#canvas svg"], ["/figures/k1991-fig6?step=3", "#stage svg.tree"]]) {
    await page.goto(address);
    const svg = page.locator(picture);
    if (address === tree.edit) await page.getByText(/^Saved, revision \d/).waitFor();
    else await atStep(page, 3);
    const top = async () => Number((await svg.getAttribute("viewBox")).split(" ")[1]);
    const scrolled = () => page.evaluate(() => scrollY);
    const { x, y, height } = await page.locator(picture).boundingBox();
    const up = () => swipe(page, x + 15, y + height - 30, 0, -100);
    await page.evaluate(() => { for (let i = 0; i < 3; i++) document.getElementById("zoom-in").click(); });
    const before = await top();
    await up();
    assert.ok((await top()) > before + 20, `${address}: the window began at ${before}, and after a swipe at ${await top()}`);
    assert.equal(await scrolled(), 0, `${address}: the page, while the tree is moved`);
    await page.evaluate(() => document.getElementById("fit").click());
    const fitted = await top();
    await up();
    assert.equal(await top(), fitted, `${address}: the window of the tree that is fitted`);
    await page.waitForFunction(() => scrollY > 20); // the page goes along, and the tree does not
    assert.equal(await top(), fitted, `${address}: the window of the tree that is fitted`);
  }
});

person("a zoom that is refused leaves the fitted tree fitted", {}, async (page) => {
  const tree = await keep();
  await visit(page, tree);
  const box = () => page.locator("#canvas svg").getAttribute("viewBox");
  const fitted = await box();
  await page.evaluate(() => document.querySelector("#canvas svg").dispatchEvent(new WheelEvent("wheel", { deltaY: 10_000, ctrlKey: true, cancelable: true })));
  assert.equal(await box(), fitted, "farther out than the tree can be seen");
  await page.setViewportSize({ width: 1000, height: 900 });
  await page.waitForFunction((was) => document.querySelector("#canvas svg").getAttribute("viewBox") !== was, fitted);
});

/** Where the middle of a node's box is on the screen. In one step: the picture may be on its way. */
const middle = (page, label) => page.evaluate((l) => {
  const box = document.querySelector(`#canvas g.node[data-label="${l}"] .box`).getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}, label);

const words = (page) => page.locator("#drop-words");

/** Takes a node up with the mouse, and holds it between two others. */
async function hold(page, label, left, right) {
  const from = await middle(page, label);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x - 20, from.y + 10, { steps: 3 });
  const a = await middle(page, left), b = await middle(page, right);
  await page.mouse.move((a.x + b.x) / 2, a.y, { steps: 5 });
}

person("a drop does what is said of it, though the tree changes under a hand that rests", {}, async (page) => {
  const tree = await keep();
  await visit(page, tree);
  await hold(page, "g", "e", "f");
  assert.equal(await words(page).textContent(), "Move before f");
  await editElsewhere(tree, { op: "sibling", node: await id(page, "e"), before: true });
  await page.waitForFunction(() => document.querySelectorAll("#canvas g.node").length === 8);
  await idle(page);
  const said = await words(page).textContent();
  assert.equal(await page.locator("#canvas g.node.dragged").count(), 1, "what is marked as dragged");
  await page.mouse.up();
  await page.getByText("Saved, revision 3").waitFor();
  const [, below, name] = /^Move (below|before) (\w)\b/.exec(said);
  const wanted = below === "below" ? `${name}: \\d\\[[^\\]]* g: ` : `g: \\(6,1,2\\) ${name}: `;
  // The text beside the picture follows the acknowledgement.
  await page.waitForFunction((pattern) => new RegExp(pattern).test(document.getElementById("text").value.replace(/\s+/g, " ")), wanted).catch(async () => {
    assert.match((await page.locator("#text").inputValue()).replace(/\s+/g, " "), new RegExp(wanted), `it said “${said}”`);
  });
});

person("a drag goes on when the answer to an edit of one's own comes, and ends when the node is deleted", {}, async (page) => {
  await page.routeWebSocket(/\/ws$/, (ws) => {
    const server = ws.connectToServer();
    ws.onMessage((m) => setTimeout(() => server.send(m), 300));
    server.onMessage((m) => setTimeout(() => ws.send(m), 300));
  });
  const tree = await keep();
  await visit(page, tree);
  await node(page, "b").click();
  await page.keyboard.press("Enter"); // a sibling, whose answer takes a while
  await hold(page, "g", "e", "f");
  await page.waitForFunction(() => document.querySelectorAll("#canvas g.node").length === 8);
  await idle(page);
  assert.ok(await words(page).isVisible(), "the drag after the answer");
  const a = await middle(page, "e"), b = await middle(page, "f");
  await page.mouse.move((a.x + b.x) / 2, a.y, { steps: 3 });
  assert.equal(await words(page).textContent(), "Move before f");
  await page.mouse.up();
  await page.waitForFunction(() => /e: \(2,2,5\)\s+g: \(6,1,2\)\s+f: /.test(document.getElementById("text").value));
  await idle(page);
  await hold(page, "g", "e", "f");
  await editElsewhere(tree, { op: "delete", nodes: [await id(page, "g")] });
  await words(page).waitFor({ state: "hidden" });
  await page.mouse.up();
  assert.equal(await page.locator(".dragged, .ghost, .drop-mark").count(), 0);
});

person("a tree that is seen as a whole stays where it is while a node is held at the rim", { viewport: narrow }, async (page) => {
  const tree = await keep();
  await visit(page, tree);
  const box = () => page.locator("#canvas svg").getAttribute("viewBox");
  const fitted = await box(), b = await middle(page, "b"), canvas = await page.locator("#canvas").boundingBox();
  await page.mouse.move(b.x, b.y);
  await page.mouse.down();
  await page.mouse.move(b.x + 10, b.y, { steps: 3 });
  await page.mouse.move(canvas.x + 4, b.y, { steps: 3 });
  await frames(page, 5);
  assert.equal(await box(), fitted, "the window, with b at its left rim");
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await page.setViewportSize({ width: 1000, height: 740 });
  await page.waitForFunction((was) => document.querySelector("#canvas svg").getAttribute("viewBox") !== was, fitted); // it is fitted again
});

person("Esc gives the window back that a drag has moved", {}, async (page) => {
  const tree = await keep();
  await visit(page, tree);
  await page.evaluate(() => { for (let i = 0; i < 4; i++) document.getElementById("zoom-in").click(); });
  await node(page, "c").click();
  const box = () => page.locator("#canvas svg").getAttribute("viewBox");
  await idle(page);
  const before = await box();
  const c = await middle(page, "c"), canvas = await page.locator("#canvas").boundingBox();
  await page.mouse.move(c.x, c.y);
  await page.mouse.down();
  await page.mouse.move(canvas.x + 8, c.y, { steps: 5 });
  await page.waitForFunction((was) => document.querySelector("#canvas svg").getAttribute("viewBox") !== was, before);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  assert.equal(await box(), before);
});

person("a window that is set stays there while somebody else edits, and comes along with one's own edits", {}, async (page) => {
  const tree = await keep();
  await visit(page, tree);
  await node(page, "g").click();
  await page.evaluate(() => { for (let i = 0; i < 4; i++) document.getElementById("zoom-in").click(); });
  const canvas = await page.locator("#canvas").boundingBox();
  await page.mouse.move(canvas.x + 40, canvas.y + 200);
  await page.mouse.down();
  await page.mouse.move(canvas.x + 640, canvas.y + 200, { steps: 4 }); // g leaves the window
  await page.mouse.up();
  const place = (label) => node(page, label).evaluate((n) => n.getBoundingClientRect().x);
  const before = await place("b");
  assert.ok((await place("g")) > canvas.x + canvas.width, "g, out of sight");
  await editElsewhere(tree, { op: "set", nodes: [await id(page, "e")], value: [1, 2, 3] });
  await textIs(page, "e: (1,2,3)");
  await idle(page);
  assert.ok(Math.abs((await place("b")) - before) < 1, `b was at ${before}, and is at ${await place("b")}`);
  await tool(page, "Sibling").click();
  await page.waitForFunction((end) => document.querySelector("#canvas g.main")?.getBoundingClientRect().right < end, canvas.x + canvas.width);
});

person("two fingers zoom: neither begins a drag, and another pointer's end does not end one", { viewport: narrow, touch: true }, async (page) => {
  const tree = await keep();
  await visit(page, tree);
  const devtools = await page.context().newCDPSession(page);
  const touch = (type, touchPoints) => devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
  const d = await middle(page, "d"), g = await middle(page, "g"), dragging = () => page.locator(".ghost").count();
  await touch("touchStart", [{ ...d, id: 1 }]);
  await touch("touchStart", [{ ...d, id: 1 }, { ...g, id: 2 }]);
  await idle(page);
  assert.equal(await dragging(), 0, "drags that two fingers began");
  await touch("touchEnd", []);
  await page.mouse.move(g.x, g.y);
  await page.mouse.down();
  await page.mouse.move(g.x - 20, g.y, { steps: 3 });
  await page.evaluate(() => dispatchEvent(new PointerEvent("pointercancel", { pointerId: 99 })));
  assert.equal(await dragging(), 1, "drags after another pointer was given up");
  await page.keyboard.press("Escape");
  await page.mouse.up();
});

for (const by of ["a finger", "a pen"]) person(`${by} adds nodes by the handles at a node, and drags them to a place`, { viewport: { width: 820, height: 1100 }, touch: true }, async (page) => {
  await visit(page, await keep());
  const devtools = await page.context().newCDPSession(page);
  const press = (name, { x, y }) => (by === "a pen"
    ? devtools.send("Input.dispatchMouseEvent", { type: { start: "mousePressed", move: "mouseMoved", end: "mouseReleased" }[name], x, y, button: name === "move" ? "none" : "left", buttons: name === "end" ? 0 : 1, clickCount: 1, pointerType: "pen" })
    : devtools.send("Input.dispatchTouchEvent", { type: { start: "touchStart", move: "touchMove", end: "touchEnd" }[name], touchPoints: name === "end" ? [] : [{ x, y }] }));
  /** Goes from a place to others; lifts at the last one. */
  const go = async (...places) => {
    await press("start", places[0]);
    for (const [i, to] of places.slice(1).entries()) for (let k = 1; k <= 5; k++) await press("move", { x: places[i].x + ((to.x - places[i].x) * k) / 5, y: places[i].y + ((to.y - places[i].y) * k) / 5 });
    await press("end", places.at(-1));
    await idle(page);
  };
  const plus = async (command) => {
    const { x, y, width, height } = await page.locator(`#canvas .handles .handle[data-command="${command}"]`).boundingBox();
    assert.ok(Math.min(width, height) >= 20, `a handle is ${width} by ${height} px`);
    return { x: x + width / 2, y: y + height / 2 };
  };
  await go(await middle(page, "e"));
  await go(await plus("child"));
  await holds(page, "e: 1[ (2,2,5) ]");
  await go(await middle(page, "b"));
  const e = await middle(page, "e"), f = await middle(page, "f");
  await go(await plus("sibling"), { x: (e.x + f.x) / 2, y: f.y });
  await holds(page, "] ? f: (2,3,4)");
  assert.equal(await page.evaluate(() => document.querySelector("#canvas g.node.main")?.getAttribute("data-value")), "null", "the new node is selected");
});

person("a wide tree comes folded so far that it can be read, and unfolds", {}, async (page) => {
  const { edit } = await keep({ grow: { players: 3, branching: 3, depth: 4, maxsum: 9, constant: true, seed: 1 } });
  const drawn = (count) => page.waitForFunction((n) => document.querySelectorAll("#canvas g.node").length === n, count);
  await page.goto(edit);
  await drawn(1 + 3 + 9 + 27);
  await page.getByText(/^Saved, revision/).waitFor();
  const silhouette = page.locator("#canvas g.node[data-hidden='4']").first();
  await silhouette.click();
  await page.keyboard.press(" ");
  await drawn(1 + 3 + 9 + 27 + 3);
  await page.getByRole("button", { name: "Unfold" }).click();
  await drawn(121);
  assert.equal(await page.getByRole("button", { name: "Unfold" }).isVisible(), false, "nothing is folded, so that nothing unfolds");
  await page.reload();
  await drawn(121);
});

person("whoever points at a score types another one", {}, async (page) => {
  await page.goto("/edit?figure=k1991-fig6");
  await page.locator('#canvas g.node[data-label="b"]').click();
  await page.keyboard.press("F2");
  const scores = page.locator("#node-panel .score-fields input");
  for (const [i, score] of ["4", "4", "1"].entries()) {
    await scores.nth(i).click();
    await page.keyboard.type(score);
  }
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText(/^Saved, revision/).waitFor();
  assert.match(await page.locator("#text").inputValue(), /b: \(4,4,1\)/);
  await page.keyboard.press("F2");
  await scores.nth(0).click();
  await page.keyboard.type("7");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.locator("#node-panel").waitFor({ state: "hidden" });
  assert.match(await page.locator("#text").inputValue(), /b: \(4,4,1\)/, "what is given up");
});

person("undo and redo go back to what was selected, and to the part of the tree that was in sight", {}, async (page) => {
  const socket = await socketOf(page), tree = await keep();
  await visit(page, tree);
  const box = async () => {
    await idle(page);
    return (await page.locator("#canvas svg").getAttribute("viewBox")).split(" ").map((n) => Math.round(Number(n)));
  };
  const selected = () => page.locator("#canvas g.selected").evaluateAll((all) => all.map((n) => n.getAttribute("data-label")).join(" "));
  const count = (n) => page.waitForFunction((m) => document.querySelectorAll("#canvas g.node").length === m, n);
  /** Moves the picture by hand. */
  const pan = async (dx, dy) => {
    const { x, y, height } = await page.locator("#canvas").boundingBox();
    await page.mouse.move(x + 300, y + height - 60);
    await page.mouse.down();
    await page.mouse.move(x + 300 + dx, y + height - 60 + dy, { steps: 4 });
    await page.mouse.up();
  };
  const fitted = await box();
  await node(page, "e").click();
  await node(page, "g").click({ modifiers: ["Shift"] });
  await node(page, "e").click();
  await node(page, "f").click({ modifiers: ["Control"] });
  await page.keyboard.press("Delete");
  await count(5);
  await node(page, "g").click();
  const g = await middle(page, "g");
  await page.mouse.move(g.x, g.y);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -300);
  await page.keyboard.up("Control");
  await pan(-100, 40);
  const there = await box();
  assert.notDeepEqual(there, fitted);
  await node(page, "g").focus();
  await page.keyboard.press("Delete");
  await count(4);
  await page.locator("#fit").click();
  await node(page, "b").click();
  const here = await box();
  assert.notDeepEqual(here, there);
  await page.keyboard.press("Control+z");
  await count(5);
  assert.deepEqual(await box(), there, "where g was deleted");
  assert.equal(await selected(), "g");
  await page.waitForFunction(() => document.activeElement?.getAttribute("data-label") === "g");
  await page.keyboard.press("Control+z");
  await count(7);
  assert.deepEqual(await box(), fitted, "where e and f were deleted");
  assert.equal(await selected(), "e f");
  await page.keyboard.press("Control+y");
  await count(5);
  assert.deepEqual(await box(), there, "where that was undone");
  assert.equal(await selected(), "g");
  await page.keyboard.press("Control+y");
  await count(4);
  assert.deepEqual(await box(), here, "where the first undo was");
  assert.equal(await selected(), "b");
  // Whoever has selected something else since stays there.
  socket.holds = "answers";
  await page.keyboard.press("Control+z");
  await node(page, "c").click();
  socket.release();
  await count(5);
  await idle(page);
  assert.equal(await selected(), "c");
});
