package program_test

import (
	"fmt"
	"strings"
	"testing"

	"espalier/trace/program"
)

// A reader looks at each child of a wide node of the header's tree a few times at most, in whatever order a program
// visits and skips them: the work of each line is not the number of children.
func TestWideTreeInAnyOrder(t *testing.T) {
	const kids = 20_000
	var tree strings.Builder
	tree.WriteString(`{"kind":"minimax","tree":{"kind":"minimax","root":{"player":1,"children":[`)
	for k := 1; k <= kids; k++ {
		if k > 1 {
			tree.WriteByte(',')
		}
		fmt.Fprintf(&tree, `{"label":"k%d","action":"m%d","value":%d}`, k, k, k%10)
	}
	tree.WriteString("]}}}\n")
	for what, line := range map[string]func(k int) string{
		"numbers":        func(k int) string { return fmt.Sprintf(`{"type":"leaf","id":%d,"value":%d}`, k, k%10) },
		"labels":         func(k int) string { return fmt.Sprintf(`{"type":"leaf","id":"k%d","value":%d}`, k, k%10) },
		"moves":          func(k int) string { return fmt.Sprintf(`{"type":"leaf","move":"m%d","value":%d}`, k, k%10) },
		"skipped labels": func(k int) string { return fmt.Sprintf(`{"type":"prune","cut":["k%d"]}`, k) },
		"skipped moves":  func(k int) string { return fmt.Sprintf(`{"type":"prune","cut":["m%d"]}`, k) },
		"all skipped":    func(int) string { return `{"type":"prune"}` },
	} {
		r := program.NewReader(program.Options{})
		dues := 0
		read := func(text string) {
			t.Helper()
			if r.Due() {
				dues++
			}
			if err := r.Line([]byte(text)); err != nil {
				t.Fatalf("%s: %v", what, err)
			}
		}
		read(tree.String())
		read(`{"type":"enter","id":0}` + "\n")
		for k := kids; k > 0; k-- {
			read(line(k) + "\n")
		}
		read(`{"type":"exit"}` + "\n")
		run := r.Finish()
		if len(run.Nodes) != kids+1 {
			t.Errorf("%s: the run has %d nodes; want %d", what, len(run.Nodes), kids+1)
		}
		if most := 25 * kids / 4096; dues > most {
			t.Errorf("%s: the reader was due %d times; want at most %d", what, dues, most)
		}
	}
}
