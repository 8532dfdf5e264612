package run_test

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"espalier/trees/figures"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/webtest"
	"espalier/web/words"
)

func openAddress(t *testing.T, query string) (*run.Opened, *run.Address, error) {
	q, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	return run.OpenAddress(t.Context(), nil, q)
}

func TestOpenAddress(t *testing.T) {
	text := url.Values{"text": {webtest.Korf6}}.Encode()
	for _, c := range []struct{ query, title, path string }{
		{"figure=k1991-fig6", "Failure of deep pruning for three players", "/figures/k1991-fig6"},
		{"figure=k1991-fig6&text=", "Failure of deep pruning for three players", "/figures/k1991-fig6"},
		{text, "A tree of your own", "/tree"},
	} {
		o, a, err := openAddress(t, c.query+"&algorithm=deep&step=3&v5=3,0,6&revision=")
		if err != nil {
			t.Errorf("openAddress(%s) = %v", c.query, err)
			continue
		}
		path, _, ok := run.PagePath(o.Source)
		if o.Title() != c.title || path != c.path || !ok || o.Tree.Len() != 7 {
			t.Errorf("openAddress(%s) = %q at %s with %d nodes, want %q at %s with 7", c.query, o.Title(), path, o.Tree.Len(), c.title, c.path)
		}
		if rest := a.Rest.Encode(); rest != "algorithm=deep&step=3&v5=3%2C0%2C6" {
			t.Errorf("openAddress(%s) leaves %s, want the view alone", c.query, rest)
		}
		step := ""
		s, err := o.ReadQuery(a.Rest, o.Default(), func(name, text string) (bool, error) {
			if name == "step" {
				step = text
			}
			return name == "step", nil
		})
		if err != nil || s.Algorithm.ID != "deep" || step != "3" {
			t.Errorf("the run of %s = %+v at step %s, %v", c.query, s, step, err)
			continue
		}
		r, err := o.Resolve(s)
		if err != nil {
			t.Fatal(err)
		}
		if value, _ := r.Tree.Value(5); r.Tree.FormatValue(value) != "(3, 0, 6)" {
			t.Errorf("the run of %s: leaf 5 is %s, want the value of the query", c.query, r.Tree.FormatValue(value))
		}
	}
}

func TestOpenAddressRejects(t *testing.T) {
	for _, c := range []struct {
		query, parameter, words string
		status                  int
	}{
		{"", "figure", "a tree is missing", 422},
		{"text=", "figure", "a tree is missing", 422},
		{"figure=none", "figure", `there is no figure "none"`, 404},
		{"figure=sk2000-fig4&text=1[2", "text", "by figure already", 422},
		{"figure=a&figure=b", "figure", "given 2 times", 422},
		{"text=" + url.QueryEscape("players 3 1[ (1,2) ]"), "text", "players", 422},
		{"text=" + strings.Repeat("a", run.MaxLinkText+1), "text", "at most " + words.Grouped(run.MaxLinkText), 422},
		{"figure=k1991-fig6&revision=3", "revision", "only a saved tree", 422},
	} {
		o, _, err := openAddress(t, c.query)
		status, message := problem.StatusAndDetail(err)
		var query *problem.QueryError
		var input *problem.Error
		name := ""
		switch {
		case errors.As(err, &query):
			name = query.Name
		case errors.As(err, &input):
			name = input.Path
		}
		if o != nil || status != c.status || name != c.parameter || !strings.Contains(message, c.words) {
			t.Errorf("openAddress(%.40s) = %v, %q (%d at %q), want %q (%d at %q)", c.query, o, message, status, name, c.words, c.status, c.parameter)
		}
	}
}

// TestOpenAddressOfFigures opens every figure: one that has no tree is played on
// its companion's, or the error that there is none.
func TestOpenAddressOfFigures(t *testing.T) {
	for _, f := range figures.All() {
		o, _, err := openAddress(t, url.Values{"figure": {f.ID}}.Encode())
		if played := f.Tree != nil || f.Companion != nil && f.Companion.Tree != nil; !played {
			if status, _ := problem.StatusAndDetail(err); status != http.StatusUnprocessableEntity {
				t.Errorf("openAddress(figure=%s) = %v, want that it has no tree", f.ID, err)
			}
			continue
		}
		if err != nil || o.Default().Algorithm == nil || o.Title() == "" {
			t.Errorf("openAddress(figure=%s) = %+v, %v", f.ID, o, err)
			continue
		}
		if _, err := o.Resolve(o.Default()); err != nil {
			t.Errorf("the first run of figure=%s: %v", f.ID, err)
		}
	}
}

// TestFaultHasPath: every page that would run a tree that breaks a limit shows
// where it does, a node's fault and a header's.
func TestFaultHasPath(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	for edit, want := range map[string]string{
		`{"op":"header","outcomes":[[9,9,9]]}`:     "outcomes[0]: the scores add up to 27",
		`{"op":"set","nodes":[2],"value":[9,9,9]}`: "root.1: the scores add up to 27",
	} {
		m := webtest.MakeTree(t, ts, `{"text":"players 3 maxsum 9 1[ (1,2,3) ]"}`)
		webtest.Post(t, ts.URL+"/api/v1/trees/"+m.Key+"/edits", `{"edit":`+edit+`}`)
		for _, path := range []string{"/export/trace.ndjson", "/export/run.html", "/handout", "/embed", "/share", "/lockstep"} {
			if _, b := webtest.Get(t, ts.URL+path+"?saved="+m.ID); !strings.Contains(webtest.PageText(b), "the tree breaks a limit. "+want) {
				t.Errorf("%s after %s does not contain %q: %.300s", path, edit, want, webtest.PageText(b))
			}
		}
		if _, b := webtest.Get(t, ts.URL+m.Edit); !strings.Contains(webtest.PageText(b), "The tree breaks a limit, so no algorithm can search it. "+want) {
			t.Errorf("the editor after %s does not contain %q", edit, want)
		}
	}
}
