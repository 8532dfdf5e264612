// The classroom: what a presenter shows and asks: stories, lessons, other trees, large
// ones, and questions of each kind.

import assert from "node:assert/strict";
import { follower, shows, stepOf, teach } from "./classroom.mjs";
import { keep } from "./editor.mjs";
import { accessible, idle, narrow, person, shot, theme, themes, until, url } from "./harness.mjs";

person("each further kind of question is asked, answered on a phone, counted on the tree and explained", {}, async (page) => {
  const trouble = [], browser = page.context().browser();
  const code = await teach(page, "/figures/k1991-fig6?algorithm=deep&step=11");
  const one = await follower(browser, code, narrow, trouble), tap = (node) => one.page.locator(`g.node[data-node='${node}']`).locator(".mover, .value").first().tap();
  const ask = async (kind, fill) => {
    await page.getByRole("button", { name: "Ask something else …" }).click();
    await page.locator("#ask-kind").selectOption(kind);
    assert.equal(await page.locator("#ask-text").inputValue(), "", "the text of the question before stays");
    await fill();
    await page.getByRole("button", { name: "Ask", exact: true }).click();
  };
  const answered = async (text, right, own = `You ${text.startsWith("(") ? "answered" : "chose"} ${text}. That is correct.`) => {
    await one.page.getByRole("button", { name: "Send" }).tap();
    await one.page.getByText("Your answer is saved.").waitFor();
    assert.ok(one.received.every((m) => !m.includes('"correct"')), "the right answer is sent early");
    await page.getByRole("button", { name: "Show totals" }).click();
    await one.page.locator("#totals li", { hasText: `1× ${text}` }).waitFor();
    await page.getByRole("button", { name: "Show the answer" }).click();
    await page.locator("#right-answer", { hasText: right }).waitFor();
    await one.page.locator("#right-answer").getByText(own, { exact: true }).waitFor();
    one.received.length = 0;
  };

  await page.keyboard.press("q"); // the next step is a cut
  await one.page.locator("#question-text", { hasText: "Which bounds does the algorithm use?" }).waitFor();
  await tap(0);
  await tap(3);
  await answered("a, d", "Correct: a, d");
  await one.page.locator("g.node[data-node='0'] .tally", { hasText: "1×" }).waitFor();
  await page.getByRole("button", { name: "Keep a snapshot" }).click();
  await Promise.all([page, one.page].map((p) => p.locator("#right-why", { hasText: "Step 12: f is cut" }).waitFor()));
  assert.match(await one.page.locator("#right-why").textContent(), /1 \+ 3: 10 ≥ 9/);
  await idle(one.page);
  await shot(one.page, "classroom certificate phone");
  await accessible(one.page, "a right answer with its reason on a phone");

  await ask("root", async () => {
    await page.locator("#ask-node").selectOption("5");
    await page.getByLabel("Other value of the leaf").fill("2 3 4");
  });
  await one.page.locator("#question-text", { hasText: "Would the result change if f were (2, 3, 4)?" }).waitFor();
  await one.page.getByRole("radio", { name: "no" }).tap();
  await answered("no", "Correct: no");
  await Promise.all([page, one.page].map((p) => p.locator("#right-why", { hasText: "The algorithm returns (5, 2, 2) in both cases. Exhaustive search returns (6, 1, 2) as it is, (5, 2, 2) with that value." }).waitFor()));

  await ask("change", async () => {
    await page.locator("#ask-node").selectOption("1"); // b, which is (5, 2, 2)
    await page.getByLabel("Other value of the leaf").fill("1 2 2");
  });
  await one.page.locator("#question-text", { hasText: "Change b to (1, 2, 2), one point at a time." }).waitFor();
  const slider = one.page.getByRole("slider", { name: "Value of b" });
  await slider.waitFor();
  assert.equal(await slider.getAttribute("aria-valuetext"), "(5, 2, 2)");
  await slider.press("ArrowRight");
  const typed = () => one.page.locator("#answer input[inputmode=text]").evaluateAll((all) => all.map((field) => field.value));
  assert.deepEqual(await typed(), ["4", "2", "2"]);
  await one.page.locator("#answer input[inputmode=text]").first().fill("3");
  assert.equal(await slider.getAttribute("aria-valuetext"), "(3, 2, 2)");
  await slider.press("ArrowLeft");
  await shot(one.page, "classroom slider phone");
  await accessible(one.page, "a slider for the value of a leaf");
  await answered("(4, 2, 2)", "Correct: (4, 2, 2)");
  assert.ok(await slider.isDisabled(), "a slider of a closed question moves");

  await ask("pick", () => page.getByLabel("Text (optional)").fill("Which leaf decides?"));
  await one.page.locator("#question-text", { hasText: "Which leaf decides?" }).waitFor();
  await tap(5);
  await answered("f", "There is no right answer.", "You chose f. There is no right answer.");
  await page.getByRole("button", { name: "Keep a snapshot" }).click();
  // Two snapshots side by side: each has its own tree with its own counts, also after a reload.
  await page.reload();
  await idle(page);
  await page.getByText("Snapshots", { exact: true }).click();
  assert.ok(await page.getByRole("button", { name: "Side by side" }).isDisabled());
  for (const box of await page.locator("#snapshots-list input").all()) await box.check();
  await page.locator("#snapshots-beside").click();
  await page.locator("#beside figure").nth(1).waitFor();
  assert.deepEqual(await page.locator("#beside .totals").allTextContents(), ["1× a, d (right)", "1× f"]);
  assert.deepEqual(await page.locator("#beside figure").evaluateAll((all) => all.map((f) => [...f.querySelectorAll(".node:has(.tally)")].map((n) => Number(n.getAttribute("data-node"))))), [[0, 3], [5]]);
  await idle(page);
  await shot(page, "classroom snapshots");
  await accessible(page, "two snapshots side by side");
  await page.locator("#beside").getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Remove snapshot 1" }).click();
  assert.equal(await page.locator("#snapshots-list li").count(), 1);
  await one.page.locator("g.node[data-node='5'] .tally", { hasText: "1×" }).waitFor();

  await ask("choice", async () => {
    await page.getByLabel("Text (optional)").fill("Is this cut sound?");
    await page.getByRole("textbox", { name: "Choice 1" }).fill("yes");
    await page.keyboard.press("Enter");
    await page.keyboard.type("only with two players");
    await page.getByRole("radio", { name: "Choice 2 is right" }).check();
  });
  await page.locator("#choices li", { hasText: "only with two players" }).waitFor(); // the projector has them, too
  await one.page.getByRole("radio", { name: "yes" }).tap();
  await answered("yes", "Correct: only with two players", "You chose yes. Correct: only with two players.");

  await page.keyboard.press("ArrowRight");
  await shows(page, 12);
  await page.keyboard.press("q"); // after the cut it is what the node backs up
  await one.page.locator("#question-text", { hasText: "What does d back up?" }).waitFor();
  one.received.length = 0; // the question before was with the step
  await one.page.getByLabel("Score of player 1").fill("2,2,5");
  await answered("(2, 2, 5)", "Correct: (2, 2, 5)");
  assert.deepEqual(trouble, []);
  await one.close();
});

person("a presenter goes through a story and a lesson, and shows another figure and an own tree", {}, async (page) => {
  const trouble = [], browser = page.context().browser();
  await page.goto((await keep({ text: 'players 3 maxsum 9 title "Two leaves" a: 1[ b: (5,2,2) c: (6,1,2) ]' })).edit); // now this browser has its key
  await idle(page);
  // A lesson that is read alone opens a room with that lesson.
  await page.goto("/lessons/deep-fails");
  await idle(page);
  await page.getByRole("button", { name: "Teach" }).click();
  await page.waitForURL("**/present/*");
  await page.locator("#lesson .here .note", { hasText: "Player 1 has 5 at the root" }).waitFor();
  await idle(page);
  const code = await teach(page, "/figures/k1991-fig6?algorithm=deep&step=3");
  const one = await follower(browser, code, narrow, trouble), shown = (selector) => Promise.all([page, one.page].map((p) => p.locator(selector).waitFor()));

  // The story: a sentence leads to its step, and one about another run to that run.
  await page.getByRole("button", { name: "It is tempting to cut f" }).click();
  await shows(one.page, 12);
  await page.locator(".presenter-notes .here", { hasText: "It is tempting to cut f" }).waitFor();
  await page.getByRole("button", { name: "If f is (2, 3, 4)" }).click();
  await shown("form[data-run*='\"maxn\"'][data-run*='{}']");
  await idle(page);

  // A value by a chip, another one typed at a leaf that is clicked, and back.
  await page.locator(".leaves label", { hasText: "(3, 0, 6)" }).click();
  await shown("form[data-run*='[3,0,6]']");
  await idle(page);
  await page.getByText("Values of leaves").click();
  await page.locator("g.node[data-node='6'] .value").click();
  assert.equal(await page.getByLabel("Value", { exact: true }).inputValue(), "(6, 1, 2)");
  await page.getByLabel("Value", { exact: true }).fill("4 4 1");
  await page.keyboard.press("Enter");
  await one.page.locator("g.node .value", { hasText: "(4, 4, 1)" }).waitFor();
  await idle(page);
  await page.getByText("Values of leaves").click();
  await page.locator("#values-set li", { hasText: "g = (4, 4, 1)" }).getByRole("button").click();
  await one.page.locator("g.node .value", { hasText: "(6, 1, 2)" }).waitFor();
  await idle(page);

  // Another figure, by keys.
  await page.keyboard.press("o");
  await accessible(page, "the choice of what is shown");
  const picker = page.getByRole("dialog", { name: "Show the class" });
  await picker.getByRole("combobox").fill("Speculative pruning of a max");
  await page.keyboard.press("Enter");
  await shown("form[data-run*='\"s2003-fig6\"'][data-run*='\"speculative\"']");
  await idle(page);
  await page.getByRole("button", { name: "Show …" }).click();
  await picker.getByRole("group", { name: "Your trees" }).getByRole("option", { name: "Two leaves" }).click();
  await shown("form[data-run*='\"saved\"']");
  await one.page.getByRole("heading", { name: "Two leaves" }).waitFor();
  await idle(page);

  // The run at an address, at its step.
  await page.keyboard.press("o");
  await picker.getByRole("combobox").fill(`${url}/figures/k1991-fig6?algorithm=shallow&step=7`);
  await picker.getByRole("option", { name: "The run at this address" }).click();
  await shown("form[data-run*='\"shallow\"']");
  await shows(one.page, 7);
  await idle(page);

  // A lesson, by its address: scenes by clicks and by a key. The class reads the note of the current scene.
  await page.keyboard.press("o");
  await picker.getByRole("combobox").fill("Deep pruning with three players");
  assert.equal(await picker.getByRole("group", { name: "Lessons", exact: true }).getByRole("option").filter({ visible: true }).count(), 1);
  await picker.getByRole("combobox").fill("/lessons/deep-fails");
  await page.keyboard.press("Enter");
  await page.locator("#lesson .here .note", { hasText: "Player 1 has 5 at the root" }).waitFor();
  await shows(one.page, 5);
  await one.page.getByRole("region", { name: "Note" }).getByText("Player 1 has 5 at the root").waitFor();
  await idle(page); // the page of the lesson was loaded anew
  await page.keyboard.press("n");
  await page.locator("#lesson [data-scene='1'].here").waitFor();
  await one.page.locator("#question-text", { hasText: "Can the search skip f safely?" }).waitFor();
  await idle(page);
  await shot(page, "classroom lesson");
  await accessible(page, "the presenter's page in a lesson");
  assert.equal(await one.page.getByText("Player 1 has 5 at the root").count(), 0, "the note of another scene is on the page of a follower");

  // Two scenes are opened. One is read alone until something is asked, or it is closed.
  await page.getByRole("button", { name: "Show scene 3" }).click();
  await one.page.locator("#question").waitFor({ state: "hidden" });
  await page.getByRole("checkbox", { name: "scene 1 open", exact: true }).press("Space");
  await page.locator("#lesson [data-scene='4'] .open").click();
  await one.page.getByRole("link", { name: "scene 5" }).waitFor();
  for (const [state, scenes] of [["attached", "0,2,4"], ["detached", "0,4"]]) { // one key is for the scene that is shown
    await page.keyboard.press("e");
    await one.page.locator(`#open-scenes[data-open='${scenes}']`).waitFor();
    await one.page.getByRole("link", { name: "scene 3" }).waitFor({ state });
  }
  await one.page.getByRole("link", { name: "scene 1" }).click();
  await one.page.getByText("Scene 1, on your own").waitFor();
  await shows(one.page, 5);
  await shot(one.page, "classroom scene alone phone");
  await one.page.evaluate(() => scrollTo(0, document.body.scrollHeight)); // the bar of a phone covers no half of a target there
  await accessible(one.page, "a scene that is read alone");
  await one.page.getByRole("button", { name: "Step forward" }).click();
  await shows(one.page, 6);
  await page.keyboard.press("q");
  await one.page.waitForURL(`**/c/${code}`);
  await one.page.locator("#question").waitFor();
  await one.page.goto(`/c/${code}?scene=0`);
  assert.equal(new URL(one.page.url()).search, "", "a scene is read while something is asked");
  await idle(page);
  await page.getByRole("button", { name: "End the question" }).click();
  await page.locator("#lesson [data-scene='4'] .open input").uncheck();
  await one.page.getByRole("link", { name: "scene 5" }).waitFor({ state: "detached" });
  await one.page.goto(`/c/${code}?scene=4`);
  assert.equal(new URL(one.page.url()).search, "", "a scene is read that is not open");
  assert.deepEqual(trouble, []);
  await one.close();
});

person("a large tree is folded in a room as it is in Play", {}, async (page) => {
  const trouble = [], browser = page.context().browser();
  const leaf = (i) => `(${i % 10},${(i * 7) % (10 - (i % 10))},0)`, all = (depth, first) => depth === 0 ? leaf(first) : `${3 - depth % 3}[${[0, 1, 2].map((i) => all(depth - 1, first * 3 + i)).join(" ")}]`;
  await page.goto((await keep({ text: `players 3 maxsum 9 title "Large" ${all(5, 0)}` })).read);
  const code = await teach(page);
  const one = await follower(browser, code, narrow, trouble);
  for (const { page: p } of [{ page }, one]) await p.locator("form[data-around]").waitFor();
  assert.ok(await one.page.locator("g.node").count() < 200, "the tree is drawn in part");
  await page.locator("g.node[data-node='0'] .mover").click();
  await one.page.locator("g.node[data-node='0'].pointed").waitFor();
  await page.keyboard.press("Shift+ArrowRight");
  await idle(page);
  await page.keyboard.press("End"); // far away
  await idle(page);
  await page.keyboard.press("ArrowLeft");
  await shows(one.page, await stepOf(page));
  await one.page.locator("g.node.now").waitFor();
  await one.page.locator("g.node[data-node='0'].pointed").waitFor(); // in the new picture, too
  await page.keyboard.press("Home");
  await shows(one.page, 0);
  for (let i = 0; i < 6; i++) await page.keyboard.press("ArrowRight");
  await idle(page);
  await page.getByRole("button", { name: "Ask something else …" }).click();
  await page.locator("#ask-kind").selectOption("cut");
  await page.locator("#ask-node").selectOption("1");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await one.page.locator("#answer input").nth(2).waitFor({ state: "attached" }); // the children of the node are drawn
  await idle(one.page);
  await shot(one.page, "classroom large phone");
  assert.deepEqual(trouble, []);
  await one.close();
});

person("a game is taught: the class sees the position beside the tree, and answers", { expect: /413/ }, async (page) => {
  const trouble = [], browser = page.context().browser();
  await page.goto("/games/sergeant-major?seed=2&cards=3");
  await idle(page);
  await page.getByText("Algorithm and depth").click();
  await page.getByLabel("Depth in plies").fill("30"); // past the end of this small deal
  await page.getByRole("button", { name: "Teach" }).click();
  await page.waitForURL("**/present/*");
  await page.goto("/games/sergeant-major?seed=2");
  await idle(page);
  await page.getByText("Algorithm and depth").click();
  await page.getByLabel("Depth in plies").fill("30");
  await page.getByRole("button", { name: "Teach" }).click();
  await page.getByText("The room could not be opened: at depth 30 the tree has more than 20,000 nodes").waitFor();
  await page.goto("/games/sergeant-major?seed=2&cards=3&moves=0");
  await idle(page);
  await page.getByText("Algorithm and depth").click();
  await page.getByLabel("Algorithm").selectOption("speculative");
  await page.getByLabel("Depth in plies").fill("5");
  const code = await teach(page, ""), position = (p) => p.locator("#at-work").innerText();
  const one = await follower(browser, code, narrow, trouble);
  for (let i = 0; i < 7; i++) await page.keyboard.press("ArrowRight");
  await shows(one.page, 7);
  await shows(page, 7);
  await until(async () => (await position(page)) === (await position(one.page)), "both show the same position");
  assert.match(await position(page), /took 2 tricks/);
  assert.equal(await one.page.locator("#sentence").textContent(), await page.locator("#sentence").textContent());
  assert.ok(await one.page.locator("#at-work .seat").last().evaluate((e) => e.getBoundingClientRect().bottom <= document.querySelector(".commentary").getBoundingClientRect().top), "the position is in sight");
  await shot(one.page, "classroom game phone");
  await accessible(one.page, "a game on a phone");
  await shot(page, "classroom game");
  await accessible(page, "the presenter's page of a game");
  await page.getByRole("button", { name: "Ask something else …" }).click();
  await page.locator("#ask-kind").selectOption("value");
  await page.locator("#ask-node").selectOption("0");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await one.page.getByLabel("Score of player 1").pressSequentially("2 0 1");
  await one.page.getByRole("button", { name: "Send" }).tap();
  await one.page.getByText("Your answer is saved.").waitFor();
  await page.getByRole("button", { name: "Show the answer" }).click();
  await page.locator("#right-answer", { hasText: "Correct: (" }).waitFor();
  const { show, question } = await (await fetch(`${url}/api/v1/rooms/${code}`)).json(), { game, expand, algorithm, options } = show;
  const solved = await (await fetch(`${url}/api/v1/solve`, { method: "POST", body: JSON.stringify({ game, expand, algorithm, options }) })).json();
  assert.deepEqual(question.correct, solved.value);
  const given = await one.page.locator("#right-answer").textContent();
  assert.ok([`You answered (${solved.value.join(", ")}). That is correct.`, `You answered (2, 0, 1). Correct: (${solved.value.join(", ")}).`].includes(given), given);

  // Another depth is another tree for all; who comes late sees it, and the position of the step.
  await page.locator(".options input[name=depth]").fill("3");
  await page.keyboard.press("Enter");
  await Promise.all([page, one.page].map((p) => p.locator("form[data-run*='\"expand\":3']").waitFor()));
  await idle(page);
  await page.getByRole("button", { name: "Step forward" }).click();
  await shows(page, 1);
  const late = await follower(browser, code, narrow, trouble);
  await shows(late.page, 1);
  assert.equal(await position(late.page), await position(page));

  // A program shows a search that does not build its tree: the presenter's page draws it.
  const made = await (await fetch(`${url}/api/v1/rooms`, { method: "POST", body: JSON.stringify({ show: { game, algorithm, options: { depth: 3 }, step: 4 } }) })).json();
  await page.goto(made.present);
  await page.locator("form[data-run*='\"expand\":3']").waitFor();
  await shows(page, 4);

  // Where programs alone present, nodes have the numbers of the search, and those of the tree on the page.
  const tree = { generate: { kind: "random", branching: 3, depth: 3, players: 3, maxsum: 9, seed: 5 }, algorithm: "shallow" };
  const post = (path, body) => fetch(url + path, { method: "POST", body: JSON.stringify(body) });
  const [search, built] = await Promise.all([{}, { expand: 3 }].map(async (more) => (await (await post("/api/v1/trace", { ...tree, ...more })).text()).trim().split("\n").map((line) => JSON.parse(line))));
  const cut = search.findIndex((e, i) => e.type === "prune" && e.node !== built[i].node), { node, cut: kids } = built[cut];
  const { key, code: other } = await (await post("/api/v1/rooms", { show: { ...tree, step: cut - 1, point: [search[cut].node] } })).json();
  const act = (action, body) => post(`/api/v1/rooms/${key}/${action}`, body), at = (n, also) => one.page.locator(`g.node[data-node='${n}']${also}`).waitFor();
  await act("ask", { question: { kind: "cut", node: search[cut].node } });
  await one.page.goto(`/c/${other}`);
  await Promise.all([at(node, ".asked-about"), at(node, ".pointed")]);
  for (const kid of kids) await one.page.locator("#answer label").filter({ has: one.page.locator(`input[data-node='${kid}']`) }).tap();
  await one.page.getByRole("button", { name: "Send" }).tap();
  await one.page.getByText("Your answer is saved.").waitFor();
  const [{ answers, counts }] = (await (await fetch(`${url}/api/v1/rooms/${key}/answers`)).json()).questions;
  assert.deepEqual([answers, counts], [1, [{ answer: search[cut].cut, count: 1, right: true }]]);
  await act("tally", {});
  await at(kids[0], " .tally");
  await act("reveal", {});
  await at(kids[0], ".right");
  await act("ask", { question: { kind: "pick" } });
  await late.page.goto(`/c/${other}`); // it gets no step past the question, and so no numbers of later nodes
  await late.page.locator("#question-text", { hasText: "Choose a node." }).waitFor();
  const nodes = await late.page.locator("#answer option").evaluateAll((all) => all.slice(1).map((o) => Number(o.value)));
  assert.ok(nodes.includes(node) && nodes.length < 40, `${nodes.length} nodes have a number by then`);
  assert.deepEqual(trouble, []);
  await Promise.all([one.close(), late.close()]);
});

person("the author of a lesson sees the private note of a scene, and nobody else does", {}, async (page) => {
  const trouble = [], browser = page.context().browser(), show = { figure: "k1991-fig6", algorithm: "deep" };
  await page.goto("/lessons");
  const { id } = await page.evaluate(async (body) => {
    const made = await (await fetch("/api/v1/lessons", { method: "POST", headers: { "Content-Type": "application/json" }, body })).json();
    localStorage.setItem(`espalier-lesson:${made.id}`, JSON.stringify({ id: made.id, key: made.key, title: "With notes" }));
    return made;
  }, JSON.stringify({ title: "With notes", scenes: [{ show: { ...show, step: 3 }, note: "Look here.", private: "Ask Anna." }, { show: { ...show, step: 11 }, private: "Wait." }] }));
  const code = await teach(page, "/figures/k1991-fig6?algorithm=deep&step=3");
  const one = await follower(browser, code, narrow, trouble);
  await page.getByRole("button", { name: "Show …" }).click();
  await page.getByRole("dialog", { name: "Show the class" }).getByRole("group", { name: "Your lessons" }).getByRole("option", { name: "With notes" }).click();
  await page.getByText("Ask Anna.").waitFor();
  assert.equal(await page.getByText("Wait.").isVisible(), false, "the note of a scene that is not shown");
  await one.page.getByRole("region", { name: "Note" }).getByText("Look here.").waitFor();
  await idle(page);
  await page.getByRole("button", { name: /^Next scene/ }).click();
  await page.getByText("Wait.").waitFor();
  await shows(one.page, 11);
  await one.page.locator("#scene-note").waitFor({ state: "hidden" }); // this scene has none
  assert.equal(one.received.filter((text) => /Anna|Wait|private/.test(text)).length, 0, "a follower gets a private note");
  assert.equal((await one.page.content()).includes(id), false, "a follower learns which lesson it is");
  await page.goto(`${page.url()}?present=1`);
  await idle(page);
  await page.getByText("Wait.").waitFor({ state: "attached" });
  assert.equal(await page.getByText("Wait.").isVisible(), false, "a private note is projected");
  assert.deepEqual(trouble, []);
  await one.close();
});
