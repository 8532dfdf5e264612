// What is not finished yet in the editor: a text that cannot be read, a value
// that is not allowed, an edit that is too long. None of it is lost, and none
// of it undoes the edit of another person.

import assert from "node:assert/strict";
import { between, holds, keep, node, press, saved, textIs, two } from "./editor.mjs";
import { idle, person, shot, until } from "./harness.mjs";

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
  await textIs(page, want);
  await textIs(other, want);
  await page.locator("#text-note").waitFor({ state: "hidden" });
  const at = await area.evaluate((a) => [a.value.slice(a.selectionStart - 2, a.selectionStart), a.value.slice(a.selectionStart, a.selectionEnd)]);
  assert.deepEqual(at, ["60", ""], "the caret is where it was");
  // The text that cannot be read can be given up, too.
  await page.keyboard.type("x");
  await page.locator("#text-fault").waitFor();
  await node(other, "e").click();
  await press(other, "Delete");
  await page.getByRole("button", { name: "Show the tree instead" }).click();
  await textIs(page, "d: 3[ f: (2,3,4) ] g: (60,1,2)");
  await holds(page, "d: 3[ f: (2,3,4) ] g: (60,1,2)");
});

person("a text that cannot be read comes from the same revision after a reload, and from another window", {}, async (page) => {
  const other = await two(page);
  await caret(page, "g: (6");
  await page.keyboard.type("x");
  await page.locator("#text-fault").waitFor();
  await node(other, "b").click();
  await press(other, "4 , 4 , 1 Enter");
  await page.locator("#text-note").waitFor();
  await page.keyboard.type("y");
  await other.waitForFunction(() => document.getElementById("saved").textContent === "Saved, revision 4");
  await page.reload();
  await page.locator("#text-fault").waitFor();
  await caret(page, "g: (6xy");
  await press(page, "Backspace Backspace 0");
  await holds(page, "a: 1[ b: (4,4,1) c: 2[ d: 3[ e: (2,2,5) f: (2,3,4) ] g: (60,1,2) ] ]");
});

person("a text that cannot be merged is given up for the tree, also after one that cannot be read", {}, async (page) => {
  const other = await two(page);
  await caret(page, "g: (6");
  await page.keyboard.type("x");
  await page.locator("#text-fault").waitFor();
  await node(other, "g").click();
  await press(other, "Delete");
  await page.locator("#text-note").waitFor();
  await page.keyboard.type("y");
  await page.getByText("Saved, revision 4").waitFor();
  await press(page, "Backspace Backspace 0");
  await page.locator("#notice").getByText("g has been deleted since").waitFor();
  await node(page, "b").click();
  await press(page, "l Enter");
  await holds(page, "l: (5,2,2)");
  assert.match(await page.locator("#text").inputValue(), /g: \(60,1,2\)/, "a text that is in no revision stays");
  await press(page, "Control+z");
  await holds(page, "b: (5,2,2)");
  await saved(page); // and the answer is here
  await page.getByRole("button", { name: "Show the tree instead" }).click();
  const want = "a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (2,3,4) ] ] ]";
  await textIs(page, want);
  await caret(page, "f: (2,3,");
  await press(page, "Backspace Backspace 5 ,");
  await holds(page, "a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (2,5,4) ] ] ]");
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
  await textIs(page, "n: (1");
  await node(other, "d").click();
  await press(other, "2");
  await typing;
  await holds(page, "d: 2[ e: (2,2,5) n: (1,1,1) f: (2,3,4) ]");
  await textIs(page, "d: 2[ e: (2,2,5) n: (1,1,1) f: (2,3,4) ]");
  // Pauses while a connection is slow: an answer comes while more is typed.
  const more = page.keyboard.type("m: (7,1,1) ", { delay: 230 });
  await node(other, "b").click();
  await press(other, "4 , 4 , 1 Enter");
  await node(other, "c").click();
  await press(other, "3");
  await more;
  const want = "a: 1[ b: (4,4,1) c: 3[ d: 2[ e: (2,2,5) n: (1,1,1) m: (7,1,1) f: (2,3,4) ] g: (6,1,2) ] ]";
  await holds(page, want);
  await textIs(page, want);
  await textIs(other, want);
});

person("a text that changes nothing is answered by what somebody else has done meanwhile", {}, async (page) => {
  let hold = false, texts = 0;
  const held = [];
  await between(page, {
    ask(m, send) {
      if (JSON.parse(m).edit?.op === "text") texts++;
      send(m);
    },
    answer: (m, send) => (hold ? held.push(() => send(m)) : send(m)),
  });
  const other = await two(page);
  hold = true;
  await node(other, "d").click();
  await press(other, "2");
  await holds(other, "d: 2[");
  await caret(page, "e: (2,2,5)");
  await page.keyboard.type(" ");
  await until(() => held.length >= 2, "two answers are held");
  hold = false;
  for (const send of held.splice(0)) send();
  await textIs(page, "d: 2[");
  await idle(page);
  assert.equal(texts, 1, "texts sent");
});

person("the tree is beside the picture while somebody else's text cannot be read", {}, async (page) => {
  let hold = false;
  const held = [];
  await between(page, { answer: (m, send) => (hold ? held.push(() => send(m)) : send(m)) });
  const other = await two(page);
  hold = true;
  await node(other, "d").click();
  await press(other, "2");
  await holds(other, "d: 2[");
  await caret(other, "g: (6");
  await other.keyboard.type("x");
  await other.locator("#text-fault").waitFor();
  hold = false;
  for (const send of held.splice(0)) send();
  await textIs(page, "d: 2[ e: (2,2,5) f: (2,3,4) ] g: (6,1,2)");
  // What is typed here goes beside that.
  await caret(page, "e: (2");
  await page.keyboard.type("0");
  await holds(page, "e: (20,2,5)");
});

person("half a text that was sent before the connection was lost goes on where it was", { expect: /WebSocket/ }, async (page) => {
  let cut = null, mute = false;
  await between(page, {
    answer(m, send, ws) {
      cut = () => ws.close({ code: 1001 });
      if (!mute) send(m);
    },
  });
  const other = await two(page);
  await caret(page, "e: (2,2,5)");
  mute = true; // what the server answers is lost
  await page.keyboard.insertText(" n");
  await other.waitForFunction(() => document.getElementById("saved").textContent === "Saved, revision 2");
  await node(other, "b").click();
  await press(other, "4 , 4 , 1 Enter");
  await holds(other, "b: (4,4,1)");
  mute = false;
  await cut();
  await page.keyboard.type("ew: (1,1,1)");
  const want = "a: 1[ b: (4,4,1) c: 2[ d: 3[ e: (2,2,5) new: (1,1,1) f: (2,3,4) ] g: (6,1,2) ] ]";
  await holds(page, want);
  await textIs(page, want);
});

person("a text that was read is not half typed because somebody else's is", { expect: /WebSocket/ }, async (page) => {
  let cut = null, mute = false;
  await between(page, {
    answer(m, send, ws) {
      cut = () => ws.close({ code: 1001 });
      if (!mute) send(m);
    },
  });
  const other = await two(page);
  await caret(page, "e: (2,2,5) ");
  mute = true;
  await page.keyboard.insertText("n: ? "); // in one message: after a part, the rest would wait for an answer
  await textIs(other, "e: (2,2,5) n: ? f: (2,3,4)");
  await caret(other, "g: (6");
  await other.keyboard.type("x");
  await other.locator("#text-fault").waitFor();
  mute = false;
  await cut();
  await page.getByText(/^Saved, revision/).waitFor();
  await page.keyboard.type("m: ? ");
  await textIs(page, "e: (2,2,5) n: ? m: ? f: (2,3,4) ] g: (6,1,2)");
  await holds(page, "e: (2,2,5) n: ? m: ? f: (2,3,4) ] g: (6,1,2)");
});

person("what is typed in two places while an answer is on its way leaves what somebody else has done between them", {}, async (page) => {
  let hold = false;
  const held = [];
  await between(page, { ask: (m, send) => (hold ? held.push(() => send(m)) : send(m)) });
  const other = await two(page);
  hold = true;
  await caret(page, "b: (5,2,2)");
  await page.keyboard.type(" ");
  await until(() => held.length > 0, "the text is sent");
  await page.keyboard.type("m: ?");
  await caret(page, "g: (6");
  await page.keyboard.type("0");
  await node(other, "e").click();
  await press(other, "Enter n Enter");
  await node(other, "d").click();
  await press(other, "2");
  await holds(other, "d: 2[ e: (2,2,5) n: ? f: (2,3,4) ]");
  hold = false;
  for (const send of held.splice(0)) send();
  const want = "a: 1[ b: (5,2,2) m: ? c: 2[ d: 2[ e: (2,2,5) n: ? f: (2,3,4) ] g: (60,1,2) ] ]";
  await holds(page, want);
  await textIs(page, want);
});

person("what is typed while a text is on its way survives a reload", {}, async (page) => {
  let hold = false, held = 0;
  await between(page, { ask: (m, send) => (hold ? held++ : send(m)) }); // what is held does not arrive
  const other = await two(page);
  await page.locator("details.notes-panel summary").click();
  hold = true;
  await page.locator("#notes").click();
  await page.keyboard.type("One.");
  await until(() => held >= 1, "the notes are sent");
  await page.keyboard.type(" Two.");
  await caret(page, "e: (2,2,5)");
  await page.keyboard.type(" n");
  await until(() => held >= 2, "the text is sent");
  await page.keyboard.type("ew: ?");
  await node(other, "d").click();
  await press(other, "2");
  await holds(other, "d: 2[");
  hold = false;
  await page.reload();
  await holds(page, "d: 2[ e: (2,2,5) new: ? f: (2,3,4) ]");
  await textIs(page, "d: 2[ e: (2,2,5) new: ? f: (2,3,4) ]");
  await other.waitForFunction(() => document.getElementById("notes").value === "One. Two.");
  assert.equal(await page.locator("#notes").inputValue(), "One. Two.");
});

const panel = (page) => page.locator("#node-panel");

person("a label or a value that is not allowed stays in its field, with what is", {}, async (page) => {
  await between(page, { ask: (m, send) => send(m.replace('"label":"odd"', `"label":"${"odd".repeat(30)}"`)) }); // which the page would not send
  const other = await two(page);
  await node(page, "g").click();
  await press(page, "x");
  const label = panel(page).getByLabel("Label"), long = "x".repeat(65);
  await label.fill(long);
  await page.keyboard.press("Enter");
  await panel(page).getByText("The label has 65 characters; a label has at most 64.").waitFor();
  assert.equal(await label.inputValue(), long);
  await page.keyboard.press("Escape");
  const first = panel(page).getByRole("textbox", { name: "Player 1" });
  for (const [text, said] of [["1/x", "“1/x” is not a number; a fraction has digits on both sides, such as -7/2."], ["1/0", "1/0 divides by 0."],
    ["0.0000000000000000001", "0.0000000000000000001 has more than 18 decimal places."], ["5000000000000000000", "5000000000000000000 is larger than 4611686018427387904 in size, the largest number that is allowed."]]) {
    await press(page, "5");
    await first.fill(text);
    await page.keyboard.press("Enter");
    await panel(page).getByText(said).waitFor();
    assert.equal(await first.inputValue(), text);
    await page.keyboard.press("Escape");
  }
  // What the server alone knows: the panel comes back with what was typed.
  await press(page, "x");
  await label.fill("odd");
  await page.keyboard.press("Enter");
  await panel(page).locator("[data-part=fault]").getByText(/label/).waitFor();
  assert.equal(await label.inputValue(), "odd");
  // The next success takes the message away.
  await label.fill("fine");
  await page.keyboard.press("Enter");
  await node(page, "fine").waitFor();
  await page.locator("#notice").waitFor({ state: "hidden" });
  // Somebody deletes the node while its label is typed.
  await node(page, "b").click();
  await press(page, "q u");
  await node(other, "b").click();
  await press(other, "Delete");
  await page.locator("#notice").getByText(/^b has been deleted meanwhile/).waitFor();
  assert.equal(await page.getByLabel("What was typed").inputValue(), "label qu");
  await page.locator("#notice").getByRole("button", { name: "Close" }).click();
  await page.locator("#notice").waitFor({ state: "hidden" });
});

person("an edit that is too long for the connection is given up, and its words stay", { expect: /WebSocket/ }, async (page) => {
  await between(page, { ask: (m, send, ws) => (m.length > 50_000 ? ws.close({ code: 1009 }) : send(m)) });
  const other = await two(page);
  await other.close();
  const more = `${await page.locator("#text").inputValue()} # ${"long ".repeat(12_000)}`;
  await page.locator("#text").fill(more);
  await page.locator("#notice").getByText(/^Not done: it has 60,\d+ bytes/).waitFor();
  assert.equal(await page.locator("#text").inputValue(), more);
  await node(page, "d").click();
  await press(page, "2");
  await holds(page, "d: 2[");
  await page.getByText(/^Saved, revision 2/).waitFor();
  // One that is kept from before a reload is not sent.
  await page.evaluate(() => {
    const name = `espalier-edit:${document.getElementById("edit").dataset.id}`;
    sessionStorage.setItem(name, JSON.stringify([{ token: "0123456789abcdef0123456789abcdef", edit: { op: "paste", to: 1, text: "…".repeat(3_200_000) } }]));
  });
  await page.reload();
  await page.locator("#notice").getByText(/^Not done: it has 9,600,\d+ bytes/).waitFor();
  await page.getByRole("link", { name: "What was typed, as a file" }).waitFor();
  await node(page, "d").click();
  await press(page, "1");
  await holds(page, "d: 1[");
});

person("the label of a leaf is beside the value that is typed", {}, async (page) => {
  await page.goto(`/edit?text=${encodeURIComponent("players 3 maxsum 9 a: 1[ b: ? c: (1,2,3) ]")}`);
  for (const label of ["b", "c"]) {
    const box = (part) => node(page, label).locator(part).evaluate((e) => e.getBoundingClientRect().toJSON());
    const before = await node(page, label).locator(".name").getAttribute("x");
    await node(page, label).click();
    await press(page, "1 2 5 , 3 2 5 , 4 4 4");
    const name = await box(".name"), value = await box(".value");
    assert.ok(name.right <= value.left, `the label ${label} ends at ${name.right}, the value begins at ${value.left}`);
    await press(page, "Escape");
    assert.equal(await node(page, label).locator(".name").getAttribute("x"), before, `the place of the label ${label}`);
  }
});

person("who types at a node that somebody deletes types nothing into the tree", {}, async (page) => {
  const other = await two(page);
  await node(page, "f").click();
  await press(page, "7");
  await node(other, "d").click();
  await press(other, "Delete");
  await page.locator("#notice").getByText("f has been deleted meanwhile").waitFor();
  await press(page, "1 Tab 1 Enter");
  await idle(page);
  await holds(page, "a: 1[ b: (5,2,2) c: 2[ g: (6,1,2) ] ]");
});

person("a connection that says nothing any more is given up for another", {}, async (page) => {
  let frozen = false;
  await page.routeWebSocket(/\/ws$/, (ws) => {
    const server = ws.connectToServer(), dead = frozen;
    ws.onMessage((m) => frozen || dead || server.send(m));
    server.onMessage((m) => frozen || dead || ws.send(m));
  });
  await page.clock.install();
  await page.goto("/edit?figure=k1991-fig6");
  await node(page, "b").click();
  await press(page, "4 , 4 , 1 Enter");
  await page.getByText(/^Saved, revision 2/).waitFor();
  frozen = true;
  await node(page, "g").click();
  await press(page, "7 , 1 , 1 Enter");
  await page.getByText("Saving").waitFor();
  await page.getByRole("link", { name: "Play" }).click();
  await page.clock.fastForward(600);
  await page.locator("#notice").getByText("as soon as the server has").waitFor();
  await page.clock.fastForward(10_000);
  await page.getByText(/^Not connected/).waitFor();
  frozen = false;
  await page.clock.fastForward(1000);
  await page.waitForURL((u) => u.pathname.startsWith("/t/"));
  assert.match(await page.locator("svg.tree").first().textContent(), /7, 1, 1/);
});

/** The scores in the fields of the form at the node, or beside the picture. */
const scores = (page, where) => page.locator(`${where} .score-fields input`).evaluateAll((all) => all.map((f) => f.value));

for (const [what, header] of Object.entries({ "with maxsum": "players 3 maxsum 10", "without maxsum": "players 3" })) {
  for (const where of ["#node-panel", "#node-fields"]) {
    person(`a value that is half typed ${what} in ${where} is text after a reload, and no edit`, {}, async (page) => {
      const text = `${header} a: 1[ b: (1,1,8) c: (2,2,2) ]`, { edit } = await keep({ text });
      await page.goto(edit);
      await saved(page);
      await node(page, "b").click();
      if (where === "#node-panel") await press(page, "7 Space 1");
      else {
        const fields = page.locator("#node-fields .score-fields input");
        await fields.nth(2).fill("");
        await fields.nth(0).fill("7");
        await fields.nth(1).fill("1");
      }
      // A person who types sees which score is not theirs.
      const drawn = node(page, "b").locator(".value"), line = page.locator(`${where} .rest`);
      if (what === "with maxsum") {
        await line.getByText("2 makes the sum 10. Enter takes it.").waitFor();
        assert.equal(await drawn.textContent(), "(7, 1, 2?)");
      } else {
        assert.equal(await line.isVisible(), false);
        assert.equal(await drawn.textContent(), "(7, 1, ·)");
      }
      await shot(page, `half typed ${what} ${where}`);
      page.on("dialog", (dialog) => dialog.accept());
      await page.reload();
      await page.locator("#notice").getByText("b was left half typed").waitFor();
      assert.deepEqual(await scores(page, where), ["7", "1", ""]);
      await idle(page);
      await page.getByText("Saved, revision 1").waitFor();
      await holds(page, "b: (1,1,8)");
      assert.match(await drawn.textContent(), /^\(7, 1, (2\?|·)\)$/);
      await page.keyboard.press("Enter");
      if (what === "with maxsum") {
        await holds(page, "b: (7,1,2)");
        await page.locator("#live-status").getByText("b: player 3 gets 2, which makes the sum 10.").waitFor();
      } else {
        await page.getByText("Player 3’s score is missing").first().waitFor();
        await holds(page, "b: (1,1,8)");
        await press(page, "Escape");
        assert.equal(await drawn.textContent(), "(1, 1, 8)");
      }
      await page.reload();
      await saved(page);
      await idle(page);
      assert.equal(await page.locator("#node-panel").isVisible(), false, "it has gone on once");
    });
  }
}

person("a value that is half typed at a new node is text after a reload", {}, async (page) => {
  const { edit } = await keep({ text: "players 3 maxsum 10 a: 1[ b: (1,1,8) ]" });
  await page.goto(edit);
  await saved(page);
  await node(page, "a").click();
  await press(page, "Tab 7 Space 1");
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await page.locator("#notice").getByText("was left half typed").waitFor();
  assert.deepEqual(await scores(page, "#node-panel"), ["7", "1", ""]);
  await holds(page, "a: 1[ b: (1,1,8) ? ]");
  await press(page, "Tab 2 Enter");
  await holds(page, "a: 1[ b: (1,1,8) (7,1,2) ]");
});

person("a click elsewhere takes the score that is filled in, and says so", {}, async (page) => {
  const { edit } = await keep({ text: "players 3 maxsum 10 a: 1[ b: (1,1,8) c: (2,2,6) ]" });
  await page.goto(edit);
  await saved(page);
  await node(page, "b").click();
  await press(page, "7 Space 1");
  await node(page, "c").click();
  await holds(page, "b: (7,1,2)");
  await page.locator("#live-status").getByText("b: player 3 gets 2, which makes the sum 10.").waitFor();
});

person("a page that was offline connects when the network is back, and says so", { expect: /WebSocket|ERR_/ }, async (page) => {
  // Nothing closes the old connection, and nothing comes through it any more.
  let mute = false, connections = 0;
  await page.routeWebSocket(/\/ws$/, (ws) => {
    const server = ws.connectToServer(), first = ++connections === 1;
    ws.onMessage((m) => (first && mute) || server.send(m));
    server.onMessage((m) => (first && mute) || ws.send(m));
  });
  const { edit } = await keep();
  await page.goto(edit);
  await saved(page);
  await idle(page);
  mute = true;
  await page.context().setOffline(true);
  await page.getByText("Not connected; it is tried again").waitFor();
  await page.context().setOffline(false);
  await saved(page);
  await page.locator("#live-status").getByText("Connected again.").waitFor();
  assert.equal(connections, 2);
  await node(page, "b").click();
  await press(page, "4 Space 4 Space 1 Enter");
  await holds(page, "b: (4,4,1)");
});
