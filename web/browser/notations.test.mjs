// Trees in other notations, typed, pasted and dropped: the page says what it took the text for
// and what it assumed, and one click reads it in another way.

import assert from "node:assert/strict";
import { between, holds, keep, press, saved, textIs } from "./editor.mjs";
import { accessible, atStep, idle, narrow, person, shot, theme, themes, until, wide } from "./harness.mjs";

const lists = "[[3,12,8],[2,4,6]]";
const allow = (page) => page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
const notice = (page) => page.locator("#notice");

async function paste(page, text) {
  await page.evaluate((t) => navigator.clipboard.writeText(t), text);
  await page.keyboard.press("Control+v");
}

/** Drops a file on an element. */
async function drop(page, to, name, text) {
  const data = await page.evaluateHandle(([n, t]) => {
    const carried = new DataTransfer();
    carried.items.add(new File([t], n));
    return carried;
  }, [name, text]);
  for (const type of ["dragover", "drop"]) await page.dispatchEvent(to, type, { dataTransfer: data });
}

for (const [width, viewport] of Object.entries({ wide, narrow })) {
  person(`a list is pasted into the gallery, and Min is chosen to move first, ${width}`, { viewport }, async (page) => {
    await allow(page);
    await page.goto("/");
    await page.getByText("You can also paste a tree or drop a file anywhere on this page.").waitFor();
    await shot(page, `gallery ${width}`);
    await paste(page, lists);
    await page.waitForURL(/\/tree\?text=/);
    await atStep(page);
    const said = page.locator(".reading");
    await said.getByText("Max moves at the root, then in turn: nothing said who moves.").waitFor();
    for (const name of themes) {
      await theme(page, name);
      await accessible(page, `what the text was read as, ${width}, in ${name}`);
      await shot(page, `read as ${width} ${name}`);
    }
    await said.getByRole("link", { name: "Min first" }).click();
    await said.getByText("Min moves at the root, then in turn: nothing said who moves.").waitFor();
    await page.getByRole("link", { name: /^Edit/ }).first().click();
    await textIs(page, "kind minimax min[ max[ 3 12 8 ] max[ 2 4 6 ] ]");
  });
}

person("a file is dropped on the gallery: a short one is opened in its address, a long one is saved", {}, async (page) => {
  await page.goto("/");
  await drop(page, "main", "tree.nwk", "((1,2),3);");
  await page.waitForURL(/\/tree\?text=/);
  await page.locator(".reading").getByText("Read as Newick.").waitFor();
  await page.goto("/");
  await drop(page, "main", "long.txt", `[${Array.from({ length: 3_000 }, (_, n) => `[${n},1]`).join(",")}]`);
  await page.waitForURL(/\/edit\/[a-z2-7]{26}/);
  assert.match(await page.locator("#notes").inputValue(), /^Read as nested lists\.\nMax moves at the root, then in turn: nothing said who moves\./);
});

person("a text that cannot be read is shown with its place, and the notation can be chosen", {}, async (page) => {
  await page.goto("/tree");
  await page.getByLabel("The tree", { exact: true }).fill("[[3,12],[2,w]]");
  await page.getByRole("button", { name: "Draw it" }).click();
  await page.getByRole("alert").getByText('line 1, column 12: expected a number, "[" or "(", found "w" (the text is read as nested lists)').waitFor();
  await page.getByLabel("The tree", { exact: true }).fill("[[3,12],[2,4]]");
  await page.getByLabel("Read it as").selectOption("children");
  await page.getByRole("button", { name: "Draw it" }).click();
  await page.locator(".reading").getByText("Read as JSON of nodes.").waitFor();
});

person("other notations in the editor: pasted into the picture, below a node, and typed as the text", { expect: /status 422|Failed to load resource/ }, async (page) => {
  await allow(page);
  await page.goto("/edit");
  await idle(page);
  await paste(page, "((3,17),(2,12))");
  await page.waitForURL(/\/edit\/[a-z2-7]{26}/);
  await holds(page, "players 2 1[ (3,17) (2,12) ]");
  await notice(page).getByText("Player 1 moves at the root, then the 2 players in turn: nothing said who moves.").waitFor();
  await shot(page, "pasted into the editor");
  await notice(page).getByRole("button", { name: "Player 2 first" }).click();
  await holds(page, "players 2 2[ (3,17) (2,12) ]");
  await notice(page).getByText("Player 2 moves at the root").waitFor();
  // Below a node of a tree.
  await page.locator("#canvas g.node").last().click();
  await paste(page, "P1((0,1), (1,0))");
  await holds(page, "players 2 2[ (3,17) 1[ (2,12) 1[ (0,1) (1,0) ] ] ]");
  await notice(page).getByText("The text is below the node that was selected").waitFor();
  // Nodes in the notation are pasted as before.
  await page.locator("#canvas g.node").first().click();
  await paste(page, "x: (4,4)");
  await holds(page, "x: (4,4)");
  // Typed as the whole text.
  await page.locator("#text").fill("max(3, min(5, 2))");
  await holds(page, "kind minimax max[ 3 min[ 5 2 ] ]");
  await textIs(page, "kind minimax max[ 3 min[ 5 2 ] ]");
  await notice(page).getByText("The text is written in the notation now").waitFor();
  await page.locator("#canvas g.node").first().click();
  await press(page, "Control+z");
});

person("another notation typed as the text while a paste is on its way", { expect: /status 422|Failed to load resource/ }, async (page) => {
  await allow(page);
  let held = false, typed = false;
  /** @type {(() => void)[]} */
  const waiting = [];
  await between(page, {
    ask: (m, send) => {
      typed ||= String(m).includes("max(3");
      send(m);
    },
    answer: (m, send) => void (held ? waiting.push(() => send(m)) : send(m)),
  });
  await page.goto((await keep({ text: "players 2 2[ (3,17) 1[ (2,12) (0,1) ] ]" })).edit);
  await saved(page);
  await page.locator("#canvas g.node").first().click();
  held = true;
  await paste(page, "x: (4,4)");
  await holds(page, "x: (4,4)");
  await page.locator("#text").fill("max(3, min(5, 2))");
  await until(() => typed, "the text is sent");
  held = false;
  for (const send of waiting) send();
  await holds(page, "kind minimax max[ 3 min[ 5 2 ] ]");
  await textIs(page, "kind minimax max[ 3 min[ 5 2 ] ]");
});

person("on a phone the notice begins at the edge, and its button is in sight", { viewport: narrow }, async (page) => {
  await page.goto(`/edit?text=${encodeURIComponent("((3,17),(2,12))")}`);
  const choice = notice(page).getByRole("button", { name: "Player 2 first" });
  await choice.waitFor();
  const [box, button, wide] = await Promise.all([notice(page).boundingBox(), choice.boundingBox(), page.evaluate(() => innerWidth)]);
  assert.ok(box.x >= 0 && box.x + box.width <= wide, `the notice is from ${box.x}, ${box.width} wide`);
  assert.ok(button.x >= 0 && button.x + button.width <= wide, `the button is from ${button.x}, ${button.width} wide`);
  await shot(page, "notice on a phone");
});

person("a tree begun from a text in another notation says how it was read, and can be read otherwise", {}, async (page) => {
  await page.goto((await keep()).edit);
  await saved(page);
  await page.getByRole("button", { name: "New…" }).click();
  await page.locator("#start-text-area").fill(lists);
  await page.locator("#start-text").getByRole("button", { name: "Draw it" }).click();
  await notice(page).getByText("Max moves at the root, then in turn: nothing said who moves.").waitFor();
  await notice(page).getByRole("button", { name: "Min first" }).click();
  await holds(page, "kind minimax min[ max[ 3 12 8 ] max[ 2 4 6 ] ]");
  await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.getElementById("notes")).value.includes("Min moves at the root"));
});
