// What moves at a step forward, and when nothing does.

import assert from "node:assert/strict";
import { atStep, idle, person } from "./harness.mjs";

const deep = "/figures/k1991-fig6?algorithm=deep&v5=3,0,6";

/** Notes every animation that a script begins, with the step that is shown. */
function noteMotion() {
  globalThis.motions = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, options) {
    const y = (frame) => Number(/translate\([^,]+, ?([-\d.]+)px/.exec(frame.transform ?? "")?.[1] ?? NaN);
    const copied = this.closest("svg.motion") !== null;
    globalThis.motions.push({
      what: (copied ? "copy " : "") + ([...this.classList].find((c) => ["arc", "stroke", "bound", "value"].includes(c)) ?? this.tagName),
      text: this.textContent.trim(), duration: options.duration, step: Number(document.getElementById("scrub").value),
      under: Boolean(this.closest("svg.motion")?.nextElementSibling?.matches("svg.tree")), from: y(frames[0]), to: y(frames.at(-1)), first: frames[0], last: frames.at(-1),
    });
    return animate.call(this, frames, options);
  };
}

/** What has moved since it was asked last. @param {import("playwright-core").Page} page */
const moved = (page) => page.evaluate(() => globalThis.motions.splice(0));

/** Opens the run one step before one of a sort, and goes there by a key. @param {import("playwright-core").Page} page @param {(e: any) => boolean} sort @param {string} [run] */
async function stepTo(page, sort, run = deep) {
  await page.addInitScript(noteMotion);
  await page.goto(`${run}&step=0`);
  await atStep(page, 0);
  const body = await page.locator("#run").getAttribute("data-request");
  const events = await page.evaluate(async (b) => (await (await fetch("/api/v1/trace", { method: "POST", headers: { "Content-Type": "application/json" }, body: b })).text()).trim().split("\n").map((l) => JSON.parse(l)), body);
  const event = events.find(sort);
  await page.goto(`${run}&step=${event.seq - 1}`);
  await atStep(page, event.seq - 1);
  await idle(page);
  assert.deepEqual(await moved(page), [], "what moves on a page that was opened");
  await page.keyboard.press("ArrowRight");
  await atStep(page, event.seq);
  return event;
}

person("a value rises to the parent that takes it", { motion: true }, async (page) => {
  const event = await stepTo(page, (e) => e.type === "backup" && e.improved);
  const all = await moved(page), copy = all.find((m) => m.what === "copy text");
  assert.equal(copy?.text, `(${event.value.join(", ")})`);
  assert.ok(copy.to < copy.from - 20, `the copy goes from ${copy.from} to ${copy.to}`);
  assert.ok(copy.duration >= 300 && copy.duration <= 500, `${copy.duration} ms`);
  assert.ok(all.some((m) => m.what === "bound" && m.first.opacity === 0 && m.last.opacity === 1), "the parent shows it when it has come");
  await idle(page);
  assert.equal(await page.locator("svg.motion *").count(), 0, "what is left of the motion");
});

person("a bound slides down to the child that is entered", { motion: true }, async (page) => {
  await stepTo(page, (e) => e.type === "enter" && e.seq > 5);
  const all = await moved(page), copy = all.find((m) => m.what === "copy text");
  assert.match(copy?.text ?? "", /≥5/);
  assert.ok(copy.to > copy.from + 20, `the copy goes from ${copy.from} to ${copy.to}`);
  assert.equal(copy.duration, 400);
});

person("at a cut the arcs draw themselves and the mark snaps", { motion: true }, async (page) => {
  const event = await stepTo(page, (e) => e.type === "prune");
  await page.locator("svg.tree .certificate .arc").first().waitFor({ state: "attached" }); // the drawing is loaded for the first one
  const all = await moved(page), arcs = all.filter((m) => m.what === "copy arc"), strokes = all.filter((m) => m.what === "copy stroke");
  assert.equal(arcs.length, await page.locator("svg.tree .certificate .arc").count());
  assert.ok(arcs.length > 0);
  for (const arc of arcs) assert.ok(arc.first.strokeDashoffset > 10 && arc.last.strokeDashoffset === 0 && arc.duration === 400 && arc.under, JSON.stringify(arc)); // they end at boxes
  assert.equal(strokes.length, event.cut.length);
  for (const { first, last, duration } of strokes) assert.ok(/scale\(4\)/.test(first.transform) && /scale\(1\)/.test(last.transform) && duration === 400, JSON.stringify(first));
  // The mark comes to rest where the server has drawn it.
  await idle(page);
  const at = () => page.locator(`#k${event.cut[0]}`).evaluate((k) => {
    const mark = k.getBoundingClientRect(), root = document.querySelector("#n0 .box").getBoundingClientRect();
    return [mark.x - root.x, mark.y - root.y, mark.width, mark.height].map(Math.round);
  });
  const rest = await at();
  await page.reload();
  await atStep(page, event.seq);
  await idle(page);
  assert.deepEqual(await at(), rest);
});

person("nothing moves on the way back, in a jump or while the bar is dragged", { motion: true }, async (page) => {
  const { seq } = await stepTo(page, (e) => e.type === "prune");
  await idle(page);
  await moved(page);
  const range = page.getByRole("slider", { name: "Step" });
  for (const [what, move, to] of [
    ["←", () => page.keyboard.press("ArrowLeft"), seq - 1],
    ["the bar, one step on", () => range.fill(String(seq)), seq],
    ["Home", () => page.keyboard.press("Home"), 0],
    ["the bar, far on", () => range.fill(String(seq)), seq],
  ]) {
    await move();
    await atStep(page, to);
    await idle(page);
    assert.deepEqual(await moved(page), [], what);
  }
});

person("nothing moves where reduced motion is asked for", { motion: true }, async (page) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await stepTo(page, (e) => e.type === "prune");
  await idle(page);
  assert.deepEqual(await moved(page), []);
  await page.emulateMedia({ reducedMotion: null });
});

person("a step back ends what moves", { motion: true }, async (page) => {
  await stepTo(page, (e) => e.type === "backup" && e.improved);
  assert.ok((await moved(page)).length > 0);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.locator("svg.motion *").count(), 0);
  assert.equal(await page.evaluate(() => document.getAnimations().filter((a) => !(a instanceof CSSTransition)).length), 0);
});

person("while it plays, a motion is as long as the speed allows, and steps of any size move", { motion: true }, async (page) => {
  await page.addInitScript(noteMotion);
  for (const [speed, want] of [["0.5", 500], ["2", 200], ["4", 100], ["16", 0]]) {
    await page.goto(`${deep}&by=decisions&step=0`);
    await atStep(page, 0);
    await idle(page);
    await moved(page);
    await page.getByRole("combobox", { name: "speed" }).selectOption(speed);
    await page.getByRole("button", { name: "Play" }).click();
    await page.waitForFunction(() => Number(document.getElementById("scrub").value) > 0);
    if (want === 0) await page.waitForFunction(() => Number(document.getElementById("scrub").value) === Number(document.getElementById("scrub").max));
    else await page.waitForFunction(() => globalThis.motions.length > 0);
    assert.deepEqual([...new Set((await moved(page)).map((m) => m.duration))], want ? [want] : [], `durations at ${speed}×`);
  }
});
