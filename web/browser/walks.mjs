// The main walk through the pages, for browsers beside Chromium: a figure by keys, the editor, a room, a lesson and an
// assignment, a map and a chapter. Where a walk fails, each of its pages is photographed, into SHOTS or a new folder that the
// output names.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { atEnd, atStep, idle, person, until, url, wide } from "./harness.mjs";

/**
 * What a walk asks of a browser's page: calls that Puppeteer has, too.
 * @typedef {object} Page
 * @property {(address: string) => Promise<any>} goto
 * @property {(question: Function, ...args: any[]) => Promise<any>} evaluate
 * @property {(selector: string) => Promise<void>} click
 * @property {(size: {width: number, height: number}) => Promise<void>} setViewport
 * @property {(options: {path: string}) => Promise<any>} screenshot
 * @property {{down: (key: string) => Promise<void>, up: (key: string) => Promise<void>, press: (key: string) => Promise<void>}} keyboard
 */

/**
 * @typedef {object} Browser
 * @property {() => Promise<Page>} newPage  with a profile of its own
 * @property {(page: Page) => string[] | Promise<string[]>} trouble  what its console and its scripts complained of since this was asked
 * @property {() => Promise<void>} close
 */

/** The styles of all parts of the tree, motion aside. Browsers write lists and lengths differently. */
const styles = () => {
  for (const motion of document.getAnimations()) motion.finish();
  return [...document.querySelectorAll("#stage svg.tree *")].map((part) => {
    const { strokeWidth, strokeDasharray, fill, stroke, opacity } = getComputedStyle(part), classes = [...part.classList];
    if (part.hasAttribute("data-visits")) classes.push("sampled");
    return [part.parentElement?.id, classes.sort().join(" ") || part.localName, parseFloat(strokeWidth), strokeDasharray.replace(/,|px/g, ""), fill, stroke, opacity].join(" | ");
  });
};

/** Waits until something holds in a page. @param {Page} page @param {Function} question @param {any[]} args */
async function sees(page, question, ...args) {
  let failure;
  await until(() => page.evaluate(question, ...args).catch((error) => void (failure = error)), `it holds in the page that ${question} (${args})`).catch((error) => {
    throw new Error(error.message, { cause: failure });
  });
}

/** Waits until a part of a page is shown with a text. @param {Page} page @param {string} selector @param {string} text */
const says = (page, selector, text) => sees(page, (at, t) => {
  const part = document.querySelector(at);
  return part?.checkVisibility() && part.textContent.includes(t);
}, selector, text);

/** Waits until a page is done. @param {Page} page */
const done = (page) => sees(page, () => document.documentElement.hasAttribute("data-idle"));

/** Waits until a page shows a step, with its scripts and its sentence. @param {Page} page @param {number} step */
const shows = (page, step) => sees(page, (s) => {
  const run = document.getElementById("run");
  return document.documentElement.hasAttribute("data-idle") && (!run || "ready" in run.dataset) && new RegExp(`^step ${s}( |$)`).test(document.getElementById("step").textContent.trim().replace(/,/g, ""));
}, step);

/** Presses keys one after the other. @param {Page} page @param {string} keys */
async function press(page, keys) {
  for (const key of keys.split(" ")) {
    const [, held, pressed] = /^(?:(\w+)\+)?(.+)$/.exec(key);
    if (held) await page.keyboard.down(held);
    await page.keyboard.press(pressed === "Space" ? " " : pressed);
    if (held) await page.keyboard.up(held);
  }
}

/** Chooses a theme. */
const choose = (theme) => {
  const choice = /** @type {HTMLSelectElement} */ (document.getElementById("theme"));
  choice.value = theme;
  choice.dispatchEvent(new Event("change", { bubbles: true }));
};

/** Runs, with what each is there for: the deep cut, cuts that are provisional, edges that are sampled. */
const runs = [
  { at: "/figures/k1991-fig6?algorithm=deep", theme: "light" },
  { at: "/figures/s2003-fig6?algorithm=speculative", theme: "dark" },
  { at: "/figures/k1991-fig6?algorithm=mcts-maxn&step=766", theme: "projector" },
];

/** The classes of parts that have to occur, since they look different. */
const kinds = ["now", "path", "best", "cut", "later", "sampled", "open", "bare"];

/**
 * The tests in one browser.
 * @param {string} name @param {string} missing  what is not there @param {() => Promise<Browser>} open
 */
export function walks(name, missing, open) {
  if (missing && process.env.CI !== "true") return console.log(`NOT TESTED in ${name}: there is no ${missing}`);
  /** @type {Promise<Browser> | undefined} */
  let browser;
  atEnd(async () => (await browser)?.close());

  /** @param {string} what @param {(newPage: () => Promise<Page>, chromium: import("playwright-core").Page, photo: (page: Page, of: string) => Promise<void>) => Promise<void>} body */
  const walk = (what, body) => person(`${name}: ${what}`, {}, async (chromium) => {
    assert.equal(missing, "", `what is missing for ${name}`);
    const { newPage, trouble } = await (browser ??= open()), pages = [];
    const save = async (page, of, folder) => {
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: path.join(folder, `${name} ${what} ${of}.png`.replace(/[^A-Za-z0-9.]+/g, "-")) });
    };
    try {
      await body(async () => {
        const page = await newPage();
        pages.push(page);
        await page.setViewport(wide);
        return page;
      }, chromium, async (page, of) => {
        if (process.env.SHOTS) await save(page, of, process.env.SHOTS);
      });
      for (const page of pages) assert.deepEqual(await trouble(page), [], `what ${name} complained of`);
    } catch (error) {
      const folder = process.env.SHOTS || mkdtempSync(path.join(tmpdir(), "espalier-walk-"));
      for (const [i, page] of pages.entries()) {
        console.log(`  ${name}, page ${i + 1}: ${await Promise.resolve(trouble(page)).catch(String)}`);
        await save(page, `failed ${i + 1}`, folder).catch((e) => console.log(`  no photograph: ${e}`));
      }
      console.log(`  photographs are in ${folder}`);
      throw error;
    }
  });

  walk("each step of a figure looks as in Chromium, by keys", async (newPage, chromium, photo) => {
    const page = await newPage(), widths = new Set(), seen = new Set();
    for (const { at, theme } of runs) {
      await chromium.goto(at);
      await page.goto(url + at);
      const { now, last } = await atStep(chromium);
      await shows(page, now);
      await chromium.evaluate(choose, theme);
      await page.evaluate(choose, theme);
      for (let step = now; ; step++) {
        await atStep(chromium, step);
        await idle(chromium);
        await shows(page, step);
        const here = await chromium.evaluate(styles);
        let there = [];
        await until(async () => isDeepStrictEqual((there = await page.evaluate(styles)), here), "both look alike").catch(() => assert.deepEqual(there, here, `${at}, step ${step}`)); // a certificate may still come
        for (const text of there) {
          const [, classes, width] = text.split(" | ");
          widths.add(width);
          for (const c of classes.split(" ")) seen.add(c);
        }
        if (step === now + 12) await photo(page, `${theme} ${step}`);
        if (step === last) break;
        await chromium.keyboard.press("ArrowRight");
        await page.keyboard.press("ArrowRight");
      }
    }
    assert.ok(widths.size >= 8, `all lines are as wide as these: ${[...widths]}`);
    assert.deepEqual(kinds.filter((kind) => !seen.has(kind)), [], "what did not occur");
  });

  walk("a tree is made by keys, and an edit is undone", async (newPage, _, photo) => {
    const page = await newPage();
    await page.goto(`${url}/edit`);
    await done(page);
    await page.evaluate(() => /** @type {SVGElement} */ (document.querySelector("#canvas g.node")).focus());
    const holds = (want) => sees(page, (w) => /** @type {HTMLTextAreaElement} */ (document.getElementById("text")).value.replace(/\s+/g, " ").includes(w), want);
    await press(page, "a Enter Tab b Tab 5 , 2 , 2 Enter Enter c Tab 6 , 1 , 2 Enter");
    await holds("a: 1[ b: (5,2,2) c: (6,1,2) ]");
    await press(page, "7 , 0 , 2 Enter");
    await holds("c: (7,0,2) ]");
    await press(page, "Control+z");
    await holds("c: (6,1,2) ]");
    await press(page, "Control+y");
    await holds("c: (7,0,2) ]");
    await sees(page, () => /Saved, revision \d/.test(document.body.textContent));
    assert.equal(await page.evaluate(() => document.querySelector("#canvas g.node.main")?.getAttribute("data-label")), "c");
    await photo(page, "made");
  });

  walk("a class of one follows, answers a question and sees what is right", async (newPage, _, photo) => {
    const [teacher, student] = [await newPage(), await newPage()];
    await teacher.goto(`${url}/figures/k1991-fig6?algorithm=deep&step=8`);
    await shows(teacher, 8);
    await teacher.click("#teach");
    await sees(teacher, () => /\/present\/[0-9A-Z]{8}$/.test(location.pathname));
    await shows(teacher, 8);
    await student.goto(`${url}/c/${await teacher.evaluate(() => location.pathname.slice(-8))}`);
    await shows(student, 8);
    for (const step of [9, 10]) {
      await press(teacher, "ArrowRight");
      await shows(student, step);
    }
    await press(teacher, "q");
    await says(student, "#question-text", "Which children of d will be cut next?");
    await press(student, "End");
    await shows(student, 10); // not past the question
    await student.click("#n5 .value");
    await sees(student, () => document.querySelector("#n5.chosen") !== null);
    await photo(student, "question");
    await student.click("#send-answer");
    await says(student, "#answer-state", "Your answer is saved.");
    await says(teacher, "#answered", "1 of 1 have answered");
    assert.ok(await student.evaluate(() => !document.querySelector(".right, .tally")), "nothing is given away");
    await teacher.click("#ask-reveal");
    await says(student, "#right-answer", "You chose f. That is correct.");
    await sees(student, () => document.querySelector("#n5.right") !== null);
    await photo(student, "answer");
    await photo(teacher, "presenter");
  });

  walk("a lesson is edited, and an assignment with a program is answered", async (newPage, _, photo) => {
    const send = async (path, body) => (await fetch(url + path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
    const { id, key } = await send("/api/v1/lessons", { title: "Cuts", scenes: [{ show: { figure: "k1991-fig6", algorithm: "deep", step: 11 }, question: { kind: "cut", node: 3 } }] });
    const teacher = await newPage(), student = await newPage();
    await teacher.goto(`${url}/lessons/${key}/edit`);
    await done(teacher);
    await says(teacher, ".scene-picture figcaption", "Step 11 of 22.");
    await teacher.click(".edit-steps [data-part=forward]");
    await says(teacher, ".scene-picture figcaption", "Step 12 of 22.");
    await teacher.click("#undo");
    await says(teacher, ".scene-picture figcaption", "Step 11 of 22.");
    await teacher.click("#add-first");
    await sees(teacher, () => document.activeElement?.getAttribute("role") === "combobox");
    await press(teacher, "S p e c u ArrowDown Enter");
    await sees(teacher, () => document.querySelectorAll("#scenes > li").length === 2);
    await photo(teacher, "editor");
    await teacher.click("#save");
    await says(teacher, "#state", "Saved as revision 2.");

    const { join } = await send("/api/v1/assignments", { items: [{ lesson: id, scene: 1 }, { program: { algorithm: "minimax", trees: [{ text: "kind minimax max[ 3 12 ]" }] } }] });
    await student.goto(url + join);
    await done(student);
    await student.click("#enter button");
    await sees(student, () => location.search === "?part=1");
    await shows(student, 11);
    await student.click("#question label:last-of-type");
    await student.click("#send");
    await says(student, "#judged", "Right.");
    await photo(student, "scene");
    await student.goto(`${url}${join}?part=2`);
    await done(student);
    await student.click("#program");
    await student.evaluate((text) => {
      const area = /** @type {HTMLTextAreaElement} */ (document.getElementById("program"));
      area.value = text;
      area.dispatchEvent(new Event("input", { bubbles: true }));
    }, "def f(n):\n    return n.value if n.leaf else max([f(c) for c in n.children])\nresult = f(root)\n");
    await photo(student, "program");
    await press(student, "Control+Enter");
    await says(student, "#write-state", "The run is right.");
    await says(student, "#tree1 .run-state", "Right");
  });

  walk("a map is zoomed and stepped through by keys", async (newPage, _, photo) => {
    const page = await newPage();
    await page.goto(`${url}/games/sergeant-major/search?algorithm=shallow&depth=9&tricks=4`);
    await sees(page, () => /** @type {HTMLElement} */ (document.querySelector("[data-map]")).dataset.state === "done");
    await done(page);
    await sees(page, () => performance.getEntriesByName("map-first-picture").length === 1);
    await photo(page, "whole");
    const step = () => page.evaluate(() => Number(/** @type {HTMLInputElement} */ (document.getElementById("scrub")).value)), last = await step();
    const zoomed = (is) => sees(page, (want) => /** @type {HTMLElement} */ (document.querySelector(".map-window")).hidden !== want && document.documentElement.hasAttribute("data-idle"), is);
    await press(page, "+");
    await zoomed(true);
    await photo(page, "zoomed");
    await press(page, "f");
    await zoomed(false);
    await press(page, "ArrowLeft");
    await sees(page, (s) => document.getElementById("step").textContent.replace(/,/g, "") === `step ${s - 1} of ${s}`, last);
    await press(page, "Home");
    await sees(page, (s) => document.getElementById("step").textContent.replace(/,/g, "") === `step 0 of ${s}`, last);
    await press(page, "n");
    await says(page, "#map-sentence", "cut");
    assert.ok(await step() > 0, "the first cut is a step");
  });

  walk("a chapter is read, and its question answered by keys", async (newPage, _, photo) => {
    const page = await newPage();
    await page.goto(`${url}/learn/alpha-beta`);
    await shows(page, 0);
    await page.click("#scene-3 a.to-step");
    await shows(page, 20);
    await sees(page, () => document.querySelector("#k8.cut") !== null);
    await photo(page, "scene");
    await page.evaluate(() => /** @type {HTMLElement} */ (document.querySelector("input[name='q1.8']")).focus());
    await press(page, "Space Tab Tab Enter");
    await sees(page, () => /^\s*Right/.test(document.getElementById("verdict-1").textContent));
    await done(page);
    await photo(page, "answered");
  });
}
