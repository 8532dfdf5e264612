package webtest

// A KindCase is a question whose right answer comes from searches of its own, about a tree at step 0.
type KindCase struct {
	Kind, Tree, Algorithm string
	Question              string // as JSON
	Right, Wrong          string // answers as JSON
	Typed                 string // Right, as on a page without scripts
	Why                   string // the reason, which is sent only with the right answer
}

// The trees of KindCases.
const (
	Pearl = `kind minimax a: max[ b: min[ d: 3 e: 12 f: 8 ] c: min[ g: 14 h: 7 i: 9 ] ]`
	Deals = `players 3 maxsum 6 a: *[ x: 1[ <ace> b: (2,2,2) <nine> c: 2[ <ten> d: 1[ <jack> e: (3,3,0) <king> f: (0,3,3) ] <two> g: (4,1,1) ] ] y: 1[ <ace> h: (2,2,2) <nine> i: 2[ <ten> j: 1[ <jack> k: (0,3,3) <king> l: (3,3,0) ] <two> m: (4,1,1) ] ] ]`
)

// KindCases has a question of each such kind. Lessons, rooms and homework ask it.
var KindCases = []KindCase{
	{"change", Pearl, "minimax", `{"kind": "change", "node": 7, "value": 0}`, `6`, `5`, "6", "There the result changes from 7 to 6."},
	{"fewer", Pearl, "minimax", `{"kind": "fewer", "other": "alphabeta"}`, `2`, `0`, "2", "Minimax evaluates 6 leaves, alpha-beta 6."},
	{"order", Pearl, "alphabeta", `{"kind": "order", "node": 0}`, `[5,1]`, `[1,5]`, "c, b", "In this order the search evaluates 4 leaves; as the tree is drawn, 6."},
	{"vote", Deals, "maxn", `{"kind": "vote", "node": 0}`, `1`, `0`, "1", "The points are 4 for ace and 6 for nine."},
	{"plan", Deals, "maxn", `{"kind": "plan", "node": 0}`, `0`, `1`, "0", "Over all deals the mover is sure of 4 for ace and 3 for nine."},
}
