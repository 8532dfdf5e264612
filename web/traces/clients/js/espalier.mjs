/**
 * Prints the search of a program for Espalier, one line of JSON for each event.
 *     import { Trace } from "./espalier.mjs";
 *     const trace = new Trace("-", { kind: "minimax", algorithm: "alphabeta" });
 *     trace.enter("a", { player: 1, alpha, beta });  // the search of a node begins
 *     trace.leaf("b", 5);                            // a leaf; returns the value
 *     trace.prune("a", { cut: ["c", "d"] });         // its other children are skipped
 *     trace.exit("a", 5);                            // the search ends; returns the value
 *     trace.close();
 * "-" is the standard output; "run.ndjson" is a file; "http://127.0.0.1:8080" is a server, to which the search
 * is sent while it runs. In a browser null keeps all in trace.text; a server takes lines only from its own pages.
 * In Node.js the file with the first event is sent along, and each event of that file has its line; program: "" in
 * the header leaves both out.
 * Node.js 18, no package. The format: /traces/format. Copyright (c) 2026 The Espalier authors, MIT licence.
 */
const node = globalThis.process?.versions?.node && { fs: await import("node:fs"), os: await import("node:os"), threads: await import("node:worker_threads") };

const CHUNK = 1 << 18; // bytes that are written or sent at once; the program waits meanwhile
const PAUSE = 200; // milliseconds after which fewer are
const PROGRAM = 1 << 18; // bytes of the longest file that is sent along
const FRAME = /[ (]((?:file:\/\/|\/|[A-Za-z]:\\).*):(\d+):\d+\)?$/; // of a stack: its file and line
const TRIES = 6; // to send the same bytes; the pauses between them add up to 3 seconds

export class Trace {
  #header; #own; // what is printed before the first event; the file that prints that event
  #file; #server; #key; // number of the file that is written; address; key of the run on the server
  #kept = []; #buffer = ""; // what was printed before #buffer, unless it is in a file; what is not written or sent
  #sent = 0; #last = Date.now();

  constructor(to = node ? "-" : null, header = {}) { // kind, players, values ("mover": negamax, "root": one against all), ...
    const live = /^https?:/.test(to ?? "");
    if (!live && to != null) this.#file = to === "-" ? 1 : node.fs.openSync(to, "w");
    if (live) {
      this.#server = to.replace(/\/+$/, "");
      const { status, answer } = this.#request("?live=1", "");
      if (status === 201) {
        this.#key = JSON.parse(answer).key;
        (node ? console.error : console.info)(`espalier: the search is shown at ${this.#server}/traces/${JSON.parse(answer).id}`);
      } else this.#fail(answer);
    }
    if (node) process.on("exit", () => this.close());
    this.#header = header;
  }
  enter(id, more = {}) { this.#event("enter", id, more); }
  prune(id, more = {}) { this.#event("prune", id, more); }
  leaf(id, value, more = {}) { this.#event("leaf", id, { value, ...more }); return value; }
  exit(id, value, more = {}) { this.#event("exit", id, { value, ...more }); return value; }
  done(value, more = {}) { this.#event("done", null, { value, ...more }); return value; }
  get text() { return this.#kept.join("") + this.#buffer; } // all that was printed, where it is in no file
  /** Writes or sends all that was printed. A slow server slows the program; nothing is left out. */
  flush() {
    while (this.#file && this.#buffer !== "") {
      try { this.#buffer = this.#buffer.slice(node.fs.writeSync(this.#file, this.#buffer)); } // ASCII: bytes are characters
      catch (e) { if (e.code !== "EAGAIN") throw e; } // EAGAIN: a pipe is full
    }
    for (let tries = 0; this.#key && this.#buffer !== "";) {
      const part = this.#buffer.slice(0, CHUNK);
      const { status, answer } = this.#request(`/${this.#key}/lines?from=${this.#sent}`, part);
      tries = status >= 200 && status < 300 ? 0 : tries + 1;
      if (tries === 0) {
        this.#sent += part.length;
        this.#kept.push(part);
        this.#buffer = this.#buffer.slice(part.length);
      } else if (tries === TRIES || (![0, 429, 503].includes(status) && !answer.includes('"offset":'))) this.#fail(answer);
      else if (status === 409) { // a part was lost, or has come although no answer did
        const all = this.text;
        this.#sent = Math.min(JSON.parse(answer).offset, all.length);
        [this.#kept, this.#buffer] = [[all.slice(0, this.#sent)], all.slice(this.#sent)];
      } else wait(50 << tries);
    }
    this.#last = Date.now();
  }
  close() { // sends the rest and ends the run, as the end of the program does
    this.flush();
    if (this.#key) {
      const { status, answer } = this.#request(`/${this.#key}/end`, "");
      if (status < 200 || status >= 300) this.#fail(answer);
    }
    this.#key = null;
  }

  #event(type, id, more) {
    const most = Error.stackTraceLimit;
    Error.stackTraceLimit = 3; // this, the function above, and the search
    const [, file, line] = (node && (this.#header || this.#own) && FRAME.exec(new Error().stack.split("\n")[3])) || [];
    Error.stackTraceLimit = most;
    if (this.#header) this.#begin(file);
    this.#print({ type, ...(id == null ? {} : { id }), ...(file && file === this.#own && type !== "done" && { line: Number(line) }), ...more });
  }
  #begin(file) { // prints the header, with the text of the file that prints the first event
    let header = this.#header;
    this.#header = null;
    try {
      const text = file && !("program" in header) ? node.fs.readFileSync(file.startsWith("file:") ? new URL(file) : file, "utf8") : "";
      if (text !== "" && Buffer.byteLength(text) <= PROGRAM) [header, this.#own] = [{ ...header, program: text }, file];
    } catch { /* there is no such file */ }
    if (Object.keys(header).length > 0) this.#print(header);
  }
  #print(event) {
    const line = JSON.stringify(event, (key, x) => {
      if (Number.isNaN(x)) throw new RangeError(`${key} is NaN, which is no value of a node`);
      if (x === Infinity || x === -Infinity) return x > 0 ? "inf" : "-inf"; // an open bound
      return typeof x === "bigint" ? (BigInt(Number(x)) === x ? Number(x) : String(x)) : ArrayBuffer.isView(x) ? Array.from(x) : x;
    });
    this.#buffer += line.replace(/[\u007f-\uffff]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0")) + "\n";
    if (this.#buffer.length >= CHUNK || Date.now() - this.#last > PAUSE) this.flush();
  }
  #fail(answer) { // the program goes on, and the whole trace is in a file
    const path = node && `${node.os.tmpdir()}/espalier-${process.pid}-${Date.now()}.ndjson`;
    this.#key = null;
    if (node) [this.#file, this.#buffer, this.#kept] = [node.fs.openSync(path, "wx"), this.text, []];
    console.error(`espalier: ${this.#server}: ${answer[0] === "{" ? JSON.parse(answer).detail : answer}. The trace is in ${path || "trace.text"}`);
  }

  #request(path, body) { return (node ? fromNode : fromBrowser)(`${this.#server}/api/v1/traces${path}`, body); }
}

/** Requests wait for their answers, as the program does: a search is no asynchronous function. */
function fromBrowser(url, body) {
  const request = new XMLHttpRequest();
  try {
    request.open("POST", url, false);
    request.setRequestHeader("Content-Type", "application/x-ndjson");
    request.send(body);
    return { status: request.status, answer: request.responseText };
  } catch (e) { return { status: 0, answer: `it does not answer (${e.message})` }; }
}

const thread = `const { port, done } = require("node:worker_threads").workerData;
port.on("message", ({ url, body }) => fetch(url, { method: "POST", body, headers: { "Content-Type": "application/x-ndjson" }, signal: AbortSignal.timeout(60000) })
  .then(async (r) => ({ status: r.status, answer: await r.text() }))
  .catch((e) => ({ status: 0, answer: "it does not answer (" + (e.cause?.message || e.cause?.code || e.message) + ")" }))
  .then((answer) => { port.postMessage(answer); Atomics.store(done, 0, 1); Atomics.notify(done, 0); }));`;
let port, done;

function fromNode(url, body) {
  if (!port) {
    const channel = new node.threads.MessageChannel();
    [port, done] = [channel.port1, new Int32Array(new SharedArrayBuffer(4))];
    new node.threads.Worker(thread, { eval: true, workerData: { port: channel.port2, done }, transferList: [channel.port2] }).unref();
    port.unref();
  }
  Atomics.store(done, 0, 0);
  port.postMessage({ url, body });
  Atomics.wait(done, 0, 0);
  return node.threads.receiveMessageOnPort(port).message;
}

function wait(milliseconds) { for (const end = Date.now() + milliseconds; Date.now() < end;); }
