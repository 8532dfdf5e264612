package learn_test

import (
	"html"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"espalier/web/webtest"
)

const exercise = "/practice?algorithm=speculative&players=3&depth=3&branching=2&maxsum=10&seed=1"

func page(t *testing.T, address string, status int) string {
	t.Helper()
	_, ts := webtest.Serve(t)
	req, err := http.NewRequest("GET", ts.URL+address, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept", "text/html")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != status {
		t.Fatalf("GET %s = %s, want %d: %v", address, resp.Status, status, err)
	}
	return html.UnescapeString(string(b))
}

var tags = regexp.MustCompile(`<[^>]*>`)

// textOf returns the texts of a page.
func textOf(page string) string {
	return strings.Join(strings.Fields(tags.ReplaceAllString(page, " ")), " ")
}

// The page of an exercise has a form for who has no scripts, and nothing of the
// solution.
func TestExercisePage(t *testing.T) {
	b := page(t, exercise, 200)
	for _, want := range []string{`name="cut" value="14"`, `name="b0"`, `<input type="hidden" name="seed" value="1">`, `name="done" value="1"`, "Print version", "print=1"} {
		if !strings.Contains(b, want) {
			t.Errorf("the exercise has no %s", want)
		}
	}
	const none = "give the node no value"
	if maxn := page(t, "/practice?algorithm=maxn", 200); !strings.Contains(textOf(b), none) || strings.Contains(textOf(maxn), none) {
		t.Error("the task of speculative pruning alone says that a node may have no value")
	}
	for _, not := range []string{"2, 2, 6) at", "is cut", `class="node exact`, " done"} {
		if strings.Contains(textOf(b), not) || strings.Contains(b, `class="node`+not) {
			t.Errorf("the exercise has %q, which is of the solution", not)
		}
	}
}

// Chapter 2 leads to alpha-beta between Max and Min.
func TestChapterOfAlphaBetaIsPractised(t *testing.T) {
	const address = "/practice?algorithm=alphabeta"
	chapters := strings.Split(page(t, "/learn", 200), "data-chapter")
	if len(chapters) < 3 || !strings.Contains(chapters[1], `href="/learn/alpha-beta"`) || !strings.Contains(page(t, "/learn/alpha-beta", 200), `href="`+address+`"`) {
		t.Errorf("chapter 2 does not lead to %s", address)
	}
	if text := textOf(page(t, address, 200)); !strings.Contains(text, "Max against Min") {
		t.Error("it is not between Max and Min")
	}
}

// The form without scripts sends fields that are empty, too.
func TestResultPage(t *testing.T) {
	const did = exercise + "&done=1&b0=&b1=2,2,6&b2=7,1,2&cut=5&h9=&b9="
	text := textOf(page(t, did, 200))
	for _, want := range []string{"Value (2, 2, 6) at b : right", "Value (7, 1, 2) at c : right", "Cut f : unsound", "See it fail", "Cut o : missed", "Value of a : missed", "The value is (2, 2, 6)",
		"Value of i : missed", "Value of j : missed",
		"There is 1 unsound cut. The next tree has the same size, because smaller trees have no such cuts.", "Speculative pruning returns (2, 2, 6)", "2 right", "4 missed", "1 unsound"} {
		if !strings.Contains(text, want) {
			t.Errorf("the result has no %q: %s", want, text)
		}
	}
	if strings.Contains(text, "Value of m : missed") || strings.Contains(text, "Value of d : missed") {
		t.Error("a value counts as missed at a node that returns none, or below a cut of the student")
	}
	b := page(t, did, 200)
	_, fails, _ := strings.Cut(b, `<a href="/tree?`)
	fails, _, _ = strings.Cut(fails, `"`)
	run := textOf(page(t, "/tree?"+fails, 200))
	if !strings.Contains(run, "returns (") || strings.Contains(run, "returns (2, 2, 6)") {
		t.Errorf("the run that shows it does not end with another value than (2, 2, 6): %s", run)
	}

	file := page(t, strings.Replace(did, "/practice?", "/practice/result.txt?", 1)+"&name=Ada", 200)
	for _, want := range []string{"by Ada\n", "Cut f: unsound. With ", "players 3 maxsum 10", "/practice?algorithm=speculative&b1=2%2C2%2C6", "done=1"} {
		if !strings.Contains(file, want) {
			t.Errorf("the file has no %q: %s", want, file)
		}
	}
}

func TestSheet(t *testing.T) {
	b := page(t, exercise+"&print=1", 200)
	task, solution, found := strings.Cut(b, "<h1>Solution</h1>")
	if !found || strings.Contains(textOf(task), "Player ") || strings.Count(b, "<svg") != 2 {
		t.Error("the task and the solution are not apart")
	}
	for _, want := range []string{"o is cut, since player 1 has 2 at a", "a (2, 2, 6)"} {
		if !strings.Contains(strings.ReplaceAll(textOf(solution), " :", ":"), want) {
			t.Errorf("the solution has no %q: %s", want, textOf(solution))
		}
	}
}

// What is wrong in an address is said in words, with the range.
func TestPageRefused(t *testing.T) {
	for query, want := range map[string]string{
		"players=9":                       "players: \"9\" is not a whole number from 2 to 8",
		"depth=6&branching=6":             "with this branching the depth is at most 2",
		"algorithm=alphabeta&players=3":   "two players",
		"algorithm=bnb":                   "heuristic",
		"cut=99":                          "those nodes are 1 to 14",
		"done=1&b0=1":                     "b0: ",
		"steps=3":                         "no such parameter here; the parameters are algorithm, players",
		"done=1&name=" + longName:         "at most 60 characters",
		"cut=3&cut=3&players=3&players=3": "given 2 times",
	} {
		if text := textOf(page(t, "/practice?"+query, 422)); !strings.Contains(text, want) {
			t.Errorf("%s: %q, want %q", query, text, want)
		}
	}
	page(t, "/practice/result.txt", 422)
}

var longName = strings.Repeat("x", 61)
