package tree_test

import (
	"context"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/run"
	"espalier/web/tree"
	"espalier/web/webtest"
)

// TestTargetIsKept: the player who is attacked stays the same when the slider moves, and in the runs that
// the rules lead to.
func TestTargetIsKept(t *testing.T) {
	_, ts := webtest.Serve(t)
	_, b := webtest.Get(t, ts.URL+"/opinions?target=2&text="+url.QueryEscape(tree.OpinionExamples[0].Text))
	page := html.UnescapeString(string(b))
	if !strings.Contains(page, `<input type="hidden" name="target" value="2">`) {
		t.Error("the form of the slider has no target")
	}
	if run := regexp.MustCompile(`href="([^"]*algorithm=directed-offensive[^"]*)"`).FindStringSubmatch(page); run == nil || !strings.Contains(run[1], "target=2") {
		t.Errorf("the run of directed offensive is %q, want target=2 in it", run)
	}
}

var ranges = regexp.MustCompile(`<figure data-from="(-?\d+)" data-to="(-?\d+)"( hidden)?>`)
var captions = regexp.MustCompile(`(?s)<figcaption>(.*?)</figcaption>`)

// TestRanges: at each weight one range of the page holds, and it says what a search at this weight alone
// finds.
func TestRanges(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, e := range tree.OpinionExamples {
		tree := read(t, e.Text)
		w, err := compare.NewWeights(tree, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, weight := range []int{-20, 0, 13} {
			_, b := webtest.Get(t, fmt.Sprintf("%s/opinions?w=%d&text=%s", ts.URL, weight, url.QueryEscape(e.Text)))
			all, says := ranges.FindAllStringSubmatch(string(b), -1), captions.FindAllStringSubmatch(string(b), -1)
			next := -compare.WeightSteps
			for i, r := range all {
				from, _ := strconv.Atoi(r[1])
				to, _ := strconv.Atoi(r[2])
				if from != next || to < from {
					t.Fatalf("%s: range %d is from %d to %d, want it from %d on", e.Name, i, from, to, next)
				}
				next = to + 1
				if shown := r[3] == ""; shown != (from <= weight && weight <= to) {
					t.Errorf("%s at %d: shown is the range from %d to %d", e.Name, weight, from, to)
				}
				for at := from; at <= to; at++ {
					line, value := weighed(tree, w.Root, w.Target, at, 0)
					want := fmt.Sprintf("moves to %s and expects %s, %s.", tree.Name(line[1]), tree.Name(line[len(line)-1]), tree.FormatValue(value))
					if got := webtest.PageText([]byte(says[i][1])); !strings.HasSuffix(got, want) {
						t.Errorf("%s at %d: %q, want %q", e.Name, at, got, want)
					}
				}
			}
			if next != compare.WeightSteps+1 {
				t.Errorf("%s: the ranges end at %d", e.Name, next-1)
			}
		}
	}
}

// weighed searches a tree at one weight, by the definition that the page gives.
func weighed(t *trees.Tree, root, target, weight, node int) (line []int, value trees.Vector) {
	if t.IsLeaf(node) {
		value, _ = t.Value(node)
		return []int{node}, value
	}
	wants := func(v trees.Vector) trees.Score {
		own, other, w := v[t.Mover(node)-1], trees.Score(0), weight
		switch mine := t.Mover(node) == root; {
		case mine && weight > 0:
			other = v[target-1]
		case !mine && weight < 0:
			w, other = -weight, v[root-1]
		default:
			w = 0
		}
		return trees.Score(compare.WeightSteps-w)*own - trees.Score(w)*other
	}
	for _, kid := range t.Kids(node) {
		below, v := weighed(t, root, target, weight, int(kid))
		if line == nil || wants(v) > wants(value) {
			line, value = below, v
		}
	}
	return append([]int{node}, line...), value
}

func read(t *testing.T, text string) *trees.Tree {
	t.Helper()
	tree, err := trees.ReadText(text)
	if err != nil {
		t.Fatal(err)
	}
	return tree.WithLetters()
}

// answers are those of the rules, by the id of the rule.
type answers struct {
	by   map[string]*compare.Opinion
	name func(move int) string // of a move at the root
	unit trees.Score
}

func answersOf(list []compare.Opinion, name func(int) string, unit trees.Score) *answers {
	a := &answers{map[string]*compare.Opinion{}, name, unit}
	for i := range list {
		a.by[list[i].Algorithm.ID] = &list[i]
	}
	return a
}

func (a *answers) move(rule string) string { return a.name(a.by[rule].Result.Moves[0]) }

func (a *answers) score(rule string, player int) int {
	return int(a.by[rule].Result.Value[player-1] / a.unit)
}

// leads reports whether MP-Mix chose a rule since a player leads by some points.
func (a *answers) leads(player, points int, rule string) bool {
	r := a.by["mpmix"].Regime
	return r.Leader == player && r.Lead == trees.Score(points)*a.unit && r.Rule == rule
}

// said are the facts that the sentence of each prepared tree and position says.
var saidOfOpinions = map[string]func(a *answers) bool{
	"Three choices": func(a *answers) bool {
		return a.score("paranoid", 1) == 4 && a.score("maxn", 1) == 7 && a.score("directed-offensive", 3) == 0 && a.by["directed-offensive"].Regime.Target == 3
	},
	"Behind the leader": func(a *answers) bool {
		return a.leads(3, 2, "directed-offensive") && a.score("mpmix", 1) == a.score("maxn", 1)-1 && a.score("mpmix", 3) == a.score("maxn", 3)-4
	},
	"Korf’s Fig. 6": func(a *answers) bool {
		return a.move("maxn") == "c" && a.score("maxn", 1) == 6 && a.move("paranoid") == "b" && a.score("paranoid", 1) == 5
	},
	"A tie": func(a *answers) bool {
		return a.move("maxn") == "b" && a.score("maxn", 1) == 4 && a.move("softmaxn") == "c" && a.score("softmaxn", 1) == 3
	},
	"A pass": func(a *answers) bool {
		return a.move("brs") == "b" && a.score("brs", 1) == 6 && a.move("maxn") == "c" && a.score("maxn", 1) == 8
	},
	"One reply": func(a *answers) bool {
		return a.move("paranoid") == "c" && a.move("brs-plus") == "b" && a.score("brs-plus", 1) > a.score("paranoid", 1)
	},
	"Hearts: the queen of spades": func(a *answers) bool {
		return a.move("maxn") == "KS" && a.score("maxn", 1) == 16 && a.score("maxn", 2) == 16 && a.score("maxn", 3) == 0 &&
			a.move("paranoid") == "6C" && a.score("paranoid", 1) == 16-2 &&
			a.by["directed-offensive"].Regime.Target == 2 && a.move("directed-offensive") == "QS" && a.score("directed-offensive", 1) == 16-14
	},
	"Chinese Checkers: three players": func(a *answers) bool {
		d := a.by["directed-offensive"].Regime
		return a.leads(2, 3, "paranoid") && a.move("mpmix") == a.move("paranoid") &&
			d.Target == 1 && a.score("directed-offensive", 3) > a.score("directed-offensive", 2)
	},
	"Othello: six moves": func(a *answers) bool {
		moves := map[string]bool{}
		for rule := range a.by {
			moves[a.move(rule)] = true
		}
		return len(a.by) == 8 && len(moves) == 6 && a.move("brs") == a.move("paranoid") && a.move("mpmix") == a.move("directed-offensive") && a.leads(1, 2, "directed-offensive")
	},
}

// TestSaidOfOpinions: what the page says of each prepared tree and position is what the searches return.
func TestSaidOfOpinions(t *testing.T) {
	check := func(name, says string, a *answers) {
		for rule, o := range a.by {
			var refused *engine.NotApplicableError
			if errors.As(o.Err, &refused) && rule == "brs" { // it needs passes
				delete(a.by, rule)
				continue
			}
			if o.Err != nil {
				t.Errorf("%s: %s: %v", name, o.Algorithm.ID, o.Err)
				return
			}
		}
		if facts := saidOfOpinions[name]; facts == nil || !facts(a) {
			t.Errorf("%s: %q is not what the rules return", name, says)
		}
	}
	for _, e := range tree.OpinionExamples {
		tree := read(t, e.Text)
		list, err := compare.Opinions(context.Background(), tree, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		check(e.Name, e.Says, answersOf(list, func(move int) string { return tree.Name(int(tree.Kids(0)[move])) }, tree.Unit))
	}
	for _, p := range tree.Positions {
		q, _ := url.ParseQuery(p.Query)
		pos := open(t, p.Game, q)
		depth, _ := strconv.Atoi(q.Get("depth"))
		list, err := compare.OpinionsOn(context.Background(), func() (engine.Problem, error) {
			problem := engine.OnGame(p.Game, open(t, p.Game, q))
			problem.Numbered = true
			return problem, nil
		}, engine.Options{Depth: depth, HasDepth: true})
		if err != nil {
			t.Fatal(err)
		}
		check(p.Name, p.Says, answersOf(list, func(move int) string {
			var none trees.Vector
			pos.Do(move, &none)
			defer pos.Undo()
			return string(pos.AppendLast(nil))
		}, games.UnitOf(pos)))
	}
}

// open opens the position of a query.
func open(t *testing.T, game string, q url.Values) games.Position {
	t.Helper()
	g, _ := games.Find(game)
	d, _, err := run.ReadGameQuery(g, q)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := games.Open(d)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range strings.FieldsFunc(q.Get("moves"), func(r rune) bool { return r == '.' }) {
		var none trees.Vector
		move, _ := strconv.Atoi(text)
		pos.Do(move, &none)
	}
	return pos
}

// TestPrepared: each prepared position is shown with its sentence, and is the one that the list marks.
func TestPrepared(t *testing.T) {
	_, ts := webtest.Serve(t)
	list, _ := tree.Prepared("", nil)
	for i, p := range list {
		resp, b := webtest.Get(t, ts.URL+p.Href)
		_, page, _ := strings.Cut(string(b), "<main")
		says := strings.ReplaceAll(tree.Positions[i].Says, "ax^n", "axⁿ")
		if resp.StatusCode != http.StatusOK || !strings.Contains(webtest.PageText(b), says) || strings.Count(page, `aria-current="page">`+p.Name) != 1 || strings.Count(page, `aria-current="page"`) != 1 {
			t.Errorf("GET %s = %d, want its sentence and its mark", p.Href, resp.StatusCode)
		}
		if _, b := webtest.Get(t, ts.URL+p.Href+"&nodes=1000"); strings.Contains(webtest.PageText(b), says) {
			t.Errorf("%s says the same with fewer nodes", p.Name)
		}
	}
}
