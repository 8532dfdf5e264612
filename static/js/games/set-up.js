// Cards and pieces are set up by clicks, by dragging and by keys. The text fields of the form are the state: a click changes the text
// of the fields that it concerns and nothing else in them, and what is typed is shown at once.

/**
 * @typedef {object} Place  a card, a square or a hole
 * @property {string} key   as the fields have it
 * @property {string} name
 * @property {number} x
 * @property {number} y
 */
/**
 * @typedef {object} Model
 * @property {Place[]} places
 * @property {[string, string][]} owners  what a place can be given to: a key, which is "" for nobody, and its name
 * @property {(key: string) => string} owner
 * @property {(key: string, owner: string) => void} give
 * @property {string} hint
 */

/** @type {Record<string, string>} */
const suits = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
/** @type {Record<string, string>} */
const ranks = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "two" };
const rankOrder = [..."AKQJT98765432"];

/** @param {HTMLElement} setter @param {HTMLFormElement} form */
export function setUp(setter, form) {
  const { board, players } = setter.dataset;
  const make = board === "cards" ? cards : board === "star" ? star : squares;
  let chosen = "1";
  const draw = () => {
    const model = make(form, Number(players), board ?? "");
    setter.replaceChildren(...view(setter, model, chosen, (owner) => (chosen = owner)));
  };
  draw();
  setter.hidden = false;
  form.addEventListener("input", draw);
}

/** The fields of a name. @param {HTMLFormElement} form @param {string} name */
const fields = (form, name) => /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll(`[name=${name}]`));

/** The value of a field as a number; 0: there is none. @param {HTMLFormElement} form @param {string} name */
const number = (form, name) => Number(fields(form, name)[0]?.value) || 0;

/** @param {number} n @returns {[string, string][]} */
const ofPlayers = (n) => Array.from({ length: n }, (_, i) => [String(i + 1), `Player ${i + 1}`]);

/** @param {string} text */
const split = (text) => text.split(/\s+/).filter(Boolean);

/** @param {HTMLFormElement} form @returns {Model} */
function cards(form) {
  const hands = [...fields(form, "hands")], trick = fields(form, "trick")[0], all = [...hands, trick];
  const order = rankOrder.flatMap((r) => Object.keys(suits).map((s) => r + s));
  return {
    places: Object.entries(suits).flatMap(([s, suit], y) => rankOrder.map((r, x) => ({ key: r + s, name: `${ranks[r]} of ${suit}`, x, y }))),
    owners: [...ofPlayers(hands.length), ["t", "Trick"], ["", "Nobody"]],
    owner: (key) => ["t", ...hands.keys()].map((o) => (o === "t" ? o : String(Number(o) + 1))).find((o) => split((o === "t" ? trick : hands[Number(o) - 1]).value).includes(key)) ?? "",
    give(key, owner) {
      for (const f of all) if (split(f.value).includes(key)) f.value = split(f.value).filter((c) => c !== key).join(" ");
      const to = owner === "t" ? trick : hands[Number(owner) - 1];
      if (!to) return;
      const list = [...split(to.value), key];
      if (to !== trick) list.sort((a, b) => order.indexOf(a) - order.indexOf(b)); // a hand is written from high to low; a trick in the order of play
      to.value = list.join(" ");
    },
    hint: "a digit gives the card to that player, t to the trick, Delete to nobody. Cards can be dragged to a player, too.",
  };
}

/** @param {HTMLFormElement} form @param {number} players @param {string} board @returns {Model} */
function squares(form, players, board) {
  const field = fields(form, "cells")[0];
  const rows = () => field.value.replace(/[\r\n]+$/, "").split(/\r?\n|\//);
  const high = board === "noughts" ? 3 : board === "columns" ? 6 : number(form, "board") || rows().length;
  const wide = board === "columns" ? 7 : high;
  const square = (/** @type {number} */ x, /** @type {number} */ y) => (board === "squares" ? String.fromCharCode(97 + x) + (y + 1) : `row ${y + 1}, column ${x + 1}`);
  return {
    places: Array.from({ length: wide * high }, (_, i) => ({ key: String(i), name: square(i % wide, Math.floor(i / wide)), x: i % wide, y: Math.floor(i / wide) })),
    owners: [...ofPlayers(number(form, "players") || players), ["", "Empty"]],
    owner: (key) => (rows()[Math.floor(Number(key) / wide)]?.[Number(key) % wide] ?? ".").replace(".", ""),
    give(key, owner) {
      const list = rows(), x = Number(key) % wide, y = Math.floor(Number(key) / wide);
      while (list.length <= y) list.push(".".repeat(wide));
      const row = list[y].padEnd(wide, ".");
      list[y] = row.slice(0, x) + (owner || ".") + row.slice(x + 1);
      field.value = list.join("\n");
    },
    hint: "a digit places a piece of that player, Delete takes a piece away. Pieces can be dragged to another square, too.",
  };
}

/** @param {HTMLFormElement} form @param {number} given @returns {Model} */
function star(form, given) {
  const field = fields(form, "pieces")[0], size = number(form, "size") || 4, players = number(form, "players") || given;
  const lines = () => {
    const list = field.value.replace(/[\r\n]+$/, "").split(/\r?\n|\//);
    while (list.length < players) list.push("");
    return list;
  };
  const places = [];
  for (let z = -2 * size; z <= 2 * size; z++) for (let x = -2 * size; x <= 2 * size; x++) {
    const all = [x, -x - z, z];
    if (Math.min(...all) >= -size || Math.max(...all) <= size) places.push({ key: `${x},${-x - z}`, name: `hole ${x},${-x - z}`, x: x + z / 2 + 1.5 * size, y: z + 2 * size });
  }
  return {
    places,
    owners: [...ofPlayers(players), ["", "Empty"]],
    owner: (key) => String(lines().findIndex((l) => split(l).includes(key)) + 1 || ""),
    give(key, owner) {
      const list = lines().map((l) => (split(l).includes(key) ? split(l).filter((h) => h !== key).join(" ") : l));
      if (owner) list[Number(owner) - 1] = [...split(list[Number(owner) - 1]), key].join(" ");
      field.value = list.join("\n");
    },
    hint: "a digit places a piece of that player, Delete takes a piece away. Pieces can be dragged to another hole, too.",
  };
}

/**
 * @param {HTMLElement} setter @param {Model} model @param {string} chosen  the owner that a click gives to
 * @param {(owner: string) => void} choose @returns {HTMLElement[]}
 */
function view(setter, model, chosen, choose) {
  const { board, pips } = setter.dataset, isCards = board === "cards";
  if (!model.owners.some(([o]) => o === chosen)) choose((chosen = "1"));
  const said = element("p", { className: "vh", role: "status" });
  const grid = element("div", { className: `places ${board}`, role: "group", ariaLabel: isCards ? "Cards to deal" : "Board to set up" });
  const wide = Math.max(...model.places.map((p) => p.x)) + 1, high = Math.max(...model.places.map((p) => p.y)) + 1;
  grid.style.setProperty("--wide", String(wide));
  grid.style.setProperty("--high", String(high));

  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();
  /** @type {Map<string, HTMLElement>} */
  const counts = new Map();
  const named = (/** @type {string} */ owner) => model.owners.find(([o]) => o === owner)?.[1] ?? `Player ${owner}`;
  const show = () => {
    const count = new Map();
    for (const { key, name } of model.places) {
      const owner = model.owner(key), button = /** @type {HTMLButtonElement} */ (buttons.get(key));
      count.set(owner, (count.get(owner) ?? 0) + 1);
      button.className = owner === "" ? "" : owner === "t" ? "given" : `given p${owner}`;
      /** @type {HTMLElement} */ (button.querySelector(".vh")).textContent = `${name}, ${owner === "" && isCards ? "dealt to nobody" : named(owner).toLowerCase()}`;
      /** @type {HTMLElement} */ (button.querySelector(".whose")).textContent = owner;
    }
    for (const [owner, at] of counts) at.textContent = ` (${count.get(owner) ?? 0})`;
  };
  const give = (/** @type {string} */ key, /** @type {string} */ owner) => {
    model.give(key, owner);
    show();
    said.textContent = buttons.get(key)?.querySelector(".vh")?.textContent ?? "";
  };

  for (const place of model.places) {
    const button = element("button", { type: "button", tabIndex: place === model.places[0] ? 0 : -1 });
    button.style.setProperty("--x", String(place.x));
    button.style.setProperty("--y", String(place.y));
    button.dataset.key = place.key;
    if (isCards) button.append(face(place.key, JSON.parse(pips ?? "{}")));
    button.append(element("span", { className: "whose", ariaHidden: "true" }), element("span", { className: "vh" }));
    button.addEventListener("click", () => give(place.key, model.owner(place.key) === chosen ? "" : chosen));
    button.addEventListener("focus", () => {
      for (const b of buttons.values()) b.tabIndex = b === button ? 0 : -1;
    });
    buttons.set(place.key, button);
    grid.append(button);
  }
  // A mouse drags; a finger scrolls the page.
  grid.addEventListener("pointerdown", (e) => {
    const from = /** @type {Element} */ (e.target).closest("button")?.dataset.key;
    if (e.pointerType === "touch" || from === undefined || (!isCards && model.owner(from) === "")) return;
    setter.classList.add("dragging");
    addEventListener("pointerup", (up) => {
      setter.classList.remove("dragging");
      const at = /** @type {Element} */ (up.target), to = at.closest("button")?.dataset.key, label = at.closest("label")?.dataset.owner;
      if (isCards && label !== undefined) give(from, label);
      else if (!isCards && to !== undefined && to !== from && buttons.has(to)) {
        const owner = model.owner(from);
        model.give(from, "");
        give(to, owner);
      }
    }, { once: true });
  });
  grid.addEventListener("keydown", (e) => {
    const at = model.places.find((p) => buttons.get(p.key) === e.target);
    if (!at || e.ctrlKey || e.metaKey || e.altKey) return;
    const next = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    const owner = e.key === "Delete" || e.key === "Backspace" || e.key === "." || e.key === "0" ? "" : e.key;
    if (next) buttons.get(neighbour(model.places, at, next).key)?.focus();
    else if (model.owners.some(([o]) => o === owner)) give(at.key, owner);
    else return;
    e.preventDefault();
    e.stopPropagation();
  });

  const owners = element("fieldset", { className: "owners" });
  owners.append(element("legend", { textContent: isCards ? "A click gives a card to" : "A click places" }));
  for (const [owner, name] of model.owners) {
    const label = element("label", { className: owner && owner !== "t" ? `p p${owner}` : "" });
    const radio = element("input", { type: "radio", name: "set-up-owner", value: owner, checked: owner === chosen });
    radio.addEventListener("change", () => choose((chosen = owner)));
    const count = element("span", { className: "count" });
    if (owner) counts.set(owner, count);
    label.append(radio, name, count);
    label.dataset.owner = owner;
    owners.append(label);
  }
  owners.addEventListener("input", (e) => e.stopPropagation());
  show();
  return [owners, grid, element("p", { className: "hint", textContent: `With keys: the arrows move, ${model.hint}` }), said];
}

/** The next place in a direction: the nearest one, and no step to the side if there is one straight ahead. @param {Place[]} places @param {Place} from @param {number[]} direction */
function neighbour(places, from, [dx, dy]) {
  const far = (/** @type {Place} */ p) => {
    const x = p.x - from.x, y = p.y - from.y, ahead = x * dx + y * dy;
    return ahead <= 0 || (dx !== 0 && y !== 0) ? Infinity : ahead + Math.abs(dx ? y : x) * 0.9;
  };
  return places.reduce((best, p) => (far(p) < far(best) ? p : best), from);
}

/** The face of a card. @param {string} key @param {Record<string, string>} pips */
function face(key, pips) {
  const suit = suits[key[1]], name = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(name, "svg"), path = document.createElementNS(name, "path");
  svg.setAttribute("viewBox", "-11 -11 22 22");
  path.setAttribute("d", pips[suit]);
  svg.append(path);
  const text = element("span", { className: `card-text ${suit}`, ariaHidden: "true", textContent: key[0] === "T" ? "10" : key[0] });
  text.append(svg);
  return text;
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Partial<HTMLElementTagNameMap[K]>} properties @returns {HTMLElementTagNameMap[K]}
 */
function element(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}
