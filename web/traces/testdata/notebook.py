"""Compares what the notebook computes itself with what a server answers, and prints what is shown."""

import json, random, sys

import espalier

server = sys.argv[1]
random.seed(7)


def grown(depth, leaf):
    if depth == 0 or depth < 3 and random.random() < 0.2:
        return leaf()
    return [grown(depth - 1, leaf) for _ in range(random.randint(1, 3))]


def three():
    a = random.randint(0, 9)
    b = random.randint(0, 9 - a)
    return (a, b, 9 - a - b)


cuts = 0
for _ in range(12):
    two = espalier.tree(grown(4, lambda: random.randint(-5, 5)))
    many = espalier.tree(grown(4, three), maxsum=9)
    for algorithm, tree in [("minimax", two), ("alphabeta", two), ("maxn", many), ("shallow", many)]:
        own, served = espalier.run(algorithm, tree), espalier.run(algorithm, tree, server=server)
        report = own.trace.check(server)
        cuts += own.trace.text().count("prune")
        assert list(own.value) == served.value if tree is many else own.value == served.value, (algorithm, own, served)
        assert report["verdict"] == "right", (algorithm, report, own.trace.text())
assert cuts > 20, cuts

chance = espalier.run("minimax", {"chance": True, "children": [{"value": 1, "prob": "1/4"}, {"prob": "3/4", "children": [2, 3]}]})
assert chance.value == 2.5 and chance.trace.check(server)["verdict"] == "right", chance

# A search of one's own, without the tree: a Trace is drawn, too.
trace = espalier.Trace(None, kind="minimax")
trace.enter("<root>", player=1)
trace.leaf("b", 4)
trace.enter("c", move="up & away")
trace.leaf("d", 3)
trace.prune("c", cut=2)
trace.exit("c", 3)
trace.exit("<root>", 4)

# The states of a program may be the names of its nodes.
named = espalier.Trace(None, kind="minimax")
named.enter((1, 2))
named.leaf((3, 4), 5, parent=(1, 2))
named.prune((1, 2), cut=[(5, 6)])
named.exit((1, 2), 5)
assert [json.loads(line).get("id") for line in named.text().splitlines()[1:]] == ["(1, 2)", "(3, 4)", "(1, 2)", "(1, 2)"], named.text()
assert json.loads(named.text().splitlines()[3])["cut"] == ["(5, 6)"], named.text()

# A search on a server: a picture with a link while it runs, the page of a player when it has ended.
sent = espalier.Trace(server, kind="minimax")
sent.enter("a", player=1)
sent.exit("a", sent.leaf("b", 5))
before = espalier.show(sent)
sent.close()
assert "<svg" in before._repr_html_() and f'href="{server}/traces/{sent.id}"' in before._repr_html_(), before._repr_html_()

wrong = []
for make in [lambda: espalier.tree([]), lambda: espalier.tree([1, (2, 3)]), lambda: espalier.tree([[1], []]), lambda: espalier.tree({"a": "x"}),
             lambda: espalier.run("deep", [1, 2]), lambda: espalier.run("shallow", [(1, 2), (2, 1)]), lambda: espalier.run("shalow", many, server=server),
             lambda: espalier.show(two, server="http://127.0.0.1:1")]:
    try:
        make()
        wrong.append("no error")
    except (ValueError, ConnectionError) as e:
        wrong.append(str(e))

large = espalier.show(espalier.tree([[i, i + 1] for i in range(100)]))
print(json.dumps({
    "pictures": [x._repr_svg_() for x in [two, many, espalier.run("shallow", many), chance, espalier.show(trace), espalier.show(own.trace)]],
    "players": [espalier.run("deep", many, server=server)._repr_html_(), espalier.show(many, server)._repr_html_(), espalier.show([list(range(i, i + 10)) for i in range(500)], server)._repr_html_(),
                espalier.show(sent)._repr_html_()],
    "wrong": wrong,
    "large": large._repr_html_(),
}))
