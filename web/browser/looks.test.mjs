// Every page in every theme: accessible by WCAG 2.2 AA, and whole on a phone.

import assert from "node:assert/strict";
import { accessible, atStep, figures, idle, narrow, person, playable, shot, theme, themes, url, walk, wide } from "./harness.mjs";

const pages = ["/", "/trees", "/notation", "/api", "/figures/k1991-fig6?algorithm=deep&v5=3,0,6&step=9", "/figures/k1991-fig6?algorithm=deep&v5=3,0,6&step=14"];

for (const address of pages) {
  for (const [width, viewport] of Object.entries({ wide, narrow })) {
    person(`${address} in all themes, ${width}`, { viewport }, async (page) => {
      await page.goto(address);
      for (const name of themes) {
        await theme(page, name);
        await accessible(page, `${address} in ${name}, ${width}`);
        await shot(page, `${address} ${name} ${width}`);
        const over = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
        assert.ok(over <= 0, `${address} in ${name} is ${over} px wider than a window of ${viewport.width}`);
      }
    });
  }
}

// Each theme has its turn: everything on these pages takes its colours from the same names as the pages above.
for (const [turn, name] of themes.entries()) {
  // The window is tall: what the player's bar lies over, and can be scrolled from under it, would count as obscured.
  person(`every third figure is accessible in ${name}`, { viewport: { width: wide.width, height: 2200 } }, async (page) => {
    await page.goto("/");
    await theme(page, name); // and the pages that are opened after it have it
    for (const figure of figures.filter((_, i) => i % themes.length === turn)) {
      await page.goto(`/figures/${figure.id}`);
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), name);
      if (playable.includes(figure)) {
        const { last } = await atStep(page);
        await page.getByRole("slider", { name: "Step" }).fill(String(Math.floor(last / 2)));
        await atStep(page, Math.floor(last / 2));
      }
      await accessible(page, `${figure.id} in ${name}`);
    }
  });
}

person("on a phone the tree has the screen", { viewport: narrow }, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=deep&step=9");
  await atStep(page);
  const tree = await page.locator("#stage svg.tree").boundingBox();
  assert.ok(tree.width >= 0.85 * narrow.width, `the tree is ${tree.width} px wide`);
  for (const name of ["First step", "Step back", "Play", "Step forward", "Last step"]) {
    const box = await page.getByRole("button", { name }).boundingBox();
    assert.ok(box.width >= 24 && box.height >= 24 && box.x >= 0 && box.x + box.width <= narrow.width, `${name}: ${JSON.stringify(box)}`);
  }
});

person("on a phone the sentence is in sight below the tree, and a copy is called one", { viewport: narrow, touch: true }, async (page) => {
  for (const name of themes) {
    await page.goto(`/tree?text=${encodeURIComponent("players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (2,3,4) ] g: (6,1,2) ] ]")}&algorithm=deep&step=12`);
    await theme(page, name);
    await idle(page);
    const sentence = await page.locator("#sentence").boundingBox(), player = await page.locator(".playback").boundingBox();
    assert.ok(sentence.y + 60 < player.y, `in ${name} the sentence begins at ${sentence.y}, the player at ${player.y}`);
    await page.goto("/figures/k1991-fig6");
    const copy = page.getByRole("link", { name: "Edit a copy" });
    assert.equal((await copy.innerText()).replace(/\s+/g, " "), "Edit a copy");
    const box = await copy.boundingBox(), share = await page.getByRole("button", { name: "Share" }).boundingBox();
    assert.ok(box.width > 80 && box.x + box.width <= share.x, `Edit a copy: ${JSON.stringify(box)}, Share: ${JSON.stringify(share)}`);
  }
});

person("the projector's letters do not make the tree smaller, and leave all tools in reach", { viewport: { width: 1440, height: 800 } }, async (page) => {
  const size = async (address, name) => {
    await page.goto(address);
    await theme(page, name);
    await page.goto(address); // a picture that is edited keeps its scale: it is fitted when it comes
    await idle(page);
    return (await page.locator("#n0 .box, svg.draft g.node .box").first().boundingBox()).height;
  };
  for (const address of ["/figures/k1991-fig6?algorithm=deep&step=9", "/edit?figure=k1991-fig6"]) {
    const light = await size(address, "light"), projector = await size(address, "projector");
    assert.ok(projector >= light, `a box of ${address} is ${light} px tall in light, ${projector} in projector`);
  }
  // The links at the top are in one row, so that the height is the tree's: at 960 × 600, too, all of it is in sight.
  await page.goto("/figures/k1991-fig6?algorithm=deep&step=12");
  for (const [width, height] of [[1280, 720], [1024, 768], [960, 600]]) {
    await page.setViewportSize({ width, height });
    for (const name of themes) {
      await theme(page, name);
      await idle(page);
      const top = await page.locator("body > header").boundingBox(), lowest = await page.locator("#n5 .value").boundingBox(), player = await page.locator(".playback").boundingBox();
      const targets = await page.locator(".top nav a, h2 > a.term").evaluateAll((all) => all.filter((a) => a.checkVisibility()).map((a) => {
        const { width, height } = a.getBoundingClientRect();
        return { name: a.textContent, size: Math.min(width, height) };
      }));
      assert.deepEqual(targets.filter((t) => t.size < 24), [], `${name}, ${width}: targets of less than 24 px`);
      assert.ok(top.height < 60, `${name}, ${width}: the top is ${top.height} px high`);
      assert.ok(lowest.y + lowest.height <= player.y, `${name}, ${width}: the tree ends at ${lowest.y + lowest.height}, the player begins at ${player.y}`);
      const edit = await page.locator(".edit-copy").boundingBox(), share = await page.getByRole("button", { name: "Share", exact: true }).boundingBox();
      assert.ok(share.x - edit.x - edit.width >= 4, `${name}, ${width}: Share is ${share.x - edit.x - edit.width} px after Edit a copy`);
    }
  }
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto("/edit?figure=k1991-fig6");
  for (const tool of await page.locator(".tools button, .tools summary, .drag-copies").filter({ visible: true }).all()) {
    const box = await tool.boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= 1024, `${await tool.innerText()}: ${JSON.stringify(box)}`);
  }
});

person("the menus of the editor open at their buttons, and the table of all algorithms fits beside the tree", {}, async (page) => {
  for (const address of ["/edit?figure=k1991-fig6", "/figures/k1991-fig6"]) {
    await page.goto(address);
    for (const width of [360, 800, 900, 1024, 1440]) {
      await page.setViewportSize({ width, height: 768 });
      for (const name of ["light", "projector"]) {
        const where = `at ${width} in ${name}`;
        await theme(page, name);
        for (const menu of address.startsWith("/edit") ? ["#ply-menu", "#tree-menu"] : []) {
          await page.locator(`${menu} > summary`).click();
          const button = await page.locator(`${menu} > summary`).boundingBox(), box = await page.locator(`${menu} > .menu-box`).boundingBox();
          const apart = Math.max(box.y - button.y - button.height, button.y - box.y - box.height);
          assert.ok(box.x <= button.x + button.width && button.x <= box.x + box.width && apart >= 0 && apart < 20, `${menu} ${where}: ${JSON.stringify({ button, box })}`);
          assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= 768, `${menu} ${where}: ${JSON.stringify(box)}`);
          await page.keyboard.press("Escape");
        }
        const over = await page.locator("#all-algorithms .wide-table").evaluate((e) => {
          const details = e.closest("details");
          details.open = true;
          const wider = e.scrollWidth - e.clientWidth;
          details.open = false;
          return wider;
        });
        assert.ok(over <= 0, `the table of ${address} ${where} is ${over} px wider than its place`);
      }
    }
  }
});

person("nodes keep their places during play", {}, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=deep&v5=3,0,6&step=0");
  const { last } = await atStep(page, 0);
  const places = await walk(page, "ArrowRight", () => [...document.querySelectorAll("#stage svg.tree .node .box")].map((b) => {
    const { x, y, width, height } = b.getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join(" ");
  }));
  assert.ok(places.length === last + 1 && places[0].length > 0);
  places.forEach((at, t) => assert.deepEqual(at, places[0], `places at step ${t}`));
  // Runs side by side: the longest sentence takes nothing of the trees, and is there as a whole. A longer one is scrolled by keys.
  await page.goto("/lockstep?figure=k1991-fig6&a=deep&b=shallow&c=maxn&step=11");
  for (const [width, height] of [[1440, 900], [1280, 720], [1024, 768], [960, 600]]) {
    await page.setViewportSize({ width, height });
    const heights = [];
    for (const [key, step] of [["ArrowRight", 12], ["ArrowLeft", 11]]) {
      await page.keyboard.press(key);
      await atStep(page, step);
      await idle(page);
      heights.push(await page.locator(".lane svg.tree").evaluateAll((all) => all.map((svg) => svg.getBoundingClientRect().height)));
      const over = await page.locator(".lane .sentence").evaluateAll((all) => all.map((e) => e.scrollHeight - e.clientHeight));
      assert.ok(Math.max(...over) <= 1, `${over} px of the sentences are out of sight at step ${step}, ${width} px wide`);
    }
    assert.deepEqual(heights[0], heights[1], `the trees at both steps, ${width} px wide`);
  }
  assert.ok(await page.locator(".lane .sentence").evaluateAll((all) => all.every((e) => e.tabIndex === 0)), "Tab reaches what may have to be scrolled");
});

person("the system's dark is followed until a theme is chosen", {}, async (page) => {
  const lightness = () => page.evaluate(() => {
    const [r, g, b] = getComputedStyle(document.documentElement).backgroundColor.match(/[\d.]+/g).map(Number);
    return (r + g + b) / 3;
  });
  await page.goto("/");
  await page.emulateMedia({ colorScheme: "dark" });
  assert.ok((await lightness()) < 80, `ground in the dark = ${await lightness()}`);
  await theme(page, "light");
  assert.ok((await lightness()) > 200, `ground in light = ${await lightness()}`);
  await page.reload();
  assert.ok((await lightness()) > 200, `ground in light after a reload = ${await lightness()}`);
});

person("who asks for less motion gets none", {}, async (page) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/figures/k1991-fig6?algorithm=deep&step=5");
  await atStep(page, 5);
  await page.keyboard.press("ArrowRight");
  const running = await page.evaluate(() => document.getAnimations().filter((a) => Number(a.effect?.getComputedTiming().duration) > 1).length);
  assert.equal(running, 0, "animations that run");
});

person("every link of a page leads somewhere", {}, async (page) => {
  for (const address of pages) {
    await page.goto(address);
    const links = await page.locator("a[href]").evaluateAll((all) => all.map((a) => a.href));
    for (const link of new Set(links.map((l) => l.split("#")[0]))) {
      if (!link.startsWith(url)) continue;
      const status = await page.evaluate(async (l) => {
        const answer = await fetch(l);
        await answer.arrayBuffer(); // unread, it would count as a failed request
        return answer.status;
      }, link);
      assert.equal(status, 200, `${address} links to ${link}`);
    }
  }
});

person("where the colours are forced, what is chosen and the slider can be seen", {}, async (page) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/figures/k1991-fig6?algorithm=deep&step=12");
  await idle(page);
  const ground = (selector) => page.locator(selector).first().evaluate((e) => getComputedStyle(e).backgroundColor);
  for (const name of ["algorithm", "v5"]) assert.notEqual(await ground(`input[name=${name}]:checked + span`), await ground(`input[name=${name}]:not(:checked) + span`), `the chosen ${name} looks like the others`);
  assert.equal(await page.locator("#scrub").evaluate((e) => getComputedStyle(e).forcedColorAdjust), "none", "the slider has the colour of the page");
});

for (const [width, height] of [[720, 450], [512, 384]]) {
  person(`at 200 % zoom the controls leave the window to the tree, ${width}`, { viewport: { width, height } }, async (page) => {
    await page.goto("/figures/k1991-fig6?algorithm=deep&step=12");
    await idle(page);
    const still = await page.evaluate(() => [...document.querySelectorAll("body *")].filter((e) => ["fixed", "sticky"].includes(getComputedStyle(e).position) && e.checkVisibility() && e.closest(".playback, .commentary") === e).reduce((sum, e) => sum + e.getBoundingClientRect().height, 0));
    assert.ok(still <= 0.2 * height, `${still} px of ${height} do not move`);
    await page.locator("#show-help, #teach").last().focus(); // it scrolls into sight
    await page.locator("#last").click();
    await page.getByText("step 22 of 22").waitFor();
  });
}
