// One scene in the editor: its picture, step, notes and question.

import { ScenePicture } from "./scene-picture.js";
import { ChoiceList } from "../shared/choice-list.js";
import { parseJSON } from "../shared/exact.js";
import { kindOf } from "../shared/question-kinds.js";
import { readValue } from "../shared/read-value.js";

/** @typedef {{show: {step?: number, algorithm?: string, figure?: string, options?: object}, note: string | null, private?: string | null, question: Question | null}} Scene */
/** @typedef {import("../shared/exact.js").Score} Score */
/** @typedef {{kind: string, node?: number, text?: string, step?: number, value?: Score | Score[], choices?: string[], correct?: number, other?: string}} Question */

/** The fields of a kind of question; none if there is no question. @param {string} kind */
function fieldsOf(kind) {
  const { fields, atAnswer } = kindOf(kind);
  return kind ? [...fields, ...(atAnswer ? ["at"] : []), "text"] : [];
}

/** The choices of each form. @type {WeakMap<Element, ChoiceList>} */
const choiceLists = new WeakMap();

/** @param {Element} form @param {string} name */
const field = (form, name) => /** @type {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} */ (form.querySelector(`[name="${name}"]`));

/** Makes the form of a scene. @param {Scene} scene @returns {HTMLElement} */
export function sceneForm(scene) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("scene"));
  const form = /** @type {HTMLElement} */ (/** @type {Element} */ (template.content.firstElementChild).cloneNode(true));
  const { show, question } = scene;
  form.dataset.scene = JSON.stringify(scene);
  if (show.algorithm) field(form, "algorithm").append(new Option(show.algorithm, show.algorithm)); // until the picture says its name
  field(form, "step").value = String(show.step ?? 0);
  field(form, "note").value = scene.note ?? "";
  field(form, "private").value = scene.private ?? "";
  field(form, "kind").value = question?.kind ?? "";
  if (question?.node !== undefined && question.node !== null) field(form, "node").append(new Option(`node ${question.node}`, String(question.node))); // until the picture tells its name
  const texts = { node: question?.node, at: question?.step, text: question?.text, value: question?.value === undefined ? "" : [question.value].flat().join(", "), other: question?.other };
  for (const [name, text] of Object.entries(texts)) if (name !== "other" || text) field(form, name).value = String(text ?? "");
  const choices = new ChoiceList(/** @type {HTMLElement} */ (form.querySelector(".choice-list")));
  choiceLists.set(form, choices);
  choices.set(question?.choices, question?.correct ?? undefined);
  const fit = () => {
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-of]"))) part.hidden = !fieldsOf(field(form, "kind").value).includes(part.dataset.of ?? "");
  };
  const picture = new ScenePicture(form, () => sceneOf(form).show, () => sceneOf(form).question);
  field(form, "kind").addEventListener("change", () => {
    fit();
    picture.mark();
  });
  fit();
  return form;
}

/** What is shown, searched by an algorithm. Options belong to an algorithm. @param {Scene["show"]} show @param {string} algorithm @returns {Scene["show"]} */
function searched(show, algorithm) {
  if (!algorithm || algorithm === show.algorithm) return show;
  const { options: _options, ...tree } = show;
  return { ...tree, algorithm };
}

/** The current scene of a form. @param {HTMLElement} form @returns {Scene} */
export function sceneOf(form) {
  const { show, question: before } = parseJSON(form.dataset.scene ?? "{}");
  const text = (/** @type {string} */ name) => field(form, name).value.trim(), number = (/** @type {string} */ name) => (text(name) === "" ? undefined : Number(text(name)));
  const kind = text("kind"), has = (/** @type {string} */ name) => fieldsOf(kind).includes(name);
  /** @type {Question | null} */
  let question = null;
  if (kind) {
    question = { kind, text: text("text") };
    if (has("node")) question.node = number("node");
    if (has("at")) question.step = number("at");
    else if (before?.kind === kind && before.step !== undefined) question.step = before.step;
    if (has("value")) question.value = readValue(text("value")) ?? text("value"); // the server says what is wrong with it
    if (has("other")) question.other = text("other");
    const choices = choiceLists.get(form);
    if (has("choices")) question.choices = choices?.choices;
    if (has("correct") && choices?.correct !== undefined) question.correct = choices.correct;
  }
  const own = field(form, "private").value;
  return { show: { ...searched(show, text("algorithm")), step: number("step") ?? 0 }, note: field(form, "note").value, ...(own && { private: own }), question };
}
