// A saved tree on its other pages: the player beside the editor, the read-only
// page that follows it, and the editor without scripts.

import assert from "node:assert/strict";
import { editElsewhere, keep, saved } from "./editor.mjs";
import { accessible, atStep, elsewhere, idle, narrow, person, until, url } from "./harness.mjs";

person("a page that is read says that there is a newer revision, and keeps its step", {}, async (page) => {
  const tree = await keep({ figure: "k1991-fig6" });
  await page.goto(`${tree.read}?algorithm=deep`);
  const { now: first } = await atStep(page), now = first + 2;
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await atStep(page, now);
  assert.equal(await page.locator("#follow").isVisible(), false, "the notice before there is anything to say");
  await editElsewhere(tree, { op: "set", nodes: [2], label: "elsewhere" });
  await page.getByText("the newest is 2").waitFor();
  assert.equal((await atStep(page)).now, now, "the step after somebody has edited the tree");
  assert.equal((await page.content()).includes(tree.key), false, "the page has the edit key");
  await accessible(page, "a page that is read, with its notice");
  await page.waitForFunction((t) => location.search.includes(`step=${t}`), now);
  await page.getByRole("link", { name: "See the newest revision" }).click();
  await atStep(page, now);
  await page.locator("#stage").getByText("elsewhere").first().waitFor();
  assert.equal(await page.locator("#follow").isVisible(), false, "the notice on the newest revision");
});

person("a page that comes back while it waits for the server listens once", {}, async (page) => {
  const tree = await keep({ figure: "k1991-fig6" });
  let listening = 0;
  await page.routeWebSocket(/\/ws$/, (ws) => {
    const server = ws.connectToServer();
    ws.onMessage((m) => {
      server.send(m);
      if (JSON.parse(String(m)).quiet && ++listening === 1) ws.close({ code: 1012 }); // the page tries again in a second, or more
    });
  });
  await page.addInitScript(() => {
    const { WebSocket } = globalThis;
    globalThis.sockets = [];
    globalThis.WebSocket = class extends WebSocket {
      constructor(...args) {
        super(...args);
        globalThis.sockets.push(this);
      }
    };
  });
  await page.clock.install();
  await page.goto(`${tree.read}?algorithm=deep`);
  await page.waitForFunction(() => globalThis.sockets.some((s) => s.readyState === WebSocket.CLOSED));
  await page.evaluate(() => {
    for (const name of ["pagehide", "pageshow"]) dispatchEvent(new PageTransitionEvent(name, { persisted: true }));
  });
  await until(() => listening >= 2, "the page that is back listens");
  const sockets = await page.evaluate(() => globalThis.sockets.length);
  await page.clock.fastForward(60_000);
  assert.equal(await page.evaluate(() => globalThis.sockets.length), sockets, "connections after a minute");
  assert.equal(listening, 2, "how often the page has asked to follow the tree");
});

person("an earlier revision is looked at beside the editor, which stays", {}, async (page) => {
  const tree = await keep({ figure: "k1991-fig6" });
  await editElsewhere(tree, { op: "set", nodes: [2], label: "later" });
  await page.goto(tree.edit);
  await page.getByRole("button", { name: "History" }).click();
  const [beside] = await Promise.all([page.context().waitForEvent("page"), page.getByRole("link", { name: "Look at revision 1" }).click()]);
  await beside.getByText("this is revision 1").waitFor();
  assert.equal((beside.url() + (await beside.content()) + (await beside.evaluate(() => document.referrer))).includes(tree.key), false, "the page has the edit key");
  assert.equal(page.url(), tree.edit.startsWith("http") ? tree.edit : url + tree.edit, "where the editor is");
});

person("the address of a run has no key, and the browser that has edited the tree goes back to the editor from it", {}, async (page) => {
  const tree = await keep({ figure: "k1991-fig6" });
  await page.goto(`${tree.edit}?algorithm=deep`);
  await saved(page);
  const links = await page.locator(".modes a, #results a:not([href*=\"/opinions\"], [href*=\"/samples\"], [href*=\"/orders\"])").evaluateAll((all) => all.slice(1).map((a) => a.href));
  assert.ok(links.length > 8 && links.every((l) => l.includes(tree.read) && !l.includes(tree.key)), `links to runs: ${links}`);
  await page.getByRole("link", { name: "Play" }).click();
  await page.waitForURL((u) => u.pathname === tree.read);
  const { now: first } = await atStep(page), now = first + 4;
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
  await atStep(page, now);
  const edit = page.getByRole("button", { name: "Edit", exact: true }), copy = page.getByRole("link", { name: "Edit a copy" });
  await edit.waitFor();
  assert.equal(await copy.isVisible(), false, "a copy of one's own tree");
  await accessible(page, "a run on one's own tree");
  await page.waitForFunction((t) => location.search.includes(`step=${t}`), now);
  const address = page.url();
  assert.equal((address + (await page.content())).includes(tree.key), false, "the page or its address has the edit key");
  await elsewhere(async (other) => {
    await other.goto(address);
    await atStep(other, now);
    await other.getByRole("link", { name: "Edit a copy" }).waitFor();
    await idle(other);
    assert.equal(await other.getByRole("button", { name: "Edit", exact: true }).isVisible(), false, "whoever follows the address edits");
    // A value that is tried there stays in the address.
    await other.locator("#n5 .value").click();
    for (const [i, score] of ["3", "0", "6"].entries()) await other.locator("#what-if input").nth(i).fill(score);
    await other.locator("#what-if .answer").getByText("With f = (3, 0, 6)").waitFor();
    await other.getByRole("button", { name: "Keep this value" }).click();
    await other.waitForURL((u) => u.searchParams.get("v5") === "3,0,6");
    assert.match((await (await fetch(`${url}/api/v1/trees/${tree.id}`)).json()).text, /f: \(2,3,4\)/);
    // What was copied from the player before it had an address of its own.
    await other.goto(`${tree.edit}?mode=play&algorithm=deep&step=${now}`);
    await atStep(other, now);
    assert.equal(other.url().includes(tree.key), false, other.url());
  });
  await edit.click();
  await page.waitForURL((u) => u.pathname === tree.edit && u.searchParams.get("step") === String(now));
  await page.locator("#stage svg.draft").waitFor();
  await page.getByRole("navigation", { name: "Mode" }).getByRole("link", { name: "Play" }).click();
  await atStep(page, now);
  assert.equal(await page.getByRole("radio", { name: "Deep" }).isChecked(), true, "the algorithm after the way there and back");
});

person("a tree that cannot be searched is corrected in the editor by who may edit it", {}, async (page) => {
  const tree = await keep({ figure: "k1991-fig6", edits: [{ op: "set", nodes: [2], value: [9, 9, 9] }] });
  await page.goto(tree.read);
  await page.getByRole("link", { name: "Correct it in a copy" }).waitFor();
  await page.goto(tree.edit);
  await saved(page);
  await page.getByRole("link", { name: "Play" }).click();
  await page.getByRole("button", { name: "Correct it in the editor" }).click();
  await page.waitForURL((u) => u.pathname === tree.edit);
});

person("without scripts a tree is typed, kept, mended and played", { script: false, viewport: narrow }, async (page) => {
  await page.goto("/edit");
  await page.getByRole("textbox", { name: /text/i }).last().fill("players 2 maxsum 4\na: 1[ b: (3,1) c: 2[ (1,3) (4,0 ] ]");
  await page.getByRole("button", { name: "Save the text" }).click();
  await page.waitForURL(/\/edit\/[a-z2-7]{26}$/);
  const pane = page.getByRole("textbox", { name: /text/i }).last();
  assert.match(await pane.inputValue(), /\(4,0 \] \]$/, "what was typed, after a text that cannot be read");
  await pane.fill("players 2 maxsum 4\na: 1[ b: (3,1) c: 2[ (1,3) (4,0) ] ]");
  await page.getByRole("button", { name: "Save the text" }).click();
  await page.locator("#stage").getByText("(4, 0)").waitFor();
  await page.getByRole("navigation", { name: "Mode" }).getByRole("link", { name: "Play" }).click();
  await page.getByRole("button", { name: "Last step" }).click();
  await page.getByText("(3, 1)").first().waitFor();
});

person("notes keep their lines, and a long address in them breaks", {}, async (page) => {
  const tree = await keep({ figure: "k1991-fig6" });
  await editElsewhere(tree, { op: "notes", text: `first line\nsecond line\nhttps://example.org/${"x".repeat(500)}` });
  await page.goto(tree.read);
  await page.locator(".notes summary").click();
  const notes = page.locator(".notes li");
  assert.match(await notes.innerText(), /^first line\nsecond line\n/);
  const [has, shows] = await notes.evaluate((li) => [li.scrollWidth, li.clientWidth]);
  assert.ok(has <= shows, `the notes are ${has} px wide in a box of ${shows}`);
});
