// The editor under mouse and finger: drags while the tree changes, the window
// that is moved by them, and dialogs that are quicker than the server.

import assert from "node:assert/strict";
import { atStep, narrow, person, url } from "./harness.mjs";

/** Keeps a tree of one's own. */
async function saved(text = "players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (2,3,4) ] g: (6,1,2) ] ]") {
  const answer = await fetch(`${url}/api/v1/trees`, { method: "POST", body: JSON.stringify({ text }) });
  assert.equal(answer.status, 201);
  return answer.json();
}

/** Edits it, as somebody elsewhere. */
async function edit(tree, edit) {
  const answer = await fetch(`${url}/api/v1/trees/${tree.key}/edits`, { method: "POST", body: JSON.stringify({ edit }) });
  assert.equal(answer.status, 200);
  return answer.json();
}

const node = (page, label) => page.locator(`#canvas g.node[data-label="${label}"]`);

async function visit(page, tree) {
  await page.goto(tree.edit);
  await page.getByText(/^Saved, revision \d/).waitFor();
}

person("the history that is opened again while it comes lists every revision once", {}, async (page) => {
  const tree = await saved();
  await edit(tree, { op: "set", nodes: [2], label: "z" });
  await visit(page, tree);
  await page.route((u) => u.pathname.endsWith("/revisions"), async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  const button = page.locator("#show-history"), rows = page.locator("#history li");
  await button.click();
  await page.keyboard.press("Escape");
  await button.click();
  await rows.first().waitFor();
  await page.waitForTimeout(600);
  assert.deepEqual(await rows.evaluateAll((all) => all.map((li) => li.value)), [2, 1]);
});

/** One finger goes from a place by so much. */
async function swipe(page, x, y, dx, dy) {
  const devtools = await page.context().newCDPSession(page);
  const touch = (type, touchPoints) => devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", [{ x, y }]);
  for (let i = 1; i <= 10; i++) await touch("touchMove", [{ x: x + (dx * i) / 10, y: y + (dy * i) / 10 }]);
  await touch("touchEnd", []);
  await page.waitForTimeout(100);
}

person("on a phone a finger moves a tree that is zoomed in, and scrolls the page when it is not", { viewport: narrow, touch: true }, async (page) => {
  const tree = await saved();
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
    assert.ok((await scrolled()) > 20, `${address}: the page after a swipe on the tree that is fitted`);
  }
});

person("a zoom that is refused leaves the fitted tree fitted", {}, async (page) => {
  const tree = await saved();
  await visit(page, tree);
  const box = () => page.locator("#canvas svg").getAttribute("viewBox");
  const fitted = await box();
  await page.evaluate(() => document.querySelector("#canvas svg").dispatchEvent(new WheelEvent("wheel", { deltaY: 10_000, ctrlKey: true, cancelable: true })));
  assert.equal(await box(), fitted, "farther out than the tree can be seen");
  await page.setViewportSize({ width: 1000, height: 900 });
  await page.waitForFunction((was) => document.querySelector("#canvas svg").getAttribute("viewBox") !== was, fitted);
});
