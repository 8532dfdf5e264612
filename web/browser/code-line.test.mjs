// The page of a run from step to step: the current line of the pseudo-code is in sight, and
// what is beside the tree keeps its place.

import assert from "node:assert/strict";
import { atStep, idle, person, theme as choose, wide } from "./harness.mjs";

/** The places of the parts, and whether the current line and the sentence are in sight. */
const look = () => {
  const line = document.querySelector("#code .now"), code = document.getElementById("code"), panels = document.querySelector(".panels").getBoundingClientRect();
  const within = (part, ...boxes) => {
    const { top, bottom } = part.getBoundingClientRect();
    return boxes.every((box) => top >= box.top - 1 && bottom <= box.bottom + 1);
  };
  const top = (id) => Math.round(document.getElementById(id).getBoundingClientRect().top);
  return {
    line: line === null || within(line, code.getBoundingClientRect(), panels),
    sentence: within(document.getElementById("sentence"), panels),
    places: [...["sentence", "bounds"].map(top), Math.round(code.getBoundingClientRect().bottom)].join(),
    empty: document.querySelector(".commentary").getBoundingClientRect().bottom - Math.max(...[...document.querySelectorAll(".texts > *")].map((e) => e.getBoundingClientRect().bottom)),
    bounds: within(document.getElementById("bounds"), panels),
  };
};

for (const run of ["s2003-fig6?algorithm=speculative", "k1991-fig6?algorithm=deep"]) {
  person(`the current line of the code is in sight at every step of ${run}, and nothing jumps`, { viewport: wide }, async (page) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/figures/${run}`);
    await atStep(page);
    await page.keyboard.press("Home");
    await idle(page);
    const last = Number(await page.locator("#scrub").getAttribute("max")), places = new Set();
    for (let step = 0; step <= last; step++) {
      const seen = await page.evaluate(look);
      assert.ok(seen.line, `the current line is out of sight at step ${step}`);
      assert.ok(seen.sentence, `the sentence is out of sight at step ${step}`);
      assert.ok(seen.bounds || step === last, `the bounds are out of sight at step ${step}`);
      assert.ok(seen.empty < 45, `${seen.empty} px of the card are empty at step ${step}`);
      if (step < last) places.add(seen.places); // the verdict is above the bounds
      await page.keyboard.press("ArrowRight");
      await idle(page);
    }
    assert.equal(places.size, 1, `the parts move: ${[...places].join(" | ")}`);
    // The sentence stays while the rest of the panels is scrolled.
    await page.locator(".panels").evaluate((panels) => (panels.scrollTop = 300));
    assert.ok((await page.evaluate(look)).sentence, "the sentence is scrolled away");
  });
}

for (const [run, theme] of [["sk2000-fig6", "projector"], ["c474-alphabeta", "projector"], ["s2005-fig6", "light"]]) {
  person(`the current line of the code of ${run} is in sight at each third step in a low window, ${theme}`, { viewport: { width: 1366, height: 768 } }, async (page) => {
    await page.goto("/");
    await choose(page, theme);
    await page.goto(`/figures/${run}?step=0`);
    const { last } = await atStep(page, 0);
    for (let step = 0; step <= last; step += 3) {
      await page.locator("#scrub").fill(String(step));
      await atStep(page, step);
      await idle(page);
      assert.ok((await page.evaluate(look)).line, `the current line is out of sight at step ${step}`);
    }
  });
}

person("on paper the code begins with its first line, and the card is as high as its text", {}, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=deep&step=12");
  await atStep(page, 12);
  await page.emulateMedia({ media: "print" });
  const { hidden, empty } = await page.evaluate(() => {
    const code = document.getElementById("code"), card = document.querySelector(".commentary").getBoundingClientRect(), text = document.getElementById("story-text").getBoundingClientRect();
    return { hidden: [...code.children].filter((line) => line.offsetTop < code.offsetTop - 1 || line.offsetTop + line.offsetHeight > code.offsetTop + code.offsetHeight + 1).length, empty: card.bottom - text.bottom };
  });
  assert.equal(hidden, 0, "lines of the code that are out of sight");
  assert.ok(empty < 30, `${empty} px of the card are empty`);
  await page.emulateMedia({ media: "screen" });
});
