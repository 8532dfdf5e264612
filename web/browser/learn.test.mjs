// The course: a run that follows its text, questions, terms, and the way back.

import assert from "node:assert/strict";
import { accessible, atStep, choose, frames, idle, narrow, person, shot, theme, themes, until, wide } from "./harness.mjs";

/** The part of the text that the run belongs to. */
const here = (page) => page.locator(".scene.here, .question.here").evaluateAll((list) => list.map((p) => p.id || p.querySelector("legend").textContent).join());

/** Scrolls so that a part of the text is read. */
const read = (page, selector) => page.locator(selector).evaluate((part) => part.scrollIntoView({ block: "start" }));

/** The step that a part of the text names. */
const stepOf = async (page, selector) => Number(await page.locator(selector).getAttribute("data-step"));

person("a run follows the text, by scrolling and by clicks, and the reader can leave and come back", {}, async (page) => {
  // The first page says what this is, with five doors, in the first screen.
  await page.goto("/");
  await accessible(page, "the first page");
  for (const door of await page.locator(".entry-links a").all()) {
    const { y, height } = await door.boundingBox();
    assert.ok(y + height <= wide.height, "a door of the first page is in sight");
  }
  const small = { width: 1024, height: 768 };
  await page.setViewportSize(small);
  await theme(page, "projector");
  const { y: lastTop, height: lastHeight } = await page.locator(".entry-links a").last().boundingBox();
  assert.ok(lastTop + lastHeight <= small.height, "the doors are in sight on a small projector");
  await theme(page, "light");
  await page.setViewportSize(wide);
  await page.getByRole("link", { name: /^Learn \d+ short chapters/ }).click();
  await page.waitForURL((u) => u.pathname === "/learn");
  const chapters = await page.locator("a[data-chapter]").evaluateAll((links) => links.map((a) => a.getAttribute("data-chapter")));
  assert.equal(new Set(chapters).size, 26);
  await accessible(page, "/learn");
  await page.locator('a[data-chapter="alpha-beta"]').click();
  await atStep(page, 0);
  for (const name of themes) {
    await theme(page, name);
    await accessible(page, `a chapter, ${name}`);
    await shot(page, `chapter ${name}`);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  const canvas = await page.locator(".canvas").boundingBox();
  assert.ok(canvas.height >= 0.45 * 720, `with a projector's letters the tree has ${canvas.height} px of 720`);
  await page.setViewportSize(wide);
  await theme(page, "light");
  const third = await stepOf(page, "#scene-3");
  await read(page, "#scene-3");
  await atStep(page, third);
  assert.equal(await here(page), "scene-3");
  assert.match(await page.locator("#sentence").textContent(), /k is cut/);
  await page.locator("#scene-5 a.to-step").click();
  const last = await stepOf(page, "#scene-5");
  await atStep(page, last);
  await idle(page);
  assert.equal(new URL(page.url()).search, "?scene=5");
  await page.keyboard.press("Home");
  await atStep(page, 0);
  assert.equal(await here(page), "scene-1", "the text shows where the run is");
  await page.keyboard.press("ArrowRight");
  await atStep(page, 1);
  await idle(page);
  await page.reload();
  await atStep(page, 1);

  // A term opens as a card, which Escape closes.
  await page.locator("#scene-3 a.to-step").click();
  await atStep(page, third);
  const term = page.locator("#scene-3 dfn a.term"), card = page.locator("#term-card");
  await term.focus();
  await page.keyboard.press("Enter");
  await until(() => card.isVisible(), "the card is open");
  assert.match(await card.textContent(), /^cut.*search skips them/);
  await accessible(page, "a card of the glossary");
  await page.keyboard.press("Escape");
  await until(async () => !(await card.isVisible()), "the card is closed");
  assert.ok(await term.evaluate((a) => a === document.activeElement), "the focus is at the term again");

  // The engine judges the answers, in place.
  await read(page, "#questions");
  const first = page.locator(".question").first(), verdict = first.locator(".verdict-of");
  await choose(page, "q1.none", "1");
  await first.getByRole("button", { name: "Check" }).click();
  await until(async () => /^\s*Not right/.test(await verdict.textContent()), "the answer is wrong");
  await choose(page, "q1.none", "1");
  await choose(page, "q1.8", "1");
  await first.getByRole("button", { name: "Check" }).click();
  await until(async () => /^\s*Right/.test(await verdict.textContent()), "the answer is right");
  assert.match(await verdict.textContent(), /k is cut/, "with the reason");
  await verdict.getByText("See it on the tree").click();
  await atStep(page, third);
  await accessible(page, "a chapter with answers");

  // A leaf is changed, and given back.
  await page.locator('#stage g.node[data-node="7"]').click();
  const field = page.getByRole("textbox", { name: "Score of Max" });
  await field.fill("9");
  await until(async () => /no longer cut/i.test(await page.locator("#stage").textContent()), "the cut is gone then");
  await page.getByRole("button", { name: "Keep this value" }).click();
  await page.waitForURL((u) => u.searchParams.get("v7") === "9");
  await atStep(page);
  await page.getByText("You have changed a leaf").waitFor();
  await page.getByRole("link", { name: "Restore the original tree" }).click();
  await page.waitForURL((u) => !u.searchParams.has("v7"));
  await atStep(page);
  assert.equal(await page.locator('#stage g.node[data-node="7"] .value').textContent(), "3");

  // Terms have their cards in the list of algorithms, too.
  await page.goto("/algorithms");
  await page.locator("#paranoid a.term").click();
  await until(async () => /expects all others/.test(await card.textContent()), "the card of paranoid");

  // And on the page of a run, where they come once somebody uses the page.
  await page.goto("/figures/s2003-fig6?algorithm=speculative");
  await atStep(page, 0);
  await idle(page);
  const heading = page.locator(".bounds-panel h2 a.term");
  await heading.focus();
  await page.keyboard.press("Enter");
  await until(async () => /^bound vectorThe bounds of all players/.test(await card.textContent()), "the card of the heading");
  await page.keyboard.press("Escape");

  // In a sentence, too: each term where it first appears, and no word has moved.
  const words = () => page.locator("#sentence a.term").allTextContents();
  assert.ok((await words()).length > 0);
  const [marked, plain] = await page.locator("#sentence").evaluate((said) => {
    const place = () => {
      const all = document.createRange();
      all.selectNodeContents(said);
      const { left, top, width, height } = all.getBoundingClientRect();
      return [said.textContent, said.innerText, ...[left, top, width, height].map(Math.round)];
    };
    const before = place();
    for (const link of said.querySelectorAll("a.term")) link.replaceWith(link.textContent);
    said.normalize();
    return [before, place()];
  });
  assert.deepEqual(marked, plain);
  await page.keyboard.press("Shift+ArrowRight");
  await atStep(page, 16);
  await until(async () => (await words()).join() === "cut,re-searched,root", "the terms of a sentence that has just come");
  // Of a sentence one term is reached by Tab, the others from there; so are their cards.
  const stops = page.locator("#sentence a.term[tabindex='0']"), at = () => page.evaluate(() => document.activeElement?.textContent);
  assert.equal(await stops.count(), 1);
  await stops.focus();
  assert.equal(await at(), "cut");
  await page.keyboard.press("Enter");
  await until(async () => /^cutChildren of a node/.test(await card.textContent()), "the card of cut");
  await accessible(page, "a card of a sentence");
  await page.keyboard.press("ArrowDown");
  await until(async () => /^re-searchA second search of a child/.test(await card.textContent()), "the card of the next term");
  await page.keyboard.press("Escape");
  assert.equal(await at(), "re-searched");
  await page.keyboard.press("End");
  await atStep(page);
  await until(() => page.evaluate(() => document.activeElement?.matches("#sentence a.term")), "the focus is in the sentence that has come");
  assert.deepEqual(await page.locator(".source a.term").allTextContents(), ["speculative pruning", "provisional cut", "re-search", "last branch", "maxsum", "maxⁿ value"]);
  for (const [name, size] of [["dark", wide], ["projector", wide], ["light", narrow]]) {
    await page.setViewportSize(size);
    await theme(page, name);
    await page.locator(".source a.term", { hasText: "provisional cut" }).click();
    await until(async () => /^provisional cutA cut that may be taken back/.test(await card.textContent()), "the card of a term of the procedure");
    await accessible(page, `a card beside a run, ${name}`);
    await shot(page, `card beside a run ${name}`);
    const { left, right, top, bottom } = await card.evaluate((c) => c.getBoundingClientRect().toJSON());
    assert.ok(left >= 0 && right <= size.width && top >= 0 && bottom <= size.height, `the card is in the window: ${left} to ${right}, ${top} to ${bottom}`);
    await page.keyboard.press("Escape");
    await until(async () => !(await card.isVisible()), "the card is closed");
  }
  assert.equal(new URL(page.url()).pathname, "/figures/s2003-fig6");
});

person("a chapter runs another algorithm where its text is about another one", {}, async (page) => {
  await page.goto("/learn/deep-fails");
  await atStep(page, await stepOf(page, "#scene-1"));
  const shown = () => page.evaluate(() => [document.getElementById("run-name").textContent, document.getElementById("sentence").textContent]);
  for (const [scene, name, sentence] of [[2, "Deep pruning", /f is cut/], [4, "Maxⁿ", /Player 3 gets 6 from f/], [6, "Maxⁿ", /returns \(6, 1, 2\)/], [3, "Deep pruning", /returns \(5, 2, 2\)/]]) {
    await page.locator(`#scene-${scene} a.to-step`).click();
    await atStep(page, await stepOf(page, `#scene-${scene}`));
    await until(async () => sentence.test((await shown())[1]), `the sentence of scene ${scene}`);
    assert.equal((await shown())[0], name);
    assert.equal(await here(page), `scene-${scene}`);
  }
  // The note on a tie is below the bounds, and is in sight with them.
  await page.goto("/learn/last-branch?step=16");
  await atStep(page, 16);
  const note = await page.evaluate(() => ({ bottom: document.getElementById("tie").getBoundingClientRect().bottom, box: document.querySelector(".bounds-box").getBoundingClientRect().bottom }));
  assert.ok(note.bottom > 0 && note.bottom <= note.box, `the note ends at ${note.bottom}, its box at ${note.box}`);
  await page.goto("/learn/deep-fails");
  await page.locator("#scene-4 a.to-step").click();
  await atStep(page, await stepOf(page, "#scene-4"));
  await idle(page);
  await page.reload();
  await atStep(page, await stepOf(page, "#scene-4"));
  assert.equal((await shown())[0], "Maxⁿ", "the address has the run");
  await page.keyboard.press("End");
  await atStep(page, await stepOf(page, "#scene-6"));
  assert.equal(await here(page), "scene-6");
  // A link holds, though the scroll that has brought it into sight is reported only afterwards.
  await page.evaluate(() => {
    scrollTo(0, document.body.scrollHeight);
    document.querySelector("#scene-1 a.to-step").click();
  });
  await frames(page, 4);
  await atStep(page, await stepOf(page, "#scene-1"));
  assert.equal(await here(page), "scene-1");
});

person("on a phone the tree stays above the text", { viewport: narrow, touch: true }, async (page) => {
  await page.goto("/");
  const door = await page.locator(".entry-links a").last().boundingBox();
  assert.ok(door.y + door.height <= narrow.height, "the doors of the first page are in sight");
  await page.goto("/learn/players");
  await atStep(page, 0);
  await read(page, "#scene-3");
  await atStep(page, await stepOf(page, "#scene-3"));
  assert.equal(await here(page), "scene-3");
  await idle(page); // a picture that slides has other edges
  const { tree, text, wide } = await page.evaluate(() => ({
    tree: document.querySelector("#stage svg.tree").getBoundingClientRect().toJSON(), text: document.querySelector("#scene-3 p").getBoundingClientRect().toJSON(), wide: document.documentElement.scrollWidth,
  }));
  assert.ok(tree.top >= 0 && tree.bottom <= text.top && text.bottom <= narrow.height, `the tree ${JSON.stringify(tree)} above the text ${JSON.stringify(text)}`);
  assert.ok(wide <= narrow.width, `the page is ${wide} wide`);
  // Of a tree that is wider than the phone, the root stays in sight with the node at work, and can be read.
  for (const [chapter, step] of [["players", 4], ["players", 30], ["shallow", 30]]) {
    await page.goto(`/learn/${chapter}?step=${step}`);
    await atStep(page, step);
    await idle(page);
    const { out, scale } = await page.evaluate(() => {
      const svg = document.querySelector("#stage svg.tree"), all = svg.getBoundingClientRect();
      const out = [...svg.querySelectorAll("#n0, g.node.now")].filter((g) => {
        const b = (g.querySelector(".box") ?? g).getBoundingClientRect();
        return b.left < all.left || b.right > all.right || b.top < all.top || b.bottom > all.bottom;
      });
      return { out: out.map((g) => g.id), scale: svg.getScreenCTM().a };
    });
    assert.deepEqual(out, [], `out of sight at step ${step} of ${chapter}`);
    assert.ok(17 * scale > 7.9, `labels of ${17 * scale} px`);
  }
  await accessible(page, "a chapter on a phone");
  await shot(page, "chapter on a phone");
});

person("without scripts a chapter is text with the picture of each step, and its questions are judged", { script: false }, async (page) => {
  await page.goto("/learn/alpha-beta");
  const scenes = await page.locator(".scene").count();
  assert.equal(await page.locator(".scene img").count(), scenes);
  for (const address of await page.locator(".scene img").evaluateAll((list) => list.map((i) => i.src))) assert.equal((await page.request.get(address)).status(), 200);
  await page.locator("#scene-3 a.to-step").click();
  await atStep(page, await stepOf(page, "#scene-3"));
  await page.getByRole("button", { name: "Step forward" }).click();
  await atStep(page, (await stepOf(page, "#scene-3")) + 1);
  await page.locator('input[name="q3"]').fill("n, g, f");
  await page.getByRole("button", { name: "Check" }).last().click();
  await page.locator("#verdict-3", { hasText: /^\s*Right/ }).waitFor();
  await page.locator("a.term").first().click();
  await page.waitForURL(/\/learn\/glossary#/);
  await page.goto("/figures/s2003-fig6");
  await page.getByRole("link", { name: "Bound vector" }).click();
  await page.waitForURL(/\/learn\/glossary#bound-vector$/);
});
