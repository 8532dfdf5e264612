package trees

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// EFGMark begins the comment of a file that EFG wrote. After it, up to the end of the line, comes
// the header of the tree in the text notation.
const EFGMark = "Espalier: "

// EFG returns the tree as a Gambit file, with its information sets, every other node in a set of its
// own, and every outcome described at its first use. Max's utility u of a minimax tree becomes the payoffs u and
// -u, which the reader of package foreign reads as a minimax tree again. A move without a name
// has its number as its name.
//
// It returns an *Error for a leaf of unknown value, for a mover who is not among the players,
// for probabilities that do not add up to 1 and for information sets whose nodes differ (in a tree
// that is being edited), and for a path tree, which has costs instead of payoffs. The header (maxsum, minp, maxp, delta, outcomes) is
// written into the comment, from which the reader restores it. Bounds, static values,
// alternatives, chosen, movers of leaves, and names of moves that are their numbers are lost; the
// comment counts them.
//
// The file may be longer than MaxBytes, the most that is read. Gambit's own reader fails on a
// name that ends in a backslash.
func (t *Tree) EFG() (string, error) {
	if t.Kind == Path {
		return "", ErrorAt("kind", "a path tree has costs of edges and no payoffs, so it cannot be a Gambit file; maxn and minimax trees can")
	}
	b := appendEFGText([]byte("EFG 2 R "), t.Title)
	b = append(b, " { "...)
	for p := range t.Players {
		b = append(appendEFGText(b, EFGPlayer(t.Kind, p+1)), ' ')
	}
	b = append(b, "}\n"...)
	b = appendEFGText(b, t.efgComment())
	b = append(b, "\n\n"...)
	outcomes := map[Vector]int{}
	var infosets [MaxPlayers + 1]int // information sets of each player so far
	numbers := map[string]int{}      // of those with a name
	if err := t.checkInfosets(nil); err != nil {
		return "", err
	}
	for n := range t.Len() {
		if !t.IsLeaf(n) {
			mover := t.Mover(n)
			if t.IsChance(n) {
				if err := t.checkChance(nil, n); err != nil {
					return "", err
				}
			}
			if mover > t.Players {
				return "", t.errNode(n, ".player", "player %d moves at %s, and this tree has %s; give the move to one of them", mover, t.Name(n), count(t.Players, "player"))
			}
			name := t.Infoset(n)
			number := numbers[name]
			if number == 0 {
				infosets[mover]++
				number = infosets[mover]
			}
			if name != "" {
				numbers[name] = number
			}
			b = t.appendEFGMove(b, n, number)
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

// EFGPlayer returns the name of a player in a file that EFG writes.
func EFGPlayer(kind Kind, p int) string {
	if kind == Minimax && p <= 2 {
		return [...]string{"Max", "Min"}[p-1]
	}
	return fmt.Sprintf("Player %d", p)
}

// appendEFGMove writes inner node n with the number of its information set.
func (t *Tree) appendEFGMove(b []byte, n, infoset int) []byte {
	if t.IsChance(n) {
		b = appendEFGText(append(b, "c "...), t.Label(n))
	} else {
		b = appendEFGText(append(b, "p "...), t.Label(n))
		b = strconv.AppendInt(append(b, ' '), int64(t.Mover(n)), 10)
	}
	b = strconv.AppendInt(append(b, ' '), int64(infoset), 10)
	b = append(appendEFGText(append(b, ' '), t.Infoset(n)), " { "...)
	for i, k := range t.Kids(n) {
		name := t.Action(int(k))
		if name == "" {
			name = strconv.Itoa(i + 1)
		}
		b = append(appendEFGText(b, name), ' ')
		if t.IsChance(n) {
			b = append(t.Prob(int(k)).Append(b), ' ')
		}
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
	comment := EFGMark + string(w.b)
	if lost := t.Lost(HeldTitle | HeldHeader | HeldLabels | HeldActions | HeldInfosets); lost != "" {
		comment += "\n" + lost
	}
	return comment
}

// notEFG reports a control character that is not white space.
func notEFG(r rune) bool { return r < 0x20 && r != '\t' && r != '\n' && r != '\r' }

// appendEFGText writes s so that text reads it back. Only backslashes that
// would start an escape are doubled. Control characters cannot be written in
// the format; they are replaced as in a picture.
func appendEFGText(b []byte, s string) []byte {
	b = append(b, '"')
	for i := range len(s) {
		if notEFG(rune(s[i])) {
			b = utf8.AppendRune(b, utf8.RuneError)
			continue
		}
		ambiguous := s[i] == '\\' && (i+1 == len(s) || s[i+1] == '\\' || s[i+1] == '"')
		if s[i] == '"' || ambiguous {
			b = append(b, '\\')
		}
		b = append(b, s[i])
	}
	return append(b, '"')
}
