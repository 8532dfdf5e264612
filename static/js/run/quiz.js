// The quiz, “Ask me first”: the playback stops before each cut, backup and second
// search and asks: first what is cut, then why, or whether that is right. The answer is given in the panel (quiz-form.js) or on the tree; where a
// question is asked, and what an answer is worth, is in quiz-check.js.

import { averages, checkAgain, checkCut, checkJudgement, checkValue, question, tally, treeOf } from "./quiz-check.js";
import { QuizForm } from "./quiz-form.js";
import { ENTER } from "./timeline.js";

/** @typedef {import("./timeline.js").Timeline} Timeline */
/** @typedef {import("./connection.js").Detail} Detail */
/** @typedef {import("./tree-view.js").TreeView} TreeView */
/** @typedef {import("./quiz-check.js").Kind} Kind */
/** @typedef {import("./quiz-check.js").Verdict} Verdict */
/** @typedef {import("./quiz-form.js").Question} Question */

/**
 * @typedef {object} Page
 * @property {() => Timeline} timeline
 * @property {(step: number) => Detail | undefined} detail
 * @property {TreeView} view
 * @property {(node: number) => void} follow  keeps a node in sight
 * @property {(step: number) => void} go  to a step that may be seen
 * @property {() => void} play            on from the step that is shown, to the next question
 */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @type {Record<Kind, string>} */
const titles = { right: "Right", lucky: "Lucky", missed: "Missed", unsound: "Unsound", wrong: "Wrong", shown: "Shown" };

export class Quiz {
  /** The furthest step that has been shown. */
  reached = 0;
  /** @type {Map<number, Kind[]>} the answers, by the step that they were about */
  #answers = new Map();
  /** @type {Verdict | null} what the first of two answers about a step was worth */
  #first = null;
  /** @type {Question | null} */
  #open = null;
  /** @type {number} the step whose answer the panel shows; -1: none */
  #answered = -1;
  /** @type {Page} */
  #page;
  /** @type {import("./quiz-check.js").Facts} */
  #facts;
  #tree;
  #panel = byId("ask");
  #cuts = /** @type {HTMLInputElement} */ (byId("ask-cuts"));
  #form;
  #key;
  #intro = byId("score-says").textContent;

  /** @param {any} request @param {number} step @param {SVGSVGElement} svg @param {Page} page */
  constructor(request, step, svg, page) {
    this.#page = page;
    this.#facts = JSON.parse(document.getElementById("run")?.dataset.quiz ?? "");
    this.#tree = treeOf(request.tree);
    this.reached = step;
    this.#form = new QuizForm(byId("ask-choices"), {
      tree: this.#tree,
      name: (node) => this.#name(node),
      state: (node, at) => this.#state(node, at),
      event: (open) => this.#event(open),
      before: (open) => page.detail(open.step - 1)?.event,
      averages: averages(this.#facts),
      path: (open) => this.#path(open),
      drawnValue: (node) => page.view.group(node)?.querySelector(".value")?.textContent,
    });
    const address = new URL(location.href);
    for (const name of ["step", "cuts", "by", "present"]) address.searchParams.delete(name); // the answers are the same
    this.#key = `espalier-ask ${address.pathname}${address.search}`;
    this.#restore(step);
    byId("ask-answer").addEventListener("click", () => this.#answer());
    byId("ask-show").addEventListener("click", () => this.#accept({ kind: "shown", text: "" }));
    byId("ask-on").addEventListener("click", () => this.#page.play());
    byId("ask-again").addEventListener("click", () => this.#restart());
    this.#cuts.addEventListener("change", (e) => {
      e.stopPropagation(); // the run's form would leave the step
      const here = new URL(location.href);
      if (this.#cuts.checked) here.searchParams.set("cuts", "1");
      else here.searchParams.delete("cuts");
      here.searchParams.set("step", String(this.reached));
      location.replace(here);
    });
    this.#panel.addEventListener("change", (e) => {
      e.stopPropagation(); // the run's form would send it
      this.#chosen(/** @type {HTMLInputElement} */ (e.target));
    });
    this.#panel.addEventListener("keydown", (e) => {
      const field = e.target instanceof HTMLInputElement;
      if (e.key === "Enter" && field) this.#answer();
      else if (!(field && e.key.startsWith("Arrow"))) return;
      if (e.key === "Enter") e.preventDefault(); // it would send the run's form
    });
    svg.addEventListener("keydown", (e) => {
      const at = e.target instanceof Element ? e.target.closest("g.node") : null;
      if (e.key !== " " || !at || !this.#open) return;
      e.preventDefault(); // elsewhere Space starts the playback; on a node it answers
      this.pick(Number(at.getAttribute("data-node")));
    });
    this.#score();
  }

  /**
   * How far the cursor may go: to just before the first question that has not
   * been answered. @param {number} to
   */
  gate(to) {
    const timeline = this.#page.timeline();
    for (let t = this.reached + 1; t <= to; t++) {
      const kind = question(timeline, t, this.#tree, this.#facts, this.#cuts.defaultChecked);
      if (kind === "" || this.#answers.has(t)) {
        this.reached = t;
        continue;
      }
      const node = timeline.type[t] === ENTER ? this.#tree.parent[timeline.node[t]] : timeline.node[t];
      this.#open = { step: t, kind, node };
      // Once the cursor is there; it may be there already.
      queueMicrotask(() => this.#pose());
      return t - 1;
    }
    return to;
  }

  /** The page shows a step. @param {number} t */
  shown(t) {
    if (this.#answered !== t) this.#answered = -1;
    if (!this.#open || this.#open.step - 1 !== t) this.#close();
    this.#panel.hidden = this.#answered < 0 && !this.#posed;
    this.#score();
  }

  /** More of the run, or of its details, has come. */
  arrived() {
    if (this.#open && !this.#posed && this.#waits) this.#pose();
    this.#score();
  }

  #posed = false;
  #waits = false;

  #close() {
    this.#open = this.#first = null;
    this.#posed = this.#waits = false;
    this.#form.clear();
    this.#mark();
  }

  #pose() {
    const open = this.#open;
    if (!open || this.#posed) {
      if (open) this.#panel.focus();
      return;
    }
    this.#waits = !this.#page.detail(open.step) || !this.#page.detail(open.step - 1); // its answer is still to come
    if (this.#waits) return;
    this.#posed = true;
    this.#answered = -1;
    this.#ask(open);
    this.#page.follow(open.node);
    if (!document.activeElement?.closest("svg.tree")) this.#panel.focus({ preventScroll: true });
    // Beside the tree the panel scrolls; on a phone it is over the page, and the tree scrolls above it.
    const fixed = getComputedStyle(this.#panel).position === "fixed";
    if (fixed) document.getElementById("stage")?.scrollIntoView({ block: "start" });
    else this.#panel.scrollIntoView({ block: "nearest" });
  }

  /** Shows a question in the panel. @param {Question} open */
  #ask(open) {
    const name = this.#name(open.node), average = this.#tree.chance[open.node], { sound, name: algorithm } = this.#facts, first = this.#first?.text ?? "";
    /** @type {Record<Question["kind"], [string, string]>} */
    const words = {
      cut: sound ? ["What is cut?", `At ${name}: is anything cut now? Choose here, or on the tree.`] : ["What will it cut?", `At ${name}: what does ${algorithm} cut now? Choose here, or on the tree.`],
      why: ["Why?", first],
      judge: ["Was that right?", `${first} Now judge the cut.`],
      value: average ? ["What is the average?", `All children of ${name} are done. What does ${name} back up, each value times its probability? A fraction is exact: 5/3.`] : ["What is backed up?", `${this.#name(this.#event(open).child ?? -1)} is done. What is the best value at ${name} now?`],
      again: ["Is a child re-searched?", `Some children of ${name} returned no value. Is one re-searched, and why?`],
    };
    byId("ask-title").textContent = words[open.kind][0];
    this.#showText(words[open.kind][1]);
    this.#panel.dataset.kind = "open";
    this.#form.show(open);
    this.#buttons(true);
    this.#panel.hidden = false;
    this.#mark();
  }

  /** @param {boolean} asking */
  #buttons(asking) {
    for (const id of ["ask-answer", "ask-show"]) byId(id).hidden = !asking;
    byId("ask-on").hidden = asking;
  }

  /** @param {Question} open */
  #event(open) {
    return this.#page.detail(open.step)?.event;
  }

  /** @param {number} node */
  #name(node) {
    return this.#page.view.name(node);
  }

  /** @param {number} node @param {number} step */
  #state(node, step) {
    return this.#page.timeline().state(node, step);
  }

  /** The bound that a node's best so far gives to its mover. @param {number} node @param {number} step @returns {import("./quiz-check.js").Held | null} */
  #held(node, step) {
    const score = this.#state(node, step).held;
    return score === null || this.#tree.chance[node] ? null : { player: this.#tree.player[node], score };
  }

  /** The nodes from the root to the one that is asked about. @param {Question} open */
  #path(open) {
    const path = this.#page.timeline().path(open.step - 1);
    return path.slice(0, path.indexOf(open.node) + 1);
  }

  /** A node of the tree was chosen. @param {number} node */
  pick(node) {
    if (!this.#open || !this.#posed) return;
    const input = this.#form.pick(this.#open, node), name = this.#name(node);
    if (!input) return this.#showText(`${name} is not one of the choices here.`);
    this.#chosen(input);
    const { part } = input.dataset;
    this.#showText(`${name}: ${part === "cut" ? "cut" : part === "why" ? "its bound" : "chosen"}${input.checked ? "" : ", taken back"}.`);
  }

  /** @param {HTMLInputElement} input */
  #chosen(input) {
    this.#form.reconcile(input);
    this.#mark();
  }

  /** @param {string} text */
  #showText(text) {
    byId("ask-verdict").textContent = text;
  }

  /** The picture is another one. */
  redrawn() {
    this.#mark();
  }

  /** Shows on the tree what is chosen. */
  #mark() {
    const { view } = this.#page;
    for (const n of view.nodes) {
      const group = view.group(n);
      if (!group?.hasAttribute("aria-selected")) continue;
      group.classList.remove("askable", "picked-cut", "picked-why");
      group.removeAttribute("aria-selected");
    }
    if (!this.#posed || !this.#open) return;
    if (this.#first) {
      for (const node of this.#event(this.#open).cut) {
        const group = view.group(node);
        group?.classList.add("picked-cut");
        group?.setAttribute("aria-selected", "true");
      }
    }
    for (const { input, nodes } of this.#form.choices) {
      for (const node of nodes) {
        const group = view.group(node);
        group?.classList.add("askable");
        if (group?.getAttribute("aria-selected") !== "true") group?.setAttribute("aria-selected", String(input.checked));
        if (input.checked) group?.classList.add(input.dataset.part === "cut" ? "picked-cut" : "picked-why");
      }
    }
  }

  #answer() {
    const open = this.#open;
    if (!open || !this.#posed) return;
    const verdict = {
      cut: () => this.#judge(open, this.#form.cutAnswer(), checkCut), why: () => this.#judge(open, this.#form.judgement(), checkJudgement), judge: () => this.#judge(open, this.#form.judgement(), checkJudgement),
      value: () => this.#judgeValue(open), again: () => this.#judgeAgain(open),
    }[open.kind]();
    if (typeof verdict === "string") this.#showText(verdict);
    else this.#accept(verdict);
  }

  /**
   * What an answer about a cut is worth; a text: what is missing in it.
   * @template A
   * @param {Question} open @param {A | string} answer @param {(moment: import("./quiz-check.js").Moment, answer: A) => Verdict} check
   */
  #judge(open, answer, check) {
    if (typeof answer === "string") return answer;
    const event = this.#event(open), step = open.step - 1;
    return check({
      tree: this.#tree, facts: this.#facts, event: event.type === "prune" ? event : null, at: open.node, path: this.#path(open),
      short: this.#page.detail(open.step)?.certificate?.short ?? "", before: this.#page.detail(step)?.event,
      held: (n) => this.#held(n, step), name: (n) => this.#name(n),
    }, answer);
  }

  /** @param {Question} open @returns {Verdict | string} */
  #judgeValue(open) {
    const answer = this.#form.valueAnswer(), { node } = open;
    const before = this.#held(node, open.step - 1);
    return typeof answer === "string" ? answer : checkValue(this.#event(open), answer.value, (n) => this.#name(n), this.#sentence(open.step), before?.score ?? null, this.#tree.chance[node]);
  }

  /** @param {Question} open @returns {Verdict | string} */
  #judgeAgain(open) {
    const answer = this.#form.againAnswer();
    if (typeof answer === "string") return answer;
    const event = this.#event(open), numbers = this.#page.detail(open.step)?.certificate?.holders[0]?.text ?? "";
    return checkAgain(event.type === "research" ? event : null, answer, (n) => this.#name(n), this.#sentence(open.step), numbers);
  }

  /** The server's words about a step. @param {number} step */
  #sentence(step) {
    return (this.#page.detail(step)?.text ?? []).map((s) => s.t).join("");
  }

  /** The question that follows an answer about the same step; empty: none. @param {Question} open @param {Verdict} verdict */
  #second(open, verdict) {
    if (open.kind !== "cut" || verdict.kind === "shown" || this.#event(open).type !== "prune") return "";
    if (!this.#facts.sound) return "judge";
    if (this.#tree.chance[open.node]) return ""; // its certificate is a sum, in the sentence of the step
    return verdict.kind === "right" ? "why" : "";
  }

  /** The answer is final: the second question about the step follows, or the step is shown. @param {Verdict} verdict */
  #accept(verdict) {
    const open = this.#open;
    if (!open) return;
    const second = this.#second(open, verdict);
    if (second) {
      this.#first = verdict;
      this.#open = { ...open, kind: second };
      this.#ask(this.#open);
      this.#panel.focus({ preventScroll: true });
      return;
    }
    // Whether an unsound cut is right is a question of its own; why a sound one is made completes the first.
    this.#answers.set(open.step, open.kind === "judge" && this.#first ? [this.#first.kind, verdict.kind] : [verdict.kind]);
    this.#store(JSON.stringify([...this.#answers]));
    this.#close();
    this.#answered = open.step;
    byId("ask-title").textContent = titles[verdict.kind];
    this.#panel.dataset.kind = verdict.kind;
    this.#showText(verdict.text || "The sentence of the step says what happens.");
    this.#buttons(false);
    this.#page.go(open.step);
    byId("ask-on").focus({ preventScroll: true });
  }

  /** Begins again: no answer is left, and the first step is shown. */
  #restart() {
    this.#answers.clear();
    this.#store("");
    this.reached = 0;
    this.#answered = -1;
    this.#close();
    byId("score-says").textContent = this.#intro;
    this.#page.go(0);
    this.shown(0);
    byId("play").focus({ preventScroll: true }); // the button that was pressed can do nothing now
  }

  #score() {
    const timeline = this.#page.timeline(), given = [...this.#answers.values()].flat(), counts = tally(given);
    for (const row of document.querySelectorAll("#ask-score [data-kind]")) {
      const count = row.querySelector("dd");
      if (count) count.textContent = String(counts[/** @type {Kind} */ (row.getAttribute("data-kind"))]);
    }
    const over = timeline.length > 0 && this.reached >= timeline.last && timeline.closed;
    /** @type {HTMLButtonElement} */ (byId("ask-again")).disabled = this.reached === 0;
    byId("ask-on").hidden ||= over;
    const asked = given.length;
    if (!over || asked === 0) return;
    const parts = /** @type {Kind[]} */ (["right", "lucky", "missed", "unsound", "wrong", "shown"]).filter((k) => counts[k] > 0).map((k) => `${counts[k]} ${k}`);
    const summary = `The search is over. Of ${asked} ${asked === 1 ? "question" : "questions"}: ${parts.join(", ")}. Turn off “Ask me first” to see the verdict and the story.`;
    if (byId("score-says").textContent !== summary) byId("score-says").textContent = summary;
  }

  // The answers outlast a reload, as the step in the address does.
  /** @param {string} text */
  #store(text) {
    try {
      if (text) sessionStorage.setItem(this.#key, text);
      else sessionStorage.removeItem(this.#key);
    } catch {
      // Storage may be forbidden; the answers then last as long as the page.
    }
  }

  /** @param {number} step */
  #restore(step) {
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.#key) ?? "[]");
      if (step > 0) for (const [t, kinds] of kept) this.#answers.set(t, kinds);
    } catch {
      // The stored text is not valid.
    }
  }
}
