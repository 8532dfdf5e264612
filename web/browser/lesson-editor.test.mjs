// The editor of a lesson: scenes are added where they are wanted, ordered by keys, previewed and presented.

import assert from "node:assert/strict";
import { idle, person, until, url } from "./harness.mjs";

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
