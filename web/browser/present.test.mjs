// Present mode: the tree, one sentence and the bounds fill the screen.

import assert from "node:assert/strict";
import { ready } from "./asking.mjs";
import { accessible, atStep, idle, narrow, person, shot, theme, themes, until, wide } from "./harness.mjs";

const sizes = [[1280, 720], [1024, 768], [960, 600]];
const fig6 = "/figures/k1991-fig6?algorithm=deep&v5=3,0,6", threeRuns = "/lockstep?figure=k1991-fig6&a=deep&b=shallow&c=maxn&step=12";

/** What is painted of each tree, where it has its place, and the window. */
const trees = (page) => page.evaluate(() => ({
  window: { width: innerWidth, height: innerHeight },
  trees: [...document.querySelectorAll("svg.tree")].map((svg) => {
    const boxes = [...svg.querySelectorAll("g.node")].map((g) => g.getBoundingClientRect());
    const x = Math.min(...boxes.map((b) => b.left)), y = Math.min(...boxes.map((b) => b.top));
    return {
      x, y, width: Math.max(...boxes.map((b) => b.right)) - x, height: Math.max(...boxes.map((b) => b.bottom)) - y,
      place: svg.parentElement.getBoundingClientRect().width,
      whole: boxes.every((b) => b.top >= svg.getBoundingClientRect().top - 1 && b.bottom <= svg.getBoundingClientRect().bottom + 1),
    };
  }),
}));

/** What a person sees of the page besides the pictures. */
const visible = (page) => page.evaluate(() => [...document.querySelectorAll(".top, .head, .playback, .zoom, .legend, .frames, #story-text, #code, .counters, .story, .notes, #all-algorithms, #sentence, #bounds, #leave-present, .lane .sentence, #live-status")]
  .filter((e) => e.checkVisibility()).map((e) => e.id || e.className));

const presents = (page) => page.locator("form[data-present]").count();

for (const name of themes) {
  person(`presented trees fill the screen in ${name}`, {}, async (page) => {
    await page.goto("/");
    await theme(page, name);
    for (const address of [`${fig6}&step=12`, "/figures/s2003-fig6?algorithm=speculative&step=22", "/figures/s2005-fig7?step=16"]) {
      await page.goto(`${address}&present=1`);
      await atStep(page);
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        await idle(page);
        const where = `${address} at ${width}×${height} in ${name}`, { trees: [tree] } = await trees(page);
        assert.ok(tree.height >= 0.6 * height, `${where}: the tree is ${tree.height} px tall`);
        assert.ok(tree.x >= 0 && tree.y >= 0 && tree.x + tree.width <= width && tree.y + tree.height <= height, `${where}: ${JSON.stringify(tree)}`);
        const sentence = await page.locator("#sentence").boundingBox(), bounds = await page.locator("#bounds").boundingBox();
        for (const [part, box] of Object.entries({ sentence, bounds })) {
          assert.ok(box.y >= tree.y + tree.height && box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height, `${part} of ${where}: ${JSON.stringify(box)}`);
        }
        if (address.includes("fig7")) {
          const space = await page.locator("svg.space:not(.key)").boundingBox();
          assert.ok(space.width >= 200 && space.x + space.width <= width && space.y >= 0 && space.y + space.height <= sentence.y, `the decision space of ${where}: ${JSON.stringify(space)}`);
        }
        await shot(page, `present ${address} ${name} ${width}`);
      }
    }
  });

  // The trees are placed so that they are large: two beside each other fill the width of the window, three form a square.
  person(`presented runs side by side are whole, and large, in ${name}`, {}, async (page) => {
    await page.goto("/");
    await theme(page, name);
    for (const [address, runs] of [[threeRuns, 3], [threeRuns.replace("&c=maxn", ""), 2]]) {
      await page.goto(`${address}&present=1`);
      await atStep(page, 12);
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        await idle(page);
        const where = `${runs} runs at ${width}×${height} in ${name}`, { trees: list } = await trees(page);
        assert.equal(list.length, runs);
        // Of the height, what some tree takes.
        let taken = 0, below = 0;
        for (const { y, height: h } of list.toSorted((a, b) => a.y - b.y)) {
          taken += Math.max(0, y + h - Math.max(y, below));
          below = Math.max(below, y + h);
        }
        assert.ok(taken >= 0.6 * height || list[0].width >= 0.9 * list[0].place, `${where}: the trees take ${taken} px of the height, ${JSON.stringify(list)}`);
        if (runs === 3) assert.ok(taken >= 0.75 * height && list[0].height >= 0.36 * height, `${where}: the trees take ${taken} px of the height, each ${list[0].height}`);
        for (const tree of list) {
          assert.ok(tree.x >= 0 && tree.y >= 0 && tree.x + tree.width <= width && tree.y + tree.height <= height, `${where}: ${JSON.stringify(tree)}`);
        }
        for (const sentence of await page.locator(".lane .sentence").all()) {
          const box = await sentence.boundingBox(), over = await sentence.evaluate((e) => e.scrollHeight - e.clientHeight);
          assert.ok(box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height && over <= 1, `a sentence of ${where}: ${JSON.stringify(box)}, ${over} px hidden`);
        }
        await shot(page, `present ${runs} runs ${name} ${width}`);
      }
      // On a phone the trees are one below the other, each whole.
      await page.setViewportSize(narrow);
      await idle(page);
      for (const tree of (await trees(page)).trees) assert.ok(tree.whole && tree.x >= 0 && tree.x + tree.width <= narrow.width, `${runs} runs on a phone in ${name}: ${JSON.stringify(tree)}`);
      assert.deepEqual(await page.locator(".lane h2").evaluateAll((all) => all.filter((h) => h.scrollHeight > h.clientHeight).map((h) => h.textContent)), [], `names of ${runs} runs that are cut off on a phone in ${name}`);
      await shot(page, `present ${runs} runs ${name} phone`);
    }
  });
}

person("P presents, and a presenter's remote steps, blackens and leaves", {}, async (page) => {
  await page.goto(`${fig6}&step=9`);
  const { last } = await atStep(page, 9);
  await page.getByRole("button", { name: "Present" }).focus();
  await page.keyboard.press("PageDown"); // outside of present mode the key scrolls, as everywhere
  await atStep(page, 9);
  await page.keyboard.press("p");
  await idle(page);
  assert.deepEqual(await visible(page), ["sentence", "bounds", "leave-present"]);
  assert.equal(await page.evaluate(() => document.activeElement?.id), "stage");
  await page.waitForURL((u) => u.searchParams.get("present") === "1");
  for (const [key, step] of [["PageDown", 10], ["PageDown", 11], ["PageUp", 10], ["ArrowRight", 11], ["ArrowLeft", 10], ["End", last], ["Home", 0], ["Shift+ArrowRight", 12]]) {
    await page.keyboard.press(key);
    await atStep(page, step);
  }
  assert.equal(await page.locator("#sentence").getAttribute("data-kind"), "prune");
  const black = page.getByRole("button", { name: "Show the picture again" });
  for (const key of ["b", "."]) {
    await page.keyboard.press(key);
    assert.equal(await black.evaluate((e) => e === document.elementFromPoint(innerWidth / 2, innerHeight / 2) && getComputedStyle(e).backgroundColor), "rgb(0, 0, 0)");
    await page.keyboard.press("PageDown"); // shows the picture of the same step
    assert.equal(await black.isVisible(), false);
    await atStep(page, 12);
  }
  await page.keyboard.press("b");
  await page.keyboard.press("b");
  assert.equal(await black.isVisible(), false);
  await accessible(page, "present mode");
  // Escape closes the card of a term first.
  const term = page.locator("#sentence a.term[tabindex='0']"), card = page.locator("#term-card");
  await term.focus();
  await page.keyboard.press("Enter");
  await until(() => card.isVisible(), "the card is open");
  await page.keyboard.press("Escape");
  await until(async () => !(await card.isVisible()), "the card is closed");
  assert.equal(await presents(page), 1, "the mode goes on");
  assert.ok(await term.evaluate((a) => a === document.activeElement), "the focus is at the term");
  await page.keyboard.press("Escape");
  await until(async () => (await presents(page)) === 0, "the mode is left");
  await idle(page);
  await page.waitForFunction(() => !document.fullscreenElement); // which the browser leaves after the mode
  assert.equal(await page.evaluate(() => document.activeElement?.id), "present", "the focus is where it was");
  await atStep(page, 12);
  await page.waitForURL((u) => u.searchParams.get("step") === "12" && !u.searchParams.has("present"));
});

person("the playback goes on while presenting begins and ends, and waits for a black screen", {}, async (page) => {
  await page.goto(`${fig6}&step=0`);
  await atStep(page, 0);
  await page.getByRole("button", { name: "Play" }).click();
  await page.getByRole("button", { name: "Present" }).click();
  await until(async () => (await presents(page)) === 1, "the mode has come, with its style sheet");
  const playing = () => page.locator("#play.on").count();
  assert.equal(await playing(), 1);
  await page.keyboard.press("b");
  assert.equal(await playing(), 0, "it waits");
  await page.keyboard.press("b");
  assert.equal(await playing(), 1, "it goes on");
  await page.keyboard.press("p");
  await until(async () => (await presents(page)) === 0, "the mode is left");
  assert.equal(await playing(), 1, "it still plays");
  await page.keyboard.press("Space");
});

/** Replaces what the browser does for a full screen. @param {string} answer  "granted" or "refused" */
const fullScreen = (page, answer) => page.addInitScript((how) => {
  let element = null;
  const change = (to) => {
    element = to;
    document.dispatchEvent(new Event("fullscreenchange"));
  };
  Object.defineProperty(document, "fullscreenElement", { get: () => element });
  Element.prototype.requestFullscreen = async function () {
    if (how === "refused") throw new TypeError("full screen is refused");
    change(this);
  };
  document.exitFullscreen = async () => change(null);
}, answer);

person("presenting takes the full screen, and ends with it", {}, async (page) => {
  await fullScreen(page, "granted");
  await page.goto(`${fig6}&step=9`);
  await atStep(page, 9);
  await page.getByRole("button", { name: "Present" }).click();
  await page.waitForFunction(() => document.fullscreenElement === document.documentElement);
  await page.getByRole("button", { name: /leave/ }).click();
  await page.waitForFunction(() => document.fullscreenElement === null && !document.querySelector("form[data-present]"));
  await page.keyboard.press("p");
  await page.waitForFunction(() => document.fullscreenElement !== null);
  await page.evaluate(() => document.exitFullscreen()); // the browser's own way out
  await until(async () => (await presents(page)) === 0, "the mode ends with the full screen");
});

person("where the full screen is refused, presenting fills the window", {}, async (page) => {
  await fullScreen(page, "refused");
  await page.goto(threeRuns);
  await atStep(page, 12);
  await page.keyboard.press("P");
  await idle(page);
  assert.deepEqual(await visible(page), ["live-status", "sentence", "sentence", "sentence", "leave-present"]);
  await page.keyboard.press("PageDown");
  await atStep(page, 13);
  await page.waitForURL((u) => u.searchParams.get("present") === "1" && u.searchParams.get("step") === "13");
  await page.reload();
  await atStep(page, 13);
  assert.equal(await presents(page), 1, "the address returns to it");
  await page.keyboard.press("Escape");
  assert.equal(await presents(page), 0);
});

person("without scripts present mode hides nothing", { script: false }, async (page) => {
  for (const ask of ["", "&ask=1"]) {
    await page.goto(`${fig6}&step=9&present=1${ask}`);
    for (const part of [".head", ".playback", "#sentence", "#code"]) assert.equal(await page.locator(part).isVisible(), true, part);
  }
});

person("a question is presented beside the sentence, and the key that goes on shows its answer", {}, async (page) => {
  await page.goto(`${fig6}&step=11&ask=1`);
  await ready(page, 11);
  const stage = () => page.locator("#stage svg.tree").boundingBox();
  await page.keyboard.press("p");
  await idle(page);
  for (const name of themes) {
    await page.goto(`${fig6}&step=11&ask=1`); // the theme is chosen on a page that does not present
    await theme(page, name);
    await page.goto(`${fig6}&step=11&ask=1&present=1`);
    await ready(page, 11);
    for (const [width, height] of [...sizes, [360, 740]]) {
      await page.setViewportSize({ width, height });
      await idle(page);
      const before = await stage();
      await page.keyboard.press("PageDown");
      await page.locator('#ask[data-kind="open"]').waitFor();
      await idle(page);
      const where = `at ${width}×${height} in ${name}`;
      assert.deepEqual(await stage(), before, `the tree keeps its place ${where}`);
      const { trees: [tree] } = await trees(page);
      if (width > 600) assert.ok(tree.height >= 0.6 * height, `the tree is ${tree.height} px tall ${where}`);
      for (const part of ["#sentence", "#ask-verdict", "#ask-answer"]) {
        const box = await page.locator(part).boundingBox();
        assert.ok(box.y >= before.y + before.height - 1 && box.y + box.height <= height && box.x >= 0 && box.x + box.width <= width, `${part} ${where}: ${JSON.stringify(box)}`);
      }
      await shot(page, `present question ${name} ${width}`);
      await page.reload();
      await ready(page, 11);
      await idle(page); // present mode has come, too
    }
  }
  await page.keyboard.press("PageDown");
  await page.locator('#ask[data-kind="open"]').waitFor();
  await accessible(page, "a question that is presented");
  await page.keyboard.press("PageDown"); // the class has said what it thinks
  await page.locator('#ask[data-kind="shown"]').waitFor();
  await ready(page, 12);
  assert.equal(await page.locator("#sentence").getAttribute("data-kind"), "prune");
  await page.keyboard.press("PageDown");
  await ready(page, 13);
  await page.keyboard.press("Escape");
  assert.equal(await presents(page), 0);
});

person("no theme draws a tree smaller than another one does", {}, async (page) => {
  const tall = {};
  for (const name of ["light", "projector"]) {
    await page.goto("/");
    await theme(page, name); // and the pages that are opened after it have it
    for (const address of [`${fig6}&step=9`, "/figures/s2003-fig6?algorithm=speculative&step=9", "/figures/c474-alphabeta?step=9", "/figures/s2005-fig7?step=9", threeRuns]) {
      await page.goto(address);
      await atStep(page);
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), name);
      for (const [width, height] of [[1440, 900], ...sizes]) {
        const where = `${address} at ${width}×${height}`;
        await page.setViewportSize({ width, height });
        await idle(page);
        const { trees: [tree] } = await trees(page);
        const player = await page.locator(".playback").boundingBox();
        assert.ok(tree.y + tree.height <= player.y, `${where} in ${name}: the tree ends at ${tree.y + tree.height}, the controls begin at ${player.y}`);
        if (width === wide.width || address === threeRuns) assert.ok(tree.whole, `${where} in ${name}: the whole tree is shown`);
        if (width === 1280 && address === threeRuns) {
          const counters = await page.locator(".lane .counters").first().boundingBox();
          assert.ok(counters.y + counters.height <= player.y, `${where} in ${name}: the counters end at ${counters.y + counters.height}, the controls begin at ${player.y}`);
        }
        (tall[where] ??= {})[name] = tree;
      }
    }
  }
  for (const [where, { light, projector }] of Object.entries(tall)) {
    // Where the whole tree could not be read, a part of it is shown in the light theme, in larger letters.
    assert.ok(projector.whole && !light.whole || projector.height >= light.height - 1, `${where}: ${projector.height} px in projector, ${light.height} in light`);
  }
});

person("the text of a high tree is large on a projector", {}, async (page) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto("/figures/k1991-fig1?step=30&present=1");
  await idle(page);
  const { window: { width }, trees: [tree] } = await trees(page);
  assert.ok(tree.whole && tree.width <= width, JSON.stringify(tree));
  const size = await page.locator("svg.tree .value").first().evaluate((e) => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a);
  assert.ok(size >= 17, `the values have letters of ${size} px`);
});

person("P draws the flatter picture of a projector at the same step, and leaving it the page's own", {}, async (page) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto("/figures/k1991-fig1?step=30");
  await idle(page);
  const ys = () => page.locator("svg.tree g.node").evaluateAll((all) => all.map((g) => g.getAttribute("transform")).join());
  const state = () => page.locator("svg.tree g.node").evaluateAll((all) => all.map((g) => `${g.id} ${g.getAttribute("class")} ${g.querySelector(".bound")?.textContent}`));
  const before = await ys(), shown = await state();
  await page.keyboard.press("p");
  await page.waitForFunction((before) => [...document.querySelectorAll("svg.tree g.node")].map((g) => g.getAttribute("transform")).join() !== before, before);
  await idle(page);
  assert.deepEqual(await state(), shown, "the step is the same");
  const size = await page.locator("svg.tree .value").first().evaluate((e) => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a);
  assert.ok(size >= 17, `the values have letters of ${size} px`);
  await page.keyboard.press("ArrowRight");
  await atStep(page, 31);
  await page.keyboard.press("ArrowLeft");
  await atStep(page, 30);
  await page.keyboard.press("p");
  await page.waitForFunction((before) => [...document.querySelectorAll("svg.tree g.node")].map((g) => g.getAttribute("transform")).join() === before, before);
  await idle(page);
  assert.deepEqual(await state(), shown);
});
