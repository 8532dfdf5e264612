// The gallery, and the way from it to the main thing: deep pruning failing.

import assert from "node:assert/strict";
import { atStep, figures, narrow, person, shot, theme, themes, wide } from "./harness.mjs";

for (const [width, viewport] of Object.entries({ wide, narrow })) {
  person(`the gallery shows every figure with its picture and a link, ${width}`, { viewport }, async (page) => {
    await page.goto("/explore");
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

person("the first page plays the failure of deep pruning once, and stops where somebody asks", { motion: true }, async (page) => {
  await page.clock.install();
  await page.goto("/");
  const shown = () => page.evaluate(() => [...document.querySelectorAll("#once [data-frame]")].map((f) => !f.hidden).flatMap((on, i) => (on ? [i] : [])));
  const frames = await page.locator("#once [data-frame]").count(), button = page.locator("#once-play");
  await button.getByText("Pause").waitFor();
  assert.ok(frames > 8, `${frames} steps`);
  await page.clock.runFor(4_100);
  const before = await shown();
  assert.equal(before.length, 1);
  assert.ok(before[0] >= 2, `step ${before} after some seconds`);
  await button.click();
  await page.clock.runFor(10_000);
  assert.deepEqual(await shown(), before, "it goes on after Pause");
  await button.click();
  await page.clock.runFor(60_000);
  assert.deepEqual(await shown(), [frames - 1]);
  assert.match(await page.locator("#once .kicker").innerText(), /5, 2, 2/);
  await button.getByText("Play again").waitFor();
});

person("with less motion the first page stays at the cut, and a phone shows it in four screens", { viewport: { width: 360, height: 780 } }, async (page) => {
  await page.goto("/");
  await page.getByText("This is unsound").waitFor();
  await page.locator("#once-play").getByText("Play", { exact: true }).waitFor();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  console.log(`the first page is ${height} px long on a phone of 780`);
  assert.ok(height <= 4 * 780, `${height} px`);
});

person("figures and exercises are narrowed by source and algorithm", {}, async (page) => {
  await page.goto("/explore");
  await page.getByRole("combobox", { name: "Source" }).selectOption({ label: "Korf 1991" });
  await page.getByRole("combobox", { name: "Algorithm" }).selectOption("deep");
  await page.getByRole("button", { name: "Find" }).click();
  await page.waitForURL("**/figures?q=&from=korf-1991&algorithm=deep");
  const cards = await page.locator(".card > a").evaluateAll((all) => all.map((a) => a.getAttribute("href")));
  assert.ok(cards.includes("/figures/k1991-fig6") && cards.every((href) => href.startsWith("/figures/k1991-")), `${cards}`);
  assert.equal(await page.getByRole("combobox", { name: "Algorithm" }).inputValue(), "deep");
});

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
