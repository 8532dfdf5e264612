// Waiting for what a page does, and for the step that it shows.

import { setTimeout as pause } from "node:timers/promises";

/** How long a server may take to serve, and a page to do what a test waits for: long enough for a machine that other machines slow down. */
export const patience = 30_000;

/** Pages that run no scripts, and so never play. @type {WeakSet<import("playwright-core").Page>} */
const scriptless = new WeakSet();

/**
 * Has a page waited for. What is asked of a page that is on its way to another one, and has for a
 * moment no elements to look at, is asked again. A page without scripts calls back neither for a
 * frame nor for a timer, so that Playwright would ask it only once: it is asked from here.
 * @param {import("playwright-core").Page} page
 */
export function wait(page, scripts = true) {
  page.setDefaultTimeout(patience);
  if (!scripts) scriptless.add(page);
  const askThere = page.waitForFunction.bind(page);
  page.waitForFunction = (question, arg, ...rest) => {
    const whole = new Function("arg", `
    try {
      const answer = (${question})(arg);
      if (answer instanceof Promise) throw new Error("waitForFunction does not wait for promises");
      return answer;
    } catch (error) {
      if (error instanceof TypeError) return false;
      throw error;
    }`);
    return scripts ? askThere(whole, arg, ...rest) : until(() => holds(page, whole, arg), `it holds in the page that ${question}`);
  };
  return page;
}

/**
 * Waits until a page does nothing more by itself: its root element has data-idle,
 * before and after two frames. Pages that say so have a script that imports idle.js.
 * It is waited for within the page: questions from here cost it more than what it waits for.
 * @param {import("playwright-core").Page} page
 */
export async function idle(page) {
  await until(() => Promise.race([holds(page, isIdle, true), pause(patience, false, { ref: false })]), "the page is idle");
}

/** Whether the page that it runs in is idle. @param {boolean} [waits]  until it is */
export async function isIdle(waits) {
  const root = document.documentElement, now = () => root.hasAttribute("data-idle");
  for (;;) {
    if (waits && !now()) {
      await new Promise((resolve) => new MutationObserver((_, observer) => {
        observer.disconnect();
        resolve(true);
      }).observe(root, { attributeFilter: ["data-idle"] }));
    }
    const before = now();
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
    if (!waits || (before && now())) return before && now();
  }
}

/**
 * Whether something holds in a page; false while it is on its way to another one.
 * waitForFunction does not wait for what a function promises, but this does.
 */
export async function holds(page, question, arg) {
  return page.evaluate(question, arg).catch((error) => {
    if (/context was destroyed|because of a navigation/.test(error.message)) return false;
    throw error;
  });
}

/** Waits for some animation frames of a page. @param {import("playwright-core").Page} page */
export async function frames(page, count = 2) {
  await page.evaluate(async (n) => {
    for (let i = 0; i < n; i++) await new Promise(requestAnimationFrame);
  }, count);
}

/** Waits until something holds. @param {() => unknown} question  may promise its answer @param {string} what  for the error */
export async function until(question, what) {
  for (const end = Date.now() + patience; !(await question()); await pause(20)) {
    if (Date.now() > end) throw new Error(`waited ${patience} ms until ${what}`);
  }
}

/**
 * The step that a page shows, and the last one. Undefined as long as it is not the one
 * that is expected, or a page that plays lacks its script, the words or the reason of the step.
 */
function shownStep({ wanted, scripts }) {
  const text = document.getElementById("step")?.textContent?.trim() ?? "";
  if (!/^step [\d,]+ of [\d,]+$/.test(text) || !text.startsWith(wanted)) return undefined;
  const run = document.getElementById("run") ?? document.getElementById("lockstep");
  if (scripts && run && (!("ready" in run.dataset) || run.querySelector("[aria-busy=true]"))) return undefined;
  const [now, last] = (text.replace(/,/g, "").match(/\d+/g) ?? []).map(Number);
  return { now, last };
}

/** Waits until the page shows a step, with all that belongs to it; resolves to the step and the last one. */
export async function atStep(page, step) {
  const wanted = step === undefined ? "" : `step ${step.toLocaleString("en")} of `, asked = { wanted, scripts: !scriptless.has(page) };
  for (;;) {
    const shown = await holds(page, shownStep, asked); // most often it is there, and one question is enough
    if (shown) return shown;
    await page.waitForFunction(shownStep, asked).catch(async (error) => {
      throw new Error(`the page shows “${await page.locator("#step").textContent()}”, or not all of it; want “${wanted}…”`, { cause: error });
    });
  }
}

/**
 * Goes on by a key from the step that a page shows, to the end or for a number of steps, and looks at
 * each step that it shows. All of it in the page: questions from here at each step cost far more.
 * @param {import("playwright-core").Page} page @param {"ArrowRight" | "ArrowLeft"} key
 * @param {string | ((step: number) => any)} look  what is seen of a step; undefined as long as that is not there
 */
export async function walk(page, key, look, most = Infinity) {
  await atStep(page);
  return page.evaluate(`(async () => {
    const shown = ${shownStep}, look = ${look}, key = "${key}", seen = [];
    for (let before; ;) {
      let at, what;
      for (const end = performance.now() + ${patience}; ;) {
        at = shown({ wanted: "", scripts: true });
        what = at && at.now !== before ? await look(at.now) : undefined;
        if (what !== undefined) break;
        if (performance.now() > end) throw new Error(\`the step after \${before} is not shown, or not all of it; the page shows \${document.getElementById("step").textContent}\`);
        await new Promise(requestAnimationFrame);
      }
      seen.push(what);
      if (at.now === (key === "ArrowLeft" ? 0 : at.last) || seen.length > ${most}) return seen;
      before = at.now;
      (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    }
  })()`);
}
