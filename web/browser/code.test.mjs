// A search that is written in the page: it is typed, run, wrong at a line, tried on trees, played and kept.

import assert from "node:assert/strict";
import { accessible, idle, narrow, person, shot, theme, themes, url, wide } from "./harness.mjs";

const program = (page) => page.getByLabel("Program", { exact: true });
const run = (page) => page.getByRole("button", { name: "Run", exact: true }).click();

person("a student writes a search, is shown the mistake at its line, finds the smallest tree, and plays it", { expect: /422/ }, async (page) => {
  await page.goto("/code");
  await idle(page);
  await page.getByLabel("Begin with").selectOption("Alpha-beta");
  await program(page).waitFor();
  const text = await program(page).inputValue();
  assert.match(text, /def alphabeta/);
  await run(page);
  await page.getByText("Right. Every value and every cut is right.").waitFor();
  await page.getByText("The root gets 3. The search visits 11 nodes.").waitFor();
  assert.match(page.url(), /\/code\/[a-z2-7]{26}$/);
  await idle(page);
  for (const name of themes) {
    await theme(page, name);
    await shot(page, `code right ${name}`);
    await accessible(page, `a program that is right, ${name}`);
  }
  await theme(page, "light");

  // A mistake, typed with keys.
  await program(page).focus();
  await program(page).evaluate((area) => {
    const at = area.value.lastIndexOf(">=");
    area.setSelectionRange(at, at + 2);
  });
  await page.keyboard.type("<=");
  await page.keyboard.press("Control+Enter");
  await page.getByText(/^Line 1[0-9] cuts, with alpha = −?[∞\d]+ and beta = −?[∞\d]+: the cut is sound, but alpha-beta does not make it\. Later it makes an unsound one\./).waitFor();
  await page.getByText(/^All \d+ mistakes$/).click();
  const first = page.locator("#mistakes li").first();
  await first.getByRole("button", { name: /^Line 1[0-9]$/ }).click();
  assert.ok(await page.locator("#mark").isVisible(), "the line is marked");
  await idle(page);
  await shot(page, "code wrong");
  await page.setViewportSize(narrow);
  await shot(page, "code wrong narrow");
  await accessible(page, "a program that is wrong, narrow");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the phone");
  await page.setViewportSize(wide);

  await page.getByRole("button", { name: "Find a tree on which it fails" }).click();
  await page.getByText(/^Right on \d+ of 200 trees\./).waitFor();
  await page.getByText(/The smallest tree that was found on which it is wrong has \d nodes:/).waitFor();
  await shot(page, "code found");
  await page.getByRole("button", { name: "Use this tree" }).click();
  await page.locator("#outcome[data-verdict=wrong]").waitFor();
  await page.locator("#run svg.tree").waitFor();
  await idle(page);
  assert.match(await page.getByLabel("Tree in the notation").inputValue(), /minp 0/);

  // Its own undo takes the mistake back.
  await program(page).focus();
  await page.keyboard.press("Control+z");
  assert.equal(await program(page).inputValue(), text);
  await run(page);
  await page.getByText("Right. Every value and every cut is right.").waitFor();
  await page.getByRole("link", { name: "The whole page of this run" }).click();
  await page.waitForURL(/\/traces\//);
  await idle(page);
  await page.locator("#stage").press("Home");
  await page.locator("#stage").press("ArrowRight");
  await idle(page);
  assert.match(await page.locator("#code li.now").textContent(), /def alphabeta/);
  await page.locator("#stage").press("End");
  await page.locator("#stage").press("ArrowLeft");
  await idle(page);
  assert.match(await page.locator("#code li.now").textContent(), /return alpha/);
  await shot(page, "code played");
});

person("a text is indented, commented and left by keys, and what cannot be run is named at its place", { expect: /422/ }, async (page) => {
  await page.goto("/code");
  await idle(page);
  await program(page).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("def f(n):\nif n.leaf:\nreturn n.value");
  assert.equal(await program(page).inputValue(), "def f(n):\n    if n.leaf:\n        return n.value");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("x = f'{1}'");
  await page.keyboard.press("Control+/");
  assert.match(await program(page).inputValue(), /\n {4}# x = f'\{1\}'$/);
  await page.keyboard.press("Control+/");
  await page.keyboard.press("Shift+Tab");
  assert.match(await program(page).inputValue(), /\nx = f'\{1\}'$/);
  await page.keyboard.press("Control+Enter");
  await page.getByText("The program cannot be run:").waitFor();
  const mistake = page.locator("#mistakes li").first();
  assert.match(await mistake.textContent(), /Line 4 there are no f-strings/);
  await mistake.getByRole("button").click();
  assert.equal(await program(page).evaluate((area) => area.value.slice(area.selectionStart)), "f'{1}'");
  assert.equal(await page.locator("#gutter li").count(), 4);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.ok(!(await program(page).evaluate((area) => area === document.activeElement)), "Escape, then Tab leaves the text");
  await page.goto("/code/language");
  await accessible(page, "the language");
  await shot(page, "code language");
});

person("a program that is kept is opened again, with its tree and what it prints", {}, async (page) => {
  await page.goto("/code?begin=maxn");
  await idle(page);
  await page.getByLabel("Title").fill("My max^n");
  await page.getByLabel("Tree", { exact: true }).selectOption("k1991-fig6");
  await program(page).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type('print("the root gets", result)');
  await run(page);
  await page.locator("#output", { hasText: "the root gets (5, 2, 2)" }).waitFor();
  await page.reload();
  await idle(page);
  await page.getByRole("heading", { name: "My max^n" }).waitFor();
  assert.match(await program(page).inputValue(), /print/);
  await run(page);
  await page.locator("#output", { hasText: "the root gets" }).waitFor();
  await page.goto("/teach");
  await page.getByRole("link", { name: "My max^n" }).first().waitFor();
});

/** The text of the program whose calls the table has, in order. */
const calls = (page) => page.locator("#calls tbody tr").allInnerTexts().then((rows) => rows.map((row) => row.replace(/\s+/g, " ").trim()));

person("the calls of a program are shown at each step, and it moves by line, over and out of calls, and to breakpoints", {}, async (page) => {
  const kept = await page.request.post(`${url}/api/v1/programs`, { data: {
    program: "def ab(node, alpha, beta):\n    if node.leaf:\n        return node.value\n    best = -inf\n    for c in node.children:\n        v = -ab(c, -beta, -alpha)\n        best = max(best, v)\n        alpha = max(alpha, v)\n        if alpha >= beta:\n            break\n    return best\nresult = ab(root, -inf, inf)\n",
    perspective: "mover", algorithm: "alphabeta", text: "1[ 2[3 12 8] 2[2 4 6] 2[14 5 2] ]",
  } });
  const { id } = await kept.json();
  await page.goto(`/traces/${id}?step=14`);
  await idle(page);
  const at = async (line, deep) => {
    await page.waitForFunction(([n, d]) => document.querySelector("#line-state")?.textContent === `Line ${n}` && document.querySelectorAll("#calls tbody tr").length === d, [line, deep]);
    await idle(page);
  };
  await at(3, 3);
  assert.deepEqual(await calls(page), ["ab the root line 6 alpha −∞ beta ∞ best −∞ c a", "ab a line 6 alpha −3 beta ∞ best −3 c d v −12", "ab d line 3 alpha −∞ beta 3"]);
  // The window and the best value are beside the node of their call.
  const beside = await page.locator('g.node[data-node="1"] .vars').evaluate((text) => [...text.children].map((part) => part.textContent.trim()));
  assert.deepEqual(beside, ["α −3", "β ∞", "best −3", "v −12"]);
  for (const name of themes) {
    await theme(page, name);
    for (const size of [wide, { width: 1024, height: 768 }, narrow]) {
      await page.setViewportSize(size);
      await shot(page, `code calls ${name} ${size.width}`);
    }
    await page.setViewportSize(wide);
    await accessible(page, `the calls of a program, ${name}`);
  }
  await theme(page, "light");

  await page.locator("#stage").press("j");
  await at(7, 2);
  assert.ok((await page.locator("#calls .changed").allInnerTexts()).some((text) => /v\s*−8/.test(text)), "what the line has changed is marked");
  assert.match(await page.locator("#code li.now").innerText(), /best = max\(best, v\)/);
  await page.locator("#stage").press("u");
  await at(7, 1);
  await page.locator("#stage").press("j");
  await at(8, 1);
  await page.locator("#stage").press("Shift+J");
  await at(7, 1);
  await page.locator("#stage").press("v");
  await at(8, 1);

  // A breakpoint is set by a click on its line number, or by keys.
  await page.getByRole("button", { name: "Breakpoint at line 10" }).click();
  await page.locator("#stage").press("g");
  await at(10, 2);
  assert.equal(await page.getByRole("button", { name: "Breakpoint at line 10" }).getAttribute("aria-pressed"), "true");
  await page.getByRole("button", { name: "Breakpoint at line 10" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  assert.equal(await page.getByRole("button", { name: "Breakpoint at line 11" }).getAttribute("aria-pressed"), "true");
  await page.locator("#stage").press("Shift+G");
  await at(11, 2);

  // Any step has its calls.
  await page.locator("#stage").press("Home");
  await at(12, 1);
  await page.locator("#scrub").fill("9");
  await at(3, 3);
  await page.locator("#stage").press("End");
  await at(11, 1);
  await page.getByRole("button", { name: "Present" }).click();
  await page.locator("#stage").press("Home");
  await idle(page);
  await page.locator("#calls").waitFor();
  await shot(page, "code calls presented");
  await page.goto(`/embed?code=${id}&step=14`);
  await idle(page);
  await page.locator("#calls tr", { hasText: "best −3" }).waitFor();
  await shot(page, "code calls embedded");

  // In a room the presenter and those who follow have them, too.
  const room = await (await page.request.post(`${url}/api/v1/rooms`, { data: { show: { code: id, step: 14 } } })).json();
  await page.goto(`/c/${room.code}`);
  await idle(page);
  await page.locator("#calls tr", { hasText: "best −3" }).waitFor();
  await page.goto(room.present);
  await idle(page);
  await page.locator("#calls tr", { hasText: "best −3" }).waitFor();
  await shot(page, "code calls in a room");
  await page.locator("#code-line").click();
  await at(7, 2);
});

person("the text has colours and matching brackets, finds, and reads a file", { expect: /422/ }, async (page) => {
  await page.goto("/code?begin=alphabeta");
  await idle(page);
  const painted = (kind) => page.evaluate((name) => [...(CSS.highlights.get(`code-${name}`) ?? [])].map(({ startContainer, startOffset, endOffset }) => startContainer.data.slice(startOffset, endOffset)), kind);
  assert.ok((await painted("keyword")).includes("def") && (await painted("builtin")).includes("root") && (await painted("number")).includes("1"));
  assert.deepEqual(await painted("comment"), ["# Knuth and Moore 1975. alpha and beta: what Max and Min have on the path."]);
  assert.equal(await page.locator("#paint").textContent(), `${await program(page).inputValue()}\n`);
  await program(page).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type('\nx = ("""a (\nb""", [1, {2: 3}])');
  assert.deepEqual((await painted("string")).slice(-2), ['"""a (', 'b"""']);
  assert.deepEqual(await painted("bracket"), [")", "("]);
  await page.keyboard.type(")");
  assert.deepEqual(await painted("bracket-alone"), [")"]);
  assert.equal(await page.locator("#paint").textContent(), `${await program(page).inputValue()}\n`);

  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Control+f");
  await page.keyboard.type("beta");
  await page.locator("#find-count", { hasText: /^1 of \d+$/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator("#find-count", { hasText: /^2 of/ }).waitFor();
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.press("Shift+Enter");
  await page.locator("#find-count", { hasText: /^(\d+) of \1$/ }).waitFor();
  assert.deepEqual(await painted("found-now"), ["beta"]);
  await accessible(page, "a search in the text");
  await page.keyboard.press("Escape");
  assert.equal(await program(page).evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd)), "beta");

  // A breakpoint stays at its line while lines come before it.
  await page.keyboard.press("Control+Home");
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("F9");
  assert.equal(await page.getByRole("button", { name: "Breakpoint at line 5" }).getAttribute("aria-pressed"), "true");
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Enter");
  assert.equal(await page.getByRole("button", { name: "Breakpoint at line 6" }).getAttribute("aria-pressed"), "true");

  await page.locator("#open-file").setInputFiles({ name: "mine.py", mimeType: "text/x-python", buffer: Buffer.from("class A:\r\n    pass\r\ndef f(n):\r\n\tx = f\"{n}\"\r\n\treturn n ** 2\r\nresult = f(root)\r\n") });
  await page.getByText(/The program cannot be run/).waitFor();
  assert.equal(await program(page).inputValue(), 'class A:\n    pass\ndef f(n):\n    x = f"{n}"\n    return n ** 2\nresult = f(root)\n');
  const lines = await page.locator("#mistakes button").allInnerTexts();
  assert.deepEqual(lines, ["Line 1", "Line 4", "Line 5"]);
  assert.equal(await page.getByLabel("Title").inputValue(), "mine");
  await shot(page, "code file");
  await program(page).focus();
  await page.keyboard.press("Control+z");
  assert.match(await program(page).inputValue(), /def alphabeta/);
});

person("beside its text a program plays, by its lines and to the first mistake, on a phone too", {}, async (page) => {
  await page.goto("/code?begin=alphabeta");
  await idle(page);
  const original = await program(page).inputValue();
  await program(page).evaluate((area) => {
    const at = area.value.lastIndexOf(">=");
    area.focus();
    area.setSelectionRange(at, at + 2);
  });
  await page.keyboard.type("<=");
  await run(page);
  await page.locator("#run svg.tree").waitFor();
  await idle(page);
  assert.match(await page.locator("#code-verdict").innerText(), /^Line 13 cuts, with alpha = .* the cut is sound, but alpha-beta does not make it/);
  await page.locator("#now-mark").waitFor();
  const shown = async (line) => {
    await page.waitForFunction((n) => document.querySelector("#line-state")?.textContent === `Line ${n}` && Number(getComputedStyle(document.querySelector("#now-mark")).getPropertyValue("--line")) === n - 1, line);
    await idle(page);
  };
  await shown(14);
  for (const name of themes) {
    await theme(page, name);
    for (const size of [wide, { width: 1024, height: 768 }, narrow]) {
      await page.setViewportSize(size);
      await shot(page, `code beside ${name} ${size.width}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `nothing is wider than ${size.width}`);
    }
    await accessible(page, `a program beside its run, ${name}, narrow`);
    await page.setViewportSize(wide);
    await accessible(page, `a program beside its run, ${name}`);
  }
  await theme(page, "light");
  await page.getByRole("button", { name: "First step" }).click();
  await shown(17);
  await page.keyboard.press("j");
  await shown(2);
  await page.getByRole("button", { name: "Breakpoint at line 12" }).click();
  await page.getByRole("button", { name: "Breakpoint", exact: true }).click();
  await shown(12);
  await page.keyboard.press("m");
  await shown(14);
  // Another run takes the place of the first one, and the keys are for it alone.
  await program(page).focus();
  while ((await program(page).inputValue()) !== original) await page.keyboard.press("Control+z"); // slow typing is undone key by key
  await run(page);
  await page.getByText("Right. Every value and every cut is right.").waitFor();
  await page.locator("#step", { hasText: "step 0 of" }).waitFor();
  await idle(page);
  await page.keyboard.press("ArrowRight");
  await page.locator("#step", { hasText: "step 1 of" }).waitFor();
  await page.setViewportSize(narrow);
  for (const part of ["#program", "#run svg.tree", "#calls"]) assert.ok((await page.locator(part).boundingBox()).width > 250, `${part} has the width of the phone`);
  const tops = await Promise.all(["#program", "#run svg.tree", "#calls"].map(async (part) => (await page.locator(part).boundingBox()).y));
  assert.deepEqual(tops, tops.toSorted((a, b) => a - b), "the program, the tree and the calls are one below the other");
});

person("a search is written for a position of a game, and the board beside it follows the steps", {}, async (page) => {
  await page.goto("/games/tic-tac-toe?cells=121/2.1/...&player=2");
  await page.getByRole("link", { name: "Write a search for it" }).click();
  assert.equal(await page.getByLabel("Tree", { exact: true }).locator("option:checked").textContent(), "a position of Tic-tac-toe");
  await idle(page);
  await run(page);
  const board = page.locator("#at-work svg.board");
  await board.waitFor();
  await idle(page);
  const free = async () => ((await board.getAttribute("aria-label")) ?? "").match(/free/g)?.length ?? 0;
  /** Steps until a move is played. @param {number} left */
  const play = async (left) => {
    assert.equal(await free(), left);
    while ((await free()) === left) {
      await page.keyboard.press("ArrowRight");
      await idle(page);
    }
    assert.equal(await free(), left - 1, "one move more");
  };
  await page.locator("#outcome").focus();
  await play(4);
  await play(3);
  // Another run replaces it, and the board follows that one.
  await page.getByLabel("Begin with", { exact: true }).selectOption("maxn");
  await page.getByLabel("Tree", { exact: true }).selectOption("Hearts");
  await page.getByRole("button", { name: "Begin with a search to a depth" }).click();
  assert.match(await program(page).inputValue(), /^result = maxn\(root, 2\)$/m);
  await page.getByLabel("Tree", { exact: true }).selectOption("a position of Tic-tac-toe");
  await page.getByRole("button", { name: "Begin with a search to a depth" }).click();
  assert.match(await program(page).inputValue(), /^result = search\(root, 3, -inf, inf\)$/m);
  await run(page);
  await page.locator("#step", { hasText: "step 0 of" }).waitFor();
  await idle(page);
  await page.locator("#outcome").focus();
  await play(4);
  for (const name of themes) {
    await theme(page, name);
    for (const size of [wide, { width: 1024, height: 768 }, narrow]) {
      await page.setViewportSize(size);
      await shot(page, `code board ${name} ${size.width}`);
    }
    await accessible(page, `the board beside a program, ${name}`);
    await page.setViewportSize(wide);
  }
});

/** Drops a file on the text, as from a folder. @param {string} name @param {string} text */
const dropped = async (page, name, text) => {
  const transfer = await page.evaluateHandle(([name, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name, { type: "text/x-python" }));
    return data;
  }, [name, text]);
  const over = await program(page).evaluate((area, dataTransfer) => {
    const e = new DragEvent("dragover", { bubbles: true, cancelable: true, dataTransfer });
    area.dispatchEvent(e);
    return e.defaultPrevented; // else the browser opens the file instead of the page
  }, transfer);
  assert.ok(over, "the text takes the file");
  await program(page).dispatchEvent("drop", { dataTransfer: transfer });
};

person("a file of Python that is dropped on the text is read, and what is not in the language says what to write", { expect: /422/ }, async (page) => {
  await page.goto("/code?begin=alphabeta");
  await idle(page);
  const good = "from typing import List\nimport math\ndef best(node):\n    if node.leaf:\n        return node.value\n    return max([best(c) for c in node.children]) if node.player == 1 else min([best(c) for c in node.children])\nresult = best(root)\n";
  await dropped(page, "minimax.py", good);
  await page.getByText("It can be run.").waitFor();
  assert.equal(await program(page).inputValue(), good);
  assert.equal(await page.getByLabel("Title").inputValue(), "minimax");
  await dropped(page, "other.py", 'class A:\r\n\tpass\r\ndef f(n):\r\n\tx = f"{n}"\r\n\tfor i in range(3):\r\n\t\tassert i < 3\r\n\treturn max(f(c) for c in n.children) ** 2\r\nresult = f(root)\r\n');
  await page.getByText(/The program cannot be run. It has 5 mistakes/).waitFor();
  const mistakes = await page.locator("#mistakes li").allInnerTexts();
  for (const [at, says] of ["Line 1 .*functions", 'Line 4 .*"\\{\\}"\\.format|Line 4 .*format', "Line 6 .*fail", "Line 7 .*max\\(\\[", "Line 7 .*pow"].entries()) {
    assert.match(mistakes[at].replace(/\s+/g, " "), new RegExp(says), mistakes.join("\n"));
  }
  assert.match(await program(page).inputValue(), /^class A:\n {4}pass\ndef f/, "its tabs are spaces, and its lines end as those of the page");
  await page.getByRole("button", { name: "Line 6", exact: true }).click();
  assert.equal(await program(page).evaluate((area) => area.value.slice(0, area.selectionStart).split("\n").length), 6);
  await dropped(page, "large.py", "#".repeat(70_000));
  await page.getByText(/large\.py has 70,000 bytes; a program has at most/).waitFor();
  assert.match(await program(page).inputValue(), /^class A:/, "a file that is too large changes nothing");
});
