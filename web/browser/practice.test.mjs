// Practice: a student plays an algorithm on a tree, by mouse, keys and fingers; lessons, read alone.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { accessible, atStep, idle, narrow, person, shot, theme, themes, until } from "./harness.mjs";

const exercise = "/practice?algorithm=speculative&players=3&depth=3&branching=2&maxsum=10&seed=1";

const verdictAt = (page, node) => page.locator(`#n${node} .visits`).textContent();
const moves = (page) => page.locator("#moves li").allInnerTexts();

/** Opens the panel of a node by a click and chooses the value of one of its children. */
async function backUp(page, node, value) {
  await page.locator(`#n${node} .mover`).click();
  await page.locator("#move").getByRole("button", { name: `(${value}) from` }).first().click();
  await idle(page);
}

person("a student plays speculative pruning on a tree, is corrected at once, and gets a larger tree when all is right", {}, async (page) => {
  await page.goto(exercise);
  await idle(page);
  for (const name of themes) {
    await theme(page, name);
    await accessible(page, `an exercise in ${name}`);
  }
  await theme(page, "light");

  // A cut that is wrong: the values that show it are a click away.
  await page.locator("#n5 .mover").click();
  await page.getByRole("button", { name: "Cut it and its later siblings" }).click();
  await idle(page);
  assert.equal(await verdictAt(page, 5), "unsound");
  assert.equal(await page.locator("#n6").evaluate((g) => g.classList.contains("cut")), true, "what is below a cut is drawn as cut");
  assert.match((await moves(page))[0], /Cut f: unsound\. With \(.*\) at h the root gets/);
  const fails = await page.getByRole("link", { name: "See it fail" }).getAttribute("href");
  await page.getByRole("button", { name: "Undo: Cut f" }).click();
  await idle(page);
  assert.deepEqual(await moves(page), []);
  assert.equal(await verdictAt(page, 5), "");

  // By keys: ↓ and Enter open a node, the fields take a whole value, Escape goes back to the tree.
  await page.locator("#n0").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.type("7, 1 2");
  await page.keyboard.press("Enter");
  await idle(page);
  assert.equal(await verdictAt(page, 2), "right");
  assert.match(await page.locator("#n2").getAttribute("aria-description"), /value \(7, 1, 2\); right$/);
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "n2");
  assert.equal(await page.locator("#move").isVisible(), false);

  // A bound that the algorithm has, and one that it has not.
  await page.locator("#n1 .mover").click();
  const bound = page.getByRole("textbox", { name: "bound of player 2" });
  await bound.fill("1");
  await bound.press("Enter");
  await idle(page);
  assert.match((await moves(page))[0], /Bound 1 of player 2 at b: right/);
  await bound.fill("9");
  await page.getByRole("button", { name: "Keep" }).click();
  await idle(page);
  assert.match((await moves(page))[0], /Bound 9 of player 2 at b: wrong/);
  await bound.fill("");
  await page.getByRole("button", { name: "Keep" }).click();

  for (const [node, value] of [[5, "2, 2, 6"], [1, "2, 2, 6"], [9, "2, 2, 6"]]) await backUp(page, node, value);
  // X cuts the node that has the focus; the reason is not what the algorithm has, and then it is.
  await page.locator("#n14").focus();
  await page.keyboard.press("x");
  await idle(page);
  assert.equal(await verdictAt(page, 14), "right");
  await page.keyboard.press("Enter");
  await page.locator("[data-part=because] label").filter({ hasText: /^a$/ }).click();
  await idle(page);
  assert.equal(await verdictAt(page, 14), "lucky");
  for (const holder of ["i", "m"]) await page.locator("[data-part=because] label").filter({ hasText: new RegExp(`^${holder}$`) }).click();
  await idle(page);
  assert.equal(await verdictAt(page, 14), "right");
  await backUp(page, 8, "2, 2, 6");
  await backUp(page, 0, "2, 2, 6");
  await shot(page, "practice played");

  // All of it is in the address.
  const done = (await moves(page)).sort();
  await page.reload();
  await idle(page);
  assert.deepEqual((await moves(page)).sort(), done);
  await page.getByRole("button", { name: "Finish and see the result" }).click();
  await page.waitForURL(/done=1/);
  await idle(page);
  assert.match(await page.locator(".summary").innerText(), /7\s+right\s+0\s+lucky.*0\s+sound.*0\s+missed\s+0\s+wrong\s+0\s+unsound\s.*Everything was right\. The next tree is larger, with 31 nodes/s);
  await theme(page, "dark");
  await accessible(page, "a result in dark");
  const [download] = await Promise.all([page.waitForEvent("download"), (async () => {
    await page.getByLabel("Your name").fill("Ada");
    await page.getByRole("button", { name: "Save as a file" }).click();
  })()]);
  const file = readFileSync(await download.path(), "utf8");
  assert.match(file, /by Ada\n/);
  assert.ok(file.includes(new URL(page.url()).search.slice(1).split("&")[0]), file);
  await page.getByRole("link", { name: "Next exercise" }).click();
  await page.waitForURL(/depth=4.*seed=2$/);
  await idle(page);
  assert.equal(await page.locator("#stage g.node").count(), 31);

  // The run that a wrong cut does not survive.
  await page.goto(fails);
  await until(async () => /\(1, 3, 6\)/.test(await page.locator("#verdict").innerText()), "the run ends with another value");
});

person("steps are checked at the end if the student wants it, on a phone too", { viewport: narrow, touch: true }, async (page) => {
  await page.goto(exercise);
  await idle(page);
  const root = await page.locator("#n0 .box").boundingBox(), stage = await page.locator("#stage .canvas").boundingBox();
  assert.ok(root.x >= 0 && root.x + root.width <= narrow.width && root.y >= stage.y && root.y < stage.y + stage.height, `the root at ${JSON.stringify(root)} in ${JSON.stringify(stage)}`);
  await page.locator("#check label").filter({ hasText: "at the end" }).tap();
  await page.locator("#n5 .mover").tap();
  await page.getByRole("button", { name: "Cut it and its later siblings" }).tap();
  await idle(page);
  assert.equal(await verdictAt(page, 5), "", "no verdict before the end");
  const panel = await page.locator("#move").boundingBox();
  assert.ok(panel.x >= 0 && panel.x + panel.width <= narrow.width && panel.y + panel.height <= narrow.height + 1, JSON.stringify(panel));
  const tree = await page.locator("#n5 .box").boundingBox();
  assert.ok(tree.y + tree.height < panel.y, "the node is in sight above its panel");
  for (const button of await page.locator("#move :is(button, input, .chip)").filter({ visible: true }).all()) {
    const box = await button.boundingBox();
    assert.ok(box.width >= 24 && box.height >= 24, `${await button.innerText()}: ${JSON.stringify(box)}`);
  }
  await shot(page, "practice phone");
  await page.getByRole("button", { name: "Close the node" }).tap();
  await page.getByRole("button", { name: "Finish and see the result" }).tap();
  await page.waitForURL(/check=end.*done=1/);
  await idle(page);
  assert.equal(await verdictAt(page, 5), "unsound");
  assert.equal(await verdictAt(page, 14), "missed");
  assert.match(await page.locator("#next-why").innerText(), /There is 1 unsound cut\. The next tree has the same size/);
  // An item leads to its node, also where the tree is above what is read.
  await page.getByRole("link", { name: "Cut o", exact: true }).tap();
  await until(() => page.locator("#n14.lit").isVisible(), "the node of the item is lit");
  assert.ok((await page.locator("#n14").boundingBox()).y > 0, "and in sight");
  for (const address of [page.url(), exercise, `${exercise}&print=1`]) {
    await page.goto(address);
    const over = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `${address} is ${over} px wider than the screen`);
    await accessible(page, `${address} on a phone`);
  }

  // Of a tree with more than fits, the path from the root is above what is seen of it.
  await page.goto("/practice?algorithm=speculative&depth=4&branching=3&seed=1");
  await idle(page);
  await page.locator("#n4 .value").tap();
  await idle(page);
  const way = page.locator("#way"), sheet = await page.locator("#move").boundingBox(), bar = await way.boundingBox();
  assert.deepEqual(await way.locator("b").allTextContents(), ["a", "b", "c", "d", "e"]);
  assert.ok(bar.y >= 0 && bar.y + bar.height <= sheet.y && bar.x + bar.width <= narrow.width, JSON.stringify(bar));
  await accessible(page, "the path from the root");
  await way.locator("button").first().tap();
  await idle(page);
  const top = await page.locator("#n0 .box").boundingBox(), seen = await page.locator("#stage .canvas").boundingBox();
  assert.ok(top.x >= 0 && top.x + top.width <= narrow.width && top.y >= seen.y, `the root at ${JSON.stringify(top)}`);
  assert.equal(await page.locator("#move-title").innerText(), "NODE a");
});

person("without scripts a form has all steps, and the sheet its solution on another page", { script: false }, async (page) => {
  await page.goto(exercise);
  await page.getByRole("textbox", { name: "Value of a" }).fill("2, 2, 6");
  await page.getByRole("checkbox", { name: "Cut o" }).check();
  await page.getByRole("button", { name: "Finish and see the result" }).click();
  assert.match(await page.locator(".summary").innerText(), /2\s+right.*5\s+missed/s); // the values that are not given
  await page.getByRole("link", { name: "Change your steps" }).click();
  for (const [node, value] of [["b", "2,2,6"], ["c", "7,1,2"], ["f", "2,2,6"], ["i", "2,2,6"], ["j", "2,2,6"]]) await page.getByRole("textbox", { name: `Value of ${node}` }).fill(value);
  await page.getByRole("button", { name: "Finish and see the result" }).click();
  assert.match(await page.locator(".summary").innerText(), /7\s+right.*0\s+missed.*Everything was right/s);
  await page.getByRole("link", { name: "Change your steps" }).click();
  assert.equal(await page.getByRole("textbox", { name: "Value of a" }).inputValue(), "2,2,6");
  await page.getByRole("link", { name: "Print version" }).click();
  await page.getByRole("heading", { name: "Solution" }).waitFor();
  const pdf = await page.pdf({ format: "A4" });
  assert.equal(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length, 2, "pages on paper");
});

/** Waits until a page whose run waits for an answer shows a step. */
async function heldAt(page, step) {
  await page.locator("#step").getByText(`step ${step}`, { exact: true }).waitFor();
  await idle(page);
  assert.equal(await page.locator("#step").innerText(), `step ${step}`);
}

person("a lesson is read alone: scenes one after another, each with its run, and questions that are judged", {}, async (page) => {
  await page.goto("/practice");
  await page.locator("#practice").getByRole("link", { name: "Lessons", exact: true }).click();
  await page.getByRole("link", { name: /Alpha-beta/ }).click();
  await page.getByRole("link", { name: "Next scene" }).click();
  await page.waitForURL(/scene=2$/);
  await heldAt(page, 14); // scene 3 asks about the same run
  await page.getByRole("button", { name: "Step forward" }).click();
  await heldAt(page, 15);
  await page.waitForURL(/scene=2&step=15$/); // it is written when the step rests
  await page.getByRole("link", { name: "Next scene" }).click();
  await heldAt(page, 19);
  // The run stops at the question, by keys and in the address, until that is answered.
  for (const key of ["ArrowRight", "End"]) await page.keyboard.press(key);
  await heldAt(page, 19);
  await page.goto(`${page.url().split("?")[0]}?scene=3&step=30`);
  await heldAt(page, 19);
  await page.keyboard.press("ArrowLeft");
  await heldAt(page, 18);
  await page.keyboard.press("ArrowRight");
  await heldAt(page, 19);
  await page.getByRole("checkbox").first().check();
  const judged = page.waitForRequest((asked) => asked.method() === "POST" && new URL(asked.url()).pathname === "/api/v1/lessons/alpha-beta/answers");
  await page.getByRole("button", { name: "Answer" }).click();
  assert.equal((await judged).postDataJSON().scene, 2);
  await page.waitForURL(/answered=1/);
  await atStep(page, 19); // a choice of the answer is no choice of the run
  assert.match(await page.locator(".lesson-verdict").innerText(), /Not right\. It is: j\..*Max is sure of α = 4/s);
  for (const name of themes) {
    await theme(page, name);
    await accessible(page, `a scene in ${name}`);
  }
  // Now it goes on, also in the address of the verdict.
  await page.getByRole("button", { name: "Step forward" }).click();
  await atStep(page, 20);
  await page.getByRole("link", { name: "Show this step" }).click();
  await page.waitForURL(/step=20.*answered=1/);
  const { now, last } = await atStep(page, 20);
  assert.ok(now === 20 && last > 20, `step ${now} of ${last}`);
  await page.setViewportSize(narrow);
  const over = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `a scene is ${over} px wider than a phone`);
  // The sentence is right above the controls, also where the page has come to its end.
  for (const part of ["#stage", ".playback"]) {
    await page.locator(part).evaluate((e) => e.scrollIntoView());
    const { sentence, controls, tree } = await page.evaluate(() => {
      const box = (/** @type {string} */ of) => document.querySelector(of).getBoundingClientRect();
      return { sentence: box(".commentary").toJSON(), controls: box(".playback").toJSON(), tree: box("#stage svg.tree").toJSON() };
    });
    assert.ok(Math.abs(sentence.bottom - controls.top) <= 1 && controls.bottom <= narrow.height + 1, `the sentence ${JSON.stringify(sentence)} above the controls ${JSON.stringify(controls)}`);
    assert.ok(tree.bottom <= sentence.top, "it covers nothing of the tree");
  }
  await shot(page, "lesson phone");
});

person("answers of each form are judged in place, and the page that is loaded anew has the same verdict", { expect: /status of 422/ }, async (page) => {
  const scenes = [
    { show: { figure: "k1991-fig6", algorithm: "deep", step: 5 }, question: { kind: "value", node: 3 } },
    { show: { figure: "k1991-fig6", algorithm: "maxn", step: 5 }, question: { kind: "root", node: 5, value: [3, 0, 6] } },
    { show: { figure: "k1991-fig6", algorithm: "deep", step: 5 }, question: { kind: "choice", text: "Which?", choices: ["this", "that"], correct: 1 } },
  ];
  await page.goto("/lessons");
  const id = await page.evaluate(async (body) => (await (await fetch("/api/v1/lessons", { method: "POST", headers: { "Content-Type": "application/json" }, body })).json()).id, JSON.stringify({ title: "Forms", scenes }));
  const answers = [
    [() => page.getByRole("textbox", { name: "Value" }).fill("(2, 2, 5)"), "Right: (2, 2, 5)."],
    [() => page.getByRole("textbox", { name: "Value" }).fill("1, 2"), "the value has 2 scores; 3 are needed"],
    [() => page.getByRole("radio", { name: "no" }).check(), "Not right. It is: yes. The result is (5, 2, 2) now, and (6, 1, 2) if f is (3, 0, 6)."],
    [() => page.getByRole("radio", { name: "that" }).check(), "Right: that."],
  ];
  for (const [i, [answer, said]] of answers.entries()) {
    await page.goto(`/lessons/${id}?scene=${[1, 1, 2, 3][i]}`);
    await heldAt(page, 5);
    await answer();
    await page.getByRole("button", { name: "Answer" }).click();
    const verdict = async () => (await page.locator("#judged").innerText()).replace(/\s+/g, " ").trim();
    await page.locator("#judged").getByText(said.split(" ").slice(0, 2).join(" ")).first().waitFor();
    assert.ok((await verdict()).startsWith(said), `${await verdict()}, not ${said}`);
    if (i === 1) continue; // no answer, and so no address
    const before = await verdict();
    await page.reload();
    assert.equal(await verdict(), before);
  }
});

person("without scripts an answer in a lesson is judged on the next page", { script: false }, async (page) => {
  await page.goto("/lessons/deep-fails?scene=2");
  await page.getByRole("radio").first().check();
  await page.getByRole("button", { name: "Answer" }).click();
  await page.locator(".lesson-verdict").getByText("Not right.").waitFor();
  assert.match(page.url(), /answered=1/);
});

person("a lesson is made from runs, edited, and saved without overwriting what somebody else has saved", { expect: /status (412|422)|Failed to load resource/ }, async (page) => {
  // Two steps of a figure become scenes.
  for (const step of [12, 11]) {
    await page.goto(`/figures/k1991-fig6?algorithm=deep&step=${step}`);
    await atStep(page, step);
    await page.getByRole("button", { name: "Share" }).click();
    const chosen = await page.getByRole("combobox", { name: "Lesson" }).evaluate((list) => list.selectedOptions[0].text);
    assert.equal(chosen, step === 12 ? "Begin a new lesson" : "Lesson 1", "the next scene goes to the same lesson");
    await page.getByRole("button", { name: "Add to lesson" }).click();
    const open = page.getByRole("link", { name: "Open Lesson 1" });
    await open.waitFor();
    assert.equal(await page.locator(".share-added").innerText(), `Added to “Lesson 1” as scene ${step === 12 ? 1 : 2}. Open`);
    assert.ok(await open.evaluate((link) => link.getBoundingClientRect().bottom <= innerHeight), "where it went is in sight");
    await shot(page, `added to a lesson ${step}`);
  }
  await page.getByRole("link", { name: "Open Lesson 1" }).click();
  await page.waitForURL(/\/lessons\/[^/]+\/edit$/);
  await idle(page);
  const scenes = page.locator("#scenes > li"), state = page.locator("#state");
  assert.equal(await scenes.count(), 2);
  await scenes.nth(1).getByRole("button", { name: "Up" }).click(); // step 11 comes first
  await page.getByLabel("Title").fill("Why it fails");
  await scenes.nth(0).getByLabel("Note, in Markdown").fill("What is **cut**?");
  await scenes.nth(0).getByLabel("Question").selectOption("cut");
  // The picture is that of the step, and a node of it is chosen by a click, or by its name.
  const picture = scenes.nth(0).locator(".scene-picture"), nodes = scenes.nth(0).locator("[name=node]");
  await picture.getByText("Step 11 of ").waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await idle(page);
  assert.match(await state.innerText(), /Not saved, because of scene 1/);
  await picture.locator("[data-node='3'] .mover").click();
  assert.equal(await nodes.evaluate((list) => list.selectedOptions[0].text), "d");
  assert.equal(await picture.locator("svg [data-picked]").getAttribute("data-node"), "3");
  await nodes.selectOption("e");
  assert.equal(await picture.locator("svg [data-picked]").getAttribute("data-node"), "4");
  await picture.locator("[data-node='3'] .mover").click();
  await scenes.nth(0).getByLabel("Step").first().fill("4");
  await scenes.nth(0).getByLabel("Step").first().press("Tab");
  await picture.getByText("Step 4 of ").waitFor();
  assert.equal(await picture.locator("svg [data-picked]").getAttribute("data-node"), "3", "another step keeps the node");
  await scenes.nth(0).getByLabel("Step").first().fill("11");
  await scenes.nth(0).getByLabel("Step").first().press("Tab");
  await picture.getByText("Step 11 of ").waitFor();
  await scenes.nth(0).getByLabel("Private note").fill("Wait for a guess.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await idle(page);
  assert.equal(await state.innerText(), "Saved as revision 3.");
  for (const name of themes) {
    await theme(page, name);
    await accessible(page, `the editor of a lesson in ${name}`);
  }

  // Somebody else saves: both versions are shown, and the person decides.
  const key = page.url().split("/").at(-2), id = await page.locator("#lesson-edit").getAttribute("data-id");
  const other = await page.evaluate(async ([k, i]) => {
    const before = await fetch(`/api/v1/lessons/${k}`), lesson = await before.json();
    const body = JSON.stringify({ title: "Theirs", scenes: lesson.scenes.slice(0, 1) });
    return (await fetch(`/api/v1/lessons/${k}`, { method: "PUT", headers: { "Content-Type": "application/json", "If-Match": before.headers.get("ETag") }, body })).status;
  }, [key, id]);
  assert.equal(other, 200);
  await page.getByLabel("Title").fill("Mine");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await idle(page);
  await shot(page, "lesson editor");
  assert.match(await page.locator("#conflict").innerText(), /Your version\s+Mine\s.*What is \*\*cut\*\*\?.*The saved version\s+Theirs/s);
  await shot(page, "lesson conflict");
  await page.getByRole("button", { name: "Replace it with mine" }).click();
  await idle(page);
  assert.equal(await page.locator("#conflict").isVisible(), false);
  assert.equal(await state.innerText(), "Saved as revision 5.");
  await page.setViewportSize(narrow);
  const over = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `the editor is ${over} px wider than a phone`);
  await shot(page, "lesson editor phone");

  await page.goto("/teach");
  await page.getByRole("link", { name: "Read: Mine" }).click();
  await heldAt(page, 11);
  assert.equal(await page.locator(".note").innerHTML(), "<p>What is <strong>cut</strong>?</p>\n");
  assert.equal(await page.getByText("Wait for a guess.").count(), 0, "a private note is on no page for readers");
  await page.getByRole("checkbox", { name: "f" }).check();
  await page.getByRole("button", { name: "Answer" }).click();
  await page.locator(".lesson-verdict").getByText("Right:").waitFor();
});

person("a lesson is printed with one scene on each sheet, as pages or as slides, and a teacher finds the way", {}, async (page) => {
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Teach" }).click();
  await page.getByRole("heading", { name: "Your desk", exact: true }).waitFor();
  await accessible(page, "the page for teachers");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Teach" }).click();
  await page.getByRole("link", { name: "A lesson", exact: true }).click();
  await page.getByRole("link", { name: "Speculative pruning" }).first().click();
  await page.getByRole("link", { name: "Print" }).click();
  await page.locator(".print-sheet").first().waitFor();
  const scenes = await page.locator(".print-sheet").count();
  assert.ok((await page.locator(".print-closed").count()) > 0, "a reader gets no scene after an open question");
  await page.getByLabel("Scenes after open questions").selectOption("on");
  await page.waitForURL(/all=1/);
  for (const layout of ["Slides", "Pages"]) {
    await page.getByLabel(layout).check();
    await page.waitForURL(new RegExp(`as=${layout.toLowerCase()}`));
    for (const name of themes) {
      await theme(page, name);
      await accessible(page, `a lesson to print, ${name}`);
    }
    await theme(page, "light");
    await shot(page, `lesson to print ${layout}`);
    const file = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    assert.equal(file.match(/\/Type\s*\/Page\b/g).length, scenes, `sheets of ${layout}`);
  }
  assert.ok((await page.locator(".print-note").count()) > 0);
  await page.getByLabel("Notes").selectOption("off");
  await page.waitForURL(/notes=0/);
  assert.equal(await page.locator(".print-note").count(), 0);
  assert.equal(await page.locator(".print-picture svg").count(), scenes);
});
