"""Prints the search of a program for Espalier, one line of JSON for each event.

    trace = espalier.Trace(kind="minimax", algorithm="alphabeta")
    trace.enter(name, player=1, alpha=alpha, beta=beta)    the search of a node begins
    trace.leaf(name, value)                                a leaf; returns the value
    trace.prune(name, cut=[names])                         its other children are skipped
    trace.exit(name, best)                                 the search ends; returns the value

Trace() prints to the standard output, Trace("run.ndjson") to a file, Trace(None) nowhere: check() and show()
know it. Trace("http://127.0.0.1:8080") sends the search to a server while it runs. The file with the first event
is sent along, and each event of that file has its line; Trace(program="") leaves both out. tree(), show(), run()
and watch() need espalier_trees.py and espalier_notebook.py. The format: /traces/format. Copyright (c) 2026 The
Espalier authors, MIT licence.
"""

import atexit, json, linecache, math, os, shutil, sys, tempfile, time
import http.client, urllib.error, urllib.request

CHUNK = 1 << 18  # bytes that are sent at once; the program waits meanwhile
PAUSE = 0.2  # seconds after which fewer are sent
PROGRAM = 1 << 18  # bytes of the longest file that is sent along
inside = {(lambda: 0).__code__.co_filename}  # files whose lines are not those of the search


class Trace:
    """A run. Its header has values ("mover": negamax, "root": one against all), kind, players, maxsum, title, ..."""
    def __init__(self, to="-", *, values=None, **header):
        self.server = self.id = self._key = None
        self._file = sys.stdout if to == "-" else to
        if isinstance(to, str) and to.startswith(("http://", "https://")):
            self.server, self._file = to.rstrip("/"), None
        elif isinstance(to, (str, os.PathLike)) and to != "-": self._file = open(to, "w", encoding="utf-8")
        self._copy = tempfile.TemporaryFile("a+b")  # what is sent, checked and shown
        self.size, self._sent, self._last = 0, 0, time.monotonic()
        if self.server:
            status, answer = _request(self.server, "?live=1")
            if status == 201:
                self.id, self._key = answer["id"], answer["key"]
                atexit.register(self.close)
                print(f"espalier: the search is shown at {self.server}/traces/{self.id}", file=sys.stderr)
            else: self._fail(answer)
        self._header, self._own = {"values": values, **header} if values else header, None

    # Of a node: parent, move, label, alpha, beta, bounds, chance, prob. Of a leaf: static=True, at the depth limit;
    # hit=True, from a table. cut: how many, or a list of names or moves. A value None is none; bound="lower".
    def enter(self, id=None, player=None, **more): self._event("enter", id=id, player=player, **more)
    def leaf(self, id, value, **more): return self._event("leaf", id=id, value=value, **more)
    def prune(self, id=None, cut=None, **more): self._event("prune", id=id, cut=cut, **more)
    def exit(self, id, value, **more): return self._event("exit", id=id, value=value, **more)
    def done(self, value, **more): return self._event("done", value=value, **more)

    def flush(self):
        self._file and self._file.flush()
        self._send()

    def close(self):  # sends the rest and ends the run, as the end of the program does
        self.flush()
        if self._key:
            status, answer = _request(self.server, f"/{self._key}/end")
            if not 200 <= status < 300: self._fail(answer)
        self._key = None

    def text(self):  # all that was printed
        self._copy.seek(0)
        return self._copy.read().decode()

    def check(self, server="http://127.0.0.1:8080"):
        """Sends the run to a server, and returns the report: its "verdict" is right, wrong or incomplete."""
        status, answer = _request(server, "/check", self.text().encode())
        if status == 200: return answer
        raise RuntimeError(f"espalier: {server}: {answer['detail']}")

    def _event(self, type, **keys):
        frame = sys._getframe(2)
        while frame.f_code.co_filename in inside: frame = frame.f_back
        self._header is None or self._begin(frame)
        if frame.f_code.co_filename == self._own and type != "done": keys.setdefault("line", frame.f_lineno)
        keys = {k: _name(v) if k in ("id", "parent", "child", "cut") else v for k, v in keys.items() if k == "value" or v is not None}
        self._print({"type": type, **keys})
        return keys.get("value")

    def _begin(self, frame):
        """Prints the header, with the text of the file that prints the first event."""
        header, self._header, file = self._header, None, frame.f_code.co_filename
        text = "" if "program" in header else "".join(linecache.getlines(file, frame.f_globals))
        if 0 < len(text.encode()) <= PROGRAM:
            header, self._own = {**header, "program": text}, file
        header and self._print(header)

    def _print(self, event):
        try:
            line = _encode(event) + "\n"
        except ValueError:
            line = _encode(_finite(event)) + "\n"
        self._file and self._file.write(line)
        self.size += self._copy.write(line.encode())
        if self._key and self.size - self._sent >= CHUNK or time.monotonic() - self._last > PAUSE:
            self.flush()

    def _send(self):
        """Sends what the server does not have. A slow server slows the program; nothing is left out."""
        tries = 0
        while self._key and self._sent < self.size:
            self._copy.seek(self._sent)
            part = self._copy.read(CHUNK)
            status, answer = _request(self.server, f"/{self._key}/lines?from={self._sent}", part)
            tries = 0 if 200 <= status < 300 else tries + 1
            if tries == 0: self._sent += len(part)
            elif tries == 6 or status not in (0, 429, 503) and "offset" not in answer: self._fail(answer)
            elif status == 409: self._sent = min(answer["offset"], self.size)  # lost, or come twice
            else: time.sleep(0.05 * 2**tries)  # 3 seconds in all
        self._last = time.monotonic()

    def _fail(self, answer):
        """Goes on without the server: the whole trace is then in a file."""
        self.id, self._key, (number, path) = None, None, tempfile.mkstemp(".ndjson", "espalier-")
        self._copy.seek(0)
        self._file = os.fdopen(number, "w", encoding="utf-8")
        shutil.copyfileobj(self._copy, self._file.buffer)
        print(f"espalier: {self.server}: {answer['detail']}. The trace is in {path}", file=sys.stderr)


def _request(server, path, body=b""):  # returns the status, 0 without an answer, and the answer
    try:
        request = urllib.request.Request(f"{server.rstrip('/')}/api/v1/traces{path}", body, {"Content-Type": "application/x-ndjson"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.loads(answer.read() or "{}")
    except urllib.error.HTTPError as e:
        text = e.read().decode(errors="replace")
        return e.code, json.loads(text) if text[:1] == "{" else {"detail": f"{e} {text[:80]}"}
    except (OSError, http.client.HTTPException) as e:
        return 0, {"detail": f"it does not answer ({getattr(e, 'reason', e)})"}


def _finite(x):  # infinite numbers have no JSON: they are open bounds
    if isinstance(x, (dict, list, tuple)):
        return {k: _finite(v) for k, v in x.items()} if isinstance(x, dict) else [_finite(v) for v in x]
    return ("inf" if x > 0 else "-inf") if isinstance(x, float) and math.isinf(x) else x


# A state may be its own name: (1, 2) is "(1, 2)". Numbers of numpy and fractions are numbers, too; NaN is an error.
_name = lambda x: x if isinstance(x, int) else [_name(y) for y in x] if isinstance(x, list) else str(x)
_encode = json.JSONEncoder(allow_nan=False, default=lambda x: x.tolist() if hasattr(x, "tolist") else float(x)).encode


def __getattr__(name):
    if name not in ("tree", "show", "run", "watch"):
        raise AttributeError(f"espalier has no {name}")
    return getattr(__import__("espalier_trees" if name == "tree" else "espalier_notebook"), name)
