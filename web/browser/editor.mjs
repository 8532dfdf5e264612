// What tests of the editor do and wait for, over and over.

import assert from "node:assert/strict";
import { idle, until, url } from "./harness.mjs";

/** Korf's Fig. 6. */
export const fig6 = "players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (2,3,4) ] g: (6,1,2) ] ]";

/** Keeps a new tree: its key, its id, and its addresses. */
export async function keep(source = { text: fig6 }) {
  const answer = await fetch(`${url}/api/v1/trees`, { method: "POST", body: JSON.stringify(source) });
  assert.equal(answer.status, 201);
  return answer.json();
}

/** Edits it from another client. */
export async function editElsewhere(tree, edit) {
  const answer = await fetch(`${url}/api/v1/trees/${tree.key}/edits`, { method: "POST", body: JSON.stringify({ edit }) });
  assert.equal(answer.status, 200);
  return answer.json();
}

export const node = (page, label) => page.locator(`#canvas g.node[data-label="${label}"]`);
export const tool = (page, name) => page.locator("#tools").getByRole("button", { name, exact: true });

/** Presses keys one after the other. */
export async function press(page, keys) {
  for (const key of keys.split(" ")) await page.keyboard.press(key);
}

/** Waits until everything is kept. */
export const saved = (page) => page.getByText(/^Saved, revision \d/).waitFor();

/** Waits until the text beside the picture holds this, blanks aside. */
export async function textIs(page, want) {
  await page.waitForFunction((w) => /** @type {HTMLTextAreaElement} */ (document.getElementById("text")).value.replace(/\s+/g, " ").includes(w), want)
    .catch(async () => assert.equal((await page.locator("#text").inputValue()).replace(/\s+/g, " "), `… ${want} …`));
}

/** Waits until the server's tree is this. */
export async function holds(page, want) {
  const id = new URL(page.url()).pathname.split("/")[2];
  let got = "";
  await until(async () => {
    got = (await (await fetch(`${url}/api/v1/trees/${id}`)).json()).text.replace(/\s+/g, " ");
    return got.includes(want);
  }, "the server has the text").catch(() => assert.equal(got, `… ${want} …`));
}

/** A tree that is saved, in this window and in another one. */
export async function two(page, text = fig6) {
  const { edit } = await keep({ text });
  await page.goto(edit);
  await idle(page); // it is the first one there
  const other = await page.context().newPage();
  await other.goto(edit);
  await page.getByText("2 people here").waitFor();
  await page.bringToFront();
  return other;
}

/** Is between the page and the server, and decides what happens to each message. */
export const between = (page, { ask = (m, send) => send(m), answer = (m, send) => send(m) }) => page.routeWebSocket(/\/ws$/, (ws) => {
  const server = ws.connectToServer();
  ws.onMessage((m) => ask(m, (to) => server.send(to), ws));
  server.onMessage((m) => answer(m, (to) => ws.send(to), ws));
});
