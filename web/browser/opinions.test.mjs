// One tree, many opinions: the table of rules, the slider with keys, a prepared tree, no scripts, a
// phone, all themes. The same on a position of a game.

import assert from "node:assert/strict";
import { accessible, narrow, person, shot, theme, themes } from "./harness.mjs";

const caption = (page) => page.locator("#ranges figure:not([hidden]) figcaption");
const weight = "Weight of the other player’s score";

person("the slider goes from paranoid over max^n to an attack, with keys", {}, async (page) => {
  await page.goto("/opinions");
  await page.getByRole("button", { name: "Show" }).waitFor({ state: "hidden" }); // the script is there
  assert.match(await caption(page).textContent(), /player 1 moves to c and expects e, \(7, 5, 3\)/);
  const slider = page.getByLabel(weight);
  await slider.focus();
  await page.keyboard.press("Home");
  assert.match(await caption(page).textContent(), /player 1 moves to b/);
  assert.equal(await page.locator("#weight-now").textContent(), "−1");
  await page.keyboard.press("End");
  assert.match(await caption(page).textContent(), /player 1 moves to d and expects g, \(3, 6, 0\)/);
  await page.waitForURL(/w=20/);
  for (const t of themes) {
    await theme(page, t);
    await accessible(page, `the opinions in ${t}`);
    await shot(page, `opinions ${t}`);
  }
  await page.reload();
  assert.match(await caption(page).textContent(), /player 1 moves to d/, "after a reload");
});

person("each rule has its row, which leads to its run", {}, async (page) => {
  await page.goto("/opinions");
  const row = (name) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
  assert.match(await row(/^Paranoid/).textContent(), /b.*\(4, 3, 5\)/);
  assert.match(await row(/^Maxⁿ/).textContent(), /\(7, 5, 3\)/);
  assert.match(await row(/^MP-Mix/).textContent(), /Player 3 leads by 2, at least T_o = 1: directed offensive/);
  await page.getByRole("link", { name: "MP-Mix" }).click();
  await page.waitForURL(/algorithm=mpmix/);
});

person("without scripts the button shows another weight", { script: false }, async (page) => {
  await page.goto("/opinions?w=-20");
  assert.match(await caption(page).textContent(), /player 1 moves to b/);
  await page.getByLabel(weight).fill("20");
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL(/w=20/);
  assert.match(await caption(page).textContent(), /player 1 moves to d/);
});

person("on a phone nothing is wider than the screen", { viewport: narrow }, async (page) => {
  await page.goto("/opinions");
  await page.getByRole("button", { name: "Show" }).waitFor({ state: "hidden" });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "no horizontal scrolling");
  await accessible(page, "the opinions on a phone");
  await shot(page, "opinions phone");
});

person("the page of a run leads to the rules on its tree", {}, async (page) => {
  await page.goto("/figures/k1991-fig6?algorithm=maxn");
  await page.getByText("All algorithms on this tree").waitFor();
  await page.getByRole("link", { name: "What each rule chooses" }).click();
  await page.getByRole("heading", { name: "One tree, many opinions" }).waitFor();
  assert.match(await page.locator(".says").textContent(), /Failure of deep pruning|deep pruning/i);
});

person("a set is drawn as one, and its children are all marked", {}, async (page) => {
  await page.goto("/opinions");
  await page.getByRole("link", { name: "A tie" }).click();
  await page.getByRole("link", { name: "Soft-max" }).click();
  await page.waitForURL(/algorithm=softmaxn/);
  await page.getByRole("button", { name: "Last step" }).click();
  await page.getByText("is sure of 3 there").first().waitFor();
  await page.locator('[data-node="1"]').getByText("{(4, 6, 2) (1, 6, 5)}").waitFor();
});

person("a game leads to what each rule would do, and a move leads back", {}, async (page) => {
  await page.goto("/games/hearts?cards=4&seed=126&seat=person&seat=maxn&seat=maxn&nodes=5000");
  await page.getByRole("link", { name: "What would each rule do?" }).click();
  await page.getByRole("heading", { name: "The rules differ: 7 rules, 3 moves." }).waitFor();
  const row = (name) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
  assert.equal(await row(/^Maxⁿ/).getByRole("listitem").count(), 12);
  assert.match(await row(/^Directed offensive/).textContent(), /Player 1 attacks player 2/);
  await page.getByLabel("Directed offensive attacks").selectOption("3");
  await page.getByLabel("Depth in plies").fill("6");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.waitForURL(/attack=3/);
  assert.match(await row(/^Directed offensive/).textContent(), /Player 1 attacks player 3/);
  assert.equal(await row(/^Maxⁿ/).getByRole("listitem").count(), 6);
  await row(/^Maxⁿ/).getByRole("link").nth(1).click();
  await page.waitForURL(/games\/hearts\?.*moves=/);
  await page.getByRole("heading", { name: "Played" }).waitFor();
  assert.equal(await page.getByLabel("Player 2", { exact: true }).inputValue(), "maxn", "in the same match");
});

person("the slider shows the line of a position at each weight", {}, async (page) => {
  await page.goto("/opinions");
  await page.getByRole("link", { name: "Hearts: the queen of spades" }).click();
  await page.getByRole("button", { name: "Show" }).waitFor({ state: "hidden" }); // the script is there
  await page.getByLabel(weight).focus();
  await page.keyboard.press("Home");
  assert.match(await caption(page).textContent(), /Weight −1 to .*player 1 expects \(14, 2, 16\)/);
  assert.match(await caption(page).getByRole("link").first().textContent(), /six of clubs/);
  await page.waitForURL(/w=-20/);
  for (const t of themes) {
    await theme(page, t);
    await accessible(page, `the rules on a position in ${t}`);
    await shot(page, `opinions game ${t}`);
  }
});

person("on a phone the rules on a position are no wider than the screen", { viewport: narrow }, async (page) => {
  for (const name of ["Hearts", "Chinese Checkers", "Othello"]) {
    await page.goto("/opinions");
    await page.getByRole("link", { name }).click();
    await page.getByRole("heading", { name: "The rules differ" }).waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `no horizontal scrolling on ${name}`);
  }
  await accessible(page, "the rules on a position on a phone");
});
