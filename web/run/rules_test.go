package run

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"espalier/trace"
)

var updateRules = flag.Bool("update-rules", false, "write the facts of static/js/run/rules.js anew")

// TestRulesOfTheQuiz checks that the script judges cuts with the same data as
// trace/rules.go.
func TestRulesOfTheQuiz(t *testing.T) {
	const file = "../../static/js/run/rules.js"
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, _, found := strings.Cut(string(b), "export const rules = {\n")
	if !found {
		t.Fatalf("%s has no rules", file)
	}
	var want strings.Builder
	want.WriteString(head + "export const rules = {\n")
	for _, r := range trace.Rules() {
		q := r.Quiz()
		fmt.Fprintf(&want, "  %q: { kind: %q, levels: %d, side: %q, unsound: %t, void: %q },\n", r.String(), q.Kind, q.Levels, q.Side, q.Unsound, q.Void)
	}
	want.WriteString("};\n")
	if *updateRules {
		if err := os.WriteFile(file, []byte(want.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if string(b) != want.String() {
		t.Errorf("%s is not what trace/rules.go gives; run the test with -update-rules", file)
	}
}
