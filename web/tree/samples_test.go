package tree_test

import (
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"espalier/search/compare"
	"espalier/web/webtest"
)

var sampleRows = regexp.MustCompile(`<tr><th scope="row">([\d,]+)</th><td>([\d.]+)</td><td>([\d.]+)</td><td>(\d+)</td><td>(\d+) to (\d+)</td></tr>`)

// TestNumbersOfSamples: the same address has the same numbers, the mean of one run for each seed is that of the
// runs of these seeds, and the score that it is compared with is that of the exhaustive search.
func TestNumbersOfSamples(t *testing.T) {
	_, ts := webtest.Serve(t)
	const seeds = 5
	for algorithm, reference := range map[string]string{"mcts-maxn": "maxn", "mcts-paranoid": "paranoid"} {
		const first = 7
		address := fmt.Sprintf("%s/samples?seeds=%d&first=%d&algorithm=%s", ts.URL, seeds, first, algorithm)
		_, b := webtest.Get(t, address)
		list := sampleRows.FindAllStringSubmatch(html.UnescapeString(string(b)), -1)
		if _, again := webtest.Get(t, address); len(list) < 10 || fmt.Sprint(sampleRows.FindAllStringSubmatch(string(again), -1)) != fmt.Sprint(list) {
			t.Errorf("%s has the rows %v, and others the next time", address, list)
		}
		solve := func(algorithm, options string) float64 {
			var answer struct{ Value []json.Number }
			_, b := webtest.Post(t, ts.URL+"/api/v1/solve", `{"text":`+webtest.Quote(compare.SamplesTree)+`,"algorithm":`+webtest.Quote(algorithm)+`,"options":{`+options+`}}`)
			if err := json.Unmarshal(b, &answer); err != nil {
				t.Fatalf("%s: %s", err, b)
			}
			x, err := answer.Value[0].Float64()
			if err != nil {
				t.Fatal(err)
			}
			return x
		}
		if page := string(b); !strings.Contains(page, "with the seeds 7 to 11;") || !strings.Contains(page, `name="first" value="12"`) {
			t.Errorf("%s does not say its seeds, or has no other ones", address)
		}
		if want := fmt.Sprintf("a score of %.2f", solve(reference, "")); !strings.Contains(webtest.PageText(b), want) {
			t.Errorf("%s does not have %q, by %s", address, want, reference)
		}
		for _, row := range list {
			samples, _ := strconv.Atoi(strings.ReplaceAll(row[1], ",", ""))
			share, _ := strconv.Atoi(row[4])
			low, _ := strconv.Atoi(row[5])
			high, _ := strconv.Atoi(row[6])
			if low > share || share > high {
				t.Errorf("%d samples: %d %% is not between %d and %d", samples, share, low, high)
			}
			if samples > 64 {
				continue
			}
			sum := 0.0
			for seed := first; seed < first+seeds; seed++ {
				sum += solve(algorithm, fmt.Sprintf(`"samples":%d,"seed":%d`, samples, seed))
			}
			if want := strconv.FormatFloat(sum/seeds, 'f', 2, 64); row[2] != want {
				t.Errorf("%s, %d samples: the mean is %s, the runs have %s", algorithm, samples, row[2], want)
			}
		}
	}
}
