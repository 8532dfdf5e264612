package app

import (
	"strings"
	"testing"
	"time"
)

func TestText(t *testing.T) {
	var r Registry
	c := r.Counter("a_total", "What happened.", "what", "how")
	h := r.Histogram("b_seconds", "How long.", []float64{0.01, 1})
	r.Gauge("c", "Now.", func() (float64, bool) { return 1 << 33, true })
	r.Gauge("d", "Not known.", func() (float64, bool) { return 0, false })
	c.Add("x", `a "quoted" \`)
	c.Add("x", `a "quoted" \`)
	c.Add("b", "y")
	for _, d := range []time.Duration{10 * time.Millisecond, 11 * time.Millisecond, time.Minute} {
		h.Observe(d)
	}
	var got strings.Builder
	n, err := r.WriteTo(&got)
	const want = `# HELP a_total What happened.
# TYPE a_total counter
a_total{what="b",how="y"} 1
a_total{what="x",how="a \"quoted\" \\"} 2
# HELP b_seconds How long.
# TYPE b_seconds histogram
b_seconds_bucket{le="0.01"} 1
b_seconds_bucket{le="1"} 2
b_seconds_bucket{le="+Inf"} 3
b_seconds_sum 60.021
b_seconds_count 3
# HELP c Now.
# TYPE c gauge
c 8.589934592e+09
`
	if got.String() != want || int(n) != len(want) || err != nil {
		t.Errorf("%d bytes, %v:\n%s", n, err, got.String())
	}
}
