package traces_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"espalier/web/webtest"
)

// student is alpha-beta as a student writes it. CUT is replaced by the condition of its cut.
const student = `
import math, sys
import espalier

tree = ("a", [("b", [("d", 5), ("e", 4)]), ("c", [("f", 6), ("g", 2), ("h", 7)])])
trace = espalier.Trace(kind="minimax", algorithm="alphabeta")

def search(node, player, alpha, beta):
    name, rest = node
    if not isinstance(rest, list):
        return trace.leaf(name, rest)
    trace.enter(name, player=player, alpha=alpha, beta=beta)
    best = -math.inf if player == 1 else math.inf
    for i, child in enumerate(rest):
        v = search(child, 3 - player, alpha, beta)
        if player == 1:
            best = max(best, v)
            alpha = max(alpha, best)
        else:
            best = min(best, v)
            beta = min(beta, best)
        if CUT and i + 1 < len(rest):
            trace.prune(name, cut=[c[0] for c in rest[i + 1:]])
            break
    return trace.exit(name, best)

trace.done(search(tree, 1, -math.inf, math.inf))
print(trace.check(sys.argv[1])["verdict"], file=sys.stderr)
`

// TestPythonClient runs a student's program against a server: a right one, and one that cuts with
// the wrong bound.
func TestPythonClient(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("SKIPPED: python3 is not installed")
	}
	_, ts := webtest.Serve(t)
	_, client := webtest.Get(t, ts.URL+"/clients/espalier.py")
	for cut, want := range map[string]string{"beta <= alpha": "right", "beta >= alpha": "wrong"} {
		folder := t.TempDir()
		for name, text := range map[string]string{"espalier.py": string(client), "student.py": strings.Replace(student, "CUT", cut, 1)} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		run := exec.CommandContext(t.Context(), python, "student.py", ts.URL)
		run.Dir = folder
		out, err := run.Output()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		_, answer := webtest.Post(t, ts.URL+"/api/v1/traces/check", string(out))
		var report struct {
			Verdict string
			Checks  []struct{ Verdict, Text string }
		}
		if err := json.Unmarshal(answer, &report); err != nil || report.Verdict != want {
			t.Errorf("with %s the run is %s, want %s: %s", cut, report.Verdict, want, answer)
		}
		if want == "wrong" && (len(report.Checks) == 0 || report.Checks[0].Verdict != "unsound") {
			t.Errorf("with %s the first check is %+v, want an unsound cut", cut, report.Checks)
		}
	}
}
