// Decision spaces, sliders, questions and listings beside the trees.

import assert from "node:assert/strict";
import { accessible, atStep, figures, narrow, person, shot, socketOf, theme, themes, walk } from "./harness.mjs";

/** What the server's own pages of the steps have: the point, and its sentence. */
async function drawn(page, id, last) {
  return page.evaluate(async ([id, last]) => {
    const drawn = [];
    for (let t = 0; t <= last; t++) {
      const html = await (await fetch(`/figures/${id}${id.includes("?") ? "" : "?"}step=${t}`)).text();
      const there = new DOMParser().parseFromString(html, "text/html");
      drawn.push([there.querySelector("figure[data-space] > svg.space > .here").getAttribute("transform"), there.getElementById("space-summary").textContent]);
    }
    return (globalThis.drawn = drawn);
  }, [id, last]);
}

for (const id of ["s2005-fig2", "s2005-fig5", "s2005-fig7", "s2005-fig8"]) {
  person(`${id}: the point moves with the search as the server draws it`, {}, async (page) => {
    await page.goto(`/figures/${id}`);
    const { last } = await atStep(page, 0);
    const want = (await drawn(page, id, last)).map(([place]) => place);
    // The sentence comes from the server a moment after the step.
    assert.deepEqual(await walk(page, "ArrowRight", (step) => {
      if (document.getElementById("space-summary").textContent !== globalThis.drawn[step][1]) return undefined;
      return document.querySelector("figure[data-space] > svg.space > .here").getAttribute("transform");
    }), want, "the point at each step");
    assert.ok(new Set(want).size >= 2, `the point stood at ${new Set(want)}`);
  });
}

person("the space with three axes turns, and turns back", {}, async (page) => {
  await page.goto("/figures/s2005-fig7?step=8");
  await atStep(page, 8);
  const picture = () => page.locator("figure[data-space] > svg.space").evaluate((svg) =>
    [...svg.querySelectorAll("[data-path], [data-at]")].map((s) => s.getAttribute("d") ?? s.getAttribute("transform")).join("|"));
  const before = await picture();
  await page.getByRole("button", { name: "turn right" }).click();
  const turned = await picture();
  assert.notEqual(turned, before, "the picture after a turn");
  await page.getByRole("button", { name: "turn left" }).click();
  assert.equal(await picture(), before, "turned and turned back: the script's projection is the server's");
  await page.keyboard.press("ArrowUp"); // on the button: tilts, and does not step
  assert.notEqual(await picture(), before, "the picture after the key");
  await atStep(page, 8);
  await page.getByRole("button", { name: "Reset the view" }).click();
  const box = await page.locator("figure[data-space] > svg.space").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2 + 20, { steps: 5 });
  await page.mouse.up();
  assert.notEqual(await picture(), before, "the picture after a drag");
  await shot(page, "s2005-fig7 turned");
});

person("a slider shows at once when the cut becomes possible, and the search follows", {}, async (page) => {
  await page.goto("/figures/k1991-fig5");
  await atStep(page, 0);
  const y = page.getByRole("slider", { name: "y" });
  await y.focus();
  await page.evaluate(() => {
    const set = globalThis.setTimeout;
    globalThis.setTimeout = (then, ms) => set(then, ms + 2_000); // both keys come before the search runs, on a loaded machine, too
  });
  for (let i = 0; i < 2; i++) await page.keyboard.press("ArrowLeft");
  await page.getByText("x + y = 3 + 5 = 8 < 9").waitFor();
  await page.getByText("nothing can be cut").waitFor();
  await page.waitForURL(/y=5/);
  await atStep(page);
  assert.equal(await page.locator("#count-cut").textContent(), "0", "cut with y = 5");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("name")), "y", "the slider keeps the focus");
  await page.keyboard.press("ArrowRight");
  await page.waitForURL(/y=6/);
  await atStep(page);
  await page.getByText("the cut is possible").waitFor();
  assert.equal(await page.locator("#count-cut").textContent(), "1", "cut with y = 6");
});

person("a letter between two steps of its slider stays as it is until it is moved", {}, async (page) => {
  await page.goto("/figures/k1991-fig5?x=1/3&y=26/3");
  await atStep(page, 0);
  await page.getByText("x + y = 1/3 + 26/3 = 9 ≥ 9").waitFor();
  await page.getByRole("slider", { name: "y" }).press("ArrowRight");
  await page.getByText("x + y = 1/3 + 9 = 28/3 ≥ 9").waitFor();
  await page.waitForURL(/x=1%2F3.*y=9/);
  await atStep(page);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-key")), "y", "the slider keeps the focus");
  await page.getByRole("slider", { name: "x" }).press("ArrowRight");
  await page.waitForURL(/x=1&y=9/);
  await atStep(page);
});

person("the bounds beside the tree are exact", {}, async (page) => {
  await page.goto("/figures/s2005-fig7?v1=1/3,29/3,0&step=0");
  const { last } = await atStep(page, 0);
  const want = (await drawn(page, "s2005-fig7?v1=1/3,29/3,0&", last)).map(([, sentence]) => sentence);
  assert.deepEqual(await walk(page, "ArrowRight", (step) => document.getElementById("space-summary").textContent === globalThis.drawn[step][1] ? globalThis.drawn[step][1] : undefined), want, "the sentence at each step");
  assert.ok(want.some((sentence) => sentence.includes("(1/3, –, –)")), String(want));
});

person("a slider works without script", { script: false }, async (page) => {
  await page.goto("/figures/s2003-fig5");
  await page.getByRole("slider", { name: "z" }).fill("1");
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL(/z=1/);
  await page.getByText("x + y + z = 5 + 3 + 1 = 9 < 10").waitFor();
});

person("canPrune answers what is asked, in place", {}, async (page) => {
  await page.goto("/figures/s2005-fig9?step=8");
  await atStep(page, 8);
  await page.getByText("canPrune = true: cut").waitFor();
  await page.locator("input[name=bound1]").fill("1");
  await page.locator("input[name=bound2]").fill("1");
  await page.getByText("canPrune = false: no cut. One row is better for everybody.").waitFor();
  await page.waitForURL(/bound1=1/);
  await atStep(page, 8); // the player stays where it was
  await page.getByRole("checkbox", { name: "0 for no bound, as printed" }).check();
  await page.getByText("canPrune = true: cut").waitFor();
});

person("a trick for player 2 strikes out the rows without a dagger", {}, async (page) => {
  await page.goto("/figures/s2005-table1");
  await page.getByRole("checkbox", { name: "player 2 already has a trick" }).check();
  await page.getByText("6 rows left: player 1 gets at most rank 2").waitFor();
  assert.equal(await page.locator("tr.out").count(), 4);
});

person("a score changed on Table 1 is transformed at once", {}, async (page) => {
  await page.goto("/figures/sk2000-table1");
  await page.getByRole("spinbutton", { name: "s₁" }).fill("1");
  await page.locator("#answer").getByRole("cell", { name: "25", exact: true }).waitFor();
  await page.getByRole("spinbutton", { name: "s₁" }).fill("40");
  await page.getByText("s₁ = 40 is not between").waitFor();
});

person("the listing's line and the story's sentence follow the steps", {}, async (page) => {
  await page.goto("/figures/s2005-fig1");
  await atStep(page, 0);
  const marked = new Set((await walk(page, "ArrowRight", () => [...document.querySelectorAll("#listing .now")].map((e) => e.textContent))).flat());
  const lines = `marked were ${[...marked].join("; ")}`;
  assert.ok([...marked].some((l) => l.includes("α := max(")), lines);
  assert.ok(![...marked].some((l) => l.includes("return β")), `the only cut is at a Min node, and the listing is that of Max; ${lines}`);
  await page.goto("/figures/c474-alphabeta");
  await atStep(page, 0);
  const frames = page.locator(".frames a");
  assert.equal(await frames.count(), 12, "frames of the lecture");
  for (let i = 0; i < 12; i++) {
    await frames.nth(i).click();
    await page.waitForFunction((want) => document.getElementById("story-text").textContent === want, await frames.nth(i).getAttribute("title"));
  }
});

const beside = figures.filter((f) => /^(s2005-(fig[125789]|table1)|sk2000-(table1|fig[34])|s2003-(fig[57]|table8)|k1991-fig[458]|c474-(number|history|evaluation|exact))/.test(f.id));

person("what is beside the trees fits a phone in all themes, and is accessible in one by turns", { viewport: narrow }, async (page) => {
  assert.ok(beside.length >= 18, `${beside.length} figures`);
  for (const [i, figure] of beside.entries()) {
    await page.goto(`/figures/${figure.id}`);
    if (await page.locator("#scrub").count()) {
      const { last } = await atStep(page);
      await page.getByRole("slider", { name: "Step" }).fill(String(Math.floor(last / 2)));
      await atStep(page, Math.floor(last / 2));
    }
    for (const name of themes) {
      await theme(page, name);
      // The player stays at the foot of the window; what it covers is scrolled to.
      await page.evaluate(() => document.querySelector(".counters")?.scrollIntoView({ block: "end" }));
      const over = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${figure.id} in ${name} is ${over} px too wide`);
      if (name === themes[i % themes.length]) await accessible(page, `${figure.id} in ${name}, narrow`);
      await shot(page, `${figure.id} ${name} narrow`);
    }
  }
});

person("who moves before the steps have come gets there when they do", {}, async (page) => {
  const socket = await socketOf(page);
  socket.holds = "asks";
  await page.goto("/figures/k1991-fig6?algorithm=deep");
  await page.locator("#run[data-ready]").waitFor();
  const last = Number(await page.locator("#scrub").getAttribute("max"));
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  socket.release();
  await atStep(page, last - 1);
  await page.waitForURL(new RegExp(`step=${last - 1}`));
});
