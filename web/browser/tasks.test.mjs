// Programming tasks: a teacher sets one, a student sends a wrong run and then a right one, and the
// table of the teacher fills by itself.

import assert from "node:assert/strict";
import { accessible, elsewhere, idle, isIdle, narrow, person, shot, theme, themes, until, url, wide } from "./harness.mjs";

const own = "players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (3,0,6) ] g: (6,1,2) ] ]";

const lines = (deep) => `{"type":"enter","id":"a","player":1}
{"type":"leaf","id":"b","value":[5,2,2]}
{"type":"enter","id":"c","player":2}
{"type":"enter","id":"d","player":3}
{"type":"leaf","id":"e","value":[2,2,5]}
${deep ? '{"type":"prune","id":"d","cut":["f"]}\n{"type":"exit","id":"d","value":[2,2,5]}' : '{"type":"leaf","id":"f","value":[3,0,6]}\n{"type":"exit","id":"d","value":[3,0,6]}'}
{"type":"leaf","id":"g","value":[6,1,2]}
{"type":"exit","id":"c","value":${deep ? "[2,2,5]" : "[6,1,2]"}}
{"type":"exit","id":"a","value":${deep ? "[5,2,2]" : "[6,1,2]"}}
`;

/** A file for the field, as Playwright takes it. */
const file = (name, text) => ({ name, mimeType: "application/x-ndjson", buffer: Buffer.from(text) });

/** Looks at a page in all themes and on a phone. */
async function look(page, name) {
  for (const [width, viewport] of Object.entries({ wide, narrow })) {
    await page.setViewportSize(viewport);
    for (const one of themes) {
      await theme(page, one);
      await shot(page, `task ${name} ${one} ${width}`);
      await accessible(page, `${name}, ${one}, ${width}`);
      const over = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${name} in ${one} is ${over} px wider than the window`);
    }
  }
  await theme(page, "light");
  await page.setViewportSize(wide);
}

person("a teacher sets a task, a student sends a wrong run and a right one, and the table shows both", { expect: /422/ }, async (page) => {
  await page.goto("/teach");
  await page.getByRole("link", { name: "a programming task" }).click();
  await idle(page);
  await page.getByRole("link", { name: "New programming task" }).click();
  await page.getByRole("heading", { name: "Give as homework" }).waitFor();
  await page.getByRole("combobox", { name: "algorithm" }).selectOption("shallow");
  await page.getByRole("spinbutton", { name: "trees" }).fill("2");
  await page.getByText("Own trees, a text for students, bounds and ties").click();
  await page.getByLabel(/^Text for students/).fill("Hand in by *Friday*.");
  await page.getByLabel(/^Your own trees/).fill(`${own}\n---\n1[ (5,2`);
  await page.getByRole("button", { name: "Create the homework" }).click();
  await page.getByRole("status").filter({ hasText: "Your tree 2:" }).waitFor();
  await look(page, "new");
  await page.getByLabel(/^Your own trees/).fill(`${own}\n---\n${new URL("/figures/k1991-fig6", url).href}`);
  await page.getByRole("button", { name: "Create the homework" }).click();
  await page.getByRole("heading", { name: "The homework is ready" }).waitFor();
  await look(page, "ready");
  const join = new URL(await page.locator("#made-join").getAttribute("href")).pathname, key = (await page.locator("#made-results").getAttribute("href")).split("/").at(-1);
  await page.locator("#made-results").click();
  await page.waitForURL((at) => /\/results\/[a-z2-7]{26}$/.test(at.pathname) && !at.pathname.endsWith(key));
  assert.ok(!page.url().includes(key) && !(await page.content()).includes(key), "what is projected has no key");
  await page.getByText("The table updates automatically.").waitFor();
  await page.getByText("No student has started yet.").waitFor();
  const cell = (tree) => page.locator("#rows tr", { hasText: "Ada" }).locator("td").nth(tree);

  await elsewhere(async (ada) => {
    await ada.goto(`${url}${join}`);
    await idle(ada);
    await ada.getByLabel("Your name").fill("Ada");
    await ada.getByRole("button", { name: "Start" }).click();
    await ada.getByLabel("Trace files").waitFor();
    assert.equal(await ada.locator(".task-trees > li").count(), 4);
    assert.match(await ada.locator("#curl").textContent(), /^curl -H "Authorization: Bearer [a-z2-7]+" --data-binary @tree3\.ndjson "http.*\/runs\?part=1&tree=3"$/);
    await page.locator("#rows tr", { hasText: "Ada" }).waitFor(); // by itself
    await ada.getByLabel("Trace files").setInputFiles([file("tree1.ndjson", lines(true)), file("mine.ndjson", lines(false))]);
    await ada.getByRole("button", { name: "Send" }).click();
    await ada.getByRole("status").filter({ hasText: "1 run was checked: 1 wrong." }).waitFor();
    await ada.getByText("mine.ndjson was not taken").waitFor();
    assert.match(await ada.locator("#tree1 .run-state").innerText(), /Wrong, line 6 first try.*The cut at d is unsound/s);
    await look(ada, "wrong");
    await until(async () => /^wrong\s+line 6$/.test(await cell(1).innerText()), "the table has the wrong run by itself");
    assert.match(await cell(1).getAttribute("title"), /^line 6: The cut at d is unsound/);
    // The run is played at its first mistake.
    await ada.getByRole("link", { name: "Play the run on tree 1" }).click();
    await ada.getByText("The first error is in line 6.").waitFor();
    await ada.goBack();
    await idle(ada);
    assert.match(await ada.locator("#tree1 .run-state").innerText(), /Wrong/, "the run is there when the student comes back");
    await ada.getByLabel("Trace files").setInputFiles([file("tree1.ndjson", lines(false)), file("any.ndjson", '{"task_tree": 2}\n{"type":"enter","id":0,"player":1}')]);
    await ada.getByRole("button", { name: "Send" }).focus();
    await ada.keyboard.press("Enter");
    await ada.getByRole("status").filter({ hasText: "2 runs were checked: 1 right, 1 incomplete." }).waitFor();
    assert.match(await ada.locator("#tree1 .run-state").innerText(), /Right 2 tries/);
    await shot(ada, "task right");
  });
  await until(async () => (await cell(1).innerText()).startsWith("right"), "the table has the right run by itself");
  assert.match(await cell(1).innerText(), /2 tries/);
  await until(async () => (await cell(2).innerText()) === "incomplete", "the other run of the same request comes by itself, too");
  assert.equal(await cell(3).innerText(), "not yet");
  assert.equal(await cell(0).innerText(), "1 of 4");
  await elsewhere(async (bob) => {
    await bob.goto(`${url}${join}`);
    await bob.getByLabel("Your name").fill("Bob");
    await bob.getByRole("button", { name: "Start" }).click();
    await bob.getByLabel("Trace files").waitFor();
    await bob.getByLabel("Trace files").setInputFiles([file("tree1.ndjson", lines(true))]);
    await bob.getByRole("button", { name: "Send" }).click();
    await bob.getByRole("status").filter({ hasText: "1 wrong" }).waitFor();
  });
  await page.locator("#rows tr", { hasText: "Bob" }).filter({ hasText: /wrong\s*line 6/ }).waitFor();
  assert.equal(await page.locator("#count").textContent(), "2 students");
  await page.getByText(/: The trees catch \d+ of \d+ usual mistakes$/).click();
  await page.getByText("it ignores the last child").waitFor();
  await look(page, "results");
  await page.getByLabel("Hide the names").check();
  assert.equal(await page.getByText("Bob").isVisible(), false);
  const download = page.waitForEvent("download");
  await page.getByText("Download", { exact: true }).click();
  await page.getByRole("link", { name: "Grades: a row for each student" }).click();
  assert.match((await download).suggestedFilename(), /^grades-.*\.csv$/);
  await page.getByRole("button", { name: "Delete with all answers …" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("This browser has no homework yet.").waitFor();
  assert.equal((await fetch(`${url}${join}`)).status, 404);
});

person("a student writes a search on the page of a program, and hands in its runs", { expect: /422/ }, async (page) => {
  const { key, join } = await (await fetch(`${url}/api/v1/assignments`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ program: { algorithm: "maxn", trees: [{ text: own }, { text: own }] } }) })).json();
  await page.goto(join);
  await page.getByLabel("Your name").fill("Ada");
  await page.getByRole("button", { name: "Start" }).click();
  const text = page.getByRole("textbox", { name: "Program" }), run = page.getByRole("button", { name: "Run and hand in" }), state = page.locator("#write-state");
  await text.waitFor();
  await idle(page);
  assert.match(await text.inputValue(), /^def search\(node\):/);
  assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "Implement maxⁿ");
  await text.fill("def maxn(node):\n    return f'1'\n");
  await run.click();
  await state.filter({ hasText: /^Line 2: / }).waitFor();
  assert.equal(await page.locator("#mark").isVisible(), true);
  /** @param {number} player */
  const maxn = (player) => `def maxn(node):
    if node.leaf:
        return node.value
    best = max([maxn(c) for c in node.children], key=lambda v: v[node.player - ${player}])
    if best != None:
        return best
result = maxn(root)
`;
  await text.fill(maxn(2));
  await page.getByLabel("Run on").selectOption({ index: 1 });
  await text.press("Control+Enter");
  await state.filter({ hasText: "The run is not right." }).waitFor();
  assert.match(await page.locator("#tree1 .run-state").innerText(), /Wrong, line 6 of the program first try/);
  assert.equal(await page.locator("#mark").evaluate((mark) => mark.style.getPropertyValue("--line")), "5", "the line of the first mistake is marked");
  assert.equal(await page.locator("#tree2 .run-state").innerText(), "");
  await look(page, "written");
  /** @type {(() => void) | undefined} lets the module of the editor come */
  let come;
  await page.route("**/homework/write.js", (route) => new Promise((done) => (come = () => done(route.continue()))));
  await page.reload();
  await until(() => come, "the page asks for the module of the editor");
  assert.equal(await page.evaluate(isIdle, false), false, "until the editor takes keys, the page is not done");
  come();
  await idle(page);
  assert.equal(await text.inputValue(), maxn(2), "the browser keeps the text");
  await text.fill(maxn(1));
  await run.click();
  await state.filter({ hasText: "2 of 2 runs are right." }).waitFor();
  assert.match(await page.locator("#tree1 .run-state").innerText(), /Right 2 tries/);
  const { students } = await (await fetch(`${url}/api/v1/assignments/${key}/results`)).json();
  assert.deepEqual(students.map(({ points, of }) => [points, of]), [[2, 2]]);
  // The results lead to the run with the lines of the program.
  await page.goto(`/results/${key}`);
  await page.locator("#rows a", { hasText: "right" }).first().click();
  await page.locator("#code .now").waitFor();
  assert.equal((await page.locator("#code li").allTextContents()).join("\n").trim(), maxn(1).trim());
});
