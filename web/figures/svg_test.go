package figures

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/web/app"
	"espalier/web/draw"
)

func mustQuery(t *testing.T, s string) url.Values {
	t.Helper()
	q, err := url.ParseQuery(strings.Trim(s, "&"))
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func getFigureSVG(id, query string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", "/figures/"+id+".svg?"+query, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	app.NewCore(app.Config{}).In(asText)(func(w http.ResponseWriter, r *http.Request) error { return serveFigureSVG(w, r, id) })(w, r)
	return w
}

func TestServeFigureSVG(t *testing.T) {
	for _, c := range []struct {
		id, query string
		status    int
		says      string
	}{
		{"k1991-fig6", "", 200, `id="n0"`},
		{"k1991-fig6", "algorithm=deep&step=0", 200, `<svg class="tree"`},
		{"k1991-fig6", "algorithm=shallow&step=3&theme=dark&v5=3,0,6", 200, "(3, 0, 6)"},
		{"sk2000-table1", "theme=projector", 200, `<svg class="placeholder"`},
		{"s2005-fig5", "", 200, "circle"},
		{"k1991-fig66", "", 404, `there is no figure "k1991-fig66"`},
		{"k1991-fig6", "step=1000", 422, "the steps of this run are 0 to "},
		{"k1991-fig6", "step=-1", 422, "step"},
		{"k1991-fig6", "step=x", 422, "step"},
		{"k1991-fig6", "theme=pink", 422, trees.InWords(draw.ThemeNames())},
		{"k1991-fig6", "algorithm=guess", 422, "guess"},
		{"k1991-fig6", "colour=red", 422, "colour"},
		{"k1991-fig6", "v5=9,9,9", 422, "maxsum"},
		{"k1991-fig6", "v0=1,1,1", 422, "not a leaf"},
		{"k1991-fig6", "algorithm=minimax", 422, ""},
		{"sk2000-table1", "step=1", 422, "has no tree"},
	} {
		w := getFigureSVG(c.id, c.query)
		if w.Code != c.status {
			t.Errorf("GET /figures/%s.svg?%s = %d %s, want %d", c.id, c.query, w.Code, w.Body, c.status)
			continue
		}
		if !strings.Contains(w.Body.String(), c.says) {
			t.Errorf("GET /figures/%s.svg?%s = %s, want it to say %q", c.id, c.query, w.Body, c.says)
		}
		want := "image/svg+xml"
		if c.status != 200 {
			want = "text/plain; charset=utf-8"
		}
		if got := w.Header().Get("Content-Type"); got != want {
			t.Errorf("GET /figures/%s.svg?%s has the type %q, want %q", c.id, c.query, got, want)
		}
	}
}

func TestFigureSVGIsCached(t *testing.T) {
	first := getFigureSVG("k1991-fig6", "step=4")
	tag := first.Header().Get("ETag")
	if tag == "" {
		t.Fatal("there is no ETag")
	}
	if again := getFigureSVG("k1991-fig6", "step=4", "If-None-Match", tag); again.Code != http.StatusNotModified || again.Body.Len() > 0 {
		t.Errorf("with its ETag = %d and %d bytes, want 304 and none", again.Code, again.Body.Len())
	}
	if other := getFigureSVG("k1991-fig6", "step=5", "If-None-Match", tag); other.Code != http.StatusOK {
		t.Errorf("another step with that ETag = %d, want 200", other.Code)
	}
}

func TestStepIsNamedInRange(t *testing.T) {
	// The last step is the default; a step after the last step is rejected.
	last := getFigureSVG("k1991-fig6", "algorithm=deep").Body.String()
	message := getFigureSVG("k1991-fig6", "algorithm=deep&step=100000").Body.String()
	_, n, ok := strings.Cut(strings.TrimSpace(message), "0 to ")
	if !ok {
		t.Fatalf("the refusal %q does not name the range", message)
	}
	if got := getFigureSVG("k1991-fig6", "algorithm=deep&step="+n).Body.String(); got != last {
		t.Errorf("step %s, the last, is not the default picture", n)
	}
}
