// A position of a game is set up by clicks, by dragging and by keys, and the text fields stay.

import assert from "node:assert/strict";
import { accessible, idle, narrow, person, shot, theme, themes, url } from "./harness.mjs";

const { games } = await (await fetch(`${url}/api/v1/games`)).json();
const hasSetter = async ({ id }) => (await (await fetch(`${url}/games/${id}`)).text()).includes('id="setter"');
const fits = (page) => page.evaluate(() => document.scrollingElement.scrollWidth <= innerWidth);
const open = async (page, address) => {
  await page.goto(address);
  await page.getByText("Set up by hand").click();
  await page.locator("#setter .places").waitFor();
};

for (const [size, viewport] of Object.entries({ wide: undefined, projector: { width: 1280, height: 720 }, narrow })) {
  person(`every game with cards or a board is set up by clicks, ${size}`, { viewport }, async (page) => {
    const byClicks = await Promise.all(games.map(hasSetter));
    for (const [i, { id }] of games.filter((_, i) => byClicks[i]).entries()) {
      await open(page, `/games/${id}`);
      await theme(page, size === "projector" ? "projector" : themes[i % themes.length]);
      assert.ok(await fits(page), `the form of ${id} is wider than the window`);
      const small = await page.locator(".places button").evaluateAll((all) => all.map((b) => b.getBoundingClientRect()).filter((r) => r.width < 24 || r.height < 24).length);
      assert.equal(small, 0, `targets of ${id} below 24 px`);
      await accessible(page, `setting up ${id}`);
      await page.locator("#setter").scrollIntoViewIfNeeded();
      await shot(page, `set up ${id} ${size}`);
    }
  });
}

person("cards are dealt by click, by keys and by dragging", { expect: /422/ }, async (page) => {
  await open(page, "/games/hearts?hands=AS+KS/QS+JS/TS+9S");
  const hand = (n) => page.getByLabel(`Player ${n}’s hand`), card = (name) => page.locator("#setter").getByRole("button", { name });
  await card("king of spades, player 1").click(); // a second time to the same player: it is taken back
  assert.equal(await hand(1).inputValue(), "AS");
  await page.getByRole("radio", { name: "Player 2" }).check();
  await card("king of spades, dealt to nobody").click();
  assert.equal(await hand(2).inputValue(), "KS QS JS");
  assert.equal(await page.locator("#setter [role=status]").textContent(), "king of spades, player 2");
  assert.equal(await page.locator(".owners label").nth(1).textContent(), "Player 2 (3)");
  // By keys: one card to the right, and down to the next suit.
  await card("king of spades").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("3");
  assert.equal(await hand(3).inputValue(), "QS TS 9S");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("1");
  assert.equal(await hand(1).inputValue(), "AS QH");
  await page.keyboard.press("Delete");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("t");
  assert.equal(await page.getByLabel("Trick so far").inputValue(), "KH");
  // By dragging to a player.
  await card("king of hearts, trick").dragTo(page.locator(".owners label", { hasText: "Player 1" }));
  assert.equal(await hand(1).inputValue(), "AS KH");
  assert.equal(await page.getByLabel("Trick so far").inputValue(), "");
  // What is typed is shown, and what is no card stays as it was typed.
  await hand(1).fill("ZH AS 2C");
  await card("two of clubs, player 1").waitFor();
  await page.keyboard.press("Tab");
  await card("queen of spades, player 3").press("1");
  assert.equal((await hand(1).inputValue()).split(" ").sort().join(" "), "2C AS QS ZH");
  await page.getByRole("button", { name: "Set up" }).click();
  assert.match(await page.getByRole("alert").innerText(), /^Player 1’s hand: "ZH" is no card/);
  // The form of a wrong position can be clicked, too.
  await page.locator("#setter .places").waitFor();
  await hand(1).fill("AS 2C");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.waitForURL(/hands=AS\+2C/);
  assert.deepEqual(await page.locator(".hand").evaluateAll((all) => all.map((h) => h.children.length)), [2, 2, 2]);
});

person("pieces are placed by click, by keys and by dragging", {}, async (page) => {
  const place = (name) => page.locator("#setter").getByRole("button", { name });
  await open(page, "/games/othello?board=4");
  await place("a1, empty").click();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("2");
  const cells = page.getByLabel("Board", { exact: true });
  assert.match(await cells.inputValue(), /^1\.\.\.\n2/);
  await place("a2, player 2").dragTo(place("d4, empty"));
  assert.match(await cells.inputValue(), /^1\.\.\.\n\.[^]*2$/);
  await page.getByRole("button", { name: "Set up" }).click();
  await page.waitForURL(/cells=1/);
  assert.match(await page.locator(".board").getAttribute("aria-label"), /^Board of 4 by 4, by rows from the top: 1 free free free; [^]* 2$/);
  // A larger side has more squares at once.
  await page.getByText("Set up by hand").click();
  await page.getByLabel("Side of the board").last().fill("6");
  await place("f6, empty").waitFor();
  // A star.
  await open(page, "/games/chinese-checkers?size=1&players=2");
  await page.getByRole("radio", { name: "Player 2" }).check();
  await place("hole 2,-1, player 1").click();
  await place("hole 2,-1, player 2").press("Delete");
  await place("hole 0,0, empty").press("1");
  assert.equal(await page.getByLabel("Pieces, a line for each player").inputValue(), "0,0\n-2,1");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.waitForURL(/pieces=/);
  await idle(page);
  assert.match(await page.locator(".board").getAttribute("aria-label"), /player 1 at c2; player 2 at d1/);
});
