// What the pages of figures, chapters and theorems weigh on the wire, and the fonts, which a browser gets once for all pages.

import assert from "node:assert/strict";
import http from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { figures, frames, idle, person, until, url } from "./harness.mjs";

/** Bytes of one page, compressed, all but what comes through the websocket. */
const most = 64_000;

/** Bytes of all fonts together; typeface.test.mjs checks that they are cached for good. */
const mostOfFonts = 90_000;

const isFont = (path) => path.endsWith(".woff2");

/** The icon of the tab, which a browser gets once for all pages, when it likes. @param {string} path */
const isIcon = (path) => path.endsWith("/icon.svg");

/** The answer to a request: its bytes as they are sent to a browser, and its text. @param {string} path @returns {Promise<{bytes: number, text: string}>} */
async function ask(path) {
  const answer = await new Promise((resolve, reject) => {
    http.get(url + path, { headers: { "accept-encoding": "gzip, deflate, br, zstd" } }, resolve).on("error", reject);
  });
  const body = Buffer.concat(await answer.toArray()), encoding = answer.headers["content-encoding"];
  if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}: ${path}`);
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ""];
  assert.ok(decode || encoding === undefined, `${path} is sent as ${encoding}`);
  return { bytes: body.length, text: String(decode ? decode(body) : body) };
}

/** What has been asked for by its address. @type {Map<string, Promise<number>>} */
const sent = new Map();

/** The bytes of an address as they are sent to a browser. @param {string} path */
function weight(path) {
  if (!sent.has(path)) sent.set(path, ask(path).then(({ bytes }) => bytes));
  return sent.get(path);
}

/** Whether a page lacks its table of all algorithms: a busy server gives up after half a second, and a link is there in its place. @param {string} text */
const lacksTable = (text) => text.includes("too long for a table beside the tree");

/** A page by itself, with its table: its bytes, and what its markup asks for. */
async function markup(id) {
  let page;
  await until(async () => !lacksTable((page = await ask(id)).text), `${id} has its table`);
  sent.set(id, Promise.resolve(page.bytes));
  const tags = page.text.match(/<(script|link|img|iframe)\b[^>]*>/g);
  return { id, bytes: page.bytes, asks: tags.filter((t) => /\b(src|href)=/.test(t)).sort().join("\n") };
}

/** Does something with each of a list, some at a time: if all go on at once, none is done before the others. */
async function each(list, work) {
  const left = [...list];
  await Promise.all(Array.from({ length: 4 }, async () => {
    for (let next; (next = left.pop()); ) await work(next);
  }));
}

/** The most bytes of an address that the browser has had from the server, and not from its cache. @type {Map<string, number>} */
const received = new Map();

/** The addresses that a page of the course links to as its parts. @param {string} page @param {RegExp} link */
async function partsOf(page, link) {
  const parts = [...(await (await fetch(url + page)).text()).matchAll(link)].map(([, path]) => path);
  return [page, ...parts];
}

/** The kinds of pages, with the least number that there are of each. */
const kinds = [
  ["figure", 50, async () => figures.map((f) => `/figures/${f.id}`)],
  ["chapter", 4, () => partsOf("/learn", /href="(\/learn\/[^"]+)" data-chapter/g)],
  ["theorem", 10, () => partsOf("/learn/theorems", /href="(\/learn\/theorems\/[^"]+)" data-theorem/g)],
];

// Pages that ask for the same weigh the same but for their markup, so that one of each sort is loaded.
for (const [kind, least, pages] of kinds) person(`the page of every ${kind} weighs at most 64 KB`, {}, async (page) => {
  const paths = await pages();
  assert.ok(paths.length > least, `${paths.length} pages of a ${kind}`);
  const sorts = new Map();
  await each(paths, async (path) => {
    const one = await markup(path);
    sorts.set(one.asks, [...(sorts.get(one.asks) ?? []), one]);
  });
  const weighed = [];
  // What one has got is in the cache for the next one, but each asks for all that it needs.
  const weigh = async ([first, ...others]) => {
    const visit = await page.context().newPage();
    let sizes = [], asked;
    visit.on("request", (request) => sizes.push(request.sizes().then((s) => [request.url().slice(url.length), s.responseBodySize])));
    await until(async () => {
      sizes = [];
      await visit.goto(first.id); // until its modules have run
      if (await visit.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/idle.js")))) await idle(visit);
      await frames(visit); // which ask for the fonts
      await visit.evaluate(() => document.fonts.ready.then(() => {}));
      asked = await Promise.all(sizes);
      for (const [path, bytes] of asked) received.set(path, Math.max(bytes, received.get(path) ?? 0));
      return !lacksTable(await visit.content());
    }, `the browser has ${first.id} with its table`);
    await visit.close();
    // One that is answered from the cache is reported twice at times.
    const addresses = new Set(asked.map(([path]) => path));
    const all = await Promise.all([...addresses].filter((path) => !isIcon(path)).map(async (path) => [path, await weight(path)])), parts = all.filter(([path]) => !isFont(path));
    const scripts = parts.filter(([path]) => path.endsWith(".js")).length;
    const total = parts.reduce((sum, [, bytes]) => sum + bytes, 0);
    const fonts = all.reduce((sum, [path, bytes]) => sum + (isFont(path) ? bytes : 0), 0);
    assert.ok(fonts > 0 && fonts <= mostOfFonts, `the fonts of ${first.id} weigh ${fonts} bytes, want at most ${mostOfFonts}`);
    assert.ok(scripts > 0 && total > 1000, `what was weighed: ${JSON.stringify(parts)}`);
    weighed.push([first.id, total, parts], ...others.map((o) => [o.id, total - first.bytes + o.bytes, parts]));
  };
  await each(sorts.values(), weigh);
  assert.equal(weighed.length, paths.length);
  for (const [path, bytes] of received) {
    const here = await weight(path); // the browser counts the frames around it
    assert.ok(Math.abs(bytes - here) < 200, `${path} weighs ${bytes} bytes for the browser, and ${here} for this test`);
  }
  for (const [id, total, parts] of weighed) assert.ok(total <= most, `the page of ${id} weighs ${total} bytes, want at most ${most}: ${JSON.stringify(parts)}`);
  const [id, heaviest] = weighed.reduce((a, b) => (b[1] > a[1] ? b : a));
  console.log(`the heaviest page of a ${kind}, ${id}, weighs ${heaviest} bytes`);
});
