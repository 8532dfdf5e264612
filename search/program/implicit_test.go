package program_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"espalier/search/checks"
	"espalier/search/program"
	"espalier/search/program/beginnings"
	"espalier/trees/games"
)

// maxnTo is max^n to a depth, with the expectation at chance nodes.
const maxnTo = `
def search(n, depth):
    if n.leaf:
        return n.value
    if depth == 0:
        return n.heuristic
    kids = [search(c, depth - 1) for c in n.children]
    if n.chance:
        return [sum([c.probability * v[p] for c, v in zip(n.children, kids)]) for p in range(game.players)]
    best = kids[0]
    for v in kids:
        if v[n.player - 1] > best[n.player - 1]:
            best = v
    return best

result = search(root, 3)
`

// opened returns the document of the start of a game.
func opened(t *testing.T, g *games.Game) *games.Document {
	t.Helper()
	return &games.Document{ID: g.ID, Values: map[string]any{}}
}

// TestGames compares a program on each game with the same program on the tree of the game to that depth.
func TestGames(t *testing.T) {
	for _, g := range games.Games() {
		t.Run(g.ID, func(t *testing.T) {
			text, depth := maxnTo, 3
			if g.ID == "chinese-checkers" || g.ID == "othello" || g.ID == "hearts" {
				text, depth = strings.Replace(text, "root, 3", "root, 2", 1), 2
			}
			pos, err := games.Open(opened(t, g))
			if err != nil {
				t.Fatal(err)
			}
			tree, err := games.Build(pos, depth, games.MaxBuilt, nil)
			if err != nil {
				t.Fatal(err)
			}
			want, built := run(t, program.Request{Text: text, Tree: tree})
			got, trace := run(t, program.Request{Text: text, Implicit: &program.Implicit{Game: opened(t, g), Vectors: true}})
			if want.Fault != nil || got.Fault != nil || string(got.Value) != string(want.Value) || got.Nodes != want.Nodes || got.Events != want.Events {
				t.Errorf("%+v, want %+v", got, want)
			}
			values := func(trace []byte) map[string]int { // events by kind, with their values
				by := map[string]int{}
				for line := range bytes.Lines(trace) {
					var e struct {
						Type  string
						Value json.RawMessage
					}
					if json.Unmarshal(line, &e) == nil && (e.Type == "leaf" || e.Type == "exit") {
						by[e.Type+string(e.Value)]++
					}
				}
				return by
			}
			if a, b := values(trace), values(built); len(a) == 0 || fmt.Sprint(a) != fmt.Sprint(b) {
				t.Errorf("the values of the nodes are %v, want %v", a, b)
			}
			if report := check(t, trace, "maxn"); report.Verdict != checks.RunRight {
				t.Errorf("judged %s: %+v", report.Verdict, report.Checks)
			}
		})
	}
}

// TestToDepth runs the searches to begin with on the start of each game.
func TestToDepth(t *testing.T) {
	for _, g := range games.Games() {
		pos, err := games.Open(opened(t, g))
		if err != nil {
			t.Fatal(err)
		}
		got, trace := run(t, program.Request{Text: beginnings.ToDepth(pos.Players()), Implicit: &program.Implicit{Game: opened(t, g)}})
		if got.Fault != nil || got.Value == nil {
			t.Errorf("%s: %+v", g.ID, got)
		}
		if report := check(t, trace, ""); report.Verdict != checks.RunRight {
			t.Errorf("%s is judged %s: %+v", g.ID, report.Verdict, report.Checks)
		}
		t.Logf("%s: %d nodes", g.ID, got.Nodes)
	}
}

// TestTicTacToe runs an unchanged alpha-beta to the end of a game of two players: its values are numbers. The number
// of nodes is that of alpha-beta with the moves in this order.
func TestTicTacToe(t *testing.T) {
	game := &program.Implicit{Game: &games.Document{ID: "tic-tac-toe", Values: map[string]any{}}}
	got, trace := run(t, program.Request{Text: alphaBeta, Implicit: game})
	if got.Fault != nil || string(got.Value) != "1" || got.Nodes != 18_297 {
		t.Errorf("value %s in %d nodes, %v", got.Value, got.Nodes, got.Fault)
	}
	if header, _, _ := bytes.Cut(trace, []byte("\n")); !bytes.Contains(header, []byte(`"kind":"minimax","minp":0,"maxp":2`)) || !bytes.Contains(header, []byte(`"game":{"id":"tic-tac-toe"`)) {
		t.Errorf("the header is %s", header)
	}
}

// TestGenerated searches a generated tree that is not built.
func TestGenerated(t *testing.T) {
	g := &games.Generator{Kind: "h32", Branching: 3, Depth: 4, Players: 3, MaxSum: 100, Seed: 1}
	got, trace := run(t, program.Request{Text: strings.Replace(maxnTo, "root, 3", "root, 9", 1), Implicit: &program.Implicit{Generator: g}})
	if got.Fault != nil || got.Nodes != 1+3+9+27+81 {
		t.Errorf("%+v", got)
	}
	if report := check(t, trace, "maxn"); report.Verdict != checks.RunRight {
		t.Errorf("judged %s: %+v", report.Verdict, report.Checks)
	}
}

// TestTooDeep: a game that may go on for ever is searched to a depth.
func TestTooDeep(t *testing.T) {
	game := &program.Implicit{Game: &games.Document{ID: "chinese-checkers", Values: map[string]any{"size": 2, "players": 3}}}
	var out bytes.Buffer
	got, err := program.Run(context.Background(), program.Request{Text: "enter(root)\nn = root\nwhile not n.leaf:\n    n = n.children[-1]\n", Implicit: game}, &out)
	if err != nil || got.Fault == nil || got.Fault.Line != 4 || !strings.Contains(got.Fault.Text, "plies down here: stop above, with node.heuristic") {
		t.Errorf("%+v, %v", got.Fault, err)
	}
}

// TestImplicitRefused: the error of a position is that of its document.
func TestImplicitRefused(t *testing.T) {
	r := program.Request{Text: alphaBeta, Implicit: &program.Implicit{Game: &games.Document{ID: "othello", Values: map[string]any{"board": 100}}}}
	if _, err := program.Run(context.Background(), r, &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "board") {
		t.Errorf("%v", err)
	}
}
