// The gallery, and the way from it to the main thing: deep pruning failing.

import assert from "node:assert/strict";
import { atStep, figures, narrow, person, shot, wide } from "./harness.mjs";

for (const [width, viewport] of Object.entries({ wide, narrow })) {
  person(`the gallery shows every figure with its picture and a link, ${width}`, { viewport }, async (page) => {
    await page.goto("/");
    assert.equal(figures.length, 52, "figures of the four papers and the lecture");
    for (const figure of figures) {
      const link = page.locator(`main a[href^="/figures/${figure.id}"]`).first();
      assert.equal(await link.count(), 1, `links to ${figure.id}`);
      await link.scrollIntoViewIfNeeded();
      const picture = page.locator("main li, main article, main a", { has: page.locator(`a[href^="/figures/${figure.id}"]`) }).or(link).locator("svg, img").first();
      await picture.scrollIntoViewIfNeeded();
      const box = await picture.boundingBox();
      assert.ok(box && box.width > 20 && box.height > 10, `the picture of ${figure.id} has the size ${JSON.stringify(box)}`);
      const broken = await picture.evaluate(async (e) => e instanceof HTMLImageElement && (await e.decode().then(() => e.naturalWidth === 0, () => true)));
      assert.equal(broken, false, `the picture of ${figure.id} is broken`);
    }
  });
}

person("two clicks from the gallery, deep pruning has failed before one's eyes", {}, async (page) => {
  await page.goto("/");
  await page.locator('main a[href^="/figures/k1991-fig6"]').first().click();
  await atStep(page);
  await page.getByRole("button", { name: "Last step" }).click();
  const { now, last } = await atStep(page);
  assert.equal(now, last);
  const verdict = page.getByRole("region", { name: "Verdict" });
  await verdict.waitFor();
  const says = await verdict.innerText();
  assert.match(says, /^deep.* says \(5, 2, 2\)/im);
  assert.match(says, /^max(\^n|ⁿ) is \(6, 1, 2\)/im);
  await shot(page, "verdict of deep pruning");
});
