// The search of a game as a picture along its path: at every step all of it is in its window and
// can be read, for each game.

import assert from "node:assert/strict";
import { atStep, idle, narrow, person, shot, theme, url, wide } from "./harness.mjs";

const { games } = await (await fetch(`${url}/api/v1/games`)).json();

/** What is wrong with the picture; least: pixels of a text. @param {import("playwright-core").Page} page @param {number} least */
const faults = (page, least) => page.evaluate((least) => {
  const svg = document.querySelector("#stage svg.tree"), frame = svg.parentElement.getBoundingClientRect(), list = [];
  const panned = svg.classList.contains("large"); // too high for its window: it shows the lower part of the path
  const inside = (r, slack = 1) => r.left >= frame.left - slack && r.right <= frame.right + slack && r.top >= frame.top - slack && r.bottom <= frame.bottom + slack;
  const across = (r) => r.left >= frame.left - 1 && r.right <= frame.right + 1;
  const scale = svg.getScreenCTM().a;
  const labels = [...svg.querySelectorAll("text")].flatMap((text) => {
    if (text.textContent === "" || !text.checkVisibility() || getComputedStyle(text).display === "none") return [];
    const r = text.getBoundingClientRect(), words = `${text.getAttribute("class")} “${text.textContent}”`;
    // Letters take the middle of the line box.
    return [{ words, size: parseFloat(getComputedStyle(text).fontSize) * scale, left: r.left, right: r.right, top: r.top + r.height * 0.22, bottom: r.bottom - r.height * 0.22 }];
  });
  for (const l of labels) {
    if (l.size < least) list.push(`${l.words} has ${l.size.toFixed(1)} px`);
    if (panned ? !across(l) : !inside(l)) list.push(`${l.words} is cut off`);
  }
  labels.forEach((a, i) => {
    for (const b of labels.slice(i + 1)) {
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1) list.push(`${a.words} lies on ${b.words}`);
    }
  });
  const now = svg.querySelector(".node.now > .box, .node.now > a > .box");
  if (!now) list.push("the node at work is not drawn");
  else if (!inside(now.getBoundingClientRect(), 3)) list.push("the node at work is out of sight");
  if (!panned) for (const box of svg.querySelectorAll(".node:is(.path, .holds) > .box")) if (!inside(box.getBoundingClientRect(), 3)) list.push(`${box.parentElement.id}, of the path or the cut, is out of sight`);
  const wrong = [...svg.querySelectorAll(".node:not(.run)")].filter((g) => g.getBBox().width > Number(svg.dataset.wide));
  if (wrong.length > 0) list.push("a node is wider than the picture");
  if (document.scrollingElement.scrollWidth > innerWidth) list.push("the page is wider than the window");
  return list;
}, least);

/** Steps of a run: the first, some between, the first cuts, the last. */
async function sample(page) {
  await page.keyboard.press("End");
  await idle(page);
  const last = Number(await page.getByRole("slider", { name: "Step" }).inputValue());
  await page.keyboard.press("Home");
  await idle(page);
  const cuts = [];
  for (let i = 0; i < 2; i++) {
    await page.keyboard.press("Shift+ArrowRight");
    await idle(page);
    cuts.push(Number(await page.getByRole("slider", { name: "Step" }).inputValue()));
  }
  return [...new Set([0, 7, Math.floor(last / 3), Math.floor(last * 0.83), ...cuts, last])].sort((a, b) => a - b);
}

/** The searches that are looked at: two of each game. */
const searches = games.flatMap(({ id }) => {
  const two = ["tic-tac-toe", "connect-four", "pig"].includes(id);
  return ["maxn", two ? "alphabeta" : "shallow"].map((algorithm) => ({ id, algorithm, address: `/games/${id}/search?algorithm=${algorithm}` }));
});
searches.push({ id: "sergeant-major depth 4", algorithm: "shallow", address: "/games/sergeant-major/search?algorithm=shallow&depth=4" });
searches.push({ id: "chinese-checkers of six", algorithm: "speculative", address: "/games/chinese-checkers/search?players=6&size=2&algorithm=speculative&depth=2" });

for (const [size, viewport, look, least] of [["wide", wide, "light", 9], ["projector", { width: 1280, height: 720 }, "projector", 9], ["narrow", narrow, "dark", 7]]) {
  for (const half of [0, 1]) {
    person(`the search of every game is in its window and can be read, ${size}, ${half}`, { viewport }, async (page) => {
      const wrong = [];
      for (const { id, algorithm, address } of searches.filter((_, i) => i % 2 === half)) {
        await page.goto(address);
        await theme(page, look);
        await atStep(page, 0);
        await idle(page);
        for (const step of await sample(page)) {
          await page.getByRole("slider", { name: "Step" }).fill(String(step));
          await atStep(page, step);
          await idle(page);
          for (const fault of await faults(page, least)) wrong.push(`${id}, ${algorithm}, step ${step}: ${fault}`);
          await shot(page, `search ${id} ${algorithm} ${step} ${size}`);
        }
      }
      assert.deepEqual(wrong, []);
    });
  }
}
