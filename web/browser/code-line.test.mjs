// The page of a run from step to step: the current line of the pseudo-code is in sight, and
// what is beside the tree keeps its place.

import assert from "node:assert/strict";
import { atStep, idle, person, wide } from "./harness.mjs";

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
    places: ["sentence", "bounds", "code"].map(top).join(),
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
      places.add(seen.places);
      await page.keyboard.press("ArrowRight");
      await idle(page);
    }
    assert.equal(places.size, 1, `the parts move: ${[...places].join(" | ")}`);
    // The sentence stays while the rest of the panels is scrolled.
    await page.locator(".panels").evaluate((panels) => (panels.scrollTop = 300));
    assert.ok((await page.evaluate(look)).sentence, "the sentence is scrolled away");
  });
}
