package app

import (
	"net/http/httptest"
	"testing"
)

func TestLogsHoldNoKey(t *testing.T) {
	for path, want := range map[string]string{
		"/edit/abc": "/edit/…", "/api/v1/trees/abc/edits": "/api/v1/trees/…/edits", "/api/v1/trees/abc": "/api/v1/trees/…",
		"/edit": "/edit", "/figures/k1991-fig6": "/figures/k1991-fig6",
	} {
		if got := logged(httptest.NewRequest("GET", path, nil)); got != want {
			t.Errorf("logged(%s) = %s, want %s", path, got, want)
		}
	}
}
