"""Prints the search of a program for Espalier, one line of JSON for each event.

    import espalier
    trace = espalier.Trace(kind="minimax", algorithm="alphabeta")

    def search(node, alpha, beta):
        if node.is_leaf():
            return trace.leaf(node.name, node.value)
        trace.enter(node.name, player=node.player, alpha=alpha, beta=beta)
        ...
            if beta <= alpha:
                trace.prune(node.name)
                break
        return trace.exit(node.name, best)

Trace() prints to the standard output; Trace(file=...) to a file. check() sends what was printed to a
server and returns its report. The file has no dependencies. The format: /traces/format.
"""

import json
import math
import sys
import urllib.request


class Trace:
    """A run. The keywords become its header: kind, players, maxsum, algorithm, title, tree, ..."""

    def __init__(self, file=None, **header):
        self.file = file if file is not None else sys.stdout
        self.lines = []
        if header:
            self._print(header)

    def enter(self, id, player=None, **more):
        """The search of a node begins. more: parent, move, label, alpha, beta, bounds, chance, prob."""
        self._event("enter", id=id, player=player, **more)

    def leaf(self, id, value, **more):
        """A leaf, or a node at the depth limit (static=True). Returns the value."""
        self._event("leaf", id=id, value=value, **more)
        return value

    def prune(self, id, cut=None, **more):
        """The other children of a node are skipped. cut: how many, or a list of their names."""
        self._event("prune", id=id, cut=cut, **more)

    def exit(self, id, value, **more):
        """The search of a node ends; None is no value. bound="lower" or "upper": it is only a bound. Returns the value."""
        self._print({"type": "exit", "id": id, "value": _number(value), **more})
        return value

    def done(self, value, **more):
        """The search ends with a value."""
        self._event("done", value=value, **more)
        return value

    def check(self, server="http://127.0.0.1:8080"):
        """Sends the run to a server, and returns the report: its "verdict" is right, wrong or incomplete."""
        request = urllib.request.Request(
            server + "/api/v1/traces/check",
            data="".join(self.lines).encode(),
            headers={"Content-Type": "application/x-ndjson"},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def _event(self, type, **keys):
        self._print({"type": type, **{k: _number(v) for k, v in keys.items() if v is not None}})

    def _print(self, event):
        line = json.dumps(event) + "\n"
        self.lines.append(line)
        self.file.write(line)


def _number(value):
    """Infinite numbers have no JSON: they are open bounds."""
    if isinstance(value, float) and math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if isinstance(value, (tuple, list)):
        return [_number(v) for v in value]
    return value
