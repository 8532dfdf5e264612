// The editor under mouse and finger: drags while the tree changes, the window
// that is moved by them, and dialogs that are quicker than the server.

import assert from "node:assert/strict";
import { person, url } from "./harness.mjs";

/** Keeps a tree of one's own. */
async function saved(text = "players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (2,3,4) ] g: (6,1,2) ] ]") {
  const answer = await fetch(`${url}/api/v1/trees`, { method: "POST", body: JSON.stringify({ text }) });
  assert.equal(answer.status, 201);
  return answer.json();
}

/** Edits it, as somebody elsewhere. */
async function edit(tree, edit) {
  const answer = await fetch(`${url}/api/v1/trees/${tree.key}/edits`, { method: "POST", body: JSON.stringify({ edit }) });
  assert.equal(answer.status, 200);
  return answer.json();
}

const node = (page, label) => page.locator(`#canvas g.node[data-label="${label}"]`);

async function visit(page, tree) {
  await page.goto(tree.edit);
  await page.getByText(/^Saved, revision \d/).waitFor();
}

person("the history that is opened again while it comes lists every revision once", {}, async (page) => {
  const tree = await saved();
  await edit(tree, { op: "set", nodes: [2], label: "z" });
  await visit(page, tree);
  await page.route((u) => u.pathname.endsWith("/revisions"), async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  const button = page.locator("#show-history"), rows = page.locator("#history li");
  await button.click();
  await page.keyboard.press("Escape");
  await button.click();
  await rows.first().waitFor();
  await page.waitForTimeout(600);
  assert.deepEqual(await rows.evaluateAll((all) => all.map((li) => li.value)), [2, 1]);
});
