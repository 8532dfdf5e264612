// The words of a page that depend on its questions: while one is open, nothing on the page states a
// result. The server writes them; this module takes those of a newer version of the same page.

/** Where the words are: the children of these elements are replaced. */
const places = ["title", "#lesson-title", "#homework-title", ".lesson-text > .note", ".scenes", ".onward", ".titles", ".head > .sub", ".about", ".code-panel h2", ".code-panel .source"];

/**
 * Takes the words of a page, and returns the limits of its run; null: the page cannot be loaded.
 * @param {string} address @param {Record<string, string>} [headers]
 * @returns {Promise<{until: number | null, neutral: boolean, document: Document} | null>}
 */
export async function takeWords(address, headers) {
  const response = await fetch(address, { headers, cache: "no-store" }).catch(() => null);
  if (!response?.ok) return null;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const place of places) swap(document.querySelector(place), page.querySelector(place));
  const lines = page.querySelectorAll("#code li");
  for (const [i, line] of document.querySelectorAll("#code li").entries()) swap(line, lines[i] ?? null);
  const { until, neutral } = /** @type {HTMLElement | null} */ (page.getElementById("run"))?.dataset ?? {};
  return { until: until === undefined ? null : Number(until), neutral: neutral !== undefined, document: page };
}

/** @param {Element | null} old @param {Element | null} next */
function swap(old, next) {
  if (old && next && old.innerHTML !== next.innerHTML) old.replaceChildren(...next.childNodes);
}
