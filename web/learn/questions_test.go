package learn

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"espalier/search/engine"
	"espalier/search/question"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/judge"
)

// wanted are the answers, so that no change of a tree goes unnoticed. Those of kinds that compare searches are
// also found anew by TestAnswersByHand.
var wanted = map[string][3]string{
	"game-trees": {"2", "4", "false"},
	"alpha-beta": {"[8]", "[0,4]", "[[12,5,13],[12,13,5],[13,5,12],[13,12,5]]"},
	"players":    {"[2,2,5]", "[3,4,2]", "false"},
	"ties":       {"[2,4,4]", "[6,4,0]", "false"},

	"immediate":         {"[]", "[3,4,3]", "false"},
	"shallow":           {"[7,8]", "[0,9]", "[4,4,1]"},
	"deep-fails":        {"[6,1,2]", "false", "0"},
	"branch-and-bound":  {"[4]", "[4,1,5]", "0"},
	"paranoid":          {"[6]", "[3,0,6]", "0"},
	"last-branch":       {"[6]", "[0,2,4]", "[3,3,4]"},
	"speculative":       {"[6]", "[1,5,4]", "[3,3,4]"},
	"leaf-value-tables": {"[1,2,0]", "[4]", "0"},
	"chance":            {"2.5", "[14]", "5"},
	"move-order":        {"[[5,1,9,13],[5,1,13,9],[5,9,1,13],[5,9,13,1],[5,13,1,9],[5,13,9,1]]", "[14,16]", "2"},
	"questions":         {"6", "[11]", "0"},
	"decision-rules":    {"[4,5,1]", "[6,5,1]", "true"},
	"sets":              {"[4,6,2]", "[5,5,2]", "true"},
	"best-reply":        {"[7]", "[4,5,3]", "0"},
	"passing":           {"[3]", "[5,4,1]", "false"},
	"opponent-model":    {"[7]", "[2,2]", "true"},
	"several-models":    {"[6.2,3.7,2.1]", "[5,2,5]", "true"},
	"equilibria":        {"[5,4,1]", "[6]", "false"},
	"proof-numbers":     {"[5,2,3]", "1", "true"},
	"sampling":          {"[3,0,6]", "[6,2,1]", "true"},
	"hidden-cards":      {"[3,3,0]", "1", "0"},
	"horizon":           {"[1,1,0]", "2", "false"},
}

// TestQuestions checks that each chapter asks in three ways or more, in one of them for something to drag or to
// type, and that it has something to try.
func TestQuestions(t *testing.T) {
	for _, c := range course() {
		kinds, written, yesOrNo := map[*question.Kind]bool{}, 0, 0
		for i := range c.Questions {
			q := &c.Questions[i]
			kinds[q.Kind] = true
			switch q.Kind.Shape {
			case question.ValueShape, question.OrderShape:
				written++
			case question.TruthShape:
				yesOrNo++
			}
			right, err := correctAnswer(q)
			if got := string(judge.AppendAnswer(nil, right.Answer)); err != nil || i >= len(wanted[c.ID]) || got != wanted[c.ID][i] {
				t.Errorf("%s, question %d: the answer is %s (%v), want %s", c.ID, i+1, got, err, wanted[c.ID])
			}
		}
		if len(c.Questions) < 3 || len(kinds) < 3 || written == 0 || yesOrNo > 1 {
			t.Errorf("%s has %d questions of %d kinds; %d are dragged or typed, %d yes or no", c.ID, len(c.Questions), len(kinds), written, yesOrNo)
		}
		if !slices.ContainsFunc(c.Scenes, func(s Scene) bool { return strings.Contains(s.Note(), "**Try it.**") }) {
			t.Errorf("%s has nothing to try", c.ID)
		}
	}
}

// A search is a search on a tree that this file has written down itself, so that nothing of package question is in it.
func searchOn(t *testing.T, q *Question, text string, a *engine.Algorithm, o engine.Options) engine.Result {
	t.Helper()
	tree, err := trees.ReadText(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	result, err := a.Run(t.Context(), engine.OnTree(tree, 0), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// put returns the text of a tree with another value at a leaf.
func put(t *testing.T, text, leaf, value string) string {
	t.Helper()
	before, rest, found := strings.Cut(text, " "+leaf+": ")
	if !found {
		t.Fatalf("no leaf %s in %s", leaf, text)
	}
	end := strings.IndexAny(rest, " \n")
	if strings.HasPrefix(rest, "(") {
		end = strings.Index(rest, ")") + 1
	}
	return before + " " + leaf + ": " + value + rest[end:]
}

// written returns a result for comparison.
func written(r *engine.Result) string {
	if r.NoValue {
		return "none"
	}
	h := trees.Header{Unit: r.Unit, Kind: trees.MaxN, Players: r.Width}
	return h.FormatValue(r.Value)
}

// TestAnswersByHand finds the answers of the kinds that compare searches anew: it writes the changed trees as texts,
// and searches them.
func TestAnswersByHand(t *testing.T) {
	seen := map[*question.Kind]int{}
	for _, c := range course() {
		for i := range c.Questions {
			q := &c.Questions[i]
			a, o := q.run.Algorithm, q.run.Options
			search := func(text string) engine.Result { return searchOn(t, q, text, a, o) }
			before, got := search(c.Tree), wanted[c.ID][i]
			want := ""
			switch q.Kind {
			case question.Root:
				value := q.Value
				if c.tree.Kind == trees.MaxN {
					value = "(" + value + ")"
				}
				after := search(put(t, c.Tree, q.Node, value))
				want = strconv.FormatBool(written(&before) != written(&after))
			case question.Change:
				want = firstChange(t, c, q, search)
			case question.Fewer:
				there := searchOn(t, q, c.Tree, q.asked.Other, engine.Options{Depth: o.Depth, HasDepth: o.HasDepth})
				want = "2"
				if before.Stats.Leaves != there.Stats.Leaves {
					want = map[bool]string{true: "0", false: "1"}[before.Stats.Leaves < there.Stats.Leaves]
				}
			case question.Order:
				want = bestOrders(t, c, q, search)
			default:
				continue
			}
			seen[q.Kind]++
			if got != want {
				t.Errorf("%s, question %d: the answer is %s; by hand it is %s", c.ID, i+1, got, want)
			}
		}
	}
	for _, k := range []*question.Kind{question.Root, question.Change, question.Fewer, question.Order} {
		if seen[k] == 0 {
			t.Errorf("no chapter asks %s", k.ID)
		}
	}
}

// firstChange tries each whole value between that of a leaf and that of the question.
func firstChange(t *testing.T, c *Chapter, q *Question, search func(text string) engine.Result) string {
	t.Helper()
	parse := func(text string) (list []int) {
		for s := range strings.SplitSeq(strings.Trim(text, "()"), ",") {
			n, err := strconv.Atoi(strings.TrimSpace(s))
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, n)
		}
		return list
	}
	n, _ := c.node(q.Node)
	own, _ := c.tree.Value(n)
	at, to := parse(c.tree.FormatValue(own)), parse(q.Value)
	start := search(c.Tree)
	for !slices.Equal(at, to) {
		var scores []string
		for p := range at {
			switch {
			case at[p] < to[p]:
				at[p]++
			case at[p] > to[p]:
				at[p]--
			}
			scores = append(scores, strconv.Itoa(at[p]))
		}
		value := strings.Join(scores, ",")
		text, json := "("+value+")", "["+value+"]"
		if len(at) == 1 {
			text, json = value, value
		}
		if r := search(put(t, c.Tree, q.Node, text)); written(&r) != written(&start) {
			return json
		}
	}
	return "no change"
}

// bestOrders tries all orders of the children of a node, by writing their subtrees in that order.
func bestOrders(t *testing.T, c *Chapter, q *Question, search func(text string) engine.Result) string {
	t.Helper()
	n, _ := c.node(q.Node)
	kids := c.tree.Kids(n)
	parts := make([]string, len(kids)) // the texts of the subtrees, with the names of their moves
	at := strings.Index(c.Tree, q.Node+": ")
	open := at + strings.Index(c.Tree[at:], "[") + 1
	level, begin, i, end := 0, open, 0, open
	for ; level >= 0; end++ {
		switch c.Tree[end] {
		case '[':
			level++
		case ']':
			level--
		}
		next := i + 1
		if level == 0 && next < len(kids) && strings.HasPrefix(c.Tree[end:], c.tree.Label(int(kids[next]))+": ") {
			parts[i] = c.Tree[begin:end]
			i, begin = next, end
		}
	}
	parts[i] = c.Tree[begin : end-1]
	best, found := -1, []string{}
	var try func(order []int)
	try = func(order []int) {
		if len(order) < len(kids) {
			for k := range kids {
				if !slices.Contains(order, k) {
					try(append(slices.Clone(order), k))
				}
			}
			return
		}
		text, nodes := c.Tree[:open], []string{}
		for _, k := range order {
			text += " " + parts[k] + " "
			nodes = append(nodes, strconv.Itoa(int(kids[k])))
		}
		r := search(text + c.Tree[end-1:])
		if best < 0 || r.Stats.Leaves < best {
			best, found = r.Stats.Leaves, nil
		}
		if r.Stats.Leaves == best {
			found = append(found, "["+strings.Join(nodes, ",")+"]")
		}
	}
	try(nil)
	return "[" + strings.Join(found, ",") + "]"
}

// TestAnswersAreJudged sends to each question the right answer and wrong ones, as a form does. A wrong answer
// gets a reason.
func TestAnswersAreJudged(t *testing.T) {
	j := judge.Judge{Core: app.NewCore(app.Config{})}
	for _, c := range course() {
		for i := range c.Questions {
			q := &c.Questions[i]
			right, err := correctAnswer(q)
			if err != nil {
				t.Fatal(err)
			}
			of := q.run.shape()
			verdictOn := func(a question.Answer) *verdict {
				v, err := q.judge(t.Context(), j, c, "q", formOf(q, of, a))
				if err != nil || v == nil || v.Fault != "" {
					t.Fatalf("%s, question %d: %v is judged %+v: %v", c.ID, i+1, a, v, err)
				}
				return v
			}
			if v := verdictOn(right.Answer); !v.Right || v.Why.String() == "" {
				t.Errorf("%s, question %d: the right answer %v is judged %+v", c.ID, i+1, right.Answer, v)
			}
			list := wrongAnswers(q, of, right.Answer)
			if len(list) == 0 {
				t.Errorf("%s, question %d: no answer is wrong", c.ID, i+1)
			}
			for _, wrong := range list {
				if v := verdictOn(wrong); v.Right || len(strings.Fields(v.Why.String()+v.Judge)) < 4 {
					t.Errorf("%s, question %d: the wrong answer %v is judged %+v", c.ID, i+1, wrong, v)
				}
			}
		}
	}
}

// formOf returns the fields of a form with an answer.
func formOf(q *Question, of *question.Run, a question.Answer) url.Values {
	v := url.Values{}
	switch a := a.(type) {
	case question.Nodes:
		for _, n := range a {
			v.Set("q."+strconv.Itoa(int(n)), "1")
		}
		if len(a) == 0 {
			v.Set("q."+none, "1")
		}
	case question.Score:
		v.Set("q", judge.InWords(&q.asked, of, a))
	case question.Orders:
		return formOf(q, of, a[len(a)-1])
	case question.Ordered:
		v.Set("q", judge.InWords(&q.asked, of, a))
	default:
		v.Set("q", judge.FormValue(a))
	}
	return v
}

// wrongAnswers returns answers that are wrong: all choices but the right one, or some that are near it.
func wrongAnswers(q *Question, of *question.Run, right question.Answer) (list []question.Answer) {
	switch right := right.(type) {
	case question.Nodes:
		for _, choice := range append(q.asked.ChoicesOn(of), question.Nodes{}) {
			if !slices.Equal(choice.Named(), right) && (len(choice.Named()) > 0 || q.Kind.NoneIsAnswer) {
				list = append(list, question.Nodes(choice.Named()))
			}
		}
	case question.Score:
		for p := range right.Value {
			other := slices.Clone(right.Value)
			other[p].Score += other[p].Unit
			list = append(list, question.Score{Value: other, Scalar: right.Scalar})
		}
		if q.Kind == question.Change {
			own, _ := of.Tree.Value(q.asked.Node)
			list = append(list, question.Score{Value: reduced(of.Tree, own), Scalar: right.Scalar})
		}
	case question.Orders:
		kids := question.Ordered(slices.Clone(of.Tree.Kids(q.asked.Node)))
		list = append(list, kids)
	default:
		for _, choice := range q.asked.ChoicesOn(of) {
			if choice != right {
				list = append(list, choice)
			}
		}
	}
	return list
}

func reduced(tree *trees.Tree, v trees.Vector) (list []trees.Number) {
	for _, s := range v[:tree.Width()] {
		list = append(list, s.In(tree.Unit).Reduced())
	}
	return list
}
