package request_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"espalier/trees/figures"
	"espalier/web"
	"espalier/web/problem"
	"espalier/web/request"
	"espalier/web/webtest"
)

func sourceOf(s *web.Server, query string) (*request.TreeRef, error) {
	return request.ReadTreeRef(s.Core, httptest.NewRequest("GET", "/export/tree.txt?"+query, nil))
}

func TestReadSource(t *testing.T) {
	s, _ := webtest.Serve(t)
	text := url.Values{"text": {webtest.Korf6}}.Encode()
	for _, c := range []struct{ query, title, path string }{
		{"figure=k1991-fig6", "Failure of deep pruning for three players", "/figures/k1991-fig6"},
		{"figure=k1991-fig6&text=", "Failure of deep pruning for three players", "/figures/k1991-fig6"},
		{text, "A tree of your own", "/tree"},
	} {
		src, err := sourceOf(s, c.query+"&algorithm=deep&step=3&v5=3,0,6&revision=")
		if err != nil {
			t.Errorf("readSource(%s) = %v", c.query, err)
			continue
		}
		if src.Title != c.title || src.Path != c.path || src.Tree.Len() != 7 || len(src.Params) != 1 {
			t.Errorf("readSource(%s) = %q at %s with %d nodes and %v, want %q at %s with 7", c.query, src.Title, src.Path, src.Tree.Len(), src.Params, c.title, c.path)
		}
		if q := src.Query.Encode(); q != "algorithm=deep&step=3&v5=3%2C0%2C6" {
			t.Errorf("readSource(%s) leaves %s, want the view alone", c.query, q)
		}
		v, with, err := src.ViewAndTree()
		if err != nil || v.Algorithm.ID != "deep" || v.Step != 3 {
			t.Errorf("shown(%s) = %v, %v", c.query, v, err)
			continue
		}
		if value, _ := with.Value(5); with.FormatValue(value) != "(3, 0, 6)" {
			t.Errorf("shown(%s): leaf 5 is %s, want the value of the query", c.query, with.FormatValue(value))
		}
	}
}

func TestReadSourceRejects(t *testing.T) {
	s, _ := webtest.Serve(t)
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
		{"text=" + strings.Repeat("a", request.MaxLinkText+1), "text", "at most 6,000", 422},
		{"figure=k1991-fig6&revision=3", "revision", "only a saved tree", 422},
	} {
		src, err := sourceOf(s, c.query)
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
		if src != nil || status != c.status || name != c.parameter || !strings.Contains(message, c.words) {
			t.Errorf("readSource(%.40s) = %v, %q (%d at %q), want %q (%d at %q)", c.query, src, message, status, name, c.words, c.status, c.parameter)
		}
	}
}

// TestReadSourceFigures reads every figure: one that has no tree is played on
// its companion's, or the error that there is none.
func TestReadSourceFigures(t *testing.T) {
	s, _ := webtest.Serve(t)
	for _, f := range figures.All() {
		src, err := sourceOf(s, url.Values{"figure": {f.ID}}.Encode())
		if played := f.Tree != nil || f.Companion != nil && f.Companion.Tree != nil; !played {
			if status, _ := problem.StatusAndDetail(err); status != http.StatusUnprocessableEntity {
				t.Errorf("readSource(figure=%s) = %v, want that it has no tree", f.ID, err)
			}
			continue
		}
		if err != nil || src.Run.Algorithm == nil || src.Title == "" {
			t.Errorf("readSource(figure=%s) = %+v, %v", f.ID, src, err)
			continue
		}
		if _, _, err := src.ViewAndTree(); err != nil {
			t.Errorf("shown(figure=%s) = %v", f.ID, err)
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
		if _, b := webtest.Get(t, ts.URL+m.Edit); !strings.Contains(webtest.PageText(b), "while the tree breaks a limit. "+want) {
			t.Errorf("the editor after %s does not contain %q", edit, want)
		}
	}
}
