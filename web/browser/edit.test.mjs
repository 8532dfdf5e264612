// The editor as a person meets it: by keys, by mouse, by touch, and with others.

import assert from "node:assert/strict";
import { node, press, saved, tool } from "./editor.mjs";
import { accessible, atStep, elsewhere, frames, holds, idle, narrow, person, shot, theme, themes, until } from "./harness.mjs";

const text = (page) => page.getByRole("textbox", { name: "The tree as text" });

/** The tree's text without its header and its line breaks. */
const tree = async (page) => (await text(page).inputValue()).split("\n").slice(1).join(" ").replace(/\s+/g, " ").trim();

/** Waits until the text beside the picture is this tree. */
async function textIs(page, want) {
  await page.waitForFunction((w) => /** @type {HTMLTextAreaElement} */ (document.getElementById("text")).value.split("\n").slice(1).join(" ").replace(/\s+/g, " ").trim() === w, want)
    .catch(async () => assert.equal(await tree(page), want));
}

const fig6 = "a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (2,3,4) ] g: (6,1,2) ] ]";
/** Korf's Fig. 6 from an empty page; the last score of every leaf is the one that is offered. */
const typed = "a Enter Tab b Tab 5 , 2 Enter Enter c Enter Tab d Enter Tab e Tab 2 , 2 Enter Enter f Tab 2 , 3 Enter ArrowUp Enter g Tab 6 , 1 Enter";

async function figure(page, id = "k1991-fig6") {
  await page.goto(`/edit?figure=${id}`);
  await node(page, "a").waitFor();
}

async function begin(page) {
  await page.goto("/edit");
  await page.locator("#tree-menu summary").press("Enter");
  await page.locator("#tree-header").getByLabel("maxsum").fill("9");
  await page.keyboard.press("Enter");
  await saved(page);
  await page.keyboard.press("Escape");
  await page.locator("#canvas g.node").first().focus();
}

person("Korf's Fig. 6 is made with the keyboard alone, deep pruning fails on it, and a link opens it elsewhere", {}, async (page) => {
  await begin(page);
  await press(page, typed);
  await textIs(page, fig6);
  // f becomes (3, 0, 6): the value that deep pruning cuts, and that decides the root.
  await press(page, "ArrowLeft ArrowDown ArrowRight 3 , 0 Enter");
  await textIs(page, fig6.replace("f: (2,3,4)", "f: (3,0,6)"));
  await saved(page);
  const row = page.locator("#results tr").filter({ hasText: /Deep/ }).first();
  await row.getByText("wrong", { exact: true }).waitFor();
  await row.getByRole("link").press("Enter");
  await page.getByRole("button", { name: "Play", exact: true }).waitFor(); // the player's script is there
  const { last } = await atStep(page);
  await page.keyboard.press("End");
  await atStep(page, last);
  assert.match(await page.locator("#verdict").innerText(), /\(6, 1, 2\)/);
  await page.keyboard.press("ArrowLeft");
  await atStep(page, last - 1);
  await page.waitForURL((url) => url.searchParams.get("step") === String(last - 1));
  const values = await page.locator("#stage .value").allTextContents();
  await elsewhere(async (other) => {
    await other.goto(page.url());
    assert.deepEqual(await atStep(other, last - 1), { now: last - 1, last });
    assert.deepEqual(await other.locator("#stage .value").allTextContents(), values, "the leaves of the tree elsewhere");
  });
  // Back to the editor: the step stays in the address.
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await node(page, "g").waitFor();
  assert.equal(new URL(page.url()).searchParams.get("step"), String(last - 1));
});

person("keys typed without a pause land where they were meant, with 200 ms of network delay", {}, async (page) => {
  await page.routeWebSocket(/\/ws$/, (ws) => {
    const server = ws.connectToServer();
    ws.onMessage((m) => setTimeout(() => server.send(m), 100));
    server.onMessage((m) => setTimeout(() => ws.send(m), 100));
  });
  await begin(page);
  await press(page, typed);
  await textIs(page, fig6);
  // What is typed appears at the node before the server knows of it.
  await node(page, "g").click();
  await press(page, "7 , 1");
  assert.equal(await node(page, "g").locator(".value").textContent(), "(7, 1, 1?)");
  assert.match(await tree(page), /g: \(6,1,2\)/);
});

person("undo and redo take back every edit, one by one", {}, async (page) => {
  await figure(page);
  const was = await tree(page);
  /** @type {[string, string][]} */
  const edits = [
    ["g", "Enter"], ["g", "Tab"], ["d", "Control+Enter"], ["g", "Control+ArrowLeft"], ["c", "3"], ["b", "1 , 1 Enter"], ["e", "x Enter"],
    ["d", "Shift+Delete"], ["c", "Delete"],
  ];
  const states = [was];
  for (const [label, keys] of edits) {
    await node(page, label).click();
    await press(page, keys);
    const before = states.at(-1);
    await page.waitForFunction((b) => /** @type {HTMLTextAreaElement} */ (document.getElementById("text")).value.split("\n").slice(1).join(" ").replace(/\s+/g, " ").trim() !== b, before);
    states.push(await tree(page));
  }
  await saved(page);
  for (const want of states.slice(0, -1).reverse()) {
    await page.keyboard.press("Control+z");
    await textIs(page, want);
  }
  assert.equal(await tool(page, "Undo").getAttribute("aria-disabled"), "true", "nothing is left to undo");
  for (const want of states.slice(1)) {
    await page.keyboard.press("Control+y");
    await textIs(page, want);
  }
  // After a reload, too.
  await saved(page);
  await page.reload();
  await saved(page);
  await page.locator("#canvas g.node").first().click();
  await page.keyboard.press("Control+z");
  await textIs(page, states.at(-2));
  // An edit that changes nothing takes nothing away.
  await node(page, "c").click();
  await page.keyboard.press("3");
  await page.getByText("Nothing changed", { exact: true }).waitFor();
  await page.keyboard.press("Control+y");
  await textIs(page, states.at(-1));
});

person("a mouse does all that keys do", {}, async (page) => {
  await figure(page);
  await node(page, "b").click();
  await tool(page, "Sibling").click();
  await textIs(page, "a: 1[ b: (5,2,2) ? c: 2[ d: 3[ e: (2,2,5) f: (3,0,6) of (2,3,4)|(3,0,6) ] g: (6,1,2) ] ]");
  await tool(page, "Undo").click();
  await textIs(page, "a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (3,0,6) of (2,3,4)|(3,0,6) ] g: (6,1,2) ] ]");
  await node(page, "g").dblclick();
  await page.getByRole("group", { name: "The node" }).getByLabel("Player 1").fill("5");
  await page.getByRole("button", { name: "Done" }).click();
  await textIs(page, "a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (3,0,6) of (2,3,4)|(3,0,6) ] g: (5,1,2) ] ]");
  // Several, and the fields beside the picture.
  await node(page, "e").click();
  await node(page, "g").click({ modifiers: ["Control"] });
  await tool(page, "Delete").click();
  await textIs(page, "a: 1[ b: (5,2,2) c: 2[ d: 3[ f: (3,0,6) of (2,3,4)|(3,0,6) ] ] ]");
  await node(page, "c").click();
  await page.locator("#node").getByLabel("Lower bounds").fill("1,1,1");
  await page.keyboard.press("Enter");
  await textIs(page, "a: 1[ b: (5,2,2) c: 2{low (1,1,1)}[ d: 3[ f: (3,0,6) of (2,3,4)|(3,0,6) ] ] ]");
  await page.locator("#faults").getByText(/low|1|0/).first().waitFor(); // f has 0 for player 2
  await node(page, "f").locator("xpath=self::*[contains(@class,'fault')] | ancestor::*[contains(@class,'tree')]//*[contains(@class,'fault')]").first().waitFor();
});

person("a node is dragged onto another, between two, and as a copy", {}, async (page) => {
  await figure(page);
  const middle = async (label) => {
    const box = await node(page, label).locator(".box").boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const drag = async (label, x, y) => {
    await page.mouse.move(...(await middle(label)));
    await page.mouse.down();
    await page.mouse.move(x - 20, y, { steps: 4 });
    await page.mouse.move(x, y, { steps: 4 });
  };
  await drag("c", ...(await middle("d")));
  assert.equal(await page.locator("#drop-words").textContent(), "Not below itself");
  await page.mouse.up();
  await drag("g", ...(await middle("b")));
  assert.equal(await page.locator("#drop-words").textContent(), "Move below b, after its value");
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await idle(page);
  assert.equal(await page.getByText("Not saved yet").count(), 1, "nothing was dropped, nothing is saved");
  await drag("g", ...(await middle("b")));
  await page.mouse.up();
  await textIs(page, "a: 1[ b: 2[ (5,2,2) g: (6,1,2) ] c: 2[ d: 3[ e: (2,2,5) f: (3,0,6) of (2,3,4)|(3,0,6) ] ] ]");
  await idle(page);
  const [ex, ey] = await middle("e");
  await page.keyboard.down("Control");
  await drag("g", ex - 60, ey);
  assert.equal(await page.locator("#drop-words").textContent(), "Copy before e");
  await page.mouse.up();
  await page.keyboard.up("Control");
  await textIs(page, "a: 1[ b: 2[ (5,2,2) g: (6,1,2) ] c: 2[ d: 3[ g: (6,1,2) e: (2,2,5) f: (3,0,6) of (2,3,4)|(3,0,6) ] ] ]");
});

person("a node that is held at the rim takes the window along, up to where the tree ends", {}, async (page) => {
  await page.goto(`/edit?text=${encodeURIComponent(`players 3\na: 1[ ${Array.from({ length: 60 }, (_, i) => `k${i}: (${i},1,1)`).join(" ")} ]`)}`);
  await node(page, "k0").waitFor();
  const canvas = await page.locator("#canvas").boundingBox();
  const seen = async (label) => {
    const box = await node(page, label).boundingBox();
    return box.x > canvas.x && box.x + box.width < canvas.x + canvas.width;
  };
  const first = (await page.locator("#canvas g.node.leaf").evaluateAll((all, right) => all.findLast((g) => g.getBoundingClientRect().right < right - 80)?.getAttribute("data-label"), canvas.x + canvas.width)) ?? "k0";
  assert.equal(await seen("k59"), false);
  const from = await node(page, first).locator(".box").boundingBox();
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(canvas.x + canvas.width - 60, from.y, { steps: 5 });
  const before = await page.locator("#canvas svg").getAttribute("viewBox");
  await frames(page, 5);
  assert.equal(await page.locator("#canvas svg").getAttribute("viewBox"), before, "away from the rim nothing moves");
  await page.mouse.move(canvas.x + canvas.width - 6, from.y, { steps: 3 });
  await page.waitForFunction((right) => document.querySelector('#canvas g.node[data-label="k59"]').getBoundingClientRect().right < right, canvas.x + canvas.width);
  // Where the tree ends the window stays.
  await until(() => holds(page, async () => {
    const box = () => document.querySelector("#canvas svg").getAttribute("viewBox"), before = box();
    for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame);
    return box() === before;
  }), "the window stays");
  const last = await node(page, "k59").locator(".box").boundingBox();
  await page.mouse.move(last.x + last.width / 2, last.y + last.height / 2, { steps: 4 });
  assert.equal(await page.locator("#drop-words").textContent(), "Move below k59, after its value");
  await page.mouse.up();
  await page.waitForFunction((label) => document.getElementById("text").value.replace(/\s+/g, " ").includes(`k59: 2[ (59,1,1) ${label}: `), first);
});

person("text and picture stay in step, with faults at their place", {}, async (page) => {
  await page.goto("/edit");
  await text(page).fill("players 3 maxsum 9\na: 1[ b: (5,2,2) c: (1,1,");
  await page.getByText(/^Line 2, column 26:/).waitFor();
  assert.equal(await text(page).getAttribute("aria-invalid"), "true");
  await text(page).press("End");
  await page.keyboard.type("1) ]");
  await node(page, "c").waitFor();
  await page.locator("#text-fault").waitFor({ state: "hidden" });
  assert.equal(await text(page).inputValue(), "players 3 maxsum 9\na: 1[ b: (5,2,2) c: (1,1,1) ]", "what was typed stays as it was typed");
  // The caret marks the node, the node its part of the text.
  await text(page).evaluate((area) => area.setSelectionRange(30, 30));
  await page.keyboard.press("ArrowRight");
  await page.locator('#canvas g.node.selected[data-label="b"]').waitFor();
  await node(page, "c").click();
  await page.waitForFunction(() => document.querySelector("#text-marks mark.here")?.textContent === "c: (1,1,1)");
  await press(page, "9 Tab 9 Tab 9 Enter");
  await page.locator("#faults").getByText(/27/).waitFor();
  await textIs(page, "a: 1[ b: (5,2,2) c: (9,9,9) ]"); // a value above maxsum is kept
  await node(page, "c").and(page.locator(".fault")).waitFor();
  const wrong = (want) => page.waitForFunction((w) => [...document.querySelectorAll("#text-marks mark.wrong")].map((m) => m.textContent).join("|") === w, want);
  await wrong("c: (9,9,9)");
  await text(page).evaluate((area) => area.setSelectionRange(area.value.lastIndexOf("]"), area.value.lastIndexOf("]")));
  await text(page).focus();
  await page.keyboard.type("d: (8,8,8) ");
  await wrong("c: (9,9,9)|d: (8,8,8)");
});

person("Play plays what has just been typed, and the first edit gives the tree its address", {}, async (page) => {
  await figure(page);
  await node(page, "b").click();
  await press(page, "4 , 4");
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await page.waitForURL(/\/t\/[a-z2-7]{26}/);
  await atStep(page);
  assert.equal(await page.locator("#stage .value").first().textContent(), "(4, 4, 1)");
});

person("subtrees are cut, copied and pasted as text", {}, async (page) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await figure(page);
  await node(page, "d").click();
  await page.keyboard.press("Control+c");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "d: 3[ e: (2,2,5)  f: (3,0,6) of (2,3,4)|(3,0,6) ]");
  await page.keyboard.press("Control+x");
  await textIs(page, "a: 1[ b: (5,2,2) c: 2[ g: (6,1,2) ] ]");
  await node(page, "a").click();
  await page.keyboard.press("Control+v");
  await textIs(page, "a: 1[ b: (5,2,2) c: 2[ g: (6,1,2) ] d: 3[ e: (2,2,5) f: (3,0,6) of (2,3,4)|(3,0,6) ] ]");
});

person("Tab and Escape: the keyboard gets in and out of the tree", {}, async (page) => {
  await figure(page);
  await node(page, "b").click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.closest("#canvas")), null, "Tab after Escape leaves the tree");
  await page.keyboard.press("Shift+Tab");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("data-label")), "b", "and comes back to the node");
  await page.keyboard.press("ArrowRight");
  await page.locator('#canvas g.node.selected[data-label="c"]').waitFor();
  await page.getByText("Not saved yet").waitFor(); // none of this was an edit
});

person("bounds and values to try are reached by keys, and Esc comes back", {}, async (page) => {
  await figure(page);
  await page.locator("#side").click(); // what is there is hidden
  await node(page, "c").click();
  await page.keyboard.press("Shift+F2");
  await page.keyboard.type("1,1,1");
  await page.keyboard.press("Enter");
  await page.locator('#canvas g.node[data-label="c"][data-low="[1,1,1]"]').waitFor();
  await page.waitForFunction(() => document.activeElement.getAttribute("data-label") === "c");
  await press(page, "ArrowRight ArrowLeft ArrowLeft F2 Shift+F2");
  await page.waitForFunction(() => document.activeElement.closest("#node-fields"));
  await page.keyboard.type("(5,2,2) | (0,0,9)");
  await page.keyboard.press("Enter");
  await page.locator('#canvas g.node[data-label="b"][data-alternatives]').waitFor();
  await press(page, "Shift+F2 Escape ArrowUp");
  await page.waitForFunction(() => document.activeElement.getAttribute("data-label") === "a");
});

person("a picture that has been changed piece by piece is the one that a reload shows", {}, async (page) => {
  await figure(page);
  await node(page, "d").click();
  await press(page, "Tab Tab Enter Enter Delete ArrowUp ArrowUp p Control+ArrowRight");
  await node(page, "b").click();
  await press(page, "4 , 4 Enter");
  await saved(page);
  await node(page, "g").dragTo(node(page, "b"));
  await page.locator("#canvas").click({ position: { x: 5, y: 5 } });
  await press(page, "Control+z");
  await saved(page);
  await idle(page);
  /** What the picture is made of, but for what is selected. */
  const picture = () => page.evaluate(() => [...document.querySelectorAll("#canvas svg > :not(.handles)")].map((e) => {
    const copy = /** @type {Element} */ (e.cloneNode(true));
    for (const name of ["tabindex", "aria-selected"]) copy.removeAttribute(name);
    copy.classList.remove("selected", "main");
    // The order of attributes has no meaning.
    return `${copy.tagName} ${[...copy.attributes].map((a) => `${a.name}=${a.value}`).sort().join(" ")} ${copy.innerHTML}`.replace(/([ML] ?|\()(-?[\d.]+)[ ,]/g, "$1$2 ");
  }));
  const before = await picture();
  await page.reload();
  await saved(page);
  assert.deepEqual(before, await picture());
});

person("nothing jumps: where a node is added, its parent stays, and its brothers move there step by step", {}, async (page) => {
  await figure(page);
  await page.getByRole("button", { name: "zoom out" }).click();
  await node(page, "g").click();
  /** Where nodes are on the screen, frame by frame, while something is done. */
  const watch = async (labels, act) => {
    await page.evaluate((list) => {
      globalThis.places = [];
      globalThis.watching = true;
      const look = () => {
        globalThis.places.push(list.map((l) => document.querySelector(`#canvas g.node[data-label="${l}"] .box`).getBoundingClientRect().x));
        if (globalThis.watching) requestAnimationFrame(look);
      };
      look();
    }, labels);
    await act();
    await idle(page);
    return page.evaluate(() => {
      globalThis.watching = false;
      return globalThis.places;
    });
  };
  for (let i = 0; i < 2; i++) {
    const places = await watch(["c", "g"], async () => {
      await page.keyboard.press("Enter");
      await saved(page);
    });
    const [from, to] = [places[0], places.at(-1)];
    assert.ok(Math.abs(from[1] - to[1]) > 5, `g has made room: it went from ${from[1]} to ${to[1]}`);
    for (const [c, g] of places) {
      assert.ok(Math.abs(c - from[0]) < 2, `the parent was at ${from[0]}, and at ${c} on the way`);
      assert.ok((g - from[1]) * (g - to[1]) < 1, `g was seen at ${g}, not between ${from[1]} and ${to[1]}`);
    }
    await node(page, "g").click();
  }
});

person("the editor is accessible in all themes, and whole on a phone", {}, async (page) => {
  for (const viewport of [{ width: 1440, height: 900 }, narrow]) {
    await page.setViewportSize(viewport);
    await figure(page);
    await node(page, "g").click();
    await press(page, "9 , 9 , 9 Enter");
    await page.locator("#faults").getByText(/27/).waitFor();
    for (const name of themes) {
      await theme(page, name);
      await node(page, "e").click();
      await accessible(page, `the editor in ${name}, ${viewport.width}`);
      await shot(page, `edit ${name} ${viewport.width}`);
      await page.keyboard.press("F2");
      await accessible(page, `the panel in ${name}, ${viewport.width}`);
      await page.keyboard.press("Escape");
      const over = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `in ${name} the page is ${over} px wider than a window of ${viewport.width}`);
    }
  }
});
