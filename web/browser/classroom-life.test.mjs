// The life of a question: what the class, the projector and the presenter see of it from
// the moment it is asked until it ends.

import assert from "node:assert/strict";
import { follower, says, shows, stepOf, teach } from "./classroom.mjs";
import { accessible, idle, narrow, person, shot, until, wide } from "./harness.mjs";

/** The last step that a follower's socket has got. */
const lastSent = ({ received }) => Math.max(-1, ...received.filter((m) => m.startsWith('{"type":"steps"')).map((m) => JSON.parse(m)).map((m) => m.from + m.count - 1));
const button = (page, name) => page.getByRole("button", { name, exact: true });
const places = (page) => page.locator(".asking > p button").evaluateAll((all) => all.map((b) => [b.id, Math.round(b.getBoundingClientRect().left), Math.round(b.getBoundingClientRect().top)].join()));

person("a step past a question stops it, an answered one ends with the next step, and buttons keep their places", {}, async (page) => {
  const trouble = [], browser = page.context().browser();
  const code = await teach(page, "/figures/k1991-fig6?algorithm=deep&step=11");
  const [one, two, three] = await Promise.all([follower(browser, code, wide, trouble), follower(browser, code, { width: 820, height: 1180 }, trouble), follower(browser, code, narrow, trouble)]);
  const projector = await page.context().newPage(), class_ = [one, two, three];
  await projector.setViewportSize({ width: 1280, height: 720 });
  await projector.goto(`/present/${code}?present=1`);
  await idle(projector);
  await page.getByText("3 follow").waitFor();
  const before = await places(page);

  // The question about the next cut: the bounds are its answer, and nobody in the class sees them.
  await page.keyboard.press("q");
  await Promise.all([...class_.map((f) => f.page), projector].map((p) => p.locator("#question-text", { hasText: "Which bounds does the algorithm use?" }).waitFor()));
  for (const p of [...class_.map((f) => f.page), projector]) assert.ok(await p.locator("#bounds").isHidden(), "the bounds are beside the question about them");
  assert.ok(await page.locator("#bounds").isVisible(), "the presenter has the bounds");
  assert.deepEqual(await places(page), before, "a question moves the buttons");
  await shot(three.page, "life bounds phone");
  await accessible(one.page, "a question about bounds");
  // Right, wrong, and not sent.
  const choose = async (f, ...names) => {
    for (const name of names) await f.page.getByRole("checkbox", { name, exact: true }).click();
  };
  await choose(one, "a", "d");
  await choose(two, "c", "d");
  await choose(three, "a");
  for (const f of [one, two]) {
    await button(f.page, "Send").click();
    await f.page.getByText("Your answer is saved.").waitFor();
  }
  // A step back leaves it open, the cut itself stops it for everybody before it is shown.
  await page.keyboard.press("ArrowLeft");
  await Promise.all([...class_.map((f) => shows(f.page, 10)), shows(projector, 10)]);
  assert.ok(await button(three.page, "Send").isVisible());
  await page.keyboard.press("ArrowRight");
  await shows(three.page, 11);
  for (const f of class_) assert.equal(lastSent(f), 11, "a step past the question is sent");
  await page.keyboard.press("ArrowRight");
  await Promise.all([...class_.map((f) => shows(f.page, 12)), shows(projector, 12)]);
  await three.page.getByText("No more answers are accepted. This one was not sent.").waitFor();
  for (const f of class_) {
    assert.ok(await button(f.page, "Send").isHidden());
    const all = f.received.map((m) => JSON.parse(m)), stopped = all.findIndex((m) => m.question?.state === "stopped"), past = all.findIndex((m) => m.type === "steps" && m.from + m.count > 12);
    assert.ok(stopped >= 0 && past > stopped, "the step comes before the end of the question");
  }
  assert.deepEqual(await places(page), before);

  // The answer: each reads what they chose and what it is worth.
  await button(page, "Show the answer").click();
  await one.page.locator("#right-answer").getByText("You chose a, d. That is correct.", { exact: true }).waitFor();
  await two.page.locator("#right-answer").getByText("You chose c, d. Correct: a, d.", { exact: true }).waitFor();
  await three.page.locator("#right-answer").getByText("Correct: a, d", { exact: true }).waitFor();
  await projector.locator("#right-answer").getByText("Correct: a, d", { exact: true }).waitFor();
  await two.page.locator("#right-why", { hasText: "1 + 3: 10 ≥ 9" }).waitFor();
  await idle(two.page);
  await shot(two.page, "life answer tablet");
  await shot(three.page, "life answer phone");
  assert.deepEqual(await places(page), before);
  // The next step ends it: the sentence is there again, on the projector and on the phone.
  await page.keyboard.press("ArrowRight");
  await Promise.all([...class_.map((f) => f.page), projector].map(async (p) => {
    await shows(p, 13);
    await p.locator("#question").waitFor({ state: "hidden" });
    assert.ok(await p.locator("#sentence").isVisible());
  }));
  await shot(projector, "life after projector");

  // A double click on a button does what one click does.
  await page.keyboard.press("q");
  await three.page.locator("#question").waitFor();
  await button(page, "Stop").dblclick();
  await page.locator("#ask-stop:disabled").waitFor();
  await idle(page);
  assert.ok(await three.page.locator("#totals").isHidden(), "a double click on Stop shows the totals");
  await button(page, "End the question").click();
  await three.page.locator("#question").waitFor({ state: "hidden" });
  assert.deepEqual(await places(page), before);
  assert.deepEqual(trouble, []);
  await Promise.all(class_.map((f) => f.close()));
});

person("a follower's page forgets no answer, and knows when it is offline", {}, async (page) => {
  const trouble = [], browser = page.context().browser();
  const code = await teach(page, "/figures/k1991-fig6?algorithm=deep&step=10");
  const one = await follower(browser, code, narrow, trouble), state = one.page.locator("#answer-state");
  await page.keyboard.press("q");
  await one.page.locator("#question-text", { hasText: "Which children of d will be cut next?" }).waitFor();
  await one.page.getByRole("checkbox", { name: "f", exact: true }).tap();
  await button(one.page, "Send").tap();
  await state.getByText("Your answer is saved.").waitFor();
  await one.page.reload();
  await idle(one.page);
  await state.getByText("Your answer is saved. You can change it.").waitFor();
  assert.ok(await one.page.getByRole("checkbox", { name: "f", exact: true }).isChecked(), "the answer is forgotten");
  await one.page.locator("g.node[data-node='5'].chosen").waitFor();
  await button(page, "Stop").click();
  await state.getByText("Your answer is saved.", { exact: true }).waitFor();
  await one.page.reload();
  await idle(one.page);
  await state.getByText("Your answer is saved.", { exact: true }).waitFor();
  await button(page, "Show the answer").click();
  await one.page.locator("#right-answer").getByText("You chose f. That is correct.", { exact: true }).waitFor();
  await one.page.reload();
  await idle(one.page);
  await one.page.locator("#right-answer").getByText("You chose f. That is correct.", { exact: true }).waitFor();
  // A value is filled in, too.
  await button(page, "Ask something else …").click();
  await page.locator("#ask-kind").selectOption("value");
  await page.locator("#ask-node").selectOption("3");
  await button(page, "Ask").click();
  await one.page.getByLabel("Score of player 1").pressSequentially("1/2 2 5");
  await button(one.page, "Send").tap();
  await state.getByText("Your answer is saved.").waitFor();
  await one.page.reload();
  await idle(one.page);
  await until(async () => (await one.page.getByLabel("Score of player 1").inputValue()) === "0.5" && (await one.page.getByLabel("Score of player 3").inputValue()) === "5", "the value is filled in");
  await button(page, "End the question").click();

  // The network goes away: nothing closes the connection, and the page says so all the same.
  await says(one.page, "You follow the presenter.");
  one.mute();
  await one.page.context().setOffline(true);
  await says(one.page, "The connection is lost");
  await page.keyboard.press("ArrowRight");
  await shows(page, 11);
  assert.equal(await stepOf(one.page), 10);
  one.mend();
  await one.page.context().setOffline(false);
  await says(one.page, "You follow the presenter.");
  await shows(one.page, 11);
  assert.deepEqual(trouble, []);
  await one.close();
});

person("the socket of a follower has no step that the room has not shown", {}, async (page) => {
  const trouble = [], browser = page.context().browser();
  const code = await teach(page, "/figures/s2003-fig6?algorithm=speculative&step=3");
  await idle(page);
  const one = await follower(browser, code, wide, trouble), alone = one.page;
  await shows(alone, 3);
  assert.equal(lastSent(one), 3);
  assert.doesNotMatch(await alone.content(), /of 36|"cut"|class="story"/);
  for (const key of ["ArrowRight", "End", "Shift+ArrowRight"]) await alone.keyboard.press(key);
  assert.equal(await stepOf(alone), 3);
  await page.keyboard.press("ArrowRight");
  await shows(alone, 4);
  assert.equal(lastSent(one), 4);
  // Alone one goes back, and forward up to the class; the class goes on meanwhile.
  await alone.keyboard.press("ArrowLeft");
  await alone.getByText("You move on your own.").waitFor();
  await page.keyboard.press("ArrowRight");
  await alone.getByText("2 steps behind").waitFor();
  await until(() => lastSent(one) === 5, "who moves alone gets the steps of the class");
  await idle(alone); // the page has read them
  await alone.keyboard.press("End");
  await until(async () => (await stepOf(alone)) === 5, "the end is the step of the class");
  await button(alone, "Rejoin").click();

  // A playback: the unit that plays, and one more.
  for (const by of ["events", "decisions", "cuts"]) {
    await page.keyboard.press("Home");
    await shows(page, 0);
    await alone.reload();
    await idle(alone);
    one.received.length = 0;
    await page.getByRole("combobox", { name: "steps" }).selectOption(by);
    await page.getByRole("combobox", { name: "speed" }).selectOption("2");
    await button(page, "Play").click();
    await until(async () => (await stepOf(page)) > 8, `the presenter plays by ${by}`);
    await button(page, "Pause").click();
    await idle(page);
    const stopped = await stepOf(page);
    await shows(alone, stopped);
    const stops = await page.evaluate(async ([by, show]) => {
      const events = (await (await fetch("/api/v1/trace", { method: "POST", body: JSON.stringify(show) })).text()).trim().split("\n").map((line) => JSON.parse(line));
      return events.filter((e) => by === "events" || ["prune", "research"].includes(e.type) || (by === "decisions" && ((e.type === "backup" && e.improved) || (e.type === "exit" && e.node === 0)))).map((e) => e.seq);
    }, [by, { figure: "s2003-fig6", algorithm: "speculative" }]);
    const next = stops.filter((seq) => seq > stopped);
    assert.ok(lastSent(one) <= (next[1] ?? Infinity), `by ${by}: stopped at ${stopped}, and step ${lastSent(one)} was sent`);
    if (next.length > 2) assert.ok(lastSent(one) < 35, `by ${by}: the whole run was sent`);
  }
  assert.deepEqual(trouble, []);
  await one.close();
});

person("a remote alone goes through the scenes of a lesson, and the code to join with comes from the page that is held", {}, async (page) => {
  await page.goto("/lessons/deep-fails");
  await idle(page);
  await page.getByRole("button", { name: "Teach" }).click();
  await page.waitForURL("**/present/*");
  await idle(page);
  const code = page.url().slice(-8), here = (p, n) => p.locator(`#lesson [data-scene='${n}'].here`).waitFor({ state: "attached" });
  const projector = await page.context().newPage();
  await projector.setViewportSize({ width: 1280, height: 720 });
  await projector.goto(`/present/${code}?present=1`);
  await idle(projector);
  await page.keyboard.press("c");
  await projector.locator("#join-card").getByText(code).waitFor();
  await projector.locator("#join-card img").evaluate((img) => img.decode());
  await shot(projector, "life code projector");
  await page.keyboard.press("c");
  await projector.locator("#join-card").waitFor({ state: "hidden" });

  await here(projector, 0);
  await projector.keyboard.press("PageDown"); // within the scene it steps
  await shows(projector, 6);
  await here(projector, 0);
  const toEnd = async (p) => {
    await p.keyboard.press("End");
    // On both pages: what one has shown before can still be on its way to the other, and is shown there then.
    for (const other of [page, projector]) await until(async () => /(\d+) of \1$/.test(await other.locator("#step").textContent()), "the last step is shown");
    await Promise.all([idle(page), idle(projector)]);
  };
  await toEnd(projector);
  await projector.keyboard.press("PageDown");
  await Promise.all([here(projector, 1), here(page, 1)]);
  await Promise.all([idle(projector), idle(page)]);
  assert.ok("present" in (await projector.locator("#run").evaluate((form) => ({ ...form.dataset }))), "the projector left its mode");
  // On the page that is held it is the same key.
  await toEnd(page);
  await page.keyboard.press("PageDown");
  await Promise.all([here(projector, 2), here(page, 2)]);
  await idle(page);
  // After the last scene there is none: nothing happens.
  await page.getByRole("button", { name: "Show scene 6" }).click();
  await here(page, 5);
  await idle(page);
  await toEnd(page);
  const last = await stepOf(page);
  await page.keyboard.press("PageDown");
  await idle(page);
  await here(page, 5);
  assert.equal(await stepOf(page), last);
});
