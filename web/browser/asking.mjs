// What the tests of “Ask me first” share: the way to a question, and its answers.

import { url } from "./harness.mjs";
import { patience } from "./waits.mjs";

/** Waits until the page's scripts have come and it shows a step. */
export const ready = (page, step) => page.waitForFunction((t) => {
  const text = document.getElementById("step").textContent;
  return "ready" in document.getElementById("run").dataset && document.getElementById("sentence").dataset.kind && text.startsWith("step ") && (t === undefined || text === `step ${t}`);
}, step);
export const stepNow = async (page) => Number(/\d+/.exec(await page.locator("#step").textContent())[0]);

/** The events of the page's run, from the API: what the page must not show ahead. */
export async function events(page) {
  const body = await page.locator("#run").getAttribute("data-request");
  const answer = await fetch(`${url}/api/v1/trace`, { method: "POST", body });
  return (await answer.text()).trim().split("\n").map((line) => JSON.parse(line));
}

/** Steps forward to the next question, or to the end. Resolves to the step that is asked about, or -1. */
export async function nextQuestion(page, last) {
  return page.evaluate(async ([most, patience]) => {
    const ask = document.getElementById("ask"), forward = document.getElementById("forward");
    const now = () => Number(/\d+/.exec(document.getElementById("step").textContent)[0]), end = performance.now() + patience;
    const when = async (holds) => {
      for (; !holds(); await new Promise(requestAnimationFrame)) if (performance.now() > end) throw new Error(`at step ${now()} nothing is asked, and it does not go on`);
    };
    for (let before = now(); before < most; before = now()) {
      await when(() => forward.getAttribute("aria-disabled") !== "true");
      forward.click();
      await when(() => (ask.dataset.kind === "open" && !ask.hidden) || now() === before + 1);
      if (now() === before) return before + 1;
    }
    return -1;
  }, [last, patience]);
}

export const kind = (page) => page.locator("#ask").getAttribute("data-kind");

/** The click on Answer. */
export const send = (page) => page.getByRole("button", { name: "Answer" }).click();
/** The second question about a cut: why, or whether it is right. */
export const second = (page, title) => page.locator("#ask-title", { hasText: title }).waitFor();

/** Answers a question as the event has it. Resolves to the number of questions. */
export async function answer(page, event) {
  const tick = (part, nodes) => page.locator(`#ask input[data-part="${part}"]`).evaluateAll((all, wanted) => {
    for (const input of all) if (input.dataset.nodes.split(" ").some((n) => wanted.includes(Number(n)))) input.click();
  }, nodes);
  const choose = (part, value) => page.locator(`#ask input[data-part="${part}"][value="${value}"]`).check();
  switch (event.type) {
    case "prune":
      await tick("cut", event.cut);
      await send(page);
      if (event.rule.startsWith("star-")) return 1; // its numbers are in the sentence of the step
      await page.locator("#ask-choices input[data-part=why]").first().waitFor();
      if (event.rule === "deep" || event.rule === "bnb-deep") await choose("what", "unsound");
      else await tick("why", event.terms.filter((t) => t.player > 0).map((t) => t.node));
      await send(page);
      return page.evaluate(() => (JSON.parse(document.getElementById("run").dataset.quiz).sound ? 1 : 2));
    case "backup": {
      const print = (score) => String(score).replace("-", "−");
      const text = event.best === null ? "no value" : Array.isArray(event.best) ? `(${event.best.map(print).join(", ")})` : print(event.best);
      await choose("value", text);
      break;
    }
    case "research":
      await choose("again", String(event.child));
      await choose("because", event.because.value === null ? "none" : String(event.because.child));
      break;
    default: {
      const none = page.locator('#ask input[data-part="what"][value="none"], #ask input[data-part="again"][value="none"]');
      await none.check();
    }
  }
  await send(page);
  return 1;
}

export const deep = "/figures/k1991-fig6?algorithm=deep&v5=3,0,6&ask=1";
export const unsoundCut = 12; // f is cut at d, on a bound from a

/** Opens the page just before a step that is asked about, and poses the question. */
export async function before(page, address, step) {
  await page.goto(`${address}&step=${step - 1}`);
  await ready(page, step - 1);
  await page.keyboard.press("ArrowRight"); // the run may still be on its way
  await page.locator('#ask[data-kind="open"]').waitFor();
  await ready(page, step - 1);
}

export const pick = (page, node) => page.locator(`#n${node}`).dispatchEvent("click");
