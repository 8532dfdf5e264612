// A question with a time, the answers counted on the projector, totals as bars, and
// followers who say that they are lost.

import assert from "node:assert/strict";
import { follower, says, shows, teach } from "./classroom.mjs";
import { accessible, idle, narrow, person, shot, until, wide } from "./harness.mjs";

const button = (page, name) => page.getByRole("button", { name, exact: true });

person("a question counts down and stops by itself, the projector counts the answers, and totals are bars", {}, async (page) => {
  const trouble = [], browser = page.context().browser();
  const code = await teach(page, "/figures/k1991-fig6?algorithm=deep&step=10");
  const [one, two] = await Promise.all([follower(browser, code, wide, trouble), follower(browser, code, narrow, trouble)]);
  const projector = await page.context().newPage();
  await projector.setViewportSize({ width: 1280, height: 720 });
  await projector.goto(`/present/${code}?present=1`);
  await idle(projector);
  await page.getByText("2 follow").waitFor();
  await page.locator("#ask-time").selectOption("20");
  await page.keyboard.press("q");
  const pages = [page, one.page, two.page, projector];
  await Promise.all(pages.map((p) => p.locator("#time-left", { hasText: /^0:[012]\d left$/ }).waitFor()));
  await projector.getByText("0 of 2 answered", { exact: true }).waitFor();
  assert.ok(await one.page.locator("#class-answered").count() === 0, "a follower gets the number of answers");
  await one.page.getByRole("checkbox", { name: "f", exact: true }).click();
  await button(one.page, "Send").click();
  await projector.getByText("1 of 2 answered", { exact: true }).waitFor();
  await Promise.all([shot(projector, "time projector"), shot(two.page, "time phone"), shot(page, "time presenter")]);
  await accessible(two.page, "a question with a time");
  // The last seconds are spoken; then the server stops the question.
  await two.page.locator("#time-left.soon").waitFor();
  await two.page.getByText("No more answers are accepted.").waitFor();
  await Promise.all(pages.map((p) => p.locator("#time-left").waitFor({ state: "hidden" })));
  await page.locator("#ask-stop:disabled").waitFor();

  // More time, while it is open, and no limit again.
  await button(page, "Ask again").click();
  await two.page.locator("#time-left").waitFor();
  await page.locator("#ask-time").selectOption("300");
  await two.page.locator("#time-left", { hasText: /^[45]:/ }).waitFor();
  await page.locator("#ask-time").selectOption({ label: "no limit" });
  await two.page.locator("#time-left").waitFor({ state: "hidden" });
  assert.ok(await button(two.page, "Send").isVisible(), "the question stops with its limit");
  await two.page.getByRole("checkbox", { name: "e", exact: true }).click();
  await button(two.page, "Send").click();
  await two.page.getByText("Your answer is saved.").waitFor();
  for (const name of ["f"]) await one.page.getByRole("checkbox", { name, exact: true }).click();
  await button(one.page, "Send").click();
  await projector.getByText("2 of 2 answered", { exact: true }).waitFor();
  await button(page, "Show totals").click();
  await projector.locator("#totals li").first().waitFor();
  const bars = () => projector.locator("#totals li").evaluateAll((all) => all.map((li) => Math.round((100 * parseFloat(getComputedStyle(li, "::after").width)) / li.clientWidth)));
  assert.deepEqual(await bars(), [50, 50]);
  await button(page, "Show the answer").click();
  await projector.locator("#totals li.right", { hasText: "1× f" }).waitFor();
  await idle(projector);
  await shot(projector, "totals projector");
  await shot(one.page, "totals laptop");
  await accessible(projector, "totals");
  assert.ok(await projector.locator("#question").evaluate((e) => e.scrollHeight <= e.clientHeight), "the question is cut off");
  // A bar has a colour where the colours are forced.
  await projector.emulateMedia({ forcedColors: "active" });
  assert.notEqual(await projector.locator("#totals li").first().evaluate((li) => getComputedStyle(li, "::after").borderTopColor), await projector.locator("#totals").evaluate(() => getComputedStyle(document.body).backgroundColor));
  assert.deepEqual(trouble, []);
  await Promise.all([one.close(), two.close()]);
});

person("a follower says that they are lost, and only the presenter sees how many do", {}, async (page) => {
  const trouble = [], browser = page.context().browser();
  const code = await teach(page, "/figures/k1991-fig6?algorithm=deep&step=10");
  const [one, two] = await Promise.all([follower(browser, code, wide, trouble), follower(browser, code, narrow, trouble)]);
  const projector = await page.context().newPage();
  await projector.goto(`/present/${code}?present=1`);
  await idle(projector);
  const count = page.locator("#lost-count");
  await page.getByText("2 follow").waitFor();
  assert.equal(await count.textContent(), "");
  await button(one.page, "I’m lost").click();
  await count.getByText("1 is lost", { exact: true }).waitFor();
  await button(two.page, "I’m lost").tap();
  await count.getByText("2 are lost", { exact: true }).waitFor();
  await Promise.all([shot(page, "lost presenter"), shot(one.page, "lost laptop"), shot(two.page, "lost phone")]);
  assert.ok(await projector.locator("#lost-count").isHidden(), "the class sees on the projector who is lost");
  assert.ok([...one.received, ...two.received].every((m) => !m.includes('"lost"')), "a follower learns of it");
  await accessible(two.page, "lost");
  // It survives a lost connection and a new name, and is taken back.
  await one.cut();
  await count.getByText("1 is lost", { exact: true }).waitFor();
  one.mend();
  await says(one.page, "You follow the presenter.");
  await count.getByText("2 are lost", { exact: true }).waitFor();
  await one.page.getByText("Your name", { exact: true }).first().click();
  await one.page.getByLabel("Your name, which only the presenter sees").fill("Ada");
  await button(one.page, "Save").click();
  await count.getByText("2 are lost", { exact: true }).waitFor();
  await button(one.page, "I’m lost").click();
  await count.getByText("1 is lost", { exact: true }).waitFor();
  await two.close();
  await until(async () => (await count.textContent()) === "", "who leaves is not lost");
  assert.deepEqual(trouble, []);
  await one.close();
});

person("a sentence beside a question on the projector is not cut off", {}, async (page) => {
  await teach(page, "/figures/s2003-fig6?algorithm=speculative&step=13");
  const projector = await page.context().newPage();
  await projector.setViewportSize({ width: 1280, height: 720 });
  await projector.goto(`${page.url()}?present=1`);
  await idle(projector);
  await page.keyboard.press("q");
  await projector.locator("#question").waitFor();
  // It is stopped and stays, beside the sentences that follow.
  for (let step = 14; step <= 30; step++) {
    await page.keyboard.press("ArrowRight");
    await shows(projector, step);
    for (const part of [".commentary", ".question"]) {
      assert.ok(await projector.locator(part).evaluate((e) => e.scrollHeight <= e.clientHeight), `${part} is cut off at step ${step}`);
    }
    if (step === 22) await shot(projector, "sentence beside a question");
  }
});
