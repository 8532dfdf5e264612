// Drives WebKitGTK by WebDriver, Debian's webkit2gtk-driver, on a display of its own (Xvfb). A page
// answers to the calls of Puppeteer's that walks.mjs makes. Each one is a browser with its own profile.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { until } from "./waits.mjs";

const driver = process.env.WEBKIT_DRIVER || "/usr/bin/WebKitWebDriver", display = "/usr/bin/Xvfb";

/** Where Debian's libraries of WebKitGTK keep the browser for tests. */
const browsers = ["x86_64-linux-gnu", "aarch64-linux-gnu"].flatMap((machine) => ["webkit2gtk-4.1", "webkitgtk-6.0", "webkit2gtk-4.0"].map((library) => `/usr/lib/${machine}/${library}/MiniBrowser`));

/** What WebKit needs and is not there; empty where nothing is missing. */
export function missing() {
  return [driver, display].find((file) => !existsSync(file)) ?? (browsers.some((file) => existsSync(file)) ? "" : browsers[0]);
}

/** Keys as WebDriver names them. */
const codes = { Enter: "\uE007", Tab: "\uE004", Escape: "\uE00C", Shift: "\uE008", Control: "\uE009", End: "\uE010", Home: "\uE011", ArrowLeft: "\uE012", ArrowUp: "\uE013", ArrowRight: "\uE014", ArrowDown: "\uE015" };

/**
 * Notes what goes wrong in a page once it is loaded, and what did not load before. What a script writes on the console, or
 * throws, while the page loads is not seen: Debian's WebKitGTK (2.50) is built without WebDriver BiDi (a session with
 * webSocketUrl is refused), its WebDriver has no log, and MiniBrowser does not print the console of a page under automation.
 */
const watch = `if (!window.troubleSeen) {
  const trouble = window.troubleSeen = [];
  for (const { name, responseStatus } of performance.getEntriesByType("resource")) if (responseStatus >= 400) trouble.push("not loaded: " + name + ", " + responseStatus);
  new ReportingObserver((reports) => reports.forEach(({ type, body }) => trouble.push(type + ": " + (body.blockedURL || body.message))), { buffered: true }).observe();
  addEventListener("error", (e) => trouble.push(e.message || "not loaded: " + (e.target.src || e.target.href)), true);
  addEventListener("unhandledrejection", (e) => trouble.push("uncaught: " + e.reason));
  document.addEventListener("securitypolicyviolation", (e) => trouble.push("policy: " + e.violatedDirective + " " + e.blockedURI));
  for (const kind of ["error", "warn"]) {
    const log = console[kind];
    console[kind] = (...words) => (trouble.push(words.join(" ")), log.apply(console, words));
  }
}
`;

/** Starts a program that is ended with all that it has started. @param {string} program @param {string[]} args @param {import("node:child_process").SpawnOptions} options */
function start(program, args, options) {
  const child = spawn(program, args, { ...options, detached: true });
  const kill = () => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch (error) {
      if (error.code !== "ESRCH") throw error;
    }
  };
  process.once("exit", kill);
  return {
    child,
    async end() {
      process.removeListener("exit", kill);
      const over = child.exitCode ?? child.signalCode ?? once(child, "exit");
      kill();
      await over;
    },
  };
}

/** A port that nobody uses. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}

class Page {
  #session;
  #call;
  #end;
  keyboard = { down: (key) => this.#key([["keyDown", key]]), up: (key) => this.#key([["keyUp", key]]), press: (key) => this.#key([["keyDown", key], ["keyUp", key]]) };

  /** @param {string} session @param {(method: string, path: string, body?: object) => Promise<any>} call @param {() => Promise<void>} end */
  constructor(session, call, end) {
    this.#session = `/session/${session}`;
    this.#call = call;
    this.#end = end;
  }

  #post(path, body = {}) {
    return this.#call("POST", this.#session + path, body);
  }

  #key(steps) {
    return this.#post("/actions", { actions: [{ type: "key", id: "keys", actions: steps.map(([type, key]) => ({ type, value: codes[key] ?? key })) }] });
  }

  /** @param {string} url */
  goto(url) {
    return this.#post("/url", { url });
  }

  evaluate(question, ...args) {
    return this.#post("/execute/sync", { script: `${watch}return (${question})(...arguments)`, args });
  }

  async click(selector) {
    const [element] = Object.values(await this.#post("/element", { using: "css selector", value: selector }));
    await this.#post(`/element/${element}/click`);
  }

  async setViewport({ width, height }) {
    await this.#post("/window/rect", { x: 0, y: 0, width, height });
    const [w, h] = await this.evaluate(() => [innerWidth, innerHeight]);
    await this.#post("/window/rect", { x: 0, y: 0, width: 2 * width - w, height: 2 * height - h }); // with the toolbar
    await until(() => this.evaluate((w, h) => innerWidth === w && innerHeight === h, width, height), `the page is ${width} wide and ${height} high`);
  }

  async screenshot({ path }) {
    writeFileSync(path, Buffer.from(await this.#call("GET", `${this.#session}/screenshot`), "base64"));
  }

  async close() {
    try {
      await this.#call("DELETE", this.#session);
    } finally {
      await this.#end();
    }
  }
}

/** Starts a display. Each page on it is a browser. */
export async function openWebKit() {
  const home = mkdtempSync(path.join(tmpdir(), "espalier-webkit-"));
  const screen = start(display, ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const [number] = await Promise.race([once(screen.child.stdio[3], "data"), once(screen.child, "exit").then(() => Promise.reject(new Error("Xvfb ended")))]);
  mkdirSync(path.join(home, "gtk-3.0"));
  writeFileSync(path.join(home, "gtk-3.0", "settings.ini"), "[Settings]\ngtk-enable-animations=0\n"); // asks for less motion
  const env = {
    ...process.env, DISPLAY: `:${String(number).trim()}`, GDK_BACKEND: "x11", HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home,
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", // tests run as root
    LIBGL_ALWAYS_SOFTWARE: "1", NO_AT_BRIDGE: "1",
  };
  /** @type {Page[]} */
  const pages = [];
  return {
    async newPage() {
      const port = await freePort(), { child, end } = start(driver, ["-p", String(port)], { env, stdio: "ignore" });
      const call = async (method, at, body) => {
        const answer = await fetch(`http://127.0.0.1:${port}${at}`, { method, body: body && JSON.stringify(body) }), { value } = await answer.json();
        if (!answer.ok) throw new Error(`WebKit: ${value.error}: ${value.message} (${method} ${at})`);
        return value;
      };
      await until(() => {
        if (child.exitCode !== null) throw new Error(`${driver} ended with status ${child.exitCode}`);
        return call("GET", "/status").catch(() => false);
      }, "WebKit's driver answers");
      const binary = browsers.find((file) => existsSync(file));
      const { sessionId } = await call("POST", "/session", { capabilities: { alwaysMatch: { "webkitgtk:browserOptions": { binary, args: ["--automation"] } } } });
      const page = new Page(sessionId, call, end);
      pages.push(page);
      return page;
    },
    /** What went wrong in a page since it was loaded. @param {Page} page @returns {Promise<string[]>} */
    trouble: (page) => page.evaluate(() => /** @type {any} */ (window).troubleSeen.splice(0)),
    async close() {
      for (const page of pages) await page.close();
      await screen.end();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
