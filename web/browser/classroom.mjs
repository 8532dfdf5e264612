// What the tests of rooms share.

import { atStep, idle, narrow, until, url } from "./harness.mjs";
import { patience } from "./waits.mjs";
import { reportRequests } from "./windows.mjs";

/** Opens a room with a figure, or what the page shows, as a teacher does; resolves to its code. */
export async function teach(page, address = "") {
  if (address) await page.goto(address);
  if (!page.url().includes("/games/")) await atStep(page);
  await page.getByRole("button", { name: "Teach" }).click();
  await page.waitForURL(/\/present\/[0-9A-Z]{8}$/);
  await idle(page);
  return page.url().slice(-8);
}

/** A message of packed steps (trace/steps.go) as JSON: which steps, and the bytes as they are. @param {Buffer} message */
const inWords = (message) => JSON.stringify({ type: "steps", from: message.readUInt32LE(4), count: message.readUInt32LE(8), bytes: message.toString("latin1") });

/** A follower on a machine of their own, whose connection can be cut. */
export async function follower(browser, code, viewport, trouble) {
  const context = await browser.newContext({ baseURL: url, viewport, reducedMotion: "reduce", hasTouch: viewport === narrow });
  const page = await context.newPage(), lines = new Set();
  let down = false, mute = false;
  page.setDefaultTimeout(patience);
  await reportRequests(page, false);
  page.on("pageerror", (e) => trouble.push(String(e.stack ?? e)));
  const received = [];
  await page.routeWebSocket(/\/ws$/, (ws) => {
    if (down) return void ws.close();
    lines.add(ws);
    const server = ws.connectToServer();
    server.onMessage((message) => {
      if (mute && lines.has(ws)) return;
      received.push(typeof message === "string" ? message : inWords(message));
      ws.send(message);
    });
  });
  await page.goto(`/c/${code}`);
  await idle(page);
  return {
    page,
    received,
    close: () => context.close(),
    async cut() {
      down = true;
      for (const ws of lines) await ws.close();
      lines.clear();
    },
    /** The connection carries nothing any more, and nobody says so. */
    mute() {
      down = mute = true;
    },
    mend() {
      if (mute) lines.clear();
      down = mute = false;
    },
  };
}

export const stepOf = async (page) => Number(/\d+/.exec(await page.locator("#step").textContent())?.[0]);
export const says = (page, text) => page.locator("#room-state").getByText(text).waitFor();

/** Waits until a page shows a step and its sentence. */
export async function shows(page, step) {
  await until(async () => (await stepOf(page)) === step, `the page shows step ${step}`);
  await idle(page);
}
