package learn

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/hidden"
	"espalier/search/question"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/judge"
	"espalier/web/words"
)

// actions and names are the only places for digits in the text of a chapter: a fact that an
// engine computes, the name of a player, and a section of a paper.
var (
	actions = regexp.MustCompile(`\{\{[^}]*\}\}`)
	names   = regexp.MustCompile(`[Pp]layer [1-8]\b|Star[12]\b|\((?:see )?\p{Lu}[\p{L}& ]+ (?:19|20)\d\d[^)]*\)`)
	digit   = regexp.MustCompile(`.{0,20}\d.{0,20}`)
	termUse = regexp.MustCompile(`\{\{(new|term) "([^"]+)"`)
)

// maxWords bounds the text of a chapter.
const maxWords = 600

// TestTextsHaveNoNumbers checks that every number in a chapter is computed: the source of its
// text contains none. Loading the course checks that each fact can be computed.
func TestTextsHaveNoNumbers(t *testing.T) {
	for _, c := range course() {
		words := 0
		for i := range c.Scenes {
			s := &c.Scenes[i]
			if found := digit.FindString(names.ReplaceAllString(actions.ReplaceAllString(s.Text, ""), "")); found != "" {
				t.Errorf("%s, scene %d: %q has a number that no engine computes", c.ID, i+1, found)
			}
			words += len(strings.Fields(c.Text(s.Note()).Plain()))
			if strings.Contains(s.Note(), "<no value>") || strings.Contains(strings.NewReplacer("SSS*", "", "αβ*", "").Replace(c.Text(s.Note()).Plain()), "*") {
				t.Errorf("%s, scene %d: %s", c.ID, i+1, c.Text(s.Note()).Plain())
			}
		}
		if words > maxWords || words < 100 {
			t.Errorf("%s has %d words, want 100 to %d", c.ID, words, maxWords)
		}
	}
}

// TestTermsAreDefinedOnce checks that the course defines each term of the glossary once, before
// it uses it.
func TestTermsAreDefinedOnce(t *testing.T) {
	defined := map[string]string{}
	for _, c := range course() {
		for i := range c.Scenes {
			for _, m := range termUse.FindAllStringSubmatch(c.Scenes[i].Text, -1) {
				kind, id := m[1], m[2]
				switch at := defined[id]; {
				case kind == "new" && at != "":
					t.Errorf("%s: the term %s is defined again; it is defined in %s", c.ID, id, at)
				case kind == "new":
					defined[id] = c.ID
				case at == "":
					t.Errorf("%s: the term %s is used before it is defined", c.ID, id)
				}
			}
		}
	}
	for _, term := range words.Terms {
		if defined[term.ID] == "" {
			t.Errorf("no chapter defines the term %s", term.ID)
		}
		if n := strings.Count(term.Text, ". ") + 1; n > 3 || !strings.HasSuffix(term.Text, ".") || term.Source == "" {
			t.Errorf("%s: %d sentences, source %q: %s", term.ID, n, term.Source, term.Text)
		}
	}
	if !slices.IsSortedFunc(words.Terms, func(a, b words.Term) int { return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) }) {
		t.Error("the glossary is not sorted by the names")
	}
}

// TestBoundInAReSearch checks what the chapter on speculative pruning says about the bounds in
// a re-search: the searched child is further left and wins in a tie, so a sum of exactly maxsum
// does not cut, and a larger sum does.
func TestBoundInAReSearch(t *testing.T) {
	course() // opens the trees of the chapters
	tree := speculative.Nodes()
	node := map[string]int{}
	for n := range tree.Len() {
		node[tree.Label(n)] = n
	}
	h, _ := tree.Value(node["h"])
	a, _ := algorithms.Find("speculative")
	for _, c := range []struct {
		f     string
		over  trees.Score // maxsum
		looks bool        // at g, in the re-search
		value string
	}{{"0,4,6", 0, true, "(5, 4, 1)"}, {"0,3,7", trees.Unit, false, "(6, 4, 0)"}} {
		f, err := tree.ParseValue(c.f)
		if err != nil {
			t.Fatal(err)
		}
		if over := h[1] + f[2] - tree.MaxSum.Score; over != c.over {
			t.Fatalf("f = (%s): the bounds are %s over maxsum, want %s", c.f, over.In(trees.Unit), c.over.In(trees.Unit))
		}
		with, err := tree.WithValues(map[int]trees.Vector{node["f"]: f})
		if err != nil {
			t.Fatal(err)
		}
		looks := false
		res, err := a.Run(t.Context(), engine.OnTree(with, 0), engine.Options{}, func(e *trace.Event) {
			looks = looks || int(e.Node) == node["g"]
		})
		if err != nil {
			t.Fatal(err)
		}
		if looks != c.looks || with.FormatValue(res.Value) != c.value {
			t.Errorf("f = (%s): the search looks at g: %t, want %t; the value is %s, want %s", c.f, looks, c.looks, with.FormatValue(res.Value), c.value)
		}
	}
}

// TestWhatACutReturns checks what the chapters on last-branch and speculative pruning say about
// a node whose children are cut: it returns its best value after an immediate or a shallow cut,
// and no value after any other cut.
func TestWhatACutReturns(t *testing.T) {
	rng := rand.New(rand.NewPCG(16, 1))
	var level func(depth int) string
	level = func(depth int) string {
		if depth > 3 {
			a := rng.IntN(11)
			b := rng.IntN(11 - a)
			return fmt.Sprintf("(%d,%d,%d)", a, b, 10-a-b)
		}
		return fmt.Sprintf("%d[ %s %s %s ]", depth, level(depth+1), level(depth+1), level(depth+1))
	}
	seen := map[trace.Rule]int{}
	for range 100 {
		tree, err := trees.ReadText("players 3 maxsum 10 " + level(1))
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{"lastbranch", "speculative"} {
			a, _ := algorithms.Find(id)
			cut := map[int32]trace.Rule{}
			if _, err := a.Run(t.Context(), engine.OnTree(tree, 0), engine.Options{}, func(e *trace.Event) {
				switch rule := cut[e.Node]; e.Type {
				case trace.Enter:
					delete(cut, e.Node)
				case trace.Prune:
					cut[e.Node] = e.Rule
					seen[e.Rule]++
				case trace.Exit:
					if _, ok := cut[e.Node]; ok && e.HasValue != (rule == trace.Immediate || rule == trace.Shallow) {
						t.Errorf("%s, a cut by rule %s: with a value: %t", id, rule, e.HasValue)
					}
				}
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, rule := range []trace.Rule{trace.Immediate, trace.Shallow, trace.LastBranch, trace.Speculative} {
		if seen[rule] == 0 {
			t.Errorf("no cut by rule %s", rule)
		}
	}
}

// TestNodesInTextsAreThere checks that each name in italics is a node of the chapter's tree.
func TestNodesInTextsAreThere(t *testing.T) {
	for _, c := range course() {
		texts := []string{}
		for i := range c.Scenes {
			texts = append(texts, c.Scenes[i].Note())
		}
		for i := range c.Questions {
			texts = append(texts, c.Questions[i].Words(c))
		}
		for _, text := range texts {
			if _, name, found := strings.Cut(c.Text(text).HTML(), "<i>"); found {
				t.Errorf("%s: there is no node %.20q: %s", c.ID, name, text)
			}
		}
	}
}

// TestBetterForBoth checks what the chapter on leaf-value tables says: one outcome is better for both players with the change, and none
// without it.
func TestBetterForBoth(t *testing.T) {
	c := course()[find("leaf-value-tables")]
	better := func(one, two trees.Score) (list []string) {
		for _, v := range c.Nodes().Outcomes {
			if v[0] > one && v[1] > two {
				list = append(list, c.Nodes().FormatValue(v))
			}
		}
		return list
	}
	if with, without := better(trees.Unit, trees.Unit), better(2*trees.Unit, trees.Unit); len(with) != 1 || with[0] != "(2, 2, 0)" || without != nil {
		t.Errorf("outcomes that are better for players 1 and 2: %v with the change, %v without", with, without)
	}
}

// TestChaptersAreLessons checks that every chapter can be read as a lesson.
func TestChaptersAreLessons(t *testing.T) {
	for _, c := range course() {
		l, ok := Lesson("learn-" + c.ID)
		if !ok || len(l.Scenes) != len(c.Scenes)+len(c.Questions) {
			t.Fatalf("the lesson of %s: %v, %d scenes", c.ID, ok, len(l.Scenes))
		}
		for i, s := range l.Scenes {
			if !json.Valid(s.Show) || s.Question != nil && !json.Valid(s.Question) || s.Note == "" {
				t.Errorf("%s, scene %d: %s %s", c.ID, i, s.Show, s.Question)
			}
		}
	}
	if _, ok := Lesson("learn-none"); ok {
		t.Error("a lesson of no chapter")
	}
}

func correctAnswer(q *Question) (question.Right, error) {
	return q.Correct(context.Background(), judge.Judge{Core: app.NewCore(app.Config{})})
}

// TestMoveOrder checks the example of the chapter on the order of moves by hand: the leaves that each
// run evaluates, in their order.
func TestMoveOrder(t *testing.T) {
	c := course()[find("move-order")]
	for spec, want := range map[string]string{
		"alphabeta":               "f g h i j k l m o p",
		"alphabeta,order=best":    "j i k p f n",
		"alphabeta,order=worst":   "l m n g h f q o p k i j",
		"alphabeta,order=static":  "i j k o p l m f",
		"alphabeta,order=killer":  "f g h i j k l m p",
		"alphabeta,order=history": "f g h i j k l m p",
		"alphabeta,order=learnt":  "f g h i j k l m p",
	} {
		r, err := c.run(spec)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range r.events {
			if e := &r.events[i]; e.Type == trace.Leaf {
				got = append(got, c.tree.Label(int(e.Node)))
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s evaluates %s, want %s", spec, strings.Join(got, " "), want)
		}
	}
}

// drawnWorld is a deal of the chapter on hidden cards as a world.
type drawnWorld struct{ *trees.Cursor }

func (w drawnWorld) AppendLast(to []byte) []byte {
	return append(to, w.Tree().Action(w.Node())...)
}

// TestStrategyFusion checks the example of the chapter on hidden cards: the vote is for the nine, which is
// worth less than the ace to a player who does not see the deal, because of the guess after the ten.
func TestStrategyFusion(t *testing.T) {
	c := course()[find("hidden-cards")]
	var worlds []hidden.World
	for _, deal := range []string{"x", "y"} {
		n, err := c.node(deal)
		if err != nil {
			t.Fatal(err)
		}
		worlds = append(worlds, drawnWorld{trees.NewCursor(c.tree, n)})
	}
	f, err := hidden.FindFusion(t.Context(), worlds)
	if err != nil {
		t.Fatal(err)
	}
	inBoth := func(first, second int) []trees.Score {
		return []trees.Score{trees.Score(first) * trees.Unit, trees.Score(second) * trees.Unit}
	}
	want := []hidden.FusedMove{{Text: "ace", Seen: inBoth(2, 2), Sure: inBoth(2, 2)}, {Text: "nine", Seen: inBoth(3, 3), Sure: inBoth(3, 0)}}
	if !reflect.DeepEqual(f.Moves, want) || f.Voted != 1 || f.Right != 0 || !f.Errs() {
		t.Errorf("%+v, want %+v with a vote for the second, and the first right", f, want)
	}
	if f.Guess == nil || strings.Join(f.Guess.Texts, " ") != "nine ten" || len(f.Guess.Worlds) != 2 {
		t.Errorf("the guess is %+v, want one in both deals after nine and ten", f.Guess)
	}
}
