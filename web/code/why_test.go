package code_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"espalier/search/program/beginnings"
	"espalier/web/webtest"
)

// TestWhy: the answer names the line that makes a run wrong, and what the reference does there.
func TestWhy(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	why := func(text, more string) (w struct {
		Line            int
		Says, Reference string
	}) {
		t.Helper()
		r, err := http.Post(ts.URL+"/api/v1/programs/run", "application/json", strings.NewReader(body(text, more)))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		b, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		var a struct{ Why json.RawMessage }
		if err := json.Unmarshal(b, &a); err != nil {
			t.Fatalf("%s: %v", b, err)
		}
		if a.Why != nil {
			if err := json.Unmarshal(a.Why, &w); err != nil {
				t.Fatal(err)
			}
		}
		return w
	}
	swapped := strings.Replace(alphaBeta, "        if alpha >= beta:\n            break\n    return beta", "        if alpha <= beta:\n            break\n    return beta", 1)
	for _, c := range []struct {
		text, more, says, reference string
		line                        int
	}{
		{swapped, `,"algorithm":"alphabeta"`, "Line 12 cuts, with alpha = −∞ and beta = 3: the cut is sound, but alpha-beta does not make it. Later it makes an unsound one.", "The run cuts the rest of the children of a. Alpha-beta visits c.", 12},
		{swapped, "", "Line 13 breaks off here: the cut that this causes is unsound, since leaf ", "", 13},
		{strings.Replace(alphaBeta, "return alpha", "return beta", 1), `,"algorithm":"alphabeta"`, "Line 9 returns here, and the value of the node is wrong.", "From the values of its children the node has 3.", 9},
		{strings.Replace(alphaBeta, "        if alpha >= beta:\n            break\n    return beta", "    return beta", 1), `,"algorithm":"alphabeta"`, "Line 11 visits a node that alpha-beta cuts.", "Alpha-beta cuts", 11},
		{alphaBeta, `,"algorithm":"alphabeta"`, "", "", 0},
	} {
		w := why(c.text, c.more)
		if w.Line != c.line || !strings.HasPrefix(w.Says, c.says) || !strings.Contains(w.Reference, c.reference) || (c.says == "") != (w.Says == "") {
			t.Errorf("got line %d, %q, %q; want line %d, %q, %q", w.Line, w.Says, w.Reference, c.line, c.says, c.reference)
		}
	}
}

// TestPlayed: the page of a kept program plays its newest run, from the first mistake on.
func TestPlayed(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	wrong := strings.Replace(alphaBeta, "        if alpha >= beta:\n            break\n    return beta", "        if alpha <= beta:\n            break\n    return beta", 1)
	a := send(t, "POST", ts.URL+"/api/v1/programs", body(wrong, `,"algorithm":"alphabeta"`), 201)
	_, page := webtest.Get(t, ts.URL+"/code/"+a.ID)
	for _, want := range []string{`<svg class="tree"`, `id="calls"`, `id="mistake"`, "Line 12 cuts, with alpha", `href="/lockstep?a=recorded&amp;b=alphabeta&amp;`, `data-step="7"`} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page has no %s", want)
		}
	}
	send(t, "PUT", ts.URL+"/api/v1/programs/"+a.Key, body(alphaBeta, `,"algorithm":"alphabeta"`), 200)
	if _, page = webtest.Get(t, ts.URL+"/code/"+a.ID+"?step=last"); strings.Contains(string(page), `id="mistake"`) || !strings.Contains(string(page), "returns") {
		t.Error("the page of the newer run has the mistake of the older one")
	}
	if r, _ := webtest.Get(t, ts.URL+"/code/"+a.ID+"?algorithm=minimax"); r.StatusCode != http.StatusUnprocessableEntity && r.StatusCode != http.StatusBadRequest {
		t.Errorf("another algorithm: %s", r.Status)
	}
}

// TestNodesByName: a variable that holds nodes shows their names, also within lists, tuples and dicts.
func TestNodesByName(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	text := "def f(node):\n    kids = node.children\n    pairs = [(7, c) for c in kids]\n    seen = {c: 2 for c in kids}\n    return max([f(c) for c in kids], default=node.value)\nprint(root.children)\nresult = f(root)\n"
	a := send(t, "POST", ts.URL+"/api/v1/programs", `{"program":`+webtest.Quote(text)+`,"text":"max[ 3 max[ 4 5 ] ]"}`, 201)
	if a.Output != "[<node a>, <node b>]\n" {
		t.Errorf("printed: %q", a.Output)
	}
	_, page := webtest.Get(t, ts.URL+"/code/"+a.ID+"?step=2")
	for _, want := range []string{"(a, b)", "((7, a), (7, b))", "{a: 2, b: 2}"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the variables of the calls have no %s", want)
		}
	}
}

// TestNoValue: a program that returns nothing is not asked to print an exit.
func TestNoValue(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	_, b := webtest.Send(t, "POST", ts.URL+"/api/v1/programs/run", body("def f(n):\n    for c in n.children:\n        f(c)\nf(root)\n", ""), "Content-Type", "application/json")
	if !strings.Contains(string(b), "so the run has no result: return the value from the search, or set result.") {
		t.Errorf("%s", b)
	}
}

// TestAgainst: a program is held against what fits it, unless the request names an algorithm. One that is named and does
// not make the sound cuts of the program has an offer.
func TestAgainst(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	run := ts.URL + "/api/v1/programs/run"
	const chance = `"text":"kind minimax minp 0 maxp 10 max[ 6 *[ min[ 1 8 ] min[ 4 9 ] ] *[ 2 min[ 10 7 ] ] ]"`
	const three = `"text":"players 3 maxsum 9 1[ (5,2,2) 2[ (3,5,1) (2,2,5) ] 2[ (1,6,2) (4,1,4) ] ]"`
	text := func(id, was, is string) string { return strings.ReplaceAll(beginnings.Find(id).Text(false), was, is) }
	for _, c := range []struct{ name, program, source, more, algorithm, because string }{
		{"a window", text("alphabeta", "alphabeta", "search"), textbook, "", "alphabeta", "search has the parameters alpha and beta"},
		{"a window, called minimax", text("alphabeta", "alphabeta", "minimax"), textbook, "", "alphabeta", "minimax has the parameters alpha and beta"},
		{"no window", text("minimax", "minimax", "search"), textbook, "", "minimax", "no function has the parameters alpha and beta"},
		{"chance", text("star1", "star1", "search"), chance, "", "star1", "sound cuts that alpha-beta does not make"},
		{"max^n", text("maxn", "maxn", "search"), three, "", "maxn", "the score of each player"},
		{"a name", text("shallow", "", ""), three, "", "shallow", "the search is called shallow"},
		{"negamax", text("negamax", "", ""), textbook, `,"perspective":"mover"`, "alphabeta", "negamax has the parameters alpha and beta"},
	} {
		a := send(t, "POST", run, `{"algorithm":"auto","program":`+webtest.Quote(c.program)+`,`+c.source+c.more+`}`, 200)
		if a.Algorithm != c.algorithm || !strings.Contains(a.Because, c.because) || a.Checks.Verdict != "right" || a.Fits.ID != "" {
			t.Errorf("%s: %q because %q, %s, offers %q", c.name, a.Algorithm, a.Because, a.Checks.Verdict, a.Fits.ID)
		}
	}
	if a := send(t, "POST", run, body(alphaBeta, `,"algorithm":"minimax"`), 200); a.Fits.ID != "alphabeta" || a.Because != "" {
		t.Errorf("held against minimax: %+v", a)
	}
	if a := send(t, "POST", run, body(strings.Replace(alphaBeta, "alpha >= beta", "alpha <= beta", 1), `,"algorithm":"minimax"`), 200); a.Fits.ID != "" {
		t.Errorf("an unsound cut has the offer %q", a.Fits.ID)
	}
	// It is kept as chosen.
	kept := send(t, "POST", ts.URL+"/api/v1/programs", body(alphaBeta, `,"algorithm":"auto"`), 201)
	if _, page := webtest.Get(t, ts.URL+"/code/"+kept.ID); !strings.Contains(string(page), `data-algorithm="alphabeta" data-because="the search is called alphabeta"`) || !strings.Contains(string(page), `<option value="auto" selected`) {
		t.Error("the page of the program does not say what was chosen, and why")
	}
}
