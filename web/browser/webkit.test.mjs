// The main walk in WebKitGTK.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";
import { until } from "./waits.mjs";
import { walks } from "./walks.mjs";
import { missing, openWebKit } from "./webkit.mjs";

walks("WebKit", missing(), openWebKit);

test("WebKit: what goes wrong in a page is seen, also while it loads and after it is left", { skip: missing() !== "" && process.env.CI !== "true" }, async () => {
  let waits = false;
  const server = createServer((request, response) => {
    response.setHeader("content-type", "text/html");
    if (request.url === "/next") return response.end("<!doctype html><head></head><title>next</title>");
    if (request.url === "/waits") return void (waits = true); // until the page is left
    if (request.url !== "/") return response.writeHead(404).end();
    response.end(`<!doctype html><html><head></head><script>console.error("written")</script><script>throw new Error("thrown")</script>
      <script>Promise.reject("refused")</script><img src="/none"><title>first</title>`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { newPage, trouble, close } = await openWebKit();
  try {
    const page = await newPage(), origin = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;
    await page.goto(`${origin}/`);
    await until(() => page.trouble.length >= 4, "all that goes wrong is seen");
    await page.evaluate(() => document.head.insertAdjacentHTML("beforeend", '<link rel="stylesheet" href="/waits">'));
    await until(() => waits, "the page still loads a style sheet");
    await page.goto(`${origin}/next`);
    assert.equal(await page.evaluate(() => document.title), "next");
    const seen = trouble(page).map((text) => text.replace(/http:\S+/, "")).sort();
    assert.deepEqual(seen, ["Error: thrown", "not loaded: ", "uncaught: refused", "written"]);
    assert.deepEqual(trouble(page), []);
  } finally {
    await close();
    server.close();
  }
});
