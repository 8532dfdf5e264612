// The desk of a teacher: what one browser makes is on it, and its link opens it in another one.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fig6, keep } from "./editor.mjs";
import { accessible, elsewhere, idle, narrow, person, shot, theme, themes, url, wide } from "./harness.mjs";

const at1024 = { width: 1024, height: 768 };

/** Looks at a page in all themes and widths. */
async function look(page, name) {
  for (const [width, viewport] of Object.entries({ wide, 1024: at1024, narrow })) {
    await page.setViewportSize(viewport);
    for (const one of themes) {
      await theme(page, one);
      await page.evaluate(() => scrollTo(0, 0));
      await shot(page, `desk ${name} ${one} ${width}`);
      await accessible(page, `${name}, ${one}, ${width}`);
      const over = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${name} in ${one} is ${over} px wider than the window`);
    }
  }
  await theme(page, "light");
  await page.setViewportSize(wide);
}

/** Opens the desk, and waits until it is shown. */
async function desk(page, address = "/teach") {
  await page.goto(address);
  await page.waitForURL("**/teach");
  await shown(page);
}

async function shown(page) {
  await page.locator("#desk:not([aria-busy])").waitFor();
  await idle(page);
}

const names = (page) => page.locator(".desk-thing [data-part=title]").allTextContents();
const thing = (page, name) => page.getByRole("listitem").filter({ hasText: name });
const kept = (page) => page.evaluate(() => JSON.stringify({ ...localStorage }));

/** The whole link of the desk, as the page shows it. */
async function linkOf(page) {
  if ((await page.getByRole("button", { name: "Show the link" }).count()) > 0) await page.getByRole("button", { name: "Show the link" }).click();
  return page.getByRole("textbox", { name: "The link of your desk" }).inputValue();
}

/** Makes one thing of each sort as a teacher does. */
async function make(page) {
  await desk(page);
  await page.getByRole("button", { name: "New lesson" }).click();
  await page.waitForURL("**/lessons/*/edit");
  await idle(page);
  await page.getByRole("textbox", { name: "Title" }).fill("Bounds");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("status").filter({ hasText: "Saved" }).waitFor();
  await idle(page);
  const tree = await keep({ text: fig6 });
  await page.goto(tree.edit);
  await page.locator("#stage svg.draft").waitFor();
  await idle(page);
  await page.goto("/homework/new?lesson=deep-fails");
  await idle(page);
  await page.getByRole("textbox", { name: "Title" }).fill("Week 3");
  await page.locator("#assign button.strong, #assign button:not([type=button])").last().click();
  await page.locator("#made").waitFor();
  await idle(page);
  await desk(page);
  await page.getByRole("button", { name: "Open a room" }).click();
  await page.waitForURL(/\/present\/[0-9A-Z]{8}$/);
  await idle(page);
  return page.url().slice(-8);
}

person("what one browser makes is on its desk, its link opens it in another one, and the first can be lost", {}, async (page) => {
  await desk(page);
  assert.match(await page.getByRole("main").innerText(), /Start one with New lesson/);
  assert.equal((await kept(page)).includes("espalier-desk"), false, "a desk before there is something to put on it");
  await look(page, "empty");
  const code = await make(page);
  await desk(page);
  const all = ["Week 3", "Bounds", `Room ${code}`, "Korf 1991, Figure 6"];
  const found = await names(page);
  assert.equal(found.length, 4, `on the desk are ${found}`);
  assert.deepEqual([found[0], found[1], found[2]], all.slice(0, 3));
  assert.match(await thing(page, "Week 3").innerText(), /open[^]*0 students[^]*Results[^]*Page for students/);
  assert.equal((await kept(page)).includes(code.toLowerCase()), false, "the key of the room is in the browser");
  const link = await linkOf(page);
  assert.match(link, /\/desk\/[a-z2-7]{26}$/);
  await page.waitForFunction(() => document.getElementById("qr").naturalWidth > 0);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save it as a file" }).click()]);
  const file = readFileSync(await download.path());
  assert.ok(file.toString().includes(link));
  await look(page, "full");

  await elsewhere(async (other) => {
    await desk(other, link);
    assert.equal(other.url(), `${url}/teach`);
    assert.equal(await other.evaluate(() => document.cookie), "", "the key in a cookie");
    assert.deepEqual(await names(other), found);
    // This browser has the keys now: it edits the lesson, and leads the room.
    await other.goto("/trees");
    await idle(other);
    assert.equal(await other.locator(".own-tree").count(), 1);
    await desk(other);
    await other.getByRole("link", { name: `Room ${code}`, exact: true }).click();
    await other.waitForURL(`**/present/${code}`);
    await desk(other);
    await other.getByRole("link", { name: "Bounds", exact: true }).click();
    await other.waitForURL("**/lessons/*/edit");
    await idle(other);

    // The first browser loses all.
    await page.getByRole("button", { name: "Forget on this device" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Forget it here" }).click();
    await page.getByText("This browser no longer has your desk").waitFor();
    await shown(page);
    assert.deepEqual(await names(page), []);
    assert.doesNotMatch(await kept(page), /espalier-(desk|lesson|tree|homework)/);

    await desk(other);
    assert.deepEqual(await names(other), found);
  });
  // It comes back by the file.
  await page.locator("input[type=file][name=file]").setInputFiles({ name: "espalier-desk.txt", mimeType: "text/plain", buffer: file });
  await page.waitForURL("**/teach");
  await page.getByRole("link", { name: "Bounds", exact: true }).waitFor();
  await shown(page);
  assert.deepEqual(await names(page), found);
});

person("things are ordered, put into folders, removed and put back, also by keys", {}, async (page) => {
  for (const title of ["One", "Two", "Three"]) {
    const tree = await keep({ text: `title "${title}" ${fig6}` });
    await page.goto(tree.edit);
    await page.locator("#stage svg.draft").waitFor();
    await idle(page);
  }
  await desk(page);
  assert.deepEqual(await names(page), ["One", "Two", "Three"]);
  await page.getByRole("button", { name: "Arrange" }).click();
  await page.getByRole("button", { name: "Move Three up" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Three is above Two now").waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Three is above One now").waitFor();
  assert.deepEqual(await names(page), ["Three", "One", "Two"]);
  await page.getByRole("combobox", { name: "Folder of One" }).selectOption("New folder…");
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Monday");
  await page.keyboard.press("Enter");
  await page.getByText("One is in Monday now").waitFor();
  await page.getByRole("combobox", { name: "Folder of Two" }).selectOption("Monday");
  await page.getByText("Two is in Monday now").waitFor();
  await look(page, "arranged");
  await page.getByRole("button", { name: "Remove One" }).click();
  await page.getByText("One is not on your desk any more").waitFor();
  await desk(page);
  assert.deepEqual(await names(page), ["Two", "Three"]);
  assert.deepEqual(await page.locator(".desk-section:has(.desk-thing) > h2").allTextContents(), ["Monday", "Trees"]);
  await page.goto("/trees");
  await idle(page);
  assert.equal(await page.locator(".own-tree").count(), 2, "one list");
  await desk(page);
  await page.getByRole("button", { name: "Arrange" }).click();
  await page.getByRole("button", { name: "Remove Two" }).click();
  await page.getByRole("button", { name: "Put it back" }).click();
  await page.getByText("Two is on your desk again").waitFor();
  assert.deepEqual(await names(page), ["Two", "Three"]);
});

person("a new link makes the old one worthless, and what is gone is listed", { expect: /404/ }, async (page) => {
  const tree = await keep({ text: `title "Gone soon" ${fig6}` });
  await page.goto(tree.edit);
  await page.locator("#stage svg.draft").waitFor();
  await idle(page);
  await desk(page);
  const old = await linkOf(page);
  await elsewhere(async (other) => {
    await desk(other, old);
    await page.getByRole("button", { name: "New link" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Make a new link" }).click();
    await page.getByText("Your desk has a new link").waitFor();
    const link = await linkOf(page);
    assert.notEqual(link, old);
    // The other browser is asked for the new link, and still has its own keys.
    await desk(other);
    await other.getByRole("heading", { name: "The key of this browser does not open your desk" }).waitFor();
    assert.deepEqual(await names(other), ["Gone soon"]);
    await look(other, "worthless");
    await other.getByLabel("Open a desk by its link").fill(link);
    await other.getByRole("button", { name: "Open", exact: true }).click();
    await other.waitForURL("**/teach");
    await other.getByRole("heading", { name: "The key of this browser" }).waitFor({ state: "hidden" });
    await fetch(`${url}/api/v1/trees/${tree.key}`, { method: "DELETE" });
    await desk(other);
    assert.match(await thing(other, "Gone soon").innerText(), /gone[^]*The server has no tree with this key/);
    await look(other, "gone");
  });
  await page.goto(old);
  assert.match(await page.getByRole("main").innerText(), /This link opens no desk[^]*If the desk got a new link, use that one/);
});

person("keys of before are put onto the desk, and a browser with a desk chooses what becomes of it", {}, async (page) => {
  const made = await (await fetch(`${url}/api/v1/lessons`, { method: "POST", body: JSON.stringify({ title: "Of before", scenes: [{ show: { figure: "k1991-fig6", algorithm: "deep", step: 0 } }] }) })).json();
  const trace = await (await fetch(`${url}/api/v1/traces`, { method: "POST", body: '{"title":"A run of before"}\n{"type":"enter"}\n{"type":"leaf","value":1}\n{"type":"exit","value":1}\n' })).json();
  await page.goto("/c");
  await page.evaluate(({ made, trace }) => {
    localStorage.setItem(`espalier-lesson:${made.id}`, JSON.stringify({ id: made.id, key: made.key, title: "Of before" }));
    localStorage.setItem(`espalier-trace:${trace.id}`, trace.key);
  }, { made, trace });
  await desk(page);
  assert.deepEqual(await names(page), ["Of before", "A run of before"]);
  const link = await linkOf(page);
  await elsewhere(async (other) => {
    const tree = await keep({ text: `title "Mine" ${fig6}` });
    await other.goto(tree.edit);
    await other.locator("#stage svg.draft").waitFor();
    await idle(other);
    await other.goto(link);
    const question = other.getByRole("region", { name: "This browser has another desk" });
    await question.waitFor();
    await idle(other);
    await look(other, "another");
    assert.deepEqual(await names(other), ["Mine"]);
    await question.getByRole("button", { name: "put my things onto it" }).click();
    await other.getByText("This browser has the desk of the link now").waitFor();
    assert.deepEqual(await names(other), ["Of before", "Mine", "A run of before"]);
  });
  await desk(page);
  assert.deepEqual(await names(page), ["Of before", "Mine", "A run of before"]);
});
