"""Game trees out of Python: espalier.tree(x) of lists, dicts, a networkx.DiGraph, or the states of a game.

    espalier.tree([[3, 12, 8], [2, 4, 6]])                                  Max, then Min
    espalier.tree([(5, 2, 2), [(1, 6, 2), (3, 3, 3)]], maxsum=9)            three players
    espalier.tree({"left": 3, "right": {"up": 5, "down": 4}})               with the names of the moves
    espalier.tree(graph)                                                    a networkx.DiGraph
    espalier.tree(state, children=moves, value=score, player=mover, depth=4)

A list is an inner node; a number is a leaf, a tuple one with a score for each player. A dict is a tree document, a
node of one, or has a subtree for each move. In a DiGraph nodes may have value, label, player and chance, edges move
and prob. For a game, children(state) lists pairs of a move and the next state, or triples with a probability at a
chance node; value(state) is asked where there is no move, or no more depth. Players move in turn, unless a node
says who moves. Keywords such as maxsum, minp and title become the header. Put this file beside espalier.py.
Copyright (c) 2026 The Espalier authors, MIT licence.
"""

import json

DOCUMENT = {"label", "player", "children", "value", "chance", "prob", "action", "static", "low", "up"}


class Tree:
    """A tree document (espalier/tree/1). Its nodes are numbered in preorder; the root is 0."""

    def __init__(self, document):
        self.document = document
        self.minimax = document.get("kind") == "minimax"
        self.nodes = []
        self.root = self._number(document["root"])

    def _number(self, node):
        node = dict(node, number=len(self.nodes))
        self.nodes.append(node)
        node["children"] = [self._number(child) for child in node.get("children", [])]
        return node

    def json(self):
        return json.dumps(self.document, default=plain)

    def _repr_svg_(self):
        import espalier_notebook
        return espalier_notebook.show(self)._repr_svg_()

    def __repr__(self):
        return f"<espalier.Tree of {len(self.nodes)} nodes>"


def tree(x, children=None, value=None, player=None, depth=None, **header):
    if isinstance(x, Tree):
        return Tree({**x.document, **header})
    if isinstance(x, dict) and "root" in x:
        return Tree({**x, **header})
    if children:
        root = _of_game(x, children, value, player, depth)
    elif hasattr(x, "successors"):
        root = _of_graph(x)
    else:
        root = _nested(x)
    values = list(_values(root))
    width = _width(values[0])
    for other in values:
        if _width(other) != width:
            raise ValueError(f"espalier: one leaf is {values[0]}, another {other}; all are numbers, or all have a score for each player")
    _movers(root, 1, width or 2)
    kind = {"kind": "maxn", "players": width} if width else {"kind": "minimax"}
    return Tree({"format": "espalier/tree/1", **kind, **header, "root": root})


def _nested(x):
    if isinstance(x, dict) and x and x.keys() <= DOCUMENT:
        node = {k: v if k != "children" else [_nested(child) for child in v] for k, v in x.items()}
        return node if "children" in x else {**node, **_leaf(x.get("value"))}
    if isinstance(x, dict):
        return _inner({"action": str(move), **_nested(child)} for move, child in x.items())
    return _inner(_nested(child) for child in x) if isinstance(x, list) else _leaf(x)


def _of_graph(graph):
    roots = [n for n in graph if graph.in_degree(n) == 0]
    twice = [n for n in graph if graph.in_degree(n) > 1]
    if len(roots) != 1 or twice:
        raise ValueError(f"espalier: a tree has one root and one parent for each other node; here are the roots {roots}, and {twice} with more parents")

    def node(n):
        about = {"label": str(n), **{k: v for k, v in graph.nodes[n].items() if k in DOCUMENT}}
        kids = [{**_edge(graph.edges[n, k]), **node(k)} for k in graph.successors(n)]
        return {**about, **(_inner(kids) if kids else _leaf(about.get("value")))}

    return node(roots[0])


def _of_game(state, children, value, player, depth):
    moves = [] if depth == 0 else list(children(state))
    if not moves:
        return _leaf(value(state))
    deeper = None if depth is None else depth - 1
    node = _inner({**_edge({"move": move, "prob": prob[0] if prob else None}), **_of_game(next, children, value, player, deeper)} for move, next, *prob in moves)
    chance = any(len(move) > 2 for move in moves)
    return {**({"chance": True} if chance else {"player": player(state)} if player else {}), **node}


def _edge(about):
    names = {"move": "action", "action": "action", "prob": "prob"}
    return {names[k]: str(v) if k != "prob" else v for k, v in about.items() if k in names and v is not None}


def _inner(children):
    children = list(children)
    if not children:
        raise ValueError("espalier: an empty list is no node: an inner node has children, a leaf has a value")
    return {"children": children}


def _leaf(value):
    """A tuple, a list or an array is a vector."""
    value = value.tolist() if hasattr(value, "tolist") else list(value) if isinstance(value, tuple) else value
    if not isinstance(value, (int, float, list)) and not hasattr(value, "numerator") or isinstance(value, bool):
        raise ValueError(f"espalier: {value!r} is no value of a leaf: a number, or a tuple with a score for each player")
    return {"value": value}


def _width(value):
    return len(value) if isinstance(value, list) else 0


def _values(node):
    if "children" not in node:
        yield node["value"]
    for child in node.get("children", []):
        yield from _values(child)


def _movers(node, mover, players):
    """Players move in turn, unless a node says who moves; chance takes no turn."""
    if "children" in node:
        chance = node.get("chance")
        mover = mover if chance else node.setdefault("player", mover)
        for child in node["children"]:
            _movers(child, mover if chance else mover % players + 1, players)


def plain(x):
    """Numbers of numpy as Python's, fractions as the text that a tree document has for them."""
    return x.tolist() if hasattr(x, "tolist") else f"{x.numerator}/{x.denominator}"
