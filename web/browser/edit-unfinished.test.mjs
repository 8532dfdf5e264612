// What is not finished yet in the editor: a text that cannot be read, a value
// that is not allowed, an edit that is too long. None of it is lost, and none
// of it undoes what somebody else has done.

import assert from "node:assert/strict";
import { person } from "./harness.mjs";

const node = (page, label) => page.locator(`#canvas g.node[data-label="${label}"]`);
const press = async (page, keys) => {
  for (const key of keys.split(" ")) await page.keyboard.press(key);
};

/** Waits until the text beside the picture says this, blanks aside. */
async function says(page, want) {
  await page.waitForFunction((w) => /** @type {HTMLTextAreaElement} */ (document.getElementById("text")).value.replace(/\s+/g, " ").includes(w), want)
    .catch(async () => assert.equal((await page.locator("#text").inputValue()).replace(/\s+/g, " "), `… ${want} …`));
}

/** Waits until the server's tree says this. */
async function holds(page, want) {
  const id = new URL(page.url()).pathname.split("/")[2];
  let got = "";
  for (let tries = 0; tries < 50; tries++, await page.waitForTimeout(100)) {
    got = (await page.evaluate(async (i) => (await (await fetch(`/api/v1/trees/${i}`)).json()).text, id)).replace(/\s+/g, " ");
    if (got.includes(want)) return;
  }
  assert.equal(got, `… ${want} …`);
}

const fig6 = "players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (2,3,4) ] g: (6,1,2) ] ]";

/** A tree that is saved, in this window and in another one. */
async function two(page, text = fig6) {
  await page.goto("/notation");
  const { edit } = await page.evaluate(async (body) => (await fetch("/api/v1/trees", { method: "POST", headers: { "Content-Type": "application/json" }, body })).json(), JSON.stringify({ text }));
  await page.goto(edit);
  const other = await page.context().newPage();
  await other.goto(edit);
  await page.getByText("2 people here").waitFor();
  await page.bringToFront();
  return other;
}

/** Puts the caret behind some words of the text. */
const caret = (page, words) => page.locator("#text").evaluate((area, w) => {
  area.focus();
  const at = area.value.indexOf(w) + w.length;
  area.setSelectionRange(at, at);
}, words);

person("a text that cannot be read yet stays while somebody else edits, and is merged when it can", {}, async (page) => {
  const other = await two(page);
  await caret(page, "g: (6");
  await page.keyboard.type("x");
  await page.locator("#text-fault").waitFor();
  await node(other, "b").click();
  await press(other, "Delete");
  await node(page, "b").waitFor({ state: "detached" });
  await page.locator("#text-note").waitFor();
  const area = page.locator("#text");
  assert.match(await area.inputValue(), /b: \(5,2,2\)[^]*6x,1,2/, "what was typed stays");
  assert.equal(await area.evaluate((a) => a.selectionEnd - a.selectionStart), 0, "characters that are selected");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("0", { delay: 300 });
  const want = "a: 1[ c: 2[ d: 3[ e: (2,2,5) f: (2,3,4) ] g: (60,1,2) ] ]";
  await says(page, want);
  await says(other, want);
  await page.locator("#text-note").waitFor({ state: "hidden" });
  const at = await area.evaluate((a) => [a.value.slice(a.selectionStart - 2, a.selectionStart), a.value.slice(a.selectionStart, a.selectionEnd)]);
  assert.deepEqual(at, ["60", ""], "the caret is where it was");
  // The text that cannot be read can be given up, too.
  await page.keyboard.type("x");
  await page.locator("#text-fault").waitFor();
  await node(other, "e").click();
  await press(other, "Delete");
  await page.getByRole("button", { name: "Show the tree instead" }).click();
  await says(page, "d: 3[ f: (2,3,4) ] g: (60,1,2)");
  await holds(page, "d: 3[ f: (2,3,4) ] g: (60,1,2)");
});

person("a text that is typed back to what it was is the tree again", {}, async (page) => {
  const other = await two(page);
  await caret(page, "g: (6");
  await page.keyboard.type("0", { delay: 300 });
  await holds(page, "g: (60,1,2)");
  await page.keyboard.type("x");
  await page.locator("#text-fault").waitFor();
  await page.keyboard.press("Backspace");
  await page.locator("#text-fault").waitFor({ state: "hidden" });
  await holds(other, "g: (60,1,2)");
});

person("what somebody else does while a text is typed is not set back by it", {}, async (page) => {
  const other = await two(page);
  await caret(page, "e: (2,2,5) ");
  const typing = page.keyboard.type("n: (1,1,1) ", { delay: 150 });
  await other.waitForTimeout(400);
  await node(other, "d").click();
  await press(other, "2");
  await typing;
  await holds(page, "d: 2[ e: (2,2,5) n: (1,1,1) f: (2,3,4) ]");
  await says(page, "d: 2[ e: (2,2,5) n: (1,1,1) f: (2,3,4) ]");
  // Pauses while a connection is slow: an answer comes while more is typed.
  const more = page.keyboard.type("m: (7,1,1) ", { delay: 230 });
  await node(other, "b").click();
  await press(other, "4 , 4 , 1 Enter");
  await node(other, "c").click();
  await press(other, "3");
  await more;
  const want = "a: 1[ b: (4,4,1) c: 3[ d: 2[ e: (2,2,5) n: (1,1,1) m: (7,1,1) f: (2,3,4) ] g: (6,1,2) ] ]";
  await holds(page, want);
  await says(page, want);
  await says(other, want);
});
