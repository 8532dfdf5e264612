// Finding one's way: from a figure to the next, and from the top bar to every part.

import assert from "node:assert/strict";
import { accessible, choose, figures, narrow, person, playable, shot, theme, themes, until, wide } from "./harness.mjs";

person("every figure page names the figures before and after it, in the order of the gallery", {}, async (page) => {
  await page.goto("/explore");
  const order = await page.locator(".paper:not(:has(#exercises)) .card > a").evaluateAll((links) => links.map((a) => ({ path: a.getAttribute("href"), title: a.querySelector(".title").textContent, number: a.querySelector(".number").textContent })));
  assert.equal(order.length, figures.length);
  const found = await page.evaluate(async (paths) => {
    const all = [];
    for (const path of paths) {
      const doc = new DOMParser().parseFromString(await (await fetch(path)).text(), "text/html");
      const link = (rel) => {
        const a = doc.querySelector(`main nav a[rel=${rel}]`);
        return a && { path: a.getAttribute("href"), text: a.textContent };
      };
      all.push([link("prev"), link("next")]);
    }
    return all;
  }, order.map((f) => f.path));
  order.forEach(({ path }, i) => {
    [order[i - 1], order[i + 1]].forEach((want, j) => {
      const got = found[i][j], what = `${path}, ${j ? "after" : "before"}`;
      assert.equal(got?.path, want?.path, what);
      if (want) assert.ok(got.text.includes(want.number) && got.text.includes(want.title), `${what}: ${got.text} names ${want.number} and ${want.title}`);
    });
  });
});

for (const [name, viewport] of Object.entries({ wide, narrow })) {
  person(`the next figure is reached by the keyboard, ${name}`, { viewport }, async (page) => {
    for (const first of [playable[3], figures.find((f) => !playable.includes(f))]) {
      await page.goto(`/figures/${first.id}`);
      const links = page.getByRole("navigation", { name: "The figures before and after" }).getByRole("link");
      await links.first().waitFor();
      await links.last().scrollIntoViewIfNeeded();
      await shot(page, `neighbours ${first.id} ${name}`);
      await accessible(page, `${first.id} with its neighbours`);
      await links.first().focus();
      await page.keyboard.press("Shift+Tab"); // away from it, and back by Tab alone
      assert.equal(await page.evaluate(() => document.activeElement.closest("nav.neighbours")), null);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      const next = await page.evaluate(() => document.activeElement.rel === "next" && document.activeElement.getAttribute("href"));
      assert.equal(next, `/figures/${figures[figures.indexOf(first) + 1].id}`);
      await page.keyboard.press("Enter");
      await page.waitForURL((u) => u.pathname === next);
    }
  });
}

person("the node that a search starts at is a choice of the page, kept with another algorithm and taken back", {}, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=maxn&root=2");
  const from = page.getByRole("checkbox", { name: "from c" });
  assert.equal(await from.isChecked(), true);
  await choose(page, "algorithm", "shallow");
  await page.waitForURL((u) => u.searchParams.get("algorithm") === "shallow");
  assert.equal(new URL(page.url()).searchParams.get("root"), "2");
  await until(async () => (await page.locator("#sentence").innerText()).includes("starts at c"), "the run begins at c");
  await choose(page, "root", "2");
  await page.waitForURL((u) => !u.searchParams.has("root"));
  await until(async () => (await page.locator("#sentence").innerText()).includes("starts at a"), "the run begins at a");
});

for (const width of [1440, 1024, 960, 360]) {
  person(`with questions, too, nothing in the head lies on another thing, ${width}`, { viewport: { width, height: 740 } }, async (page) => {
    await page.goto("/figures/k1991-fig6?algorithm=deep&ask=1&step=0");
    for (const name of themes) {
      await theme(page, name);
      const faults = await page.evaluate(() => {
        const words = [...document.querySelectorAll(".head h1, .head .edit-copy, .head .share-open, .chips .chip")].filter((e) => e.checkVisibility());
        const boxes = words.flatMap((e) => {
          const range = document.createRange(); // the lines of a title, not its whole box
          range.selectNodeContents(e);
          return (e.matches("h1") ? [...range.getClientRects()] : [e.getBoundingClientRect()]).map((box) => ({ name: e.textContent.trim(), box }));
        });
        const side = document.querySelector(".panels").getBoundingClientRect();
        const list = boxes.filter(({ name, box }) => box.left < side.left && box.right > side.left - 8 && !document.querySelector(".playback").textContent.includes(name) && innerWidth > 900 && !document.querySelector(".choices").textContent.includes(name)).map(({ name }) => `${name} reaches the panels`);
        for (const a of boxes) {
          for (const b of boxes) {
            if (a.name < b.name && a.box.left < b.box.right - 1 && b.box.left < a.box.right - 1 && a.box.top < b.box.bottom - 1 && b.box.top < a.box.bottom - 1) list.push(`${a.name} on ${b.name}`);
          }
        }
        return list;
      });
      await shot(page, `head asking ${width} ${name}`);
      assert.deepEqual(faults, [], name);
    }
  });
}
