package trees

import (
	"fmt"
	"strconv"
	"strings"
)

// EFG returns the tree as a Gambit file, with every node in its own
// information set and every outcome described at its first use. Max's utility
// u of a minimax tree becomes the payoffs u and -u, which ReadEFG reads as a
// minimax tree again.
//
// It returns an *Error for a leaf of unknown value, for a mover who is not
// among the players (in a tree that is being edited), and for a path tree,
// which has costs instead of payoffs. The header (maxsum, maxp, delta,
// outcomes) is written into the comment, from which ReadEFG restores it.
// Bounds, static values, alternatives, chosen and movers of leaves are lost;
// the comment counts them.
//
// The file may be longer than MaxBytes, the most that ReadEFG accepts.
// Gambit's own reader fails on a name that ends in a backslash; ReadEFG does
// not.
func (t *Tree) EFG() (string, error) {
	if t.Kind == Path {
		return "", ErrorAt("kind", "a path tree has costs of edges and no payoffs, so it cannot be a Gambit file; maxn and minimax trees can")
	}
	b := appendEFGText([]byte("EFG 2 R "), t.Title)
	b = append(b, " { "...)
	for p := range t.Players {
		b = append(appendEFGText(b, efgPlayer(t.Kind, p+1)), ' ')
	}
	b = append(b, "}\n"...)
	b = appendEFGText(b, t.efgComment())
	b = append(b, "\n\n"...)
	outcomes := map[Vector]int{}
	var infosets [MaxPlayers + 1]int // information sets of each player so far
	for n := range t.Len() {
		if !t.IsLeaf(n) {
			mover := t.Mover(n)
			if mover > t.Players {
				return "", t.errNode(n, ".player", "player %d moves at %s, and this tree has %s; give the move to one of them", mover, t.Name(n), count(t.Players, "player"))
			}
			infosets[mover]++
			b = t.appendEFGMove(b, n, infosets[mover])
			continue
		}
		v, known := t.Value(n)
		if !known {
			return "", t.errNode(n, ".value", "the value of %s is unknown, and a Gambit file needs a payoff for every player; give it a value", t.Name(n))
		}
		b = append(appendEFGText(append(b, "t "...), t.Label(n)), ' ')
		number, described := outcomes[v]
		if !described {
			number = len(outcomes) + 1
			outcomes[v] = number
		}
		b = strconv.AppendInt(b, int64(number), 10)
		if !described {
			b = t.appendPayoffs(append(b, fmt.Sprintf(` "Outcome %d" `, number)...), v)
		}
		b = append(b, '\n')
	}
	return string(b), nil
}

func efgPlayer(kind Kind, p int) string {
	if kind == Minimax && p <= 2 {
		return [...]string{"Max", "Min"}[p-1]
	}
	return fmt.Sprintf("Player %d", p)
}

// appendEFGMove writes inner node n with the number of its information set.
// The actions are named by the children's numbers.
func (t *Tree) appendEFGMove(b []byte, n, infoset int) []byte {
	b = appendEFGText(append(b, "p "...), t.Label(n))
	b = append(b, fmt.Sprintf(` %d %d "" { `, t.Mover(n), infoset)...)
	for i := range t.Kids(n) {
		b = append(strconv.AppendInt(append(b, '"'), int64(i+1), 10), `" `...)
	}
	return append(b, "} 0\n"...)
}

func (t *Tree) appendPayoffs(b []byte, v Vector) []byte {
	if t.Kind == Minimax {
		v[1] = -v[0]
	}
	b = append(b, '{')
	for p, s := range v[:t.Players] {
		if p > 0 {
			b = append(b, ',')
		}
		b = s.In(t.Unit).Append(append(b, ' '))
	}
	return append(b, " }"...)
}

// efgComment returns the comment: the header, and a list of the data that the file does
// not contain.
func (t *Tree) efgComment() string {
	bare := *t
	bare.Title = "" // the title has its own field
	w := textWriter{t: &bare}
	w.header()
	comment := efgMark + string(w.b)
	var bounds, static, alternatives, chosen, movers, labels int
	tally := func(n *int, there bool) {
		if there {
			*n++
		}
	}
	for n := range t.Len() {
		tally(&bounds, t.low[n] != NoNode || t.up[n] != NoNode)
		tally(&static, t.static[n] != NoNode)
		tally(&alternatives, len(t.Alternatives(n)) > 0)
		tally(&chosen, t.NotFromPaper(n))
		tally(&movers, t.IsLeaf(n) && t.Mover(n) != 0)
		tally(&labels, strings.ContainsFunc(t.Label(n), notEFG))
	}
	var lost []string
	for _, l := range []struct {
		nodes int
		what  string
	}{{bounds, "the bounds of "}, {static, "the static value of "}, {alternatives, "the alternatives of "},
		{chosen, "what marks a value as chosen at "}, {movers, "the mover drawn at "},
		{labels, "the control characters in the label of "}} {
		if l.nodes > 0 {
			lost = append(lost, l.what+count(l.nodes, "node"))
		}
	}
	if len(lost) > 0 {
		comment += "\nNot in this file, which has no place for it: " + InWords(lost) + "."
	}
	return comment
}
