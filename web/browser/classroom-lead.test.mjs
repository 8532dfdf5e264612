// The classroom: how a teacher and a class get into a room, on which screens.

import assert from "node:assert/strict";
import { shows, stepOf, teach } from "./classroom.mjs";
import { accessible, idle, narrow, person, shot, theme, themes, until, wide } from "./harness.mjs";

person("the presenter's page gives its key away nowhere, and fits a projector", {}, async (page) => {
  const keys = [];
  await page.route("**/api/v1/rooms", async (route) => {
    const answer = await route.fetch();
    keys.push((await answer.json()).key);
    await route.fulfill({ response: answer });
  });
  const code = await teach(page, "/figures/k1991-fig6?algorithm=deep&step=3");
  assert.ok(keys[0].length > 20, `the key is ${keys[0]}`);
  const everything = await page.content() + await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie, location.href, document.referrer]));
  assert.ok(!everything.toLowerCase().includes(keys[0].toLowerCase()), "the key is on the page");
  // Another device leads the room, too, by a link that is copied, and is nowhere in sight.
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Another device …" }).press("Enter"); // all of it by keys alone
  await until(() => page.evaluate(() => document.activeElement?.id === "pass-copy"), "the focus is on what can be done");
  await page.keyboard.press("Enter");
  await page.getByText("The link is copied.").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(!(await page.content()).includes(link.split("/").at(-1)), "the link is on the page");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await until(() => page.locator("#pass-qr").evaluate((img) => img.complete && img.naturalWidth > 0), "the QR code is drawn");
  await shot(page, "classroom hand over");
  await accessible(page, "the link for another device");
  await page.keyboard.press("Escape");
  await page.locator("#pass-qr:not([src])").waitFor({ state: "attached" }); // which the close event of the dialog does, after the key
  assert.equal(await page.evaluate(() => document.activeElement?.id), "hand-over", "the focus is lost");
  const device = await page.context().browser().newContext({ viewport: narrow }), held = await device.newPage();
  await held.goto(link);
  assert.ok(held.url().endsWith(`/present/${code}`), held.url());
  await idle(held);
  await held.getByRole("button", { name: "Step forward" }).click();
  await shows(page, 4);
  await shot(held, "classroom held phone");
  const oneTouch = async (...ids) => {
    for (const id of ids) {
      await held.locator(`#${id}:not(:disabled)`).waitFor();
      assert.ok(await held.locator(`#${id}`).evaluate((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect(), seen = (x, y) => button.contains(document.elementFromPoint(x, y));
        return right <= innerWidth && bottom <= innerHeight && seen(left + 8, (top + bottom) / 2) && seen(right - 8, (top + bottom) / 2);
      }), `${id} is not one touch away`);
    }
  };
  await oneTouch("ask-next");
  await held.locator("#ask-next").click();
  await oneTouch("ask-stop", "ask-totals", "ask-reveal", "answered");
  await shot(held, "classroom held phone asked");
  await accessible(held, "a question on the phone of a presenter");
  await held.locator("#ask-stop").click();
  await held.locator("#ask-stop:disabled").waitFor();
  await oneTouch("ask-totals", "ask-reveal");
  await held.locator("#ask-reveal").click();
  await oneTouch("ask-next");
  await held.getByRole("button", { name: "End the question" }).click();
  await held.locator("#ask-end:disabled").waitFor();
  await held.getByRole("button", { name: "Step back" }).click();
  await shows(page, 3);
  await device.close();
  for (const name of themes) {
    await theme(page, name);
    await accessible(page, `the presenter's page, ${name}`);
    await shot(page, `classroom present ${name}`);
  }
  for (const width of [1024, 960, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await idle(page);
    await shot(page, `classroom present ${width}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `nothing is cut off at ${width}`);
  }
  await page.setViewportSize({ width: 1024, height: 768 });
  // The key for black is for the projector's window, which answers.
  await page.keyboard.press(".");
  await page.locator("#room-state", { hasText: "nothing was blacked out" }).waitFor();
  const projector = await page.context().newPage();
  await projector.goto(`/present/${code}?present=1`);
  await idle(projector);
  await page.keyboard.press("b");
  await projector.locator("#black:not([hidden])").waitFor();
  await page.locator("#room-state", { hasText: "The projector is black." }).waitFor();
  await projector.keyboard.press("b");
  await page.locator("#room-state", { hasText: /^$/ }).waitFor({ state: "attached" });
  // What the room plays waits for that, too, whichever window began it.
  const plays = async () => (await (await fetch(new URL(`/api/v1/rooms/${code}`, page.url()))).json()).show.play !== null;
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await until(async () => (await stepOf(projector)) > 3, "the projector plays");
  await page.keyboard.press("b");
  await until(async () => !(await plays()), "the playback stops for the black screen");
  await page.keyboard.press("b");
  await until(plays, "the playback goes on");
  await projector.close();
  await page.keyboard.press("Home");
  await until(async () => !(await plays()), "a step ends the playback");
  // Page Down of a remote steps, also where a list has the focus that it would change.
  await page.locator("#room-algorithm").focus();
  for (const key of ["PageDown", "PageDown", "PageDown", "PageDown", "PageUp"]) await page.keyboard.press(key);
  await shows(page, 3);
  assert.equal(await page.locator("#room-algorithm").inputValue(), "deep");
  await page.getByRole("button", { name: "Present", exact: true }).click();
  await idle(page);
  await page.keyboard.press("c");
  await page.locator("#join-card").getByText(code).waitFor();
  await idle(page);
  const covered = await page.evaluate(() => {
    const card = document.getElementById("join-card").getBoundingClientRect();
    return [...document.querySelectorAll("#stage svg.tree g.node, .commentary, .bounds")].filter((part) => part.getBoundingClientRect().right > card.left).map((part) => part.textContent);
  });
  assert.deepEqual(covered, [], "what the code covers");
  await shot(page, "classroom projector");
  await accessible(page, "the code in the corner");
  await page.keyboard.press("c");
  await page.keyboard.press("PageDown"); // of a remote
  await shows(page, 4);
  await page.keyboard.press("b");
  await page.locator("#black:not([hidden])").waitFor();
  await page.keyboard.press("b");
  await page.keyboard.press("?");
  await page.locator("#help div", { hasText: "ask the class what happens next" }).waitFor();
});

person("a code is typed, and a wrong one is explained", { viewport: narrow, expect: /404/ }, async (page) => {
  const code = await teach(page, "/figures/k1991-fig6?algorithm=deep&step=3"); // from a phone, too
  await page.getByRole("link", { name: "Join", exact: true }).click();
  await accessible(page, "the field for a code");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "code");
  await page.keyboard.type("22222222");
  await page.keyboard.press("Enter");
  await page.getByText("There is no room with this code.").waitFor();
  await page.getByLabel("Code").fill(` ${code.toLowerCase().slice(0, 4)} ${code.toLowerCase().slice(4)} `);
  await page.getByRole("button", { name: "Join" }).click();
  await page.waitForURL(`**/c/${code}`);
  await idle(page);
  await page.getByText("You follow the presenter.").waitFor();
  for (const name of themes) {
    await theme(page, name);
    await accessible(page, `the page of a follower, ${name}`);
    await shot(page, `classroom follow ${name}`);
  }
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is cut off");
});
