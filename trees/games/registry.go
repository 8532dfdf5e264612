// Package games contains trees that are searched without being built: the games of the
// papers, and generators. A game is a file or a few, and a line of the registry. The
// package also builds the random explicit trees that the editor offers. It imports only
// trees and the standard library.
//
// A position allocates nothing per move, and Undo restores exactly what Do changed. The
// document of a position (AppendDocument) read again gives an equal position.
package games

import (
	"cmp"

	"espalier/trees"
)

// A Game is an entry of the registry.
type Game struct {
	ID      string
	Title   string
	Rules   string // in a few sentences, with the leaf value
	Paper   string // that has results on the game
	Players []int
	Fields  []Field // of its documents, besides id
	// Board is what the game is played on, by which a page draws the documents of its
	// positions; NoBoard: a page lists the fields of the document.
	Board Board
	// Taken is what the field taken of a game of cards counts: "tricks" or "points".
	Taken string
	// Sample is a position in play, for a list of games, since the start says little of most
	// games: fields and the numbers of moves, as in an address. Empty: the start.
	Sample string

	// Unstable says in a sentence which positions are unstable and why; "": the positions do not say
	// whether they are stable. Otherwise they are trees.Settled.
	Unstable string

	// Pass says in a sentence what it means that a player passes, where the rules do not allow it, or why
	// nobody can. Positions with a pass are a Passer.
	Pass string

	// New returns the position of a document. An error names the field, such as
	// game.hands[1].
	New func(d *Document) (Position, error)
}

// A Board is what a game is played on. It says what the documents of positions have, and
// how a move is written.
type Board uint8

const (
	NoBoard Board = iota
	// Cards: the fields hands, leader, trick, taken, trump and perhaps bids. A move is a card.
	Cards
	// Squares: the field cells. A move is a square, a1 to j10, by the letter of its column and
	// the number of its row.
	Squares
	// Columns: the field cells. A piece falls to the lowest free square of a column, and a
	// move is the number of the column.
	Columns
	// Noughts: the field cells. The pieces are crosses and noughts, and a move is the number
	// of a square, by rows.
	Noughts
	// Star: the fields pieces, size and players, with holes "x,y" of a star of six points. A
	// move is "x,y>x,y".
	Star
	// Dice: the fields banks, points, player, target and rolling. A move is "roll" or "hold", or
	// the number of a face.
	Dice
	// Halves: the field cells, every square with a player. A move is the half that is kept: left,
	// right, top or bottom.
	Halves
)

// String returns the name of a board, for scripts and styles of pages.
func (b Board) String() string {
	return [...]string{NoBoard: "none", Cards: "cards", Squares: "squares", Columns: "columns", Noughts: "noughts", Star: "star", Dice: "dice", Halves: "halves"}[b]
}

// ByClicks reports whether a position is set up by clicks on its board (static/js/games/set-up.js), and not only typed.
func (b Board) ByClicks() bool { return b != NoBoard && b != Dice && b != Halves }

// A Position is a position of a game. An engine needs the first part; a request needs the
// rest. A position may also be trees.Bounded, trees.Settled or trees.Endless.
type Position interface {
	trees.Position
	trees.Evaluated
	trees.Hashed
	trees.Described

	// Scores returns what is known of the scores of all outcomes.
	Scores() Scores
	// AppendDocument appends the position as a JSON document.
	AppendDocument(b []byte) []byte
}

// A Goal is a position of a game that is won by reaching a goal: who has won does not
// follow from who has the highest score.
type Goal interface {
	// Winners returns the players who have won; none: nobody has.
	Winners() []int
}

// Scores are limits of the scores of all outcomes, and of all static values, at a position
// and below.
type Scores struct {
	Unit         trees.Score // one point; 0: trees.Unit
	MaxSum, MaxP trees.Score
	Delta        trees.Score // 0: none is known
	// ExactPlies is how deep a search may go so that the values of all chance nodes are whole
	// numbers of units; 0: there is no limit.
	ExactPlies int
	// Outcomes lists the values of all possible outcomes; nil: they are not listed.
	// StaticOutcomes: every static value is one of them.
	Outcomes       []trees.Vector
	StaticOutcomes bool
	// Rows are the outcomes with their values, if the position bounds outcomes
	// (trees.OutcomeBounded); else nil.
	Rows []OutcomeRow
}

// An OutcomeRow is a row of a leaf-value table: an outcome with its value.
type OutcomeRow struct{ Outcome, Value trees.Vector }

// registry lists the games in the order of the contract: cards, then boards, then dice.
var registry = []*Game{
	sergeantMajor.game(), hearts.game(), spades.game(), ohHell.game(),
	&ticTacToe, &connectFour, &othello, &chineseCheckers, &pigGame, &boardSplitting,
}

// Games lists all games. The caller must not change them.
func Games() []*Game { return registry }

// Find returns the game of that id.
func Find(id string) (*Game, bool) {
	for _, g := range registry {
		if g.ID == id {
			return g, true
		}
	}
	return nil, false
}

// IDs lists the ids of all games, in the order of the registry.
func IDs() (ids []string) {
	for _, g := range registry {
		ids = append(ids, g.ID)
	}
	return ids
}

// Open returns the position of a document.
func Open(d *Document) (Position, error) {
	g, known := Find(d.ID)
	if !known {
		return nil, trees.ErrorAt("game.id", "there is no game %q; there are %s", d.ID, trees.InWords(IDs()))
	}
	return g.New(d)
}

// NodeBound returns an upper bound on the nodes of the tree below a position, cheaply; ok
// is false if it is not known to be at most limit.
func NodeBound(p Position, limit int) (nodes int, ok bool) {
	if s, sized := p.(interface{ nodeBound(limit int) int }); sized {
		nodes = s.nodeBound(limit)
		return nodes, nodes <= limit
	}
	return limit + 1, false
}

// UnitOf returns the unit of the scores of a position.
func UnitOf(p Position) trees.Score { return cmp.Or(p.Scores().Unit, trees.Unit) }

// MostPlies returns how deep a search of a position goes at most: to the end of the game, or as
// far as its expectations are exact.
func MostPlies(p Position) int {
	if exact := p.Scores().ExactPlies; exact > 0 {
		return min(exact, p.Height())
	}
	return p.Height()
}
