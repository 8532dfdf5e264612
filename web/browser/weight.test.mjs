// What a figure's page weighs on the wire.

import assert from "node:assert/strict";
import { figures, person } from "./harness.mjs";

/** Bytes of one page, compressed, all but what comes through the websocket. */
const most = 60_000;

for (const figure of figures) {
  person(`the page of ${figure.id} weighs at most 60 KB`, {}, async (page) => {
    const weights = [];
    page.on("requestfinished", (request) => weights.push(request.sizes().then((s) => [new URL(request.url()).pathname, s.responseBodySize])));
    await page.goto(`/figures/${figure.id}`);
    await page.waitForLoadState("networkidle");
    const parts = await Promise.all(weights);
    const total = parts.reduce((sum, [, bytes]) => sum + bytes, 0);
    const scripts = parts.filter(([name]) => name.endsWith(".js")).length;
    assert.ok(scripts > 0 && total > 1000, `what was weighed: ${JSON.stringify(parts)}`);
    assert.ok(total <= most, `the page of ${figure.id} weighs ${total} bytes, want at most ${most}: ${JSON.stringify(parts)}`);
  });
}
