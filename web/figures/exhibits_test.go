package figures_test

import (
	"html"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"espalier/search"
	"espalier/web"
	"espalier/web/app"
	"espalier/web/figures"
)

// TestExhibitsPage checks that every exhibit has a card whose link opens a run with
// a wrong result.
func TestExhibitsPage(t *testing.T) {
	s := web.New(app.Config{})
	defer s.Shutdown(t.Context())
	get := func(path string) string {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if w.Code != http.StatusOK {
			t.Fatalf("GET %s = %d, want 200", path, w.Code)
		}
		return w.Body.String()
	}
	if !strings.Contains(get("/"), `href="/exhibits"`) {
		t.Error("the gallery has no link to the exhibits")
	}
	page := get("/exhibits")
	cards, err := figures.ExhibitCards()
	if err != nil || len(cards) != len(search.PrintedFailures()) {
		t.Fatalf("exhibitCards() = %d cards, %v, want %d", len(cards), err, len(search.PrintedFailures()))
	}
	for _, c := range cards {
		if !strings.Contains(page, html.EscapeString(c.Href)) || !strings.Contains(page, c.Title) {
			t.Errorf("the page has no card %q with its link %s", c.Title, c.Href)
		}
		if run := get(c.Href); !strings.Contains(run, "not understood") && strings.Contains(run, "as_printed") {
			continue
		}
		t.Errorf("%s does not open a run as printed", c.Href)
	}
}
