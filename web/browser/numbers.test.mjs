// Exact numbers: fractions, small decimals and scores below 0 in the scripts and on the pages.

import assert from "node:assert/strict";
import { holds, keep, node, press, saved, textIs } from "./editor.mjs";
import { accessible, atStep, idle, person } from "./harness.mjs";

const text = "players 3 maxsum 28/3 minp (0,-1/2,0) a: 1[ b: (1/3,2,7) c: 2[ d: (5,2,7/3) e: (0.000000001,-1/2,1) ] ]";

person("numbers are read, added, compared and written exactly", {}, async (page) => {
  await page.goto("/");
  const got = await page.evaluate(async () => {
    const { add, equal, exact, jsonOf, parse, parseJSON, plainly, scoreText, textOf } = await import("/static/js/shared/exact.js");
    const { left } = await import("/static/js/shared/scores.js"), { raise, stepped } = await import("/static/js/run/score-steps.js");
    const { checkValue, read } = await import("/static/js/run/quiz-check.js");
    const judged = (t) => checkValue({ node: 2, best: [0.5, "1/3"], improved: false }, read(t, 2), String, "", null).kind;
    const written = (t) => { const n = parse(t); return typeof n === "string" ? n : textOf(n); };
    return [
      ["1/3", "−7/2", "2/4", "1e-9", "34639974234243390.125", "4611686018427387904", "1/3/5", "1e-10", "0.02777777777777778", "0.30000000000000004441", "0.0009765625", "1e-20", "x"].map(written),
      ["1/3", "0.5", "9007199254740993"].map((t) => jsonOf(exact(t))),
      textOf(add(exact("1/3"), exact("1/6"))), textOf(add(exact(0.1), exact(0.2))), equal([0.5, 1], ["1/2", 1]), equal("1/3", 0.333333333), scoreText(1e-9), [".5", "-.5", "5.", "007", "0"].map(plainly),
      JSON.stringify(parseJSON('{"a":9007199254740993,"b":"9007199254740993","c":0.1}')),
      left(["1/3", "2"], "28/3"), left(["-1/2", "10"], 9), left(["5", "5"], 9), left(["5", "5"], 9, -1), left(["1/3", "x"], 9),
      raise(["1/3", "2", "7"], 0, 1, { maxsum: "28/3" }).scores.join(), stepped("1/3", 1, -1, undefined), stepped("1/3", 1, -1, "-1/2"),
      judged("1/2, 2/6"), judged("(0.5, 1/3)"), judged("0.5, 0.333333333"),
    ];
  });
  assert.deepEqual(got, [
    ["1/3", "-3.5", "0.5", "0.000000001", "34639974234243390.125", "4611686018427387904", '"1/3/5" is not a number; a fraction has digits on both sides, such as -7/2', "0.0000000001", "0.02777777777777778", "0.30000000000000004", "1/1024", "1e-20 has more than 18 decimal places", '"x" is not a number'],
    ["1/3", 0.5, "9007199254740993"],
    "0.5", "0.3", true, false, "0.000000001", ["0.5", "-0.5", "5", "7", "0"],
    '{"a":"9007199254740993","b":"9007199254740993","c":0.1}',
    "7", "-0.5", null, "-1", null,
    "4/3,2,6", "-2/3", "-0.5",
    "right", "right", "wrong",
  ]);
});

person("a tree with fractions is played, and 1/7 is tried at a leaf", {}, async (page) => {
  await page.goto(`/tree?text=${encodeURIComponent(text)}&algorithm=maxn&step=last`);
  await atStep(page);
  assert.match(await page.locator("#sentence").textContent(), /\(5, 2, 7\/3\)/);
  await page.locator("#n1 .value").click();
  const fields = page.locator("#what-if input"), said = page.locator("#what-if .answer");
  await fields.first().waitFor();
  assert.deepEqual(await fields.evaluateAll((all) => all.map((f) => f.value)), ["1/3", "2", "7"]);
  assert.equal(await fields.first().getAttribute("inputmode"), "text");
  await fields.first().fill("1/7");
  await said.getByText("With b = (1/7, 2, 7) the root stays (5, 2, 7/3).").waitFor();
  await page.getByRole("button", { name: "Fill up to 28/3" }).click();
  assert.equal(await fields.last().inputValue(), "151/21");
  await said.getByText("With b = (1/7, 2, 151/21)").waitFor();
  await accessible(page, "a fraction is tried");
  await page.getByRole("button", { name: "Keep this value" }).click();
  await page.waitForURL((url) => url.searchParams.get("v1") === "1/7,2,151/21");
  await atStep(page);
  assert.match(await page.locator("#n1 .value").textContent(), /1\/7/);
});

person("fractions are typed in the editor, the last score is proposed, and an undo brings the old ones back", {}, async (page) => {
  await page.goto((await keep({ text })).edit);
  await saved(page);
  await node(page, "b").click();
  const fields = page.locator("#node-fields .score-fields input");
  assert.deepEqual(await fields.evaluateAll((all) => all.map((f) => f.value)), ["1/3", "2", "7"]);
  await fields.nth(0).fill("2/3");
  await fields.nth(1).fill("-1/2");
  await fields.nth(2).fill("");
  assert.equal(await fields.nth(2).getAttribute("placeholder"), "55/6");
  await press(page, "Enter");
  await textIs(page, "b: (2/3,-0.5,55/6)");
  await holds(page, "b: (2/3,-0.5,55/6)");
  await idle(page);
  await press(page, "Control+z");
  await textIs(page, "b: (1/3,2,7)");
  await page.locator("#tree-menu summary").click();
  await page.locator("#header-maxsum").fill("29/3");
  await page.keyboard.press("Enter");
  await holds(page, "maxsum 29/3");
  await accessible(page, "fractions in the editor");
});

person("a student gives a fraction as the value of a node", {}, async (page) => {
  await page.goto(`/practice?text=${encodeURIComponent(text)}&algorithm=maxn`);
  await idle(page);
  await page.locator("#n2 .mover").click();
  await page.locator("#move [data-part=value] input").first().fill("5, 2, 14/6");
  await press(page, "Enter");
  await idle(page);
  assert.equal(await page.locator("#n2 .visits").textContent(), "right");
  assert.equal(new URL(page.url()).searchParams.get("b2"), "5,2,7/3");
});

person("the long numbers of a program are drawn with four digits, at rest and during playback, and the card has all of them", {}, async (page) => {
  const long = "[[0.8444218515250481, 0.7579544029403025], [0.420571580830845, 734.7579544029403]]";
  await page.goto(`/tree?text=${encodeURIComponent(long)}&algorithm=alphabeta`);
  await atStep(page);
  const texts = () => page.locator("svg.tree .value").allTextContents();
  assert.deepEqual(await texts(), ["0.8444", "0.758", "0.4206", "734.8"]);
  await page.goto(`/tree?text=${encodeURIComponent(long)}&algorithm=alphabeta&step=last`);
  await atStep(page);
  const drawn = await page.locator("svg.tree .bound").allTextContents();
  await page.locator("#stage").press("ArrowLeft");
  await idle(page);
  await page.locator("#stage").press("ArrowRight");
  await idle(page);
  assert.deepEqual(await page.locator("svg.tree .bound").allTextContents(), drawn, "the script writes as the server does");
  assert.ok(drawn.includes("0.758"), `what is beside the nodes: ${drawn}`);
  assert.match(await page.locator("#sentence").textContent(), /0\.7579544029403/);
  await page.locator("svg.tree #n2 .value").click();
  await page.getByText("0.8444218515250", { exact: false }).first().waitFor();
});
