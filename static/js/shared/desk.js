// The desk of this browser: the things that it has the keys of, also on the server, so that its
// link opens them on another machine. Each thing is an entry of its own in local storage, so that
// two tabs never overwrite each other's. The server has the list encrypted (web/desk).

import { under } from "./base.js";
import { busy, idle } from "./idle.js";

/** @typedef {{id: string, key: string, title: string, at?: number, sent?: boolean}} Kept  at: when it was open last, in ms; sent: the desk has it */
/** @typedef {{rel: string, label: string, path: string}} Link */
/** @typedef {{kind: string, id: string, key: string, title: string, folder: string, added: number, state: string, why?: string, students?: number, until?: number, links: Link[]}} Thing  as the server describes it */
/** @typedef {{add?: {kind: string, key: string, title?: string, folder?: string}[], remove?: string[], folders?: Record<string, string>, order?: string[]}} Changes */

/** What begins the names of the entries, by kind. Rooms have none: their keys are on the desk alone. @type {Record<string, string>} */
const prefixes = { lesson: "espalier-lesson:", tree: "espalier-tree:", assignment: "espalier-homework:", task: "espalier-task:", trace: "espalier-trace:", program: "espalier-program:" };
const deskName = "espalier-desk", removedPrefix = "espalier-desk-removed:";

/** How many keys one request adds: a page that is being left sends 64 KiB at most. */
const most = 100;

/** How long a page that is being left waits for its key to be on the desk, in ms. */
const patience = 3_000;

/** Does something with the storage. @template T @param {() => T} action @param {T} otherwise  where storage is forbidden, or full */
function stored(action, otherwise) {
  try {
    return action();
  } catch {
    return otherwise;
  }
}

/** @param {string} prefix */
const names = (prefix) => Object.keys(localStorage).filter((name) => name.startsWith(prefix));

/** @param {string} prefix @param {string} name @returns {Kept | null} */
function read(prefix, name) {
  const text = localStorage.getItem(name) ?? "";
  try {
    // An early version has kept the key of a trace alone.
    const { id, key, title, at, sent } = text.startsWith("{") ? JSON.parse(text) : { id: name.slice(prefix.length), key: text, title: "" };
    return [id, key, title].every((part) => typeof part === "string") && key ? { id, key, title, ...(typeof at === "number" && { at }), ...(sent && { sent: true }) } : null;
  } catch {
    return null;
  }
}

/** The things of a kind in this browser. @param {string} kind @returns {Kept[] | null} null: nothing can be stored here */
export const kept = (kind) => stored(() => names(prefixes[kind]).map((name) => read(prefixes[kind], name)).filter((thing) => thing !== null), null);

/** The same by title; none, where nothing can be stored. @param {string} kind */
export const keptByTitle = (kind) => (kept(kind) ?? []).sort((a, b) => a.title.localeCompare(b.title));

/** @param {string} kind @param {string} id @returns {Kept | null} */
export const keptThing = (kind, id) => stored(() => read(prefixes[kind], prefixes[kind] + id), null);

/** @param {string} kind @param {Kept} thing */
const write = (kind, thing) => stored(() => (localStorage.setItem(prefixes[kind] + thing.id, JSON.stringify(thing)), true), false);

/** Adds a thing, or replaces what is kept of it, and puts it on the desk. @param {string} kind @param {Kept} thing @returns {boolean} whether this browser has stored it */
export function keep(kind, thing) {
  const before = keptThing(kind, thing.id);
  stored(() => localStorage.removeItem(removedPrefix + thing.id), undefined);
  const done = write(kind, { ...thing, ...(before?.sent && before.key === thing.key && { sent: true }) });
  send();
  return done;
}

/** Takes a thing out of this browser and off the desk. @param {string} kind @param {string} id */
export function forget(kind, id) {
  stored(() => {
    if (keptThing(kind, id)?.sent) localStorage.setItem(removedPrefix + id, "");
    localStorage.removeItem(prefixes[kind] + id);
  }, undefined);
  send();
}

/** The key of the desk; empty: there is none yet. */
export const deskKey = () => stored(() => localStorage.getItem(deskName) ?? "", "");

/**
 * This browser has another desk now. What it has kept is put onto that one.
 * @param {string} key  empty: a new one, which is made with the next thing
 */
export function useDesk(key) {
  stored(() => {
    if (key) localStorage.setItem(deskName, key);
    else localStorage.removeItem(deskName);
    for (const name of names(removedPrefix)) localStorage.removeItem(name);
    for (const kind of Object.keys(prefixes)) for (const { sent, ...thing } of kept(kind) ?? []) if (sent) write(kind, thing);
  }, undefined);
}

/** The same desk has a new key. @param {string} key */
export const renewedDesk = (key) => stored(() => localStorage.setItem(deskName, key), undefined);

/** This browser forgets its desk, with the keys of all things. They stay on the server. */
export function leaveDesk() {
  stored(() => {
    localStorage.removeItem(deskName);
    for (const prefix of [removedPrefix, ...Object.values(prefixes)]) for (const name of names(prefix)) localStorage.removeItem(name);
  }, undefined);
}

/** The server has refused something. */
export class Refused extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** @param {string} path @param {string} method @param {object} [body] */
async function ask(path, method, body) {
  const answer = await fetch(under(`/api/v1/desks${path}`), { method, keepalive: method !== "GET", ...(body && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }) }).catch(() => {
    throw new Refused(0, "The server cannot be reached. Try again.");
  });
  const content = await answer.json().catch(() => ({}));
  if (method === "POST" && answer.ok && !content.key) throw new Refused(0, "The answer of the server broke off. Try again."); // the page is being left
  if (!answer.ok) throw new Refused(answer.status, content.errors?.[0]?.message ?? content.detail ?? `The server answered with status ${answer.status}.`);
  return content;
}

/** The things on the desk. @param {string} key @returns {Promise<Thing[]>} */
export const things = async (key) => (await ask(`/${key}`, "GET")).things;

/** @param {string} key @param {Changes} changes */
export const change = (key, changes) => ask(`/${key}/things`, "PUT", changes);

/** @param {string} key @returns {Promise<{key: string}>} */
export const renew = (key) => ask(`/${key}/renew`, "POST");

/** The key of the desk, which is made if there is none. Two tabs make one. @returns {Promise<string>} */
function ensureDesk() {
  const make = async () => {
    if (!deskKey()) {
      const { key } = await ask("", "POST");
      localStorage.setItem(deskName, key);
    }
    return deskKey();
  };
  return navigator.locks ? navigator.locks.request(deskName, make) : make();
}

/** Whether something has to be sent. */
export const isBehind = () => stored(() => names(removedPrefix).length > 0 || Object.keys(prefixes).some((kind) => kept(kind)?.some((thing) => !thing.sent)), false);

/** @type {Promise<void> | null} */
let sending = null;

/** Sends what the desk does not have yet. It never fails: what is not sent is sent later. @returns {Promise<void>} */
function send() {
  sending ??= sendAll().catch(() => {}).finally(() => {
    sending = null;
    idle(send);
  });
  return sending;
}

async function sendAll() {
  if (!isBehind()) return;
  busy(send);
  const key = await ensureDesk();
  for (let stuck = false; !stuck && isBehind(); ) {
    const add = Object.keys(prefixes).flatMap((kind) => (kept(kind) ?? []).filter((thing) => !thing.sent).map((thing) => ({ kind, thing }))).slice(0, most), removed = names(removedPrefix);
    await change(key, { add: add.map(({ kind, thing }) => ({ kind, key: thing.key, title: thing.title })), remove: removed.map((name) => name.slice(removedPrefix.length)) });
    stuck = key !== deskKey();
    if (stuck) break;
    for (const name of removed) localStorage.removeItem(name);
    for (const { kind, thing } of add) {
      const now = keptThing(kind, thing.id);
      if (now?.key === thing.key) stuck = !write(kind, { ...now, sent: true }) || stuck;
      else localStorage.setItem(removedPrefix + thing.id, ""); // it was forgotten meanwhile
    }
  }
}

/** Waits until the desk has what was kept, but not for long: the page is being left. */
export const sent = () => Promise.race([send(), new Promise((done) => setTimeout(done, patience))]);

/** Puts a room on the desk. Its key is nowhere else in this browser. @param {string} key @param {string} title */
export async function putRoom(key, title) {
  const put = async () => change(await ensureDesk(), { add: [{ kind: "room", key, title }] });
  await Promise.race([put().catch(() => {}), new Promise((done) => setTimeout(done, patience))]);
}

/** Makes this browser have what is on the desk. @param {Thing[]} list */
export function mirror(list) {
  stored(() => {
    for (const kind of Object.keys(prefixes)) {
      const on = list.filter((thing) => thing.kind === kind && thing.state !== "wrong");
      for (const { id, key, title, added } of on) {
        if (localStorage.getItem(removedPrefix + id) === null) write(kind, { at: added, ...keptThing(kind, id), id, key, title, sent: true });
      }
      for (const thing of kept(kind) ?? []) if (thing.sent && !on.some(({ id }) => id === thing.id)) localStorage.removeItem(prefixes[kind] + thing.id);
    }
  }, undefined);
}

/** Calls a function when another tab has changed what is kept. @param {() => void} changed @param {string} [kind]  one kind alone */
export function whenKeptChanges(changed, kind) {
  window.addEventListener("storage", (e) => (e.key === null || e.key.startsWith(kind ? prefixes[kind] : "espalier-")) && changed());
}

/** Sends what the desk does not have, and gets what it has. @returns {Promise<Thing[] | null>} null: there is no desk yet */
export async function refresh() {
  await send();
  const key = deskKey();
  if (!key) return null;
  const list = await things(key);
  if (key === deskKey()) mirror(list);
  return list;
}
