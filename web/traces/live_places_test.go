package traces_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"espalier/web/store/key"
	"espalier/web/traces"
	"espalier/web/webtest"
)

// as is the header of a request of a client.
func as(client int) []string {
	return []string{"X-Forwarded-For", fmt.Sprintf("192.0.2.%d", client)}
}

// TestLivePlacesAreShared: one address has half of the places for live runs, whatever it sends, and
// others have some.
func TestLivePlacesAreShared(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	api := ts.URL + "/api/v1/traces"
	var first kept
	for i := range traces.MaxLive / 2 {
		if k := send(t, "POST", api+"?live=1", "", 201, as(1)...); i == 0 {
			first = k
		}
	}
	resp, b := webtest.Send(t, "POST", api+"?live=1", "", as(1)...)
	webtest.CheckProblem(t, resp, b, http.StatusTooManyRequests, "live", "your address has 32 of them and can have 32, half of what others leave free")
	if page := get(t, ts.URL+"/clients", as(2)...); !strings.Contains(page, "32 of the 64 places for live runs are taken; your address has none of them and can have 16") {
		t.Error("the page of the clients does not say how many places are left")
	}
	other := send(t, "POST", api+"?live=1", deep, 201, as(2)...)
	send(t, "POST", api+"/"+other.Key+"/end", "", 200, as(2)...)

	// The place of a run that has ended is free, and nothing is left of the one that was refused.
	send(t, "POST", api+"/"+first.Key+"/end", "", 200, as(1)...)
	send(t, "POST", api+"?live=1", "", 201, as(1)...)
}

// TestSilentRunGivesWay: a live run that has been silent gives its place to another one. Its lines are
// kept, the request that sends them is answered with the offset, and it can be continued.
func TestSilentRunGivesWay(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	api := ts.URL + "/api/v1/traces"
	begun := deep[:strings.Index(deep, `{"type":"prune"`)]
	silent := send(t, "POST", api+"?live=1", "", 201, as(1)...)
	out, in := io.Pipe()
	answered := make(chan kept, 1)
	go func() {
		r, err := http.NewRequestWithContext(t.Context(), "POST", api+"/"+silent.Key+"/lines?from=0", out)
		if err != nil {
			t.Error(err)
			return
		}
		r.Header.Set("X-Forwarded-For", "192.0.2.1")
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Error(err)
			return
		}
		var k kept
		if err := json.Unmarshal(webtest.Read(t, resp), &k); err != nil || resp.StatusCode != http.StatusConflict {
			t.Errorf("%s, %v", resp.Status, err)
		}
		answered <- k
	}()
	io.WriteString(in, begun)
	defer in.Close()
	webtest.Eventually(t, time.Minute, func() bool {
		var now kept
		json.Unmarshal([]byte(get(t, api+"/"+silent.ID)), &now)
		return now.Bytes == int64(len(begun))
	}, "the lines are not stored")
	for range traces.MaxLive/2 - 1 {
		send(t, "POST", api+"?live=1", "", 201, as(1)...)
	}
	s.Traced.MostSilence = time.Nanosecond // from here on each run that is not adding a block is silent
	newest := send(t, "POST", api+"?live=1", deep, 201, as(1)...)
	k := <-answered
	if k.Offset != int64(len(begun)) || len(k.Errors) != 1 || !strings.Contains(k.Errors[0].Message, "its place was needed for another one") {
		t.Errorf("the request of the run that gave way is answered with %+v", k)
	}
	if end := send(t, "POST", api+"/"+newest.Key+"/end", "", 200, as(1)...); end.Verdict != "wrong" {
		t.Errorf("%+v", end)
	}
	send(t, "POST", fmt.Sprintf("%s/%s/lines?from=%d", api, silent.Key, len(begun)), deep[len(begun):], 200, as(1)...)
	if source := get(t, api+"/"+silent.ID+"/source"); source != deep {
		t.Errorf("what is kept of it is %q", source)
	}
	if end := send(t, "POST", api+"/"+silent.Key+"/end", "", 200, as(1)...); end.Verdict != "wrong" || end.Events != 10 {
		t.Errorf("%+v", end)
	}
}

// TestRunThatGaveWayEnds: a run that gave way and is not continued is ended as each silent one.
func TestRunThatGaveWayEnds(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	api := ts.URL + "/api/v1/traces"
	silent := send(t, "POST", api+"?live=1", deep, 201, as(1)...)
	s.Traced.Silence = 0 // for what begins from here on
	s.Traced.GiveWay(silent.ID)
	webtest.Eventually(t, time.Minute, func() bool {
		kept, err := s.Traces().Load(context.Background(), key.ID(silent.ID))
		if err != nil {
			t.Fatal(err)
		}
		newest, _ := kept.Revision(0)
		return !newest.Live && newest.Verdict == "wrong"
	}, "a run that gave way does not end")
}
