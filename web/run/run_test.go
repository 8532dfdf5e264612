package run_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/compare"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/treestore"
)

// korf6 is Fig. 6 of Korf 1991.
const korf6 = "players 3 maxsum 9 1[ (5,2,2) 2[ 3[ (2,2,5) (3,0,6) ] (6,1,2) ] ]"

// specs are runs on every figure that has a tree, and on typed trees.
func specs(t *testing.T) (list []*run.Resolved) {
	t.Helper()
	add := func(o *run.Opened, s run.Spec) {
		r, err := o.Resolve(s)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	for _, f := range figures.All() {
		o, err := run.Open(t.Context(), nil, run.Figure{ID: f.ID})
		if err != nil {
			t.Fatal(err)
		}
		if o.Tree == nil {
			continue
		}
		add(o, o.Default())
		can, _ := compare.ConfigsOn(o.Tree, 0)
		for _, c := range can {
			s := o.Default().With(c)
			s.Values = nil
			add(o, s)
		}
	}
	for _, text := range []string{korf6, "kind minimax max[ 3 min[ 4 1 ] ]", "kind path [ [ . ] . ]"} {
		o, err := run.Open(t.Context(), nil, run.TypedText(text))
		if err != nil {
			t.Fatal(err)
		}
		s := o.Default()
		add(o, s)
		for n := range o.Tree.Len() {
			if v, known := o.Tree.Value(n); known && o.Tree.Kind != trees.Path {
				s.Values = s.Values.With(n, v)
			}
		}
		add(o, s)
	}
	return list
}

func readBody(ctx context.Context, body string) (*run.Resolved, error) {
	members, err := problem.SplitObject([]byte(body), "")
	if err != nil {
		return nil, err
	}
	return run.Read(ctx, nil, members)
}

// own is what a run is: the algorithm with its options, and the tree with its values.
func own(r *run.Resolved) string {
	text := ""
	if r.Tree != nil {
		text = string(r.Tree.AppendJSON(nil))
	}
	return fmt.Sprint(r.Algorithm.ID, r.Options, text)
}

// TestBodyIsReadBack writes runs as bodies and reads them.
func TestBodyIsReadBack(t *testing.T) {
	for _, r := range specs(t) {
		if f := r.Of.Figure; f != nil && f.Tree == nil {
			continue // a body names the figure whose tree it is
		}
		again, err := readBody(t.Context(), r.Body())
		if err != nil {
			t.Errorf("%s: %v", r.Body(), err)
			continue
		}
		if own(again) != own(r) || again.Body() != r.Body() {
			t.Errorf("%s is read as %s", r.Body(), again.Body())
		}
	}
}

// TestQueryIsReadBack writes runs as queries and reads them.
func TestQueryIsReadBack(t *testing.T) {
	unknown := func(string, string) (bool, error) { return false, nil }
	for _, r := range specs(t) {
		list, ok := run.Parameters(r.Source)
		if !ok {
			t.Errorf("no address names %#v", r.Source)
			continue
		}
		q := r.Query(r.Tree)
		for _, p := range list {
			q.Set(p.Name, p.Value)
		}
		o, a, err := run.OpenAddress(t.Context(), nil, q)
		if err != nil {
			t.Errorf("%s: %v", q.Encode(), err)
			continue
		}
		s, err := o.ReadQuery(a.Rest, run.Spec{Source: o.Source}, unknown)
		if err != nil {
			t.Errorf("%s: %v", q.Encode(), err)
			continue
		}
		again, err := o.Resolve(s)
		if err != nil || !reflect.DeepEqual(again.Spec, r.Spec) {
			t.Errorf("%s is read as %+v (%v), want %+v", q.Encode(), again.Spec, err, r.Spec)
		}
	}
}

// TestStoredIsReadBack writes runs as a room stores them, and reads them.
func TestStoredIsReadBack(t *testing.T) {
	for _, r := range specs(t) {
		text, err := r.Stored()
		if _, typed := r.Source.(run.Typed); typed {
			if err == nil {
				t.Errorf("a room stores the typed tree of %s in the run", r.Body())
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		b, source, err := run.ReadStored(text)
		if err != nil || source != r.Source {
			t.Errorf("%s is read as %v, %v", text, source, err)
			continue
		}
		s, err := r.Of.ReadSpec(b)
		if err != nil || !reflect.DeepEqual(s, r.Spec) {
			t.Errorf("%s is read as %+v, %v; want %+v", text, s, err, r.Spec)
		}
	}
}

// TestStoredForms are texts of rooms that are open: they stay readable, and are written the
// same again.
func TestStoredForms(t *testing.T) {
	for _, c := range []struct {
		text string
		want run.Source
	}{
		{`{"figure":"k1991-fig6","algorithm":"deep","options":{},"values":{"5":[3,0,6]}}`, run.Figure{ID: "k1991-fig6"}},
		{`{"saved":"aaaaaaaaaaaaaaaaaaaaaaaaab","revision":3,"algorithm":"maxn","options":{},"values":{}}`, run.Saved{ID: "aaaaaaaaaaaaaaaaaaaaaaaaab", Revision: 3}},
		{`{"source":"sha256:00","algorithm":"maxn","options":{},"values":{}}`, run.Shown{Hash: "sha256:00"}},
		{`{"hand":"h3","source":"sha256:00","algorithm":"maxn","options":{},"values":{}}`, run.Shown{Hash: "sha256:00", Hand: "h3"}},
		{`{"game":{"id":"tic-tac-toe"},"expand":2,"algorithm":"maxn","options":{"depth":2},"values":{}}`, run.Game{Raw: json.RawMessage(`{"id":"tic-tac-toe"}`), Expand: 2}},
		{`{"generate":{"kind":"h32","branching":3,"depth":4,"players":3},"algorithm":"shallow","options":{},"values":{}}`, run.Generated{Raw: json.RawMessage(`{"kind":"h32","branching":3,"depth":4,"players":3}`)}},
	} {
		b, source, err := run.ReadStored([]byte(c.text))
		if err != nil || !reflect.DeepEqual(source, c.want) {
			t.Errorf("%s is read as %#v, %v; want %#v", c.text, source, err, c.want)
			continue
		}
		tree, err := trees.ReadText(korf6)
		if err != nil {
			t.Fatal(err)
		}
		o := &run.Opened{Source: source, Tree: tree}
		s, err := o.ReadSpec(b)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		r, err := o.Resolve(s)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := r.Stored(); err != nil || string(text) != c.text {
			t.Errorf("%s is written again as %s, %v", c.text, text, err)
		}
	}
}

// TestSourceHasNoEditKey: of an edit key only the read-only id is kept, in every form.
func TestSourceHasNoEditKey(t *testing.T) {
	key := treestore.NewKey()
	want := run.Saved{ID: key.ID(), Revision: 2}
	members, err := problem.SplitObject(fmt.Appendf(nil, `{"saved":%q,"revision":2}`, key), "")
	if err != nil {
		t.Fatal(err)
	}
	b, err := run.ReadBody(members, run.Keys)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := b.Source(); s != want {
		t.Errorf("a body with an edit key has the source %v, %v", s, err)
	}
	a, err := run.ReadAddress(url.Values{"saved": {string(key)}, "revision": {"2"}})
	if err != nil || a.Source != want || !a.Secret {
		t.Errorf("an address with an edit key has the source %v, secret %t (%v)", a.Source, a.Secret, err)
	}
	o := &run.Opened{Source: want, Tree: &trees.Tree{}}
	r, err := o.Resolve(run.Spec{Source: want, Algorithm: algorithms.All()[0]})
	if err != nil {
		t.Fatal(err)
	}
	stored, err := r.Stored()
	if err != nil || strings.Contains(string(stored)+r.Body(), string(key)) {
		t.Errorf("the edit key is in %s or %s (%v)", stored, r.Body(), err)
	}
}

// TestShownNeedsItsRoom: a tree that a room keeps is opened by that room alone.
func TestShownNeedsItsRoom(t *testing.T) {
	if o, err := run.Open(t.Context(), nil, run.Shown{Hash: "sha256:00"}); err == nil {
		t.Errorf("a server opens the tree of a room: %+v", o)
	}
}

// FuzzReadBody reads bodies. What is read is written and read as the same run.
func FuzzReadBody(f *testing.F) {
	for _, body := range []string{
		`{"figure":"k1991-fig6","algorithm":"deep","values":{"5":[3,0,6]}}`,
		`{"text":"players 3 maxsum 9 1[ (1,2,3) 2[ (3,2,1) (0,0,9) ] ]","algorithm":"shallow","options":{"root":2,"depth":1}}`,
		`{"game":{"id":"tic-tac-toe"},"expand":1,"algorithm":"alphabeta"}`,
		`{"generate":{"kind":"h32","branching":2,"depth":2,"players":3},"expand":2,"algorithm":"maxn"}`,
		`{"tree":{"players":2,"root":{"mover":1,"children":[{"value":[1,2]},{"value":[2,1]}]}},"algorithm":"maxn","options":{"discrete":false}}`,
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		r, err := readBody(t.Context(), body)
		if err != nil {
			return
		}
		again, err := readBody(t.Context(), r.Body())
		if err != nil || own(again) != own(r) {
			t.Errorf("%s is written as %s, and read as something else (%v)", body, r.Body(), err)
		}
	})
}

// FuzzReadAddress reads queries. What is read is written and read as the same run.
func FuzzReadAddress(f *testing.F) {
	for _, q := range []string{
		"figure=k1991-fig6&algorithm=deep&v5=3,0,6",
		"text=players+3+maxsum+9+1%5B+(1,2,3)+(3,2,1)+%5D&algorithm=shallow&discrete=1&root=0&depth=3",
		"saved=aaaaaaaaaaaaaaaaaaaaaaaaab&revision=3",
		"game=%7B%22id%22%3A%22tic-tac-toe%22%7D",
	} {
		f.Add(q)
	}
	unknown := func(string, string) (bool, error) { return false, nil }
	f.Fuzz(func(t *testing.T, query string) {
		q, err := url.ParseQuery(query)
		if err != nil || strings.Contains(q.Get("saved"), "a") {
			return
		}
		o, a, err := run.OpenAddress(t.Context(), nil, q)
		if err != nil {
			return
		}
		s, err := o.ReadQuery(a.Rest, o.Default(), unknown)
		if err != nil {
			return
		}
		written := s.Query(o.Tree)
		again, err := o.ReadQuery(written, run.Spec{Source: o.Source}, unknown)
		if err != nil || !reflect.DeepEqual(again, s) {
			t.Errorf("%s is written as %s and read as %+v (%v), want %+v", query, written.Encode(), again, err, s)
		}
	})
}
