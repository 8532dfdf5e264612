// The classroom: a presenter leads a run, followers see it, and go on after a lost connection.

import assert from "node:assert/strict";
import { follower, says, shows, stepOf, teach } from "./classroom.mjs";
import { keep } from "./editor.mjs";
import { accessible, crash, idle, narrow, person, shot, theme, themes, until, url, wide } from "./harness.mjs";

person("a presenter leads a class through a run, and who lost the connection comes back", {}, async (page) => {
  const trouble = [], browser = page.context().browser();
  const code = await teach(page, "/figures/k1991-fig6?algorithm=deep&step=3");
  await shows(page, 3);
  const { show } = await (await fetch(`${url}/api/v1/rooms/${code}`)).json();
  assert.equal(show.figure, "k1991-fig6", "the room knows the figure, and so its title and story");
  await page.getByText("Korf 1991, Fig. 6").first().waitFor();
  const [one, two] = await Promise.all([follower(browser, code, wide, trouble), follower(browser, code, narrow, trouble)]);
  await Promise.all([shows(one.page, 3), shows(two.page, 3)]);
  await page.getByText("2 follow").waitFor();
  assert.equal(await two.page.locator("#sentence").textContent(), await page.locator("#sentence").textContent());

  // A step, a cut, and a node that is pointed at.
  await page.keyboard.press("ArrowRight");
  await Promise.all([shows(one.page, 4), shows(two.page, 4)]);
  await page.keyboard.press("Shift+ArrowRight");
  await idle(page);
  const cut = await stepOf(page);
  assert.ok(cut > 4, `the cut is step ${cut}`);
  await Promise.all([shows(one.page, cut), shows(two.page, cut)]);
  await page.locator("g.node[data-node='2'] .mover").click();
  await one.page.locator("g.node[data-node='2'].pointed").waitFor();
  await page.locator("g.node[data-node='2'] .mover").click();
  await one.page.locator("g.pointed").waitFor({ state: "detached" });

  // One moves alone, falls behind, and rejoins.
  await two.page.getByRole("button", { name: "Step back" }).click();
  await says(two.page, "You move on your own.");
  await page.keyboard.press("ArrowRight");
  await two.page.getByText("2 steps behind").waitFor();
  await shows(one.page, cut + 1);
  await shot(two.page, "classroom behind phone");
  assert.equal(await stepOf(two.page), cut - 1);
  await two.page.getByRole("button", { name: "Rejoin" }).click();
  await shows(two.page, cut + 1);
  await says(two.page, "You follow the presenter.");

  // One loses the connection while the class goes on.
  const before = await one.page.evaluate(() => sessionStorage.getItem(Object.keys(sessionStorage)[0]));
  await one.cut();
  await says(one.page, "The connection is lost");
  await page.getByText("1 follows").waitFor();
  await page.keyboard.press("Home");
  await shows(two.page, 0);
  assert.equal(await stepOf(one.page), cut + 1);
  one.mend();
  await shows(one.page, 0);
  await page.getByText("2 follow").waitFor();
  assert.equal(await one.page.evaluate(() => sessionStorage.getItem(Object.keys(sessionStorage)[0])), before, "what names the follower");

  // Playing: all pages play by themselves, and stop where the presenter stops.
  await page.getByRole("combobox", { name: "speed" }).selectOption("4");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await until(async () => (await stepOf(one.page)) > 2 && (await stepOf(two.page)) > 2, "the followers play");
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await idle(page);
  const stopped = await stepOf(page);
  await Promise.all([shows(one.page, stopped), shows(two.page, stopped)]);

  // Everybody waits, and goes on.
  await page.getByRole("button", { name: "Pause everyone" }).click();
  await says(two.page, "Paused by the presenter.");
  await page.keyboard.press("ArrowRight");
  await shows(page, stopped + 1);
  assert.equal(await stepOf(two.page), stopped);
  await page.getByRole("button", { name: "Resume" }).click();
  await shows(two.page, stopped + 1);

  // Another algorithm is another run, for all.
  await page.getByRole("combobox", { name: "Algorithm" }).selectOption("maxn");
  await Promise.all([page, one.page, two.page].map((p) => p.locator(".sub", { hasText: "maxⁿ" }).first().or(p.locator("form[data-run*='\"maxn\"']")).first().waitFor({ state: "attached" })));
  await page.reload(); // the presenter comes back with the cookie alone
  await idle(page);
  await page.getByText("2 follow").waitFor();
  await page.keyboard.press("ArrowRight");
  await Promise.all([shows(one.page, await stepOf(page)), shows(two.page, await stepOf(page))]);

  await page.getByRole("button", { name: "Close the room" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close the room" }).click();
  await Promise.all([says(one.page, "The room is closed."), says(two.page, "The room is closed.")]);
  await page.getByRole("button", { name: "Ask something else …" }).waitFor({ state: "hidden" }); // nothing is offered that does nothing
  assert.equal(await page.evaluate(() => document.activeElement?.id), "stage");
  await two.page.getByText("Hand in a tree").click();
  await two.page.getByRole("button", { name: "Hand in", exact: true }).click();
  await two.page.locator("#hand-state", { hasText: "The room is closed" }).waitFor();
  assert.deepEqual(trouble, []);
  await Promise.all([one.close(), two.close()]);
});

// All of a lesson, as the class has it: what is said of one part of it holds in the middle of the others.
person("a class is led, answers, hands in and goes on after the server was killed, and nobody learns an answer early", { expect: /ERR_CONNECTION_REFUSED/ }, async (page) => {
  const trouble = [], browser = page.context().browser();
  const code = await teach(page, "/figures/k1991-fig6?algorithm=deep&step=8");
  const [one, two] = await Promise.all([follower(browser, code, wide, trouble), follower(browser, code, narrow, trouble)]);
  await page.getByText("2 follow").waitFor();
  for (const step of [9, 10]) {
    await page.keyboard.press("ArrowRight");
    await Promise.all([shows(one.page, step), shows(two.page, step)]);
  }

  // One key asks. What was known of the steps that follow is gone, and they cannot be reached.
  await page.keyboard.press("q");
  await until(() => page.evaluate(() => document.activeElement?.id === "ask-stop"), "the key leads to what can be done next");
  const text = "Which children of d will be cut next?";
  await Promise.all([one, two].map(({ page }) => page.locator("#question-text", { hasText: text }).waitFor()));
  assert.equal(await one.page.locator("#question-said").textContent(), text);
  await one.page.locator("#step").getByText("step 10", { exact: true }).waitFor();
  for (const key of ["ArrowRight", "End", "Shift+ArrowRight"]) await one.page.keyboard.press(key);
  await shows(one.page, 10);
  assert.equal(await one.page.locator("#marks rect").count(), 0, "marks of later cuts");
  await two.page.locator("g.node[data-node='5'] .value").tap();
  await two.page.locator("g.node[data-node='5'].chosen").waitFor();
  await idle(two.page);
  await shot(two.page, "classroom question phone");
  await accessible(two.page, "a question on a phone");
  await two.page.getByRole("button", { name: "Send" }).tap();
  await two.page.getByText("Your answer is saved.").waitFor();
  await one.page.getByRole("checkbox", { name: "e", exact: true }).focus();
  await one.page.keyboard.press("Space");
  await one.page.keyboard.press("Tab");
  await one.page.keyboard.press("Tab");
  await one.page.keyboard.press("Enter");
  await one.page.getByText("Your answer is saved.").waitFor();
  await page.getByText("2 of 2 have answered", { exact: true }).waitFor();
  await page.locator("#class-said", { hasText: "2 of 2 have answered." }).waitFor({ state: "attached" });
  await page.locator("#counts li", { hasText: "1× f" }).waitFor();
  // What is changed after that is not what was sent, and the page says so.
  const state = one.page.locator("#answer-state");
  await one.page.getByRole("checkbox", { name: "f", exact: true }).press("Space");
  await state.getByText("This change is not sent yet.").waitFor();
  await one.page.getByRole("checkbox", { name: "f", exact: true }).press("Space");
  await state.getByText("Your answer is saved.").waitFor();
  await one.page.getByRole("checkbox", { name: "f", exact: true }).press("Space");
  await shot(page, "classroom asking");
  await accessible(page, "the presenter's page while it asks");
  for (const { received, page } of [one, two]) {
    const steps = received.filter((m) => m.startsWith('{"type":"steps"')).map((m) => JSON.parse(m));
    assert.ok(steps.every((m) => m.from + m.count <= 11), "no step past the question is sent");
    assert.ok(received.every((m) => !m.includes('"correct"') && !m.includes('"counts"')), "no answer is sent");
    assert.equal(await page.locator(".tally, .right").count(), 0);
    assert.ok(await page.locator("#totals").isHidden());
  }
  await page.getByRole("button", { name: "Show totals" }).click();
  await two.page.locator("g.node[data-node='5'] .tally", { hasText: "1×" }).waitFor();
  await page.getByRole("button", { name: "Show the answer" }).click();
  await one.page.locator("#right-answer", { hasText: "You chose e. Correct: f." }).waitFor();
  await state.getByText("The answer that you sent is saved. This change was not sent.").waitFor();
  await one.page.locator("g.node[data-node='5'].right").waitFor();
  assert.ok(await page.locator("#totals").isHidden(), "the same counts appear twice before the presenter");
  await shot(one.page, "classroom answer");
  await idle(two.page);
  await shot(two.page, "classroom answer phone");

  // A tree is handed in.
  await two.page.getByText("Hand in a tree").tap();
  const tree = two.page.getByLabel("The tree (you can change it)");
  await tree.fill((await tree.inputValue()).replace(/f: \(.*?\)/, "f: (3,0,6)"));
  await two.page.getByRole("button", { name: "Hand in", exact: true }).tap();
  await two.page.getByText("Your tree is handed in.").waitFor();

  // Another kind. The server is killed before the answer is kept, and all come back.
  await page.getByRole("button", { name: "Ask something else …" }).click();
  await page.locator("#ask-kind").selectOption("value");
  await page.locator("#ask-node").selectOption("3");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await Promise.all([one, two].map(({ page }) => page.locator("#question-text", { hasText: "What does d back up?" }).waitFor()));
  const tops = () => Promise.all([page, one.page, two.page].map((p) => p.locator("#stage svg.tree").evaluate((tree) => tree.getBoundingClientRect().top)));
  await page.getByText("0 of 2 have answered", { exact: true }).waitFor(); // the presenter's page knows of the question
  await Promise.all([page, one.page, two.page].map(idle));
  const before = await tops(), startAgain = await crash();
  await Promise.all([page, one.page, two.page].map((p) => says(p, "The connection is lost")));
  assert.deepEqual(await tops(), before, "what is said of the connection moves the tree");
  await shot(two.page, "classroom lost phone");
  await one.page.getByLabel("Score of player 1").pressSequentially("2,2,5");
  await one.page.getByRole("button", { name: "Send" }).click();
  await one.page.getByText("Sending …").waitFor();
  await startAgain();
  await one.page.getByText("Your answer is saved.").waitFor();
  const late = await follower(browser, code, narrow, trouble);
  await shows(late.page, 10);
  await late.page.locator("#question-text", { hasText: "What does d back up?" }).waitFor();
  await page.getByText("1 of 3 have answered", { exact: true }).waitFor();
  await Promise.all([says(two.page, "You follow the presenter."), late.close()]);
  // What has the focus goes: the focus moves on, and is never lost.
  const focus = (p) => p.evaluate(() => document.activeElement?.id);
  await two.page.getByRole("button", { name: "Send" }).focus();
  await page.getByRole("button", { name: "Stop" }).focus();
  await page.keyboard.press("Enter");
  await two.page.getByRole("button", { name: "Send" }).waitFor({ state: "hidden" });
  assert.equal(await focus(two.page), "question");
  await until(async () => (await focus(page)) === "ask-totals", "the focus is on what can be done next");
  await page.getByRole("button", { name: "Ask again" }).click();
  await two.page.getByRole("button", { name: "Send" }).waitFor();
  await page.getByRole("button", { name: "Show the answer" }).click();
  await two.page.locator("#right-answer", { hasText: "Correct: (2, 2, 5)" }).waitFor();

  // The projector shows the question, and no answers of others before the totals.
  await page.getByRole("button", { name: "Present", exact: true }).click();
  await idle(page);
  await shot(page, "classroom question projector");
  assert.ok(await page.locator("#question").isVisible() && !(await page.locator("#live").isVisible()));
  await page.keyboard.press("Escape");

  // A long one is read without scrolling, and from the back row.
  await page.getByRole("button", { name: "Ask something else …" }).click();
  await page.locator("#ask-kind").selectOption("root");
  await page.locator("#ask-node").selectOption("5");
  await page.getByLabel("Other value of the leaf").fill("2 3 4");
  await page.getByLabel("Text (optional)").fill("Think of who moves at each of the three nodes on the path, and of what each of them would choose: not the leaf alone counts.");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  for (const p of [one.page, two.page]) {
    await p.getByRole("radio", { name: p === one.page ? "no" : "yes" }).check({ force: true });
    await p.getByRole("button", { name: "Send" }).click();
    await p.getByText("Your answer is saved.").waitFor();
  }
  await page.getByRole("button", { name: "Show totals" }).click();
  await page.getByRole("button", { name: "Show the answer" }).click();
  await page.locator("#right-why", { hasText: "Exhaustive search" }).waitFor();
  for (const [width, height] of [[1280, 720], [1024, 768]]) {
    await page.setViewportSize({ width, height });
    await page.getByRole("button", { name: "Present", exact: true }).click();
    await idle(page);
    await shot(page, `classroom reason projector ${width}`);
    const read = await page.locator("#question").evaluate((box) => ({ hidden: box.scrollHeight - box.clientHeight, letters: Math.min(...[...box.querySelectorAll("p, li")].map((e) => parseFloat(getComputedStyle(e).fontSize))) }));
    assert.ok(read.hidden <= 0 && read.letters >= 18, `${width}: ${JSON.stringify(read)}`);
    assert.ok(await page.locator("#sentence").isHidden());
    await page.keyboard.press("Escape");
    await until(() => page.evaluate(() => !document.fullscreenElement), "the full screen is left");
  }
  await page.setViewportSize(wide);

  await page.getByRole("button", { name: "End the question" }).click();
  await one.page.locator("#question").waitFor({ state: "hidden" });
  await until(async () => (await focus(two.page)) === "stage" && (await focus(page)) === "ask-next", "the focus is not lost with the question");

  // What was handed in and answered before the server was killed is there.
  await page.getByRole("button", { name: /^Handed in/ }).click();
  await page.getByRole("button", { name: "Show to the class" }).click();
  await Promise.all([page, one.page, two.page].map((p) => p.locator("form[data-run*='\"hand\"']").and(p.locator("form:has(g.node[data-node='5'] .value:text('(3, 0, 6)'))")).waitFor()));
  await idle(page);
  await page.getByText("All answers").click();
  await page.locator("#answers tbody tr", { hasText: "Would the result change if f were (2, 3, 4)?" }).waitFor();
  const csv = await page.evaluate(async (address) => (await fetch(address)).text(), await page.getByRole("link", { name: "Answers as CSV" }).getAttribute("href"));
  assert.match(csv, /,\d,1,cut,Which children of d are cut next\?,right,,,f,/);
  assert.match(csv, /,\d,1,cut,Which children of d are cut next\?,wrong,,,e,/);
  assert.match(csv, /,\d,2,value,What does d back up\?,right,,,"\(2, 2, 5\)",/);
  assert.deepEqual(trouble, []);
  await Promise.all([one.close(), two.close()]);
});

person("trees are handed in, and the presenter brings one on screen", {}, async (page) => {
  const trouble = [], browser = page.context().browser();
  const code = await teach(page, "/figures/k1991-fig6?algorithm=deep&step=10");
  const one = await follower(browser, code, narrow, trouble);
  await one.page.getByText("Your name", { exact: true }).click();
  await one.page.getByLabel("Your name, which only the presenter sees").fill("Ada");
  await one.page.getByRole("button", { name: "Save", exact: true }).click();
  await one.page.getByText("Hand in a tree").click();
  const text = one.page.getByLabel("The tree (you can change it)"), send = one.page.getByRole("button", { name: "Hand in", exact: true });
  await text.fill("players 3 maxsum 9 a: 1[ b: (5,2,2) ");
  await send.click();
  await one.page.locator("#hand-state", { hasText: "line 1" }).waitFor();
  // What is being written stays, with the focus, though the room shows another run meanwhile.
  await text.fill("players 3 maxsum 9 a: 1[ b: (5,2,2) ");
  await text.focus();
  await page.getByRole("combobox", { name: "Algorithm" }).selectOption("maxn");
  await one.page.locator("form[data-run*='\"maxn\"']").waitFor();
  await idle(one.page);
  assert.equal(await text.inputValue(), "players 3 maxsum 9 a: 1[ b: (5,2,2) ");
  assert.equal(await one.page.evaluate(() => document.activeElement?.id), "hand-text");
  await page.getByRole("combobox", { name: "Algorithm" }).selectOption("deep");
  await one.page.locator("form[data-run*='\"deep\"']").waitFor();
  await Promise.all([idle(one.page), idle(page)]);
  for (const f of ["(3,0,6)", "(0,0,9)"]) {
    await text.fill(`players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: ${f} ] g: (${f === "(3,0,6)" ? "6,1,2" : "1,8,0"}) ] ]`);
    await send.click();
    await one.page.getByText("Your tree is handed in.").waitFor();
    await text.evaluate(() => (document.getElementById("hand-state").textContent = ""));
  }
  await page.getByRole("button", { name: /^Handed in/ }).click();
  await page.locator("#wall-list li").nth(1).waitFor();
  await until(async () => (await page.locator("#wall-list .wall-fails").allTextContents()).every(Boolean), "the trees are compared");
  assert.deepEqual(await page.locator("#wall-list .wall-nick").allTextContents(), ["Ada", "Ada"]);
  await page.getByRole("button", { name: "Show to the class: Tree 2 Ada", exact: true }).waitFor();
  await shot(page, "classroom wall");
  await accessible(page, "the wall");
  await page.setViewportSize(narrow);
  assert.ok(await page.locator("#wall").evaluate((box) => box.scrollWidth <= box.clientWidth), "the wall is cut off on a phone");
  await page.setViewportSize(wide);
  await page.getByLabel("Hide the names").check();
  await page.locator("#wall.anonymous").waitFor();
  assert.ok(await page.locator("#wall-list .wall-nick").first().isHidden(), "a name is seen");
  assert.equal(await page.getByRole("checkbox", { name: "side by side: Tree 1", exact: true }).count(), 1, "a name is in that of a control");
  assert.deepEqual(await page.locator("#wall-list .wall-fails").allTextContents(), ["Fails: Deep.", "No algorithm fails."]);
  await page.locator("#wall-filter").selectOption({ label: "on which Deep fails" });
  await page.locator("#wall-list li").nth(1).waitFor({ state: "hidden" });
  assert.ok(await page.locator("#wall-list li").first().isVisible());
  await page.locator("#wall-filter").selectOption({ label: "on which Deep cuts" });
  assert.equal(await page.locator("#wall-list li:visible").count(), 2);
  await page.locator("#wall-filter").selectOption({ label: "all" });
  await page.getByRole("button", { name: "Look again" }).click();
  await page.locator("#wall-list .wall-nick", { hasText: "without a name" }).nth(1).waitFor({ state: "attached" }); // the server keeps them back
  // One is beside the tree on screen, without a name.
  await page.locator("#wall-list li").first().getByLabel("side by side").check();
  await page.getByRole("button", { name: "Beside the current tree" }).click();
  await page.locator("#beside figure").nth(1).waitFor();
  assert.deepEqual(await page.locator("#beside figcaption").allTextContents(), ["The current tree", "Tree 1. Fails: Deep."]);
  await page.locator("#beside svg.tree g.node").first().waitFor();
  await shot(page, "classroom beside");
  await accessible(page, "two trees side by side");
  await page.locator("#beside").getByRole("button", { name: "Close" }).click();
  // Another one comes straight from the editor, which knows the room.
  const { edit } = await keep({ text: "players 3 maxsum 9 a: 1[ b: (5,2,2) c: (9,0,0) ]" });
  const editor = await one.page.context().newPage();
  await editor.goto(edit);
  await idle(editor);
  await editor.getByRole("button", { name: "Share" }).tap();
  const field = editor.getByLabel("Code of the room");
  await until(async () => (await field.inputValue()) === code, "the code is known");
  await editor.getByRole("dialog").getByRole("button", { name: "Close" }).tap();
  // It comes while the wall is being read, and is on it once.
  await page.evaluate(() => {
    const { json } = Response.prototype, held = new Promise((resolve) => (globalThis.readOn = resolve));
    Response.prototype.json = async function () {
      Response.prototype.json = json;
      globalThis.reads = true;
      await held;
      return json.call(this);
    };
  });
  await page.getByRole("button", { name: "Handed in (2) …" }).click(); // the count
  await page.waitForFunction(() => globalThis.reads);
  await editor.getByRole("button", { name: "Hand in", exact: true }).tap(); // one button, and a picture
  await editor.getByRole("dialog", { name: "Handed in" }).getByRole("img").waitFor();
  await editor.locator(".handed-in img").evaluate((picture) => picture.decode());
  await shot(editor, "classroom hand in from the editor");
  await accessible(editor, "what was handed in from the editor");
  await page.locator("#show-wall", { hasText: "Handed in (3) …" }).waitFor();
  await page.evaluate(() => globalThis.readOn());
  await page.locator("#wall-list li").nth(2).waitFor(); // the wall renews itself
  await until(async () => (await page.locator("#wall-list .wall-fails").allTextContents()).every(Boolean), "the trees are compared");
  assert.equal(await page.locator("#wall-list li").count(), 3);
  await page.locator("#wall").getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Handed in (3) …" }).waitFor();
  // A class hands in more than a page of the wall: the rest is read on demand, or by a filter that it hides.
  await one.page.evaluate((code) => Promise.all([0, 1, 2].map(async (i) => {
    const socket = new WebSocket(`ws://${location.host}/ws`);
    await new Promise((open) => (socket.onopen = open));
    let kept = 0;
    await new Promise((done) => {
      socket.onmessage = ({ data }) => JSON.parse(data).type === "handed" && ++kept === 8 && done(null);
      socket.send(JSON.stringify({ type: "join", id: "j", code }));
      for (let n = 0; n < 8; n++) socket.send(JSON.stringify({ type: "hand-in", id: "j", text: `players 3 maxsum 9 a: 1[ b: (${i},${n % 7},1) c: (1,1,1) ]` }));
    });
    socket.close();
  })), code);
  await page.getByRole("button", { name: /^Handed in/ }).click();
  await page.getByText("27 handed in; the first 24 are shown.").waitFor();
  assert.equal(await page.locator("#wall-list li").count(), 24);
  await page.locator("#wall-filter option", { hasText: "on which Deep cuts" }).waitFor({ state: "attached" });
  await page.locator("#wall-filter").selectOption({ label: "on which Deep cuts" });
  await page.getByText("27 handed in.", { exact: true }).waitFor();
  assert.equal(await page.locator("#wall-list li:visible").count(), 2);
  await page.locator("#wall-filter").selectOption({ label: "all" });
  assert.equal(await page.locator("#wall-list li").count(), 27);
  await page.getByRole("button", { name: "Look again" }).click();
  await page.getByText("27 handed in; the first 24 are shown.").waitFor();
  await page.getByRole("button", { name: "Load more" }).click();
  await page.locator("#wall-list li").nth(26).waitFor();
  await page.locator("#wall-list li").nth(1).getByRole("button", { name: "Show to the class" }).click();
  await one.page.locator("g.node .value", { hasText: "(1, 8, 0)" }).waitFor();
  await page.locator("g.node .value", { hasText: "(1, 8, 0)" }).waitFor();
  assert.ok(one.received.every((m) => !m.includes("Ada")), "a name is sent to the class");
  assert.deepEqual(trouble, []);
  await one.close();
});
