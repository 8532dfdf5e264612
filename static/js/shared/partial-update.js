// Updates parts of a page without loading it again: an input in a [data-live]
// group asks the server, and the elements that the group names are replaced. The
// address keeps the input. Without scripts the form is submitted.

/** Milliseconds after the last input before the server is asked. */
const rest = 120;

for (const group of document.querySelectorAll("[data-live]")) {
  const parts = (group.getAttribute("data-live") ?? "").split(" ");
  let waiting = 0;
  let asked = 0;
  group.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = window.setTimeout(() => ask(group, parts, ++asked, () => asked), rest);
  });
  group.addEventListener("change", (e) => e.stopPropagation()); // a run's form would submit
  group.addEventListener("submit", (e) => {
    e.preventDefault();
    ask(group, parts, ++asked, () => asked);
  });
  group.addEventListener("keydown", (e) => e.stopPropagation()); // these keys do not step the run
}

/** @param {Element} group @param {string[]} parts @param {number} number @param {() => number} newest */
async function ask(group, parts, number, newest) {
  const url = new URL(location.href);
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (group.querySelectorAll("input[name]"))) {
    const given = input.type === "checkbox" ? input.checked : true;
    if (given) url.searchParams.set(input.name, input.value);
    else url.searchParams.delete(input.name);
  }
  const page = await (await fetch(url)).text();
  if (number !== newest()) return; // a later request is under way
  const answer = new DOMParser().parseFromString(page, "text/html");
  for (const id of parts) {
    const now = document.getElementById(id), then = answer.getElementById(id);
    if (now && then) now.replaceWith(then);
  }
  history.replaceState(history.state, "", url);
}
