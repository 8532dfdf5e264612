// Package beginnings has searches to begin with: each complete, and each with a gap to fill. Each has a tree on which it
// shows what it does.
//
// The file of a beginning has both. Between a line #{ and a line #} are the lines that the program with a gap lacks; it
// has those instead that begin with #| there.
//
// It imports only the standard library.
package beginnings

import (
	"embed"
	"slices"
	"strings"
)

//go:embed text/*.star games/*.star
var files embed.FS

// A Beginning is a search to begin with.
type Beginning struct {
	ID        string
	Title     string
	Algorithm string // what it is held against
	Mover     bool   // its numbers are for the player to move
	Tree      string // in the notation
	Chapter   string // the id of the chapter of the course that it belongs to
	// Fails: it is an exhibit, and is wrong on its tree. What is filled in makes it sound.
	Fails bool
	// Filled is what it is held against when its gap is filled; empty: Algorithm.
	Filled string
}

// Trees of several beginnings.
const (
	textbook = "kind minimax\nmax[ min[ 3 12 8 ] min[ 2 4 6 ] min[ 14 5 2 ] ]"
	korf     = "players 3 maxsum 9\na: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (2,3,4) ] g: (6,1,2) ] ]"
	chances  = "kind minimax minp 0 maxp 10\nmax[ *[ min[ 4 6 ] min[ 5 9 ] ] *[ min[ 2 8 ] min[ 10 3 ] ] ]"
)

// All lists the beginnings.
var All = []Beginning{
	{ID: "minimax", Title: "Minimax", Algorithm: "minimax", Tree: textbook, Chapter: "game-trees"},
	{ID: "alphabeta", Title: "Alpha-beta", Algorithm: "alphabeta", Tree: textbook, Chapter: "alpha-beta"},
	{ID: "negamax", Title: "Alpha-beta as negamax", Algorithm: "alphabeta", Mover: true, Tree: textbook, Chapter: "alpha-beta"},
	{ID: "maxn", Title: "Max^n", Algorithm: "maxn", Tree: korf, Chapter: "players"},
	{ID: "immediate", Title: "Max^n with immediate pruning", Algorithm: "immediate", Tree: "players 3 maxsum 9\n1[ 2[ (1,4,4) (0,9,0) (3,3,3) ] 3[ (5,2,2) (4,1,4) ] ]", Chapter: "immediate"},
	{ID: "shallow", Title: "Max^n with shallow pruning", Algorithm: "shallow", Tree: "players 3 maxsum 9\n1[ (5,2,2) 2[ (3,5,1) (2,2,5) ] 2[ (1,6,2) (4,1,4) ] ]", Chapter: "shallow"},
	{ID: "lastbranch", Title: "Max^n with last-branch pruning", Algorithm: "lastbranch", Tree: "players 3 maxsum 10\n1[ (5,4,1) 2[ (3,3,4) 3[ (2,6,2) (4,2,4) ] ] ]", Chapter: "last-branch"},
	{ID: "paranoid", Title: "Paranoid", Algorithm: "paranoid", Tree: korf, Chapter: "paranoid"},
	{ID: "expectimax", Title: "Expectimax", Algorithm: "minimax", Tree: chances, Chapter: "chance"},
	{ID: "star1", Title: "Star1", Algorithm: "star1", Tree: "kind minimax minp 0 maxp 10\nmax[ 6 *[ min[ 1 8 ] min[ 4 9 ] ] *[ 2 min[ 10 7 ] ] ]", Chapter: "chance"},
	{ID: "deep", Title: "Deep pruning, which fails", Algorithm: "maxn", Tree: korf, Fails: true, Chapter: "deep-fails", Filled: "shallow"},
	{ID: "across", Title: "Alpha-beta across chance, which fails", Algorithm: "minimax", Tree: "kind minimax minp 0 maxp 10\nmax[ 5 *[ min[ 4 9 ] 10 ] ]", Fails: true, Chapter: "chance", Filled: "alphabeta"},
}

// Find returns the beginning with an id; nil: there is none.
func Find(id string) *Beginning {
	if i := slices.IndexFunc(All, func(b Beginning) bool { return b.ID == id }); i >= 0 {
		return &All[i]
	}
	return nil
}

// OfChapter returns the beginnings that belong to a chapter.
func OfChapter(id string) (list []*Beginning) {
	for i := range All {
		if All[i].Chapter == id {
			list = append(list, &All[i])
		}
	}
	return list
}

// Against returns what the program is held against, complete or with its gap filled.
func (b *Beginning) Against(gap bool) string {
	if gap && b.Filled != "" {
		return b.Filled
	}
	return b.Algorithm
}

// Text returns the program, complete or with its gap.
func (b *Beginning) Text(gap bool) string { return without(read("text/"+b.ID), gap) }

// ToDepth returns a search of a game to a small depth: of two players, whose value is a number, or of more.
func ToDepth(players int) string {
	if players == 2 {
		return read("games/two")
	}
	return read("games/more")
}

func read(name string) string {
	text, err := files.ReadFile(name + ".star")
	if err != nil {
		panic(err) // the tests have read each of them
	}
	return string(text)
}

const yourTurn = "# Your turn: "

// Hint returns what is to be written in the gap: its comment without its marks.
func (b *Beginning) Hint() string {
	_, after, _ := strings.Cut(b.Text(true), yourTurn)
	var hint []string
	for line := range strings.Lines(after) {
		line = strings.TrimSpace(line)
		if len(hint) > 0 && !strings.HasPrefix(line, "# ") {
			break
		}
		hint = append(hint, strings.TrimPrefix(line, "# "))
	}
	return strings.Join(hint, " ")
}

// without returns a text without its marks, and without what the program with a gap, or the complete one, lacks.
func without(text string, gap bool) string {
	var out strings.Builder
	in := false // the gap
	for line := range strings.Lines(text) {
		bare := strings.TrimLeft(line, " ")
		given, instead := strings.CutPrefix(bare, "#| ")
		switch {
		case bare == "#{\n" || bare == "#}\n":
			in = bare == "#{\n"
		case instead && gap:
			out.WriteString(line[:len(line)-len(bare)] + given)
		case instead || in && gap:
		default:
			out.WriteString(line)
		}
	}
	return out.String()
}
