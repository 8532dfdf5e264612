package figures_test

import (
	"html"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"espalier/search/compare"
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
	if !strings.Contains(get("/explore"), `href="/exhibits"`) {
		t.Error("the door has no link to the exhibits")
	}
	page := get("/exhibits")
	printed, conditions, err := figures.ExhibitCards(t.Context())
	if cards := len(printed) + len(conditions); err != nil || cards != len(compare.Exhibits()) || len(conditions) == 0 {
		t.Fatalf("%d cards, %d of them for conditions, %v; want %d, and one or more", cards, len(conditions), err, len(compare.Exhibits()))
	}
	for i, c := range append(printed, conditions...) {
		if !strings.Contains(page, html.EscapeString(c.Href)) || !strings.Contains(page, c.Title) {
			t.Errorf("the page has no card %q with its link %s", c.Title, c.Href)
		}
		run := get(c.Href)
		if strings.Contains(run, "The address has an error") || i < len(printed) && !strings.Contains(run, "as_printed") {
			t.Errorf("%s does not open a run as printed", c.Href)
		}
	}
	if !strings.Contains(page, "Carmel and Markovitch") {
		t.Error("the page does not name the repair of deep pruning for two players")
	}
}
