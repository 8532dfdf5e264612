// Runs the tests of one file after the other in one process and one browser, which
// take more than a second to start. Each file has its own server, and begins with
// no page and no profile of another one. Several lanes share a list of files:
// QUEUE=folder node lane.mjs FILES. The process that makes the folder of a file's name runs the file.

import { mkdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { begin, close, end } from "./harness.mjs";

/** Whether no other lane has the file. @param {string} file */
function claimed(file) {
  try {
    mkdirSync(path.join(process.env.QUEUE, file));
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return false;
  }
}

for (const file of process.argv.slice(2)) {
  if (!claimed(file)) continue;
  try {
    await begin(file);
    try {
      await import(`./${file}`);
    } finally {
      await end();
    }
  } catch (error) {
    await test(file, () => {
      throw error;
    });
  }
  mkdirSync(path.join(process.env.QUEUE, file, "ended"));
}
// What still runs after the last file keeps the process: a browser or a connection that does not end. That is a fault of a test.
try {
  await close();
  setTimeout(() => {
    console.error("all tests have ended, and this still runs:", process.getActiveResourcesInfo());
    process.exit(1);
  }, 60_000).unref();
} catch (error) {
  console.error(error);
  process.exit(1);
}
