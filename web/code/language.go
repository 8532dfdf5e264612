package code

import "net/http"

// ServeLanguage answers GET /code/language: how the language differs from Python.
func (h *Handlers) ServeLanguage(w http.ResponseWriter, r *http.Request) {
	h.Render(w, r, http.StatusOK, languageView())
}

// given lists what a program has.
var given = [][2]string{
	{"root", "the root of the tree, a node"},
	{"node.children", "a list of nodes, in order; [] at a leaf"},
	{"node.value", "at a leaf a number, or in a max^n tree a tuple of numbers; else None. In a game of two players it is the score of player 1"},
	{"node.player", "1, 2, …; None at leaves and chance nodes. In a minimax tree 1 is Max"},
	{"node.leaf, node.chance, node.depth", "whether it is a leaf or a chance node; the number of moves from the root"},
	{"node.probability", "of a child of a chance node"},
	{"node.label, node.move", "as in the tree, or as the game writes the move; None where there is none"},
	{"node.heuristic", "the heuristic value, if the tree or the game has one; else None"},
	{"game.players, .kind, .maxsum, .minp, .maxp, .delta", "what is known of the whole tree; None where it is not"},
	{"inf, math.inf, sum, round, pow, map, filter, isinstance", "as in Python; min and max take default=, print takes end= and sep="},
	{"sys.maxsize, SimpleNamespace", "as in Python: game = SimpleNamespace(actions=…, result=…) is in the place of an object whose functions the search calls"},
	{"enter(node), leave(node, value), cut(node)", "for a program without a recursive function"},
	{"result", "the variable that holds the result of the program"},
}

// instead lists what Python has and the language has not.
var instead = [][2]string{
	{"max(f(c) for c in xs)", "max([f(c) for c in xs])"},
	{"a < b < c", "a < b and b < c"},
	{"f\"{x}\"", "\"{}\".format(x)"},
	{"\"a\" \"b\"", "\"a\" + \"b\""},
	{"x ** 2", "pow(x, 2)"},
	{"global n; n += 1", "n = [0] outside, and n[0] += 1"},
	{"def f(n: int) -> int", "def f(n)"},
	{"(n := 3)", "n = 3 on a line of its own"},
	{"class, try, raise, del, with, yield, @", "functions, lists, dicts and SimpleNamespace; fail(\"text\") ends a run"},
	{"assert x", "if not x: fail(\"text\")"},
	{"a, *b = xs", "a, b = xs[0], xs[1:]"},
	{"{1, 2}", "set([1, 2])"},
	{"1_000", "1000"},
	{"for … else", "a flag, or return from the loop"},
	{"True + 1", "int(True) + 1"},
	{"for c in \"text\"", "for c in \"text\".elems()"},
	{"xs.append(x) while xs is iterated", "for x in list(xs)"},
	{"max([(v, node), …])", "max(pairs, key=lambda p: p[0])"},
	{"import …", "math and sys.maxsize are there without it; import math and import sys are read as pass"},
}
