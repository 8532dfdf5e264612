// The things on the desk: by folders, and by kinds where they are in none.

import { change, deskKey, mirror } from "../shared/desk.js";
import { copyLesson } from "../shared/copy-lesson.js";
import { busy, idle } from "../shared/idle.js";
import { deleteLesson, present, renameLesson, restoreLesson } from "./lessons.js";

/** @typedef {import("../shared/desk.js").Thing} Thing */
/** @typedef {import("../shared/desk.js").Changes} Changes */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const parts = byId("sections"), sections = [...parts.children], folders = byId("folders"), said = byId("said"), arrange = byId("arrange");
const dialog = /** @type {HTMLDialogElement} */ (byId("folder-dialog"));

const naming = /** @type {HTMLDialogElement} */ (byId("rename-dialog"));

/** @type {Thing[]} in their order */
let all = [];
/** Gets the desk again. @type {() => Promise<void>} */
let again;

/** What was done, and a button that belongs to it. @param {string} text @param {HTMLButtonElement} [button] */
export function say(text, button) {
  /** @type {HTMLElement} */ (said.firstElementChild).textContent = text;
  said.replaceChildren(...[said.firstElementChild, button].filter((part) => part instanceof HTMLElement));
}

/** @param {Thing[]} list @param {() => Promise<void>} refresh */
export function showThings(list, refresh) {
  all = list;
  again = refresh;
  render();
}

/** @param {Thing} thing */
const nameOf = ({ kind, id, title }) => (kind === "room" ? `Room ${id}${title && `: ${title}`}` : title || "Untitled");

/** Those of the same list on the page. @param {Thing} of */
const group = (of) => all.filter((thing) => thing.folder === of.folder && (of.folder !== "" || sectionOf(thing) === sectionOf(of)));

/** The section of things of a kind. @param {Thing} thing */
const sectionOf = ({ kind }) => sections.find((section) => section.matches(`[data-kinds~="${CSS.escape(kind)}"]`));

function render() {
  const named = [...new Set(all.map(({ folder }) => folder).filter((folder) => folder !== ""))];
  folders.replaceChildren(...named.map(folderPart));
  for (const section of sections) fill(section, all.filter((thing) => thing.folder === "" && sectionOf(thing) === section), named);
  const filled = (/** @type {Element} */ section) => section.querySelector("li") !== null, order = [...sections.filter(filled), ...sections.filter((section) => !filled(section))]; // first steps come last
  if (order.some((section, i) => section !== parts.children[i])) parts.append(...order);
  for (const [n, section] of [...folders.children].entries()) fill(section, all.filter(({ folder }) => folder === named[n]), named);
  arrange.hidden = all.length === 0 || !deskKey();
}

/** @param {string} name @param {number} n */
function folderPart(name, n) {
  const template = /** @type {HTMLTemplateElement} */ (byId("folder")), part = /** @type {HTMLElement} */ (/** @type {DocumentFragment} */ (template.content.cloneNode(true)).firstElementChild);
  const heading = /** @type {HTMLElement} */ (part.querySelector("h2"));
  heading.id = `folder-${n}`;
  heading.textContent = name;
  part.setAttribute("aria-labelledby", heading.id);
  return part;
}

/** @param {Element} section @param {Thing[]} list @param {string[]} named  the folders */
function fill(section, list, named) {
  section.querySelector("ul")?.replaceChildren(...list.map((thing) => row(thing, named)));
  const first = /** @type {HTMLElement | null} */ (section.querySelector(".desk-first"));
  if (first) first.hidden = list.length > 0;
}

/** @param {Thing} thing @param {string[]} named */
function row(thing, named) {
  const template = /** @type {HTMLTemplateElement} */ (byId("thing")), item = /** @type {HTMLElement} */ (/** @type {DocumentFragment} */ (template.content.cloneNode(true)).firstElementChild);
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (item.querySelector(`[data-part="${name}"]`));
  const name = nameOf(thing), title = part("title"), [main, ...others] = thing.links;
  item.dataset.id = thing.id;
  title.textContent = name;
  if (main && !thing.until) title.setAttribute("href", main.path);
  const lives = thing.state === "open" || thing.state === "closed";
  part("state").textContent = lives && thing.students === undefined ? "" : { open: "open", closed: "closed", deleted: "deleted", gone: "gone", wrong: "wrong key", damaged: "damaged" }[thing.state] ?? thing.state;
  part("state").dataset.state = thing.state;
  const facts = [thing.added ? new Date(thing.added).toLocaleDateString([], { dateStyle: "medium" }) : "", thing.students === undefined ? "" : thing.students === 1 ? "1 student" : `${thing.students} students`];
  part("facts").textContent = facts.filter(Boolean).join(" · ");
  part("why").hidden = !thing.why && !thing.until;
  part("why").textContent = thing.until ? `It can be restored until ${new Date(thing.until).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })}.` : thing.why ? `${thing.why[0].toUpperCase()}${thing.why.slice(1)}. The desk lists it until you remove it.` : "";
  part("links").append(...(thing.until ? [] : [main, ...others].filter(Boolean)).map(({ label, path }) => {
    const a = document.createElement("a");
    a.href = path;
    a.textContent = label;
    a.setAttribute("aria-label", `${label}: ${name}`);
    return a;
  }));
  if (thing.kind === "lesson" && deskKey()) {
    const tools = lessonTools(thing, name), links = part("links"), edit = links.firstElementChild;
    links.append(...tools);
    if (edit && tools[0].dataset.part === "present") edit.after(tools[0]); // what is done in class is not the last one
  }
  const near = group(thing), at = near.indexOf(thing);
  tool(part("up"), `Move ${name} up`, at > 0, () => move(thing, near[at - 1]));
  tool(part("down"), `Move ${name} down`, at < near.length - 1, () => move(thing, near[at + 1]));
  tool(part("remove"), `Remove ${name}`, true, () => remove(thing));
  const select = /** @type {HTMLSelectElement} */ (part("folder"));
  select.setAttribute("aria-label", `Folder of ${name}`);
  select.append(new Option("No folder", ""), ...named.map((folder) => new Option(folder, `/${folder}`)), new Option("New folder…", "new"));
  select.value = thing.folder === "" ? "" : `/${thing.folder}`;
  select.addEventListener("change", () => (select.value === "new" ? newFolder(thing, select) : put(thing, select.value.slice(1))));
  return item;
}

/** The buttons of a lesson. @param {Thing} thing @param {string} name @returns {HTMLElement[]} */
function lessonTools(thing, name) {
  const of = (/** @type {string} */ label, /** @type {string} */ rel, /** @type {() => void} */ does) => {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "desk-action", textContent: label });
    button.dataset.part = rel;
    button.setAttribute("aria-label", `${label}: ${name}`);
    button.addEventListener("click", does);
    return button;
  };
  if (thing.until) return [of("Undo", "restore", () => changeLesson(thing, () => restoreLesson(thing), "delete", `${name} is restored.`))];
  if (thing.state !== "open") return [];
  return [
    of("Present", "present", () => presentThing(thing)),
    of("Rename", "rename", () => newName(thing)),
    of("Duplicate", "copy", () => changeLesson(thing, () => copyLesson(thing.key, thing.title), "copy", `Copy of ${name} is on your desk.`)),
    of("Delete", "delete", () => changeLesson(thing, () => deleteLesson(thing), "restore", `${name} is deleted.`)),
  ];
}

/** @param {Thing} thing */
async function presentThing(thing) {
  busy(presentThing);
  const button = /** @type {HTMLElement} */ (document.querySelector(`[data-id="${CSS.escape(thing.id)}"] [data-part="present"]`));
  await present(button, /** @type {HTMLElement} */ (said.firstElementChild), thing).catch((e) => say(e instanceof Error ? e.message : String(e)));
  idle(presentThing);
}

/** Does something with a lesson, and gets the desk again. The focus goes to a part of the lesson. @param {Thing} thing @param {() => Promise<unknown>} does @param {string} part @param {string} text  what was done */
async function changeLesson(thing, does, part, text) {
  busy(changeLesson);
  try {
    await does();
    await again();
    /** @type {HTMLElement | null} */ (document.querySelector(`[data-id="${CSS.escape(thing.id)}"] [data-part="${part}"]`))?.focus();
    say(text);
  } catch (e) {
    say(e instanceof Error ? e.message : String(e));
  }
  idle(changeLesson);
}

/** @param {Thing} thing */
function newName(thing) {
  const field = /** @type {HTMLInputElement} */ (naming.querySelector("input"));
  field.value = thing.title;
  naming.returnValue = "";
  naming.addEventListener("close", () => {
    const title = field.value.trim();
    if (naming.returnValue === "rename" && title && title !== thing.title) changeLesson(thing, () => renameLesson(thing, title), "rename", `The lesson is called ${title} now.`);
  }, { once: true });
  naming.showModal();
  field.select();
}

/** @param {HTMLElement} button @param {string} label @param {boolean} can @param {() => void} does */
function tool(button, label, can, does) {
  button.setAttribute("aria-label", label);
  button.ariaDisabled = can ? null : "true"; // it keeps the focus
  if (can) button.addEventListener("click", does);
}

/**
 * Makes changes, on the server and then on the page. The focus stays at a part of a thing.
 * @param {Changes} changes @param {Thing[]} next @param {string} [id] @param {string} [part]
 */
async function act(changes, next, id, part) {
  busy(act);
  try {
    await change(deskKey(), changes);
    all = next;
    mirror(all);
    render();
    if (id) /** @type {HTMLElement | null} */ (document.querySelector(`[data-id="${CSS.escape(id)}"] [data-part="${part}"]`))?.focus();
    idle(act);
    return true;
  } catch (e) {
    say(e instanceof Error ? e.message : String(e));
    render();
    idle(act);
    return false;
  }
}

/** @param {Thing} thing @param {Thing} other  takes its place */
async function move(thing, other) {
  const next = [...all], from = next.indexOf(thing), to = next.indexOf(other);
  next.splice(from, 1);
  next.splice(to, 0, thing);
  const part = from < to ? "down" : "up";
  if (await act({ order: next.map(({ id }) => id) }, next, thing.id, part)) say(`${nameOf(thing)} is ${part === "up" ? "above" : "below"} ${nameOf(other)} now.`);
}

/** @param {Thing} thing @param {string} folder */
async function put(thing, folder) {
  if (await act({ folders: { [thing.id]: folder } }, all.map((one) => (one === thing ? { ...one, folder } : one)), thing.id, "folder")) say(folder ? `${nameOf(thing)} is in ${folder} now.` : `${nameOf(thing)} is in no folder now.`);
}

/** @param {Thing} thing @param {HTMLSelectElement} select */
function newFolder(thing, select) {
  const field = /** @type {HTMLInputElement} */ (dialog.querySelector("input"));
  field.value = dialog.returnValue = "";
  select.value = thing.folder === "" ? "" : `/${thing.folder}`;
  dialog.addEventListener("close", () => {
    const name = field.value.trim();
    if (dialog.returnValue === "make" && name) put(thing, name);
    else select.focus();
  }, { once: true });
  dialog.showModal();
}

/** @param {Thing} thing */
async function remove(thing) {
  const order = all.map(({ id }) => id), { kind, key, title, folder } = thing, name = nameOf(thing);
  if (!(await act({ remove: [thing.id] }, all.filter((one) => one !== thing)))) return;
  const back = document.createElement("button");
  back.type = "button";
  back.textContent = "Put it back";
  back.addEventListener("click", async () => {
    const there = new Set(all.map(({ id }) => id).concat(thing.id));
    if (!(await act({ add: [{ kind, key, title, folder }], order: order.filter((id) => there.has(id)) }, all))) return;
    await again();
    say(`${name} is on your desk again.`);
    said.focus();
  });
  say(`${name} is not on your desk any more. The server still has it. `, back);
  back.focus();
}

arrange.addEventListener("click", () => {
  const on = arrange.ariaPressed !== "true";
  arrange.ariaPressed = String(on);
  byId("desk").toggleAttribute("data-arranging", on);
});
