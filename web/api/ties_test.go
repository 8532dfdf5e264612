package api_test

import (
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"espalier/web/webtest"
)

type tieRuleJSON struct {
	Choices []struct{ Node, From, To int }
	More    int
}

// TestTies: shallow pruning is right only as long as player 2 resolves her tie to the left.
func TestTies(t *testing.T) {
	_, ts := webtest.Serve(t)
	resp, b := webtest.Post(t, ts.URL+"/api/v1/ties", `{"text":"players 3 maxsum 10 1[ 2[ (5,4,1) (1,4,5) ] 2[ (2,6,2) (3,6,1) ] ]"}`)
	var a struct {
		Values []struct {
			Value      []float64
			Share      float64
			Equilibria string
			Rule       tieRuleJSON
		}
		Equilibria     string
		Samples        int
		Ties, Together []int
		Deciding       []struct {
			Node, From, To int
			Root           []float64
		}
		Runs []struct {
			Algorithm string
			Options   map[string]bool
			Value     []float64
			Among     bool
			Set       [][]float64
			Beyond    [][]float64
			Cut       []int
			Breaks    *[]struct {
				Value, Cut []float64
				Rule       tieRuleJSON
			}
		}
	}
	if err := json.Unmarshal(b, &a); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%d, %v: %.500s", resp.StatusCode, err, b)
	}
	var values [][]float64
	share := 0.0
	for _, v := range a.Values {
		values = append(values, v.Value)
		share += v.Share
	}
	if want := [][]float64{{5, 4, 1}, {3, 6, 1}, {2, 6, 2}}; !reflect.DeepEqual(values, want) || share < .999 || share > 1.001 {
		t.Errorf("values %v with shares that add up to %v, want %v and 1", values, share, want)
	}
	if !slices.Equal(a.Ties, []int{1, 4}) || a.Samples != 0 || a.Equilibria != "4" || len(a.Values[0].Rule.Choices) != 0 || len(a.Values[1].Rule.Choices) != 2 {
		t.Errorf("%.600s", b)
	}
	if len(a.Deciding) != 1 || a.Deciding[0].Node != 1 || a.Deciding[0].To != 3 || !slices.Equal(a.Deciding[0].Root, []float64{2, 6, 2}) || !slices.Equal(a.Together, []int{4}) {
		t.Errorf("deciding %+v, together %v", a.Deciding, a.Together)
	}
	seen := 0
	for _, r := range a.Runs {
		switch {
		case r.Algorithm == "shallow" && r.Options["strict"]:
			seen++
			if !slices.Equal(r.Cut, []int{6}) || r.Breaks == nil || len(*r.Breaks) != 1 || !slices.Equal((*r.Breaks)[0].Value, []float64{3, 6, 1}) || len((*r.Breaks)[0].Rule.Choices) != 2 {
				t.Errorf("shallow pruning: %+v", r)
			}
		case r.Algorithm == "maxn":
			seen++
			if !r.Among || r.Breaks == nil || len(*r.Breaks) != 0 || !slices.Equal(r.Value, []float64{5, 4, 1}) {
				t.Errorf("max^n: %+v", r)
			}
		case r.Algorithm == "softmaxn":
			seen++
			if len(r.Set) != 4 || !reflect.DeepEqual(r.Beyond, [][]float64{{1, 4, 5}}) {
				t.Errorf("soft-max^n returns %v, beyond the values of the root %v", r.Set, r.Beyond)
			}
		}
	}
	if seen != 3 {
		t.Errorf("%d of three runs in %.300s", seen, b)
	}
	for body, want := range map[string]string{
		`{"text":"max[1 2]"}`:                 "kind minimax",
		`{"game":{"id":"hearts"}}`:            "ties are computed on an explicit tree: one of tree, text",
		`{"text":"2[(1,2) (2,1)]","depth":2}`: "revision, values",
	} {
		resp, b := webtest.Post(t, ts.URL+"/api/v1/ties", body)
		if resp.StatusCode != http.StatusUnprocessableEntity && resp.StatusCode != http.StatusBadRequest || !strings.Contains(string(b), want) {
			t.Errorf("%s: %d %s, want a message with %q", body, resp.StatusCode, b, want)
		}
	}
}
