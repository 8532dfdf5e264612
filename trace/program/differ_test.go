package program_test

import (
	"strings"
	"testing"

	"espalier/trace/program"
)

func TestDiffer(t *testing.T) {
	const base = `{"type":"enter","id":"a","player":1}
{"type":"leaf","id":"b","value":[5,4]}
{"type":"enter","id":"c","player":2}
{"type":"leaf","id":"d","value":[1,2]}
{"type":"prune","cut":["e"]}
{"type":"exit","id":"c","value":[1,2]}
{"type":"exit","id":"a","value":[5,4]}
`
	read := func(text string) *program.Run {
		run, err := program.Read(strings.NewReader(text), program.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return run
	}
	for _, c := range []struct {
		old, new string
		want     program.RunDifference
		same     bool
	}{
		{"", "", program.RunDifference{}, true},
		{"{\"type\":\"enter\",\"id\":\"a\",\"player\":1}\n", "{\"players\":2,\"title\":\"x\"}\n{\"type\":\"enter\",\"id\":\"a\",\"player\":1}\n", program.RunDifference{}, true},
		{"[1,2]", "[1.0,2]", program.RunDifference{}, true},
		{"[5,4]}\n{\"type\":\"enter\"", "[5,3]}\n{\"type\":\"enter\"", program.RunDifference{2, 2, "visits b, with the value (5, 3)", "visits b, with the value (5, 4)"}, false},
		{`{"type":"prune","cut":["e"]}`, `{"type":"leaf","id":"e","value":[2,1]}`, program.RunDifference{5, 5, "visits e, with the value (2, 1)", "cuts children of c"}, false},
		{"{\"type\":\"exit\",\"id\":\"a\",\"value\":[5,4]}\n", "", program.RunDifference{0, 7, "ends", "returns (5, 4) from a"}, false},
		{`"id":"c"`, `"id":"z"`, program.RunDifference{3, 3, "visits z", "visits c"}, false},
	} {
		d, same := read(strings.ReplaceAll(base, c.old, c.new)).Differ(read(base))
		if same != c.same || d != c.want {
			t.Errorf("with %s: %+v, %t, want %+v", c.new, d, same, c.want)
		}
	}
}
