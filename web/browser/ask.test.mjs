// Ask me first: the questions, as a person uses them.

import assert from "node:assert/strict";
import { answer, before, deep, events, kind, nextQuestion, pick, ready, second, send, stepNow, unsoundCut } from "./asking.mjs";
import { accessible, frames, narrow, person, shot, socketOf, theme, themes, until } from "./harness.mjs";

/** The five figures that the screen alone must explain. */
const runs = [
  "k1991-fig6?algorithm=deep&v5=3,0,6", "sk2000-fig2?", "sk2000-fig6?", "s2003-fig3?", "s2003-fig6?",
];

for (const address of runs) {
  person(`${address}: every right answer is taken for right, and every cut, backup and re-search is asked about`, {}, async (page) => {
    await page.goto(`/figures/${address}&ask=1&step=0`);
    const all = await events(page), last = all.length - 1;
    await ready(page, 0);
    const asked = new Set();
    let questions = 0;
    for (let t = await nextQuestion(page, last); t > 0; t = await nextQuestion(page, last)) {
      asked.add(t);
      questions += await answer(page, all[t]);
      await ready(page, t);
      assert.equal(await kind(page), "right", `step ${t}, ${JSON.stringify(all[t])}: ${await page.locator("#ask").innerText()}`);
    }
    for (const e of all) if (["prune", "backup", "research"].includes(e.type)) assert.ok(asked.has(e.seq), `nothing was asked before step ${e.seq}, a ${e.type}`);
    assert.ok([...asked].some((t) => ["enter", "exit"].includes(all[t].type)) || asked.size < 4, "nothing was asked where nothing is cut");
    assert.match(await page.locator("#score-says").innerText(), new RegExp(`Of ${questions} questions: ${questions} right`));
    await shot(page, `asked ${address}`);
  });
}

person("a value can be typed, and what is no value is not taken", {}, async (page) => {
  await page.goto(`${deep}&step=0`);
  await ready(page, 0);
  const backup = (await events(page)).find((e) => e.type === "backup");
  await before(page, deep, backup.seq);
  const field = page.getByRole("textbox", { name: "another value" });
  await field.fill("5, 2");
  await field.press("Enter");
  assert.match(await page.locator("#ask-verdict").innerText(), /needs 3 scores/);
  assert.equal(await stepNow(page), backup.seq - 1);
  await field.fill(backup.best.join(" "));
  await field.press("Enter");
  await ready(page, backup.seq);
  assert.equal(await kind(page), "right");
});

person("who steps or plays before the run has come is asked when it does", {}, async (page) => {
  const socket = await socketOf(page);
  const acts = {
    step: () => page.getByRole("button", { name: "Step forward" }).click({ clickCount: 9, delay: 10 }),
    end: () => page.keyboard.press("End"),
    play: async () => {
      for (let i = 0; i < 3; i++) await page.keyboard.press("+");
      await page.getByRole("button", { name: "Play" }).click();
    },
  };
  for (const [name, act] of Object.entries(acts)) {
    socket.holds = "asks";
    await page.goto(`${deep}&step=0`);
    await ready(page, 0);
    await act();
    const first = (await events(page)).find((e) => e.type === "backup").seq;
    assert.equal(await page.locator("#ask").isVisible(), false, `${name}: nothing is asked before the run has come`);
    socket.release();
    await page.locator('#ask[data-kind="open"]').waitFor();
    await ready(page, first - 1);
  }
});

person("nothing goes past a question before the scripts have come", {}, async (page) => {
  let come;
  await page.route("**/js/run/quiz.js", async (route) => {
    await new Promise((resolve) => (come = resolve));
    await route.continue();
  });
  await page.goto(`${deep}&step=0`, { waitUntil: "commit" });
  const forward = page.locator("#forward");
  await forward.waitFor({ state: "attached" });
  await until(() => come, "the page asks for the script");
  assert.equal(await forward.isVisible(), false, "a control that would send the form");
  const click = forward.click(); // once it can be
  come();
  await click;
  await ready(page, 1);
  assert.equal(await page.evaluate(() => performance.getEntriesByType("navigation")[0].type), "navigate");
});

person("no control goes past a question", {}, async (page) => {
  await page.goto(`${deep}&step=0`);
  await ready(page, 0);
  const first = (await events(page)).find((e) => e.type === "backup").seq;
  for (const key of ["End", "Shift+ArrowRight"]) {
    await page.locator("body").press(key);
    await ready(page, first - 1);
    await page.keyboard.press("Home");
    await ready(page, 0);
  }
  await page.getByRole("slider", { name: "Step" }).fill(String(first - 1));
  await ready(page, first - 1);
  assert.equal(Number(await page.locator("#scrub").getAttribute("max")), first - 1, "the range ends with what has been shown");
  await page.keyboard.press("Home");
  for (let i = 0; i < 3; i++) await page.keyboard.press("+");
  await page.getByRole("button", { name: "Play" }).click();
  await page.locator('#ask[data-kind="open"]').waitFor();
  await page.getByRole("button", { name: "Play" }).waitFor(); // it has stopped
  await ready(page, first - 1);
});

for (const address of runs) {
  person(`${address}: neither the page nor what the server sends shows what lies ahead`, {}, async (page) => {
    await page.goto(`/figures/${address}&ask=1&step=0`);
    await ready(page, 0);
    const last = (await events(page)).length - 1;
    const ahead = (doc) => ({
      marks: doc.querySelectorAll("#marks rect").length, verdict: doc.querySelectorAll("#verdict").length,
      story: doc.querySelectorAll(".story, .frames, .notes").length, besides: doc.querySelectorAll("#stage > section, .sliders, .space").length,
      cut: doc.querySelectorAll("svg.tree .node:is(.cut, .later, .done), svg.tree .certificate *").length,
      max: doc.getElementById("scrub").getAttribute("max"), step: doc.getElementById("step").textContent.trim(), card: doc.getElementById("card").hidden,
      heading: doc.querySelector("h1").textContent, label: doc.querySelector("svg.tree").getAttribute("aria-label"),
    });
    const shown = await page.evaluate(`(${ahead})(document)`);
    const served = await page.evaluate(`fetch(location.href).then((a) => a.text()).then((t) => (${ahead})(new DOMParser().parseFromString(t, "text/html")))`);
    const text = await page.evaluate(() => fetch(location.href).then((a) => a.text()));
    for (const got of [shown, served]) {
      assert.match(got.heading, /^Fig(ure|\.) \d/);
      assert.doesNotMatch(got.label, /prun|fail/i);
      delete got.heading;
      delete got.label;
      assert.deepEqual(got, { marks: 0, verdict: 0, story: 0, besides: 0, cut: 0, max: "0", step: "step 0", card: true });
    }
    assert.doesNotMatch(text, new RegExp(`(value|max)="${last}"|of ${last}\\b`), "the number of steps");
  });
}

person("a whole run by the keyboard alone, on the tree and in the panel", {}, async (page) => {
  await before(page, deep, unsoundCut);
  // From the question by Tab to the choices, with Space and the arrows; Enter answers.
  await page.waitForFunction(() => document.activeElement?.id === "ask");
  await page.locator("#n0").focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowDown"); // preorder: f
  await page.keyboard.press("Space");
  assert.equal(await page.locator("#n5").getAttribute("aria-selected"), "true", "f is chosen");
  assert.match(await page.locator("#ask-verdict").innerText(), /f: cut/);
  await page.getByLabel("f", { exact: true }).press("Enter");
  await second(page, "Was that right?");
  await page.waitForFunction(() => document.activeElement?.id === "ask");
  await page.locator("#n5").focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp"); // d
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("#n3").getAttribute("aria-selected"), "true", "d is chosen");
  await page.getByLabel("No, nothing does").focus();
  await page.keyboard.press("Space");
  assert.equal(await page.locator("#n3").getAttribute("aria-selected"), "false", "no bound is chosen any more");
  await page.keyboard.press("Enter");
  await ready(page, unsoundCut);
  assert.equal(await kind(page), "right");
  await page.waitForFunction(() => document.activeElement?.id === "ask-on");
  await page.keyboard.press("Space"); // goes on
  await until(async () => (await stepNow(page)) > unsoundCut, "the play goes on");
});

person("on a phone the question leaves the tree in sight", { viewport: narrow }, async (page) => {
  await before(page, deep, unsoundCut);
  await frames(page);
  const [tree, ask] = [await page.locator("#n0").boundingBox(), await page.locator("#ask").boundingBox()];
  const leaf = await page.locator("#n5").boundingBox();
  await shot(page, "ask phone");
  assert.ok(tree.y >= 0 && leaf.y + leaf.height <= ask.y, `the tree from ${tree.y} to ${leaf.y + leaf.height}, the question from ${ask.y}`);
  assert.ok(await page.evaluate(() => document.scrollingElement.scrollWidth <= innerWidth), "nothing is wider than the window");
  await page.mouse.click(leaf.x + leaf.width / 2, leaf.y + leaf.height / 2);
  assert.equal(await page.locator("#n5").getAttribute("aria-selected"), "true");
});

for (const viewport of [undefined, narrow]) {
  person(`questions and answers are accessible in all themes, ${viewport ? "narrow" : "wide"}`, viewport ? { viewport } : {}, async (page) => {
    await before(page, deep, unsoundCut);
    await pick(page, 5);
    for (const name of themes) {
      await theme(page, name);
      await accessible(page, `a question in ${name}`);
      await shot(page, `question ${name} ${viewport ? "narrow" : "wide"}`);
    }
    await send(page);
    await second(page, "Was that right?");
    for (const name of themes) {
      await theme(page, name);
      await accessible(page, `the second question in ${name}`);
      await shot(page, `second question ${name} ${viewport ? "narrow" : "wide"}`);
    }
    await page.getByLabel("No, nothing does").check();
    await send(page);
    await ready(page, unsoundCut);
    for (const name of themes) {
      await theme(page, name);
      await accessible(page, `an answer in ${name}`);
    }
    await shot(page, `answer ${viewport ? "narrow" : "wide"}`);
  });
}

person("the mode is a chip of the player, and part of the address", {}, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=deep&step=14");
  await page.waitForFunction(() => /of \d+$/.test(document.getElementById("step").textContent));
  await page.locator("input[name=ask]").check();
  await page.waitForURL((u) => u.searchParams.get("ask") === "1");
  await ready(page, 14); // it asks from the step that is shown
  await page.locator("input[name=ask]").uncheck();
  await page.waitForURL((u) => !u.searchParams.has("ask"));
});
