// Lessons on the desk: a teacher duplicates, renames, deletes, restores, exports and imports them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { accessible, elsewhere, idle, narrow, person, shot, theme, themes, wide } from "./harness.mjs";

const thing = (page, name) => page.getByRole("listitem").filter({ has: page.locator("[data-part=title]").getByText(name, { exact: true }) });
const said = (page, text) => page.locator("#said [role=status]").filter({ hasText: text }).waitFor();

async function desk(page) {
  await page.goto("/teach");
  await page.locator("#desk:not([aria-busy])").waitFor();
  await idle(page);
}

person("a lesson is duplicated, renamed, deleted and restored, exported and imported on the desk", { expect: /422/ }, async (page) => {
  await desk(page);
  await page.getByRole("button", { name: "New lesson" }).click();
  await page.waitForURL("**/lessons/*/edit");
  await idle(page);
  await page.getByRole("textbox", { name: "Title" }).fill("Week 3");
  await page.getByRole("textbox", { name: /^Note/ }).fill("What is cut?");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("status").filter({ hasText: "Saved" }).waitFor();
  await idle(page);
  await desk(page);

  await page.getByRole("button", { name: "Duplicate: Week 3" }).click();
  await said(page, "Copy of Week 3");
  await page.getByRole("button", { name: "Rename: Copy of Week 3" }).press("Enter");
  await page.keyboard.type("Week 4");
  await page.keyboard.press("Enter");
  await said(page, "Week 4");
  await thing(page, "Week 4").waitFor();

  await page.getByRole("button", { name: "Delete: Week 4" }).press("Enter");
  await said(page, "Week 4 is deleted");
  await idle(page);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Undo: Week 4");
  assert.match(await thing(page, "Week 4").innerText(), /deleted[\s\S]*can be restored until/);
  for (const viewport of [wide, { width: 1024, height: 768 }, narrow]) {
    await page.setViewportSize(viewport);
    for (const one of themes) {
      await theme(page, one);
      await shot(page, `desk lessons ${one} ${viewport.width}`);
      await accessible(page, `desk with lessons, ${one}, ${viewport.width}`);
      assert.ok((await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth)) <= 0, `the desk in ${one} is wider than ${viewport.width} px`);
    }
  }
  await theme(page, "light");
  await page.setViewportSize(wide);
  await page.reload();
  await page.locator("#desk:not([aria-busy])").waitFor();
  await page.getByRole("button", { name: "Undo: Week 4" }).click();
  await said(page, "Week 4 is restored");
  await page.getByRole("button", { name: "Delete: Week 4" }).waitFor();

  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Export: Week 4" }).click()]);
  const path = await download.path(), file = JSON.parse(readFileSync(path, "utf8"));
  assert.equal(download.suggestedFilename(), "lesson-week-4.json");
  assert.deepEqual([file.format, file.title, file.scenes[0].note], ["espalier/lesson/1", "Week 4", "What is cut?"]);
  const load = async (name, text) => {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: "Import a lesson" }).click()]);
    await chooser.setFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
  };
  await load("week-5.json", JSON.stringify({ ...file, title: "Week 5" }));
  await said(page, "week-5.json");
  await thing(page, "Week 5").waitFor();
  await page.goto("/learn/paranoid");
  await idle(page);
  await page.getByRole("button", { name: "copy it" }).click();
  await page.getByRole("link", { name: "Edit the copy" }).waitFor();
  await page.locator(".as-lesson").scrollIntoViewIfNeeded();
  await shot(page, "chapter as lesson");
  await accessible(page, "a chapter that was copied");
  await page.getByRole("link", { name: "Edit the copy" }).click();
  await page.waitForURL("**/lessons/*/edit");
  await idle(page);
  assert.match(await page.getByRole("textbox", { name: "Title" }).inputValue(), /^Copy of /);
  assert.ok((await page.locator("#scenes > li").count()) > 3);
  await desk(page);
  await load("broken.json", JSON.stringify({ ...file, scenes: [{ show: { figure: "nothing" } }] }));
  await page.getByRole("alert").filter({ hasText: "broken.json could not be imported: scenes[0].show.figure" }).waitFor();
});

person("a lesson is presented from another machine by the link of the desk", {}, async (page) => {
  await desk(page);
  await page.getByRole("button", { name: "New lesson" }).click();
  await page.waitForURL("**/lessons/*/edit");
  await idle(page);
  await page.getByRole("textbox", { name: "Title" }).fill("Week 6");
  await page.getByRole("textbox", { name: /^Note/ }).fill("What is cut?");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("status").filter({ hasText: "Saved" }).waitFor();
  await idle(page);
  await desk(page);
  await page.getByRole("button", { name: "Show the link" }).click();
  const link = await page.getByRole("textbox", { name: "The link of your desk" }).inputValue();
  await elsewhere(async (other) => {
    await other.goto(link);
    await other.locator("#desk:not([aria-busy])").waitFor();
    await idle(other);
    await other.getByRole("button", { name: "Present: Week 6" }).press("Enter");
    await other.waitForURL(/\/present\/[0-9A-Z]{8}$/);
    await idle(other);
    await other.locator("#lesson .here .note", { hasText: "What is cut?" }).waitFor();
    await page.goto(`/c/${other.url().slice(-8)}`);
    await page.getByRole("region", { name: "Note" }).getByText("What is cut?").waitFor();
  });
  await desk(page);
  await page.getByRole("listitem").filter({ hasText: /^Room .*: Week 6/ }).waitFor(); // it is on the desk
});
