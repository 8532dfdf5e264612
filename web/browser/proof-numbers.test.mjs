// Paranoid proof-number search: the numbers are beside the nodes, and going back and scrubbing restores them.

import assert from "node:assert/strict";
import { accessible, atStep, idle, person, shot, theme, themes, wide } from "./harness.mjs";

// The tree of the chapter on proof numbers; search/proofnumber_test.go has the numbers by hand.
const tree = "players 3 maxsum 10\na: 1[ b: 2[ d: 3[ h: (6,2,2) i: (3,4,3) ] e: (5,3,2) ] c: 2[ f: (4,3,3) g: 3[ k: (5,1,4) l: (7,2,1) ] j: (6,1,3) ] ]";
const run = (step) => `/tree?algorithm=paranoid-pn&text=${encodeURIComponent(tree)}&step=${step}`;

/** The numbers beside each inner node, and which children decide. */
const look = (page) => page.evaluate(() => [...document.querySelectorAll("g.node")].map((g) => [g.querySelector(".name")?.textContent, g.querySelector(".bound")?.textContent, g.classList.contains("best")].join(" ")).join("; "));

/** The text beside a node. */
const beside = (page, name) => page.evaluate((n) => [...document.querySelectorAll("g.node")].find((g) => g.querySelector(".name")?.textContent === n).querySelector(".bound").textContent, name);

person("proof numbers are drawn step by step, and steps back and scrubbing restore them", { viewport: wide }, async (page) => {
  await page.goto(run(0));
  await atStep(page, 0);
  const last = Number(await page.locator("#scrub").getAttribute("max")), seen = [];
  for (let step = 0; step <= last; step++) {
    seen.push(await look(page));
    await page.keyboard.press("ArrowRight");
    await idle(page);
  }
  assert.ok(seen.some((s) => s.includes("a pn 1, dn 2")) && seen.some((s) => s.includes("a pn ∞, dn 0")), "the numbers of the root are not drawn");
  assert.ok(seen.at(-1).includes("a pn 0, dn ∞"), `the end shows ${seen.at(-1)}`);
  for (let step = last; step >= 0; step--) {
    assert.equal(await look(page), seen[step], `after going back to step ${step}`);
    await page.keyboard.press("ArrowLeft");
    await idle(page);
  }
  for (const step of [last, 3, Math.floor(last / 2), 12]) {
    await page.locator("#scrub").fill(String(step));
    await atStep(page, step);
    assert.equal(await look(page), seen[step], `after scrubbing to step ${step}`);
    await page.goto(run(step)); // as the server draws it
    await atStep(page, step);
    assert.equal(await look(page), seen[step], `as drawn by the server at step ${step}`);
  }
});

for (const t of themes) person(`a run by proof numbers is accessible, ${t}`, { viewport: wide }, async (page) => {
  await page.goto(run(45));
  await theme(page, t);
  await atStep(page, 45);
  assert.equal(await beside(page, "b"), "pn ∞, dn 0");
  await accessible(page, `proof numbers in ${t}`);
  await shot(page, `proof numbers ${t}`);
});
