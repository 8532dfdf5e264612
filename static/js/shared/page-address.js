// Functions on the query of an address that several pages use.

/** The parameters of the editor's address for what is folded. */
const folding = ["folded", "opened"];

/** A query without what is folded; pure. @param {string} search */
export function withoutFolding(search) {
  const q = new URLSearchParams(search);
  for (const name of folding) q.delete(name);
  return q.size > 0 ? `?${q}` : "";
}

/** Writes to the address of the page whether it is in present mode. @param {boolean} on */
export function presenting(on) {
  const url = new URL(location.href);
  if (on) url.searchParams.set("present", "1");
  else url.searchParams.delete("present");
  history.replaceState(history.state, "", url);
}
