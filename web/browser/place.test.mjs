// Another value, another algorithm and Ask me first keep the place in the run.

import assert from "node:assert/strict";
import { stepOf } from "./classroom.mjs";
import { atStep, idle, person, until } from "./harness.mjs";

const at = (page) => page.locator("svg.tree g.node.now").first().getAttribute("data-node");

person("another algorithm and another value go to the same event, else to the same node", {}, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=deep&step=10");
  await atStep(page);
  await idle(page);
  const sentence = await page.locator("#sentence").textContent(), node = await at(page);
  await page.locator("input[name=algorithm][value=maxn]").check({ force: true });
  await page.waitForURL(/algorithm=maxn/);
  await idle(page);
  await until(async () => (await page.locator("#sentence").textContent()) === sentence, "the same event is shown");
  assert.equal(await at(page), node);
  await page.waitForURL(/step=10/);
  // The cut is no event of maxⁿ: its node is shown.
  await page.goto("/figures/k1991-fig6?algorithm=deep&step=12");
  await idle(page);
  const cutAt = await at(page);
  await page.locator("input[name=algorithm][value=maxn]").check({ force: true });
  await page.waitForURL(/algorithm=maxn/);
  await idle(page);
  await until(async () => (await stepOf(page)) > 0, "a step is shown");
  assert.equal(await at(page), cutAt);
  // Another value.
  await page.goto("/figures/k1991-fig6?algorithm=deep&step=10");
  await idle(page);
  await page.locator("input[name=v5]:not(:checked)").first().check({ force: true });
  await page.waitForURL(/v5=/);
  await idle(page);
  await until(async () => (await stepOf(page)) === 10, "the value keeps the place");
  // A link of one's own begins where it says.
  await page.goto("/figures/k1991-fig6?algorithm=maxn");
  await idle(page);
  assert.equal(await stepOf(page), 0);
});

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
