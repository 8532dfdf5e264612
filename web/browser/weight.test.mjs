// What the pages of figures, chapters and theorems weigh on the wire, and the fonts, which a browser gets once for all pages.

import assert from "node:assert/strict";
import http from "node:http";
import { figures, person, url } from "./harness.mjs";

/** Bytes of one page, compressed, all but what comes through the websocket. */
const most = 60_000;

/** Bytes of all fonts together; typeface.test.mjs checks that they are cached for good. */
const mostOfFonts = 90_000;

/** A page by itself: its bytes as they are sent to a browser, and what its markup asks for. */
async function markup(id) {
  const address = url + id;
  const bytes = await new Promise((resolve, reject) => {
    http.get(address, { headers: { "accept-encoding": "gzip, deflate, br, zstd" } }, async (answer) => {
      let sum = 0;
      for await (const part of answer) sum += part.length;
      resolve(sum);
    }).on("error", reject);
  });
  const tags = (await (await fetch(address)).text()).match(/<(script|link|img|iframe)\b[^>]*>/g);
  return { id, bytes, asks: tags.filter((t) => /\b(src|href)=/.test(t)).sort().join("\n") };
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
  const weigh = async ([first, ...others]) => {
    const context = await page.context().browser().newContext({ baseURL: url }); // nothing is in its cache
    const visit = await context.newPage(), weights = [];
    visit.on("requestfinished", (request) => weights.push(request.sizes().then((s) => [new URL(request.url()).pathname, s.responseBodySize])));
    await visit.goto(first.id, { waitUntil: "networkidle" });
    visit.removeAllListeners("requestfinished");
    const all = await Promise.all(weights), parts = all.filter(([name]) => !name.endsWith(".woff2"));
    await context.close();
    const scripts = parts.filter(([name]) => name.endsWith(".js")).length;
    const total = parts.reduce((sum, [, bytes]) => sum + bytes, 0);
    const fonts = all.reduce((sum, [name, bytes]) => sum + (name.endsWith(".woff2") ? bytes : 0), 0);
    assert.ok(fonts > 0 && fonts <= mostOfFonts, `the fonts of ${first.id} weigh ${fonts} bytes, want at most ${mostOfFonts}`);
    assert.ok(scripts > 0 && total > 1000, `what was weighed: ${JSON.stringify(parts)}`);
    const own = parts.find(([name]) => name === first.id)?.[1];
    assert.ok(Math.abs(own - first.bytes) < 200, `the markup of ${first.id} weighs ${own} bytes, and ${first.bytes} for this test`); // the browser counts the frames around it
    weighed.push([first.id, total, parts], ...others.map((o) => [o.id, total - own + o.bytes, parts]));
  };
  // Some at a time: if all load at once, none is done before the others.
  const left = [...sorts.values()];
  await Promise.all(Array.from({ length: 4 }, async () => {
    for (let next; (next = left.pop()); ) await weigh(next);
  }));
  assert.equal(weighed.length, paths.length);
  for (const [id, total, parts] of weighed) assert.ok(total <= most, `the page of ${id} weighs ${total} bytes, want at most ${most}: ${JSON.stringify(parts)}`);
  const [id, heaviest] = weighed.reduce((a, b) => (b[1] > a[1] ? b : a));
  console.log(`the heaviest page, ${id}, weighs ${heaviest} bytes`);
});
