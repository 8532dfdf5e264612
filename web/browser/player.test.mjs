// What a person does on the page of a figure.

import assert from "node:assert/strict";
import { accessible, atStep, choose, idle, person, playable, shot, socketOf } from "./harness.mjs";
import { patience } from "./waits.mjs";

const deep = "/figures/k1991-fig6?algorithm=deep&v5=3,0,6";

const press = (page, name) => page.getByRole("button", { name, exact: true }).click();

/** Waits until the address has a step; it follows the cursor a moment later. */
const addressed = (page, step) => page.waitForURL((url) => url.searchParams.get("step") === String(step));

person("the buttons move through the run, both ways", { motion: true }, async (page) => {
  await page.goto(`${deep}&step=0`);
  const { last } = await atStep(page, 0);
  assert.ok(last > 10, `the last step = ${last}, want more than 10`);
  await press(page, "Step forward");
  await press(page, "Step forward");
  await atStep(page, 2);
  await press(page, "Step back");
  await atStep(page, 1);
  await press(page, "Last step");
  await atStep(page, last);
  assert.equal(await page.getByRole("button", { name: "Step forward" }).getAttribute("aria-disabled"), "true");
  await page.getByRole("button", { name: "Step forward" }).click({ force: true }); // nothing to do, no error
  await atStep(page, last);
  await press(page, "First step");
  await atStep(page, 0);
  await page.getByRole("button", { name: "Step back" }).click({ force: true });
  await atStep(page, 0);
});

person("a run that meets a leaf of unknown value is explained up to there", { motion: true }, async (page) => {
  await page.goto("/notation");
  const body = JSON.stringify({ figure: "k1991-fig6", edits: [{ op: "child", node: 1 }, { op: "set", nodes: [8], label: "h" }] });
  const { read } = await page.evaluate(async (b) => (await fetch("/api/v1/trees", { method: "POST", headers: { "Content-Type": "application/json" }, body: b })).json(), body);
  const short = `/tree?text=${encodeURIComponent("players 3 maxsum 9 a: 1[ b: (5,2,2) h: ? ]")}`;
  for (const address of [`${short}&step=0`, `${read}?step=0`]) {
    await page.goto(address);
    const { last } = await atStep(page, 0);
    assert.ok(last > 3, `${address}: the last step = ${last}, want more than 3`);
    for (let t = 1; t <= last; t++) {
      await page.keyboard.press("ArrowRight");
      await atStep(page, t);
    }
    await page.locator("#sentence", { hasText: /value of leaf h .* is unknown/i }).waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.locator("#sentence", { hasNotText: /unknown/i }).waitFor();
    await page.keyboard.press("End");
    await page.locator("#sentence", { hasText: /value of leaf h .* is unknown/i }).waitFor();
  }
});

person("the keys do what the help says", { motion: true }, async (page) => {
  await page.goto(`${deep}&step=0`);
  const { last } = await atStep(page, 0);
  const keys = page.keyboard;
  await keys.press("ArrowRight");
  await atStep(page, 1);
  await keys.press("ArrowLeft");
  await atStep(page, 0);
  await keys.press("End");
  await atStep(page, last);
  await keys.press("Home");
  await atStep(page, 0);
  await keys.press("Shift+ArrowRight");
  const { now: prune } = await atStep(page);
  assert.ok(prune > 0 && prune < last, `the first prune is at step ${prune} of ${last}`);
  assert.equal(await page.locator("#n5.cut").count(), 1, "node f is cut at the first prune of deep pruning");
  await keys.press("End");
  await keys.press("Shift+ArrowLeft");
  await atStep(page, prune); // this run has one prune
  await keys.press("?");
  const help = page.getByRole("dialog");
  await help.waitFor();
  assert.match(await help.innerText(), /Space/);
  await keys.press("Escape");
  await help.waitFor({ state: "hidden" });
  await atStep(page, prune);
});

person("on a radio button plain arrows choose, and all other keys are the player's", { motion: true }, async (page) => {
  await page.goto(`${deep}&step=0`);
  const { last } = await atStep(page, 0);
  const deeper = page.locator('input[name=algorithm][value=deep]');
  await deeper.focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.waitForFunction(() => document.querySelector("#sentence").dataset.kind === "prune");
  assert.ok(await deeper.isChecked(), "the algorithm after Shift →");
  await page.keyboard.press("End");
  await atStep(page, last);
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await page.keyboard.press("Space");
  await page.keyboard.press("Home");
  await atStep(page, 0);
  await page.keyboard.press("ArrowLeft");
  await page.waitForURL((u) => u.searchParams.get("algorithm") !== "deep");
});

person("a key to the next prune waits for the steps that have not arrived yet", { motion: true }, async (page) => {
  const socket = await socketOf(page);
  socket.holds = "answers";
  await page.goto("/figures/s2003-fig6?algorithm=speculative&step=0");
  await page.locator("#run[data-ready]").waitFor();
  await page.keyboard.press("Shift+ArrowRight");
  socket.release();
  await page.waitForFunction(() => document.querySelector("#sentence").dataset.kind === "prune");
  const { now } = await atStep(page);
  assert.ok(now > 0);
});

person("it starts paused, plays, and pauses", { motion: true }, async (page) => {
  await page.goto(`${deep}&step=0`);
  await atStep(page, 0);
  await idle(page);
  await atStep(page, 0);
  await page.keyboard.press("+"); // not so fast that it is over before it is paused
  await press(page, "Play");
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await page.waitForFunction(() => !document.getElementById("step").textContent.startsWith("step 0 "));
  await page.locator("body").press("Space");
  await page.getByRole("button", { name: "Play" }).waitFor();
  const { now } = await atStep(page);
  await idle(page);
  assert.equal((await atStep(page)).now, now, "the step after a pause");
  for (let i = 0; i < 5; i++) await page.keyboard.press("+");
  await page.keyboard.press("Space");
  await page.waitForFunction(() => {
    const [now, last] = document.getElementById("step").textContent.match(/\d+/g);
    return now === last;
  });
  await page.getByRole("button", { name: "Play" }).waitFor(); // stops by itself at the end
});

person("the range scrubs", { motion: true }, async (page) => {
  await page.goto(`${deep}&step=0`);
  const { last } = await atStep(page, 0);
  const range = page.getByRole("slider", { name: "Step" });
  await range.fill("7");
  await atStep(page, 7);
  await range.focus();
  await page.keyboard.press("ArrowRight"); // one step, not two: the range and the page both know the key
  await atStep(page, 8);
  await page.keyboard.press("End");
  await atStep(page, last);
});

person("Enter on the range, on a speed, on a choice or a limit keeps the step", { motion: true }, async (page) => {
  const limited = `/tree?algorithm=maxn&text=${encodeURIComponent("players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2{static (1,2,3)}[ (3,3,3) (2,2,5) ] ]")}`;
  const speed = "#speed";
  for (const [address, places] of Object.entries({
    [deep]: ["#scrub", speed, "input[name=algorithm]:checked"],
    [limited]: ["input[name=depth]"],
    "/embed?figure=k1991-fig6": ["#scrub", speed],
    "/lockstep?figure=k1991-fig6&a=maxn&b=deep": ["#scrub", speed],
  })) {
    await page.goto(`${address}&step=3`);
    await atStep(page, 3);
    await page.locator("#play").waitFor(); // the script is there
    await page.evaluate(() => (globalThis.same = true));
    for (const place of places) {
      await page.locator(place).first().focus();
      await page.keyboard.press("Enter");
      await idle(page);
      assert.ok(await page.evaluate(() => globalThis.same === true), `Enter on ${place} of ${address} has loaded the page again`);
      await atStep(page, 3);
      assert.equal(new URL(page.url()).searchParams.get("step"), "3", `the step in the address after Enter on ${place} of ${address}`);
    }
  }
  // A limit that is typed starts another run on Enter.
  await page.goto(`${limited}&step=3`);
  await page.locator("#play").waitFor();
  await page.locator("input[name=depth]").fill("1");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.searchParams.get("depth") === "1" && !url.searchParams.has("step"));
  await atStep(page);
});

person("keys that mean nothing here are left alone", { motion: true }, async (page) => {
  await page.goto(deep);
  await atStep(page);
  await page.evaluate(() => {
    globalThis.swallowed = [];
    addEventListener("keydown", (e) => e.defaultPrevented && globalThis.swallowed.push(e.key));
  });
  for (const key of ["Tab", "x", "ArrowUp", "ArrowDown", "PageDown", "Control+f", "Control+ArrowRight", "Alt+ArrowUp", "Escape", "Enter"]) {
    await page.locator("body").press(key);
  }
  assert.deepEqual(await page.evaluate(() => globalThis.swallowed), []);
});

person("the URL is the state: reload keeps the step, Back comes back", { motion: true }, async (page) => {
  await page.goto("/");
  await page.goto(`${deep}&step=4`);
  await atStep(page, 4);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await atStep(page, 6);
  await addressed(page, 6);
  await page.reload();
  await atStep(page, 6);
  // Another algorithm is another page; Back comes back to this one, at its step.
  await choose(page, "algorithm", "shallow");
  await page.waitForURL((url) => url.searchParams.get("algorithm") === "shallow");
  await atStep(page);
  assert.equal(new URL(page.url()).searchParams.get("v5"), "3,0,6", "the leaf's value after a change of algorithm");
  await page.goBack();
  await page.waitForURL((url) => url.searchParams.get("algorithm") === "deep");
  await atStep(page, 6);
  assert.equal(await page.locator("input[name=algorithm]:checked").getAttribute("value"), "deep");
  await page.goBack();
  await page.waitForURL((url) => url.pathname === "/");
});

/** Returns which radio button is chosen, and has the focus, once the page of it is there. */
async function arrivedAt(page, value) {
  await page.waitForURL((url) => url.searchParams.get("algorithm") === value);
  await atStep(page);
  await page.waitForFunction((v) => document.activeElement?.matches(`input[name=algorithm][value=${v}]:checked`), value);
}

person("arrow keys go along the algorithms as far as they are pressed, and a click goes at once", { motion: true }, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=maxn");
  await atStep(page);
  const asked = [];
  page.on("request", (r) => r.isNavigationRequest() && asked.push(r.url()));
  await page.locator("input[name=algorithm][value=maxn]").focus();
  await page.evaluate(() => {
    const set = globalThis.setTimeout;
    globalThis.setTimeout = (then, ms) => set(then, ms + 2_000); // the keys come before the pause after them is over, on a loaded machine, too
  });
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
  await arrivedAt(page, "deep");
  assert.equal(asked.length, 1, `pages asked for: ${asked}`);
  await page.keyboard.press("ArrowLeft");
  await arrivedAt(page, "shallow");
  await page.goBack();
  await page.waitForURL((url) => url.searchParams.get("algorithm") === "deep");
  await atStep(page);
  await page.evaluate(() => (globalThis.setTimeout = () => 0)); // nothing happens later
  await choose(page, "algorithm", "immediate");
  await page.waitForURL((url) => url.searchParams.get("algorithm") === "immediate");
  await atStep(page);
  assert.equal(await page.locator("input:focus").count(), 0, "fields with the focus after a click");
});

person("the algorithms of other papers are folded, but for the chosen one, and reached by keys alone", {}, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=speculative");
  await atStep(page);
  const chip = (id) => page.locator("label.chip", { has: page.locator(`input[name=algorithm][value=${id}]`) });
  assert.deepEqual([await chip("speculative").isVisible(), await chip("brs-plus").isVisible()], [true, false]);
  const tree = () => page.locator("#stage svg.tree").boundingBox(), before = await tree();
  await page.locator("input[name=algorithm][value=speculative]").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.closest("details.more"));
  assert.deepEqual(await tree(), before, "the list lies over the picture");
  assert.ok(await chip("brs-plus").isVisible());
  await accessible(page, "all algorithms");
  await page.keyboard.press("Space"); // chooses the first
  await arrivedAt(page, "directed-offensive");
  assert.deepEqual([await chip("directed-offensive").isVisible(), await chip("brs-plus").isVisible()], [true, false]);
  await page.getByText("More", { exact: true }).click();
  await chip("brs-plus").click();
  await page.waitForURL(/algorithm=brs-plus/);
  await atStep(page);
  assert.ok(await chip("brs-plus").isVisible());
});

person("arrow keys count while the page of a choice is on its way", { motion: true }, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=maxn");
  await atStep(page);
  /** Holds back the answers to what is asked for; returns what lets them go. */
  const hold = async (what) => {
    let release;
    const held = new Promise((resolve) => (release = resolve));
    await page.route(what, async (route) => {
      await held;
      await route.continue().catch(() => {}); // another page has taken its place
    });
    return release;
  };
  const releasePage = await hold(/algorithm=immediate/), releaseScript = await hold(/run\/page\.js/);
  const asked = page.waitForRequest(/algorithm=immediate/);
  await page.locator("input[name=algorithm][value=maxn]").focus();
  await page.keyboard.press("ArrowRight");
  await asked;
  await page.keyboard.press("ArrowRight"); // the page before is still there
  await page.waitForFunction(() => document.documentElement.dataset.walked);
  await page.keyboard.press("ArrowRight"); // the next one is, and its script is not
  releaseScript();
  await arrivedAt(page, "deep");
  releasePage();
});

person("arrow keys go along the lists of two runs side by side", { motion: true }, async (page) => {
  await page.goto("/lockstep?figure=k1991-fig6&a=maxn&b=deep");
  await atStep(page);
  const list = page.locator("select[name=a]");
  const specs = await list.locator("option").evaluateAll((all) => all.map((o) => o.value));
  await list.focus();
  for (let i = 0; i < 2; i++) await page.keyboard.press("ArrowDown");
  await page.waitForURL((url) => url.searchParams.get("a") === specs[specs.indexOf("maxn") + 2]);
  await atStep(page);
  await page.waitForFunction(() => document.activeElement?.matches("select[name=a]"));
});

person("a choice that is made before the scripts have come counts", { motion: true }, async (page) => {
  let come;
  const wait = new Promise((resolve) => (come = resolve));
  await page.route(/run\/main\.js/, async (route) => {
    await wait;
    await route.continue();
  });
  await page.goto(`${deep}&step=3`, { waitUntil: "commit" });
  await page.locator("input[name=algorithm][value=shallow]").check();
  come();
  await page.waitForURL((url) => url.searchParams.get("algorithm") === "shallow");
  await page.waitForFunction(() => /of \d+$/.test(document.getElementById("step").textContent));
});

person("a leaf's other value is one click, and the verdict follows", { motion: true }, async (page) => {
  const verdict = page.getByRole("region", { name: "Verdict" });
  for (const [value, truth] of [["2,3,4", "(5, 2, 2)"], ["3,0,6", "(6, 1, 2)"]]) {
    await page.goto("/figures/k1991-fig6?algorithm=deep");
    await atStep(page);
    const radio = page.locator(`input[name=v5][value="${value}"]`);
    if (!(await radio.isChecked())) {
      await choose(page, "v5", value);
      await page.waitForURL((url) => url.searchParams.get("v5") === value);
      await atStep(page);
    }
    await page.keyboard.press("Home");
    await atStep(page, 0);
    assert.equal(await verdict.isVisible(), false, "the verdict is hidden at step 0");
    await press(page, "Last step");
    await verdict.waitFor();
    const text = await verdict.innerText();
    assert.ok(text.includes("(5, 2, 2)") && text.includes(truth), `with f = (${value}) the verdict says ${text}`);
  }
});

/**
 * Runs in the page: goes to each step by the range, forth and back, and
 * compares all that the page then shows with the page that the server draws
 * for that step. Returns what differs.
 */
async function compareWithDrawn({ address, steps, patience }) {
  const squeeze = (e) => e.textContent.replace(/\s+/g, " ").trim();
  // A certificate lights nodes up by script; without, the panel has the same.
  const shown = (doc) => [
    ...[...doc.querySelectorAll("#stage svg.tree .node, #stage svg.tree .edge")].map(
      (e) => `${e.id}: ${[...e.classList].filter((c) => c !== "holds" && c !== "decides").sort().join(" ")} ${e.querySelector(".bound")?.textContent ?? ""} ${e.querySelector(".visits")?.textContent ?? ""}`.trim(),
    ),
    ...[...doc.querySelectorAll("#stage svg.tree .stroke.cut, #stage svg.tree .stroke.later")].map((e) => `stroke ${e.id}`), // the others are not seen
    `sentence: ${squeeze(doc.getElementById("sentence"))}`,
    ...[...doc.querySelectorAll("svg.tree g.node")].map((n) => `spoken: ${n.getAttribute("aria-description")}`),
    ...[...doc.querySelectorAll("#bounds tr:not([hidden])")].map((r) => `bounds: ${squeeze(r)}`),
    ...[...doc.querySelectorAll("#code .now")].map((l) => `code: ${squeeze(l)}`),
    `counters: ${[...doc.querySelectorAll(".counters dd")].map(squeeze)}`,
    `step: ${squeeze(doc.getElementById("step"))}`,
    `verdict hidden: ${doc.getElementById("verdict")?.hidden}`,
  ];
  const drawn = new Map();
  for (const t of steps) {
    const page = await (await fetch(`${address}?step=${t}`)).text();
    drawn.set(t, shown(new DOMParser().parseFromString(page, "text/html")));
  }
  const range = document.getElementById("scrub"), differences = [];
  for (const t of [...steps, ...[...steps].reverse()]) {
    range.value = String(t);
    range.dispatchEvent(new Event("input", { bubbles: true }));
    const want = drawn.get(t);
    let got = shown(document);
    // The sentence of a step comes from the server a moment after the step.
    for (const end = performance.now() + patience; performance.now() < end && got.join() !== want.join();) {
      await new Promise(requestAnimationFrame);
      got = shown(document);
    }
    for (const line of got) if (!want.includes(line)) differences.push(`step ${t}: the page shows      ${line}`);
    for (const line of want) if (!got.includes(line)) differences.push(`step ${t}: the server drew     ${line}`);
    if (differences.length > 0) break;
  }
  return differences;
}

// The page finds a step's state by bisection in what the server sent along the
// run; the server draws a page at a step by folding the events. Both must show
// the same, whichever way one comes to the step.
for (const figure of playable) {
  person(`${figure.id}: stepping forth and back shows what the server draws`, { motion: true }, async (page) => {
    const address = `/figures/${figure.id}`;
    await page.goto(`${address}?step=0`);
    const { last } = await atStep(page, 0);
    const stride = Math.max(1, Math.floor(last / 12));
    const steps = [];
    for (let t = 0; t < last; t += stride) steps.push(t);
    steps.push(last);
    assert.deepEqual(await page.evaluate(compareWithDrawn, { address, steps, patience }), []);
    await page.getByRole("slider", { name: "Step" }).fill(String(Math.floor(last / 2)));
    await atStep(page, Math.floor(last / 2));
    await shot(page, `figure ${figure.id}`);
  });
}
