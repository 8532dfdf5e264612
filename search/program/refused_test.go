package program_test

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"espalier/search/program"
	"espalier/search/searchtest"
)

// TestRefused: what Python has and the language has not is refused where it is, with what to write instead.
func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"x = max(f(c) for c in xs)":                    "1:8 put [ ] around it: max([f(c) for c in …])",
		"y = 1\nif 1 < y < 3:\n    pass":               "2:10 a < b and b < c",
		"x = f'{1}'":                                   "1:5 '{}'.format(x)",
		"x = 'a' 'b'":                                  "1:9 +",
		"x = 2 ** 3":                                   "1:7 pow(a, b)",
		"def f():\n    global n\n    n = 1":            "2:5 count = [0]; count[0] += 1",
		"def f():\n    nonlocal n\n    n = 1":          "2:5 count = [0]; count[0] += 1",
		"n = 0\ndef f():\n    n += 1\n":                "3:5 n = [0]; n[0] += 1",
		"n = 0\ndef f(x):\n    if x > n:\n        n=x": "3:12 n = [0]; n[0] += 1",
		"def f(n: int):\n    pass":                     "1:8 leave them out",
		"def f(n) -> int:\n    pass":                   "1:10 leave them out",
		"best: int = 3":                                "1:5 leave them out",
		"if (n := 3):\n    pass":                       "1:7 on a line of its own",
		"class A:\n    pass":                           "1:1 no classes",
		"try:\n    pass\nexcept:\n    pass":            "1:1 no try",
		"raise X":                                      "1:1 no raise",
		"assert 1 == 1":                                "1:1 no assert",
		"del x[0]":                                     "1:1 no del",
		"with x:\n    pass":                            "1:1 no with",
		"def f():\n    yield 1":                        "2:5 no yield",
		"@cache\ndef f():\n    pass":                   "1:1 no decorators",
		"a, *b = [1, 2]":                               "1:4 use an index",
		"s = {1, 2}":                                   "1:5 set([1, 2])",
		"n = 1_000":                                    "1:5 write 1000",
		"for x in []:\n    pass\nelse:\n    pass":      "3:1 a for has no else",
		"import random":                                "1:1 no module can be imported",
		"from math import floor":                       "1:1 no module can be imported",
		"x = random.choice([])":                        "1:5 the same run each time",
		"root.seen = 1":                                "1:5 memo[node] = value",
		"x = [1, 2":                                    "1:10 found the end of the text",
		"def f(n)\n    return 1":                       "1:9 where ':' is expected",
		"x = evaluationFunction(root)":                 "1:5 write node.value at a leaf, node.heuristic at the frontier",
		"x = best_score":                               "1:5 the name best_score is not known here",
		"x = np.inf":                                   "1:5 write inf",
		"import numpy as np":                           "1:1 write inf in place of np.inf",
		"x = unknown":                                  "1:5 the name unknown is not known here",
		"while True:\n    ...":                         "2:5 write pass",
	} {
		_, err := program.Compile(text, nil)
		var faults program.Faults
		if !errors.As(err, &faults) {
			t.Errorf("%q is not refused: %v", text, err)
			continue
		}
		place, words, _ := strings.Cut(want, " ")
		found := false
		for _, f := range faults {
			found = found || strings.Contains(f.Text, words) && place == strings.Join([]string{strconv.Itoa(f.Line), strconv.Itoa(f.Column)}, ":")
		}
		if !found {
			t.Errorf("%q: got %d:%d %v, want %s", text, faults[0].Line, faults[0].Column, faults, want)
		}
	}
}

// TestRead: what Python has and the language has by another name is read in the same columns.
func TestRead(t *testing.T) {
	for _, text := range []string{
		"import sys\nfrom types import SimpleNamespace\ngame = SimpleNamespace(least=lambda s: -sys.maxsize)\nx = game.least(root)",
		"x = None\nif x is None and x is not 3:\n    x = 1",
		"import math\nfrom typing import List, Optional\nfrom math import inf\nx = [math.inf, inf, float('inf'), -float(\"inf\")]",
		"x = {'a': 1, 'b': [c for c in [1]]}\ny = {}\nz = {k: v for k, v in x.items()}",
		"def f(*args, **kwargs):\n    return args\nf(*[1], **{'a': 1})",
		"f = lambda a, b=2: a\nx = sorted([1], key=lambda x: -x)",
		"print('a', end='')\nx = [1]\nx.sort(key=lambda v: v, reverse=True)\ny = x.copy()",
		"for i in range(3):\n    if i:\n        pass\n    else:\n        pass\n",
		"x = sum([1]); y = round(2.5) + pow(2, 3) + min([], default=1) + max(1, 2)\nif isinstance(y, (int, float)): pass",
		"match = 3\nmatch += 1\ntype_ = 1",
		"\"\"\"A docstring,\nof two lines: class A.\"\"\"\n# assert nothing\nx = 'it is a class'",
		"if __name__ == '__main__':\n    pass",
		"x = [1, 2, 3][1:]\nif x: y = x[0]",
	} {
		if _, err := program.Compile(text, nil); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestFaults: what ends a run says why, what to write instead, and at which line. What came before is there.
func TestFaults(t *testing.T) {
	tree := searchtest.Read(t, textbook)
	search := "def f(n, d):\n    if n.leaf:\n        return %s\n    return max([f(c, d + 1) for c in n.children])\nresult = f(root, 0)\n"
	for body, want := range map[string]string{
		"n.valeu":                     "3 a node has no .valeu",
		"max([(1, n), (1, root)])":    "3 add key=",
		"True + 1":                    "3 int(x)",
		"[c for c in 'abc']":          "3 text.elems()",
		"1 // 0":                      "3 division by zero",
		"f(n)":                        "3 lacks d",
		"f(n, d + 1)":                 "3 1000 calls open at once",
		"[1][3]":                      "3 out of range",
		"{}['k']":                     "3 dict.get(key)",
		"n.children()":                "3 a list is no function",
		"fail('here')":                "3 here",
		"None + 1":                    "3 a NoneType and a int",
		"game.winner":                 "3 game has no .winner",
		"n.to_move":                   "3 a node has no .to_move: write node.player",
		"n.is_terminal()":             "3 a node has no .is_terminal: write node.leaf",
		"game.utility(n)":             "3 game has no .utility: write node.value",
		"leave(root.children[2], 3)":  "3 is not open",
		"enter(root)":                 "3 leave that one first",
		"cut(root)":                   "3 neither the open node nor a child",
		"[x.append(1) for x in [[]]]": "",
	} {
		result, err := program.Run(context.Background(), program.Request{Text: strings.Replace(search, "%s", body, 1), Tree: tree}, io.Discard)
		switch {
		case err != nil:
			t.Errorf("%s: %v", body, err)
		case want == "" && result.Fault == nil:
		case result.Fault == nil:
			t.Errorf("%s: no fault", body)
		default:
			line, words, _ := strings.Cut(want, " ")
			if strconv.Itoa(result.Fault.Line) != line || !strings.Contains(result.Fault.Text, words) || result.Fault.Node == nil {
				t.Errorf("%s: %+v, want %s", body, result.Fault, want)
			}
			if result.Events == 0 {
				t.Errorf("%s: what came before is lost", body)
			}
		}
	}
	for text, want := range map[string]string{
		"while True:\n    x = 1": "steps, the most that are allowed",
		"print(3)":               "no call was given a node: pass nodes",
		"def act(game, state, depth, beta=1):\n    def f(n):\n        return [f(c) for c in n.children]\n    return f(state)": "nothing calls act: add result = act(game, root, 3)",
		"def f(i, xs):\n    return xs[i] if i > 3 else f(2 * i + 1, xs)\nresult = f(0, [1, 2, 3, 4, 5, 6, 7, 8])":             "f goes by the index i. Give it root",
		"def f(n):\n    return [f(c) for c in n]\nresult = f(root)":                                                           "node",
		"xs = [1]\nfor x in xs:\n    xs.append(x)":                                                                            "iterate over a copy",
	} {
		result, err := program.Run(context.Background(), program.Request{Text: text, Tree: tree, Steps: 100_000}, io.Discard)
		if err != nil || result.Fault == nil || !strings.Contains(result.Fault.Text, want) {
			t.Errorf("%q: %+v, %v, want %s", text, result, err, want)
		}
	}
}

// TestLongOutput: what is printed beyond the limit is left out, and the output says so.
func TestLongOutput(t *testing.T) {
	result, err := program.Run(context.Background(), program.Request{Text: "for i in range(100000):\n    print('é', i)\nenter(root)", Tree: searchtest.Read(t, textbook)}, io.Discard)
	if err != nil || len(result.Output) > program.MaxOutput+200 || !strings.HasSuffix(result.Output, "the rest is left out)") {
		t.Errorf("%d bytes, %v, ends %.100q", len(result.Output), err, result.Output[max(0, len(result.Output)-100):])
	}
}

// TestVarsOfClosures: a variable that an inner function uses is kept by the interpreter in another way.
func TestVarsOfClosures(t *testing.T) {
	_, trace := run(t, program.Request{Lines: true, Tree: searchtest.Read(t, "kind minimax max[ 1 ]"), Text: `def f(n):
    captured = 7
    g = lambda: captured
    captured = captured + g()
    return captured
result = f(root)
`})
	for _, want := range []string{`"captured":7`, `"captured":14`} {
		if !strings.Contains(string(trace), want) {
			t.Errorf("no %s in\n%s", want, trace)
		}
	}
}

// TestOncePerLine: the same mistake is named once of a line, also where it is several times in it.
func TestOncePerLine(t *testing.T) {
	_, err := program.Compile("def f(n: Node, alpha: float) -> float:\n    best: float = f'{1}'", nil)
	var faults program.Faults
	if !errors.As(err, &faults) || len(faults) != 3 || faults[0].Line != 1 || faults[1].Line != 2 || faults[2].Line != 2 {
		t.Errorf("%v", faults)
	}
}
