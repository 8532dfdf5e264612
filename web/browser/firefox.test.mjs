// The main walk in Firefox. FIREFOX is the browser, Debian's by default.

import { existsSync } from "node:fs";
import { launch } from "puppeteer-core";
import { patience } from "./waits.mjs";
import { walks } from "./walks.mjs";

const executablePath = process.env.FIREFOX || "/usr/bin/firefox-esr";

walks("Firefox", existsSync(executablePath) ? "" : executablePath, async () => {
  const firefox = await launch({ browser: "firefox", executablePath, headless: true, extraPrefsFirefox: { "ui.prefersReducedMotion": 1 } }), troubles = new Map();
  return {
    async newPage() {
      const profile = await firefox.createBrowserContext(), page = await profile.newPage({ type: "window" }), trouble = []; // behind another tab nothing is drawn
      troubles.set(page, trouble);
      page.setDefaultTimeout(patience);
      page.on("console", (m) => ["error", "warn"].includes(m.type()) && trouble.push(m.text()));
      page.on("pageerror", (e) => trouble.push(String(e)));
      return page;
    },
    trouble: (page) => troubles.get(page).splice(0),
    close: () => firefox.close(),
  };
});
