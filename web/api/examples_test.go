package api_test

import (
	"net/http"
	"regexp"
	"testing"

	"espalier/web/api"
	"espalier/web/webtest"
)

func TestAPIPageExamplesAnswer(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	for _, e := range api.Examples {
		parts := regexp.MustCompile(`^curl localhost:8080(\S+) -d '(.*)'$`).FindStringSubmatch(e.Command)
		if parts == nil {
			t.Errorf("%q is not a command that this test understands", e.Command)
			continue
		}
		resp, body := webtest.Post(t, ts.URL+parts[1], parts[2])
		want := http.StatusOK
		if parts[1] == "/api/v1/trees" || parts[1] == "/api/v1/rooms" {
			want = http.StatusCreated
		}
		if resp.StatusCode != want {
			t.Errorf("%s = %d, want %d: %s", e.Command, resp.StatusCode, want, body)
		}
	}
}
