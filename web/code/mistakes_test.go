package code_test

import (
	"encoding/json"
	"strings"
	"testing"

	"espalier/web/webtest"
)

// The searches of a textbook, whose usual mistakes are judged.
const (
	halves = `def alphabeta(node, alpha, beta):
    if node.leaf:
        return node.value
    if node.player == 1:
        best = -inf
        for child in node.children:
            v = alphabeta(child, alpha, beta)
            if v > best:
                best = v
            if best > alpha:
                alpha = best
            if alpha >= beta:
                break
        return best
    else:
        best = inf
        for child in node.children:
            v = alphabeta(child, alpha, beta)
            best = min(best, v)
            beta = min(beta, best)
            if alpha >= beta:
                break
        return best

result = alphabeta(root, -inf, inf)
`
	colours = `def negamax(node, alpha, beta, color):
    if node.leaf:
        return color * node.value
    best = -inf
    for child in node.children:
        score = -negamax(child, -beta, -alpha, -color)
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best

result = negamax(root, -inf, inf, 1)
`
	returns = `def alphabeta(node, alpha, beta, maximizing):
    if node.leaf: return node.value
    if maximizing:
        value = -inf
        for child in node.children:
            value = max(value, alphabeta(child, alpha, beta, False))
            if value >= beta: return value
            alpha = max(alpha, value)
        return value
    value = inf
    for child in node.children:
        value = min(value, alphabeta(child, alpha, beta, True))
        if value <= alpha: return value
        beta = min(beta, value)
    return value

result = alphabeta(root, -inf, inf, True)
`
)

// A change puts a text in the place of another one in a line.
type change struct {
	line     int
	from, to string
}

func changed(t *testing.T, text string, changes ...change) string {
	t.Helper()
	lines := strings.Split(text, "\n")
	for _, c := range changes {
		if !strings.Contains(lines[c.line-1], c.from) {
			t.Fatalf("line %d has no %s", c.line, c.from)
		}
		lines[c.line-1] = strings.Replace(lines[c.line-1], c.from, c.to, 1)
	}
	return strings.Join(lines, "\n")
}

// A judgement is what a run or a trial says of mistakes.
type judgement struct {
	Says   string
	Why    *explained
	Checks judged
	More   int
	First  *struct {
		Tree   string
		Why    *explained
		Checks judged
		Visits struct{ Program, Reference int }
	}
}

type explained struct {
	Line, Node            int
	Says, Text, Reference string
}

type judged struct {
	Verdict string
	Follow  int
	Checks  []struct {
		Verdict, Severity, Text string
		Node                    int
		ProgramLine             int `json:"program_line"`
		Cause                   struct {
			Line int
			Text string
		}
		Values map[string]float64
	}
}

func judge(t *testing.T, url, text, more string) (j judgement) {
	t.Helper()
	if strings.Contains(text, "negamax") {
		more += `,"perspective":"mover"`
	}
	resp, b := webtest.Send(t, "POST", url, `{"algorithm":"alphabeta","program":`+webtest.Quote(text)+more+`}`, "Content-Type", "application/json")
	if resp.StatusCode != 200 {
		t.Fatalf("%s: %s", resp.Status, b)
	}
	if err := json.Unmarshal(b, &j); err != nil {
		t.Fatalf("%v: %s", err, b)
	}
	return j
}

// TestMistakes: of each usual mistake the first one is named at the line that it comes from, and headline, node, text and
// the first of the list are about the same one.
func TestMistakes(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	for _, c := range []struct {
		name, text, on, verdict, says, first string
		line, at                             int
	}{
		{"Max chooses for Min", changed(t, halves, change{19, "min", "max"}), "max[ min[3 12 8] min[2 4 6] min[14 5 2] ]", "value",
			"Line 19 leaves best at ∞, as line 16 has set it, and line 23 returns it: the value of the node is wrong.", "a returns ∞", 19, 23},
		{"beta grows", changed(t, halves, change{20, "min", "max"}), "max[ min[3 12 8] min[2 4 6] min[14 5 2] ]", "missed",
			"Line 20 sets beta to ∞, from best, which line 19 has set, so line 21 does not cut, and line 18 visits a node that alpha-beta cuts.", "g should be cut: Min has 2 at e, and α is 3.", 20, 18},
		{"the smallest is kept", changed(t, halves, change{8, ">", "<"}), "max[ 6 ]", "value",
			"Line 5 sets best to −∞, and line 14 returns it: the value of the node is wrong.", "The root returns −∞", 5, 14},
		{"the sign is lost", changed(t, colours, change{6, "-negamax", "negamax"}), "minp 0 maxp 12 max[ 6 ]", "value",
			"Line 7 sets best to −6, from score, which line 6 has set, and line 11 returns it: the value of the node is wrong.", "The root returns −6; Max chooses 6 there, from a.", 7, 11},
		{"a leaf with the wrong sign", changed(t, colours, change{3, "color *", "-color *"}), "minp 0 maxp 12 max[ 11 ]", "value",
			"Line 3 returns here, and the value of the node is wrong.", "a has the value −11; in the tree it is 11.", 3, 3},
		{"the window is turned round", changed(t, colours, change{6, "-beta, -alpha", "-alpha, -beta"}), "max[ min[3 12 8] min[2 4 6] ]", "bounds",
			"Line 6 passes on a wrong window.", "The window at a is empty: α is ∞, and β is −∞.", 6, 6},
		{"alpha is not passed on", changed(t, halves, change{7, "alpha, beta", "-inf, beta"}), "max[ 6 min[3 3] ]", "bounds",
			"Line 7 does not pass alpha on: the window is wrong.", "α is open at b", 7, 7},
		{"a cut for the other sign", changed(t, halves, change{12, ">=", "<="}), "max[ 6 11 ]", "unsound",
			"Line 12 cuts, with alpha = 6 and beta = ∞: the cut that this causes is unsound, since leaf b is 11.", "The cut at the root is unsound. With b = 11, its value in the tree, the root gets 11; without what was cut, 6.", 12, 13},
		{"a cut for the other sign that needs another value", changed(t, halves, change{12, ">=", "<="}), "minp 0 maxp 12 max[ 6 3 ]", "unsound",
			"Line 12 cuts, with alpha = 6 and beta = ∞: the cut that this causes is unsound, since leaf b could be 12.", "The cut at the root is unsound. With b = 12 the root gets 12", 12, 13},
		{"one cut for a bound that is exceeded", changed(t, halves, change{12, ">=", ">"}), "max[ min[ 3 max[ 3 min[10 11] ] ] ]", "missed",
			"Line 12 does not cut, with alpha = 3 and beta = 3, and line 7 visits a node that alpha-beta cuts.", "e should be cut: Max has 3 at c, and β is 3. The bound is met: the search goes on here, but it cuts at line 22.", 12, 7},
		{"a cut that returns for the other sign", changed(t, returns, change{7, ">=", "<="}), "max[ 6 11 ]", "unsound",
			"Line 7 cuts, with value = 6 and beta = ∞: the cut that this causes is unsound, since leaf b is 11.", "The cut at the root is unsound.", 7, 7},
		{"one cut that returns for a bound that is exceeded", changed(t, returns, change{7, ">=", ">"}), "max[ min[ max[ 9 min[ 9 3 ] ] max[ 9 2 ] ] ]", "missed",
			"Line 7 does not cut, with value = 9 and beta = 9, and line 6 visits a node that alpha-beta cuts.", "i should be cut: Max has 9 at g, and β is 9. The bound is met: the search goes on here, but it cuts at line 13.", 7, 6},
	} {
		j := judge(t, ts.URL+"/api/v1/programs/run", c.text, `,"text":"`+c.on+`"`)
		if j.Why == nil || len(j.Checks.Checks) == 0 {
			t.Errorf("%s: nothing is found: %+v", c.name, j)
			continue
		}
		first := j.Checks.Checks[0]
		if first.Verdict != c.verdict || first.ProgramLine != c.at || !strings.HasPrefix(first.Text, c.first) {
			t.Errorf("%s: the first is %+v, want %s at line %d: %s", c.name, first, c.verdict, c.at, c.first)
		}
		if j.Why.Line != c.line || j.Why.Says != c.says || !strings.HasPrefix(j.Says, c.says) || j.Why.Node != first.Node || j.Why.Text != first.Text {
			t.Errorf("%s: got line %d, %q, %q; want line %d, %q", c.name, j.Why.Line, j.Says, j.Why.Text, c.line, c.says)
		}
	}
}

// TestFollowOn: what follows from a mistake is counted, and not claimed.
func TestFollowOn(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	j := judge(t, ts.URL+"/api/v1/programs/run", changed(t, halves, change{4, "1", "2"}), `,"text":"max[ min[3 12 8] min[2 4 6] min[14 5 2] ]"`)
	for _, c := range j.Checks.Checks {
		if c.Verdict != "value" && c.Verdict != "unsound" {
			t.Errorf("it claims %+v", c)
		}
	}
	if j.Checks.Follow != 3 || !strings.HasSuffix(j.Says, " 3 more mistakes may follow from it.") {
		t.Errorf("%d follow: %s", j.Checks.Follow, j.Says)
	}
}

// TestStrict: a search that cuts only where a bound is exceeded is right, and does more work.
func TestStrict(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	strict := changed(t, halves, change{12, ">=", ">"}, change{21, ">=", ">"})
	const why = "cuts only where a bound is exceeded, alpha-beta also where it is met (>= in place of >)."
	j := judge(t, ts.URL+"/api/v1/programs/run", strict, `,"text":"max[ min[ 5 8 ] min[ 5 9 7 ] ]"`)
	if want := "Right. Every value and every cut is right. It visits 8 nodes; alpha-beta visits 6: this search " + why; j.Checks.Verdict != "right" || j.Says != want {
		t.Errorf("%s, %q, want %q", j.Checks.Verdict, j.Says, want)
	}
	if j = judge(t, ts.URL+"/api/v1/programs/run", halves, `,"text":"max[ min[ 5 8 ] min[ 5 9 7 ] ]"`); j.Says != "Right. Every value and every cut is right." {
		t.Errorf("alpha-beta: %q", j.Says)
	}
	j = judge(t, ts.URL+"/api/v1/programs/test", strict, `,"seed":1,"trees":60`)
	if j.First != nil || j.More == 0 || !strings.HasPrefix(j.Says, "Right on all 60 trees that were tried. On ") || !strings.HasSuffix(j.Says, " of them it visits more nodes than alpha-beta: it "+why) {
		t.Errorf("%d: %q, %+v", j.More, j.Says, j.First)
	}
}

// TestFound: the tree that is found shows a wrong value if there is one, else more nodes than those of the reference.
func TestFound(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	test := ts.URL + "/api/v1/programs/test"
	j := judge(t, test, changed(t, halves, change{7, "alpha, beta", "-inf, beta"}), `,"seed":1,"trees":60`)
	if f := j.First; f == nil || f.Visits.Program <= f.Visits.Reference || f.Why == nil || f.Why.Line != 7 || !strings.Contains(j.Says, "it visits more nodes than alpha-beta: cuts are missing.") {
		t.Errorf("alpha is not passed on: %q, %+v", j.Says, f)
	}
	for name, text := range map[string]string{
		"a cut for the other sign":         changed(t, halves, change{12, ">=", "<="}),
		"a window that is turned round":    changed(t, colours, change{6, "-beta, -alpha", "-alpha, -beta"}),
		"another cut for the other sign":   changed(t, halves, change{21, ">=", "<="}),
		"a value that begins at the worst": changed(t, halves, change{16, "inf", "-inf"}),
	} {
		f := judge(t, test, text, `,"seed":1,"trees":60`).First
		if f == nil {
			t.Errorf("%s: nothing is found", name)
			continue
		}
		run := ts.URL + "/api/v1/programs/run"
		var is, want struct{ Value json.Number }
		for text, to := range map[string]any{text: &is, halves: &want} {
			more := ""
			if strings.Contains(text, "negamax") {
				more = `,"perspective":"mover"`
			}
			_, b := webtest.Send(t, "POST", run, `{"program":`+webtest.Quote(text)+`,"text":`+webtest.Quote(f.Tree)+more+`}`, "Content-Type", "application/json")
			if err := json.Unmarshal([]byte(strings.ReplaceAll(string(b), `"value":"-inf"`, `"value":-1e9`)), to); err != nil {
				t.Fatal(err)
			}
		}
		if is.Value == want.Value {
			t.Errorf("%s: on %s the value is right", name, f.Tree)
		}
		for _, c := range f.Checks.Checks {
			if c.Verdict == "unsound" && !strings.Contains(c.Text, "its value in the tree") {
				t.Errorf("%s: %s", name, c.Text)
			}
		}
	}
}
