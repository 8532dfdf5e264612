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
  const wrong = [...svg.querySelectorAll(".node:not(.others)")].filter((g) => g.getBBox().width > Number(svg.dataset.wide));
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
searches.push({ id: "hearts", algorithm: "probmaxn", address: "/games/hearts/search?algorithm=probmaxn&depth=4" });

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

/** The places of the nodes in the picture. */
const places = (page) => page.locator("#stage g.node").evaluateAll((all) => all.map((g) => [g.id, g.getAttribute("transform")]));

person("moves that are summed up are opened by mouse and keys, and close when the search goes on", {}, async (page) => {
  await page.goto("/games/sergeant-major/search?algorithm=maxn&depth=4&step=400");
  await atStep(page, 400);
  await idle(page);
  const sum = page.locator("#stage g.others").first(), drawn = () => page.locator("#stage g.node").count();
  const [first] = (await sum.getAttribute("data-kids")).split(" "), before = await places(page);
  await sum.click();
  await page.waitForFunction((n) => document.querySelector(`#stage #n${n}:not(.others)`), first);
  await idle(page);
  assert.match(page.url(), new RegExp(`open=${first}`), "what is open is in the address");
  assert.deepEqual(await faults(page, 9), []);
  // The next step that needs another picture closes it.
  await page.getByRole("slider", { name: "Step" }).fill("900");
  await atStep(page, 900);
  await idle(page);
  assert.doesNotMatch(page.url(), /open=/);
  assert.ok((await drawn()) > 5 && before.length > 5);
  // By keys: Tab reaches the tree, ↓ goes on, Enter opens a subtree or the card of a node.
  await page.locator("#stage g.node[tabindex='0']").focus();
  const at = () => page.evaluate(() => ({ id: document.activeElement.id, classes: document.activeElement.getAttribute("class") }));
  for (let i = 0; i < 40 && !/ more(?!.* others)/.test((await at()).classes); i++) await page.keyboard.press("ArrowDown");
  const { id } = await at();
  assert.notEqual(id, "", "a subtree has the focus");
  await page.keyboard.press("Enter");
  await page.waitForFunction((n) => document.querySelector(`#${n}:not(.more)`), id);
  await idle(page);
  assert.equal((await at()).id, id, "the focus stays on it");
  assert.deepEqual(await faults(page, 9), []);
  await page.keyboard.press("c");
  await page.waitForFunction((n) => document.querySelector(`#${n}.more`), id);
  await idle(page);
  // The card of the node at work, by mouse, and of one by keys.
  await page.locator("#stage g.node.path > .mover").first().click();
  await page.locator("#card").waitFor();
  assert.equal(await page.locator("#card [data-part=name]").textContent(), "the root");
  assert.match(await page.locator("#card [data-part=state]").textContent(), /being searched/);
});

person("nodes keep their places while a search goes along a row, and the picture fits a window that changes", {}, async (page) => {
  await page.goto("/games/hearts/search?algorithm=maxn&depth=2&step=3");
  await atStep(page, 3);
  await idle(page);
  let moved = 0, same = 0, before = new Map(await places(page));
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press("ArrowRight");
    await idle(page);
    const after = new Map(await places(page));
    for (const [node, at] of after) if (before.has(node)) at === before.get(node) ? same++ : moved++;
    before = after;
  }
  assert.ok(moved === 0 && same > 100, `${moved} nodes have moved, ${same} have not`);
  const wideOf = () => page.locator("#stage svg.tree").evaluate((svg) => Number(svg.dataset.wide)), one = await wideOf();
  await page.setViewportSize({ width: 760, height: 900 });
  await page.waitForFunction((w) => Number(document.querySelector("#stage svg.tree").dataset.wide) < w, one);
  await idle(page);
  assert.deepEqual(await faults(page, 7), []);
  await page.setViewportSize(wide);
  await page.waitForFunction((w) => Number(document.querySelector("#stage svg.tree").dataset.wide) === w, one);
});

person("a search of Chinese Checkers is read in letters and small numbers, with the whole scores in the card", {}, async (page) => {
  await page.goto("/games/chinese-checkers/search?algorithm=shallow&step=30");
  await atStep(page, 30);
  await idle(page);
  for (const move of await page.locator("#stage .move").allTextContents()) assert.match(move, /^[a-q]\d+–[a-q]\d+$/);
  assert.doesNotMatch(await page.locator(".commentary").innerText(), /-?\d,-?\d>/);
  const value = page.locator("#stage .leaf.done .value").first();
  assert.match(await value.textContent(), /^\([+−]?\d{1,2}(, [+−]?\d{1,2}){2}\)$/);
  assert.match(await value.getAttribute("data-full"), /^\(12\d\d, 12\d\d, 12\d\d\)$/);
  assert.match(await page.locator(".legend").first().textContent(), /equal share, 1283: \+2 is 1285/);
  await page.locator("#stage .leaf.done > .value").first().click();
  await page.locator("#card [data-part=bars]").waitFor();
  assert.match(await page.locator("#card [data-part=bars]").innerText(), /12\d\d/);
  assert.equal(await page.locator(".at-work .board .mark").count(), 17, "the rows have letters");
});

person("in a row a probability is above its box as the server draws it, and a sum has that of all its moves", {}, async (page) => {
  const address = (step) => `/games/hearts/search?algorithm=probmaxn&depth=4&against=4&step=${step}`;
  /** The probabilities of a page: those of single moves by node, and those of sums. */
  const probabilities = (html) => page.evaluate((html) => {
    const from = html ? new DOMParser().parseFromString(html, "text/html") : document, single = {}, sums = [];
    for (const text of from.querySelectorAll("#stage .share")) {
      const group = text.closest("g");
      if (group.matches(".others")) sums.push(text.textContent);
      else single[`${group.matches(".more") ? "folded " : ""}${group.id}`] = [text.textContent, Number(text.getAttribute("x") ?? 0), Number(text.getAttribute("y"))];
    }
    return { single, sums };
  }, html);
  let shared = 0;
  const sums = [];
  for (const step of [1625, 1630, 4229]) {
    const want = await probabilities(await (await fetch(url + address(step))).text());
    await page.goto(address(step - 1));
    await idle(page);
    await page.keyboard.press("ArrowRight");
    await atStep(page, step);
    await idle(page);
    const got = await probabilities("");
    for (const [id, one] of Object.entries(got.single)) {
      if (!want.single[id]) continue; // the server did not know the width of the window: its rows have other sums and folds
      assert.deepEqual(one, want.single[id], `${id} at step ${step}`);
      shared++;
    }
    sums.push(...got.sums, ...want.sums);
  }
  assert.ok(shared >= 4, `${shared} probabilities`);
  assert.ok(sums.length > 0 && sums.every((text) => text === "1"), `sums of all moves that are picked have ${JSON.stringify(sums)}`);
});

person("on a phone a mean that would be too small to read is left out until its subtree is opened", { viewport: narrow }, async (page) => {
  const address = "/games/hearts/search?algorithm=mcts-maxn&depth=4&step=960";
  await page.goto(address);
  await atStep(page, 960);
  await idle(page);
  const means = await page.evaluate(() => {
    const svg = document.querySelector("#stage svg.tree"), scale = svg.getScreenCTM().a;
    return [...svg.querySelectorAll(".bound[data-room]")].filter((t) => t.textContent).map((t) => ({
      text: t.textContent, full: t.dataset.full, pixels: parseFloat(getComputedStyle(t).fontSize) * scale, said: t.closest("g").getAttribute("aria-description"), id: t.closest("g").id,
    }));
  });
  const out = means.filter(({ text }) => text === "…");
  assert.ok(out.length > 0 && out.length < means.length, JSON.stringify(means));
  for (const { text, full, pixels, said } of means) assert.ok(pixels >= 8 && said.includes(full) && [full, "…"].includes(text), JSON.stringify({ text, full, pixels, said }));
  await page.goto(`${address}&open=${out[0].id.slice(1)}`);
  await idle(page); // the server draws it for a desk, and again for the width of this window
  assert.equal(await page.locator(`#${out[0].id} .bound`).textContent(), out[0].full);
  assert.match(page.url(), new RegExp(`open=${out[0].id.slice(1)}`));
});

person("a search plays at its highest speed with the node at work in sight", {}, async (page) => {
  await page.goto("/games/sergeant-major/search?algorithm=shallow&depth=3");
  await atStep(page, 0);
  await idle(page);
  await page.getByRole("combobox", { name: /speed/ }).selectOption("32");
  await page.keyboard.press("Space");
  await page.waitForFunction(() => Number(document.getElementById("scrub").value) > 100);
  await page.keyboard.press("Space");
  await idle(page);
  assert.deepEqual(await faults(page, 9), []);
  await page.keyboard.press("End");
  await idle(page);
  assert.deepEqual(await faults(page, 9), []);
  assert.ok((await page.locator("#stage .edge.best").count()) >= 3, "the line of play is drawn at the end");
});

for (const [size, viewport, look, least] of [["wide", wide, "light", 9], ["projector", { width: 1280, height: 720 }, "projector", 9], ["narrow", narrow, "dark", 7]]) {
  person(`three moves are played and the search of the position is watched, and the way back leads into the match, ${size}`, { viewport }, async (page) => {
    const wrong = [];
    for (const game of ["othello?players=3", "hearts?cards=4", "chinese-checkers?size=2", "pig?sides=3"]) {
      await page.goto(`/games/${game}`);
      await theme(page, look);
      for (let i = 1; i <= 3; i++) {
        const before = page.url(), moves = (address) => new URL(address).searchParams.get("moves");
        await page.locator(".position a, .to-play a").first().click(); // a piece of Chinese Checkers is chosen first
        await page.waitForURL((to) => to.href !== before);
        if (moves(page.url()) === moves(before)) await page.locator(".to-play a").last().click();
        await page.waitForURL((to) => moves(to.href) !== moves(before));
        await idle(page);
      }
      await page.getByRole("link", { name: "Take back" }).click(); // the third one becomes a variation
      await idle(page);
      const match = new URL(page.url()).searchParams;
      await page.getByRole("button", { name: "Watch" }).click();
      await atStep(page, 0);
      await idle(page);
      for (const step of await sample(page)) {
        await page.getByRole("slider", { name: "Step" }).fill(String(step));
        await atStep(page, step);
        await idle(page);
        for (const fault of await faults(page, least)) wrong.push(`${game}, step ${step}: ${fault}`);
      }
      await shot(page, `search after moves ${game.split("?")[0]} ${size}`);
      await page.getByRole("link", { name: "The position" }).click();
      await page.locator(".variations").waitFor();
      const back = new URL(page.url()).searchParams;
      assert.deepEqual([...back].sort(), [...match].sort(), "the match to which the search leads back");
    }
    assert.deepEqual(wrong, []);
  });
}
