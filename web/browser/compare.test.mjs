// All algorithms on a tree, a leaf's value tried in place, and runs side by side.

import assert from "node:assert/strict";
import { accessible, atStep, choose, idle, narrow, person, shot, theme, themes, wide } from "./harness.mjs";
import { patience } from "./waits.mjs";

const deep = "/figures/k1991-fig6?algorithm=deep&v5=2,3,4&step=9";
const beside = "/lockstep?figure=k1991-fig6&a=maxn&b=deep&v5=3,0,6";

/** Opens the card of a node by the keyboard alone: down the tree from its root, Enter. */
async function openByKeys(page, node) {
  await page.locator("#n0").focus();
  for (let n = 0; n < node; n++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.locator("#what-if").waitFor();
}

const answer = (page, words) => page.locator("#what-if .answer", { hasText: words }).waitFor();

person("the table of all algorithms is there without script, and leads to every run", { script: false }, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=deep&v5=3,0,6");
  await page.locator("#all-algorithms summary").click();
  const rows = page.locator("#all-algorithms tbody tr");
  assert.ok((await rows.count()) >= 7, `rows = ${await rows.count()}`);
  const row = (name) => rows.filter({ has: page.getByRole("link", { name, exact: true }) });
  assert.match(await row("Deep").innerText(), /unsound[\s\S]*\(5, 2, 2\)[\s\S]*wrong[\s\S]*deep 1/);
  assert.match(await row("Shallow").innerText(), /\(6, 1, 2\)/);
  assert.doesNotMatch(await row("Shallow").innerText(), /wrong/);
  await page.getByRole("link", { name: "Speculative (as printed)" }).click();
  await page.waitForURL((u) => u.searchParams.get("algorithm") === "speculative");
  const url = new URL(page.url());
  assert.deepEqual([url.searchParams.get("algorithm"), url.searchParams.get("as_printed"), url.searchParams.get("v5")], ["speculative", "1", "3,0,6"]);
  await page.getByRole("link", { name: "Compare side by side" }).click();
  await page.locator("#lockstep").waitFor();
  await atStep(page, 0);
  await page.getByRole("button", { name: "Step forward" }).click();
  await atStep(page, 1);
});

for (const [width, viewport] of Object.entries({ wide, narrow })) {
  person(`a cut leaf's value is tried by the keyboard alone, ${width}`, { viewport }, async (page) => {
    await page.goto(deep);
    await atStep(page, 9);
    await openByKeys(page, 5);
    const keys = page.keyboard;
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Score of player 1");
    await keys.press("ArrowUp");
    await keys.press("Tab"); // + of player 1
    await keys.press("Tab"); // − of player 2
    await keys.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Score of player 2");
    await keys.press("Control+a");
    await keys.type("0");
    await keys.press("Enter");
    await answer(page, "With f = (3, 0, 3) the root stays (5, 2, 2)."); // player 3 gave way
    for (let i = 0; i < 4; i++) await keys.press("Tab"); // + of player 2, − and field and + of player 3
    await keys.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Fill up to 9");
    await keys.press("Enter");
    await answer(page, "With f = (3, 0, 6) the root changes from (5, 2, 2) to (6, 1, 2). Deep still returns (5, 2, 2). Wrong with this value: Deep.");
    const leaf = page.locator("#n5");
    assert.equal(await leaf.locator(".value").textContent(), "(3, 0, 6)");
    assert.equal(await page.locator(".tried-mark").textContent(), "tried");
    assert.match(await leaf.getAttribute("aria-label"), /tried value \(3, 0, 6\)/);
    await atStep(page, 9);
    assert.equal(new URL(page.url()).searchParams.get("step"), "9", "the step stays");
    assert.equal(await page.locator("#what-if tbody tr.wrong").count(), 1);
    await shot(page, `what if ${width}`);

    // Esc in a field gives the leaf's own value back.
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Escape");
    assert.equal(await leaf.locator(".value").textContent(), "(2, 3, 4)");
    assert.equal(await page.locator(".tried-mark").count(), 0);
    assert.deepEqual(await page.locator("#what-if input").evaluateAll((all) => all.map((f) => f.value)), ["2", "3", "4"]);
    const over = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `the page is ${over} px wider than its window`);
  });
}

person("cuts that come and go are named, and marked on the tree", {}, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=deep&v5=3,0,6");
  await atStep(page);
  await page.locator("#n4").click(); // e: (2, 2, 5)
  const fields = page.locator("#what-if input");
  await fields.nth(2).fill("3");
  await answer(page, "With e = (2, 2, 3)");
  assert.match(await page.locator("#what-if tbody tr.here").innerText(), /Deep[\s\S]*f no more/);
  assert.equal(await page.locator(".tried-mark.cut-mark").textContent(), "no longer cut");
  await fields.nth(2).fill("5");
  await answer(page, "With e = (2, 2, 5)");
  assert.equal(await page.locator(".tried-mark").count(), 0, "marks with the leaf's own value");
  await page.getByRole("button", { name: "Close the card" }).click();
  assert.equal(await page.locator("#what-if").isVisible(), false);
});

person("what is wrong with a value appears at its field, and nothing typed is lost", {}, async (page) => {
  await page.goto(deep);
  await atStep(page, 9);
  await openByKeys(page, 5);
  const fields = page.locator("#what-if input"), fault = page.locator("#what-if-fault");
  await fields.nth(2).fill("9");
  await fault.waitFor();
  assert.match(await fault.textContent(), /more than maxsum, which is 9/);
  await fields.nth(0).fill("0.0000000000000000001");
  await page.waitForFunction(() => /decimal places/.test(document.getElementById("what-if-fault").textContent));
  assert.equal(await fields.nth(0).getAttribute("aria-invalid"), "true");
  assert.equal(await fields.nth(1).getAttribute("aria-invalid"), "false");
  await fields.nth(0).fill("three");
  await page.waitForFunction(() => /"three" is not a number/.test(document.getElementById("what-if-fault").textContent));
  await page.getByRole("button", { name: "Keep this value" }).click();
  assert.deepEqual(await fields.evaluateAll((all) => all.map((f) => f.value)), ["three", "3", "9"]);
  assert.equal(new URL(page.url()).searchParams.get("v5"), "2,3,4", "a wrong value is not kept");
  assert.equal(await page.locator("#n5 .value").textContent(), "(2, 3, 4)");
});

person("a value that is typed while the answer to another one comes is asked for, too", {}, async (page) => {
  // The answer for (3, 0, 4) comes right after the next digit has been typed.
  await page.addInitScript(() => {
    const ask = window.fetch;
    window.fetch = async (address, options) => {
      const answer = await ask(address, options);
      if (!/\[3,0,4\]/.test(String(options?.body))) return answer;
      document.documentElement.dataset.held = "";
      await new Promise((resolve) => addEventListener("input", resolve, { once: true }));
      return answer;
    };
  });
  await page.goto(deep);
  await atStep(page, 9);
  await openByKeys(page, 5);
  const fields = page.locator("#what-if input");
  for (const [i, score] of ["3", "0"].entries()) await fields.nth(i).fill(score);
  await page.locator("html[data-held]").waitFor();
  await fields.nth(2).fill("6");
  await answer(page, "With f = (3, 0, 6)");
});

person("one player's score goes up where all of maxsum is given away, and another player's is lowered", {}, async (page) => {
  await page.goto(deep);
  await atStep(page, 9);
  await page.locator("#n5").click(); // f: (2, 3, 4), which sums to maxsum
  const fields = page.locator("#what-if input"), fault = page.locator("#what-if-fault");
  const scores = () => fields.evaluateAll((all) => all.map((f) => f.value).join());
  const more = page.getByRole("button", { name: "player 1 one up" });
  for (const [want, gives] of [["3,3,3", "Player 3"], ["4,3,2", "Player 3"], ["5,2,2", "Player 2"]]) {
    await more.click();
    await answer(page, `Scores lowered to keep the sum at 9: ${gives.toLowerCase()}.`);
    assert.equal(await scores(), want);
    await answer(page, `With f = (${want.replaceAll(",", ", ")})`); // the result is that of the new value
    await answer(page, `Scores lowered to keep the sum at 9: ${gives.toLowerCase()}.`);
    assert.equal(await fault.isVisible(), false, "nothing is refused");
  }
  for (let i = 0; i < 6; i++) await fields.nth(0).press("ArrowUp");
  assert.equal(await scores(), "9,0,0");
  await answer(page, "Player 1 has 9, the maximum");
  await page.getByRole("button", { name: "player 1 one down" }).click();
  assert.equal(await scores(), "8,0,0", "one down takes from nobody");
  await page.getByRole("button", { name: "player 3 one up" }).click();
  assert.equal(await scores(), "8,0,1", "there is room: no score is lowered");
});

person("whose score is lowered, by the numbers", {}, async (page) => {
  await page.goto("/");
  const got = await page.evaluate(async () => {
    const { raise } = await import("/static/js/run/score-steps.js");
    const tree = { maxsum: 9 };
    return [
      raise(["0.5", "0.5", "8"], 2, 1, tree), raise(["8", "0.5", "0.5"], 0, 0.8, tree), raise(["5", "2", "2"], 0, 1, {}), raise(["5", "x", "2"], 0, 1, tree),
      raise(["6", "2", "1"], 0, 1, { maxsum: 9, maxp: 6 }), raise(["0.1", "0.2", "0.7"], 0, 0.1, { maxsum: 1 }), raise(["5", "5", "5"], 0, 1, tree),
    ].map(({ scores, gave, full }) => `${scores} from ${gave}${full ? " full" : ""}`);
  });
  assert.deepEqual(got, ["0,0,9 from 1,0", "8.8,0.2,0 from 2,1", "6,2,2 from ", "6,x,2 from ", "6,2,1 from  full", "0.2,0.2,0.6 from 2", "6,5,4 from 2"]);
});

person("what the page refuses by itself, the server refuses in the same words", { expect: /400|422/ }, async (page) => {
  await page.goto("/");
  const answers = await page.evaluate(async () => {
    const { misfit } = await import("/static/js/shared/scores.js");
    const answers = [], json = (/** @type {string} */ text) => (text.includes("/") ? `"${text}"` : text);
    for (const [header, ...values] of [
      [{ players: 3, maxsum: 9 }, "1,2,3", "5,5,0", "10,0,0", "3,3,3", "0.1,0.2,8.7", "0.1,0.2,8.700001", "x,2,3", ",2,3", "01,2,3", "0.1234567891,1,1", "1e10,0,0", "5e18,0,0", "1e-9,0,0", "1e-10,0,0", "1/3,1/3,25/3", "1/3,1/3,8.34", "28/3,0,0", "1/0,0,0", "1/,0,0", "1/99999999999999999999,0,0", "-1/3,0,0"],
      [{ players: 2, maxsum: "28/3", minp: ["-1/3", 0] }, "-1/3,1", "-1/2,1", "9,1/3", "9,0.34"],
      [{ players: 2, maxsum: 9, maxp: 6 }, "6,3", "7,0", "4,6", "0,6.5"],
      [{ players: 2, maxp: 6 }, "6,6", "7,0"],
      [{ players: 3, maxsum: 3, minp: [-1, 0, -2], maxp: [6, 5, 5] }, "-1,2,2", "-2,2,2", "0,-1,0", "6,-1,-2", "5,0,-2", "6,0,-2", "0,6,0"],
      [{ players: 2 }, "600000000,1000000000", "0,1000000000.5"],
      [{ kind: "minimax", maxsum: 9 }, "-100", "2000000000", "."],
    ]) {
      const zero = header.kind ? 0 : Array(header.players).fill(0);
      const tree = { ...header, root: { player: 1, children: [{ value: zero }, { value: zero }] } };
      for (const value of values) {
        const mine = misfit(value.split(","), tree)?.message ?? "";
        const body = JSON.stringify({ tree, values: {} }).replace('"values":{}', `"values":{"1":${header.kind ? json(value) : `[${value.split(",").map(json)}]`}}`);
        const answer = await fetch("/api/v1/compare", { method: "POST", body });
        answers.push([value, mine, answer.ok ? "" : (await answer.json()).detail]);
      }
    }
    return answers;
  });
  for (const [value, mine, server] of answers) {
    assert.equal(mine === "", server === "", `${value}: the page says ${mine || "nothing"}, the server ${server || "nothing"}`);
    if (!/is not a number/.test(mine)) assert.ok(server.endsWith(mine), `${value}: the page says ${mine}, the server ${server}`);
  }
});

person("a value is kept in the address, and stays with another algorithm", {}, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=deep&step=3");
  await atStep(page, 3);
  await openByKeys(page, 6); // g has one value in the figure
  await page.keyboard.press("ArrowDown");
  await answer(page, "With g = (5, 1, 2)");
  await page.getByRole("button", { name: "Keep this value" }).click();
  await page.waitForURL((url) => url.searchParams.get("v6") === "5,1,2");
  await atStep(page);
  assert.match(await page.locator("#n6 .value").textContent(), /\(5, 1, 2\)/);
  await choose(page, "algorithm", "shallow");
  await page.waitForURL((url) => url.searchParams.get("algorithm") === "shallow");
  assert.equal(new URL(page.url()).searchParams.get("v6"), "5,1,2");
});

for (const [width, viewport] of Object.entries({ wide, narrow })) {
  person(`side by side: play halts where they first differ and says how, ${width}`, { viewport }, async (page) => {
    await page.goto(beside);
    const { last } = await atStep(page, 0);
    const said = page.locator("#live-status");
    assert.equal(await said.textContent(), "No difference so far.");
    for (let i = 0; i < 3; i++) await page.keyboard.press("+");
    await page.keyboard.press("Space");
    await said.filter({ hasText: "Deep cuts f at d; Maxⁿ does not." }).waitFor();
    await page.getByRole("button", { name: "Play" }).waitFor(); // it has halted
    const { now } = await atStep(page);
    await idle(page);
    assert.equal((await atStep(page)).now, now, "the step after the halt");
    // Both are at d: the one that cuts, and the one that waits.
    assert.equal(await page.locator("#bn3.now").count(), 1);
    assert.equal(await page.locator("#an3.path").count(), 1);
    assert.match(await page.locator(".lane.waits h2").innerText(), /^Maxⁿ\s+waits$/);
    assert.equal(await page.locator("#bn5.cut").count(), 1);
    assert.equal(await page.locator("#an5.cut").count(), 0);
    await page.keyboard.press("Shift+ArrowRight");
    await said.filter({ hasText: "d backs up to c: (3, 0, 6) with Maxⁿ, (2, 2, 5) with Deep." }).waitFor();
    await page.getByRole("button", { name: "Next difference" }).click();
    await said.filter({ hasText: /^c backs up to a/ }).waitFor();
    await page.keyboard.press("End");
    await atStep(page, last);
    await said.filter({ hasText: "The result is (6, 1, 2) with Maxⁿ and (5, 2, 2) with Deep." }).waitFor();
    await page.keyboard.press("Home");
    await page.getByRole("slider", { name: "Step" }).fill("7");
    await atStep(page, 7);
    await page.waitForURL((url) => url.searchParams.get("step") === "7");
    await page.reload();
    await atStep(page, 7);
    await shot(page, `lockstep ${width}`);
    const over = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `the page is ${over} px wider than its window`);
  });
}

person("side by side, stepping shows what the server draws", {}, async (page) => {
  const address = "/lockstep?figure=s2003-fig3&a=maxn&b=speculative&c=speculative,as_printed";
  await page.goto(address);
  const { last } = await atStep(page, 0);
  const differences = await page.evaluate(async ({ address, last, patience }) => {
    const shown = (doc) => [
      ...[...doc.querySelectorAll(".lane svg.tree .node, .lane svg.tree .edge")].map((e) => `${e.id}: ${[...e.classList].filter((c) => c !== "holds").sort().join(" ")} ${e.querySelector(".bound")?.textContent ?? ""}`),
      ...[...doc.querySelectorAll(".lane .sentence, .lane dd, #live-status, #step")].map((e) => e.textContent.replace(/\s+/g, " ").trim()),
      ...[...doc.querySelectorAll(".lane")].map((e) => `waits: ${e.classList.contains("waits")}`),
      ...[...doc.querySelectorAll("a[data-alone]")].map((e) => e.getAttribute("href").replace(/^.*\/figures/, "/figures").split("&").sort().join()),
    ];
    const range = document.getElementById("scrub"), wrong = [];
    for (let t = 0; t <= last && wrong.length === 0; t += 3) {
      const want = shown(new DOMParser().parseFromString(await (await fetch(`${address}&step=${t}`)).text(), "text/html"));
      range.value = String(t);
      range.dispatchEvent(new Event("input", { bubbles: true }));
      let got = shown(document);
      for (const end = performance.now() + patience; performance.now() < end && got.join() !== want.join();) {
        await new Promise(requestAnimationFrame);
        got = shown(document);
      }
      want.forEach((w, i) => w !== got[i] && wrong.push(`step ${t}: the page shows ${got[i]}, the server drew ${w}`));
    }
    return wrong;
  }, { address, last, patience });
  assert.deepEqual(differences, []);
});

person("another algorithm side by side is another page, and Back comes back", {}, async (page) => {
  await page.goto(`${beside}&step=5`);
  await atStep(page, 5);
  await page.getByRole("combobox", { name: "Third algorithm" }).selectOption("shallow");
  await page.waitForURL((url) => url.searchParams.get("c") === "shallow");
  await atStep(page, 0);
  assert.equal(await page.locator(".lane").count(), 3);
  await page.goBack();
  await page.waitForURL((url) => !url.searchParams.get("c"));
  await atStep(page, 5);
  assert.equal(await page.locator(".lane").count(), 2);
});

for (const [width, viewport] of Object.entries({ wide, narrow })) {
  person(`tables, tried values and runs side by side are accessible in all themes, ${width}`, { viewport }, async (page) => {
    await page.goto(deep);
    await atStep(page, 9);
    await page.locator("#all-algorithms summary").click();
    await openByKeys(page, 5);
    await page.locator("#what-if input").nth(0).fill("1");
    await answer(page, "With f =");
    for (const name of themes) {
      await theme(page, name);
      await accessible(page, `a tried value in ${name}, ${width}`);
      await shot(page, `tried ${name} ${width}`);
    }
    await page.goto(`${beside}&c=speculative&step=12`);
    await atStep(page, 12);
    await page.locator("#differences summary").click();
    await page.locator("#all-algorithms summary").click();
    for (const name of themes) {
      await theme(page, name);
      // At the end of the page the controls cover nothing in half.
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await accessible(page, `side by side in ${name}, ${width}`);
      await shot(page, `side by side ${name} ${width}`);
    }
  });
}
