// The gallery, and the way from it to the main thing: deep pruning failing.

import assert from "node:assert/strict";
import { atStep, figures, narrow, person, shot, theme, themes, wide } from "./harness.mjs";

for (const [width, viewport] of Object.entries({ wide, narrow })) {
  person(`the gallery shows every figure with its picture and a link, ${width}`, { viewport }, async (page) => {
    await page.goto("/");
    assert.equal(figures.length, 52, "figures of the four papers and the lecture");
    const seen = await page.evaluate(async (ids) => {
      const all = [];
      for (const id of ids) {
        const to = `a[href^="/figures/${id}"]`;
        const links = document.querySelectorAll(`main ${to}`).length;
        const card = [...document.querySelectorAll("main li, main article, main a")].find((e) => (e.matches(to) || e.querySelector(to)) && e.querySelector("svg, img"));
        const picture = card?.querySelector("svg, img");
        picture?.scrollIntoView(); // what is far away need not be fetched before
        if (picture instanceof HTMLImageElement) await picture.decode().catch(() => {});
        const box = picture?.getBoundingClientRect();
        all.push({ id, links, width: box?.width ?? 0, height: box?.height ?? 0, broken: picture instanceof HTMLImageElement && picture.naturalWidth === 0 });
      }
      return all;
    }, figures.map((f) => f.id));
    for (const { id, links, width, height, broken } of seen) {
      assert.ok(links >= 1, `links to ${id}`);
      assert.ok(width > 20 && height > 10, `the picture of ${id} is ${width} by ${height}`);
      assert.equal(broken, false, `the picture of ${id} is broken`);
    }
  });
}

person("two clicks from the gallery, deep pruning has failed before one's eyes", { motion: true }, async (page) => {
  await page.goto("/");
  await page.locator('main a[href^="/figures/k1991-fig6"]').first().click();
  await atStep(page);
  await page.getByRole("button", { name: "Last step" }).click();
  const { now, last } = await atStep(page);
  assert.equal(now, last);
  const verdict = page.getByRole("region", { name: "Verdict" });
  await verdict.waitFor();
  const says = await verdict.innerText();
  assert.match(says, /^deep.* returns \(5, 2, 2\)/im);
  assert.match(says, /^max(\^n|ⁿ) returns \(6, 1, 2\)/im);
  await shot(page, "verdict of deep pruning");
});

person("the outline of a label has the colour of the ground in every theme", {}, async (page) => {
  for (const name of themes) {
    for (const address of ["/", "/figures/s2005-fig7?step=16"]) {
      await page.goto(address);
      await theme(page, name);
      const strokes = await page.evaluate(() => {
        const ground = document.createElement("p");
        ground.style.color = "var(--ground)";
        document.body.append(ground);
        const wanted = getComputedStyle(ground).color;
        return [...document.querySelectorAll("svg text[paint-order]")].map((t) => getComputedStyle(t).stroke === wanted);
      });
      assert.ok(strokes.length > 0 && strokes.every(Boolean), `${address} in ${name}: ${strokes.filter((s) => !s).length} of ${strokes.length} outlines have another colour`);
    }
  }
});
