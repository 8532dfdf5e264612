// How the tree that is edited lies in its window: sideways, folded on a phone, in
// the middle again after edits; and what is said at its nodes.

import assert from "node:assert/strict";
import { fig6, holds, keep, node, press, saved, textIs } from "./editor.mjs";
import { accessible, idle, narrow, person, shot, theme, themes, until } from "./harness.mjs";

const grown = (branching, depth) => ({ grow: { players: 3, branching, depth, maxsum: 10, constant: true, seed: 1 } });

async function visit(page, source = { text: fig6 }, query = "") {
  const tree = await keep(source);
  await page.goto(tree.edit + query);
  await saved(page);
  await idle(page);
  return tree;
}

const turn = (page) => page.getByRole("button", { name: "sideways" });
const place = (page, label) => node(page, label).locator(".box").boundingBox();
const main = (page) => page.evaluate(() => document.querySelector("#canvas g.node.main")?.getAttribute("data-label"));
/** Waits until the root is at the left, or at the top. */
const lies = (page, sideways) => page.waitForFunction((s) => document.querySelector("#canvas svg").classList.contains("sideways") === s, sideways);

/** The boxes of the nodes, as they are on the screen. */
const boxes = (page) => page.locator("#canvas g.node").evaluateAll((all) => all.map((g) => {
  const { x, y, width, height } = g.querySelector(".box").getBoundingClientRect();
  return { name: g.getAttribute("data-label") ?? g.getAttribute("data-name"), x, y, width, height };
}));

const apart = (a, b) => a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

person("a tree lies sideways by a button, and the address says so", {}, async (page) => {
  await visit(page);
  const before = await place(page, "f");
  await turn(page).click();
  await lies(page, true);
  await idle(page);
  assert.equal(new URL(page.url()).searchParams.get("layout"), "sideways");
  assert.equal(await turn(page).getAttribute("aria-pressed"), "true");
  const [a, c, d, e, f] = await Promise.all(["a", "c", "d", "e", "f"].map((label) => place(page, label)));
  assert.ok(a.x < c.x && c.x < d.x && d.x < e.x, "levels lead to the right");
  assert.ok(Math.abs(e.x + e.width / 2 - f.x - f.width / 2) < 2 && e.y + e.height <= f.y, "siblings are below each other");
  assert.notDeepEqual(f, before);
  for (const name of themes) {
    await theme(page, name);
    await accessible(page, `a tree sideways in ${name}`);
    await shot(page, `sideways ${name}`);
  }
  await theme(page, themes[0]);
  // The arrows go where the eye goes.
  await node(page, "a").click();
  for (const [key, label] of [["ArrowRight", "b"], ["ArrowDown", "c"], ["ArrowRight", "d"], ["ArrowDown", "g"], ["ArrowLeft", "c"], ["ArrowUp", "b"]]) {
    await press(page, key);
    await until(async () => (await main(page)) === label, `${key} leads to ${label}, not ${await main(page)}`);
  }
  // The run has a layout of its own: no link to it says where the root is.
  await page.getByRole("button", { name: "Share" }).click();
  const links = page.locator(".share-panel .address a");
  await until(async () => (await links.count()) > 1, "the links");
  for (const href of await links.evaluateAll((all) => all.map((a) => a.href))) if (!href.includes("/edit/")) assert.doesNotMatch(href, /layout/);
  assert.doesNotMatch(await page.getByRole("link", { name: "Play", exact: true }).getAttribute("href"), /layout/);
  await press(page, "Escape");
  // A reload and a link have it, too.
  await page.reload();
  await lies(page, true);
  await saved(page);
  await idle(page);
  await lies(page, true);
  await turn(page).click();
  await lies(page, false);
  await idle(page);
  assert.equal(new URL(page.url()).searchParams.has("layout"), false);
  assert.deepEqual(await place(page, "f"), before);
});

person("a tree that lies sideways is edited by keys and by the mouse", {}, async (page) => {
  await visit(page, { text: fig6 }, "?layout=sideways");
  await node(page, "d").click();
  await press(page, "Tab 4 Space 4 Space 1 Enter");
  await textIs(page, "f: (2,3,4) (4,4,1) ] g:");
  await idle(page);
  await lies(page, true);
  // Between two siblings, which are below each other.
  const [b, e, f] = await Promise.all(["b", "e", "f"].map((label) => place(page, label)));
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2);
  await page.mouse.down();
  await page.mouse.move(e.x + e.width / 2, (e.y + e.height + f.y) / 2, { steps: 4 });
  await page.locator("#drop-words").getByText("Move before f").waitFor();
  await shot(page, "sideways drag");
  await page.mouse.up();
  await holds(page, "d: 3[ e: (2,2,5) b: (5,2,2) f: (2,3,4)");
  await idle(page);
  // Onto a node, along its whole value.
  const g = await place(page, "g"), now = await place(page, "b");
  await page.mouse.move(now.x + now.width / 2, now.y + now.height / 2);
  await page.mouse.down();
  await page.mouse.move(g.x + g.width - 6, g.y + g.height / 2, { steps: 4 });
  await page.locator("#drop-words").getByText("Move below g, after its value").waitFor();
  await page.mouse.up();
  await holds(page, "b: (5,2,2) ] ]");
});

person("a new node of a tree that lies sideways is drawn where it will be", {}, async (page) => {
  await visit(page, { text: fig6 }, "?layout=sideways");
  let send = () => {};
  await page.routeWebSocket(/\/ws$/, (ws) => {
    const server = ws.connectToServer(), waiting = [];
    ws.onMessage((m) => server.send(m));
    server.onMessage((m) => (/"seq":/.test(m) ? waiting.push(m) : ws.send(m)));
    send = () => waiting.splice(0).forEach((m) => ws.send(m));
  });
  await page.reload();
  await saved(page);
  await node(page, "g").click();
  await press(page, "Enter");
  const coming = page.locator("#canvas .coming .box");
  await coming.waitFor();
  const at = await coming.boundingBox(), g = await place(page, "g"), d = await place(page, "d");
  assert.ok(at.y >= g.y + g.height && Math.abs(at.x + at.width / 2 - g.x - g.width / 2) < 3, `below its sibling: ${JSON.stringify({ at, g })}`);
  assert.ok(at.x > d.x - 200);
  await until(async () => {
    send();
    return (await page.locator("#canvas .coming").count()) === 0;
  }, "the answer has come");
  await holds(page, "g: (6,1,2) ? ]");
});

for (const [what, options] of Object.entries({ "a desk": {}, "a phone": { viewport: narrow, touch: true } })) {
  person(`on ${what} no node of a tree that lies sideways is on another, or under the buttons`, options, async (page) => {
    await visit(page, grown(4, 2), "?layout=sideways");
    const all = await boxes(page), buttons = await page.locator(".zoom").boundingBox();
    assert.equal(all.length, 21);
    for (const [i, a] of all.entries()) {
      if (options.touch) assert.ok(apart(a, buttons), `${a.name} is under the buttons`);
      for (const b of all.slice(i + 1)) assert.ok(apart(a, b), `${a.name} and ${b.name}`);
    }
    await shot(page, `sideways on ${what}`);
  });
}

person("on a phone a wide tree opens folded, in sight, and a finger opens it", { viewport: narrow, touch: true }, async (page) => {
  await visit(page, grown(4, 2));
  await page.waitForFunction(() => document.querySelectorAll("#canvas g.node").length === 5);
  await idle(page);
  const canvas = await page.locator("#canvas").boundingBox(), buttons = await page.locator(".zoom").boundingBox();
  for (const box of await boxes(page)) {
    assert.ok(box.x >= canvas.x && box.x + box.width <= canvas.x + canvas.width, `${box.name} is in sight: ${JSON.stringify(box)}`);
    assert.ok(box.width >= 22 && box.height >= 22, `${box.name} has room for a finger: ${JSON.stringify(box)}`);
    assert.ok(apart(box, buttons), `${box.name} is under the buttons`);
  }
  await shot(page, "phone folded");
  const folded = page.locator("#canvas g.node.more").first();
  await folded.tap();
  await folded.tap();
  await page.waitForFunction(() => document.querySelectorAll("#canvas g.node").length === 9);
  // What was opened stays so.
  await page.reload();
  await saved(page);
  await idle(page);
  assert.equal(await page.locator("#canvas g.node").count(), 9);
});

person("on a phone a finger beside a small node hits it", { viewport: narrow, touch: true }, async (page) => {
  await visit(page, grown(4, 2));
  await page.waitForFunction(() => document.querySelectorAll("#canvas g.node").length === 5);
  await page.locator("#unfold").tap();
  await page.waitForFunction(() => document.querySelectorAll("#canvas g.node").length === 21);
  await page.locator("#fit").tap();
  await idle(page);
  const second = page.locator("#canvas g.node").nth(1), box = await second.locator(".box").boundingBox();
  assert.ok(box.height < 20, `it is small: ${JSON.stringify(box)}`);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2 - 11);
  await page.waitForFunction(() => document.querySelectorAll("#canvas g.node")[1].classList.contains("main"));
});

person("the tree goes to the middle of its window after an edit, when nothing else moves", { motion: true }, async (page) => {
  const wide = `players 3 a: 1[ b: 2[ ${"(1,1,1) ".repeat(5)}] c: 2[ d: (2,2,2) e: (1,2,3) (1,1,1) (2,1,1) ] ]`;
  await visit(page, { text: wide });
  await node(page, "b").click();
  await press(page, "Delete");
  await node(page, "b").waitFor({ state: "detached" });
  await saved(page);
  await idle(page);
  const [canvas, ...all] = [await page.locator("#canvas").boundingBox(), ...(await boxes(page))];
  const left = Math.min(...all.map((n) => n.x)), right = Math.max(...all.map((n) => n.x + n.width)), middle = canvas.x + canvas.width / 2;
  assert.ok(Math.abs((left + right) / 2 - middle) < canvas.width / 8, `the tree is from ${left} to ${right}, the middle at ${middle}`);
  await shot(page, "in the middle again");
  // A part of the picture that somebody has chosen stays.
  await page.getByRole("button", { name: "zoom in" }).click();
  const box = await page.locator("#canvas svg").getAttribute("viewBox");
  await node(page, "d").click();
  await press(page, "Delete");
  await node(page, "d").waitFor({ state: "detached" });
  await saved(page);
  await idle(page);
  assert.equal((await page.locator("#canvas svg").getAttribute("viewBox")).split(" ")[2], box.split(" ")[2], "its scale");
});

person("what is unfolded can be read, around the current node", {}, async (page) => {
  await visit(page, grown(4, 4));
  await page.locator("#canvas g.node.more").first().dblclick();
  await page.waitForFunction(() => document.querySelectorAll("#canvas g.node.leaf").length > 0);
  await page.locator("#unfold").click();
  await page.waitForFunction(() => document.querySelectorAll("#canvas g.node").length > 300);
  await idle(page);
  const box = await page.locator("#canvas g.node.main .box").boundingBox(), canvas = await page.locator("#canvas").boundingBox();
  assert.ok(box.height >= 20, `it can be read: ${JSON.stringify(box)}`);
  assert.ok(box.x >= canvas.x && box.x + box.width <= canvas.x + canvas.width && box.y >= canvas.y, "it is in sight");
});

person("no edge passes through the number of nodes of a folded subtree", {}, async (page) => {
  await visit(page, { text: `players 3 a: 1[ b: 2[ ${"(1,1,1) ".repeat(40)}] c: 2[ ${"(1,1,1) ".repeat(60)}] d: 2[ ${"(1,1,1) ".repeat(30)}] ]` });
  await node(page, "b").dblclick();
  await page.waitForFunction(() => document.querySelectorAll("#canvas g.node.leaf").length === 40);
  await idle(page);
  const crossed = await page.evaluate(() => {
    const counts = [...document.querySelectorAll("#canvas g.node .count")].map((text) => text.getBoundingClientRect());
    const edges = [...document.querySelectorAll("#canvas path.edge")].flatMap((path) => {
      const length = path.getTotalLength(), matrix = path.getScreenCTM();
      return Array.from({ length: 200 }, (_, i) => path.getPointAtLength((length * i) / 199).matrixTransform(matrix));
    });
    return edges.filter((p) => counts.some((c) => p.x > c.left && p.x < c.right && p.y > c.top + 1 && p.y < c.bottom - 1)).length;
  });
  await shot(page, "edges below the numbers");
  assert.equal(crossed, 0, "points of edges on the numbers");
});

person("a mover who is no player is refused at the node", {}, async (page) => {
  await visit(page);
  await node(page, "c").click();
  await press(page, "7");
  const words = page.locator("#refusal");
  await words.waitFor();
  assert.equal(await words.getAttribute("data-words"), "The mover at c is a player from 1 to 3; there is no player 7.");
  await page.locator("#live-status").getByText("there is no player 7").waitFor();
  const box = await words.boundingBox(), c = await place(page, "c");
  assert.ok(Math.abs(box.x + box.width / 2 - c.x - c.width / 2) < 40 && Math.min(Math.abs(c.y - box.y - box.height), Math.abs(box.y - c.y - c.height)) < 20, `at the node: ${JSON.stringify({ box, c })}`);
  for (const name of themes) {
    await theme(page, name);
    await node(page, "c").click();
    await press(page, "7");
    await words.waitFor();
    await accessible(page, `a refusal in ${name}`);
    await shot(page, `refusal ${name}`);
  }
  await press(page, "3");
  await textIs(page, "c: 3[");
  assert.equal(await words.isVisible(), false, "it is over with the next key");
});

person("what is typed after Esc goes to the node that was selected last, and none of it is lost", {}, async (page) => {
  await visit(page);
  await node(page, "d").click();
  await press(page, "Escape");
  await page.locator("#live-status").getByText("what you type goes to the last one").waitFor();
  await page.keyboard.type("left node");
  await press(page, "Enter");
  await holds(page, '"left node": 3[');
});

person("a picture edit leaves the lines of a text that was laid out by hand", {}, async (page) => {
  const text = "players 3 maxsum 9\n\na: 1[\n    b: (5,2,2)      c: (4,4,1)\n\n    d: 2[\n          e: (2,2,5)\n          f: (6,1,2)  ]\n]";
  await visit(page, { text: fig6 });
  const area = page.locator("#text");
  await area.fill(text);
  await node(page, "f").waitFor();
  await holds(page, "f: (6,1,2) ]");
  await saved(page);
  await node(page, "b").click();
  await press(page, "3 Space 3 Space 3 Enter");
  await holds(page, "b: (3,3,3)");
  await saved(page);
  await until(async () => (await area.inputValue()) === text.replace("(5,2,2)", "(3,3,3)"), "only the line of b is another");
});

person("the code of a room in Share is a field like others", {}, async (page) => {
  await visit(page);
  await page.getByRole("button", { name: "Share" }).click();
  const field = page.getByRole("textbox", { name: "Code of the room" });
  await field.waitFor();
  const look = await field.evaluate((f) => {
    const style = getComputedStyle(f), button = getComputedStyle(f.parentElement.querySelector("button"));
    return { radius: style.borderRadius, family: style.fontFamily === button.fontFamily, height: f.getBoundingClientRect().height, style: style.borderStyle };
  });
  assert.deepEqual({ ...look, height: look.height >= 30 }, { radius: "6px", family: true, height: true, style: "solid" });
  await shot(page, "share with the code");
});

for (const query of ["", "?layout=sideways"]) {
  person(`a tree is built by the mouse alone${query && ", sideways"}`, {}, async (page) => {
    await visit(page, { text: "players 3 a: 1[ b: (5,2,2) ]" }, query);
    await node(page, "b").click();
    const plus = (command) => page.locator(`#canvas .handles .handle[data-command="${command}"]`);
    await shot(page, `plus handles ${query}`);
    // A sibling of b, then two children of it.
    await plus("sibling").click();
    await holds(page, "a: 1[ b: (5,2,2) ? ]");
    await idle(page);
    await plus("child").click();
    await holds(page, "? ] ]");
    await idle(page);
    await plus("sibling").click();
    await holds(page, "2[ ? ? ] ]");
    // The root has no sibling.
    await node(page, "a").click();
    assert.equal(await plus("sibling").isVisible(), false);
    await plus("child").click();
    await holds(page, "2[ ? ? ] ? ]");
    await idle(page);
    assert.equal(await page.locator("#canvas .handles").count(), 1, "other nodes have none");
    assert.equal(await page.locator("#node-panel").isVisible(), false);
  });
}

for (const query of ["", "?layout=sideways"]) {
  person(`a plus is dragged to a place among the children${query && ", sideways"}`, {}, async (page) => {
    await visit(page, { text: fig6 }, query);
    const middle = async (locator) => {
      const { x, y, width, height } = await locator.boundingBox();
      return { x: x + width / 2, y: y + height / 2 };
    };
    const plus = (command) => page.locator(`#canvas .handles .handle[data-command="${command}"]`), words = page.locator("#drop-words");
    /** Presses on a plus and goes somewhere. */
    const drag = async (command, { x, y }) => {
      const from = await middle(plus(command));
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + 8, from.y + 8, { steps: 2 });
      await page.mouse.move(x, y, { steps: 5 });
    };
    const between = async (a, b) => {
      const [p, q] = [await middle(node(page, a).locator(".box")), await middle(node(page, b).locator(".box"))];
      return { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
    };
    await node(page, "b").click();
    // Between two nodes elsewhere in the tree.
    await drag("sibling", await between("e", "f"));
    assert.equal(await words.innerText(), "New node before f");
    await shot(page, `plus dragged ${query}`);
    await page.mouse.up();
    await holds(page, "3[ e: (2,2,5) ? f: (2,3,4) ]");
    await idle(page);
    assert.equal(await page.evaluate(() => document.querySelector("#canvas g.node.main")?.getAttribute("data-value")), "null", "the new node is selected");
    // Onto a node: it is the last child.
    await drag("sibling", await middle(node(page, "c").locator(".box")));
    assert.equal(await words.innerText(), "New node below c");
    await page.mouse.up();
    await holds(page, "g: (6,1,2) ? ] ]");
    await idle(page);
    // Nowhere, and with Esc: nothing is made, though the pointer is over a plus when it is released.
    const before = await page.locator("#text").inputValue();
    await node(page, "b").click();
    const { x, y, height } = await page.locator("#canvas").boundingBox();
    await drag("child", { x: x + 5, y: y + height - 5 });
    assert.equal(await words.innerText(), "New node: onto a node, or between two");
    await page.mouse.up();
    await drag("sibling", await between("d", "g"));
    const home = await middle(node(page, "b").locator(".box"));
    await page.mouse.move(home.x, home.y, { steps: 3 });
    await page.keyboard.press("Escape");
    assert.equal(await words.isVisible(), false);
    const back = await middle(plus("sibling"));
    await page.mouse.move(back.x, back.y, { steps: 2 });
    await page.mouse.up();
    await idle(page);
    assert.equal(await page.locator("#text").inputValue(), before);
    // A click is a click.
    await plus("sibling").click();
    await holds(page, "b: (5,2,2) ? c: 2[");
    // One step of undo for each.
    for (let i = 0; i < 3; i++) {
      await idle(page);
      await page.keyboard.press("Control+z");
    }
    await holds(page, fig6.slice(fig6.indexOf("a:")));
  });
}

person("the scale is said beside the buttons that change it", {}, async (page) => {
  await visit(page);
  const scale = async () => Number(/^(\d+) %$/.exec(await page.locator("#zoom-scale").textContent())[1]);
  const before = await scale();
  assert.ok(before > 30 && before <= 145);
  await page.getByRole("button", { name: "zoom in" }).click();
  await until(async () => Math.abs((await scale()) - 1.4 * before) <= 2, "it is 1.4 times as large");
});

person("what is done to a tree that nobody has saved is kept, whichever way it is turned", { expect: /status 503|503/ }, async (page) => {
  const tried = [];
  await page.route("**/api/v1/trees", (route) => (tried.push(1), route.fulfill({ status: 503, contentType: "application/problem+json", body: JSON.stringify({ title: "Not now", status: 503, detail: "not now", errors: [] }) })));
  await page.goto(`/edit?text=${encodeURIComponent(fig6)}`);
  await turn(page).click();
  await lies(page, true);
  await node(page, "b").click();
  await press(page, "x Enter");
  await until(() => tried.length > 0, "it is tried to be saved");
  page.on("dialog", (dialog) => dialog.accept());
  await page.unroute("**/api/v1/trees");
  await turn(page).click();
  await page.reload();
  await saved(page);
  await textIs(page, "x: (5,2,2)");
  await lies(page, false);
});

person("a reload that begins before a new tree is saved loses no edit", {}, async (page) => {
  let reloads = false;
  /** @type {import("playwright-core").Route[]} */
  const saves = [], pages = [];
  await page.route("**/api/v1/trees", (route) => void saves.push(route));
  await page.route("**/edit?*", (route) => (reloads ? void pages.push(route) : route.continue()));
  await page.goto(`/edit?text=${encodeURIComponent(fig6)}`);
  await idle(page);
  await node(page, "b").click();
  await press(page, "x Enter");
  await until(() => saves.length > 0, "it is saved");
  page.on("dialog", (dialog) => dialog.accept());
  reloads = true;
  const reloaded = page.reload();
  await until(() => pages.length > 0, "the address without a key is asked for");
  await saves[0].continue();
  await until(() => /\/edit\/[a-z2-7]{26}/.test(page.url()), "the tree has a key");
  const { pathname } = new URL(page.url());
  await pages[0].continue();
  await reloaded;
  await page.waitForURL((to) => to.pathname === pathname);
  await saved(page);
  await textIs(page, "x: (5,2,2)");
  // Whoever opens the address again begins with the tree of the address.
  reloads = false;
  await page.goto(`/edit?text=${encodeURIComponent(fig6)}`);
  await page.reload();
  await textIs(page, "b: (5,2,2)");
});
