package api

import (
	"encoding/json"
	"espalier/web/problem"
	"net/http"
	"slices"
	"strings"
)

// An apiCall is a line of the list of calls, from the OpenAPI description.
type apiCall struct{ Method, Path, Summary string }

// An Example is a command with its description.
type Example struct{ Description, Command string }

// exampleAddress is where the examples find the server.
const exampleAddress = "localhost:8080"

// Examples are shown on the page; a test sends them.
var Examples = []Example{
	{"The maxⁿ value of a tree in the notation, by speculative pruning:",
		`curl localhost:8080/api/v1/solve -d '{"text": "players 3 maxsum 9 1[(5,2,2) 2[3[(2,2,5) (3,0,6)] (6,1,2)]]", "algorithm": "speculative"}'`},
	{"The events of a run on a figure, with another value at leaf 5, one event on each line:",
		`curl localhost:8080/api/v1/trace -d '{"figure": "k1991-fig6", "algorithm": "deep", "values": {"5": [2,3,4]}}'`},
	{"The result of every algorithm on a tree, and its cuts:",
		`curl localhost:8080/api/v1/compare -d '{"figure": "k1991-fig6", "values": {"5": [3,0,6]}}'`},
	{"A tree that is searched without being built:",
		`curl localhost:8080/api/v1/solve -d '{"generate": {"kind": "h32", "branching": 4, "depth": 10, "players": 3, "maxsum": 100, "seed": 1}, "algorithm": "shallow"}'`},
	{"The moves of a game in the order in which ties are broken, and the positions after them; each position can be a source:",
		`curl localhost:8080/api/v1/moves -d '{"game": {"id": "spades", "hands": ["AS 5H", "KS 2D", "QS 3D"]}}'`},
	{"A search of a deal, five tricks deep:",
		`curl localhost:8080/api/v1/solve -d '{"game": {"id": "sergeant-major", "seed": 1, "cards": 5}, "algorithm": "speculative"}'`},
	{"The number of nodes of a game at each ply, without pruning:",
		`curl localhost:8080/api/v1/count -d '{"game": {"id": "othello"}, "depth": 6}'`},
	{"A small tree on which deep pruning fails, found among random trees:",
		`curl localhost:8080/api/v1/counterexamples -d '{"algorithm": "deep", "players": 3, "branching": 3, "depth": 3, "nodes": 15, "maxsum": 9, "seed": 1}'`},
	{"A check of steps made by hand against a run of an algorithm:",
		`curl localhost:8080/api/v1/practice/check -d '{"figure": "k1991-fig6", "algorithm": "shallow", "done": [{"type": "cut", "node": 5}, {"type": "backup", "node": 3, "value": [2,2,5]}]}'`},
	{"A tree converted from one notation to the other:",
		`curl localhost:8080/api/v1/parse -d '{"text": "kind minimax max[ min[3 12] min[2 4] ]"}'`},
	{"A new tree in the library; the answer has the key to edit it and the id to read it:",
		`curl localhost:8080/api/v1/trees -d '{"text": "players 3 maxsum 9 a: 1[ b: (5,2,2) c: ? ]"}'`},
	{"A room for a class; the answer has the code to join and the key of the presenter:",
		`curl localhost:8080/api/v1/rooms -d '{"show": {"figure": "k1991-fig6", "algorithm": "deep", "step": 12}}'`},
}

func (h *Handlers) Page(w http.ResponseWriter, r *http.Request) error {
	var doc struct {
		Paths map[string]map[string]struct{ Summary string }
	}
	if err := json.Unmarshal(openapiSource, &doc); err != nil {
		return &problem.Error{Status: http.StatusInternalServerError, Message: err.Error()}
	}
	var calls []apiCall
	for path, methods := range doc.Paths {
		for method, call := range methods {
			calls = append(calls, apiCall{strings.ToUpper(method), path, call.Summary})
		}
	}
	slices.SortFunc(calls, func(a, b apiCall) int { return strings.Compare(a.Path+a.Method, b.Path+b.Method) })
	address := exampleAddress
	if h.Base.Origin != "" {
		address = h.Base.Origin + h.Base.Prefix
	}
	h.Render(w, r, http.StatusOK, apiPage(calls, h.limits, address))
	return nil
}
