// Steps of three sizes: every event, decisions, cuts.

import assert from "node:assert/strict";
import { atStep, idle, person, walk } from "./harness.mjs";

const runs = [
  "/figures/k1991-fig6?algorithm=deep&v5=3,0,6",
  "/figures/s2003-fig6?algorithm=speculative",
  "/figures/k1991-fig1?algorithm=alphabeta",
  "/figures/sk2000-fig6?algorithm=bnb",
];
const deep = runs[0];

const forward = (page) => page.getByRole("button", { name: "Step forward" });

/** The steps of a size by the rule, from the events that the API gives. @param {any[]} events @param {string} size */
function byRule(events, size) {
  const root = events[0].node ?? events.find((e) => e.type === "enter").node, last = events.length - 1;
  const cut = (e) => e.type === "prune" || e.type === "research";
  const decides = (e) => cut(e) || (e.type === "backup" && e.improved) || (e.type === "exit" && e.node === root);
  return events.filter((e) => e.seq === 0 || e.seq === last || size === "events" || (size === "cuts" ? cut(e) : decides(e))).map((e) => e.seq);
}

/** The steps where the buttons of the pages lead without scripts, one after another. @param {import("playwright-core").Page} page @param {string} address @param {1 | -1} direction */
async function linked(page, address, direction) {
  return page.evaluate(async ([to, button]) => {
    const steps = [];
    for (let step = button === "forward" ? "0" : "last"; ;) {
      const doc = new DOMParser().parseFromString(await (await fetch(`${to}&step=${step}`)).text(), "text/html");
      steps.push(Number(doc.getElementById("scrub").value));
      if (doc.getElementById(button).getAttribute("aria-disabled") === "true") return steps;
      step = doc.getElementById(button).value;
    }
  }, [address, direction > 0 ? "forward" : "back"]);
}

/** The steps that a key leads to, from the one that is shown to the end. @param {import("playwright-core").Page} page @param {"ArrowRight" | "ArrowLeft"} key */
const pressed = (page, key) => walk(page, key, (step) => step);

for (const run of runs) {
  for (const size of ["decisions", "cuts"]) {
    person(`${run}: steps by ${size} are those of the rule, with scripts and without, both ways`, {}, async (page) => {
      const address = `${run}&by=${size}`;
      await page.goto(`${address}&step=0`);
      const { last } = await atStep(page, 0);
      const body = await page.locator("#run").getAttribute("data-request");
      const events = await page.evaluate(async (b) => (await (await fetch("/api/v1/trace", { method: "POST", headers: { "Content-Type": "application/json" }, body: b })).text()).trim().split("\n").map((l) => JSON.parse(l)), body);
      assert.equal(events.length, last + 1);
      const want = byRule(events, size);
      assert.ok(want.length > 2 && want.length < last, `${want.length} steps of ${last + 1}`);
      assert.deepEqual(await pressed(page, "ArrowRight"), want, "→");
      assert.deepEqual((await pressed(page, "ArrowLeft")).reverse(), want, "←");
      assert.deepEqual(await linked(page, address, 1), want, "forward without scripts");
      assert.deepEqual((await linked(page, address, -1)).reverse(), want, "back without scripts");
    });
  }
}

person("the size of a step is chosen by list and by key, is in the address, and leaves the numbers of the steps alone", {}, async (page) => {
  await page.goto(`${deep}&step=0`);
  const { last } = await atStep(page, 0);
  const size = page.getByRole("combobox", { name: "steps" });
  await size.selectOption("cuts");
  await page.waitForURL((url) => url.searchParams.get("by") === "cuts" && url.searchParams.get("step") === "0");
  await forward(page).click();
  const { now: cut, last: same } = await atStep(page);
  assert.equal(same, last);
  assert.equal(await page.locator("#sentence").getAttribute("data-kind"), "prune");
  await page.waitForURL((url) => url.searchParams.get("step") === String(cut));
  await page.reload();
  await atStep(page, cut);
  assert.equal(await size.inputValue(), "cuts");
  const links = await page.locator("a[data-step-link], .compared a").evaluateAll((all) => all.map((a) => a.href));
  assert.ok(links.length > 5 && links.every((href) => new URL(href).searchParams.get("by") === "cuts"), links.join("\n"));
  // Any step can be shown in any size: the next one is of the size.
  await page.goto(`${deep}&by=cuts&step=2`);
  await atStep(page, 2);
  await page.keyboard.press("ArrowRight");
  await atStep(page, cut);
  // Another algorithm keeps the size; its address has no size that is the default.
  await page.locator("label", { has: page.locator("input[name=algorithm][value=shallow]") }).click();
  await page.waitForURL((url) => url.searchParams.get("algorithm") === "shallow" && url.searchParams.get("by") === "cuts");
  await atStep(page);
  await page.keyboard.press("s");
  await page.waitForURL((url) => !url.searchParams.has("by"));
  assert.equal(await size.inputValue(), "events");
  await page.keyboard.press("s");
  await page.waitForURL((url) => url.searchParams.get("by") === "decisions");
  assert.ok((await page.locator("a[data-step-link]").evaluateAll((all) => all.map((a) => a.href))).every((href) => href.includes("by=decisions")));
});

person("without scripts the buttons go by the size that was chosen", { script: false }, async (page) => {
  await page.goto(`${deep}&step=0`);
  await page.getByRole("combobox", { name: "steps" }).selectOption("cuts");
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL((url) => url.searchParams.get("by") === "cuts");
  await forward(page).click();
  await page.locator("#sentence[data-kind=prune]").waitFor();
  assert.equal(await page.locator("#n5.cut").count(), 1);
  await page.getByRole("button", { name: "Step back" }).click();
  assert.equal((await atStep(page, 0)).now, 0);
});

person("the bar goes to steps of the size", {}, async (page) => {
  await page.goto(`${runs[1]}&by=cuts&step=0`);
  const { last } = await atStep(page, 0);
  const stops = await pressed(page, "ArrowRight");
  const range = page.getByRole("slider", { name: "Step" });
  for (let t = 0; t <= last; t += 3) {
    await range.fill(String(t));
    const distance = Math.min(...stops.map((s) => Math.abs(s - t)));
    await page.waitForFunction(([at, d]) => Math.abs(Number(document.getElementById("scrub").value) - at) === d, [t, distance]);
    assert.ok(stops.includes((await atStep(page)).now), `from ${t} to ${(await atStep(page)).now}`);
  }
});

person("a size that is an unknown word is answered with those there are", {}, async (page) => {
  const answer = await page.request.get(`${deep}&by=moves`);
  assert.match(await answer.text(), /events, decisions, cuts/);
});

/** Plays for some milliseconds of the page's clock at a speed. @param {import("playwright-core").Page} page @param {string} address @param {string} speed @param {number} ms */
async function playedTo(page, address, speed, ms) {
  await page.goto(address);
  await atStep(page, 0);
  await idle(page);
  await page.getByRole("combobox", { name: "speed" }).selectOption(speed);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000); // later than now, however long that takes
  await page.getByRole("button", { name: "Play" }).click();
  await page.clock.runFor(ms);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.clock.resume();
  return (await atStep(page)).now;
}

person("it plays up to 32 times as fast, in steps of the size", {}, async (page) => {
  await page.clock.install();
  const events = `${runs[2]}&step=0`;
  for (const [speed, steps] of [["1", 2], ["8", 16], ["32", 64]]) {
    assert.equal(await playedTo(page, events, speed, 2 * 900 + 10), steps, `steps in 1.81 s at ${speed}×`);
  }
  await page.goto(`${runs[2]}&by=cuts&step=0`);
  await atStep(page, 0);
  const stops = await pressed(page, "ArrowRight");
  assert.ok(stops.length > 3, `stops at ${stops}`);
  assert.equal(await playedTo(page, `${runs[2]}&by=cuts&step=0`, "2", 2 * 450 + 10), stops[2], "two cuts in 0.91 s at 2×");
});
