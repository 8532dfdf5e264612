// The first minutes of a person who writes a search: the way to the page, what a program is held against, what stays of
// an earlier run, and what is typed and not run.

import assert from "node:assert/strict";
import { accessible, idle, person, shot } from "./harness.mjs";

const program = (page) => page.getByLabel("Program", { exact: true });
const run = (page) => page.getByRole("button", { name: "Run", exact: true }).click();
const verdict = (page, text) => page.locator("#code-verdict", { hasText: text }).waitFor();

/** Types a text in place of the program. */
async function write(page, text) {
  await program(page).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

const search = `def search(node, alpha, beta, sign):
    if node.leaf:
        return sign * node.value
    kids = node.children
    for child in kids:
        alpha = max(alpha, -search(child, -beta, -alpha, -sign))
        if alpha >= beta:
            break
    return alpha

result = search(root, -inf, inf, 1)
`;

person("a negamax with cuts is held against alpha-beta, and its perspective is offered first", { expect: /422/ }, async (page) => {
  await page.goto("/");
  await page.getByRole("link", { name: "one that you write" }).click();
  await page.waitForURL(/\/code$/);
  await idle(page);
  await write(page, search);
  await run(page);
  await verdict(page, "The returned numbers are right for the player to move, as negamax returns them.");
  await idle(page);
  assert.equal(await page.locator("#against-says").innerText(), "Alpha-beta: search has the parameters alpha and beta.");
  await accessible(page, "the other perspective is offered");
  await page.getByRole("button", { name: "Tick it and run again" }).click();
  await verdict(page, "Right. Every value and every cut is right.");
  await idle(page);

  // A person who chose minimax is led to what makes the cuts.
  await page.getByLabel("Hold it against").selectOption("minimax");
  await run(page);
  await page.getByRole("button", { name: "Hold it against Alpha-beta" }).click();
  await verdict(page, "Right. Every value and every cut is right.");
  await idle(page);
  assert.equal(await page.getByLabel("Hold it against").inputValue(), "alphabeta");

  // Nodes have their names, also in lists.
  await page.locator("#scrub").fill("5");
  await page.locator("#calls tr", { hasText: /kids\s*\(a, e, i\)/ }).first().waitFor();
  await idle(page);

  // The run stays, marked, under an answer about another text.
  await write(page, search.replace("(node, alpha", "(node: Node, alpha"));
  await page.getByText("This result is of the text before your last change.").waitFor();
  await run(page);
  await verdict(page, "The program cannot be run:");
  await page.getByText("The run below is of an earlier text.").waitFor();
  assert.equal(await page.locator("#to-language a").getAttribute("href"), "/code/language");
  await accessible(page, "a refusal above the run of an earlier text");
  await shot(page, "code refused");

  // Its words are no terms of games.
  await write(page, "def f(n):\n    return 3\nresult = f(3)");
  await run(page);
  await page.locator("#mistakes", { hasText: "no call was given a node: pass nodes" }).waitFor();
  await page.locator(".code-head a.in-text").first().waitFor();
  await idle(page);
  assert.equal(await page.locator("#mistakes a.in-text").count(), 0);
  await write(page, search.replace("(node, alpha", "(node: Node, alpha"));

  // What is typed and not run is there again, and can be discarded.
  await page.reload();
  await idle(page);
  await page.locator("#draft").waitFor();
  assert.match(await program(page).inputValue(), /node: Node/);
  await page.getByRole("button", { name: "Discard it" }).click();
  assert.equal(await program(page).inputValue(), search);
  await page.reload();
  await idle(page);
  assert.equal(await program(page).inputValue(), search);
  assert.ok(await page.locator("#draft").isHidden());

  // Another beginning says how the text comes back.
  await write(page, "# mine");
  await page.getByLabel("Begin with").selectOption("maxn");
  await page.getByText("Your text was replaced. Ctrl Z in the text brings it back.").waitFor();
  await program(page).focus();
  await page.keyboard.press("Control+z");
  assert.equal(await program(page).inputValue(), "# mine");

  // With nothing to hold it against, the result says so.
  await page.getByLabel("Hold it against").selectOption("");
  await page.getByRole("button", { name: "Find a tree on which it fails" }).click();
  await verdict(page, "There is nothing to hold the program against");
  await page.getByRole("button", { name: "take what fits the program" }).waitFor();
});

person("on a phone the verdict, the whole tree and the text of the line are in sight", { viewport: { width: 360, height: 780 } }, async (page) => {
  await page.goto("/code?begin=alphabeta");
  await idle(page);
  await page.getByLabel("Tree in the notation").fill("max[ min[ max[ 5 6 ] max[ 7 4 ] ] min[ max[ 3 2 ] max[ 9 8 ] ] min[ 6 1 ] ]");
  await run(page);
  await verdict(page, "Right.");
  await page.locator("#run svg.tree").waitFor();
  await idle(page);
  assert.ok(await page.evaluate(() => document.getElementById("code-verdict").getBoundingClientRect().bottom < innerHeight - 100));
  await page.locator("#code-line").click();
  await page.waitForFunction(() => document.getElementById("line-text").textContent === "def alphabeta(node, alpha, beta):");
  await page.locator("#stage").press("ArrowRight");
  await idle(page);
  const { right, nodes, vars } = await page.evaluate(() => {
    const scale = document.querySelector("#run svg.tree").getScreenCTM().a;
    return {
      right: document.querySelector("#run .canvas").getBoundingClientRect().right,
      nodes: [...document.querySelectorAll("#run g.node .box, #run g.node .value")].map((node) => node.getBoundingClientRect().right),
      vars: [...document.querySelectorAll("#run .vars")].map((text) => parseFloat(getComputedStyle(text).fontSize) * scale),
    };
  });
  assert.ok(nodes.length > 5 && Math.max(...nodes) <= right, "the whole tree is in sight");
  assert.ok(vars.length > 0 && Math.min(...vars) >= 10.9, `the variables have ${vars} pixels`);
  await shot(page, "code on a phone");
});
