// Runs side by side: steps of three sizes, and motion.

import assert from "node:assert/strict";
import { atStep, idle, person } from "./harness.mjs";

const address = "/lockstep?figure=k1991-fig6&a=deep&b=shallow&c=maxn&v5=3,0,6";

/** The aligned steps where the rule ends a step of a size, from the events of the runs. */
const byRule = (page, size) => page.evaluate(async (wanted) => {
  const form = document.getElementById("lockstep"), { moves } = form.dataset;
  const runs = await Promise.all([...form.querySelectorAll(".lane")].map(async (lane) => {
    const answer = await fetch("/api/v1/trace", { method: "POST", headers: { "Content-Type": "application/json" }, body: lane.dataset.request });
    return (await answer.text()).trim().split("\n").map((line) => JSON.parse(line));
  }));
  const differences = [...document.querySelectorAll("#differences a[data-to]")].map((a) => Number(a.dataset.to)), next = runs.map(() => 0);
  const stops = [];
  for (let m = 0; m < moves.length; m++) {
    let stop = m === 0 || m === moves.length - 1 || differences.includes(m);
    runs.forEach((events, r) => {
      if (!(Number(moves[m]) & (1 << r))) return;
      const e = events[next[r]++], cut = e.type === "prune" || e.type === "research";
      if (cut || (wanted === "decisions" && ((e.type === "backup" && e.improved) || (e.type === "exit" && e.node === 0)))) stop = true;
    });
    if (stop) stops.push(m);
  }
  return stops;
}, size);

/** The steps that a button leads to, from one end to the other. */
async function pressed(page, name, end) {
  const steps = [(await atStep(page)).now];
  while (steps.at(-1) !== end) {
    const before = steps.at(-1);
    await page.getByRole("button", { name }).click();
    await page.waitForFunction((t) => document.getElementById("scrub").value !== String(t), before);
    steps.push((await atStep(page)).now);
  }
  return steps;
}

for (const size of ["decisions", "cuts"]) {
  person(`runs side by side go by ${size} as the rule has it, and stop where they differ`, {}, async (page) => {
    await page.goto(`${address}&by=${size}&step=0`);
    const { last } = await atStep(page, 0);
    const want = await byRule(page, size);
    assert.ok(want.length > 3 && want.length < last, `${want.length} of ${last}`);
    assert.deepEqual(await pressed(page, "Step forward", last), want);
    assert.deepEqual((await pressed(page, "Step back", 0)).reverse(), want);
    // The range goes to the nearest of them.
    const middle = want[1] + Math.floor((want[2] - want[1]) / 2) - 1, nearest = want.reduce((a, b) => (Math.abs(b - middle) < Math.abs(a - middle) ? b : a));
    await page.locator("#scrub").fill(String(middle));
    await atStep(page, nearest);
    // Without scripts the buttons lead to the same steps.
    const linked = await page.evaluate(async (to) => {
      const steps = [];
      for (let step = "0"; ;) {
        const doc = new DOMParser().parseFromString(await (await fetch(`${to}&step=${step}`)).text(), "text/html");
        steps.push(Number(doc.getElementById("scrub").value));
        if (doc.getElementById("forward").getAttribute("aria-disabled") === "true") return steps;
        step = doc.getElementById("forward").value;
      }
    }, `${address}&by=${size}`);
    assert.deepEqual(linked, want);
  });
}

person("the size is in the address and in the links, and playing stops where the runs first differ", {}, async (page) => {
  await page.goto(`${address}&step=0`);
  await atStep(page, 0);
  await page.keyboard.press("s");
  await page.waitForURL((u) => u.searchParams.get("by") === "decisions");
  assert.match(await page.locator("a[data-alone]").first().getAttribute("href"), /by=decisions/);
  await page.getByRole("combobox", { name: "speed" }).selectOption("32");
  await page.getByRole("button", { name: "Play" }).click();
  const first = Number(await page.locator("#differences a[data-to]").first().getAttribute("data-to"));
  await atStep(page, first);
  await page.locator("#play:not(.on)").waitFor();
  // Another algorithm keeps the size.
  await page.locator("select[name=b]").selectOption("immediate");
  await page.waitForURL((u) => u.searchParams.get("b") === "immediate" && u.searchParams.get("by") === "decisions");
});

person("runs side by side move: a value rises, the arc draws itself; none waits for that, and none moves where less motion is asked for", { motion: true }, async (page) => {
  await page.goto(`${address}&step=9`);
  await atStep(page, 9);
  await idle(page);
  /** What moved at each lane during a key. */
  const moved = async (key) => {
    await page.evaluate(() => {
      window.seen = [...document.querySelectorAll(".lane")].map(() => 0);
      document.querySelectorAll(".lane").forEach((lane, i) => {
        const moves = new MutationObserver(() => (window.seen[i] += lane.querySelectorAll("svg.motion > *").length));
        for (const layer of lane.querySelectorAll("svg.motion")) moves.observe(layer, { childList: true }); // over the tree, and under it
      });
    });
    await page.keyboard.press(key);
    await idle(page);
    return page.evaluate(() => window.seen.map((n) => n > 0));
  };
  const backups = [];
  for (let m = 10; m < 14; m++) {
    const lanes = await moved("ArrowRight"), waits = await page.locator(".lane").evaluateAll((all) => all.map((l) => l.classList.contains("waits"))), kinds = await page.locator(".lane .sentence").evaluateAll((all) => all.map((s) => s.dataset.kind));
    lanes.forEach((moves, i) => {
      if (waits[i]) assert.equal(moves, false, `run ${i} waits at step ${m}`);
      else if (["backup", "prune"].includes(kinds[i])) backups.push(moves);
    });
  }
  assert.ok(backups.length >= 2 && backups.every(Boolean), JSON.stringify(backups));
  assert.deepEqual(await moved("ArrowLeft"), [false, false, false], "a step back only shows");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  await atStep(page);
  assert.deepEqual(await moved("ArrowRight"), [false, false, false]);
});
