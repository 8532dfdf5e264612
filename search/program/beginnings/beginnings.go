// Package beginnings has searches to begin with: each complete, with a tree on which it shows what it does.
//
// It imports only the standard library.
package beginnings

import "embed"

//go:embed text/*.star
var files embed.FS

// A Beginning is a search to begin with.
type Beginning struct {
	ID        string
	Title     string
	Algorithm string // what it is held against
	Mover     bool   // its numbers are for the player to move
	Tree      string // in the notation
	Fails     bool   // it is an exhibit: on its tree it is wrong
}

// Trees of several beginnings.
const (
	textbook = "kind minimax\nmax[ min[ 3 12 8 ] min[ 2 4 6 ] min[ 14 5 2 ] ]"
	korf     = "players 3 maxsum 9\na: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (2,3,4) ] g: (6,1,2) ] ]"
	chances  = "kind minimax minp 0 maxp 10\nmax[ *[ min[ 4 6 ] min[ 5 9 ] ] *[ min[ 2 8 ] min[ 10 3 ] ] ]"
)

// All lists the beginnings.
var All = []Beginning{
	{ID: "minimax", Title: "Minimax", Algorithm: "minimax", Tree: textbook},
	{ID: "alphabeta", Title: "Alpha-beta", Algorithm: "alphabeta", Tree: textbook},
	{ID: "negamax", Title: "Alpha-beta as negamax", Algorithm: "alphabeta", Mover: true, Tree: textbook},
	{ID: "maxn", Title: "Max^n", Algorithm: "maxn", Tree: korf},
	{ID: "immediate", Title: "Max^n with immediate pruning", Algorithm: "immediate", Tree: "players 3 maxsum 9\n1[ 2[ (1,4,4) (0,9,0) (3,3,3) ] 3[ (5,2,2) (4,1,4) ] ]"},
	{ID: "shallow", Title: "Max^n with shallow pruning", Algorithm: "shallow", Tree: "players 3 maxsum 9\n1[ (5,2,2) 2[ (3,5,1) (2,2,5) ] 2[ (1,6,2) (4,1,4) ] ]"},
	{ID: "paranoid", Title: "Paranoid", Algorithm: "paranoid", Tree: korf},
	{ID: "expectimax", Title: "Expectimax", Algorithm: "minimax", Tree: chances},
	{ID: "deep", Title: "Deep pruning, which fails", Algorithm: "maxn", Tree: korf, Fails: true},
	{ID: "across", Title: "Alpha-beta across chance, which fails", Algorithm: "minimax", Tree: "kind minimax minp 0 maxp 10\nmax[ 5 *[ min[ 4 9 ] 10 ] ]", Fails: true},
}

// Text returns the program.
func (b *Beginning) Text() string {
	text, err := files.ReadFile("text/" + b.ID + ".star")
	if err != nil {
		panic(err) // TestBeginnings has read each of them
	}
	return string(text)
}
