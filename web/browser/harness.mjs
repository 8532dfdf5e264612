// What the browser tests run on: the real server on a free port, a real
// Chromium, and pages that fail their test on any error that the browser saw.
//
// Environment: ESPALIER, a built server (default: built here); CHROMIUM, the
// browser; SHOTS, a folder for screenshots (default: none are taken); SLOW,
// milliseconds by which scripts, messages and answers come late at most, each by
// its own time: whoever hunts for a page, or a test, that counts on their coming
// early; TESTS, a file to which the name of each test is added when it begins, after
// that of its file and a tab; ONLY, the name of the one test to be run.

import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = path.dirname(fileURLToPath(import.meta.url));
const scratch = mkdtempSync(path.join(tmpdir(), "espalier-browser-"));

/** How long a server may take to serve, and a page to do what a test waits for. */
const patience = 10_000;
/** How long one test may take. */
const limit = 120_000;

const slow = Number(process.env.SLOW ?? 0);

const chromiumFlags = [
  "--no-sandbox", // tests run as root
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--renderer-process-limit=1", // see windows
];

function build() {
  const binary = path.join(scratch, "espalier");
  execFileSync("go", ["build", "-o", binary, "./cmd/server"], { cwd: path.join(here, "..", ".."), stdio: "inherit" });
  return binary;
}

/** Starts a server with its data in a folder, and waits for the line with its URL. @param {string} data @param {string[]} more  options */
export function serve(data, ...more) {
  const binary = process.env.ESPALIER || build();
  const server = spawn(binary, ["-addr", "127.0.0.1:0", "-data", path.join(scratch, data), ...more], { stdio: ["ignore", "pipe", "pipe"] });
  return new Promise((resolve, reject) => {
    let said = "";
    const timer = setTimeout(() => reject(new Error(`the server named no URL in ${patience} ms; it said: ${said}`)), patience);
    server.on("error", reject);
    server.on("exit", (code) => reject(new Error(`the server ended with status ${code}; it said: ${said}`)));
    server.stderr.on("data", (text) => (said += text));
    server.stdout.on("data", (text) => {
      said += text;
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (!url) return;
      clearTimeout(timer);
      server.removeAllListeners("exit");
      resolve({ server, url: url[0] });
    });
  });
}

/** The name of the file whose tests run. */
let file;
/** Its server. */
let server;
/** Its address. */
export let url;
/** The figures, as the API lists them. */
export let figures;
/** Those that play: on their own tree, or on that of their companion. */
export let playable;
/** Its tests. @type {Promise<void>[]} */
const tests = [];
/** How to end what it has opened for itself. @type {(() => unknown)[]} */
const closers = [];
/** Lines of the server's log that report an internal error. */
let serverErrors = [];

/** Calls a function after the tests of the file. @param {() => unknown} close */
export const atEnd = (close) => closers.push(close);

/** What all files share. */
let browser;

/** Starts what the tests of a file need: a server, and a browser where there is none. @param {string} name */
export async function begin(name) {
  file = name;
  ({ server, url } = await serve(`data of ${name}`));
  const said = (serverErrors = []);
  server.stderr.on("data", (text) => said.push(...String(text).split("\n").filter((line) => /level=ERROR|^panic|DATA RACE/.test(line))));
  figures = (await (await fetch(`${url}/api/v1/figures`)).json()).figures;
  playable = figures.filter((f) => f.tree || figures.some((c) => c.id === f.companion && c.tree));
  if (browser?.isConnected()) return;
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: chromiumFlags }).catch((error) => {
    server.kill();
    throw error;
  });
}

/** Waits for the tests of the file, and ends what they have had. */
export async function end() {
  await Promise.allSettled(tests.splice(0));
  for (const close of closers.splice(0)) await close();
  windows.clear();
  for (const context of browser.contexts()) await context.close();
  server.kill("SIGTERM");
  const code = await new Promise((resolve) => (server.exitCode === null ? server.on("exit", resolve) : resolve(server.exitCode)));
  assert.equal(code, 0, `the server's exit status after SIGTERM, in ${file}`);
}

export async function close() {
  await browser?.close();
  rmSync(scratch, { recursive: true, force: true });
}

export const wide = { width: 1440, height: 900 };
export const narrow = { width: 360, height: 740 };
export const themes = ["light", "dark", "projector"];

/**
 * Where the pages of tests are opened: a profile for each sort of window, kept
 * from test to test, with a hidden page, so that its process and its
 * cache stay. Starting both for each test took nearly half of the time.
 * @type {Map<string, Promise<{context: import("playwright-core").BrowserContext, devtools: import("playwright-core").CDPSession, kept: import("playwright-core").Page}>>}
 */
const windows = new Map();

/** Pages that run no scripts, and so never play. @type {WeakSet<import("playwright-core").Page>} */
const scriptless = new WeakSet();

async function profile(options) {
  const context = await browser.newContext({ baseURL: url, ...options });
  if (slow > 0) await delayTraffic(context);
  return context;
}

/** A page that is waited for. @param {import("playwright-core").BrowserContext} context */
async function opened(context) {
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  waitThroughPages(page);
  return page;
}

async function openWindow(options) {
  const context = await profile(options);
  const kept = await context.newPage();
  await kept.goto("/static/icon.svg");
  return { context, devtools: await context.newCDPSession(kept), kept };
}

/** Nothing that a test leaves behind is there for the next one. */
async function tidy({ context, devtools, kept }) {
  for (const page of context.pages()) if (page !== kept) await page.close();
  await context.clearPermissions();
  await devtools.send("Storage.clearDataForOrigin", { origin: url, storageTypes: "all" });
}

/**
 * A test of what a person does with a page. It fails on any error on the
 * console or in the server's log, uncaught exception, policy violation, failed
 * request, answer of 400 and more, and request to anywhere but the server;
 * unless `expect` matches it.
 * @param {string} name
 * @param {{viewport?: {width: number, height: number}, script?: boolean, touch?: boolean, expect?: RegExp}} options
 * @param {(page: import("playwright-core").Page) => Promise<void>} body
 */
export function person(name, { viewport = wide, script = true, touch = false, expect }, body) {
  if (process.env.ONLY && process.env.ONLY !== name) return;
  tests.push(test(name, { timeout: limit }, async () => {
    if (process.env.TESTS) appendFileSync(process.env.TESTS, `${file}\t${name}\n`);
    const options = { viewport, javaScriptEnabled: script, hasTouch: touch }, sort = JSON.stringify(options);
    if (!windows.has(sort)) windows.set(sort, openWindow(options));
    const session = await windows.get(sort);
    const page = await opened(session.context);
    if (!script) scriptless.add(page);
    const trouble = [];
    const note = (text) => expect?.test(text) || trouble.push(text);
    page.on("console", (m) => ["error", "warning"].includes(m.type()) && note(`console ${m.type()}: ${m.text()}`));
    page.on("pageerror", (e) => note(`uncaught: ${e.stack || e}`));
    // A request that a click leaves behind is given up, which is no failure.
    page.on("requestfailed", (r) => r.failure()?.errorText !== "net::ERR_ABORTED" && note(`request failed: ${r.url()}: ${r.failure()?.errorText}`));
    page.on("response", (r) => r.status() >= 400 && note(`status ${r.status()}: ${r.url()}`));
    page.on("request", (r) => r.url().startsWith(`${url}/`) || r.url().startsWith("data:") || note(`request to elsewhere: ${r.url()}`));
    try {
      await body(page);
      serverErrors.splice(0).forEach(note);
      assert.deepEqual(trouble, [], "what the browser and the server complained of");
    } catch (error) {
      for (const line of [...trouble, ...serverErrors.splice(0)]) console.log(`  ${line}`);
      await shot(page, `failed ${name}`);
      windows.delete(sort); // whatever is wrong with it
      await session.context.close();
      throw error;
    }
    await tidy(session);
  }));
}

/** Opens a page as on another machine: nothing of this one is there. @param {(page: import("playwright-core").Page) => Promise<void>} body */
export async function elsewhere(body) {
  const context = await profile({ viewport: wide });
  try {
    await body(await opened(context));
  } finally {
    await context.close();
  }
}

/**
 * A page that is on its way to another one has for a moment no elements to
 * look at: whoever waits for what they say goes on waiting.
 */
function waitThroughPages(page) {
  const wait = page.waitForFunction.bind(page);
  page.waitForFunction = (holds, ...rest) => wait(new Function("arg", `
    try {
      const answer = (${holds})(arg);
      if (answer instanceof Promise) throw new Error("waitForFunction does not wait for promises");
      return answer;
    } catch (error) {
      if (error instanceof TypeError) return false;
      throw error;
    }`), ...rest);
}

/**
 * Waits until a page does nothing more by itself: its root element has data-idle,
 * before and after two frames. Pages that say so have a script that imports idle.js.
 * @param {import("playwright-core").Page} page
 */
export async function idle(page) {
  await until(() => holds(page, async () => {
    const now = () => document.documentElement.hasAttribute("data-idle"), before = now();
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
    return before && now();
  }), "the page is idle");
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
  for (const end = Date.now() + patience; !(await question()); await new Promise(setImmediate)) {
    if (Date.now() > end) throw new Error(`waited ${patience} ms until ${what}`);
  }
}

/** The part of a page's websocket that a test holds back: what the page sends, or what it is sent. */
export async function socketOf(page) {
  /** @type {(() => void)[]} */
  const held = [];
  const socket = {
    holds: "", // "asks" or "answers"
    held,
    release() {
      socket.holds = "";
      for (const send of held.splice(0)) send();
    },
  };
  await page.routeWebSocket(/\/ws$/, (ws) => {
    const server = ws.connectToServer();
    ws.onMessage((m) => (socket.holds === "asks" ? held.push(() => server.send(m)) : server.send(m)));
    server.onMessage((m) => (socket.holds === "answers" ? held.push(() => ws.send(m)) : ws.send(m)));
  });
  return socket;
}

/** Scripts, answers and messages, there and back, come late by random times; messages keep their order. */
async function delayTraffic(context) {
  await context.route(/\/static\/js\/(?!theme)|\/api\/|\/share|[?&]folded=/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * slow));
    await route.continue().catch(() => {}); // the page may be gone
  });
  await context.addInitScript((most) => {
    const lately = () => {
      let last = Promise.resolve();
      return (then) => {
        const due = new Promise((resolve) => setTimeout(resolve, Math.random() * most));
        last = last.then(() => due).then(then);
      };
    };
    const { send } = WebSocket.prototype, there = lately();
    WebSocket.prototype.send = function (message) {
      there(() => this.readyState === WebSocket.OPEN && send.call(this, message));
    };
    const { get, set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
    Object.defineProperty(WebSocket.prototype, "onmessage", {
      get,
      set(listener) {
        const back = lately();
        set.call(this, listener && ((event) => back(() => this.onmessage && listener.call(this, event))));
      },
    });
  }, slow);
}

/** Saves a screenshot if SHOTS is set. */
export async function shot(page, name) {
  const folder = process.env.SHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name.replace(/[^A-Za-z0-9]+/g, "-")}.png`) });
}

/** Chooses a theme by its control, as a person does. */
export async function theme(page, name) {
  await page.getByRole("combobox", { name: "Theme" }).selectOption(name);
  // Colours fade from one theme to the other.
  await page.waitForFunction((t) => document.documentElement.dataset.theme === t && !document.getAnimations().some((a) => a instanceof CSSTransition), name);
}

/** Makes a choice of the form by a click on its words, as a person does. */
export async function choose(page, name, value) {
  await page.locator("label", { has: page.locator(`input[name="${name}"][value="${value}"]`) }).click();
}

/** Whether a page that plays has its script, and the words and the reason of the step that it shows. */
function stepIsShown() {
  const run = document.getElementById("run") ?? document.getElementById("lockstep");
  return run === null || ("ready" in run.dataset && run.querySelector("[aria-busy=true]") === null);
}

/** Waits until the page shows a step, with all that belongs to it; resolves to the step and the last one. */
export async function atStep(page, step) {
  const text = page.getByText(/^step [\d,]+ of [\d,]+$/);
  await text.waitFor({ state: "attached" }); // present mode hides it
  if (step !== undefined) {
    const wanted = `step ${step.toLocaleString("en")} of `;
    await page.waitForFunction((w) => document.getElementById("step")?.textContent?.startsWith(w), wanted).catch(async () => {
      assert.equal(await text.textContent(), `${wanted}…`);
    });
  }
  if (!scriptless.has(page)) await page.waitForFunction(stepIsShown);
  const [now, last] = (await text.textContent()).replace(/,/g, "").match(/\d+/g).map(Number);
  return { now, last };
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

/** Fails on any violation of WCAG 2.2 AA that axe-core finds on the page as it stands. */
export async function accessible(page, what) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  const found = await page.evaluate(async (tags) => {
    const { violations } = await globalThis.axe.run(document, { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] });
    return violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target.join(" ")}: ${n.failureSummary}`));
  }, wcag);
  assert.deepEqual(found, [], `violations of WCAG 2.2 AA on ${what}`);
}

/** Milliseconds that the page's main thread has worked so far: on scripts, on layout, on all with style and paint; from the browser's own books. */
export const scriptClock = (page) => cpuClock(page, "ScriptDuration"), layoutClock = (page) => cpuClock(page, "LayoutDuration"), taskClock = (page) => cpuClock(page, "TaskDuration");

async function cpuClock(page, name) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * metrics.find((m) => m.name === name).value;
  };
}

// A file that is run by itself; lane.mjs begins and ends those that it runs.
if (!process.env.QUEUE) {
  await begin(path.basename(process.argv[1]));
  after(async () => {
    try {
      await end();
    } finally {
      await close();
    }
  });
}
