// What a page keeps when another one is loaded: the step for Ask me first, and the marks of values.

import assert from "node:assert/strict";
import { stepOf } from "./classroom.mjs";
import { atStep, idle, person } from "./harness.mjs";

person("Ask me first asks from the step that is shown, and comes back to it", {}, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=deep&step=10");
  await atStep(page);
  await page.locator("input[name=ask]").check({ force: true });
  await page.waitForURL(/ask=1/);
  await idle(page);
  assert.equal(await stepOf(page), 10);
  await page.locator("input[name=ask]").uncheck({ force: true });
  await page.waitForURL((url) => !url.searchParams.has("ask"));
  await idle(page);
  assert.equal(await stepOf(page), 10);
});

person("the ring of a value that is ours stays when the algorithm changes and comes back", {}, async (page) => {
  await page.goto("/figures/s2003-fig6?algorithm=speculative");
  await idle(page);
  const rings = () => page.locator("svg.tree g.node:has(.ours)").count(), before = await rings();
  assert.ok(before > 0);
  for (const algorithm of ["maxn", "speculative"]) {
    await page.locator(`input[name=algorithm][value=${algorithm}]`).check({ force: true });
    await page.waitForURL(new RegExp(`algorithm=${algorithm}`));
    await idle(page);
  }
  assert.equal(await rings(), before, "a ring is lost");
});

person("another algorithm shows the same event, and another value the same node", {}, async (page) => {
  const now = () => page.locator("svg.tree g.node.now").getAttribute("data-node");
  await page.goto("/figures/k1991-fig6?algorithm=shallow&step=10");
  await atStep(page);
  const [node, said] = [await now(), await page.locator("#sentence").innerText()];
  const choose = async (name, value) => {
    await page.locator(`input[name=${name}][value="${value}"]`).check({ force: true });
    await page.waitForURL((url) => url.searchParams.get(name) === value);
    await idle(page);
  };
  await choose("algorithm", "maxn");
  assert.ok(await stepOf(page) > 0);
  assert.equal(await now(), node);
  assert.equal(await page.locator("#sentence").innerText(), said, "the event is the same");
  await choose("v5", "3,0,6");
  assert.equal(await now(), node);
  await page.goto("/figures/k1991-fig6?algorithm=deep&step=3");
  await idle(page);
  assert.equal(await stepOf(page), 3, "an address says itself what to show");
});
