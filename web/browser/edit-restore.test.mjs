// A revision is shown, with what would change, before it is restored.

import assert from "node:assert/strict";
import { editElsewhere, holds, keep, node, saved, textIs } from "./editor.mjs";
import { accessible, idle, narrow, person, shot, theme, themes, until } from "./harness.mjs";

const before = "a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (2,3,4) ] g: (6,1,2) ] ]", after = "a: 1[ h: (5,2,2) c: 2[ g: (6,1,2) ? ] ]";

/** A tree of which d was deleted, b renamed and a child added. */
async function edited(page) {
  const tree = await keep();
  await editElsewhere(tree, { op: "delete", nodes: [4] });
  await editElsewhere(tree, { op: "set", nodes: [2], label: "h" });
  await editElsewhere(tree, { op: "child", node: 3 });
  await page.goto(tree.edit);
  await saved(page);
  await textIs(page, after);
  return tree;
}

const dialog = (page) => page.getByRole("dialog", { name: "Restore revision 1?" });
const restore = (page) => page.getByRole("button", { name: "Restore… revision 1", exact: true });

async function shown(page) {
  await dialog(page).getByText("What would change in revision 4").waitFor();
  const lines = await dialog(page).getByRole("listitem").allInnerTexts();
  assert.deepEqual(lines.map((line) => line.replace(/\s+/g, " ").trim()), ["3 nodes come back: d, e and f", "1 node is deleted: c.2", "1 node changes: b"]);
  const marked = (kind) => dialog(page).locator(`svg [data-kind=${kind}]`).evaluateAll((all) => all.map((g) => g.getAttribute("data-label")));
  assert.deepEqual(await marked("coming"), ["d", "e", "f"]);
  assert.deepEqual(await marked("changing"), ["b"]);
  assert.equal(await dialog(page).locator("svg g.node").count(), 7, "nodes of the revision");
}

person("a revision is seen before it is restored by the mouse, and undo takes it back", {}, async (page) => {
  await edited(page);
  await page.getByRole("button", { name: "History" }).click();
  await restore(page).click();
  await shown(page);
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await dialog(page).waitFor({ state: "hidden" });
  await textIs(page, after);
  await restore(page).click();
  await shown(page);
  await dialog(page).getByRole("button", { name: "Restore this revision" }).click();
  await holds(page, before);
  await textIs(page, before);
  assert.equal(await page.getByRole("dialog").count(), 0, "both dialogs are closed");
  await page.locator("#live-status").getByText("Revision 1 is restored").waitFor();
  await node(page, "a").click();
  await page.keyboard.press("Control+z");
  await holds(page, after);
  await page.keyboard.press("Control+Shift+z");
  await holds(page, before);
});

person("a revision is seen before it is restored by keys, and a screen reader gets what changes", {}, async (page) => {
  await edited(page);
  const history = page.getByRole("button", { name: "History" });
  await history.focus();
  await page.keyboard.press("Enter");
  await restore(page).waitFor();
  await restore(page).focus();
  await page.keyboard.press("Enter");
  await shown(page);
  assert.equal(await page.evaluate(() => document.activeElement?.id), "restore-title", "the focus is on the title of the dialog");
  assert.equal(await dialog(page).locator("[role=status] li").count(), 3, "the lines are in a live region");
  await dialog(page).getByRole("img", { name: "The tree of revision 1" }).waitFor();
  assert.equal(await page.evaluate(() => document.querySelectorAll("#restore svg [tabindex], #restore svg [id]").length), 0);
  for (const name of themes) {
    await theme(page, name);
    await accessible(page, `the preview of a revision, ${name}`);
    await shot(page, `restore ${name}`);
  }
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "hidden" });
  assert.equal(await page.getByRole("dialog", { name: "History" }).isVisible(), true, "Esc leads back to the list");
  assert.equal(await restore(page).evaluate((b) => b === document.activeElement), true, "and to the button");
  await page.keyboard.press("Enter");
  await shown(page);
  for (const stop of ["picture", "take"]) {
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-part")), stop);
  }
  await page.keyboard.press("Enter");
  await holds(page, before);
  await until(() => page.evaluate(() => document.activeElement?.closest("#canvas g.node") !== null), "the focus is in the tree");
  await page.keyboard.press("Control+z");
  await holds(page, after);
});

person("of a tree that folds, the preview marks what is folded; a refusal says why", { viewport: narrow, expect: /status 404|status of 404/ }, async (page) => {
  const tree = await keep({ grow: { players: 3, branching: 4, depth: 4, maxsum: 10, constant: true, seed: 1 } });
  await editElsewhere(tree, { op: "set", nodes: [5], label: "deep" });
  await page.goto(tree.edit);
  await saved(page);
  await page.getByRole("button", { name: "History" }).click();
  await restore(page).click();
  await dialog(page).getByText("1 node changes").waitFor();
  assert.equal(await dialog(page).locator("svg [data-kind=changing]").count(), 1, "one node, or what it is folded into");
  const inside = await dialog(page).evaluate((d) => d.scrollWidth <= d.clientWidth && d.getBoundingClientRect().right <= innerWidth);
  assert.equal(inside, true, "the dialog fits a phone");
  await shot(page, "restore on a phone");
  await page.keyboard.press("Escape");
  await page.route("**/restore?*", (route) => route.continue({ url: route.request().url().replace("revision=1", "revision=99") }));
  await restore(page).click();
  await dialog(page).getByText(/The revision cannot be shown now\. .*99/).waitFor();
  assert.equal(await dialog(page).getByRole("button", { name: "Restore this revision" }).isDisabled(), true);
  await idle(page);
});
