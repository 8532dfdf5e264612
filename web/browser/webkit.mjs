// Drives WebKitGTK by WebDriver, Debian's webkit2gtk-driver, on a display of its own (Xvfb). A page
// answers to the calls of Puppeteer's that walks.mjs makes. Each one is a browser with its own profile.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { connect, createServer } from "node:net";
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

/** Where a page gets the script below, and sends what goes wrong. */
const watched = "/trouble-of-a-test";

/**
 * The first script of each page: it sends what goes wrong, from the moment at which the page begins to load. Debian's WebKitGTK
 * (2.50) is built without WebDriver BiDi (a session with webSocketUrl is refused), its WebDriver has no log, and MiniBrowser
 * does not print the console of a page under automation.
 */
const watch = `{
  const say = (text) => {
    const request = new XMLHttpRequest();
    request.open("POST", "${watched}", false); // it has arrived when the page goes on, or is left
    request.send(text);
  };
  new ReportingObserver((reports) => reports.forEach(({ type, body }) => say(type + ": " + (body.blockedURL || body.message))), { buffered: true }).observe();
  let left = false; // what still loads then is given up, and nothing is wrong with it
  addEventListener("beforeunload", () => (left = true));
  addEventListener("error", (e) => left && !e.message || say(e.message || "not loaded: " + (e.target.src || e.target.href)), true);
  addEventListener("unhandledrejection", (e) => say("uncaught: " + e.reason));
  document.addEventListener("securitypolicyviolation", (e) => say("policy: " + e.violatedDirective + " " + e.blockedURI));
  for (const kind of ["error", "warn"]) {
    const log = console[kind];
    console[kind] = (...words) => (say(words.join(" ")), log.apply(console, words));
  }
}
`;

/**
 * Starts a server that passes everything on to another one, and puts the script above before all others of a page. It adds
 * what the pages send to a list.
 * @param {string} origin @param {string[]} trouble
 */
async function startBefore(origin, trouble) {
  const { hostname, port } = new URL(origin), sockets = new Set();
  const server = http.createServer((request, response) => {
    if (request.url === watched && request.method === "GET") {
      response.writeHead(200, { "content-type": "text/javascript" }).end(watch);
      return;
    }
    if (request.url === watched) {
      let text = "";
      request.setEncoding("utf8").on("data", (part) => (text += part)).on("end", () => {
        trouble.push(text);
        response.writeHead(204).end();
      });
      return;
    }
    const headers = { ...request.headers, "accept-encoding": "identity" };
    const passed = http.request({ hostname, port, method: request.method, path: request.url, headers }, (answer) => {
      if (!answer.headers["content-type"]?.startsWith("text/html") || request.method === "HEAD") {
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
        return;
      }
      let page = "";
      answer.setEncoding("utf8").on("data", (part) => (page += part)).on("end", () => {
        delete answer.headers["content-length"];
        response.writeHead(answer.statusCode, answer.headers).end(page.replace("<head>", `<head><script src="${watched}"></script>`));
      });
    });
    passed.on("error", () => response.destroy());
    response.on("close", () => passed.destroy()); // also where a page is left before the answer
    request.pipe(passed);
  });
  server.on("upgrade", (request, socket, head) => {
    const passed = connect(Number(port), hostname, () => {
      const lines = [`${request.method} ${request.url} HTTP/1.1`];
      for (let i = 0; i < request.rawHeaders.length; i += 2) lines.push(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}`);
      passed.write(`${lines.join("\r\n")}\r\n\r\n`);
      passed.write(head);
      socket.pipe(passed).pipe(socket);
    });
    sockets.add(passed);
    for (const [one, other] of [[passed, socket], [socket, passed]]) one.on("error", () => other.destroy()).on("close", () => other.destroy());
  });
  server.on("connection", (socket) => sockets.add(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`,
    end() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The programs that have been started and not ended. @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/** Ends a program and all that it has started. @param {import("node:child_process").ChildProcess} child */
function kill(child) {
  running.delete(child);
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

process.once("exit", () => running.forEach(kill));

/** Starts a program that is ended with all that it has started. @param {string} program @param {string[]} args @param {import("node:child_process").SpawnOptions} options */
function start(program, args, options) {
  const child = spawn(program, args, { ...options, detached: true });
  running.add(child);
  return {
    child,
    async end() {
      const over = child.exitCode ?? child.signalCode ?? once(child, "exit");
      kill(child);
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
  /** What went wrong since this was asked. @type {string[]} */
  trouble = [];
  /** The server before that of an origin. @type {Map<string, Awaited<ReturnType<typeof startBefore>>>} */
  #before = new Map();
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
  async goto(url) {
    const { origin, pathname, search, hash } = new URL(url);
    if (!this.#before.has(origin)) this.#before.set(origin, await startBefore(origin, this.trouble));
    return this.#post("/url", { url: this.#before.get(origin).origin + pathname + search + hash });
  }

  evaluate(question, ...args) {
    return this.#post("/execute/sync", { script: `return (${question})(...arguments)`, args });
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
      for (const { end } of this.#before.values()) end();
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
    /** What went wrong in a page since this was asked. @param {Page} page */
    trouble: (page) => page.trouble.splice(0),
    async close() {
      for (const page of pages) await page.close();
      await screen.end();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
