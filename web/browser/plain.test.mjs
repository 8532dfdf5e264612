// Pages without script, and addresses that are wrong.

import assert from "node:assert/strict";
import { atStep, choose, person, playable } from "./harness.mjs";

person("the tree and the step are there before any script", { script: false }, async (page) => {
  for (const figure of playable.filter((_, i) => i % 4 === 0)) {
    await page.goto(`/figures/${figure.id}`);
    const tree = page.locator("#stage svg.tree");
    assert.equal(await tree.isVisible(), true, `the tree of ${figure.id}`);
    const nodes = await tree.locator(".node").count();
    assert.ok(nodes > 1, `nodes drawn of ${figure.id} = ${nodes}, want some`);
    assert.match(await page.locator("#step").textContent(), /^step \d+ of \d+$/, `the step of ${figure.id}`);
  }
});

person("a page without script is asked again until a condition holds", { script: false }, async (page) => {
  await page.goto("/notation");
  await page.waitForFunction(() => {
    const { dataset } = document.documentElement;
    dataset.asked = String(Number(dataset.asked ?? 0) + 1);
    return dataset.asked === "3";
  });
});

person("without script one can step, and choose an algorithm", { script: false }, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=deep&step=5");
  await page.getByRole("button", { name: "Step forward" }).click();
  await atStep(page, 6);
  await page.getByRole("button", { name: "First step" }).click();
  await atStep(page, 0);
  await choose(page, "algorithm", "shallow");
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL((u) => u.searchParams.get("algorithm") === "shallow");
});

/** Wrong addresses, and what the page must say: where it is wrong, and what would be right. */
const wrong = [
  ["?algorithm=depp", /algorithm.*depp.*shallow/s],
  ["?step=-1", /step.*-1.*whole number/s],
  ["?step=soon", /step.*soon.*whole number/s],
  ["?v5=1,2", /v5.*3/s],
  ["?v5=3,0,7", /(v5|values\.5).*maxsum, which is 9/s],
  ["?v2=3,0,6", /v2|node 2/s],
  ["?steps=3", /steps.*no such parameter.*step/s],
];

for (const [query, message] of wrong) {
  person(`${query} gets a clear message that stays, on a page that works`, { expect: /status 4\d\d|Failed to load resource/ }, async (page) => {
    await page.goto(`/figures/k1991-fig6${query}`);
    await atStep(page);
    await page.keyboard.press("Home");
    await page.waitForFunction(() => document.getElementById("sentence").dataset.kind === "start"); // the run has come
    await atStep(page, 0);
    const notice = page.locator("#notice");
    assert.equal(await notice.isVisible(), true, "the message is still there");
    assert.match(await notice.innerText(), message);
  });
}

person("an algorithm that this tree cannot have is refused in words", {}, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=alphabeta");
  const notice = page.locator("#notice");
  await notice.waitFor();
  assert.match(await notice.innerText(), /alpha-?beta.*(2|two)[- ]player/is);
  assert.equal(await page.locator("#stage svg.tree").isVisible(), true, "the tree is still there");
});

person("a figure that does not exist is a page that says so", { requests: true, expect: /status 404|Failed to load resource/ }, async (page) => {
  const answer = await page.goto("/figures/k1991-fig66");
  assert.equal(answer.status(), 404);
  assert.match(await page.getByRole("main").innerText(), /k1991-fig66/);
});

/** The page of the test that leaves something behind. */
let left;

person("a test can leave anything behind in its page", {}, async (page) => {
  left = page;
  await page.goto("/notation");
  await page.evaluate(() => {
    sessionStorage.setItem("left", "1");
    localStorage.setItem("left", "1");
    window.name = "left";
  });
  await page.mouse.move(300, 300);
  await page.setViewportSize({ width: 400, height: 400 });
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "no-preference" });
});

person("nothing of that is there for the next test, which has the same page", {}, async (page) => {
  if (left) assert.equal(page, left); // it may run by itself
  await page.goto("/notation");
  assert.deepEqual(await page.evaluate(() => [
    sessionStorage.length, localStorage.length, window.name, history.length, innerWidth, document.querySelectorAll("main :hover").length,
    matchMedia("(prefers-color-scheme: dark)").matches, matchMedia("(prefers-reduced-motion: reduce)").matches,
  ]), [0, 0, "", 2, 1440, 0, false, true]);
  await page.route("**/never", () => {}); // what is routed stays so: the next test gets another page
});

person("a page that cannot be tidied up serves no other test", {}, async (page) => {
  assert.notEqual(page, left);
});

person("the icons that browsers ask for by name are pictures, and nothing is on the console", { requests: true }, async (page) => {
  const answer = await page.goto("/api/v1/algorithms"); // a document that links no icon
  assert.equal(answer?.status(), 200);
  await page.goto("/notation");
  for (const [icon, sizes] of /** @type {[string, number[]][]} */ ([["/favicon.ico", [16, 32, 48]], ["/apple-touch-icon.png", [180]]])) {
    const width = await page.evaluate(async (src) => {
      const image = Object.assign(new Image(), { src });
      await image.decode();
      return image.naturalWidth;
    }, icon);
    assert.ok(sizes.includes(width), `${icon} is ${width} wide`);
  }
});
