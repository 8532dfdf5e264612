// The page of a large run that is not checked yet: it shows why, and the result when there is one.

import { once } from "node:events";
import assert from "node:assert/strict";
import { atEnd, person, serve } from "./harness.mjs";

/** A run that is too large to be played: its page does not wait for the check. */
const leaves = 250_000;
const large = [
  '{"kind":"minimax"}',
  '{"type":"enter","id":0,"player":1}',
  ...Array.from({ length: leaves }, (_, i) => `{"type":"leaf","id":${i + 1},"value":7}`),
  '{"type":"exit","id":0,"value":8}',
].join("\n");

/** The run is kept by a server that has ended: the next one has its verdict, and no report. */
const before = await serve("unchecked");
const kept = await (await fetch(`${before.url}/api/v1/traces`, { method: "POST", headers: { "Content-Type": "application/x-ndjson" }, body: large })).json();
before.server.kill("SIGTERM");
await once(before.server, "exit");
const { server, url } = await serve("unchecked");
atEnd(() => server.kill("SIGTERM"));

person("the page of a run that is not checked yet shows the result when it is ready", { expect: new RegExp(`^request to elsewhere: ${url}/|503`) }, async (page) => {
  let waits = true, asked = () => {};
  const hasAsked = new Promise((resolve) => (asked = () => resolve(undefined)));
  const detail = "not checked yet: there is no memory"; // what a server says that has none
  await page.route("**/checks?revision=1", (route) => (waits ? route.fulfill({ status: 503, json: { detail } }) : route.continue()));
  await page.route(/\/traces\/[^/?]+\?revision=1$/, (route) => {
    asked();
    return waits ? route.fulfill({ json: { unchecked: detail } }) : route.continue();
  });
  await page.goto(url + kept.url);
  const found = page.getByRole("region", { name: "The result" });
  await found.getByText("Not checked yet: there is no memory. The result comes here when it is ready.").waitFor();
  assert.equal(await found.getByText("The first error").count(), 0);
  await hasAsked;
  waits = false;
  await found.getByText("The first error is in line 250,003.").waitFor();
  assert.equal(await page.locator("#unchecked").count(), 0);
});
