package trial_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/checks"
	"espalier/search/program"
	"espalier/search/program/trial"
	"espalier/trees"
)

// pvs probes each later child with a zero window, and searches it again if that shows that it may be the best one.
const pvs = `def pvs(node, alpha, beta):
    if node.leaf:
        return node.value
    first = True
    if node.player == 1:
        best = -inf
        for child in node.children:
            if first:
                v = pvs(child, alpha, beta)
            else:
                v = pvs(child, alpha, alpha + 1)
                if alpha < v and v < beta:
                    v = pvs(child, v, beta)
            first = False
            best = max(best, v)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    best = inf
    for child in node.children:
        if first:
            v = pvs(child, alpha, beta)
        else:
            v = pvs(child, beta - 1, beta)
            if alpha < v and v < beta:
                v = pvs(child, alpha, v)
        first = False
        best = min(best, v)
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best

result = pvs(root, -inf, inf)
`

// verdicts tries a program on 200 random trees, and counts the verdicts on its runs.
func verdicts(t *testing.T, id, text string) map[string]int {
	t.Helper()
	a, _ := algorithms.Find(id)
	compiled, err := program.Compile(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	var list []*trees.Tree
	x := trial.Trial{Algorithm: a, Seed: 3, Trees: 200, Run: func(tree *trees.Tree, out io.Writer) (*program.Result, error) {
		list = append(list, tree)
		return compiled.Run(context.Background(), program.Request{Tree: tree}, out)
	}}
	if _, err := x.Do(context.Background()); err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, tree := range list[:200] {
		found, err := x.On(context.Background(), tree)
		if err != nil || found.Report == nil {
			t.Fatalf("%v: %+v", err, found)
		}
		count[found.Report.Verdict]++
		if !found.ValuesRight() {
			count["value"]++
		}
	}
	return count
}

// TestProbes: a probe and its re-search are right. Where the program says its windows, every run is judged whole. Where it
// does not, a run may stay undecided, and no value is called wrong; nor is a cut, if the program says that it probes.
func TestProbes(t *testing.T) {
	whole := strings.NewReplacer("pvs(child, v, beta)", "pvs(child, alpha, beta)", "pvs(child, alpha, v)", "pvs(child, alpha, beta)").Replace(pvs)
	hard := strings.NewReplacer("        return best\n    best = inf", "        return min(max(best, low), high)\n    best = inf", "    return best\n\nresult", "    return min(max(best, low), high)\n\nresult",
		"    first = True\n", "    first = True\n    low, high = alpha, beta\n").Replace(pvs)
	for name, text := range map[string]string{"from what the probe has shown": pvs, "with the whole window": whole, "fail-hard": hard} {
		for _, id := range []string{"alphabeta", "pvs"} {
			if got := verdicts(t, id, text); got[checks.RunRight] != 200 {
				t.Errorf("%s, against %s: %v", name, id, got)
			}
			got := verdicts(t, id, strings.NewReplacer("alpha", "lower", "beta", "upper").Replace(text))
			if got["value"] > 0 || id == "pvs" && got[checks.RunWrong] > 0 || got[checks.RunRight] < 130 {
				t.Errorf("%s without windows, against %s: %v", name, id, got)
			}
		}
	}
}

// TestWrongProbes: a value of a probe that is no bound is found, and so is a search that does not search again.
func TestWrongProbes(t *testing.T) {
	const atEnd = "        return best\n    best = inf"
	for name, c := range map[string]struct {
		from, to string
		windows  bool // it shows only where the windows are known
	}{
		"a probe says one less":        {atEnd, "        return best - 1 if alpha + 1 == beta or alpha == beta else best\n    best = inf", true},
		"a probe has the wrong sign":   {atEnd, "        return -best if beta - alpha <= 1 else best\n    best = inf", false},
		"a value beyond the limits":    {"v = pvs(child, alpha, alpha + 1)\n                if alpha < v and v < beta:", "v = pvs(child, alpha, alpha + 1)\n                if True:", true},
		"no second search":             {"v = pvs(child, v, beta)", "v = v", false},
		"the wrong side of the window": {"v = pvs(child, alpha, alpha + 1)", "v = pvs(child, alpha - 1, alpha)", false},
	} {
		text := strings.Replace(pvs, c.from, c.to, 1)
		if text == pvs {
			t.Fatal(name)
		}
		got := verdicts(t, "alphabeta", text)
		without := verdicts(t, "alphabeta", strings.NewReplacer("alpha", "lower", "beta", "upper").Replace(text))
		if got[checks.RunWrong] == 0 || !c.windows && without[checks.RunWrong] == 0 {
			t.Errorf("%s: %v; without windows %v", name, got, without)
		}
	}
}
