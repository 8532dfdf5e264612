// Functions on the query of an address that several pages use.

/** The parameters of the editor's address for what is folded. */
const folding = ["folded", "opened"];

/** A query without what is folded; pure. @param {string} search */
export function withoutFolding(search) {
  const q = new URLSearchParams(search);
  for (const name of folding) q.delete(name);
  return q.size > 0 ? `?${q}` : "";
}

/** The parameter of the editor's address for the side of the root. */
export const layoutParameter = "layout";

/** The query of an address without the layout: which tree it is does not depend on it; pure. @param {string} search */
export function withoutLayout(search) {
  const q = new URLSearchParams(search);
  if (!q.has(layoutParameter)) return search;
  q.delete(layoutParameter);
  return q.size > 0 ? `?${q}` : "";
}

/** Writes to the address of the page whether it is in present mode. @param {boolean} on */
export function presenting(on) {
  const url = new URL(location.href);
  if (on) url.searchParams.set("present", "1");
  else url.searchParams.delete("present");
  history.replaceState(history.state, "", url);
}
