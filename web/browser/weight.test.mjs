// What the pages of figures, chapters and theorems weigh on the wire, and the fonts, which a browser gets once for all pages.

import assert from "node:assert/strict";
import http from "node:http";
import { figures, person, url } from "./harness.mjs";

/** Bytes of one page, compressed, all but what comes through the websocket. */
const most = 60_000;

/** Bytes of all fonts together; typeface.test.mjs checks that they are cached for good. */
const mostOfFonts = 90_000;

const isFont = (path) => path.endsWith(".woff2");

/** What has been asked for by its address: the bytes that were sent. @type {Map<string, Promise<number>>} */
const sent = new Map();

/** The bytes of an address as they are sent to a browser. @param {string} path */
function weight(path) {
  if (!sent.has(path)) {
    sent.set(path, new Promise((resolve, reject) => {
      http.get(url + path, { headers: { "accept-encoding": "gzip, deflate, br, zstd" } }, async (answer) => {
        let sum = 0;
        for await (const part of answer) sum += part.length;
        if (answer.statusCode === 200) resolve(sum);
        else reject(new Error(`status ${answer.statusCode}: ${path}`));
      }).on("error", reject);
    }));
  }
  return sent.get(path);
}

/** A page by itself: its bytes, and what its markup asks for. */
async function markup(id) {
  const tags = (await (await fetch(url + id)).text()).match(/<(script|link|img|iframe)\b[^>]*>/g);
  return { id, bytes: await weight(id), asks: tags.filter((t) => /\b(src|href)=/.test(t)).sort().join("\n") };
}

// Pages that ask for the same weigh the same but for their markup, so that one of each sort is loaded.
person("the page of every figure, chapter and theorem weighs at most 60 KB", {}, async (page) => {
  assert.ok(figures.length > 50, `${figures.length} figures`);
  const chapters = [...(await (await fetch(`${url}/learn`)).text()).matchAll(/href="(\/learn\/[^"]+)" data-chapter/g)].map(([, path]) => path);
  assert.ok(chapters.length > 3, `${chapters.length} chapters`);
  const theorems = [...(await (await fetch(`${url}/learn/theorems`)).text()).matchAll(/href="(\/learn\/theorems\/[^"]+)" data-theorem/g)].map(([, path]) => path);
  assert.ok(theorems.length > 10, `${theorems.length} theorems`);
  const paths = [...figures.map((f) => `/figures/${f.id}`), "/learn", ...chapters, "/learn/theorems", ...theorems];
  const sorts = new Map();
  for (const one of await Promise.all(paths.map(markup))) sorts.set(one.asks, [...(sorts.get(one.asks) ?? []), one]);
  const weighed = [];
  /** The most bytes of an address that the browser has had from the server. @type {Map<string, number>} */
  const received = new Map();
  // What one has got is in the cache for the next one, but each asks for all that it needs.
  const weigh = async ([first, ...others]) => {
    const visit = await page.context().newPage(), sizes = [];
    visit.on("requestfinished", (request) => sizes.push(request.sizes().then((s) => [request.url().slice(url.length), s.responseBodySize])));
    await visit.goto(first.id, { waitUntil: "networkidle" });
    await visit.evaluate(() => document.fonts.ready.then(() => {})); // a busy machine asks for them later
    visit.removeAllListeners("requestfinished");
    const asked = await Promise.all(sizes);
    await visit.close();
    for (const [path, bytes] of asked) received.set(path, Math.max(bytes, received.get(path) ?? 0));
    // One that is answered from the cache is reported twice at times.
    const addresses = new Set(asked.map(([path]) => path));
    const all = await Promise.all([...addresses].map(async (path) => [path, await weight(path)])), parts = all.filter(([path]) => !isFont(path));
    const scripts = parts.filter(([path]) => path.endsWith(".js")).length;
    const total = parts.reduce((sum, [, bytes]) => sum + bytes, 0);
    const fonts = all.reduce((sum, [path, bytes]) => sum + (isFont(path) ? bytes : 0), 0);
    assert.ok(fonts > 0 && fonts <= mostOfFonts, `the fonts of ${first.id} weigh ${fonts} bytes, want at most ${mostOfFonts}`);
    assert.ok(scripts > 0 && total > 1000, `what was weighed: ${JSON.stringify(parts)}`);
    weighed.push([first.id, total, parts], ...others.map((o) => [o.id, total - first.bytes + o.bytes, parts]));
  };
  // Some at a time: if all load at once, none is done before the others.
  const left = [...sorts.values()];
  await Promise.all(Array.from({ length: 4 }, async () => {
    for (let next; (next = left.pop()); ) await weigh(next);
  }));
  assert.equal(weighed.length, paths.length);
  for (const [path, bytes] of received) {
    const here = await weight(path); // the browser counts the frames around it
    assert.ok(Math.abs(bytes - here) < 200, `${path} weighs ${bytes} bytes for the browser, and ${here} for this test`);
  }
  for (const [id, total, parts] of weighed) assert.ok(total <= most, `the page of ${id} weighs ${total} bytes, want at most ${most}: ${JSON.stringify(parts)}`);
  const [id, heaviest] = weighed.reduce((a, b) => (b[1] > a[1] ? b : a));
  console.log(`the heaviest page, ${id}, weighs ${heaviest} bytes`);
});
