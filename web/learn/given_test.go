package learn_test

import (
	"net/url"
	"strings"
	"testing"
)

const pasted = `kind minimax a: max[ b: min[ c: 3 d: 12 ] e: min[ f: 2 g: 8 ] h: min[ i: -14 j: 5.5 ] ]`

// onPasted is the address of an exercise on that tree.
func onPasted(rest string) string {
	return "/practice?" + url.Values{"text": {pasted}}.Encode() + rest
}

// Alpha-beta is practised on the ordinary tree of kind minimax, whether it is generated, pasted,
// a figure or a saved tree.
func TestPracticeOfMinimaxTrees(t *testing.T) {
	for address, wants := range map[string][]string{
		"/practice?algorithm=alphabeta":                      {"Max against Min, 15 nodes, leaves from 0 to 10 · exercise 1", `name="kind" value="minimax"`, "kind minimax", `data-bounds="window"`, `aria-label="α"`, "when α reaches β"},
		"/practice?algorithm=minimax&seed=4":                 {"exercise 4", `data-bounds=""`, "This algorithm cuts nothing."},
		"/practice?kind=minimax&algorithm=alphabeta&depth=4": {"31 nodes"},
		onPasted(""):                                                       {"A tree of your own · two players, Max and Min · 10 nodes", "Practice: Alpha-beta", `"value":"5.5"`, pasted, `aria-label="value"`, `inputmode="text"`},
		onPasted("&algorithm=minimax"):                                     {"Practice: Minimax"},
		onPasted("&algorithm=alphabeta&v3=1.5"):                            {`name="v3" value="1.5"`, `"value":"1.5"`},
		"/practice?figure=c474-node-ordering":                              {"Practice: Alpha-beta", `{"name":"a","parent":-1,"player":1}`, `name="figure" value="c474-node-ordering"`, `aria-label="This tree"`},
		"/practice?figure=k1991-fig6":                                      {"Practice: Shallow"},
		"/practice?figure=k1991-fig6&algorithm=alphabeta&check=end&done=1": nil,
	} {
		if wants == nil {
			if text := textOf(page(t, address, 422)); !strings.Contains(text, "searches trees of two players") {
				t.Errorf("%s: %s", address, text)
			}
			continue
		}
		b := page(t, address, 200)
		for _, want := range wants {
			if !strings.Contains(b, want) {
				t.Errorf("%s has no %s", address, want)
			}
		}
	}
	// An address that names the players has the tree that it had before there were such trees.
	if b := page(t, "/practice?algorithm=alphabeta&players=2&depth=2&branching=2&maxsum=10&seed=1", 200); !strings.Contains(b, "players 2 maxsum 10 delta 1") || !strings.Contains(b, `data-bounds="window"`) {
		t.Error("an old address has another tree")
	}
	// The same tree for Max against Min.
	if b := page(t, "/practice?algorithm=alphabeta&kind=minimax&depth=2&branching=2&maxsum=10&seed=1", 200); strings.Contains(b, "maxsum 10") {
		t.Error("a tree of kind minimax has a maxsum")
	}
}

// The result of an exercise on a pasted tree: the verdicts, the link back, the run that shows an
// unsound cut, the next exercise, the file and the sheet.
func TestResultOfMinimaxTrees(t *testing.T) {
	done := onPasted("&algorithm=alphabeta&done=1&b0=3&b1=3&cut=6&because6=0,4&b4=2&cut=9&because9=0&h4=3,2&b7=5")
	b := page(t, done, 200)
	text := textOf(b)
	for _, want := range []string{"Value 3 at a : right", "Cut g : right", "Cut j : lucky", "α = 3 at e : right", "β = 2 at e : right", "Value 5 at h : wrong", "returns −14, not 5",
		"Alpha-beta returns 3", "The next tree is a generated one with 15 nodes.", "6 right", "1 lucky", "1 wrong"} {
		if !strings.Contains(text, want) {
			t.Errorf("the result has no %q: %s", want, text)
		}
	}
	for _, want := range []string{`/practice?algorithm=alphabeta&branching=2&depth=3&kind=minimax&maxsum=10&seed=1"`, `<input type="hidden" name="text"`} {
		if !strings.Contains(b, want) {
			t.Errorf("the result has no %s", want)
		}
	}

	b = page(t, onPasted("&algorithm=alphabeta&done=1&cut=5"), 200)
	_, fails, _ := strings.Cut(b, `<a href="/tree?`)
	fails, _, _ = strings.Cut(fails, `"`)
	if q, err := url.ParseQuery(fails); err != nil || q.Get("algorithm") != "minimax" {
		t.Fatalf("the run that shows the cut is %s", fails)
	}
	if run := textOf(page(t, "/tree?"+fails, 200)); !strings.Contains(run, "returns 4") {
		t.Errorf("the run that shows it does not end with 4: %s", run)
	}
	// The same for the score of player 1 on a tree with two scores: max^n would not show it.
	b = page(t, "/practice?text="+url.QueryEscape("players 2 maxsum 10 1[ 2[ (3,0) (4,5) ] (2,7) ]")+"&algorithm=alphabeta&done=1&cut=4", 200)
	if !strings.Contains(b, "algorithm=minimax&step=last") || strings.Contains(b, "algorithm=maxn&step=last") {
		t.Error("the run that shows the cut is not by minimax")
	}

	file := page(t, strings.Replace(done, "/practice?", "/practice/result.txt?", 1)+"&name=Ada", 200)
	for _, want := range []string{"by Ada\n", "Cut g: right. ", "kind minimax", "text=kind+minimax"} {
		if !strings.Contains(file, want) {
			t.Errorf("the file has no %q: %s", want, file)
		}
	}
	if long := onPasted("&v2=3&v3=12&v5=2&v6=8&v8=-14&v9=5.5&print=1"); !strings.Contains(textOf(page(t, "/practice?algorithm=alphabeta&print=1", 200)), "/practice?algorithm=alphabeta") || strings.Contains(textOf(page(t, long, 200)), "/practice?") {
		t.Error("a sheet has the address of its exercise unless it is too long to be typed")
	}
	sheet := textOf(page(t, onPasted("&print=1"), 200))
	for _, want := range []string{"A tree of your own", "b 3 , e 2 , h −14 , a 3", "g is cut: play will not reach e"} {
		if !strings.Contains(strings.ReplaceAll(sheet, " :", ":"), want) {
			t.Errorf("the sheet has no %q: %s", want, sheet)
		}
	}
}

func TestGivenTreesRefused(t *testing.T) {
	large := "kind minimax max[" + strings.Repeat(" 1", 150) + " ]"
	for query, want := range map[string]string{
		"text=" + url.QueryEscape("kind path [ +1 . +2 . ]"):       "text: practice needs a tree of kind maxn or minimax, and this one is path",
		"text=" + url.QueryEscape("kind minimax max[ 1 ? ]"):       "unknown",
		"text=" + url.QueryEscape("kind minimax 5"):                "a single leaf",
		"text=" + url.QueryEscape("kind minimax max[ 1"):           "text: ",
		"text=" + url.QueryEscape(large):                           "an exercise is done by hand and has at most 150",
		"text=" + url.QueryEscape(pasted) + "&seed=3":              "seed: this parameter is for generated trees",
		"text=" + url.QueryEscape(pasted) + "&depth=3":             "depth: this parameter is for generated trees",
		"text=" + url.QueryEscape(pasted) + "&algorithm=shallow":   "algorithm: shallow searches trees of kind maxn",
		"text=" + url.QueryEscape(pasted) + "&cut=99":              "those nodes are 1 to 9",
		"text=" + url.QueryEscape(pasted) + "&v3=1,2":              "v3: ",
		"text=" + url.QueryEscape(pasted) + "&figure=c474-pruning": "names a tree by figure already",
		"kind=path": "is not a kind of tree for practice; the kinds are maxn and minimax",
		"kind=minimax&algorithm=alphabeta&players=3": "2 players, Max and Min",
		"kind=minimax&algorithm=shallow":             "algorithm: shallow searches trees of kind maxn",
		"figure=s2003-table10":                       "has no tree",
	} {
		if text := textOf(page(t, "/practice?"+query, 422)); !strings.Contains(text, want) {
			t.Errorf("%s: %q, want %q", query, text, want)
		}
	}
	page(t, "/practice?figure=none", 404)
}

// The page of a run leads to the exercise on its tree, if there can be one.
func TestRunsLeadToPractice(t *testing.T) {
	for address, want := range map[string]string{
		"/figures/c474-node-ordering":                                   "/practice?algorithm=alphabeta&figure=c474-node-ordering",
		"/figures/k1991-fig6?algorithm=shallow":                         "/practice?algorithm=shallow&figure=k1991-fig6",
		"/tree?algorithm=alphabeta&text=" + url.QueryEscape(pasted):     "/practice?algorithm=alphabeta&text=kind+minimax",
		"/figures/sk2000-fig5":                                          "",
		"/tree?text=" + url.QueryEscape("kind minimax max[ 1 ? ]"):      "",
		"/tree?ask=1&text=" + url.QueryEscape("kind minimax max[ 1 2]"): "/practice?",
	} {
		b := page(t, address, 200)
		if has := strings.Contains(b, "Practise this tree by hand"); has != (want != "") || !strings.Contains(b, want) {
			t.Errorf("%s leads to practice: %t, want %q", address, has, want)
		}
	}
}

// TestPracticeWithoutItsTree checks what is said where an address has the name of a tree and no tree.
func TestPracticeWithoutItsTree(t *testing.T) {
	for _, name := range []string{"text", "figure", "saved"} {
		if text := textOf(page(t, "/practice?"+name+"=&algorithm=shallow", 422)); !strings.Contains(text, name+": this parameter is empty; give a tree") {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// TestPracticeAmongAverages checks cuts on a tree of three players with chance nodes, with values in
// a finer unit than that of the tree.
func TestPracticeAmongAverages(t *testing.T) {
	query := url.Values{"text": {"players 3 maxsum 9 1[ a: (5,2,2) b: *[ 1[ c: (5,4,0) d: 2[ e: (1,5,3) f: (2,3,4) ] ] (6,1,2) ] ]"}, "algorithm": {"shallow"}}.Encode()
	text := textOf(page(t, "/practice?"+query+"&done=1&cut=7&cut=8&b2=5.5,2.5,1&b0=5.5,2.5,1", 200))
	for _, want := range []string{"Cut f : right", "Cut h : unsound", "At b chance moves: nobody chooses there", "Value (5.5, 2.5, 1) at b : right"} {
		if !strings.Contains(text, want) {
			t.Errorf("the result has no %q: %s", want, text)
		}
	}
	if b := page(t, "/practice", 200); !strings.Contains(b, `<option value="star1">`) || !strings.Contains(b, "Star1 and Star2 need chance nodes") {
		t.Error("Star1 is not offered for a tree of one's own")
	}
}
