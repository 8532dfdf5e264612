package code_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

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
		{swapped, `,"algorithm":"alphabeta"`, "Line 13 breaks off here: the cut that this causes is unsound, since leaf k could be −1.", "The run cuts the rest of the children of a. Alpha-beta visits c.", 13},
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
	for _, want := range []string{`<svg class="tree"`, `id="calls"`, `id="mistake"`, "Line 13 breaks off here", `href="/lockstep?a=recorded&amp;b=alphabeta&amp;`, `data-step="7"`} {
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
