// Functions on the query of an address that several pages use. No DOM here.

/** The parameters of the editor's address for what is folded. */
const folding = ["folded", "opened"];

/** A query without what is folded; pure. @param {string} search */
export function withoutFolding(search) {
  const q = new URLSearchParams(search);
  for (const name of folding) q.delete(name);
  return q.size > 0 ? `?${q}` : "";
}
