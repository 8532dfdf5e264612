package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"

	"espalier/web"
	"espalier/web/store/key"
	"espalier/web/webtest"
)

// isData reports whether only programs and scripts ask for a route. A wrong key there is a problem document.
func isData(route string) bool {
	return strings.HasPrefix(route, "/api/") && !strings.HasSuffix(route, ".csv") && !strings.HasSuffix(route, "/source")
}

// TestLostAddressIsAPage: whoever opens an address whose key is wrong, or whose thing is gone, in a browser gets a
// page that says what to do, whatever the thing is.
func TestLostAddressIsAPage(t *testing.T) {
	s, _ := webtest.ServeWithStore(t)
	asked := 0
	err := chi.Walk(s.Routes(), func(method, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		somebodys := s.Keyed(route) || s.Private(route) || strings.HasPrefix(route, "/t/")
		if method != http.MethodGet || !somebodys || !strings.Contains(route, "{") || isData(route) {
			return nil
		}
		asked++
		for _, wrong := range []string{string(key.New()), string(key.New().ID()), "nothing"} {
			path := strings.Replace(route, parameter.FindString(route), wrong, 1)
			code, text := openLost(s, parameter.ReplaceAllString(path, "1"))
			if code == http.StatusSeeOther || code == http.StatusForbidden && strings.Contains(text, "only the edit key allows edits. You can") { // from the key to the id, or an id for a key
				continue
			}
			if code != http.StatusNotFound || !strings.Contains(text, "<main") || !strings.Contains(text, `href="/teach"`) && !strings.Contains(text, "Check the code") {
				t.Errorf("%s with the key %s is answered with %d %.300s", route, wrong, code, webtest.PageText([]byte(text)))
			}
		}
		return nil
	})
	if err != nil || asked < 15 {
		t.Errorf("%d routes are asked, %v", asked, err)
	}
}

// openLost opens an address in a browser.
func openLost(s *web.Server, path string) (code int, text string) {
	r := httptest.NewRequest("GET", path, nil)
	r.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}
