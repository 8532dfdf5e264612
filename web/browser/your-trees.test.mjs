// Your trees: the list that a browser keeps of the trees that it can edit.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import { editElsewhere, fig6, keep, press, saved } from "./editor.mjs";
import { accessible, elsewhere, idle, narrow, person, shot, theme, themes, until, url, wide } from "./harness.mjs";

const card = (page, title) => page.getByRole("listitem").filter({ hasText: title });
const titles = (page) => page.locator(".own-title").allTextContents();

/** Opens the list from the top bar. */
async function list(page) {
  const menu = page.getByRole("button", { name: "Menu" });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Draw" }).click();
  await page.getByRole("link", { name: "Your trees" }).click();
  await page.waitForURL("**/trees");
  await idle(page);
}

/** The files of a ZIP archive by their names, read by its directory at the end. @param {Buffer} archive */
function unzip(archive) {
  const end = archive.length - 22, files = {};
  assert.equal(archive.readUInt32LE(end), 0x06054b50, "the end of the directory");
  let at = archive.readUInt32LE(end + 16);
  for (let i = 0; i < archive.readUInt16LE(end + 10); i++) {
    assert.equal(archive.readUInt32LE(at), 0x02014b50, `entry ${i} of the directory`);
    const [crc, packed, size] = [16, 20, 24].map((from) => archive.readUInt32LE(at + from));
    const name = archive.toString("utf8", at + 46, at + 46 + archive.readUInt16LE(at + 28));
    const local = archive.readUInt32LE(at + 42), from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    assert.deepEqual(archive.subarray(local + 4, local + 30), archive.subarray(at + 6, at + 32), `the head of ${name}`);
    assert.deepEqual([archive.readUInt16LE(at + 8), packed, crc], [1 << 11, size, crc32(archive.subarray(from, from + size))], `flags, size and checksum of ${name}`);
    files[name] = archive.toString("utf8", from, from + size);
    at += 46 + archive.readUInt16LE(at + 28);
  }
  assert.equal(at, end, "where the directory ends");
  return files;
}

person("a tree is found again in the list after its tab was closed", {}, async (page) => {
  await page.goto("/");
  await list(page);
  assert.match(await page.getByRole("main").innerText(), /no trees here yet/i);
  await accessible(page, "an empty list of trees");
  await page.getByRole("link", { name: "New tree", exact: true }).click();
  await page.locator("#stage svg.draft").waitFor();
  await idle(page);
  await press(page, "Tab Escape");
  await saved(page);
  await page.getByRole("textbox", { name: "Title" }).fill("The lost tree");
  await page.keyboard.press("Enter");
  await page.getByText(/^Saved, revision [34]/).waitFor();
  const address = page.url(), key = address.split("/").at(-1);
  const next = await page.context().newPage();
  await page.close();
  await next.goto("/");
  assert.equal((await (await fetch(`${url}/trees`)).text()).includes(key), false);
  await list(next);
  const found = card(next, "The lost tree");
  await next.waitForFunction(() => document.querySelector(".own-picture img")?.naturalWidth > 0);
  assert.match(await found.innerText(), new RegExp(`last open .*${new Date().getFullYear()}`));
  await found.getByRole("link", { name: "The lost tree", exact: true }).click();
  await next.locator("#stage svg.draft").waitFor();
  assert.equal(next.url(), address);
  // No address but that of the editor has the key.
  await list(next);
  const pictures = await next.locator(".own-picture img").evaluateAll((all) => all.map((i) => i.src));
  assert.ok(pictures.length === 1 && !pictures[0].includes(key), `the picture ${pictures} has the key`);
  await next.close();
});

person("a tree of the list is renamed, duplicated, forgotten, put back and deleted", {}, async (page) => {
  const tree = await keep({ text: fig6 });
  await editElsewhere(tree, { op: "header", title: "First" });
  await page.goto(tree.edit);
  await page.locator("#stage svg.draft").waitFor();
  await list(page);
  assert.deepEqual(await titles(page), ["First"]);
  const title = async () => (await (await fetch(`${url}/api/v1/trees/${tree.id}`)).json()).title;

  await page.getByRole("button", { name: "Rename First" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Renamed");
  await page.keyboard.press("Escape");
  assert.deepEqual(await titles(page), ["First"]);
  await page.getByRole("button", { name: "Rename First" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Renamed");
  await page.keyboard.press("Enter");
  await page.getByText("is called “Renamed” now").waitFor();
  assert.deepEqual(await titles(page), ["Renamed"]);
  assert.equal(await title(), "Renamed");

  await page.getByRole("button", { name: "Duplicate Renamed" }).click();
  await page.getByText("“Copy of Renamed” is the first of the list").waitFor();
  assert.deepEqual(await titles(page), ["Copy of Renamed", "Renamed"]);
  const copy = new URL(await card(page, "Copy of Renamed").getByRole("link", { name: "Copy of Renamed", exact: true }).getAttribute("href"), url);
  assert.notEqual(copy.pathname, tree.edit);
  assert.match(await (await fetch(copy)).text(), /\(6,1,2\)/);

  const remove = page.getByRole("dialog");
  await page.getByRole("button", { name: "Remove Copy of Renamed" }).click();
  await accessible(page, "the question what to remove");
  await remove.getByRole("button", { name: "Cancel" }).click();
  assert.equal((await titles(page)).length, 2);
  await page.getByRole("button", { name: "Remove Copy of Renamed" }).click();
  await remove.getByRole("button", { name: "Take it off your desk" }).click();
  assert.deepEqual(await titles(page), ["Renamed"]);
  assert.equal((await fetch(copy)).status, 200, "what is forgotten here is still there");
  await page.getByRole("button", { name: "Put it back" }).click();
  assert.deepEqual(await titles(page), ["Copy of Renamed", "Renamed"]);
  await page.getByRole("button", { name: "Remove Copy of Renamed" }).click();
  await remove.getByRole("button", { name: "Delete it for everybody" }).click();
  await page.getByText("“Copy of Renamed” is deleted").waitFor();
  assert.deepEqual(await titles(page), ["Renamed"]);
  assert.equal((await fetch(copy)).status, 404);
});

person("all trees are exported, and forgotten on this device", {}, async (page) => {
  const first = await keep({ text: fig6 }), second = await keep({ figure: "s2003-fig6" });
  await editElsewhere(first, { op: "notes", text: "Why it fails" });
  for (const [tree, title] of [[first, "Räuber / one"], [second, "two"]]) {
    await editElsewhere(tree, { op: "header", title });
    await page.goto(tree.edit);
    await page.locator("#stage svg.draft").waitFor();
  }
  await list(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export all" }).click()]);
  assert.equal(download.suggestedFilename(), "your-trees.zip");
  await page.getByText("2 trees are in your-trees.zip").waitFor();
  const unzipped = unzip(readFileSync(await download.path()));
  assert.deepEqual(Object.keys(unzipped), ["1 two.txt", "1 two.json", "2 Räuber one.txt", "2 Räuber one.json", "2 Räuber one, notes.txt"]);
  assert.equal(unzipped["2 Räuber one, notes.txt"], "Why it fails\n");
  assert.equal(JSON.parse(unzipped["2 Räuber one.json"]).title, "Räuber / one");
  assert.match(unzipped["2 Räuber one.txt"], /f: \(2,3,4\)/);
  for (const { key } of [first, second]) assert.equal(JSON.stringify(unzipped).includes(key), false, "the archive has an edit key");

  await page.getByRole("button", { name: "Forget all on this device" }).click();
  await accessible(page, "the question whether to forget all");
  await page.getByRole("button", { name: "Forget all of them" }).click();
  await page.getByText("no trees here yet").waitFor();
  for (const tree of [first, second]) assert.equal((await fetch(`${url}${tree.edit}`)).status, 200);
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }));
  for (const { key, id } of [first, second]) assert.ok(!kept.includes(key) && !kept.includes(id), `what is still kept: ${kept}`);
});

person("a tree that others have deleted is said to be gone, and a list is its browser's own", { expect: /status 404|Failed to load resource/ }, async (page) => {
  const gone = await keep({ text: fig6 }), there = await keep({ text: fig6 });
  for (const { edit } of [gone, there]) {
    await page.goto(edit);
    await page.locator("#stage svg.draft").waitFor();
  }
  await fetch(`${url}/api/v1/trees/${gone.key}`, { method: "DELETE" });
  await list(page);
  await page.getByText("The server does not have this tree any more").waitFor();
  assert.equal(await page.locator(".own-tree").count(), 2);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export all" }).click()]);
  await page.getByText(/^1 tree is in .* Not in it, since the server does not have them any more: /).waitFor();
  await download.delete();
  await elsewhere(async (other) => {
    await other.goto(`${url}/trees`);
    await other.getByText("no trees here yet").waitFor();
  });
});

person("what is forgotten in the list stays so while the tree is open in another tab", {}, async (page) => {
  const tree = await keep({ text: fig6 });
  await page.goto(tree.edit);
  await page.locator("#stage svg.draft").waitFor();
  const beside = await page.context().newPage();
  await beside.goto("/trees");
  await beside.getByRole("button", { name: /^Remove/ }).click();
  await beside.getByRole("button", { name: "Take it off your desk" }).click();
  await editElsewhere(tree, { op: "header", title: "Renamed elsewhere" });
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById("title")).value === "Renamed elsewhere");
  await page.goto("/trees");
  await page.getByText("no trees here yet").waitFor();
  // The two lists follow each other.
  await beside.getByRole("button", { name: "Put it back" }).click();
  await page.locator(".own-tree").waitFor();
  await beside.close();
});

person("without scripts the list says what it needs", { script: false, viewport: narrow }, async (page) => {
  await page.goto("/trees");
  assert.match(await page.getByRole("main").innerText(), /This list needs JavaScript.*Bookmark the address/s);
  await page.getByRole("link", { name: "Type a new tree" }).click();
  await page.waitForURL((u) => u.pathname === "/edit");
});

for (const [width, viewport] of Object.entries({ wide, narrow })) {
  person(`the list is accessible in all themes, ${width}`, { viewport }, async (page) => {
    const sources = [{ figure: "k1991-fig6" }, { figure: "s2003-fig6" }, { grow: { players: 3, branching: 3, depth: 4, maxsum: 10, constant: true, seed: 1 } }, { text: `players 3 title "${"long ".repeat(30)}${"x".repeat(40)}" 1[ (1,2,3) (3,2,1) ]` }];
    for (const source of sources) {
      await page.goto((await keep(source)).edit);
      await page.locator("#stage svg.draft").waitFor();
    }
    await list(page);
    assert.equal(await page.locator(".own-tree").count(), sources.length);
    await page.getByRole("button", { name: /^Rename long/ }).click();
    for (const name of themes) {
      await theme(page, name);
      await until(() => page.locator(".own-picture img").evaluateAll((all, n) => all.every((i) => i.src.includes(`theme=${n}`)), name), `the pictures are those of ${name}`);
      await page.locator(".own-tree").last().scrollIntoViewIfNeeded();
      await page.waitForFunction(() => [...document.querySelectorAll(".own-picture img")].every((i) => i.complete && i.naturalWidth > 0));
      await accessible(page, `the list of trees in ${name}, ${width}`);
      await shot(page, `your trees ${name} ${width}`);
      for (const part of await page.locator(".own-tools :is(a, button), .own-rename button, .own-actions > *").filter({ visible: true }).all()) {
        const box = await part.boundingBox();
        assert.ok(box.width >= 24 && box.height >= 24 && box.x + box.width <= viewport.width, `${await part.innerText()}: ${JSON.stringify(box)}`);
      }
      const over = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `the list in ${name} is ${over} px wider than its window`);
    }
  });
}
