// A room with names: the presenter sees who is here and who has answered what, takes one out and lets them in again,
// and asks, counts, reveals and goes on by keys. What is needed for that is in sight.

import assert from "node:assert/strict";
import { follower, says } from "./classroom.mjs";
import { accessible, idle, narrow, person, shot, themes, until } from "./harness.mjs";

/** The parts of a page that are not wholly in the window, or are covered. */
const hidden = (page, ...parts) => page.evaluate((list) => list.filter((part) => {
  const e = document.querySelector(part), box = e?.getBoundingClientRect();
  if (!e || !box || box.width === 0) return true;
  const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth || !at || !(e.contains(at) || at.contains(e));
}), parts);

person("a room with names: one is taken out and let in, and a question goes from asking to the next scene", {}, async (page) => {
  const trouble = [], browser = page.context().browser();
  await page.goto("/lessons/alpha-beta");
  await idle(page);
  await page.getByRole("button", { name: "Teach" }).click();
  await page.waitForURL("**/present/*");
  await idle(page);
  const code = page.url().slice(-8), row = (name) => page.locator("#people-list li", { hasText: name });

  // Nobody is here: the projector shows how to join.
  const projector = await page.context().newPage();
  await projector.setViewportSize({ width: 1280, height: 720 });
  await projector.goto(`/present/${code}?present=1`);
  await projector.locator("#join-card").getByText(code).waitFor();
  await page.getByLabel("Ask for names").check();

  const ada = await follower(browser, code, narrow, trouble), eve = await follower(browser, code, { width: 1024, height: 768 }, trouble);
  await projector.locator("#join-card").waitFor({ state: "hidden" });
  for (const [one, name] of [[ada, "Ada Lovelace"], [eve, "Eve"]]) {
    await one.page.getByText("This room asks for your name.").waitFor();
    await accessible(one.page, "a room that asks for a name");
    await one.page.locator("#nick").fill(name);
    await one.page.getByRole("button", { name: "Save" }).click();
    await row(name).waitFor();
    await one.page.locator("#notice").waitFor({ state: "hidden" });
  }

  // One is taken out, and waits.
  await page.getByRole("button", { name: "Take out: Eve" }).click();
  await says(eve.page, "The presenter has taken you out of this room.");
  await shot(eve.page, "names taken out");
  await row("Eve").locator(".person-does", { hasText: "waits" }).waitFor();
  assert.ok(await page.getByLabel("New people wait").isChecked(), "a room is not locked after one was taken out");
  await page.getByRole("button", { name: "Let in: Eve" }).click();
  await says(eve.page, "You follow the presenter.");

  // A question, by keys.
  await page.locator("#stage").focus();
  await page.keyboard.press("q");
  await projector.locator("#question-text").waitFor();
  const kids = ada.page.locator("#answer label");
  await kids.first().waitFor();
  await kids.first().tap();
  await ada.page.getByRole("button", { name: "Send" }).tap();
  await ada.page.getByText("Your answer is saved.").waitFor();
  await ada.page.getByRole("button", { name: "I’m lost" }).tap();
  await row("Ada Lovelace").locator(".person-does", { hasText: "lost" }).waitFor();
  const chosen = (await kids.first().textContent()).trim();
  await row("Ada Lovelace").locator(".person-does", { hasText: chosen }).waitFor();
  for (const [width, height] of [[1440, 900], [1280, 720]]) {
    await page.setViewportSize({ width, height });
    await idle(page);
    assert.deepEqual(await hidden(page, "#question-text", "#answered", "#next-scene", "#ask-time", "#people-list li", "#ask-stop", "#ask-totals", "#ask-reveal", "#step"), [], `what is out of sight at ${width}×${height}`);
    await shot(page, `names presenter ${width}`);
  }
  // An answer goes with the person, and their page does not say any more that it is saved.
  await eve.page.locator("#answer label").first().click();
  await eve.page.getByRole("button", { name: "Send" }).click();
  await eve.page.getByText("Your answer is saved.").waitFor();
  await page.getByRole("button", { name: "Take out: Eve" }).click();
  await says(eve.page, "The presenter has taken you out of this room.");
  await page.getByRole("button", { name: "Let in: Eve" }).click();
  await says(eve.page, "You follow the presenter.");
  await eve.page.locator("#answer label").first().click();
  assert.equal(await eve.page.locator("#answer-state").textContent(), "", "a page speaks of an answer that was deleted");
  await page.locator("#answered", { hasText: "1 of 2" }).waitFor();

  // The tree ends above the player, in large letters, too; and nothing covers the player of a phone.
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.locator("#theme").selectOption("projector");
  const above = () => document.querySelector("#stage svg.tree").getBoundingClientRect().bottom <= document.querySelector(".playback").getBoundingClientRect().top;
  await until(() => page.evaluate(above), "the tree ends above the player");
  await page.locator("#theme").selectOption("");
  for (const height of [568, 480]) {
    await page.setViewportSize({ width: 320, height });
    await idle(page);
    assert.deepEqual(await hidden(page, "#play", "#step", "#scrub"), [], `what is covered at 320×${height}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `a page at 320×${height} is wider than the screen`);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  assert.ok(ada.received.concat(eve.received).every((m) => !m.includes("Ada") && !m.includes("Eve")), "a follower gets a name");
  assert.ok(eve.received.every((m) => !m.includes('"correct"')), "the right answer is sent early");

  // The projector has the question and the tree, in letters for the last row.
  const letters = () => projector.evaluate(() => ["question-text", "totals", "choices"].flatMap((id) => {
    const e = document.getElementById(id);
    return e.getBoundingClientRect().height > 0 ? [parseFloat(getComputedStyle(e).fontSize) / innerHeight] : [];
  }));
  const large = async (parts) => {
    const list = await letters();
    assert.equal(list.length, parts);
    for (const size of list) assert.ok(size >= 40 / 720 - 1e-6, `letters of ${size * 720} in 720`);
  };
  await large(1);
  assert.ok(await projector.locator("#sentence").isHidden(), "a sentence is beside an open question");
  assert.deepEqual(await hidden(projector, "#question-text", "#stage svg.tree"), []);
  assert.ok(await projector.locator("#people").isHidden());
  for (const name of themes) {
    await projector.evaluate((t) => (document.documentElement.dataset.theme = t), name); // its window has no list of themes
    await shot(projector, `names projector ${name}`);
  }
  await page.keyboard.press("c");
  await projector.locator("#join-card").waitFor();
  await projector.keyboard.press("c");
  await page.locator("#join-card").waitFor({ state: "hidden" });

  // A list that was asked for before the answer is revealed comes after it.
  let held = true;
  /** @type {(() => void)[]} */
  const lists = [];
  await page.route("**/people", async (route) => {
    const response = await route.fetch();
    if (held) await new Promise((come) => lists.push(() => come(undefined)));
    await route.fulfill({ response });
  });
  await page.locator("#stage").focus();
  await page.keyboard.press("x");
  await page.locator("#ask-stop:disabled").waitFor();
  await until(() => lists.length > 0, "the list is asked for");
  await page.keyboard.press("t");
  await projector.locator("#totals li").first().waitFor();
  await large(2);
  assert.ok(await projector.locator("#totals li").first().evaluate((li) => parseFloat(getComputedStyle(li, "::after").borderTopWidth) >= innerHeight / 60), "a bar is thin");
  await shot(projector, "names totals projector");
  await projector.keyboard.press("r"); // the keys work in the projector's window, too
  await page.locator("#right-answer").getByText("Correct").waitFor();
  held = false;
  for (const come of lists) come();
  await row("Ada Lovelace").locator(".person-does", { hasText: /right|wrong/ }).waitFor();
  assert.deepEqual(await hidden(page, "#question-text", "#right-answer", "#next-scene", "#people-list li"), []);
  await accessible(page, "a revealed question with names");
  await accessible(projector, "a revealed question on the projector");

  // By its scenes the next one is named, and one key shows it.
  assert.match(await page.locator("#next-name").textContent(), /^2\. \S/);
  await page.locator("#stage").focus();
  await page.keyboard.press("n");
  await page.locator("#lesson [data-scene='1'].here").waitFor({ state: "attached" });
  await idle(page);
  await until(async () => /^3\. \S/.test(await page.locator("#next-name").textContent()), "the next scene is named");
  const table = await (await page.context().request.get(`/api/v1/rooms/${code}/answers.csv?for=long`)).text();
  assert.match(table, /\nAda Lovelace,1,1,/);

  // On a phone nothing covers the player.
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await idle(page);
    await page.locator("#stage").focus();
    assert.deepEqual(await hidden(page, "#back", "#play", "#forward", "#step", "#ask-next"), [], `at ${width}`);
    await page.keyboard.press("q");
    await page.locator("#ask-stop:enabled").waitFor();
    assert.deepEqual(await hidden(page, "#back", "#play", "#forward", "#step", "#ask-stop", "#ask-totals", "#ask-reveal"), [], `with a question at ${width}`);
    await accessible(page, `an open question at ${width}`);
    await shot(page, `names presenter ${width}`);
    await page.keyboard.press("x");
    await page.locator("#ask-stop:disabled").waitFor();
    await page.getByRole("button", { name: "End the question" }).click();
    await page.locator("#ask-end:disabled").waitFor();
  }
  assert.deepEqual(trouble, []);
  await Promise.all([ada.close(), eve.close()]);
});
