// The games: their list, positions that are dealt and set up, and a game that is played.

import assert from "node:assert/strict";
import { accessible, atStep, idle, narrow, person, shot, theme, themes, url } from "./harness.mjs";

const { games } = await (await fetch(`${url}/api/v1/games`)).json();
const fits = (page) => page.evaluate(() => document.scrollingElement.scrollWidth <= innerWidth);

/** Opens the options of a form. */
const options = (page, name) => page.locator("details:not([open]) > summary", { hasText: name }).click();

for (const [i, [size, viewport]] of Object.entries({ wide: undefined, narrow }).entries()) {
  person(`every game has a page on which it is played, ${size}`, { viewport }, async (page) => {
    await page.goto("/explore");
    await page.getByRole("main").getByRole("link", { name: "Games", exact: true }).click();
    await page.locator(".game-list .card").nth(games.length - 1).waitFor(); // the page comes bit by bit
    assert.equal(await page.locator(".game-list .card").count(), games.length);
    assert.ok(await fits(page), "the list of games is wider than the window");
    await accessible(page, "the list of games");
    await shot(page, `games ${size}`);
    for (const { id } of games.filter((_, n) => n % 2 === i)) {
      await page.locator(`.card a[href="/games/${id}"]`).click();
      await idle(page);
      await theme(page, themes[games.findIndex((g) => g.id === id) % themes.length]);
      await page.locator(".position a, .to-play a").first().click(); // a card or a square; a piece of Chinese Checkers
      await page.waitForURL(/\?(moves|from)=/);
      await idle(page);
      await page.locator(".to-play a").last().click();
      await page.waitForURL(/moves=/);
      await idle(page);
      assert.ok(await fits(page), `the page of ${id} is wider than the window`);
      await accessible(page, `the page of ${id}`);
      await shot(page, `game ${id} ${size}`);
      await page.goto("/games");
    }
  });
}

person("a game is played to its end and back, and cards are dealt and set up", {}, async (page) => {
  // Tic-tac-toe to its end, and a move back.
  await page.goto("/games/tic-tac-toe");
  for (const square of ["5", "1", "2", "8", "4", "6", "3", "7", "9"]) {
    await page.getByRole("link", { name: `Play ${square}`, exact: true }).click();
    await page.waitForFunction((s) => document.querySelector(".played li:last-child")?.textContent.trim() === s, square);
  }
  assert.equal(await page.getByRole("status").innerText(), "The game is over: a draw.");
  assert.match(await page.locator(".scores").innerText(), /value\s+1\s+1/);
  await page.getByRole("link", { name: "Take back" }).click();
  await page.getByText("Player 1 to move.").waitFor();
  // Cards: a deal, four colours that stay, a hand that is typed, and a wrong one.
  await page.goto("/games/hearts?cards=5");
  const diamond = page.locator(".diamonds path").first(), colour = () => diamond.evaluate((e) => getComputedStyle(e).fill);
  const red = await colour();
  await page.getByLabel("four-colour suits").check();
  assert.notEqual(await colour(), red, "diamonds in four colours");
  await page.getByText("New game").click();
  await page.getByRole("link", { name: "The next deal" }).click();
  await page.waitForURL(/seed=2/);
  await idle(page);
  assert.ok(await page.getByLabel("four-colour suits").isChecked(), "the choice is kept");
  await page.getByText("Set up by hand").click();
  for (const [i, hand] of ["AS 2H", "KS 4D", "QS 3H"].entries()) await page.getByLabel(`Player ${i + 1}’s hand`).fill(hand);
  await page.getByRole("button", { name: "Set up" }).click();
  await page.waitForURL(/hands=AS/);
  assert.deepEqual(await page.locator(".hand").evaluateAll((all) => all.map((h) => h.children.length)), [2, 2, 2]);
});

for (const [size, viewport] of Object.entries({ wide: undefined, narrow })) {
  person(`a card that is worth the same as another one is played as that, and a full trick stays, ${size}`, { viewport }, async (page) => {
    await page.goto("/games/sergeant-major?hands=AC+KC+QC+2H/4C+3D+5S+6S/JC+TD+8S+7S");
    const equal = (name) => page.getByRole("link", { name: `${name} of clubs, same as the ace of clubs, which is played in its place` });
    assert.equal(await equal("queen").locator(".equal").textContent(), "= A");
    assert.ok(await page.locator(".seat.on .hand li").evaluateAll((all) => all.every((li) => getComputedStyle(li).opacity === "1")), "no card that can be played is faded");
    await accessible(page, "equal cards");
    await shot(page, `equal cards ${size}`);
    await equal("king").click();
    await page.waitForURL(/moves=0$/);
    assert.equal(await page.locator(".trick .playing-card").getAttribute("aria-label"), "ace of clubs");
    // By keys: the equal is a link among the others.
    await page.getByRole("link", { name: "Take back" }).click();
    await page.waitForURL((u) => !u.search.includes("moves=0"));
    await equal("queen").focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/moves=0/);
    for (const card of ["four", "jack"]) {
      await page.locator(".position").getByRole("link", { name: `${card} of clubs`, exact: true }).click();
      await page.waitForFunction((c) => [...document.querySelectorAll(".trick svg")].at(-1)?.getAttribute("aria-label") === `${c} of clubs`, card);
    }
    // The trick stays, and is one of those that were played; the next card begins another one.
    assert.equal(await page.locator(".trick h3").innerText(), "Last trick");
    assert.equal(await page.locator(".trick li").count(), 3);
    assert.match(await page.locator(".trick .won").innerText(), /player 1/);
    assert.match(await page.locator(".trick .trump").innerText(), /^player 1 took it;/);
    await accessible(page, "a full trick");
    await shot(page, `last trick ${size}`);
    await page.locator(".position").getByRole("link", { name: "two of hearts", exact: true }).click();
    await page.waitForFunction(() => document.querySelectorAll(".trick li").length === 1);
    assert.deepEqual(await page.locator(".played-part h3").allInnerTexts(), ["Trick 1 player 1 took it", "Trick 2"]);
    assert.deepEqual(await page.locator(".played").evaluateAll((all) => all.map((l) => l.children.length)), [3, 1]);
    assert.ok(await fits(page));
  });
}

for (const [size, viewport] of Object.entries({ wide: undefined, narrow })) {
  person(`a search that is too large to be drawn opens as a map with its counters, ${size}`, { viewport }, async (page) => {
    const fact = async (name) => Number((await page.locator("#map-growth div", { has: page.locator("dt", { hasText: new RegExp(`^${name}$`) }) }).locator("dd").textContent()).replace(/[^\d]/g, ""));
    await page.goto("/games/sergeant-major?seed=2");
    await options(page, "Algorithm and depth");
    await page.getByLabel("Algorithm").selectOption("paranoid");
    await page.getByLabel("Depth in plies").fill("15");
    await page.getByRole("button", { name: "Watch" }).click();
    await page.waitForURL(/\/search/);
    await page.getByLabel("Nodes at most").fill("300000");
    await page.getByRole("button", { name: "Watch" }).click();
    await page.waitForURL(/nodes=300000/);
    await page.locator("#map-state", { hasText: "more than 300000 nodes" }).waitFor();
    await idle(page);
    assert.ok(await fact("nodes") >= 300_000 && await fact("depth") === 15);
    assert.ok(await fact("cuts: α") > 0 && await fact("cuts: β") > 0);
    assert.ok(await fits(page), "the map is wider than the window");
    // This one takes seconds on any machine, so that it is cancelled before it ends.
    await page.goto("/games/connect-four/search?algorithm=alphabeta&depth=15&nodes=50000000");
    await page.locator("[data-map][data-state=running]").waitFor();
    await page.getByRole("button", { name: "Cancel the search" }).click();
    await page.locator("[data-map][data-state=cancelled]").waitFor();
    await idle(page);
  });
}

for (const [size, viewport] of Object.entries({ wide: undefined, narrow })) {
  person(`moves that are taken back stay as variations, ${size}`, { viewport }, async (page) => {
    await page.goto("/games/connect-four");
    const played = (n) => page.waitForFunction((m) => document.querySelectorAll(".played li").length === m, n);
    for (const [i, column] of ["4", "4", "3"].entries()) {
      await page.locator(".to-play").getByRole("link", { name: column, exact: true }).click();
      await played(i + 1);
    }
    const back = page.getByRole("link", { name: "Take back" }), lines = page.getByRole("list", { name: "Variations" });
    await back.click();
    await played(2);
    await page.locator(".to-play").getByRole("link", { name: "5", exact: true }).click();
    await played(3);
    assert.equal(await lines.locator(".line li").count(), 1);
    await back.click();
    await played(2);
    await back.click();
    await played(1);
    assert.deepEqual(await lines.locator("small").allTextContents(), ["from here", "from here"]);
    assert.ok(await fits(page));
    await accessible(page, "variations");
    await shot(page, `variations ${size}`);
    // By keys into the second one, to its end.
    await lines.locator(".line").nth(1).getByRole("link").last().focus();
    await page.keyboard.press("Enter");
    await played(3);
    assert.equal(await page.locator(".board .piece").count(), 3);
    assert.deepEqual(await lines.locator("small").allTextContents(), ["after 4"]);
  });
}

for (const [size, viewport] of Object.entries({ wide: undefined, projector: { width: 1280, height: 720 }, narrow })) {
  person(`the moves are evaluated at a person's wish, and the search can be stopped, ${size}`, { viewport }, async (page) => {
    for (const [i, { id }] of games.entries()) {
      await page.goto(`/games/${id}`);
      await theme(page, size === "projector" ? "projector" : themes[i % themes.length]);
      if (id.includes("checkers")) {
        await options(page, "Algorithm and plies");
        await page.getByLabel("Plies ahead").fill("1");
      }
      await page.getByRole("button", { name: "Evaluate moves" }).click();
      await page.getByText("Beside each move is the score of player 1").waitFor();
      await idle(page);
      assert.equal(await page.locator(".to-play li .prob[title]").count(), await page.locator(".to-play li").count(), `values of ${id}`);
      assert.ok(await page.locator(".to-play .best").count() > 0);
      if (!/^(pig)$/.test(id)) assert.ok(await page.locator(".position .worth").count() > 0, `values on the picture of ${id}`);
      assert.ok(await fits(page), `the values of ${id} are wider than the window`);
      await accessible(page, `the values of ${id}`);
      await shot(page, `values ${id} ${size}`);
    }
    // A search that does not come back is stopped, by keys; then it is asked for again.
    await page.goto("/games/tic-tac-toe?moves=4");
    await options(page, "Algorithm and plies");
    await page.getByLabel("Evaluate by").selectOption("paranoid");
    await page.getByLabel("Plies ahead").fill("3");
    const late = (route) => route.request().url().includes("plies=3") ? undefined : route.continue();
    await page.route("**/games/tic-tac-toe?*", late);
    await page.keyboard.press("Enter");
    const left = page.waitForEvent("requestfailed");
    await page.getByRole("button", { name: "Stop" }).press("Enter");
    await left;
    await page.getByText("The search was stopped.").waitFor();
    await idle(page);
    await page.unroute("**/games/tic-tac-toe?*", late);
    await page.getByRole("button", { name: "Evaluate moves" }).click();
    await page.getByText("score of player 2 by Paranoid, to depth 3").waitFor();
    await page.waitForURL(/evaluate=paranoid&plies=3/);
    assert.equal(await page.locator(".to-play .best").first().textContent(), "value 1, scores (1, 1)");
  });
}

person("a move is answered without loading the page, by mouse and keys, with Back, and what is typed stays", {}, async (page) => {
  let loads = 0;
  page.on("load", () => loads++);
  await page.goto("/games/othello");
  await idle(page);
  await options(page, "Algorithm and depth");
  await page.getByLabel("Depth in plies").fill("7");
  const played = (n) => page.waitForFunction((m) => document.querySelectorAll(".played li").length === m, n);
  await page.locator(".position a").first().click();
  await played(1);
  await page.waitForURL(/moves=\d+$/);
  await idle(page);
  assert.equal(await page.locator(".position .frame").count(), 1, "the last move is marked");
  assert.equal(await page.getByLabel("Depth in plies").inputValue(), "7");
  // By keys the focus stays in the list.
  await page.locator(".to-play a").first().focus();
  await page.keyboard.press("Enter");
  await played(2);
  await idle(page);
  assert.ok(await page.evaluate(() => document.activeElement?.closest(".to-play") !== null), "the focus is in the list of moves");
  await page.goBack();
  await played(1);
  await page.goForward();
  await played(2);
  await page.getByRole("link", { name: "Take back" }).click();
  await played(1);
  await idle(page);
  await page.getByRole("button", { name: "Play", exact: true }).click(); // the others are searches
  await page.waitForURL(/seat=maxn/);
  await idle(page);
  await page.locator(".position a").first().click();
  await played(3);
  await idle(page);
  assert.equal(loads, 2, "the page was loaded for the address and the match alone");
});

person("on a phone each square and hole is 40 px, and the board is moved to the part that is played", { viewport: narrow }, async (page) => {
  for (const { id } of games) {
    await page.goto(`/games/${id}`);
    await idle(page);
    const links = await page.locator(".position .board a, .position .hand a").evaluateAll((all) => all.map((a) => {
      const { width, height, left, right } = a.getBoundingClientRect();
      return { size: Math.min(width, height), seen: left >= 0 && right <= innerWidth };
    }));
    for (const { size } of links) assert.ok(size > 39, `${id}: a target of ${size} px`);
    if (links.length) assert.ok(links.some((l) => l.seen), `${id}: a move is in sight`);
    assert.ok(await fits(page), `the page of ${id} is wider than the window`);
    await accessible(page, `${id} on a phone`);
  }
});

person("a person plays against a search, which says why it moved", {}, async (page) => {
  await page.goto("/games/tic-tac-toe");
  await options(page, "Who plays");
  await page.getByLabel("Player 2").selectOption("maxn");
  await page.getByLabel("Nodes for a move").fill("2000");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  for (const [square, moves] of [["5", 2], ["2", 4]]) {
    await idle(page);
    await page.getByRole("link", { name: `Play ${square}`, exact: true }).click();
    await page.waitForFunction((n) => document.querySelectorAll(".played li").length === n, moves); // the search has moved, too
    assert.equal(await page.locator(".board :is(.cross, .ring)").count(), moves);
  }
  await idle(page);
  await accessible(page, "a game against a search");
  await shot(page, "match tic-tac-toe");
  await page.getByRole("link", { name: "Take back" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".played li").length === 2);
  await page.getByRole("link", { name: "why?" }).click();
  await atStep(page);
  assert.match(await page.locator("#verdict").innerText(), /max(\^n|ⁿ)/i);
  // Three searches play at a person's click only, and a game of cards shows their moves.
  await page.goto("/games/hearts?cards=4&seat=speculative&seat=paranoid&seat=maxn&nodes=2000");
  for (const n of [1, 2]) {
    await page.getByRole("link", { name: "Let it move" }).click();
    await page.waitForFunction((m) => document.querySelectorAll(".played li").length === m, n);
  }
  await idle(page);
  await theme(page, "dark");
  await shot(page, "match hearts");
});

person("a wrong position is refused in its form, and without scripts a game is played by links", { script: false, expect: /422/ }, async (page) => {
  await page.goto("/games/hearts?cards=3&players=3&seed=2");
  await page.locator(".hand a").first().click();
  await page.locator(".trick li").waitFor(); // one: several would be a fault of the locator
  await page.getByText("Set up by hand").click();
  await page.getByLabel("Player 1’s hand").fill("AS AS");
  await page.getByRole("button", { name: "Set up" }).click();
  assert.match(await page.getByRole("alert").innerText(), /^Player 1’s hand: the card AS is given twice/);
  assert.equal(await page.getByLabel("Player 1’s hand").inputValue(), "AS AS");
});

/** The position beside the tree, and the moves that lead to it. */
const atWork = (page) => page.evaluate(() => {
  const text = (s) => document.querySelector(s)?.textContent?.trim();
  return { line: text(".at-work .node-line"), pieces: document.querySelectorAll(".at-work :is(.cross, .ring, .piece)").length };
});

for (const [size, viewport] of Object.entries({ wide: undefined, narrow })) {
  person(`a search of a position is watched as a run, ${size}`, { viewport }, async (page) => {
    await page.goto("/games/tic-tac-toe?moves=4.0");
    await options(page, "Algorithm and depth");
    await page.getByLabel("Algorithm").selectOption("alphabeta");
    await page.getByLabel("Depth in plies").fill("3");
    await page.getByRole("button", { name: "Watch" }).click();
    await atStep(page, 0);
    await idle(page);
    assert.deepEqual(await page.locator("#stage svg.tree .move").allTextContents().then((all) => all.slice(0, 2)), ["2", "3"], "the moves on the first edges");
    assert.match(await page.locator("#stage .more .count").last().textContent(), /^(\d+ nodes|\+\d+ moves)$/);
    const drawn = () => page.locator("#stage svg.tree g.node").evaluateAll((all) => all.map((g) => g.id).join());
    const first = await drawn();
    assert.equal((await atWork(page)).pieces, 2);
    // The tree opens where the search is, and the board follows.
    for (const step of [43, 200]) {
      await page.getByRole("slider", { name: "Step" }).fill(String(step));
      await atStep(page, step);
      await idle(page);
      const at = await page.locator("#stage g.node.now").first().getAttribute("data-node");
      await page.waitForFunction((n) => document.querySelector(".node-picture")?.getAttribute("data-node") === n, at);
      const { line, pieces } = await atWork(page);
      assert.equal(pieces, 2 + (at === "0" ? 0 : line.split(" ").length), `the pieces after ${line}`);
    }
    assert.notEqual(await drawn(), first, "the picture of the tree");
    assert.ok(await fits(page), "the page of a search is wider than the window");
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight)); // the bar of a phone covers no half of a target there
    await accessible(page, "the search of a position");
    await shot(page, `search tic-tac-toe ${size}`);
    await page.goto("/games/hearts?cards=3&seed=4");
    await page.getByRole("link", { name: "The whole tree" }).click();
    await atStep(page, 0);
    await page.getByRole("button", { name: "Last step" }).click();
    await idle(page);
    assert.match(await page.locator("#verdict").innerText(), /max(\^n|ⁿ).*returns \(/i);
    await theme(page, "dark");
    await accessible(page, "the search of a deal");
    await shot(page, `search hearts ${size}`);
    // The tree and the whole position are in sight together, with full hands, too.
    for (const [address, seats] of [["/games/hearts/search?seed=2&algorithm=maxn&depth=2&step=40", 3], ["/games/oh-hell/search?players=4&cards=3&algorithm=maxn&depth=5&step=60", 4], ["/games/sergeant-major/search?seed=2&algorithm=maxn&depth=2&step=20", 3],
      ["/games/oh-hell/search?players=6&cards=8&seed=2&algorithm=maxn&depth=2&step=1", 6], ["/games/hearts/search?players=5&seed=2&algorithm=maxn&depth=2&step=20", 5]]) {
      await page.goto(address);
      await atStep(page);
      await idle(page);
      const box = (selector) => page.locator(selector).first().boundingBox();
      const tree = await box("#stage svg.tree"), root = await box("#n0 .box"), now = await box("#stage g.node.now .box"), position = await box("#at-work"), end = await box(viewport ? ".commentary" : ".playback");
      const inTree = (b) => b && b.x >= tree.x && b.x + b.width <= tree.x + tree.width && b.y >= tree.y && b.y + b.height <= tree.y + tree.height;
      assert.ok(inTree(now), `the node at work of ${address}: ${JSON.stringify(now)} in ${JSON.stringify(tree)}`);
      if (!viewport) assert.ok(inTree(root), `the root of ${address}: ${JSON.stringify(root)} in ${JSON.stringify(tree)}`);
      assert.equal(await page.locator(".at-work .seat").count(), seats);
      assert.ok(tree.y + tree.height <= end.y && position.y + position.height <= end.y, `${address}: the tree ${JSON.stringify(tree)}, the position ${JSON.stringify(position)}, below them ${JSON.stringify(end)}`);
      if (viewport) assert.ok(position.y >= tree.y + tree.height - 1, `the position of ${address} is below the tree`);
      assert.ok(await fits(page), `${address} is wider than the window`);
      await page.keyboard.press("p");
      await page.waitForFunction(() => document.querySelector("form[data-present]"));
      await idle(page);
      const shown = await box("#stage svg.tree"), beside = await box("#at-work");
      assert.ok(shown.height > 120 && shown.y + shown.height <= viewport?.height - beside.height || !viewport, `presented, the tree is ${JSON.stringify(shown)}, the position ${JSON.stringify(beside)}`);
      await shot(page, `present ${address} ${size}`);
    }
  });
}

person("non-locality: what stopping gives is dragged, and the right move changes", {}, async (page) => {
  await page.goto("/hidden-cards");
  const result = page.locator("#nonlocal-result");
  await result.getByText("The plan b gets 0.67").waitFor();
  await page.getByLabel("Stopping in worlds 1 and 2 gives you").press("End");
  await result.getByText("No plan gets more").waitFor();
  assert.match(await page.locator("#nonlocal-worlds").textContent(), /\(3, 0\)/);
  await page.waitForURL(/early=3/);
  await accessible(page, "hidden cards");
});

person("a hand is played with the others' cards face down, and each card of a search has its votes", {}, async (page) => {
  await page.goto("/games");
  await page.getByRole("link", { name: "with the others’ cards face down" }).click();
  await page.getByRole("link", { name: "Hearts, cards face down" }).waitFor();
  await accessible(page, "the page about hidden cards");
  await shot(page, "hidden cards");
  await page.goto("/games/hearts?cards=4");
  await page.getByRole("link", { name: "Play as player 1 with the others’ cards face down" }).click();
  await page.getByRole("img", { name: "4 cards face down" }).first().waitFor();
  assert.equal(await page.locator(".hand .playing-card").count(), 4);
  await page.locator(".hand a").first().click(); // the others play by themselves
  await page.waitForURL(/moves=\d+\.\d+\.\d+/);
  await page.getByText("Player 1 to move.").waitFor();
  await idle(page);
  await accessible(page, "a game with cards face down");
  await shot(page, "cards face down");
  for (const [name, viewport] of Object.entries({ wide: page.viewportSize(), narrow: narrow })) {
    await page.setViewportSize(viewport);
    await page.locator(".played .why").last().click();
    await page.getByRole("heading", { name: /What would player \d play\?/ }).waitFor();
    assert.ok(await fits(page), `the votes are wider than the ${name} window`);
    assert.equal(await page.locator(".deals tbody tr").count(), Number((await page.locator(".tally .chosen td").last().innerText()).match(/of (\d+)/)?.[1]));
    await accessible(page, `votes, ${name}`);
    await shot(page, `votes ${name}`);
    await page.getByRole("link", { name: "Back to the game" }).click();
    await idle(page);
  }
  await page.getByRole("link", { name: "What would a search play that sees only these cards?" }).click();
  const wide = page.viewportSize();
  await page.getByLabel("Deals to sample").fill("7");
  await page.getByRole("button", { name: "Vote" }).click();
  await page.waitForURL(/deals=7/);
  await page.locator(".deals tbody tr").nth(0).waitFor();
  await page.getByLabel("Weights of the deals").selectOption({ label: "by play" });
  await page.getByRole("button", { name: "Vote" }).click();
  await page.getByRole("columnheader", { name: "weight" }).waitFor();
  assert.match(await page.locator(".tally .chosen td").last().innerText(), /of 7, [\d.]+ % of the weight/);
  for (const viewport of [wide, narrow]) {
    await page.setViewportSize(viewport);
    assert.ok(await fits(page), `the votes with weights are wider than ${viewport.width} pixels`);
    await accessible(page, "votes with weights");
  }
  await page.goto("/hidden-cards");
  assert.ok(await fits(page), "the page about hidden cards is wider than the window");
  await accessible(page, "the page about hidden cards, narrow");
});
