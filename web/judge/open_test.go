package judge

import (
	"reflect"
	"testing"

	"espalier/web/run"
)

// A part is limited by the earliest open question about its run, and closed by those that it answers.
func TestLimitOf(t *testing.T) {
	here, other, elsewhere := run.Identity{Run: "here", Tree: "tree"}, run.Identity{Run: "other", Tree: "tree"}, run.Identity{Run: "elsewhere", Tree: "wood"}
	open := []Open{{Part: 2, Run: here, Shown: 11}, {Part: 5, Run: here, Shown: 4}}
	for name, c := range map[string]struct {
		part int
		of   run.Identity
		step int
		asks bool
		open []Open
		want Limit
	}{
		"nothing is open":           {1, here, 9, false, nil, Limit{Until: -1}},
		"another tree":              {3, elsewhere, 9, false, open, Limit{Until: -1}},
		"before both":               {1, here, 3, false, open, Limit{Until: 4, Neutral: true}},
		"past the later question":   {1, here, 9, false, open, Limit{Until: 4, Closed: true, By: []int{5}, Neutral: true}},
		"past both":                 {3, here, 12, false, open, Limit{Until: 4, Closed: true, By: []int{2, 5}, Neutral: true}},
		"asks, before a later part": {2, here, 11, true, open, Limit{Until: 4, Neutral: true}},
		"asks, past an earlier one": {6, here, 12, true, open, Limit{Until: 4, Closed: true, By: []int{2, 5}, Neutral: true}},
		"another run, earlier":      {1, other, 9, false, open, Limit{Until: -1, Neutral: true}},
		"another run, later":        {3, other, 9, false, open, Limit{Until: -1, Closed: true, By: []int{2}, Neutral: true}},
	} {
		if got := LimitOf(c.part, c.of, c.step, c.asks, c.open); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
