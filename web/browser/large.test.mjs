// Trees of 100 to 10,000 nodes in a run: drawn around the node at work, at a scale
// that can be read.

import assert from "node:assert/strict";
import { accessible, atStep, idle, isIdle, person, shot, theme, themes, until, url, walk } from "./harness.mjs";

/** A number from 0 to below n; the same ones for each seed. */
function numbers(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >>> 8) % n;
  };
}

/** A tree of three players with a given number of children on each level, saved; resolves to its address and its nodes. */
async function large(levels, title = "A large tree") {
  const below = numbers(7), most = 30;
  const walk = (level) => {
    if (level < levels.length) return `${(level % 3) + 1}[${Array.from({ length: levels[level] }, () => walk(level + 1)).join(" ")}]`;
    const a = below(most + 1), b = below(most + 1 - a);
    return `(${a},${b},${most - a - b})`;
  };
  const text = `players 3 maxsum ${most} title ${JSON.stringify(title)} ${walk(0)}`;
  const answer = await fetch(`${url}/api/v1/trees`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ text }) });
  const made = await answer.json();
  assert.equal(answer.status, 201, JSON.stringify(made));
  return { path: made.read, id: made.id, nodes: made.nodes };
}

/** The events of a run. */
async function events(tree, algorithm) {
  const answer = await fetch(`${url}/api/v1/trace`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ saved: tree.id, algorithm }) });
  return (await answer.text()).trim().split("\n").map((line) => JSON.parse(line));
}

/** What the picture has: its nodes, those that are folded, and where the root and the node at work are. */
const drawing = () => {
  const svg = document.querySelector("#stage svg.tree"), groups = [...svg.querySelectorAll("g.node")];
  const inside = (box, frame) => box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
  const frame = svg.getBoundingClientRect(), of = (g) => Number(g.dataset.node);
  return {
    drawn: groups.filter((g) => !g.classList.contains("more")).map(of),
    folded: groups.filter((g) => g.classList.contains("more")).map(of),
    places: Object.fromEntries(groups.map((g) => [of(g), g.getAttribute("transform")])),
    holds: groups.filter((g) => g.classList.contains("holds")).map(of),
    seen: groups.filter((g) => inside(g.querySelector(".box").getBoundingClientRect(), frame)).map(of),
    now: groups.filter((g) => g.classList.contains("now")).map(of),
    scale: svg.getScreenCTM().a,
  };
};
const picture = (page) => page.evaluate(drawing);

/** The same as soon as a page is idle, for those who walk through its steps. */
const whenIdle = (look) => `async () => (await (${isIdle})()) ? (${look})() : undefined`;

/** The nodes from the root down to the one of an event, by the enters before it. */
function pathsOf(list) {
  const parents = new Map(), open = [];
  return list.map((e) => {
    if (e.type === "enter") {
      if (open.length > 0) parents.set(e.node, open.at(-1));
      open.push(e.node);
    } else if (e.type === "exit") open.pop();
    const path = [];
    for (let n = e.node; n !== undefined; n = parents.get(n)) path.push(n);
    return path;
  });
}

person("a run of a large tree draws the node at work, its path and both holders of each cut", {}, async (page) => {
  const tree = await large([3, 3, 3, 3, 3, 3]), list = await events(tree, "speculative"), paths = pathsOf(list);
  assert.equal(tree.nodes, 1093);
  const last = list.length - 1, cuts = list.filter((e) => e.type === "prune").map((e) => e.seq);
  assert.ok(cuts.length > 20, `${cuts.length} cuts`);
  const check = (t, shown) => {
    const where = `at step ${t}, ${list[t].type} of ${list[t].node}`;
    for (const n of paths[t]) if (n !== undefined && n >= 0) assert.ok(shown.drawn.includes(n), `${where}: ${n} of the path ${paths[t]} is not drawn`);
    for (const { node } of list[t].terms ?? []) assert.ok(shown.drawn.includes(node) && shown.holds.includes(node) && shown.seen.includes(node), `${where}: ${node} holds a bound and is not in sight: ${JSON.stringify(shown)}`);
    for (const n of list[t].cut ?? []) assert.ok(n in shown.places, `${where}: the cut child ${n} is not in the picture`);
    for (const n of shown.now) assert.ok(shown.seen.includes(n), `${where}: the node at work is out of sight`);
    assert.ok(shown.drawn.length + shown.folded.length < 120, `${where}: ${shown.drawn.length} nodes and ${shown.folded.length} folded ones are drawn`);
    assert.ok(shown.folded.length > 0, `${where}: nothing is folded`);
  };
  const checkNow = async (t) => {
    await atStep(page, t);
    await idle(page);
    check(t, await picture(page));
  };
  await page.goto(`${tree.path}?algorithm=speculative&step=0`);
  const there = await walk(page, "ArrowRight", whenIdle(drawing), 70);
  assert.equal(there.length, 71);
  there.forEach((shown, t) => check(t, shown));
  const pictures = there.filter((shown, t) => t > 0 && JSON.stringify(shown.places) !== JSON.stringify(there[t - 1].places)).length;
  assert.ok(pictures >= 1 && pictures <= 8, `${pictures} pictures in 70 steps: the nodes must not jump at every step`);
  const back = await walk(page, "ArrowLeft", whenIdle(drawing), 25);
  assert.equal(back.length, 26);
  back.forEach((shown, i) => check(70 - i, shown));
  for (const t of cuts.filter((seq) => seq > 45).slice(0, 10)) {
    await page.keyboard.press("Shift+ArrowRight");
    const { now } = await atStep(page);
    if (list[now].type === "prune") assert.ok(now >= t - 1 || now > 45);
    await checkNow(now);
  }
  for (const t of [2000, 5, 1234, cuts.at(-1)]) {
    await page.getByRole("slider", { name: "Step" }).fill(String(t));
    await checkNow(t);
  }
  await page.keyboard.press("End");
  await checkNow(last);
  await page.keyboard.press("Home");
  await checkNow(0);
  await page.getByRole("combobox", { name: "speed" }).selectOption("32");
  await page.getByRole("button", { name: "Play" }).click();
  await page.waitForFunction(() => Number(document.getElementById("scrub").value) > 150, undefined, { timeout: 60_000 }); // on a loaded machine a step takes long
  await page.getByRole("button", { name: "Pause" }).click();
  await checkNow((await atStep(page)).now);
});

person("without scripts the page of a large tree draws the same", { script: false }, async (page) => {
  const tree = await large([3, 3, 3, 3, 3, 3]), list = await events(tree, "speculative"), paths = pathsOf(list);
  const cut = list.find((e) => e.type === "prune" && e.seq > 300).seq;
  for (const t of [0, 400, cut, 2500]) {
    await page.goto(`${tree.path}?algorithm=speculative&step=${t}`);
    const shown = await page.locator("#stage g.node:not(.more)").evaluateAll((all) => all.map((g) => Number(g.dataset.node)));
    for (const n of paths[t]) if (n !== undefined && n >= 0) assert.ok(shown.includes(n), `step ${t}: ${n} is not drawn`);
  }
  const folded = page.locator("#stage g.more").first(), node = Number(await folded.getAttribute("data-node"));
  await folded.locator("a").click({ position: { x: 20, y: 20 } });
  await page.waitForURL((u) => u.searchParams.get("open") === String(node));
  assert.equal(await page.locator(`#stage #n${node}.more`).count(), 0, "it is open");
  assert.match(page.url(), /step=2500/);
});

person("a person opens and closes folds of a run by click and by key", {}, async (page) => {
  const tree = await large([3, 3, 3, 3, 3, 3]);
  await page.goto(`${tree.path}?algorithm=maxn&step=300`);
  await atStep(page, 300);
  await idle(page);
  const [first] = (await picture(page)).folded;
  await page.locator(`#n${first}`).click();
  await idle(page);
  let shown = await picture(page);
  assert.ok(shown.drawn.includes(first), "it opens by a click");
  assert.equal(new URL(page.url()).searchParams.get("open"), String(first));
  await atStep(page, 300);
  // It stays open over other pictures, and after a reload.
  await page.getByRole("slider", { name: "Step" }).fill("3000");
  await atStep(page, 3000);
  await idle(page);
  assert.ok((await picture(page)).drawn.includes(first), "it stays open");
  // A picture that is taken away has it open, too.
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const svg = await page.getByRole("dialog", { name: "Share and export" }).locator("a[data-name='picture.svg']").getAttribute("href");
  const taken = await (await fetch(new URL(svg, url))).text();
  assert.match(taken, new RegExp(`<g class="node(?! more)[^>]* id="n${first}"`));
  await page.keyboard.press("Escape");
  await page.reload();
  await atStep(page, 3000);
  await idle(page);
  assert.ok((await picture(page)).drawn.includes(first), "it is open after a reload");
  // By key: C folds, Enter opens; the focus stays at the node.
  await page.locator(`#n${first}`).focus();
  await page.keyboard.press("c");
  await idle(page);
  assert.ok((await picture(page)).folded.includes(first), "C folds it");
  assert.equal(await page.evaluate(() => document.activeElement?.id), `n${first}`);
  assert.equal(new URL(page.url()).searchParams.get("fold"), String(first));
  await page.keyboard.press("Enter");
  await idle(page);
  assert.ok((await picture(page)).drawn.includes(first), "Enter opens it");
  // By click: the card of the node has a button.
  await page.locator(`#n${first} .box`).click({ position: { x: 3, y: 3 } });
  await page.getByRole("button", { name: "Fold subtree" }).click();
  await idle(page);
  assert.ok((await picture(page)).folded.includes(first), "the button folds it");
  // What the search works on does not fold before it is left.
  const { now: [now] } = await picture(page);
  await page.locator("#n0 .box").click({ position: { x: 3, y: 3 } });
  await page.getByRole("button", { name: "Fold subtree" }).click();
  await idle(page);
  shown = await picture(page);
  assert.ok(shown.drawn.includes(now) && shown.drawn.includes(0));
  await page.getByText("The subtree folds when the search leaves it").waitFor();
  await accessible(page, "a run of a large tree");
});

for (const name of themes) {
  person(`labels of a large tree can be read in every window in ${name}`, {}, async (page) => {
    const label = 17, least = 8; // web/draw/size.go, static/js/shared/viewport-math.js
    await page.goto("/");
    await theme(page, name);
    // The larger tree is drawn by the same rule: one theme, with the largest labels, suffices.
    for (const levels of name === "projector" ? [[3, 3, 3, 3, 3, 3], [3, 3, 3, 3, 3, 3, 3, 3]] : [[3, 3, 3, 3, 3, 3]]) {
      const tree = await large(levels);
      for (const more of ["", "&present=1"]) {
        await page.goto(`${tree.path}?algorithm=speculative&step=${tree.nodes}${more}`);
        await atStep(page);
        for (const [width, height] of [[360, 740], [960, 600], [1024, 768], [1280, 720], [1440, 900]]) {
          await page.setViewportSize({ width, height });
          await idle(page);
          await page.keyboard.press("Shift+ArrowRight");
          await idle(page);
          const where = `${tree.nodes} nodes at ${width}×${height} in ${name}${more}`, shown = await picture(page);
          assert.ok(label * shown.scale >= least - 0.01, `${where}: labels of ${label * shown.scale} px`);
          for (const n of [...shown.now, ...shown.holds]) assert.ok(shown.seen.includes(n), `${where}: ${n} is out of sight`);
          await shot(page, `large ${tree.nodes} ${width} ${name}${more}`);
        }
      }
    }
  });
}

person("the scrub bar of a long run shows where the cuts are many", {}, async (page) => {
  const tree = await large([3, 3, 3, 3, 3, 3, 3, 3]), address = `${tree.path}?algorithm=lastbranch&step=50`;
  const bars = (document) => [...document.querySelectorAll("#marks rect")].map((r) => [r.getAttribute("class"), ...["x", "y", "width", "height"].map((a) => Number(r.getAttribute(a)))]);
  const list = await events(tree, "lastbranch"), marks = list.filter((e) => e.type === "prune" || e.type === "research");
  assert.ok(marks.length > 300, `${marks.length} cuts`);
  await page.goto(address);
  await atStep(page, 50);
  await idle(page);
  const shown = await page.evaluate(`(${bars})(document)`), heights = new Set(shown.map(([, , , , height]) => height));
  assert.ok(heights.size > 4, `columns of different heights: ${[...heights]}`);
  for (const [, x, y, width, height] of shown) assert.ok(x >= 0 && x + width <= 1000.1 && y >= -0.01 && Math.abs(y + height) <= 10.1, JSON.stringify([x, y, width, height]));
  // Twice as many cuts in a part make a column that is twice as high.
  const counts = Array(200).fill(0), columns = Array(200).fill(0);
  for (const { seq } of marks) counts[Math.min(199, Math.floor((seq * 200) / (list.length - 1)))]++;
  for (const [, x, , , height] of shown) columns[Math.round(x / 5)] += height;
  const most = Math.max(...counts);
  counts.forEach((n, i) => assert.ok(Math.abs(columns[i] - (n === 0 ? 0 : Math.max(1, (10 * n) / most))) < 0.15, `column ${i}: ${n} of ${most} cuts, height ${columns[i]}`));
  const served = await page.evaluate(`fetch(location.href).then((a) => a.text()).then((text) => (${bars})(new DOMParser().parseFromString(text, "text/html")))`);
  assert.equal(served.length, shown.length);
  served.forEach((bar, i) => bar.forEach((v, k) => assert.ok(v === shown[i][k] || Math.abs(v - shown[i][k]) <= 0.11, `mark ${i}: ${bar} of the server, ${shown[i]} of the script`)));
  // A short run has a mark for each.
  await page.goto("/figures/k1991-fig6?algorithm=deep");
  await atStep(page);
  assert.ok((await page.evaluate(`(${bars})(document)`)).every(([, , y, width, height]) => y === 0 && width === 3 && height === 10));
});

person("a tree of up to 1,000 nodes is also drawn as a whole", {}, async (page) => {
  const tree = await large([3, 3, 3, 3]);
  await page.goto(`${tree.path}?step=40`);
  await atStep(page, 40);
  await idle(page);
  assert.ok((await picture(page)).folded.length > 0);
  await page.getByRole("link", { name: "Draw the whole tree" }).click();
  await page.waitForURL(/whole=1/);
  await atStep(page, 40);
  const shown = await picture(page);
  assert.deepEqual([shown.drawn.length, shown.folded.length], [121, 0]);
  await page.getByRole("link", { name: "Draw only the part around the current node" }).click();
  await page.waitForURL((u) => !u.searchParams.has("whole"));
  await atStep(page, 40);
  assert.ok((await picture(page)).folded.length > 0);
});

person("runs side by side of a large tree draw the node at work of each, its path and what their cuts name", {}, async (page) => {
  const tree = await large([3, 3, 3, 3, 3, 3]), algorithms = ["deep", "speculative"];
  const lists = await Promise.all(algorithms.map((a) => events(tree, a))), paths = lists.map(pathsOf);
  /** The same of each lane as of the picture of one run. */
  const drawings = () => [...document.querySelectorAll(".lane")].map((lane) => {
    const svg = lane.querySelector("svg.tree"), groups = [...svg.querySelectorAll("g.node")], frame = svg.getBoundingClientRect(), of = (g) => Number(g.dataset.node);
    const inside = (box) => box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
    return {
      step: Number(new URL(lane.querySelector("a[data-alone]").href).searchParams.get("step")),
      drawn: groups.filter((g) => !g.classList.contains("more")).map(of),
      folded: groups.filter((g) => g.classList.contains("more")).map(of),
      seen: groups.filter((g) => inside(g.querySelector(".box").getBoundingClientRect())).map(of),
      now: groups.filter((g) => g.classList.contains("now")).map(of),
      holds: groups.filter((g) => g.classList.contains("holds")).map(of),
      label: svg.getScreenCTM().a * 17,
    };
  });
  const checkThese = (shown) => {
    shown.forEach((lane, i) => {
      const e = lists[i][lane.step], where = `${algorithms[i]} at its step ${lane.step}, ${e.type} of ${e.node}`;
      assert.deepEqual(lane.now, [e.node], where);
      assert.ok(lane.seen.includes(e.node), `${where}: it is out of sight`);
      for (const n of paths[i][lane.step]) assert.ok(lane.drawn.includes(n), `${where}: ${n} of the path is not drawn`);
      for (const { node } of e.terms ?? []) assert.ok(lane.drawn.includes(node) && lane.holds.includes(node), `${where}: ${node} holds a bound and is not drawn`);
      assert.ok(lane.folded.length > 0 && lane.drawn.length + lane.folded.length < 120, `${where}: ${lane.drawn.length} nodes and ${lane.folded.length} folded ones`);
      assert.ok(lane.label >= 8 - 0.01, `${where}: labels of ${lane.label} pixels`);
    });
    return shown;
  };
  const check = async () => {
    await idle(page);
    return checkThese(await page.evaluate(drawings));
  };
  await page.goto(`/lockstep?saved=${tree.id}&a=deep&b=speculative&step=330`);
  const seen = await walk(page, "ArrowRight", whenIdle(drawings), 25);
  assert.equal(seen.length, 26);
  seen.forEach(checkThese);
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press("Shift+ArrowRight");
    await check();
  }
  const ids = await page.evaluate(() => [...document.querySelectorAll("[id]")].map((e) => e.id));
  assert.equal(new Set(ids).size, ids.length, "an id appears twice");
  // What is opened in one picture is open in both, after a reload, too.
  const [first] = await page.evaluate(drawings), node = first.folded[0];
  await page.locator(`#an${node}`).click();
  await idle(page);
  assert.equal(new URL(page.url()).searchParams.get("open"), String(node));
  const open = async () => (await check()).map((lane) => lane.drawn.includes(node));
  assert.deepEqual(await open(), [true, true]);
  await page.reload();
  await atStep(page); // its script comes in parts
  assert.deepEqual(await open(), [true, true]);
  await page.locator(`#bn${node}`).focus();
  await page.keyboard.press("c");
  await page.waitForURL((u) => !u.searchParams.getAll("open").includes(String(node)));
  assert.deepEqual(await open(), [false, false]);
});

person("the algorithms are compared on a tree of more than 5,000 nodes on demand, and the page says so before", {}, async (page) => {
  const tree = await large([3, 3, 3, 3, 3, 3, 3, 3]);
  await page.goto(`${tree.path}?algorithm=maxn&step=40`);
  await atStep(page, 40);
  await page.locator("#all-algorithms > summary").click();
  await page.getByText("for more than 5,000 nodes the algorithms are compared on demand. A comparison ends after 20 seconds.").waitFor();
  const link = page.getByRole("link", { name: "Compare all algorithms" });
  // Cancelled, it can be asked for again.
  let held;
  await page.route(/compare=1/, (route) => (held = route));
  await link.click();
  await page.getByRole("progressbar", { name: "Runs of the comparison" }).waitFor();
  await page.getByText(/[01] of at most 20 seconds/).waitFor();
  await until(() => held, "the comparison is asked for");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Cancelled.").waitFor();
  await held.abort().catch(() => {});
  await page.unroute(/compare=1/);
  // It says which run it is at. The texts are read as they are set: a run takes a few milliseconds.
  await page.evaluate(() => {
    window.written = [];
    const set = Object.getOwnPropertyDescriptor(Node.prototype, "textContent").set;
    Object.defineProperty(HTMLSpanElement.prototype, "textContent", { set(text) { window.written.push(text); set.call(this, text); }, get() { return this.innerText; } });
  });
  await link.click();
  await page.locator("#all-algorithms table.compared").waitFor();
  const written = (await page.evaluate(() => window.written)).flatMap((text) => text.match(/run (\d+) of (\d+), \d+ of at most 20 seconds/)?.slice(1, 3).map(Number) ?? []);
  const of = written[1], rows = await page.locator("#all-algorithms tbody tr").count();
  assert.ok(of > 5 && of <= rows && written.length >= 2 * of, `${written} of ${rows}`);
  assert.ok((await page.locator("#all-algorithms tbody tr").count()) > 5);
  await atStep(page, 40);
});

person("without scripts a link compares the algorithms on a large tree", { script: false }, async (page) => {
  const tree = await large([3, 3, 3, 3, 3, 3, 3, 3]);
  await page.goto(`${tree.path}?algorithm=maxn&step=40`);
  await page.locator("#all-algorithms > summary").click();
  await page.getByRole("link", { name: "Compare all algorithms" }).click();
  await page.waitForURL(/compare=1/);
  assert.equal(await page.locator("#all-algorithms table.compared").isVisible(), true);
});

for (const [width, height] of [[1440, 900], [1366, 768], [1280, 720], [1024, 768], [360, 780]]) {
  person(`while a large run plays, nothing lies over the node at work, ${width}`, { viewport: { width, height }, motion: true }, async (page) => {
    for (const [levels, to] of [[[3, 3, 3, 3, 3], 150], [[3, 3, 3, 3, 3, 3, 3], 100]]) {
      const tree = await large(levels);
      await page.goto(`${tree.path}?algorithm=speculative&step=0`);
      await atStep(page, 0);
      await idle(page);
      const { frames, covered, slid } = await page.evaluate(async (end) => {
        const choose = document.getElementById("speed"), scrub = document.getElementById("scrub"), svg = document.querySelector("#stage svg.tree");
        choose.value = "32";
        choose.dispatchEvent(new Event("change", { bubbles: true }));
        document.getElementById("play").click();
        const seen = { frames: 0, covered: [], slid: 0 };
        while (Number(scrub.value) < end) {
          await new Promise(requestAnimationFrame);
          const box = svg.querySelector("g.node.now .box");
          if (!box) continue; // between two pictures
          const { left, top, width: w, height: h } = box.getBoundingClientRect(), points = [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]];
          const over = points.map(([x, y]) => document.elementFromPoint(left + x * w, top + y * h)).filter((e) => !e?.closest("#stage .canvas"));
          seen.frames++;
          if (svg.style.transform) seen.slid++;
          if (over.length > 0) seen.covered.push(`step ${scrub.value}, ${Math.round(left)} ${Math.round(top)}: ${over.map((e) => e?.className ?? "outside")}`);
        }
        document.getElementById("play").click();
        return seen;
      }, to);
      assert.ok(frames > 20 && (slid > 0 || width > 600), `${frames} frames, ${slid} while the picture moves`);
      assert.deepEqual(covered, [], `${covered.length} of ${frames} frames of the run of ${tree.nodes} nodes`);
      // What it is shown with is in the window, beside it.
      const places = await page.evaluate(() => Object.fromEntries([".canvas", "#fit", "#present", "#map-strip", ".playback"].map((name) => {
        const { top, bottom, height: h } = document.querySelector(name).getBoundingClientRect();
        return [name, { top, bottom, h }];
      })));
      const shown = Object.entries(places).filter(([, { h }]) => h > 0).sort(([, a], [, b]) => a.top - b.top);
      for (const [name, { bottom }] of shown) assert.ok(bottom <= height + 1, `${name} ends at ${bottom}`);
      for (const name of ["#fit", "#present", "#map-strip"]) assert.ok(places[name].h === 0 ? name === "#map-strip" : places[name].top >= places[".canvas"].bottom && places[name].bottom <= places[".playback"].top, `${name}: ${JSON.stringify(places)}`);
    }
  });
}
