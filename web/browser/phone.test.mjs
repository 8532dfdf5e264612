// A run on a phone: the text of the step right above the controls, and the tree in sight.

import assert from "node:assert/strict";
import { atStep, idle, narrow, person, shot, theme, themes, walk, until } from "./harness.mjs";

const run = "/figures/k1991-fig6?algorithm=deep&v5=3,0,6";

person("on a phone the sentence is right above the controls at every step", { viewport: narrow, touch: true }, async (page) => {
  for (const name of themes) {
    await page.goto(`${run}&step=0`);
    await theme(page, name);
    const { last } = await atStep(page, 0);
    await idle(page);
    const tree = await page.locator("#stage svg.tree").boundingBox();
    const seen = await walk(page, "ArrowRight", async () => {
      for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame); // the size of the text is observed
      const commentary = document.getElementById("commentary"), end = commentary.getBoundingClientRect().bottom, words = document.createRange();
      words.selectNodeContents(commentary.querySelector(".texts"));
      const cut = [...words.getClientRects()].filter((r) => r.top < end - 6 && r.bottom > end + 6).length;
      return [...["#commentary", ".playback", "#sentence", "#stage svg.tree"].map((s) => {
        const { x, y, width, height } = document.querySelector(s).getBoundingClientRect();
        return { x, y, width, height };
      }), { cut, over: commentary.scrollHeight - commentary.clientHeight > 2, below: "below" in commentary.dataset }];
    });
    assert.equal(seen.length, last + 1);
    for (const [t, [text, player, sentence, now, { cut, over, below }]] of seen.entries()) {
      const where = `at step ${t} in ${name}`;
      assert.ok(Math.abs(text.y + text.height - player.y) < 2, `${where} the text ends at ${text.y + text.height}, the controls begin at ${player.y}`);
      assert.ok(sentence.y >= text.y && sentence.y + 40 < player.y, `${where} the sentence begins at ${sentence.y}, the text at ${text.y}`);
      assert.deepEqual(now, tree, `the tree ${where}`);
      assert.equal(cut, 0, `${where} the text is cut in the middle of a line`);
      assert.equal(below, over, `${where} the text shows that it goes on: ${below}`);
      assert.ok(tree.y + tree.height <= text.y + 1, `${where} the tree ends at ${tree.y + tree.height}, the text begins at ${text.y}`);
    }
    // What dashed numbers mean is in sight, beside as many as a story has.
    for (const address of [`${run}&step=0`, "/figures/s2003-fig6?algorithm=speculative&step=22"]) {
      if (!page.url().includes(address.slice(0, 20))) await page.goto(address);
      await atStep(page);
      const words = await page.locator(".frames .dashed").boundingBox(), row = await page.locator(".frames").boundingBox();
      assert.ok(words.width > 60 && words.x + words.width <= row.x + row.width + 1 && row.x + row.width <= narrow.width, `the words in ${name}: ${JSON.stringify(words)} in ${JSON.stringify(row)}`);
      for (const dot of await page.locator(".frames a").all()) {
        const { width, height } = await dot.boundingBox();
        assert.ok(width >= 24 && height >= 24, `a number is ${width} × ${height} px in ${name}`);
      }
      // The words about the rings are with the title, not half under the text.
      assert.equal(await page.locator(".stage > .legend").isVisible(), false);
      if (address.includes("s2003")) assert.match(await page.locator(".about").innerText(), /ring/);
    }
    await page.goto(`${run}&step=${last}`);
    await atStep(page, last);
    await shot(page, `phone ${name}`);
    await page.getByRole("button", { name: "Step back" }).click();
    await atStep(page, last - 1);
    await page.getByRole("button", { name: "Step forward" }).click();
    await atStep(page, last);
  }
});

person("on a phone the head is one line, and rows of choices show that they scroll", { viewport: narrow, touch: true }, async (page) => {
  for (const address of [run, "/figures/s2003-fig6?algorithm=speculative"]) {
    await page.goto(address);
    await atStep(page);
    await idle(page); // rows of choices are observed
    const title = await page.locator("h1").boundingBox(), share = await page.getByRole("button", { name: "Share" }).boundingBox();
    assert.ok(title.height < 36 && Math.abs(title.y + title.height / 2 - share.y - share.height / 2) < 8, `${address}: the title ${JSON.stringify(title)}, Share ${JSON.stringify(share)}`);
    const rows = page.locator(".choices");
    const state = await rows.evaluate((e) => ({ over: e.scrollWidth - e.clientWidth, at: e.scrollLeft, more: e.dataset.more, mask: getComputedStyle(e).maskImage }));
    assert.ok(state.over > 0 && state.more && state.mask.includes("gradient"), JSON.stringify(state));
    const made = await page.locator(".choices label:has(input[name=algorithm]:checked)").boundingBox();
    assert.ok(made.x >= 0 && made.x + made.width <= narrow.width, `the algorithm is in sight: ${JSON.stringify(made)}`);
    await rows.evaluate((e) => e.scrollTo({ left: e.scrollWidth, behavior: "instant" }));
    await page.waitForFunction(() => document.querySelector(".choices").dataset.more === "left");
    // The whole title is there, below the text of the step.
    assert.match(await page.locator(".about").innerText(), /scores sum to at most/);
  }
  // So do wide tables.
  await page.goto("/figures/s2003-table12");
  const fades = () => page.locator(".scroll").first().evaluate((e) => ["left", "right"].map((side) => parseFloat(getComputedStyle(e).getPropertyValue(`--fade-${side}`)) > 0));
  await until(async () => String(await fades()) === "false,true", "the table fades on its right at its begin");
  await page.locator(".scroll").first().evaluate((e) => e.scrollTo({ left: e.scrollWidth, behavior: "instant" }));
  await until(async () => String(await fades()) === "true,false", "the table fades where it goes on");
  // Of runs one below the other, the first has its tree and its sentence in sight.
  await page.goto("/lockstep?figure=k1991-fig6&a=deep&b=shallow&step=12");
  await atStep(page, 12);
  const sentence = await page.locator(".lane .sentence").first().boundingBox(), controls = await page.locator(".playback").boundingBox();
  assert.ok(sentence.y + 24 < controls.y, `the sentence of the first run begins at ${sentence.y}, the controls at ${controls.y}`);
});

person("on a phone the name of a node at the edge is clear of its outline", { viewport: narrow, touch: true }, async (page) => {
  const branch = `2[ ${"(1,2) ".repeat(25)}]`; // a tree too large for letters
  await page.goto(`/tree?text=${encodeURIComponent(`players 2 maxsum 3 1[ ${branch.repeat(28)} ]`)}&algorithm=maxn&step=3`);
  await atStep(page, 3);
  await page.locator("#stage .certificate .named").waitFor();
  const [box, name] = await page.locator("#stage .node.now > .box, #stage .certificate .named").evaluateAll((all) => all.map((e) => e.getBoundingClientRect().toJSON()));
  assert.ok(name.top >= box.bottom + 2 || name.left >= box.right + 2 || name.right <= box.left - 2, `the name is at ${JSON.stringify(name)}, the box at ${JSON.stringify(box)}`);
});

person("on a phone another value is tried in a sheet under the tree", { viewport: narrow, touch: true }, async (page) => {
  await page.goto(`${run}&step=9`);
  await atStep(page, 9);
  await page.locator("#n5").click();
  await page.locator("#what-if").waitFor();
  await idle(page);
  const sheet = await page.locator("#card").boundingBox(), tree = await page.locator("#stage svg.tree").boundingBox(), player = await page.locator(".playback").boundingBox();
  assert.ok(tree.y >= 0 && tree.y + tree.height <= sheet.y, `the tree is from ${tree.y} to ${tree.y + tree.height}, the sheet begins at ${sheet.y}`);
  assert.ok(Math.abs(sheet.y + sheet.height - player.y) < 2, `the sheet ends at ${sheet.y + sheet.height}, the controls begin at ${player.y}`);
  await page.getByRole("button", { name: "Close the card" }).click();
  assert.equal(await page.locator("#card").isVisible(), false);
});
