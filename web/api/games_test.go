package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/trees/games"
	"espalier/web/webtest"
)

// gameSources has a position of every game that is searched in a moment.
var gameSources = map[string]string{
	"sergeant-major":   `{"id":"sergeant-major","hands":["AS KS","QS 2D","JS 3D"],"taken":[1,0,0]}`,
	"hearts":           `{"id":"hearts","hands":["4H","AH 2D","QS 3D"],"trick":["KS"],"leader":1}`,
	"spades":           `{"id":"spades","cards":2,"evaluation":"ranks"}`,
	"oh-hell":          `{"id":"oh-hell","players":2,"cards":3,"trump":"H","evaluation":"oh","bids":[1,2]}`,
	"tic-tac-toe":      `{"id":"tic-tac-toe","cells":["12.",".1.","..2"]}`,
	"connect-four":     `{"id":"connect-four"}`,
	"othello":          `{"id":"othello","players":3}`,
	"chinese-checkers": `{"id":"chinese-checkers","size":2,"top":4}`,
	"pig":              `{"id":"pig","sides":2,"target":4,"turns":1}`,
}

type movesAnswer struct {
	Game   json.RawMessage
	Player int
	Moves  []struct {
		Move int
		Text string
		Game json.RawMessage
	}
	Value, Static, Low, Up []float64
}

func post(t *testing.T, address, body string, into any) {
	t.Helper()
	resp, b := webtest.Post(t, address, body)
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("%s of %s = %d: %s", address, body, resp.StatusCode, b)
	}
	if err := json.Unmarshal(b, into); err != nil {
		t.Fatalf("%s of %s: %v: %s", address, body, err, b)
	}
}

// TestGameList: every game is listed with its players and options, and its source is one.
func TestGameList(t *testing.T) {
	_, ts := webtest.Serve(t)
	_, b := webtest.Get(t, ts.URL+"/api/v1/games")
	var list struct {
		Games []struct {
			ID, Title, Rules string
			Players          []int
			Options          []struct{ Name string }
			Source           json.RawMessage
		}
	}
	if err := json.Unmarshal(b, &list); err != nil {
		t.Fatal(err)
	}
	if len(list.Games) != len(games.Games()) {
		t.Fatalf("%d games are listed, want %d", len(list.Games), len(games.Games()))
	}
	for _, g := range list.Games {
		var moves movesAnswer
		post(t, ts.URL+"/api/v1/moves", fmt.Sprintf(`{"game":%s}`, g.Source), &moves)
		if g.Title == "" || g.Rules == "" || len(g.Players) == 0 || len(g.Options) < 3 || len(moves.Moves) == 0 {
			t.Errorf("%s is listed with %v, and its source has %d moves", g.ID, g, len(moves.Moves))
		}
	}
}

// TestMoves: a position is written out, and what its moves lead to are sources again, down
// to the end.
func TestMoves(t *testing.T) {
	_, ts := webtest.Serve(t)
	var m movesAnswer
	post(t, ts.URL+"/api/v1/moves", `{"game":{"id":"sergeant-major","hands":["5H AS","KS 2D","QS 3D"],"tricks":2}}`, &m)
	if want := `{"id":"sergeant-major","hands":["AS 5H","KS 2D","QS 3D"],"leader":1,"trick":"","taken":[0,0,0],"trump":null,"tricks":2,"merge":true}`; string(m.Game) != want {
		t.Errorf("the position is %s, want %s", m.Game, want)
	}
	if m.Player != 1 || len(m.Moves) != 2 || m.Moves[1].Move != 1 || m.Moves[1].Text != "5H" || m.Value != nil ||
		!reflect.DeepEqual(m.Static, []float64{0, 0, 0}) || !reflect.DeepEqual(m.Up, []float64{2, 2, 2}) {
		t.Errorf("moves = %+v", m)
	}
	for id, source := range gameSources {
		game := json.RawMessage(source)
		for range 200 {
			m = movesAnswer{}
			post(t, ts.URL+"/api/v1/moves", fmt.Sprintf(`{"game":%s}`, game), &m)
			if chance := bytes.Contains(m.Game, []byte(`"rolling":true`)); (m.Player == 0) != (len(m.Moves) == 0 || chance) || (m.Value == nil) != (len(m.Moves) > 0) || m.Static == nil || (m.Low == nil) != (id == "chinese-checkers") || (m.Low == nil) != (m.Up == nil) {
				t.Fatalf("moves of %s = %+v", game, m)
			}
			if len(m.Moves) == 0 || id == "chinese-checkers" && len(m.Moves) > 30 {
				break
			}
			game = m.Moves[len(m.Moves)/2].Game
		}
		if len(m.Moves) > 0 && id != "chinese-checkers" {
			t.Errorf("%s does not come to its end", source)
		}
	}
	resp, b := webtest.Post(t, ts.URL+"/api/v1/moves", `{}`)
	webtest.CheckProblem(t, resp, b, 422, "game", "missing")
	resp, b = webtest.Post(t, ts.URL+"/api/v1/moves", `{"game":{"id":"othello"},"depth":1}`)
	webtest.CheckProblem(t, resp, b, 422, "depth", "no key")
}

// TestCount counts explicit, generated and game trees.
func TestCount(t *testing.T) {
	_, ts := webtest.Serve(t)
	for body, want := range map[string][]int{
		`{"text":` + webtest.Quote(webtest.Korf6) + `,"depth":4}`:                                             {1, 2, 2, 2, 0},
		`{"generate":{"kind":"h32","branching":5,"depth":3},"depth":5}`:                                       {1, 5, 25, 125, 0, 0},
		`{"game":{"id":"othello"},"depth":6}`:                                                                 {1, 4, 12, 56, 244, 1396, 8200},
		`{"game":{"id":"connect-four"},"depth":7}`:                                                            {1, 7, 49, 343, 2401, 16807, 117649, 823536},
		`{"game":{"id":"chinese-checkers"},"depth":1}`:                                                        {1, 14},
		`{"game":{"id":"chinese-checkers","top":10},"depth":4}`:                                               {1, 10, 100, 1000, 10000},
		`{"game":{"id":"sergeant-major","hands":["AS KS 5H","QS 2D 3C","JS 3D 4C"],"merge":false},"depth":2}`: {1, 3, 5},
		`{"game":{"id":"sergeant-major","hands":["AS KS 5H","QS 2D 3C","JS 3D 4C"]},"depth":2}`:               {1, 2, 4},
		`{"game":{"id":"sergeant-major","hands":["AS KS 5H","QS 2D 3C","JS 3D 4C"],"tricks":0},"depth":2}`:    {1, 0, 0},
		`{"game":{"id":"tic-tac-toe"},"depth":9}`:                                                             {1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872},
		`{"game":{"id":"tic-tac-toe","cells":["111","22.","..."]},"depth":0}`:                                 {1},
	} {
		var got struct{ Nodes []int }
		post(t, ts.URL+"/api/v1/count", body, &got)
		if !slices.Equal(got.Nodes, want) {
			t.Errorf("count of %s = %v, want %v", body, got.Nodes, want)
		}
	}
	for _, c := range []struct{ body, path, words string }{
		{`{"game":{"id":"othello"}}`, "depth", "missing"},
		{`{"game":{"id":"othello"},"depth":-1}`, "depth", "range"},
		{`{"generate":{"kind":"equal","branching":1000,"depth":9},"depth":9}`, "depth", "200000000"},
		{`{"game":{"id":"othello"},"depth":1,"algorithm":"maxn"}`, "algorithm", "no key"},
		{`{"depth":1}`, "source", "missing"},
	} {
		resp, b := webtest.Post(t, ts.URL+"/api/v1/count", c.body)
		webtest.CheckProblem(t, resp, b, 422, c.path, c.words)
	}
}

// TestGamesAreSources: solve, trace and compare take a game; what they answer conforms to
// the description, and the algorithms agree.
func TestGamesAreSources(t *testing.T) {
	doc := webtest.Description(t)
	_, ts := webtest.Serve(t)
	check := func(schema, what string, b []byte) {
		t.Helper()
		d := json.NewDecoder(bytes.NewReader(b))
		d.UseNumber()
		var v any
		if err := d.Decode(&v); err != nil {
			t.Fatalf("%s: %v: %.200s", what, err, b)
		}
		if err := webtest.Conforms(doc, webtest.At(doc, "components", "schemas", schema), v, ""); err != nil {
			t.Errorf("%s is no %s: %v\n%.300s", what, schema, err, b)
		}
	}
	_, b := webtest.Get(t, ts.URL+"/api/v1/games")
	check("Games", "the list of games", b)
	for id, source := range gameSources {
		body := fmt.Sprintf(`{"game":%s,"algorithm":"maxn","options":{"depth":3}}`, source)
		check("Request", "our request", []byte(body))
		_, moves := webtest.Post(t, ts.URL+"/api/v1/moves", fmt.Sprintf(`{"game":%s}`, source))
		check("Moves", "moves of "+id, moves)
		_, solved := webtest.Post(t, ts.URL+"/api/v1/solve", body)
		check("Result", "solve of "+id, solved)
		_, traced := webtest.Post(t, ts.URL+"/api/v1/trace", body)
		lines := bytes.Split(bytes.TrimSpace(traced), []byte("\n"))
		texts := 0
		for _, line := range lines {
			check("Event", "trace of "+id, line)
			if bytes.Contains(line, []byte(`"move":0,"text":"`)) {
				texts++
			}
		}
		if texts == 0 {
			t.Errorf("no enter of %s has the text of its move", id)
		}
		_, b := webtest.Post(t, ts.URL+"/api/v1/compare", fmt.Sprintf(`{"game":%s,"options":{"depth":3}}`, source))
		check("Comparison", "compare on "+id, b)
		var compared struct {
			Truth []float64
			Runs  []struct {
				Algorithm string
				Sound     bool
				Value     json.RawMessage
			}
			Refused []struct{ Algorithm string }
		}
		var result struct{ Value []float64 }
		if err := json.Unmarshal(b, &compared); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(solved, &result); err != nil {
			t.Fatal(err)
		}
		atLeast := 8
		if id == "pig" { // few algorithms accept chance nodes
			atLeast = 6
		}
		if !slices.Equal(compared.Truth, result.Value) || len(compared.Runs) < atLeast {
			t.Errorf("compare on %s says %v by %d runs, solve %v", id, compared.Truth, len(compared.Runs), result.Value)
		}
		for _, r := range compared.Runs {
			if a, _ := algorithms.Find(r.Algorithm); a.OwnValue() {
				continue
			}
			if r.Sound && !slices.Contains([]string{"paranoid", "minimax", "alphabeta"}, r.Algorithm) && !slices.Equal(numbers(t, r.Value), result.Value) {
				t.Errorf("%s on %s = %s, want %v", r.Algorithm, id, r.Value, result.Value)
			}
		}
	}
}

// TestGamesRejected: what is wrong with a game or its search is 422, with its place.
func TestGamesRejected(t *testing.T) {
	_, ts := webtest.Serve(t)
	game := func(game, algorithm, more string) string { return webtest.Body(`"game":`+game, algorithm, more) }
	for _, c := range []struct{ call, body, path, words string }{
		{"solve", game(`{"id":"whist"}`, "maxn", ""), "game.id", "sergeant-major"},
		{"solve", game(`{}`, "maxn", ""), "game.id", "missing"},
		{"solve", game(`"hearts"`, "maxn", ""), "game", "an object"},
		{"solve", game(`{"id":"hearts","hands":["AS","AS","2D"]}`, "maxn", ""), "game.hands[1]", "twice"},
		{"solve", game(`{"id":"hearts","hands":"AS"}`, "maxn", ""), "game.hands", "an array"},
		{"solve", game(`{"id":"hearts","hands":["AS",3,"2D"]}`, "maxn", ""), "game.hands[1]", "a number"},
		{"solve", game(`{"id":"hearts","trump":"S"}`, "maxn", ""), "game.trump", "no trump"},
		{"solve", game(`{"id":"hearts","bids":[1,1,1]}`, "maxn", ""), "game.bids", "no key"},
		{"solve", game(`{"id":"spades","bids":[1,-1,1]}`, "maxn", ""), "game.bids[1]", "-1"},
		{"solve", game(`{"id":"othello","board":100}`, "maxn", ""), "game.board", "100"},
		{"solve", game(`{"id":"chinese-checkers","top":0}`, "maxn", ""), "game.top", "0"},
		{"solve", game(`{"id":"chinese-checkers"}`, "maxn", ""), "options.depth", "circles"},
		{"solve", game(`{"id":"chinese-checkers"}`, "bnb", `,"options":{"depth":2}`), "algorithm", "low"},
		{"solve", game(`{"id":"chinese-checkers"}`, "paranoid", `,"options":{"depth":2,"heuristic":true}`), "options.heuristic", "low"},
		{"solve", game(`{"id":"hearts","cards":2}`, "minimax", ""), "algorithm", "two players"},
		{"solve", game(`{"id":"hearts","cards":2}`, "dfbnb", ""), "algorithm", "path"},
		{"solve", game(`{"id":"hearts","cards":2}`, "maxn", `,"options":{"root":1}`), "options.root", "root"},
		{"solve", game(`{"id":"hearts","cards":2}`, "maxn", `,"values":{"1":[0,0,0]}`), "values", "implicit"},
		{"solve", game(`{"id":"sergeant-major"}`, "maxn", `,"options":{"nodes":100}`), "algorithm", "100 nodes"},
		{"compare", `{"game":{"id":"chinese-checkers"}}`, "options.depth", "circles"},
		{"compare", `{"game":{"id":"hearts"},"options":{"table":true}}`, "options.table", "depth and nodes"},
		{"counterexamples", `{"game":{"id":"hearts"},"algorithm":"deep"}`, "game", "no key"},
	} {
		resp, b := webtest.Post(t, ts.URL+"/api/v1/"+c.call, c.body)
		webtest.CheckProblem(t, resp, b, 422, c.path, c.words)
	}
	resp, page := webtest.Get(t, ts.URL+`/export/tree.dot?game=`+strings.ReplaceAll(`{"id":"hearts"}`, `"`, "%22"))
	if resp.StatusCode/100 != 4 || !strings.Contains(string(page), "the page of the position is /games/hearts") {
		t.Errorf("an export of a game = %d, which does not name its page: %.300s", resp.StatusCode, page)
	}
}

// TestComparedNodes: a run of a comparison that would visit too many nodes says so, and
// the others have their values.
func TestComparedNodes(t *testing.T) {
	_, ts := webtest.Serve(t)
	var compared struct {
		Truth []float64
		Runs  []struct {
			Algorithm string
			Value     []float64
			Error     *struct{ Path, Message string }
		}
	}
	post(t, ts.URL+"/api/v1/compare", `{"game":{"id":"sergeant-major","cards":3},"options":{"nodes":400}}`, &compared)
	stopped, ended := 0, 0
	for _, r := range compared.Runs {
		if r.Error != nil && r.Value == nil && strings.Contains(r.Error.Message, "400 nodes") {
			stopped++
		} else if r.Value != nil {
			ended++
		}
	}
	if stopped == 0 || ended == 0 || compared.Truth != nil {
		t.Errorf("%d runs were stopped and %d came to their end, truth %v; want some of each, and null", stopped, ended, compared.Truth)
	}
}

// TestDeepeningAnswers: a limit on nodes ends iterative deepening with the result of the
// last complete depth.
func TestDeepeningAnswers(t *testing.T) {
	_, ts := webtest.Serve(t)
	var stopped, whole struct {
		Value []float64
		Depth int
		Stats struct{ Nodes int }
	}
	post(t, ts.URL+"/api/v1/solve", `{"game":{"id":"chinese-checkers","size":2,"top":5},"algorithm":"shallow","options":{"deepening":true,"nodes":2000}}`, &stopped)
	if stopped.Depth < 2 || stopped.Stats.Nodes > 2000 {
		t.Fatalf("deepening with 2000 nodes = %+v", stopped)
	}
	post(t, ts.URL+"/api/v1/solve", fmt.Sprintf(`{"game":{"id":"chinese-checkers","size":2,"top":5},"algorithm":"maxn","options":{"depth":%d}}`, stopped.Depth), &whole)
	if !slices.Equal(stopped.Value, whole.Value) {
		t.Errorf("deepening to depth %d = %v, max^n %v", stopped.Depth, stopped.Value, whole.Value)
	}
}

// TestEveryAlgorithmButDFBnBHasDepth keeps the contract's word.
func TestEveryAlgorithmButDFBnBHasDepth(t *testing.T) {
	for _, a := range algorithms.All() {
		if got, want := slices.Contains(a.Options, "depth"), a.ID != "dfbnb"; got != want {
			t.Errorf("%s takes depth: %v, want %v", a.ID, got, want)
		}
	}
}

func numbers(t *testing.T, value []byte) (list []float64) {
	t.Helper()
	if err := json.Unmarshal(value, &list); err != nil {
		t.Fatal(err)
	}
	return list
}
