// Homework: a teacher gives a lesson, students work through it, and the results fill by themselves.

import assert from "node:assert/strict";
import { accessible, elsewhere, idle, narrow, person, shot, theme, themes, until, url, wide } from "./harness.mjs";

/** Bytes that a page may weigh, as weight.test.mjs has it. */
const most = 62_000;

/** Gives the lesson that the page shows as homework; resolves to the links. */
async function give(page, choices = async () => {}) {
  await page.getByRole("link", { name: "Give as homework" }).click();
  await page.getByRole("heading", { name: "Give as homework" }).waitFor();
  await choices();
  await shot(page, "homework new");
  await page.getByRole("button", { name: "Create the homework" }).click();
  await page.getByRole("heading", { name: "The homework is ready" }).waitFor();
  return { join: new URL(await page.locator("#made-join").getAttribute("href")).pathname, results: await page.locator("#made-results").getAttribute("href") };
}

/** The states of a student in the results, by the name. */
const row = async (page, name) => (await page.locator("#rows tr", { hasText: name }).locator("td[data-state]").allTextContents()).join(" ");

person("a teacher gives a lesson, two students answer, one comes back, and the results fill by themselves", {}, async (page) => {
  await page.goto("/lessons/alpha-beta");
  await idle(page);
  const { join, results } = await give(page, () => page.getByRole("group", { name: "Names" }).getByLabel("required").check());
  await page.goto(results);
  await page.waitForURL(/\/results\/[a-z2-7]{26}$/);
  assert.ok(!page.url().includes(results.split("/").at(-1)), "the address that is projected has no key");
  await page.getByText("The table updates automatically.").waitFor();
  await page.getByText("No student has started yet.").waitFor();

  await elsewhere(async (ada) => {
    await ada.goto(`${url}${join}`);
    await ada.getByLabel("Your name").fill("Ada");
    await shot(ada, "homework start");
    await ada.getByRole("button", { name: "Start" }).click();
    await ada.waitForURL(/part=/);
    await idle(ada);
    await page.locator("#rows tr", { hasText: "Ada" }).waitFor(); // by itself
    const first = ada.url();
    await ada.goto(`${url}${join}`);
    await idle(ada);
    assert.ok((await ada.locator(".part-state").allTextContents()).every((text) => text === "not yet"));
    await ada.goto(first);
    await idle(ada);
    await toQuestion(ada);
    const last = Number(await ada.locator("#run").getAttribute("data-until"));
    await ada.locator("#stage").press("End");
    await idle(ada);
    assert.equal(new URL(ada.url()).searchParams.get("step") ?? String(last), String(last), "no step past the question is shown");
    for (const name of themes) {
      await theme(ada, name);
      await shot(ada, `homework scene ${name}`);
      await accessible(ada, `a scene of a homework, ${name}`);
    }
    await theme(ada, "light");
    // What the browser had already would count as nothing.
    await (await ada.context().newCDPSession(ada)).send("Network.setCacheDisabled", { cacheDisabled: true });
    await ada.reload();
    await idle(ada);
    // The terms come when somebody begins to use the page, and the fonts are for all pages.
    const weight = await ada.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => !/\.woff2$|terms|glossary/.test(name)).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, performance.getEntriesByType("navigation")[0].encodedBodySize));
    assert.ok(weight > 10_000 && weight <= most, `the page of a scene weighs ${weight} bytes`);
    await answer(ada);
    await ada.locator(".lesson-verdict").waitFor();
    await idle(ada);
    await shot(ada, "homework scene answered");
    const said = await ada.locator("#judged").textContent();
    assert.match(said, /^(Right|Not right|Partly right)/);
    await ada.locator("#stage").press("End");
    await until(async () => Number(new URL(ada.url()).searchParams.get("step")) > last, "after the answer the run goes on");
    await until(async () => /right|wrong|partly/.test(await row(page, "Ada")), "the results have the answer by themselves");
    // She comes back.
    await ada.reload();
    await idle(ada);
    assert.equal(await ada.locator("#judged").textContent(), said, "what was answered is there after a reload");
    assert.equal(await ada.locator("#send").isVisible(), false, "the first answer counts");
    await accessible(ada, "an answered scene of a homework");
  });

  await elsewhere(async (bob) => {
    await bob.setViewportSize(narrow);
    await bob.goto(`${url}${join}`);
    await bob.getByRole("button", { name: "Start" }).click(); // without a name the browser does not send it
    assert.equal(await bob.locator("#name:invalid").count(), 1);
    await bob.getByLabel("Your name").fill("Bob");
    await accessible(bob, "the first page of a homework on a phone");
    await bob.getByRole("button", { name: "Start" }).click();
    await bob.waitForURL(/part=/);
    await toQuestion(bob);
    await answer(bob);
    await bob.locator(".lesson-verdict").waitFor();
    await idle(bob);
    await shot(bob, "homework scene phone");
    assert.ok(await bob.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the phone");
    await bob.getByRole("link", { name: "Your work" }).first().click();
    await idle(bob);
    await shot(bob, "homework start phone");
    assert.match((await bob.locator(".part-state").allTextContents()).join(), /right|wrong|partly/);
  });
  await until(async () => /right|wrong|partly/.test(await row(page, "Bob")), "the results have the second student");
  assert.equal(await page.locator("#count").textContent(), "2 students");
  for (const name of themes) {
    await theme(page, name);
    await shot(page, `homework results ${name}`);
    await accessible(page, `the results, ${name}`);
  }
  await theme(page, "light");
  await page.setViewportSize(narrow);
  await shot(page, "homework results phone");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the phone");
  await page.setViewportSize(wide);
  await page.getByLabel("Hide the names").check();
  assert.equal(await page.getByText("Bob").isVisible(), false);
  await page.getByText("Student 2").waitFor();
  await page.goto("/homework");
  await page.getByRole("link", { name: /^Results of/ }).waitFor();
  await shot(page, "homework list");
  await accessible(page, "the list of homework");
});

/** Goes to the first part that asks something. */
async function toQuestion(page) {
  await idle(page);
  while ((await page.locator("#question").count()) === 0) {
    await page.getByRole("link", { name: "Next", exact: true }).click();
    await idle(page);
  }
}

/** Answers the question of a scene somehow. */
async function answer(page) {
  const choice = page.locator("#question label").first();
  if (await choice.count()) await choice.click();
  else await page.locator("#question [name=answer]").fill("3");
  await page.getByRole("button", { name: "Answer" }).click();
}

person("exercises of alpha-beta for two players are given, handed in and judged", {}, async (page) => {
  await page.goto("/practice?algorithm=alphabeta&depth=2");
  await idle(page);
  const { join, results } = await give(page, async () => {
    await page.getByRole("spinbutton", { name: "exercises" }).fill("2");
    await page.getByLabel("no names").check();
  });
  await elsewhere(async (student) => {
    await student.goto(`${url}${join}`);
    await student.getByRole("button", { name: "Start" }).click();
    await student.waitForURL(/part=1/);
    await idle(student);
    await student.locator("#n1").focus();
    await student.keyboard.press("x");
    await idle(student);
    await shot(student, "homework exercise");
    await accessible(student, "an exercise of a homework");
    assert.equal(await student.locator("#moves em").count(), 0, "no step is judged before it is handed in");
    await student.getByRole("button", { name: "Hand in" }).click();
    await student.locator(".lesson-verdict", { hasText: "missed" }).waitFor();
    await idle(student);
    const lines = await student.locator(".lesson-verdict p").allTextContents();
    assert.ok(lines.length > 3 && lines.some((line) => /^Value of \w+: missed\./.test(line)), `a line for each step: ${lines.join(" / ")}`);
    await shot(student, "homework exercise judged");
    await student.setViewportSize(narrow);
    await shot(student, "homework exercise phone");
    assert.ok(await student.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the phone");
    await student.goto(`${url}${join}?part=1`);
    await student.waitForURL(/cut=1/); // what was handed in is on the tree again
    await student.locator("#n1.cut").waitFor();
    await idle(student);
    assert.equal(await student.locator("#finish").isVisible(), false);
    await student.getByRole("link", { name: "See each step" }).click();
    await student.getByRole("heading", { name: "Your result" }).waitFor();
  });
  await page.goto(results);
  await page.locator("#rows td[data-state=wrong]").waitFor();
  assert.equal(await page.locator("#rows td[data-state]").count(), 2);

  // It is closed, and deleted.
  await page.getByRole("button", { name: "Close now" }).click();
  await page.getByText("The homework is closed.").waitFor();
  await page.getByRole("button", { name: "Delete with all answers" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await page.waitForURL(/\/homework$/);
  await page.getByText("This browser has no homework yet.").waitFor();
});

person("an answer that cannot be sent is kept, and sent again", { expect: /ERR_INTERNET_DISCONNECTED/ }, async (page) => {
  const response = await fetch(`${url}/api/v1/assignments`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ lesson: "deep-fails", feedback: "at-end" }) });
  const { key, join } = await response.json();
  await page.goto(join);
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/part=/);
  await toQuestion(page);
  await page.context().setOffline(true);
  await answer(page);
  await page.getByText("You are offline.").waitFor();
  await shot(page, "homework offline");
  await page.context().setOffline(false);
  await page.getByText("Your answer is saved. You can change it").waitFor();
  await idle(page);
  for (const name of themes) {
    await theme(page, name);
    const [saved, wrong] = await page.locator(".lesson-verdict").evaluate((box) => {
      const judged = box.cloneNode();
      judged.dataset.right = "false";
      box.after(judged);
      const colours = [box, judged].map((of) => getComputedStyle(of).borderLeftColor);
      judged.remove();
      return colours;
    });
    assert.notEqual(saved, wrong, `a saved answer does not look like a wrong one, ${name}`);
    await shot(page, `homework saved ${name}`);
  }
  await theme(page, "light");
  assert.equal(await page.locator("#trouble").isVisible(), false);
  const { students } = await (await fetch(`${url}/api/v1/assignments/${key}/results`)).json();
  assert.equal(students[0].items.filter((item) => item.tries === 1).length, 1);
  await page.goto(join);
  await idle(page);
  // Finishing asks, says what is open, and can be taken back until the right answers are shown.
  const dialog = page.getByRole("dialog"), finish = page.getByRole("button", { name: "Finish and see the right answers" });
  await finish.click();
  await dialog.getByText("Not answered yet: question 2.").waitFor();
  await shot(page, "homework finish");
  await accessible(page, "the dialog before a homework is finished");
  await dialog.getByRole("button", { name: "Go on working" }).click();
  assert.equal(await page.locator("#finished-line").isVisible(), false);
  await finish.click();
  await dialog.getByRole("button", { name: "Finish", exact: true }).click();
  await page.getByText("You have finished.").waitFor();
  await shot(page, "homework finished");
  await page.getByRole("button", { name: "Go on working" }).click();
  await finish.waitFor();
  await finish.click();
  await dialog.getByRole("button", { name: "Finish", exact: true }).click();
  await page.getByRole("button", { name: "See the right answers", exact: true }).click();
  await page.getByText("You have finished. Open a part").waitFor();
  assert.equal(await page.getByRole("button", { name: "Go on working" }).count() > 0 && await page.locator("#resume").isVisible(), false);
});

person("no part shows how a run goes on that another part asks about, until that is answered", { expect: /409.*figures.k1991-fig6/ }, async (page) => {
  const post = async (path, body) => (await fetch(url + path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
  const show = (step) => ({ figure: "k1991-fig6", algorithm: "deep", step });
  const lesson = await post("/api/v1/lessons", { title: "One run", scenes: [
    { show: show(5), note: "Begin." },
    { show: show(11), question: { kind: "cut", node: 3 } },
    { show: show(14), note: "The cut was wrong." },
    { show: show(22), question: { kind: "root", node: 5, value: [3, 0, 6] } },
  ] });
  const { join } = await post("/api/v1/assignments", { lesson: lesson.id });
  await page.goto(join);
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/part=1/);
  await idle(page);
  await page.locator("#scrub").focus();
  await page.keyboard.press("End");
  await idle(page);
  assert.match(await page.locator("#step").innerText(), /^step 11\b(?! of 22)/);
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
  assert.match(await page.locator("#step").innerText(), /^step 11\b/);
  for (const word of ["Failure", "nsound", "and wrong"]) assert.equal((await page.content()).includes(word), false, `the page says ${word}`);
  await page.goto(`${url}${join}?part=3`);
  await idle(page);
  await page.getByText("This part is closed").waitFor();
  await shot(page, "homework closed part");
  await accessible(page, "a closed part");
  await page.getByRole("link", { name: "Go to part 2" }).click();
  await idle(page);
  await page.getByRole("checkbox", { name: "f", exact: true }).check();
  await page.getByRole("button", { name: "Answer", exact: true }).click();
  await page.locator(".lesson-verdict").waitFor();
  await idle(page);
  await page.locator("#scrub").focus();
  await page.keyboard.press("End");
  await idle(page);
  assert.match(await page.locator("#step").innerText(), /^step 22\b/); // up to the next question
  await page.goto(`${url}${join}?part=3`);
  await idle(page);
  await page.getByText("The note goes on after the answer.").waitFor(); // part 4 asks about the run, too
  assert.equal((await page.content()).includes("The cut was wrong."), false);
  assert.match(await page.locator("#step").innerText(), /^step 14\b/);
  await shot(page, "homework note that waits");
  await page.goto(`${url}/figures/k1991-fig6?algorithm=deep&step=22`);
  await page.getByText("This run belongs to question 2 of your homework “One run”").waitFor();
  await shot(page, "a run of an open question");
  await accessible(page, "a run of an open question");
  await page.goto(`${url}${join}?part=4`);
  await idle(page);
  await page.getByRole("radio", { name: "yes" }).check();
  await page.getByRole("button", { name: "Answer", exact: true }).click();
  await page.locator(".lesson-verdict").waitFor();
  await page.goto(`${url}${join}?part=3`);
  await page.getByText("The cut was wrong.").waitFor();
  await page.goto(`${url}/figures/k1991-fig6?algorithm=deep&step=22`);
  await page.getByRole("heading", { name: "Failure of deep pruning" }).waitFor();
});

person("each kind of question is answered by its own controls, and the bounds of a cut are not given away", {}, async (page) => {
  const post = async (path, body) => (await fetch(url + path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
  const show = { figure: "k1991-fig6", algorithm: "deep", step: 10 };
  const lesson = await post("/api/v1/lessons", { title: "All kinds", scenes: [
    { show, question: { kind: "cut", node: 3 } },
    { show, question: { kind: "value", node: 3 } },
    { show, question: { kind: "terms", step: 12 } },
    { show, question: { kind: "root", node: 5, value: [2, 3, 4] } },
    { show, question: { kind: "pick", text: "Pick a leaf." } },
    { show, question: { kind: "choice", text: "Which?", choices: ["one", "two"], correct: 1 } },
  ] });
  const { join, key } = await post("/api/v1/assignments", { lesson: lesson.id });
  await page.goto(join);
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/part=1/);
  await idle(page);
  const send = page.getByRole("button", { name: "Answer", exact: true }), judged = page.locator("#judged");
  const steps = [
    [async () => page.getByRole("checkbox", { name: "f", exact: true }).check(), /^Right\..*Correct: f\./s],
    [async () => {
      await page.getByRole("textbox", { name: "Value" }).fill("2, two, 5");
      await send.click();
      await judged.getByText("“two” is not a number.").waitFor();
      await page.getByRole("textbox", { name: "Value" }).fill("(2, 2, 5)");
    }, /^Right\./],
    [async () => {
      assert.equal(await page.locator(".bounds-panel").isVisible(), false, "the bounds are the answer");
      await send.click();
      await judged.getByText("Choose a node first.").waitFor();
      await page.getByRole("checkbox", { name: "a", exact: true }).check();
    }, /^Partly right: something is missing\..*Correct: a and d\./s],
    [async () => page.getByRole("radio", { name: "yes" }).check(), /^Not right\./],
    [async () => {
      await page.locator("g.node[data-node='4'] .value").click();
      assert.equal(await page.getByRole("combobox", { name: "Node" }).inputValue(), "4", "a click on the tree chooses the node");
    }, /^Your answer is saved\./],
    [async () => page.getByRole("radio", { name: "two" }).check(), /^Right\./],
  ];
  for (const [i, [choose, says]] of steps.entries()) {
    await choose();
    await send.click();
    await page.locator(".lesson-verdict").waitFor();
    await idle(page);
    assert.match(await judged.innerText(), says, `item ${i}`);
    if (i === 2) assert.equal(await page.locator(".bounds-panel").isVisible(), true);
    if (i === 4) assert.equal(await page.locator(".lesson-verdict").evaluate((box) => {
      const { borderLeftColor } = getComputedStyle(box);
      box.style.borderLeftColor = "var(--control-line)";
      return getComputedStyle(box).borderLeftColor === borderLeftColor;
    }), true, "a saved answer has a neutral colour");
    await page.locator(".next-scene").click();
    await page.waitForURL(i < 5 ? new RegExp(`part=${i + 2}`) : /\/a\/[a-z2-7]+$/);
    await idle(page);
  }
  assert.deepEqual(await page.locator(".part-state").allTextContents(), ["right", "right", "partly right", "wrong", "answered", "right"]);
  await page.goto(`/results/${key}`);
  await idle(page);
  assert.deepEqual(await page.locator("#rows td[data-state]").allTextContents(), ["right", "right", "partly", "wrong", "answered", "right"]);
});

person("a teacher extends, gives points, merges, corrects and deletes on the page of the results", {}, async (page) => {
  const made = await (await fetch(`${url}/api/v1/lessons`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ title: "One choice", scenes: [{ show: { figure: "k1991-fig6", algorithm: "deep", step: 10 }, question: { kind: "choice", text: "Which?", choices: ["one", "two"], correct: 1 } }] }) })).json();
  const given = await (await fetch(`${url}/api/v1/assignments`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ lesson: made.id, numbers: "optional", closes: Date.now() + 3_600_000 }) })).json();
  /** @param {string} name @param {number} answer */
  const student = async (name, answer) => {
    const entered = await (await fetch(`${url}/api/v1/assignments/${given.id}/students`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name }) })).json();
    await fetch(`${url}/api/v1/assignments/${given.id}/items/0/answer`, { method: "PUT", headers: { "Content-Type": "application/json", Authorization: `Bearer ${entered.token}` }, body: JSON.stringify({ answer }) });
    return entered;
  };
  const ada = await student("Ada", 0);
  await student("Bob", 1);
  await student("Ada phone", 0);
  await page.goto(`${given.results}`);
  await page.getByText("The table updates automatically.").waitFor();
  const points = (/** @type {string} */ name) => page.locator("#rows tr", { hasText: name }).locator(".points");
  assert.equal(await points("Bob").textContent(), "1 of 1");

  await page.getByRole("button", { name: "Change Ada", exact: true }).click();
  await page.getByLabel("Student number").fill("4711");
  await page.getByLabel("May answer until").fill("2030-01-01T10:00");
  await page.getByLabel("1 (of 1)").fill("0.5");
  await page.getByLabel("Note, only for you").fill("oral");
  await page.getByLabel("The same person as").selectOption({ label: "Ada phone" });
  await shot(page, "homework student");
  await accessible(page, "the dialog of a student");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.locator("#rows tr").nth(1).waitFor();
  await until(async () => (await page.locator("#rows tr").count()) === 2 && (await points("Ada").textContent()) === "0.5 of 1", "the two are one, with the points of the teacher");
  assert.match(await page.locator("#rows tr", { hasText: "Ada" }).textContent(), /4711/);

  await page.getByRole("button", { name: "Change item 1" }).click();
  await page.getByLabel("Right answer").selectOption({ label: "one" });
  await page.getByRole("spinbutton", { name: "Points" }).fill("2");
  await shot(page, "homework item");
  await accessible(page, "the dialog of an item");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await until(async () => (await points("Bob").textContent()) === "0 of 2", "everybody is judged again");
  await page.getByText("item 1: one is right").waitFor();
  for (const one of themes) {
    await theme(page, one);
    await shot(page, `homework corrected ${one}`);
  }
  await accessible(page, "the results of a corrected homework");
  await page.setViewportSize(narrow);
  await shot(page, "homework corrected phone");
  const over = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `the results are ${over} px wider than a phone`);
  await page.setViewportSize(wide);

  await page.getByRole("button", { name: "Change Bob" }).click();
  await page.getByRole("button", { name: "Delete this student …" }).click();
  await page.getByText("This cannot be undone. Press the button again").waitFor();
  await page.getByRole("button", { name: "Delete this student …" }).click();
  await until(async () => (await page.locator("#rows tr").count()) === 1, "Bob is gone");

  // The file for another server, here for this one.
  await page.getByText("Download", { exact: true }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "For another Espalier server" }).click();
  const file = await (await download).path();
  await page.goto("/homework");
  await page.getByText("Take over an assignment from another server").click();
  await page.getByLabel("File from its page of results").setInputFiles(file);
  await page.waitForURL((at) => at.pathname.startsWith("/results/") && !at.pathname.endsWith(given.id));
  await page.locator("#rows tr", { hasText: "Ada" }).waitFor();

  // The link of a student opens the work in another browser.
  await elsewhere(async (other) => {
    await other.goto(`${url}${ada.link}`);
    await other.getByText("You are Ada.").waitFor();
    assert.equal(new URL(other.url()).pathname, `/a/${given.id}`);
    await other.getByText("To continue on another device, open").waitFor();
  });
});

person("a teacher puts a scene, exercises and a program into one assignment, from the desk", {}, async (page) => {
  await page.goto("/teach");
  await page.getByRole("link", { name: "Assign", exact: true }).click();
  await page.getByRole("heading", { name: "Give as homework" }).waitFor();
  await page.getByRole("button", { name: "Create the homework" }).click();
  await page.getByText("Add a part first").waitFor();
  const parts = page.locator("#parts > li"), add = (/** @type {string} */ name) => page.getByRole("button", { name, exact: true }).click();
  await add("Add exercises");
  assert.equal(await page.locator("#assign-state").textContent(), "");
  await add("Add a lesson or a scene");
  await add("Add a program to write");
  await add("Add exercises");
  assert.equal(await page.getByRole("button", { name: "Up" }).first().isDisabled(), true);
  await parts.nth(1).getByRole("button", { name: "Up" }).click(); // the lesson is the first part
  await parts.nth(0).getByRole("combobox", { name: "lesson" }).selectOption("deep-fails");
  await idle(page);
  await page.getByText(/^6 scenes, \d with a question/).waitFor();
  await parts.nth(0).getByRole("combobox", { name: "scene" }).selectOption({ label: "2: Can the search skip f safely?" });
  assert.equal(await page.getByLabel("Title").getAttribute("placeholder"), "Deep pruning with three players");
  await parts.nth(1).getByRole("combobox", { name: "trees" }).selectOption("own");
  await parts.nth(1).getByRole("spinbutton", { name: "exercises" }).fill("3");
  await parts.nth(1).getByText("The trees of two students have the same size").waitFor();
  await parts.nth(2).getByLabel("points each").fill("2.5");
  await parts.nth(2).getByLabel("random trees").fill("2");
  await parts.nth(3).getByRole("button", { name: "Remove" }).click();
  await idle(page);
  for (const name of themes) {
    await theme(page, name);
    await shot(page, `homework parts ${name}`);
    await accessible(page, `the form with several parts, ${name}`);
  }
  await theme(page, "light");
  await page.setViewportSize(narrow);
  await shot(page, "homework parts narrow");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the phone");
  await page.setViewportSize(wide);
  await page.getByRole("button", { name: "Create the homework" }).click();
  await page.getByRole("heading", { name: "The homework is ready" }).waitFor();
  const join = await page.locator("#made-join").getAttribute("href");
  await page.goto(join);
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/part=/);
  await idle(page);
  await page.goto(join);
  await idle(page);
  await shot(page, "homework parts given");
  const list = (await page.locator(".parts li a").allTextContents()).map((text) => text.trim());
  assert.deepEqual(list, ["Can the search skip f safely?", "Practice: Alpha-beta", "Practice: Alpha-beta", "Practice: Alpha-beta", "Implement shallow pruning, 2 trees"]);

  // The files for gradebooks are one click from the desk.
  await page.goto("/teach");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Grades for Moodle: Deep pruning with three players" }).click();
  assert.match((await download).suggestedFilename(), /\.csv$/);
  await page.getByRole("link", { name: "Grades for Canvas: Deep pruning with three players" }).waitFor();
});

person("a student sees an extension, that answers are late, and that the work was deleted", { expect: /401/ }, async (page) => {
  const post = async (path, body, method = "POST") => fetch(url + path, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const { id, key, join } = await (await post("/api/v1/assignments", { practice: { algorithm: "alphabeta", players: 2, depth: 1, branching: 2, exercises: 1, own: true }, late: "marked", closes: Date.now() + 86_400_000 })).json();
  await page.goto(`/results/${key}`);
  await page.getByText("The table updates automatically.").waitFor();
  await elsewhere(async (ada) => {
    await ada.goto(`${url}${join}`);
    await ada.getByText(/It closes on .* Later answers are marked as late\./).waitFor();
    await ada.getByLabel("Your name").fill("Ada");
    await ada.getByRole("button", { name: "Start" }).click();
    await ada.waitForURL(/part=1/);
    await page.getByRole("button", { name: "Close now" }).click();
    await page.getByText("The homework is closed. Later answers are marked as late.").waitFor();
    await ada.goto(`${url}${join}`);
    await ada.getByText(/It closed on .* Your answers are marked as late now\./).waitFor();
    await page.getByRole("button", { name: "Change Ada" }).click();
    await page.getByLabel("May answer until").fill("2090-01-01T10:00");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.locator("#rows").getByText("may answer until Jan 1, 2090").waitFor();
    await page.getByRole("button", { name: "Close now" }).waitFor({ state: "hidden" });
    for (const viewport of [wide, narrow]) {
      await page.setViewportSize(viewport);
      assert.ok(await page.locator("#rows th").evaluate((head) => head.scrollWidth <= head.clientWidth), `a part of the student is cut off at ${viewport.width} px`);
    }
    await page.setViewportSize(wide);
    await ada.reload();
    await ada.getByText(/You may answer until January 1, 2090/).waitFor();

    // Nothing is handed in by mistake.
    await ada.getByRole("link", { name: "Start" }).click();
    await ada.getByRole("button", { name: "Hand in" }).click();
    await ada.getByText("You have made no step yet.").waitFor();
    await accessible(ada, "a warning before an exercise without steps is handed in");
    const work = async () => (await (await fetch(`${url}/api/v1/assignments/${key}/results`)).json()).students[0];
    assert.equal((await work()).items[0].tries, 0);
    await ada.getByRole("button", { name: "Hand in" }).click();
    await ada.locator(".lesson-verdict").waitFor();
    assert.equal((await work()).items[0].tries, 1);

    await post(`/api/v1/assignments/${key}/students/${(await work()).student}`, undefined, "DELETE");
    await ada.goto(`${url}${join}`);
    await ada.getByText("Perhaps your teacher deleted it.").waitFor();
    assert.equal(await ada.getByRole("button", { name: "Start" }).isVisible(), true);
  });
  for (const of of ["results", "results.json", "results.csv?for=long", "results.csv?for=grades", "results.csv?for=moodle", "results.csv?for=canvas"]) {
    assert.doesNotMatch(await (await fetch(`${url}/api/v1/assignments/${key}/${of}`)).text(), /Ada/, of);
  }
  assert.equal((await fetch(`${url}/results/${id}`)).status, 404, "the results need the key");
});
