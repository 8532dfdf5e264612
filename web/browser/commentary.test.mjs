// The commentary of a run: one text of the sentence of the step and the sentence
// of the story, and the pseudo-code beside it.

import assert from "node:assert/strict";
import { accessible, atStep, idle, narrow, person, shot, theme, themes, walk, wide } from "./harness.mjs";

const sizes = [[1440, 900], [1280, 720], [1024, 768], [960, 600]];

/** The boxes of the texts of a step. */
const texts = (page) => page.evaluate(() => {
  const box = (/** @type {Element | null} */ e) => e?.getBoundingClientRect().toJSON();
  const inside = document.getElementById("sentence").closest(".commentary");
  return {
    together: inside?.contains(document.getElementById("story-text")) && inside.contains(document.querySelector(".frames")),
    sentence: box(document.getElementById("sentence")), story: box(document.getElementById("story-text")),
    words: document.getElementById("story-text").textContent, dots: box(document.querySelector(".frames")), player: box(document.querySelector(".playback")),
  };
});

person("the sentence and the story are one text, above the controls at every size", {}, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=deep&step=12");
  await atStep(page, 12);
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    for (const name of themes) {
      await theme(page, name);
      await idle(page);
      const where = `at ${width}×${height} in ${name}`, { together, sentence, story, dots, player } = await texts(page);
      assert.ok(together, `one commentary ${where}`);
      const apart = story.y - sentence.y - sentence.height;
      assert.ok(apart >= 0 && apart < 20 && Math.abs(story.x - sentence.x) < 2, `${where} the story is ${apart} px below the sentence`);
      for (const [part, box] of Object.entries({ sentence, story, dots })) {
        assert.ok(box.height > 0 && box.y >= 0 && box.y + box.height <= player.y, `${part} ${where}: ${JSON.stringify(box)}, the controls begin at ${player.y}`);
      }
      if (height < 800) await shot(page, `commentary ${width} ${name}`);
    }
  }
  // A sum is on one line, wherever the sentence breaks.
  await page.goto("/figures/k1991-fig6?algorithm=deep&step=11");
  await atStep(page, 11);
  await page.keyboard.press("ArrowRight");
  await atStep(page, 12);
  for (const width of [360, 390, 430, 960, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    assert.deepEqual(await page.locator("#sentence .whole-sum").evaluateAll((all) => all.map((sum) => [sum.textContent, new Set([...sum.children].map((b) => Math.round(b.getBoundingClientRect().top))).size])), [["9 − 5 = 4", 1]], `at ${width}`);
  }
  // A vector that would begin at the end of a line.
  await theme(page, "light");
  await page.setViewportSize(wide);
  await page.goto("/figures/s2003-fig6?algorithm=speculative&step=20");
  await atStep(page, 20);
  assert.deepEqual(await page.locator("#sentence b:not([class])").evaluateAll((all) => all.map((b) => {
    const text = document.createRange();
    text.selectNodeContents(b);
    return [b.textContent, new Set([...text.getClientRects()].map((line) => line.top)).size];
  })), [["(6, 4, 0)", 1]], "lines of a vector");
});

person("the story follows the steps, and is written once", {}, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=deep&step=0");
  const seen = new Set();
  for (const { step, words, copies } of await walk(page, "ArrowRight", (step) => {
    const words = document.getElementById("story-text").textContent, says = (e) => e.textContent.trim().replace(/\s+/g, " ") === (words || "no words");
    const copies = [...document.body.querySelectorAll("*")].filter((e) => says(e) && e.checkVisibility() && ![...e.children].some(says)).length;
    return { step, words, copies };
  })) {
    if (words) seen.add(words);
    assert.equal(copies, words ? 1 : 0, `copies of the story's sentence at step ${step}`);
  }
  assert.equal(seen.size, 4, `sentences: ${[...seen].join(" | ")}`);
});

person("the dots of the story have titles, and the dashed ones are explained", {}, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=deep&step=9");
  await atStep(page, 9);
  const dots = page.locator(".frames a"), story = page.locator("#story-text"), own = await story.textContent();
  const titles = await dots.evaluateAll((all) => all.map((a) => [a.title, getComputedStyle(a).borderTopStyle]));
  assert.deepEqual(titles.map(([, style]) => style), ["solid", "solid", "solid", "dashed", "dashed", "solid"]);
  assert.match(titles[3][0], /^Maxⁿ, f = \(2, 3, 4\): If f is \(2, 3, 4\), /);
  assert.match(titles[4][0], /^Maxⁿ: If f is \(3, 0, 6\), /);
  assert.equal(await page.getByText("dashed: another run").isVisible(), true, "what a dash means");
  // A dot that is pointed at, or has the focus, shows its sentence; then that of the step is back.
  const places = () => dots.evaluateAll((all) => all.map((a) => a.getBoundingClientRect().toJSON())), before = await places();
  await dots.nth(3).hover();
  assert.deepEqual(await places(), before, "the dots keep their places");
  assert.equal(await story.textContent(), titles[3][0]);
  await page.mouse.move(5, 5);
  assert.equal(await story.textContent(), own);
  await dots.nth(5).focus();
  assert.equal(await story.textContent(), titles[5][0]);
  await accessible(page, "the commentary");
  // The words take no line of their own.
  for (const [name, viewport] of [["light", narrow], ["projector", { width: 1280, height: 720 }], ["projector", { width: 1024, height: 768 }], ["light", { width: 1024, height: 768 }], ["light", wide]]) {
    await page.setViewportSize(viewport);
    await theme(page, name);
    await idle(page);
    const [frames, dot] = [await page.locator(".frames").boundingBox(), await dots.first().boundingBox()];
    assert.ok(frames.height < 1.6 * dot.height, `at ${viewport.width} px in ${name} the numbers take ${frames.height} px`);
  }
  await page.setViewportSize(wide);
  // Of a run that has the whole story nothing is dashed.
  await page.goto("/figures/c474-alphabeta");
  await atStep(page);
  assert.equal(await page.getByText("dashed: another run").count(), 0);
});

/** The words of the pseudo-code that are not on one line, and the lines that are cut off. */
const broken = (page) => page.evaluate(() => [...document.querySelectorAll("#code li, #listing li")].flatMap((line) => {
  const found = line.scrollWidth > line.clientWidth + 1 ? [`cut off: ${line.textContent}`] : [];
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    for (const word of text.textContent.matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((r) => Math.round(r.top))).size > 1) found.push(word[0]);
    }
  }
  return found;
}));

person("pseudo-code does not break words, however narrow its panel is", {}, async (page) => {
  for (const address of ["/figures/c474-alphabeta", "/figures/s2003-fig6", "/figures/s2003-fig7", "/figures/sk2000-fig7"]) {
    await page.goto(address);
    await atStep(page);
    for (const width of [1280, 1024, 960, 360]) {
      await page.setViewportSize({ width, height: 768 });
      for (const name of themes) {
        await theme(page, name);
        assert.deepEqual(await broken(page), [], `${address} at ${width} in ${name}`);
      }
    }
  }
});
