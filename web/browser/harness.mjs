// What the browser tests run on: the real server on a free port, a real
// Chromium, and pages that fail their test on any error that the browser saw.
//
// Environment: ESPALIER, a built server (default: built here); CHROMIUM, the
// browser; SHOTS, a folder for screenshots (default: none are taken); SLOW,
// milliseconds by which scripts, messages and answers come late at most, each by
// its own time: whoever hunts for a page, or a test, that counts on their coming
// early; TESTS, a file to which each test that begins is added: its file, a tab, its name; ONLY, the name of the one test to be run.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { delayTraffic } from "./traffic.mjs";
import { patience, wait } from "./waits.mjs";
import { ownWindows, Window } from "./windows.mjs";

export { accessible } from "./accessible.mjs";
export { socketOf } from "./traffic.mjs";
export { atStep, frames, holds, idle, isIdle, until, walk } from "./waits.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const scratch = mkdtempSync(path.join(tmpdir(), "espalier-browser-"));

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
  "--renderer-process-limit=1", // see windows.mjs
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", // a request to elsewhere fails, which is on the console
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
/** The names of the themes, as the select of every page lists them. @type {string[]} */
export let themes;
/** Its tests. @type {Promise<void>[]} */
const tests = [];
/** How to end what it has opened for itself. @type {(() => unknown)[]} */
const closers = [];
/** Lines of the server's log that report an internal error. */
let serverErrors = [];

/** @param {() => unknown} close  called after the tests of the file */
export const atEnd = (close) => closers.push(close);

/** What all files share. */
let browser;

/** @param {string[]} more  options */
async function serveFile(...more) {
  ({ server, url } = await serve(`data of ${file}`, ...more));
  const said = (serverErrors = []);
  server.stderr.on("data", (text) => said.push(...String(text).split("\n").filter((line) => /level=ERROR|^panic|DATA RACE/.test(line))));
}

/** Whether the server of the file has ended, by itself or by a signal. */
const dead = () => server.exitCode !== null || server.signalCode !== null;

/**
 * Sends the server of the file a signal, and waits for its end. One that goes on for as
 * long as a test may take reports its goroutines, and is an error.
 * @param {"SIGTERM" | "SIGKILL"} signal
 * @returns {Promise<number | null>} its exit status
 */
async function ended(signal) {
  if (dead()) return server.exitCode;
  let late = false, report = "";
  const exit = once(server, "exit");
  server.kill(signal);
  server.stderr.on("data", (text) => late && (report += text));
  const timer = setTimeout(() => {
    late = true;
    server.kill("SIGQUIT");
  }, limit);
  const [code] = await exit;
  clearTimeout(timer);
  assert.ok(!late, `the server of ${file} went on for ${limit} ms after ${signal}; its goroutines: ${report}`);
  return code;
}

/** Kills the server of the file as a crash does. Resolves to what starts it again, at the same address with the same data. */
export async function crash() {
  await ended("SIGKILL");
  return () => serveFile("-addr", new URL(url).host);
}

/** Starts what the tests of a file need: a server, and a browser where there is none. @param {string} name */
export async function begin(name) {
  file = name;
  await serveFile();
  figures = (await (await fetch(`${url}/api/v1/figures`)).json()).figures;
  playable = figures.filter((f) => f.tree || figures.some((c) => c.id === f.companion && c.tree));
  const select = /<select name="theme".*?<\/select>/s.exec(await (await fetch(url)).text());
  themes = [...select[0].matchAll(/value="(\w+)"/g)].map(([, name]) => name);
  if (browser?.isConnected()) return;
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: chromiumFlags }).catch((error) => {
    server.kill();
    throw error;
  });
  ownWindows(browser);
}

/**
 * What a promise resolves to; an error where it takes longer than a test may take.
 * @template T
 * @param {string} what  it does
 * @param {Promise<T>} promise
 * @returns {Promise<T>}
 */
async function inTime(what, promise) {
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(`${what}: no end after ${limit} ms`)), limit)));
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for the tests of the file, each of which has its limit, and ends what they have had. */
export async function end() {
  await Promise.allSettled(tests.splice(0));
  for (const close of closers.splice(0)) await inTime("a test file closes what it opened", Promise.resolve(close()));
  windows.clear();
  waiting.clear();
  for (const context of browser.contexts()) await inTime("the browser closes its pages", context.close());
  const code = await ended("SIGTERM");
  assert.equal(code, 0, `the server's exit status after SIGTERM, in ${file}`);
}

export async function close() {
  await inTime("the browser ends", Promise.resolve(browser?.close()));
  rmSync(scratch, { recursive: true, force: true });
}

export const wide = { width: 1440, height: 900 };
export const narrow = { width: 360, height: 740 };

/**
 * Where the pages of tests are: a window for each sort of test, kept from test to
 * test. Starting its process anew for each one took nearly half of the time.
 * @type {Map<string, Promise<Window>>}
 */
const windows = new Map();

/** How many tests of each sort are still to begin. @type {Map<string, number>} */
const waiting = new Map();

async function profile(options) {
  const context = await browser.newContext({ baseURL: url, viewport: wide, reducedMotion: "reduce", ...options });
  if (slow > 0) await delayTraffic(context, slow);
  return context;
}

/** What the page of the test that runs complains of goes to this. */
let note = (_text) => {};

/** Notes what a page complains of. @param {import("playwright-core").Page} page */
function watch(page) {
  page.on("console", (m) => ["error", "warning"].includes(m.type()) && note(`console ${m.type()}: ${m.text()} (${m.location().url})`));
  page.on("pageerror", (e) => note(`uncaught: ${e.stack || e}`));
  page.on("requestfailed", (r) => r.failure()?.errorText !== "net::ERR_ABORTED" && note(`request failed: ${r.url()}: ${r.failure()?.errorText}`)); // one that a click leaves behind is given up: no failure
  page.on("response", (r) => r.status() >= 400 && note(`status ${r.status()}: ${r.url()}`));
  page.on("request", (r) => r.url().startsWith(`${url}/`) || r.url().startsWith("data:") || note(`request to elsewhere: ${r.url()}`));
}

/** @param {{javaScriptEnabled: boolean, hasTouch: boolean, reducedMotion: "reduce" | "no-preference", requests: boolean}} options */
async function openWindow({ requests, ...options }) {
  return new Window(await profile(options), url, { ...options, requests }, (page) => {
    watch(wait(page, options.javaScriptEnabled));
  });
}

/**
 * A test of what a person does with a page. It fails on any error on the
 * console or in the server's log, uncaught exception, policy violation, failed
 * request, answer of 400 and more, and request to anywhere but the server;
 * unless `expect` matches it.
 * @param {string} name
 * @param {{viewport?: {width: number, height: number}, script?: boolean, touch?: boolean, motion?: boolean, requests?: boolean, expect?: RegExp}} options  motion: nothing asks for
 *   less of it. What a test looks at is at rest, so most ask for reduced motion: each frame that is painted on the way to it costs as much as a step of the test.
 *   requests: all are reported, and page.goto resolves to its answer; without it, those after a call of page.on, route or waitForRequest. What fails is on the console.
 * @param {(page: import("playwright-core").Page) => Promise<void>} body
 */
export function person(name, { viewport = wide, script = true, touch = false, motion = false, requests = false, expect }, body) {
  if (process.env.ONLY && process.env.ONLY !== name) return;
  const options = { javaScriptEnabled: script, hasTouch: touch, reducedMotion: motion ? "no-preference" : "reduce", requests }, sort = JSON.stringify(options);
  waiting.set(sort, (waiting.get(sort) ?? 0) + 1);
  tests.push(test(name, { timeout: limit }, async () => {
    if (dead()) await serveFile("-addr", new URL(url).host); // a test that failed has left it so
    if (process.env.TESTS) appendFileSync(process.env.TESTS, `${file}\t${name}\n`);
    const more = waiting.get(sort) - 1;
    waiting.set(sort, more);
    if (!windows.has(sort)) windows.set(sort, openWindow(options));
    const window = await windows.get(sort), trouble = [];
    let page, serves = false; // whether the window can serve another test
    note = (text) => expect?.test(text) || trouble.push(text);
    try {
      page = await window.begin(viewport);
      await body(page);
      serverErrors.splice(0).forEach(note);
      assert.deepEqual(trouble, [], "what the browser and the server complained of");
      note = () => {};
      serves = more > 0 && (await window.end());
    } catch (error) {
      for (const line of [...trouble, ...serverErrors.splice(0)]) console.log(`  ${line}`);
      if (page) await shot(page, `failed ${name}`);
      throw error;
    } finally {
      note = () => {};
      if (!serves) {
        windows.delete(sort);
        await window.context.close();
      }
    }
  }));
}

/** Opens a page as on another machine: nothing of this one is there. @param {(page: import("playwright-core").Page) => Promise<void>} body */
export async function elsewhere(body) {
  const context = await profile({});
  try {
    await body(wait(await context.newPage()));
  } finally {
    await context.close();
  }
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
  // Colours fade from one theme to the other: to the end of that, at once.
  await page.waitForFunction((t) => {
    const fades = document.getAnimations().filter((a) => a instanceof CSSTransition);
    for (const fade of fades) fade.finish();
    return document.documentElement.dataset.theme === t && fades.length === 0;
  }, name);
}

/** Makes a choice of the form by a click on its words, as a person does. */
export async function choose(page, name, value) {
  await page.locator("label", { has: page.locator(`input[name="${name}"][value="${value}"]`) }).click();
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
