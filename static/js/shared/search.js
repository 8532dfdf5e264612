// The search of the header: figures, chapters, theorems, games, pages and actions by a few letters, with what this
// browser has of its own. The script of the frame loads it when it is first opened, or about to be.

import { under } from "./base.js";
import { kept } from "./desk.js";
import { busy, idle } from "./idle.js";
import { OptionList } from "./option-list.js";
import { takenHomework } from "./own-homework.js";
import { ownTrees } from "./own-trees.js";
import { best } from "./ranking.js";
import { addStylesheet } from "./stylesheet.js";

/** @typedef {{kind: string, name: string, more: string, take: () => void}} Found */

/** How many are listed. */
const most = 12;
/** How many of the browser's own trees are listed before something is typed. */
const mostRecent = 4;

/** Where a thing of a kind is, and what the search calls it. The key of a thing is in the address of its author's page. @type {Record<string, [string, (thing: {id: string, key: string}) => string]>} */
const own = {
  lesson: ["own lesson", ({ key }) => under(`/lessons/${key}/edit`)],
  assignment: ["own homework", ({ key }) => under(`/results/${key}`)],
  task: ["own task", ({ key }) => under(`/tasks/${key}/results`)],
  trace: ["own trace", ({ key }) => under(`/traces/${key}`)],
  program: ["own program", ({ key }) => under(`/code/${key}`)],
};

/** @template {keyof HTMLElementTagNameMap} T @param {T} tag @param {Record<string, string>} attributes @returns {HTMLElementTagNameMap[T]} */
function element(tag, attributes) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

const dialog = element("dialog", { "class": "palette", "id": "search-dialog", "aria-label": "Search" });
const field = { "type": "text", "role": "combobox", "aria-label": "Search", "aria-controls": "search-list", "aria-expanded": "true", "aria-autocomplete": "list" };
const box = element("ul", { "id": "search-list", "role": "listbox", "aria-label": "Results" });
dialog.append(element("input", { ...field, "autocomplete": "off", "spellcheck": "false", "placeholder": "A figure, a theorem, a game, a page" }), box, element("p", { "role": "status" }));
document.body.append(dialog);

/** What is listed. @type {Found[]} */
let listed = [];
/** What this page and this browser have, read when the search is opened. @type {Found[]} */
let here = [];
/** What the server has. @type {Found[]} */
let everywhere = [];

const list = new OptionList(dialog, {
  none: "Nothing found. Try fewer letters.",
  fill: (text) => {
    listed = best(text, [...here, ...everywhere], most);
    box.replaceChildren(...listed.map(option));
  },
  taken: (chosen) => {
    dialog.close();
    listed[[...box.children].indexOf(chosen)].take();
  },
});
// The keys that open it are for the browser while it is open, so that they do nothing there.
dialog.addEventListener("keydown", (e) => (e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "k" && e.preventDefault());

/** @param {Found} found @param {number} i */
function option({ kind, name, more }, i) {
  const row = element("li", { "id": `found-${i}`, "role": "option" }), what = document.createElement("small");
  what.textContent = more ? `${kind} · ${more}` : kind;
  row.append(name, what);
  return row;
}

/** @param {string} kind @param {string} name @param {string} address @param {string} [more] @returns {Found} */
const leads = (kind, name, address, more = "") => ({ kind, name, more, take: () => location.assign(address) });

/** What the buttons of this page do that have a key, and its themes. @returns {Found[]} */
function ofPage() {
  const acts = [...new Set([.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#help [data-act]"))].map(({ dataset }) => dataset.act ?? ""))];
  const buttons = acts.filter((act) => act !== "site-search").map((act) => document.getElementById(act)).filter((button) => button instanceof HTMLButtonElement && !button.disabled && button.checkVisibility());
  const theme = /** @type {HTMLSelectElement | null} */ (document.getElementById("theme"));
  return [
    ...buttons.map((button) => {
      const [, name, key] = /^(.*?)(?: \(([^)]*)\))?$/.exec(button?.title || button?.textContent?.trim() || "") ?? [];
      return { kind: "this page", name, more: key ?? "", take: () => button?.click() };
    }),
    ...[...(theme?.options ?? [])].map(({ value, textContent: name }) => ({
      kind: "theme", name: name ?? "", more: "", take: () => {
        if (!theme) return;
        theme.value = value;
        theme.dispatchEvent(new Event("change"));
      },
    })),
  ];
}

/** What this browser has of its own, the trees that were open last first. @returns {Found[]} */
const ofBrowser = () => [
  ...(ownTrees() ?? []).map(({ key, title }) => leads("own tree", title || "Untitled", under(`/edit/${key}`))),
  ...Object.entries(own).flatMap(([kind, [name, path]]) => (kept(kind) ?? []).map((thing) => leads(name, thing.title || "Untitled", path(thing)))),
  ...takenHomework().map(({ id, title }) => leads("homework", title || "Untitled", under(`/a/${id}`))),
];

/** The index of the server, which is asked for once. @type {Promise<void> | undefined} */
let index;
function ask() {
  index ??= fetch(under("/index.json")).then((answer) => answer.json()).then(({ entries }) => {
    everywhere = entries.map((/** @type {string[]} */ [kind, name, address, more]) => leads(kind, name, under(address), more));
    if (dialog.open) list.filter();
  }).catch(() => (index = undefined)); // it is asked for again
  return index;
}

/** What has to be there before the dialog is shown. */
export const styled = document.querySelector(`link[href$="css/shared/palette.css"]`) ? Promise.resolve() : addStylesheet("css/shared/palette.css");
ask();

/** Opens the search. @param {string} text  what was typed meanwhile */
export function open(text) {
  if (dialog.open) return;
  busy(dialog);
  const mine = ofBrowser();
  here = [...mine.slice(0, mostRecent), ...ofPage(), ...mine.slice(mostRecent)];
  list.open(text);
  ask().finally(() => idle(dialog));
}
