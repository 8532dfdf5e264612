"""Trees and searches in a notebook. Put it beside espalier.py and espalier_trees.py.

    espalier.show(tree)                                         a picture; it needs no server
    espalier.run("shallow", tree)                               a search of minimax, alphabeta, maxn or shallow
    espalier.run("deep", tree, server="http://127.0.0.1:8080")  a search of any algorithm, to step through
    trace = espalier.watch(kind="minimax")                      your own search, drawn while it runs

show() and run() return what the cell shows. Copyright (c) 2026 The Espalier authors, MIT licence.
"""

import fractions, html, json, math, urllib.error, urllib.parse, urllib.request

import espalier, espalier_trees

DRAWN = 200  # nodes of a picture; a server shows more
LARGE = 200_000  # bytes of a trace that is not drawn, since it has more nodes
LEVEL = 70  # pixels
espalier.inside.add((lambda: 0).__code__.co_filename)


class Shown:
    def __init__(self, svg=None, text="", value=None, address=None, link=None):
        self.svg, self.text, self.value, self.address, self.link = svg, text, value, address, link

    def _repr_svg_(self):
        return self.svg

    def _repr_html_(self):
        if self.address:
            return f'<iframe src="{html.escape(self.address)}" title="{html.escape(self.text)}" style="width:100%;height:30rem;border:0"></iframe>'
        more = f'; <a href="{html.escape(self.link)}" target="_blank">its page</a>' if self.link else ""
        return f"<div>{self.svg or ''}<p>{html.escape(self.text)}{more}</p></div>"

    def __repr__(self):
        return self.text


def show(x, server=None):
    """x is a Trace, or whatever tree() takes."""
    if isinstance(x, espalier.Trace):
        if x.id and x._key is None:  # it has ended
            return Shown(text="a search", address=f"{x.server}/embed?trace={x.id}")
        if x.size > LARGE:
            shown = Shown(text=f"{x.size:,} bytes of a trace; a picture has at most {DRAWN} nodes")
        else:
            nodes = _of_trace(x.text())
            shown = _drawn(nodes, _count(nodes))
        shown.link = x.id and f"{x.server}/traces/{x.id}"
        return shown
    t = espalier_trees.tree(x)
    return _player(t, "minimax" if t.minimax else "maxn", server) if server else _drawn(t.nodes, _count(t.nodes))


def run(algorithm, x, server=None):
    t = espalier_trees.tree(x)
    if server:
        return _player(t, algorithm, server)
    if algorithm not in (("minimax", "alphabeta") if t.minimax else ("maxn", "shallow")):
        raise ValueError(f'espalier: {algorithm} on such a tree needs a server: run("{algorithm}", tree, server="http://127.0.0.1:8080")')
    maxsum = t.document.get("maxsum")
    if algorithm == "shallow" and (maxsum is None or "minp" in t.document or any(n.get("chance") for n in t.nodes)):
        raise ValueError("espalier: shallow pruning needs maxsum, scores from 0 and no chance nodes: tree(x, maxsum=9)")
    trace = espalier.Trace(None, algorithm=algorithm, tree=t.document, program="")
    value = _two(t.root, trace, algorithm == "alphabeta", -math.inf, math.inf) if t.minimax else _many(t.root, trace, algorithm == "shallow", maxsum, maxsum)
    visited = sum("seen" in n for n in t.nodes)
    shown = _drawn(t.nodes, f"{algorithm}: {_words(value)}; {visited} of {len(t.nodes)} nodes visited", value)
    shown.trace = trace
    return shown


def watch(server=None, **header):
    """A Trace that is drawn in the cell while the search runs. With a server it can be played there when it ends."""
    from IPython.display import display
    return _Watch(display, server, header)


class _Watch(espalier.Trace):
    def __init__(self, display, server, header):
        self._handle, self._shown = None, 0
        super().__init__(server, **header)
        self._handle = display(show(self), display_id=True)
        self._shown, self._cells = self.size, _cells()
        self._cells and self._cells.register("post_run_cell", self._end_of_cell)

    def flush(self):
        super().flush()
        self._draw()

    def close(self):
        super().close()
        self._draw()
        self._handle and self._cells and self._cells.unregister("post_run_cell", self._end_of_cell)
        self._handle = None

    def _draw(self):
        self._handle and self._handle.update(show(self))
        self._shown = self.size

    def _end_of_cell(self, *result):
        """What the cell has printed is shown, also if it does not close the trace, or ends with an error."""
        self._shown < self.size and self.flush()


def _cells():
    from IPython import get_ipython
    shell = get_ipython()
    return shell and shell.events


def _two(n, trace, cuts, alpha, beta):
    kids, ours = n["children"], n.get("player") == 1
    if not kids:
        return _seen(n, trace.leaf(n["number"], _score(n["value"])))
    trace.enter(n["number"])
    if n.get("chance"):
        best = sum(_share(n, kid) * _two(kid, trace, cuts, -math.inf, math.inf) for kid in kids)
        return _seen(n, trace.exit(n["number"], best))
    best = -math.inf if ours else math.inf
    for i, kid in enumerate(kids):
        best = (max if ours else min)(best, _two(kid, trace, cuts, alpha, beta))
        alpha, beta = (max(alpha, best), beta) if ours else (alpha, min(beta, best))
        if cuts and beta <= alpha and _cut(n, i + 1, trace):
            break
    return _seen(n, trace.exit(n["number"], best))


def _many(n, trace, cuts, maxsum, bound):
    """bound is the most that the parent leaves for the player of the node (Korf 1991)."""
    kids, me, best = n["children"], n.get("player", 0) - 1, None
    if not kids:
        return _seen(n, trace.leaf(n["number"], [_score(v) for v in n["value"]]))
    trace.enter(n["number"])
    if n.get("chance"):
        parts = [(_share(n, kid), _many(kid, trace, cuts, maxsum, maxsum)) for kid in kids]
        best = [sum(p * v[i] for p, v in parts) for i in range(len(parts[0][1]))]
        return _seen(n, trace.exit(n["number"], best))
    for i, kid in enumerate(kids):
        left = maxsum - best[me] if cuts and best and kid.get("player") != n["player"] else maxsum
        value = _many(kid, trace, cuts, maxsum, left)
        if best is None or value[me] > best[me]:
            best = value
        if cuts and best[me] >= bound and _cut(n, i + 1, trace):
            break
    return _seen(n, trace.exit(n["number"], best))


def _seen(n, value):
    n["seen"] = n["result"] = value
    return value


def _cut(n, first, trace):
    """Skips the children from one on. Reports whether there are any."""
    rest = n["children"][first:]
    if rest:
        trace.prune(n["number"], cut=[kid["number"] for kid in rest])
    for kid in rest:
        kid["cut"] = True
    return bool(rest)


def _score(x):
    return float(fractions.Fraction(x)) if isinstance(x, str) else x


def _share(n, kid):
    return _score(kid.get("prob", f"1/{len(n['children'])}"))


def _player(t, algorithm, server):
    """The run on a server: its page in a frame. A tree that is too long for an address is stored there."""
    server = server.rstrip("/")
    solved = _post(server, "solve", {"tree": t.document, "algorithm": algorithm})
    text = _post(server, "parse", {"tree": t.document})["text"]
    source = {"text": text} if len(urllib.parse.quote(text)) < 6000 else {"saved": _post(server, "trees", {"tree": t.document})["id"]}
    address = f"{server}/embed?{urllib.parse.urlencode({**source, 'algorithm': algorithm})}"
    return Shown(text=f"{algorithm}: {_words(solved['value'])}", value=solved["value"], address=address)


def _post(server, path, body):
    text = json.dumps(body, default=espalier_trees.plain).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{server}/api/v1/{path}", text, {"Content-Type": "application/json"})) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as e:
        raise ValueError(f"espalier: {json.load(e).get('detail')}") from None
    except OSError as e:
        raise ConnectionError(f"espalier: {server} does not answer ({getattr(e, 'reason', e)}); without server=... a small tree needs none") from None


def _of_trace(text):
    """Returns the nodes of a trace, the root first: those of its tree, or those that were entered or skipped."""
    events = [json.loads(line) for line in text.splitlines()]
    header = {} if not events or "type" in events[0] else events.pop(0)
    known = espalier_trees.Tree(header["tree"]).nodes if "tree" in header else []
    nodes, stack, named = known[:], [], {}

    def child(name):
        """The child of the innermost open node with a name: a number or a label of the tree, or the program's own."""
        parent = stack[-1] if stack else None
        if known:
            return known[name] if isinstance(name, int) else next(n for n in (parent["children"] if parent else known) if n.get("label") == name)
        key = (parent and parent["number"], json.dumps(name))
        if name is None or key not in named:
            named[key] = {"number": len(nodes), "label": "" if name is None else str(name), "children": []}
            nodes.append(named[key])
            if parent:
                parent["children"].append(named[key])
        return named[key]

    def back_to(name):
        while name is not None and len(stack) > 1 and stack[-1]["id"] != name:
            stack.pop()

    for e in events:
        kind, name = e["type"][0], e.get("id")
        if kind in "el" and e["type"] != "exit":
            back_to(e.get("parent"))
            turn = stack[-1].get("player", 0) % header.get("players", 2) + 1 if stack else 1
            node = child(name)
            node.update(id=name, seen=True, cut=False, action=e.get("move") or node.get("action"))
            if kind == "l":
                node["result"] = e.get("value")
                continue
            node.update({"chance": True} if e.get("chance") else {"player": e.get("player") or node.get("player") or turn})
            stack.append(node)
        elif kind == "p":
            back_to(name)
            skipped = e.get("cut", 1)
            for skip in skipped if isinstance(skipped, list) else [None] * min(skipped, DRAWN):
                child(skip)["cut"] = True
        elif e["type"] in ("exit", "x"):
            back_to(name)
            stack.pop()["result"] = e.get("value")
    return nodes


def _count(nodes):
    return "1 node" if len(nodes) == 1 else f"{len(nodes)} nodes"


def _words(value):
    if isinstance(value, (list, tuple)):
        return "(" + ", ".join(_words(v) for v in value) + ")"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _drawn(nodes, text, value=None):
    if len(nodes) > DRAWN or not nodes:
        return Shown(None, text + (f"; a picture has at most {DRAWN}" if nodes else ""), value)
    return Shown(picture(nodes[0]), text, value)


def picture(root):
    """A tidy tree: a row for each level, leaves at equal distances, a node above the middle of its children."""
    minimax = not any(isinstance(v, (list, tuple)) for v in _values(root))
    width = 50 + 7 * max(len(_below(n)) + len(n.get("label", "")) * bool(n["children"]) for n in _all(root))
    places, edges, count, deepest = [], [], [0], [0]

    def place(n, level, faded):
        faded = faded or n.get("cut", False)
        at = [place(kid, level + 1, faded) for kid in n["children"]]
        x = (at[0] + at[-1]) / 2 if at else width * (count[0] + 0.5)
        count[0] += not at
        y, deepest[0] = 30 + LEVEL * level, max(deepest[0], level)
        for kid, to in zip(n["children"], at):
            edges.append(_edge(kid, x, y + 11, to, y + LEVEL - 12, faded or kid.get("cut", False)))
        places.append(_node(n, x, y, minimax, faded))
        return x

    place(root, 0, False)
    size = f"{width * count[0]} {50 + LEVEL * deepest[0] + 20}"
    style = f"max-width:{width * count[0]}px;width:100%;color:inherit"
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" style="{style}" role="img" aria-label="a game tree" font-family="serif" '
            f'font-size="14" fill="currentColor" text-anchor="middle"><g stroke="currentColor" stroke-width="1.2">{"".join(edges)}</g>{"".join(places)}</svg>')


def _all(n):
    yield n
    for kid in n["children"]:
        yield from _all(kid)


def _values(root):
    return [n.get("value", n.get("result")) for n in _all(root)]


def _below(n):
    """What is written beside an inner node, or below a leaf."""
    value = n.get("result", None if n["children"] else n.get("value"))
    return "" if value is None else _words(value)


def _edge(kid, x, y, to, end, faded):
    fade = ' opacity=".55" stroke-dasharray="4 3"' if faded else ""
    line = f'<path d="M{x:g} {y}L{to:g} {end}"{fade}/>'
    if kid.get("cut"):  # a short stroke across the edge
        mx, my = x + (to - x) * 0.25, y + (end - y) * 0.25
        line += f'<path d="M{mx - 7:g} {my + 3:g}L{mx + 7:g} {my - 3:g}" stroke-width="2.5"/>'
    if kid.get("action"):
        side = "end" if to < x else "start"
        line += f'<text x="{(x + to) / 2 + (-8 if to < x else 8):g}" y="{(y + end) / 2:g}" text-anchor="{side}" font-size="12" stroke="none">{html.escape(kid["action"])}</text>'
    return line


def _node(n, x, y, minimax, faded):
    label, below = html.escape(n.get("label", "")), html.escape(_below(n))
    fade = ' opacity=".55"' if faded else ""
    if not n["children"] and "player" not in n:
        return f'<g{fade}><text x="{x:g}" y="{y + 4}" font-style="italic">{label}</text><text x="{x:g}" y="{y + (20 if label else 4)}">{below}</text></g>'
    corners = {1: "M{l} {b}H{r}L{x} {t}z", 2: "M{l} {t}H{r}L{x} {b}z"}.get(n.get("player") if minimax else 0, "M{l} {t}H{r}V{b}H{l}z")
    if n.get("chance"):
        corners = "M{l} {y}a11 11 0 1 0 22 0a11 11 0 1 0 -22 0"
    shape = corners.format(l=f"{x - 11:g}", r=f"{x + 11:g}", t=y - 11, b=y + 11, x=f"{x:g}", y=y)
    mover = "" if minimax or n.get("chance") else n.get("player", "")
    return (f'<g{fade}><path d="{shape}" fill="none" stroke="currentColor" stroke-width="1.4"/><text x="{x:g}" y="{y + 5}">{mover}</text>'
            f'<text x="{x - 15:g}" y="{y + 5}" text-anchor="end" font-style="italic">{label}</text><text x="{x + 15:g}" y="{y + 5}" text-anchor="start">{below}</text></g>')
