// The timeline of a page, fed with random runs in random messages, against plain lists of
// the same steps and changes. The page is not used: the modules have no DOM.

import assert from "node:assert/strict";
import { packedSteps } from "../../static/js/run/packed-steps.js";
import { BACKUP, ENTER, EXIT, LEAF, phases, PRUNE, RESEARCH, START, Timeline } from "../../static/js/run/timeline.js";
import { person } from "./harness.mjs";

/** Numbers from 0 to n - 1, the same in each run of the test. @param {number} seed */
function dice(seed) {
  let state = seed;
  return (/** @type {number} */ n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** A message as the server makes it (trace/steps.go). @param {any[]} steps @param {number} from @param {string[]} texts @param {string} id */
function message(steps, from, texts, id) {
  const changes = steps.flatMap((s, i) => s.changes.map((c) => [from + i, ...c])), extras = steps.flatMap((s, i) => (s.extra === undefined ? [] : [[from + i, s.extra]]));
  const bytes = texts.map((t) => Buffer.from(t)), ends = [];
  for (const b of bytes) ends.push((ends.at(-1) ?? 0) + b.length);
  const column = (list) => Buffer.from(Int32Array.from(list).buffer), at = (list, i) => column(list.map((x) => x[i]));
  const all = Buffer.concat([
    column([1, from, steps.length, changes.length, extras.length, texts.length, ends.at(-1) ?? 0, id.length]),
    column(steps.map((s) => s.node)), at(changes, 0), at(changes, 1), at(changes, 2), at(changes, 3), at(extras, 0), at(extras, 1), column(ends),
    Buffer.from(Uint16Array.from(steps, (s) => s.line).buffer), Buffer.from(steps.map((s) => s.type | (s.size << 4))), ...bytes, Buffer.from(id),
  ]);
  return Uint8Array.from(all).buffer;
}

/** A run that enters and leaves nodes at random, with changes of nodes at random. */
function randomRun(roll, length) {
  const steps = [{ type: START, node: 0, line: 0, size: 0, changes: [] }], open = [], texts = [], again = [];
  while (steps.length < length) {
    const node = open.at(-1) ?? -1, changes = Array.from({ length: roll(4) }, () => {
      if (roll(3) === 0) texts.push(roll(2) ? `(≥${texts.length}, ≤4)\0${roll(2) ? `"1/${texts.length + 1}"` : texts.length}` : `–${texts.length}`);
      return [roll(10) ? roll(30) : 2 ** 31 - 1 - roll(3), roll(6) | (roll(8) << 3) | (roll(5) << 6) | (roll(11) << 28), texts.length > 0 && roll(4) ? roll(texts.length) : -1];
    });
    const kind = open.length === 0 ? ENTER : [ENTER, ENTER, LEAF, BACKUP, PRUNE, RESEARCH, EXIT, EXIT, EXIT][roll(9)];
    const step = { type: kind, node, line: roll(300), size: 0, changes };
    if (kind === ENTER) {
      step.node = again.at(-1)?.node === node ? again.pop().child : roll(40);
      while (open.includes(step.node)) step.node = roll(1000);
      open.push(step.node);
    }
    else if (kind === EXIT) open.pop();
    else if (kind === BACKUP) step.size = roll(2);
    else if (kind === PRUNE) Object.assign(step, { size: 2, extra: roll(9) - 4 || 1 });
    else if (kind === RESEARCH) {
      Object.assign(step, { size: 2, extra: roll(40) });
      again.push({ node, child: step.extra });
    }
    steps.push(step);
  }
  return { steps, texts };
}

for (const [seed, length] of [[1, 300], [2, 3000], [3, 5000]]) {
  person(`a timeline of ${length} steps gives back what came`, {}, async () => {
    const roll = dice(seed), { steps, texts } = randomRun(roll, length), timeline = new Timeline();
    for (let from = 0, sent = 0; from < length;) {
      const part = steps.slice(from, from + 1 + roll(700)), last = Math.max(-1, ...part.flatMap((s) => s.changes.map((c) => c[2]))), until = Math.max(sent, last + 1);
      const packed = packedSteps(message(part, from, texts.slice(sent, until), "r1"));
      assert.deepEqual([packed.id, packed.from, packed.count], ["r1", from, part.length]);
      timeline.append(packed);
      [sent, from] = [until, from + part.length];
    }
    assert.equal(timeline.length, length);
    /** @type {Map<number, any>} */
    const now = new Map(), visits = new Map(), open = [], begun = [];
    let entered = 0, leaves = 0, cuts = 0, again = 0;
    steps.forEach(({ type, node, line, size, extra, changes }, t) => {
      const above = open.at(-1);
      if (type === ENTER) {
        entered++;
        open.push(node);
        visits.set(node, [...(visits.get(node) ?? []), t]);
        assert.equal(timeline.parentAt(t), above);
      } else if (type === EXIT) {
        open.pop();
        assert.equal(timeline.parentAt(t), open.at(-1));
        const last = begun.findLast((b) => b.to === Infinity);
        if (last?.child === node) last.to = t;
      } else if (type === LEAF) leaves++;
      else if (type === PRUNE) cuts += Math.abs(extra);
      else if (type === RESEARCH) {
        again++;
        begun.push({ child: extra, from: t, to: Infinity });
      }
      assert.deepEqual([timeline.type[t], timeline.node[t], timeline.line[t]], [type, node, line]);
      assert.equal(timeline.improves(t), type === BACKUP && size === 1);
      assert.deepEqual(timeline.counts(t), { entered, leaves, cuts, again });
      assert.deepEqual(timeline.path(t), type === EXIT || open.length === 0 ? [...open, node] : open);
      for (const [n, bits, text] of changes) now.set(n, [bits, text]);
      if (t % 7 === 0) for (const n of [...now.keys(), 999]) {
        const [bits, text] = now.get(n) ?? [0, -1], [words, score] = text < 0 ? [""] : texts[text].split("\0"), held = score ? JSON.parse(score) : null;
        assert.deepEqual(timeline.state(n, t), { phase: phases[bits & 7], exact: (bits & 8) > 0, best: (bits & 16) > 0, past: (bits & 32) > 0, visits: (bits >> 6) & 0x3fffff, share: bits >>> 28, text: words, held });
      }
    });
    for (const [node, list] of visits) assert.deepEqual(timeline.visits(node), list);
    for (let t = 0; t < length; t += 5) assert.deepEqual(timeline.underWay(t), begun.filter((b) => b.from < t && t < b.to).map((b) => b.from).reverse());
    assert.deepEqual([...timeline.marks], steps.flatMap((s, t) => (s.size === 2 ? t : [])));
    assert.deepEqual([...timeline.decisions], steps.flatMap((s, t) => (s.size > 0 ? t : [])));
    assert.deepEqual([...timeline.extras], steps.flatMap((s) => s.extra ?? []));
    assert.equal(timeline.closed, open.length === 0);
  });
}
