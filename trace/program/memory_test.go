package program_test

import (
	"fmt"
	"strings"
	"testing"

	"espalier/trace/program"
)

// TestBytesOfRun measures what a node takes: less than 64 bytes, and where a run has probabilities and
// windows only as much more as these have. Room for a run is made once, when its size is known.
func TestBytesOfRun(t *testing.T) {
	const nodes = 150_000
	printed := func(kid, more string) string {
		var b strings.Builder
		b.WriteString(`{"kind":"minimax"}` + "\n" + `{"type":"enter","id":"r","chance":true}` + "\n")
		for i := range nodes {
			fmt.Fprintf(&b, `{"type":"enter","id":"r/%06d","player":1%s%s}`+"\n"+`{"type":"exit","value":%d}`+"\n", i, kid, more, i%100)
		}
		b.WriteString(`{"type":"exit","id":"r"}` + "\n")
		return b.String()
	}
	bytes := func(text string, size program.Size) float64 {
		t.Helper()
		r, err := program.Read(strings.NewReader(text), program.Options{Size: size})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Nodes) != nodes+1 {
			t.Fatalf("%d nodes", len(r.Nodes))
		}
		return float64(r.Bytes()) / nodes
	}
	const prob = `,"prob":"1/150000"`
	plain := bytes(printed("", ""), program.Size{})
	const events, value, name, list = 2 * 36, 4, 10, 2 * 4 // of a node: two events, one value, its name, and its place among its siblings
	if plain > events+value+name+list+64 {
		t.Errorf("a node with its events takes %.1f bytes", plain)
	}
	for _, size := range []program.Size{{}, {Events: 2*nodes + 2, Nodes: nodes + 1}} {
		if more := bytes(printed(prob, ""), size) - plain; more > 18 {
			t.Errorf("the probability of a node takes %.1f bytes with the size %+v", more, size)
		}
		if more := bytes(printed("", `,"alpha":17,"beta":40`), size) - plain; more > 18 {
			t.Errorf("the window of a node takes %.1f bytes with the size %+v", more, size)
		}
	}
}
