// What a figure's page weighs on the wire.

import assert from "node:assert/strict";
import { figures, person, url } from "./harness.mjs";

/** Bytes of one page, compressed, all but what comes through the websocket. */
const most = 60_000;

/** Pages that load at the same time: each waits for half a second of silence. */
const atOnce = 10;

person("the page of every figure weighs at most 60 KB", {}, async (page) => {
  assert.ok(figures.length > 50, `${figures.length} figures`);
  const left = [...figures];
  const weigh = async () => {
    for (let figure = left.shift(); figure; figure = left.shift()) {
      const context = await page.context().browser().newContext({ baseURL: url }); // nothing is in its cache
      const visit = await context.newPage(), weights = [];
      visit.on("requestfinished", (request) => weights.push(request.sizes().then((s) => [new URL(request.url()).pathname, s.responseBodySize])));
      await visit.goto(`/figures/${figure.id}`, { waitUntil: "networkidle" });
      visit.removeAllListeners("requestfinished");
      const parts = await Promise.all(weights);
      await context.close();
      const total = parts.reduce((sum, [, bytes]) => sum + bytes, 0);
      const scripts = parts.filter(([name]) => name.endsWith(".js")).length;
      assert.ok(scripts > 0 && total > 1000, `what was weighed: ${JSON.stringify(parts)}`);
      assert.ok(total <= most, `the page of ${figure.id} weighs ${total} bytes, want at most ${most}: ${JSON.stringify(parts)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, weigh));
});
