// A style sheet that comes when it is first needed.

/**
 * Adds a style sheet to the page.
 * @param {string} path  of the file
 * @param {Element | null} [before]  what it comes after; else it is the last one
 * @returns {Promise<unknown>} resolves when it holds, or cannot be had
 */
export function addStylesheet(path, before) {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = new URL(`../../${path}`, import.meta.url).href;
  const ready = new Promise((done) => (sheet.onload = sheet.onerror = done));
  if (before) before.after(sheet);
  else document.head.append(sheet);
  return ready;
}
