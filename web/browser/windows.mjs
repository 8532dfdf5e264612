// Windows: profiles of the browser, each with one page that serves test after test.
// A new page costs three times the work of another document in a page that is there.

/** @typedef {import("playwright-core").Page} Page */

/** What a page shows between two tests: a document of the server that has no scripts. */
const still = "/static/icon.svg";

/**
 * Calls that leave behind what cannot be taken back, or not simply. A page to which
 * a test makes one of them is closed after the test; a profile, too.
 */
const lasting = {
  page: [
    "addInitScript", "addLocatorHandler", "exposeBinding", "exposeFunction", "on", "once", "prependListener", "removeAllListeners",
    "route", "routeFromHAR", "routeWebSocket", "setDefaultNavigationTimeout", "setDefaultTimeout", "setExtraHTTPHeaders",
  ],
  profile: [
    "addInitScript", "exposeBinding", "exposeFunction", "on", "once", "prependListener", "removeAllListeners", "route", "routeFromHAR", "routeWebSocket",
    "setDefaultNavigationTimeout", "setDefaultTimeout", "setExtraHTTPHeaders", "setGeolocation", "setHTTPCredentials", "setOffline",
  ],
  clock: ["fastForward", "install", "pauseAt", "resume", "runFor", "setFixedTime", "setSystemTime"], // one for all pages of a profile
};

/** Calls that ask for the requests of a page, beside those that last. */
const asksForRequests = ["waitForEvent", "waitForRequest", "waitForResponse"];

/** Media as a page has them that nobody has asked for others. @type {Parameters<Page["emulateMedia"]>[0]} */
const media = { media: null, colorScheme: "light", forcedColors: "none", contrast: "no-preference" };

/** Calls a function before each of some calls to an object, with what they are called with. */
function before(object, names, report) {
  for (const name of names) {
    const call = object[name].bind(object);
    object[name] = (...args) => {
      report(...args);
      return call(...args);
    };
  }
}

/**
 * Runs a script in a page of a window. The browser compiles it once for all of its pages, and
 * not for each one anew as with page.evaluate.
 * @param {Page} page @param {string} script
 */
export async function runScript(page, script) {
  const devtools = sessions.get(page);
  if (devtools === undefined) return void (await page.evaluate(script));
  const { exceptionDetails } = await devtools.send("Runtime.evaluate", { expression: script });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
}

/**
 * Says whether the browser reports each request of a page, and each message of its websockets. Playwright
 * asks for that, which is a fifth of the work of opening a page, and most tests have no use for it. There is
 * no public way to say so.
 * @param {Page} page @param {boolean} reports
 */
export async function reportRequests(page, reports) {
  // @ts-ignore: private; package-lock.json pins the version that has it
  await page._connection.toImpl(page).delegate._mainFrameSession._client.send(reports ? "Network.enable" : "Network.disable");
}

/**
 * Opens each page that a test asks for in a window of its own. Behind another tab of the same window Chromium
 * draws a page that gets keys once a second, and whoever waits for a frame of it waits as long. There is no
 * public way to say so.
 * @param {import("playwright-core").Browser} browser
 */
export function ownWindows(browser) {
  // @ts-ignore: private; package-lock.json pins the version that has it
  const session = browser._connection.toImpl(browser)._session, send = session.send.bind(session);
  session.send = (method, params) => send(method, method === "Target.createTarget" ? { ...params, newWindow: true } : params);
}

/** The sessions of the windows’ own pages. @type {WeakMap<Page, import("playwright-core").CDPSession>} */
const sessions = new WeakMap();

/** A profile and its page. Nothing that a test leaves behind is there for the next one. */
export class Window {
  /** Of what the server serves. */
  #origin;
  /** Whether less motion is asked for. @type {"reduce" | "no-preference"} */
  #motion;
  /** Whether all tests have the requests of the page reported. */
  #requests;
  /** What is done with each page before a test has it. @type {(page: Page) => void} */
  #prepare;
  /** Opens pages and sessions for this class: tests have what they call watched. */
  #newPage;
  #newSession;
  /** @type {Page | undefined} */
  #page;
  /** @type {import("playwright-core").CDPSession | undefined} */
  #devtools;
  #pageIsSpent = false;
  #profileIsSpent = false;
  #otherMedia = false;
  #reportsRequests = true;
  /** The keys and buttons that are held down. */
  #held = 0;

  /** @param {import("playwright-core").BrowserContext} context @param {string} origin @param {{reducedMotion: "reduce" | "no-preference", requests: boolean}} options @param {(page: Page) => void} prepare */
  constructor(context, origin, { reducedMotion, requests }, prepare) {
    this.context = context;
    this.#origin = origin;
    this.#motion = reducedMotion;
    this.#requests = requests;
    this.#prepare = prepare;
    this.#newPage = context.newPage.bind(context);
    this.#newSession = context.newCDPSession.bind(context);
    const spend = () => {
      this.#profileIsSpent = true;
      this.#report(true);
    };
    before(context, lasting.profile, spend);
    before(context.clock, lasting.clock, spend);
    before(context, ["newCDPSession"], (page) => (this.#pageIsSpent ||= page === this.#page));
  }

  /** The page, in the size that a test asks for. @param {{width: number, height: number}} size */
  async begin(size) {
    const page = this.#page ?? await this.#open(), now = page.viewportSize();
    if (now?.width !== size.width || now.height !== size.height) await page.setViewportSize(size);
    return page;
  }

  /** Tidies up after a test. Resolves to whether the window can serve another one. */
  async end() {
    if (this.#profileIsSpent) return false;
    for (const other of this.context.pages()) if (other !== this.#page) await other.close();
    const page = this.#page;
    if (page === undefined || page.isClosed() || this.#pageIsSpent || this.#held > 0 || !page.url().startsWith(this.#origin)) {
      await this.#open(); // before the old one is closed: so their process stays
      await page?.close();
    } else {
      await page.goto(still);
      await page.mouse.move(-1, -1); // where nothing is pointed at
      if (this.#otherMedia) await page.emulateMedia({ ...media, reducedMotion: this.#motion });
      this.#otherMedia = false;
      await this.#report(this.#requests);
      await page.evaluate(() => {
        sessionStorage.clear();
        window.name = "";
      });
      await this.#devtools?.send("Page.resetNavigationHistory");
    }
    await this.context.clearPermissions();
    await this.#devtools?.send("Storage.clearDataForOrigin", { origin: this.#origin, storageTypes: "all" });
    return true;
  }

  async #open() {
    const page = (this.#page = await this.#newPage());
    this.#devtools = await this.#newSession(page);
    sessions.set(page, this.#devtools);
    this.#pageIsSpent = this.#otherMedia = false;
    this.#held = 0;
    this.#prepare(page);
    this.#reportsRequests = true;
    await this.#report(this.#requests);
    before(page, lasting.page, () => {
      this.#pageIsSpent = true;
      this.#report(true);
    });
    before(page, asksForRequests, () => this.#report(true));
    before(page, ["emulateMedia"], () => (this.#otherMedia = true));
    for (const device of [page.keyboard, page.mouse]) {
      before(device, ["down"], () => this.#held++);
      before(device, ["up"], () => this.#held--);
    }
    return page;
  }

  /** Reports requests from now on, or no more: what is sent to the page later comes after that. @param {boolean} reports */
  async #report(reports) {
    if (!this.#page || this.#page.isClosed() || this.#reportsRequests === reports) return;
    this.#reportsRequests = reports;
    await reportRequests(this.#page, reports);
  }
}
