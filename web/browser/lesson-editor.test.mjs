// The editor of a lesson: scenes are added where they are wanted, ordered by keys, previewed and presented.

import assert from "node:assert/strict";
import { follower } from "./classroom.mjs";
import { accessible, idle, narrow, person, shot, theme, themes, until, url, wide } from "./harness.mjs";

/** A lesson, as it is stored. */
async function made(lesson) {
  const answer = await fetch(`${url}/api/v1/lessons`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(lesson) });
  assert.equal(answer.status, 201);
  return answer.json();
}

const stored = async (key) => (await fetch(`${url}/api/v1/lessons/${key}`)).text();

async function edit(page, key) {
  await page.goto(`/lessons/${key}/edit`);
  await idle(page);
}

const notes = (page) => page.locator("#scenes [name=note]").evaluateAll((all) => all.map((note) => note.value).join(" "));
const state = (page, text) => page.locator("#state").filter({ hasText: text }).waitFor();
const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.id);

async function saved(page) {
  await page.keyboard.press("Control+s");
  await state(page, /^Saved as revision/);
  await idle(page);
}

person("scenes are ordered by keys and buttons, and every change is undone and made again", {}, async (page) => {
  const show = { figure: "k1991-fig6", algorithm: "deep" };
  const { key } = await made({ title: "Order", scenes: ["one", "two", "three"].map((note, step) => ({ show: { ...show, step }, note })) });
  await edit(page, key);
  const field = (n) => page.locator("#scenes [name=note]").nth(n);
  await field(0).focus();
  await page.keyboard.press("Control+ArrowUp"); // it is the first one
  assert.equal(await notes(page), "one two three");
  await page.keyboard.press("Control+ArrowDown");
  await state(page, "This is scene 2 now. Not saved yet.");
  await page.keyboard.press("Control+ArrowDown");
  assert.equal(await notes(page), "two three one");
  assert.equal(await field(2).evaluate((f) => f === document.activeElement), true, "the field keeps the focus");
  await page.keyboard.press("Control+z");
  assert.equal(await notes(page), "two one three");
  await page.keyboard.press("Control+z");
  assert.equal(await notes(page), "one two three");
  await page.keyboard.press("Control+y");
  assert.equal(await notes(page), "two one three");

  // By buttons, which have their names and keep the focus.
  await page.getByRole("button", { name: "Move scene 3 up" }).press("Enter");
  assert.equal(await notes(page), "two three one");
  assert.equal(await focused(page), "Move scene 2 up");
  await page.keyboard.press("Enter");
  assert.equal(await focused(page), "Move scene 1 up");
  await page.keyboard.press("Enter"); // nothing is above it
  assert.equal(await notes(page), "three two one");
  await page.getByRole("button", { name: "Remove scene 2" }).click();
  await state(page, "Scene 2 is removed.");
  assert.equal(await notes(page), "three one");
  assert.equal(await focused(page), "Remove scene 2");

  // While a text is typed the browser undoes letters; elsewhere the whole text is undone.
  await field(0).press("End");
  await page.keyboard.type("!?");
  await page.keyboard.press("Control+z");
  await until(async () => (await notes(page)) !== "three!? one", "the browser undoes letters");
  assert.match(await notes(page), /^three!? one$/);
  await field(0).fill("3");
  await page.getByLabel("Title").focus();
  await page.keyboard.press("Control+z");
  assert.match(await notes(page), /^three!? one$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await until(async () => {
    if ((await notes(page)) === "three two one") return true;
    await page.getByRole("button", { name: "Undo" }).click();
    return false;
  }, "the removed scene is there again");
  await page.getByRole("button", { name: "Redo" }).click();
  assert.equal(await notes(page), "three one");
  await page.getByRole("button", { name: "Undo" }).click();
  await saved(page);
  assert.deepEqual(JSON.parse(await stored(key)).scenes.map(({ note, show: { step } }) => `${note} ${step}`), ["three 2", "two 1", "one 0"]);
});

person("large numbers of a lesson keep their digits in the editor", {}, async (page) => {
  const [big, other] = ["12345678901234567", "98765432109876543"];
  const tree = `players 2 1[ (1,2) (2,1) ]`, show = `{"text":${JSON.stringify(tree)},"algorithm":"maxn","values":{"1":["${big}",1]},"step":0}`;
  const answer = await fetch(`${url}/api/v1/lessons`, { method: "POST", headers: { "Content-Type": "application/json" }, body: `{"title":"Large","scenes":[{"show":${show},"note":"n","question":{"kind":"root","node":1,"value":[${other},1]}}]}` });
  const made = await answer.json();
  assert.equal(answer.status, 201, JSON.stringify(made));
  await edit(page, made.key);
  assert.equal(await page.getByLabel("Other value of the leaf").inputValue(), `${other}, 1`);
  await page.getByLabel("Title").fill("Still large");
  await saved(page);
  const text = await stored(made.key);
  for (const number of [big, other]) assert.ok(text.includes(number), `${number} is not in ${text}`);
});

/** Chooses what a new scene shows, by keys alone. */
async function choose(page, words) {
  const dialog = page.getByRole("dialog", { name: "Add a scene" });
  await dialog.getByRole("combobox").waitFor();
  await page.keyboard.type(words);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await idle(page);
}

const send = async (path, body) => (await fetch(`${url}${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: typeof body === "string" ? body : JSON.stringify(body) })).json();

/** Looks at the page in each theme and at each width. */
async function look(page, name) {
  for (const viewport of [wide, { width: 1024, height: 768 }, narrow]) {
    await page.setViewportSize(viewport);
    for (const one of themes) {
      await theme(page, one);
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight)); // there the line with Save covers nothing
      await idle(page);
      await shot(page, `${name} ${one} ${viewport.width}`);
      await accessible(page, `${name}, ${one}, ${viewport.width}`);
      const over = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${name} in ${one} is ${over} px wider than ${viewport.width} px`);
    }
  }
  await theme(page, "light");
  await page.setViewportSize(wide);
}

person("a teacher makes a lesson of a scene of each source with two questions, previews it, copies it, and presents it", {}, async (page) => {
  const trouble = [];
  await page.goto("/teach");
  await page.locator("#desk:not([aria-busy])").waitFor();
  const tree = await send("/api/v1/trees", { text: 'title "My own tree" players 3 maxsum 9 1[ (5,2,2) 2[ (2,2,5) (3,0,6) ] ]' });
  const trace = await send("/api/v1/traces", '{"title":"My own run"}\n{"type":"enter"}\n{"type":"leaf","value":1}\n{"type":"exit","value":1}\n');
  const program = await send("/api/v1/programs", { program: "def f(n):\n    return n.value if n.leaf else max([f(c) for c in n.children])\nresult = f(root)", text: "max[1 2]" });
  await page.evaluate((own) => {
    for (const [kind, { id, key, title }] of Object.entries(own)) localStorage.setItem(`espalier-${kind}:${id}`, JSON.stringify({ id, key, title }));
  }, { tree: { ...tree, title: "My own tree" }, trace: { ...trace, title: "My own run" }, program: { ...program, title: "My own program" } });

  await page.getByRole("button", { name: "New lesson" }).click();
  await page.waitForURL("**/lessons/*/edit");
  await idle(page);
  const scenes = page.locator("#scenes > li"), key = page.url().split("/").at(-2);
  const what = () => scenes.locator("[data-part=what]").allInnerTexts();

  // Each new scene is where it was asked for.
  await page.getByRole("button", { name: "Add a scene here, after scene 1" }).click();
  await choose(page, "tic tac");
  await page.getByRole("button", { name: "Add a scene here, after scene 1" }).press("Enter");
  await choose(page, "own tree");
  assert.equal(await page.evaluate(() => document.activeElement.closest("#scenes > li").getAttribute("aria-label")), "Scene 2", "the new scene is written in at once");
  await page.getByRole("button", { name: "Add a scene here, at the beginning" }).click();
  await choose(page, "exercises score vectors"); // an example
  await until(async () => (await what()).every(Boolean), "each scene has its name");
  assert.deepEqual((await what()).slice(1), ["Korf 1991, Fig. 6: Failure of deep pruning for three players", "My own tree", "Tic-tac-toe"]);

  // By the mouse, and the dialog says what it does not have.
  await page.getByRole("button", { name: "Add a scene here, after scene 4" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a scene" });
  await page.keyboard.type("no such thing");
  await dialog.getByRole("status").filter({ hasText: "Nothing here has this name." }).waitFor();
  await dialog.getByRole("combobox").fill("");
  assert.deepEqual(await dialog.getByRole("group", { name: /^Your/ }).getByRole("option").allInnerTexts(), ["My own tree", "My own run", "My own program"]);
  await dialog.getByRole("option", { name: "My own run" }).click();
  await idle(page);
  await page.getByRole("button", { name: "Add a scene here, after scene 5" }).click();
  await choose(page, "own program");
  // A run at an address, at its step.
  await page.getByRole("button", { name: "Add a scene here, after scene 6" }).click();
  await dialog.getByRole("combobox").fill("/lessons");
  await page.keyboard.press("Enter");
  await dialog.getByRole("status").filter({ hasText: "There is no run at this address." }).waitFor();
  await dialog.getByRole("combobox").fill(`${url}/figures/k1991-fig6?algorithm=shallow&step=7`);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await idle(page);
  assert.equal(await scenes.nth(6).locator("[name=step]").inputValue(), "7");
  await scenes.nth(6).scrollIntoViewIfNeeded();
  await idle(page);
  assert.equal(await scenes.nth(6).locator("[name=algorithm]").inputValue(), "shallow");
  await scenes.nth(6).locator("[name=algorithm]").selectOption("maxn");
  await scenes.nth(6).getByText(/^Step 7 of/).first().waitFor();
  await saved(page);
  const sources = async () => JSON.parse(await stored(key)).scenes.map(({ show }) => ["figure", "saved", "tree", "game", "trace", "code"].find((source) => show[source]));
  assert.deepEqual(await sources(), ["tree", "figure", "saved", "game", "trace", "code", "figure"]);
  assert.equal(JSON.parse(await stored(key)).scenes[6].show.algorithm, "maxn");
  for (const last of [7, 6]) await page.getByRole("button", { name: `Remove scene ${last}` }).click();

  // Two questions. The right choice is chosen by a click on it.
  const fig = scenes.nth(1);
  await fig.getByLabel("Step").first().fill("10");
  await fig.getByLabel("Step").first().press("Tab");
  await fig.getByText(/^Step 10 of/).first().waitFor();
  await fig.getByRole("button", { name: "one step forward" }).click();
  await fig.getByText(/^Step 11 of/).first().waitFor();
  await fig.getByRole("textbox", { name: /^Note/ }).fill("Look at **d**.\n\n---\n\nThe cut loses a value.");
  await fig.getByLabel("Private note").fill("Wait for Anna.");
  await fig.getByRole("combobox", { name: "Question" }).selectOption("choice");
  await fig.getByLabel("Text (optional)").fill("May the search skip f?");
  await fig.getByRole("textbox", { name: "Choice 1" }).fill("yes");
  await page.keyboard.press("Enter");
  await page.keyboard.type("no");
  await page.keyboard.press("Enter");
  await page.keyboard.type("only here");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Backspace"); // an empty line goes
  assert.equal(await fig.getByRole("textbox", { name: /^Choice/ }).count(), 3);
  await fig.locator(".choice-list li label").nth(1).click();
  assert.equal(await fig.getByRole("radio", { name: "Choice 2 is right" }).isChecked(), true);
  const own = scenes.nth(2);
  await own.getByRole("combobox", { name: "Question" }).selectOption("value");
  await own.locator("[data-node='2'] .mover").click();
  await own.getByRole("textbox", { name: /^Note/ }).fill("This tree is *mine*.");
  // By keys the figure is first.
  await fig.getByRole("textbox", { name: /^Note/ }).focus();
  await page.keyboard.press("Control+ArrowUp");
  await saved(page);
  assert.deepEqual(await sources(), ["figure", "tree", "saved", "game", "trace"]);
  const first = JSON.parse(await stored(key)).scenes[0];
  assert.deepEqual([first.question.choices, first.question.correct, first.private], [["yes", "no", "only here"], 1, "Wait for Anna."]);

  // The preview has all scenes as the class sees them, without answers.
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  const preview = page.getByRole("dialog", { name: "As the class sees it" });
  await preview.getByText("May the search skip f?").waitFor();
  for (let i = 0; i < 5; i++) {
    await preview.getByRole("heading", { name: `Scene ${i + 1}` }).scrollIntoViewIfNeeded();
    await preview.locator("ol > li").nth(i).locator("svg").waitFor();
  }
  const seen = await preview.innerText();
  for (const text of ["Look at d.", "The note goes on after the answer.", "only here", "This tree is mine.", "What does b back up?", "Tic-tac-toe"]) assert.ok(seen.includes(text), `the preview lacks “${text}”: ${seen}`);
  for (const text of ["loses a value", "Anna", "Failure of deep"]) assert.ok(!seen.includes(text), `the preview has “${text}”`);
  assert.equal(await preview.locator("input").count(), 0);
  await page.keyboard.press("Escape");
  await preview.waitFor({ state: "hidden" });

  // It is copied, and the copy is edited.
  await page.getByLabel("Title").fill("Cuts");
  await saved(page);
  await page.goto("/teach");
  await page.locator("#desk:not([aria-busy])").waitFor();
  await page.getByRole("button", { name: "Duplicate: Cuts" }).click();
  await page.getByRole("link", { name: "Edit: Copy of Cuts" }).click();
  await page.waitForURL("**/lessons/*/edit");
  await idle(page);
  const copy = page.url().split("/").at(-2);
  assert.equal(await scenes.first().getByRole("radio", { name: "Choice 2 is right" }).isChecked(), true);
  await page.getByRole("button", { name: "Move scene 1 down" }).click();
  await page.keyboard.press("Control+z");
  await scenes.first().getByRole("textbox", { name: /^Note/ }).fill("Look at **d** again.\n\n---\n\nThe cut loses a value.");

  // It is presented. The class reads the note up to the answer, and nothing private.
  await page.getByRole("button", { name: "Present" }).click(); // it saves
  await page.waitForURL(/\/present\/[0-9A-Z]{8}$/);
  await idle(page);
  assert.match(await stored(copy), /again/);
  const code = page.url().slice(-8), one = await follower(page.context().browser(), code, narrow, trouble), note = one.page.getByRole("region", { name: "Note" });
  await note.getByText("Look at d again.").waitFor();
  await note.getByText("The note goes on after the answer.").waitFor();
  const leaked = async () => [...one.received, await one.page.content()].filter((text) => /loses a value|Anna|"correct"/.test(text));
  assert.deepEqual(await leaked(), []);
  await page.getByText("Wait for Anna.").waitFor();
  await accessible(one.page, "a follower with a note and a question");
  await shot(one.page, "follower with a note");
  await one.page.getByRole("radio", { name: "yes" }).tap();
  await one.page.getByRole("button", { name: "Send" }).tap();
  await one.page.getByText("Your answer is saved.").first().waitFor();
  assert.deepEqual(await leaked(), []);
  await page.keyboard.press("r");
  await note.getByText("The cut loses a value.").waitFor();
  await page.getByRole("button", { name: /^Next scene/ }).click();
  await one.page.locator("#scene-note").waitFor({ state: "hidden" }); // scene 2 has no note
  await idle(page);
  await page.goto(`${page.url()}?present=1`);
  await idle(page);
  await page.keyboard.press("n");
  await page.getByRole("region", { name: "Note" }).getByText("This tree is mine.").waitFor();
  await page.locator("#question-text", { hasText: "What does b back up?" }).waitFor();
  await idle(page);
  await shot(page, "projector with a note");
  await accessible(page, "the projector with a note");
  await note.getByText("This tree is mine.").waitFor();
  assert.deepEqual(trouble, []);
  await one.close();
});

for (const [part, open] of Object.entries({
  editor: async () => {},
  picker: (page) => page.getByRole("button", { name: "Add a scene here, after scene 2" }).click(),
  preview: (page) => page.getByRole("button", { name: "Preview", exact: true }).click(),
})) person(`the ${part} of a lesson is read in each theme, on a screen and on a phone`, {}, async (page) => {
  const show = { figure: "k1991-fig6", algorithm: "deep" };
  const { key } = await made({ title: "Cuts", scenes: [
    { show: { ...show, step: 2 }, note: "A **note** with $\\alpha \\ge \\beta$." },
    { show: { ...show, step: 11 }, note: "Before.\n\n---\n\nAfter.", private: "Wait.", question: { kind: "choice", text: "May the search skip f?", choices: ["yes", "no", "only with two players, whose scores add up to the same"], correct: 1 } },
  ] });
  await edit(page, key);
  await open(page);
  await look(page, `lesson ${part}`);
});

person("no control of the editor is under the line with Save when it gets the focus", {}, async (page) => {
  const show = { figure: "k1991-fig6", algorithm: "deep" };
  const { key } = await made({ title: "Focus", scenes: [
    { show: { ...show, step: 2 }, note: "A note." },
    { show: { ...show, step: 11 }, question: { kind: "choice", text: "May the search skip f?", choices: ["yes", "no", "perhaps"], correct: 1 } },
  ] });
  /** What the line covers of the focused control, in px; null: the focus is past the controls of the scenes. */
  const covered = () => page.evaluate(() => {
    const at = document.activeElement, line = document.getElementById("save").parentElement;
    if (!at || !at.closest("#title, #scenes, .add-here")) return null;
    const control = at.getBoundingClientRect(), over = line.getBoundingClientRect();
    return { name: at.name || at.dataset.part || at.id, px: Math.max(0, Math.min(control.bottom, over.bottom) - Math.max(control.top, over.top)) };
  });
  for (const viewport of [narrow, { width: 360, height: 640 }, { width: 1280, height: 720 }]) {
    await page.setViewportSize(viewport);
    await edit(page, key);
    let steps = 0;
    for (const press of ["Tab", "Shift+Tab"]) {
      await (press === "Tab" ? page.getByLabel("Title") : page.locator(".add-here button").last()).focus();
      for (let at = await covered(); at; at = await covered(), steps++) {
        assert.equal(at.px, 0, `${press}, ${viewport.width}×${viewport.height}: the line covers ${at.px} px of ${at.name}`);
        await page.keyboard.press(press);
      }
    }
    assert.ok(steps > 50, `${steps} controls had the focus`);
    // A long message makes the line higher: the focused control stays above it.
    const choice = page.getByRole("textbox", { name: /Choice/ }).last();
    await choice.focus();
    await page.locator("#state").evaluate((state) => (state.textContent = "Not saved. ".repeat(20)));
    await until(async () => (await covered()).px === 0, "a line that grows covers nothing");
  }
});
