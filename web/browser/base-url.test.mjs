// A server behind a proxy that serves it below a path: no page asks for anything
// outside of it.

import assert from "node:assert/strict";
import { createServer, request } from "node:http";
import { press, saved } from "./editor.mjs";
import { teach } from "./classroom.mjs";
import { atEnd, atStep, idle, person, serve } from "./harness.mjs";

const prefix = "/espalier";

/** The server behind the proxy, which removes the prefix and answers nothing else. */
let port = 0;
const ask = (asked) => request({ port, path: asked.url.slice(prefix.length), method: asked.method, headers: asked.headers });
const proxy = createServer((asked, answer) => {
  if (!asked.url.startsWith(`${prefix}/`)) {
    answer.writeHead(404).end("outside of the prefix");
    return;
  }
  asked.pipe(ask(asked).on("response", (got) => {
    answer.writeHead(got.statusCode, got.headers);
    got.pipe(answer);
  }).on("error", () => answer.destroy()));
});
proxy.on("upgrade", (asked, socket) => {
  socket.on("error", () => socket.destroy());
  if (!asked.url.startsWith(`${prefix}/`)) {
    socket.destroy();
    return;
  }
  ask(asked).on("upgrade", (got, inner) => {
    inner.on("error", () => socket.destroy());
    const lines = Object.entries(got.headers).map(([name, value]) => `${name}: ${value}`);
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`);
    socket.pipe(inner).pipe(socket);
  }).on("error", () => socket.destroy()).end();
});
await new Promise((resolve) => proxy.listen(0, "127.0.0.1", () => resolve(undefined)));
const base = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (proxy.address()).port}${prefix}`;
const { server, url } = await serve("behind-proxy", "-base-url", base);
port = Number(new URL(url).port);

atEnd(() => {
  proxy.close();
  proxy.closeAllConnections();
  server.kill("SIGTERM");
});

/** Other servers than that of the other tests are elsewhere. */
const expect = new RegExp(`^request to elsewhere: ${base}/`);

person("below a path a figure plays, a tree is made, shared, listed and deleted", { expect }, async (page) => {
  await page.goto(`${base}/explore`);
  await page.getByRole("link", { name: /Fig. 6/ }).first().click();
  await page.waitForURL(`${base}/figures/**`);
  await atStep(page);
  await page.keyboard.press("End");
  const { now, last } = await atStep(page);
  assert.equal(now, last, "the run has ended");
  assert.ok(page.url().startsWith(`${base}/figures/`));

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Draw" }).click();
  await page.getByRole("link", { name: "Your trees" }).click();
  await page.waitForURL(`${base}/trees`);
  await page.getByRole("link", { name: "New tree", exact: true }).click();
  await page.waitForURL(`${base}/edit`);
  await page.locator("#stage svg.draft").waitFor();
  await idle(page);
  await press(page, "Tab Escape");
  await saved(page);
  await page.waitForURL(`${base}/edit/*`);
  await page.getByRole("textbox", { name: "Title" }).fill("Below a path");
  await page.keyboard.press("Enter");
  await page.getByText(/^Saved, revision [34]/).waitFor();

  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share and export" });
  await dialog.getByText(`${base}/edit/`).waitFor();
  const short = dialog.locator(".share-link .address a", { hasText: "/t/" });
  await short.waitFor();
  assert.ok((await short.textContent()).startsWith(`${base}/t/`), "the link that is shared");
  await page.keyboard.press("Escape");

  await page.goto(`${base}/trees`);
  await idle(page);
  const card = page.getByRole("listitem").filter({ hasText: "Below a path" });
  await page.waitForFunction(() => /** @type {HTMLImageElement | null} */ (document.querySelector(".own-picture img"))?.naturalWidth);
  await card.getByRole("link", { name: /^Play/ }).click();
  await page.waitForURL(`${base}/t/**`);
  assert.equal((await page.getByRole("link", { name: "Espalier" }).getAttribute("href")), `${prefix}/`);

  await page.goto(`${base}/counterexamples?algorithm=deep`);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.waitForURL(`${base}/counterexamples?**found=**`);

  const code = await teach(page, `${base}/figures/k1991-fig6?algorithm=deep`);
  await page.locator("#show-code").click();
  const at = await page.locator("#join-card .join-at").textContent();
  await page.goto(`http://${at}`);
  await page.getByRole("textbox", { name: "Code", exact: true }).fill(code);
  await page.keyboard.press("Enter");
  await page.getByText("You follow the presenter.").waitFor();
  assert.equal(page.url(), `${base}/c/${code}`, "the page of the room");
});
