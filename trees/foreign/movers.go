package foreign

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file reads who moves at a node in the words of people: max, MIN node, ▼, chance, P2, Player II's turn, and these
// beside other text, as in A (max) and MIN β = 2.

// A said is what a text says of the mover of a node.
type said struct {
	side   mover  // Max, Min or chance; unstated: the text names none of them
	player int    // the number of a player; noPlayer: the text has none
	rest   string // what else is in the text
	// Two parts of the text that name different movers; empty: there are none.
	clash [2]string
}

const noPlayer = -2 // -1 is a player in some texts

func (s said) mover() bool { return s.side != unstated || s.player != noPlayer }

// sides are the words and symbols that mean Max, Min or chance.
var sides = func() map[string]mover {
	sides := map[string]mover{}
	for side, words := range map[mover]string{
		maxMoves:    "max máx maxof maximum maximize maximise maximizer maximiser maximizing maximising maxnode maxplayer ▲ △ ▴ ▵ ⯅ 🔺 🔼 ∆",
		minMoves:    "min mín minof minimum minimize minimise minimizer minimiser minimizing minimising minnode minplayer ▼ ▽ ▾ ▿ ⯆ 🔻 🔽 ∇",
		chanceMoves: "chance nature random stochastic expect expectation expected expecti exp avg average mittelwert moyenne promedio chancenode randomnode",
	} {
		for word := range strings.FieldsSeq(words) {
			sides[word] = side
		}
	}
	return sides
}()

// Words beside a mover that say no more: Player 1's turn, MAX node, Min to move.
var (
	beforeMover = []string{"node", "player", "type", "nodetype", "kind", "turn", "agent", "level"}
	afterMover  = []string{"node", "nodes", "player", "agent", "turn", "moves", "move", "to", "s", "level", "layer"}
)

// Words before the number of a player, and numbers in words.
var (
	playerWords = []string{"player", "p", "pl", "agent", "joueur", "spieler", "jugador"}
	inWords     = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight"}
	ordinals    = []string{"", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"}
	romans      = []string{"", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii"}
)

// A wordSpan is a word of a text in lower case, with its bytes.
type wordSpan struct {
	word     string
	from, to int
}

// wordsOf returns the words of a text: runs of letters or of digits, and the symbols that are movers.
func wordsOf(text string) (list []wordSpan) {
	kind := func(ch rune) int {
		switch {
		case unicode.IsLetter(ch):
			return 1
		case unicode.IsDigit(ch):
			return 2
		}
		return 0
	}
	for i := 0; i < len(text); {
		ch, size := utf8.DecodeRuneInString(text[i:])
		from, k := i, kind(ch)
		i += size
		if k == 0 {
			if symbol := text[from:i]; size > 1 && sides[symbol] != unstated {
				list = append(list, wordSpan{symbol, from, i})
			}
			continue
		}
		for i < len(text) {
			if ch, size = utf8.DecodeRuneInString(text[i:]); kind(ch) != k {
				break
			}
			i += size
		}
		list = append(list, wordSpan{strings.ToLower(text[from:i]), from, i})
	}
	return list
}

// saidIn reads the mover in a text that may say more. A number alone is no player there, and a chance word is a mover
// only where it is apart from the rest: Random walk is a name.
func saidIn(text string) (s said) {
	s.player = noPlayer
	words := wordsOf(text)
	first := "" // the mover that was found
	at := 0
	var cuts []wordSpan
	found := func(i, j int) { // the words that are the mover
		first = strings.TrimSpace(text[words[i].from:words[j-1].to])
		for i > 0 && slices.Contains(beforeMover, words[i-1].word) && (len(cuts) == 0 || words[i-1].from >= cuts[len(cuts)-1].to) {
			i--
		}
		for j < len(words) && slices.Contains(afterMover, words[j].word) {
			if _, n := playerAt(text, words[j:]); n > 0 { // MAX, player: 0
				break
			}
			j++
		}
		cuts = append(cuts, wordSpan{from: words[i].from, to: words[j-1].to})
		at = j
	}
	for ; at < len(words); at++ {
		i := at
		before := first
		if player, n := playerAt(text, words[i:]); n > 0 {
			found(i, i+n)
			if s.player != noPlayer && s.player != player {
				s.clash = [2]string{before, first}
				return s
			}
			s.player = player
			at--
			continue
		}
		side := sides[words[i].word]
		if side != maxMoves && side != minMoves {
			continue
		}
		found(i, i+1)
		if s.side != unstated && s.side != side {
			s.clash = [2]string{before, first}
			return s
		}
		s.side = side
		at--
	}
	if !s.mover() {
		for i := range words {
			if sides[words[i].word] == chanceMoves && apart(text, words, i) {
				found(i, i+1)
				s.side = chanceMoves
				break
			}
		}
	}
	if !s.mover() {
		s.rest = strings.TrimSpace(text)
		return s
	}
	s.rest = without(text, cuts)
	return s
}

// apart reports whether a word that may mean chance is a part of its own.
func apart(text string, words []wordSpan, i int) bool {
	next, last := i+1, i == len(words)-1
	for next < len(words) && slices.Contains(afterMover, words[next].word) {
		next++
	}
	if i == 0 && next == len(words) {
		return true
	}
	sure := words[i].word == "chance" || words[i].word == "nature"
	between := ""
	switch {
	case last && i > 0:
		between = text[words[i-1].to:words[i].from]
	case i == 0:
		if between = text[words[i].to:words[i+1].from]; sure && next > i+1 { // chance node 3
			return true
		}
		sure = false
	default:
		return false
	}
	return sure || strings.ContainsAny(between, ":(=[,;/|")
}

// playerAt reads a player at the start of some words: player 1, P2, Player II, second player. n is the number of words.
func playerAt(text string, words []wordSpan) (player, n int) {
	if len(words) < 2 {
		return 0, 0
	}
	a, b := words[0], words[1]
	if strings.Trim(text[a.to:b.from], " _-.#:") != "" {
		return 0, 0
	}
	if b.word == "player" {
		if i := slices.Index(ordinals, a.word); i > 0 {
			return i, 2
		}
	}
	if !slices.Contains(playerWords, a.word) {
		return 0, 0
	}
	const mostDigits = 4
	if len(b.word) <= mostDigits {
		if p, err := strconv.Atoi(b.word); err == nil {
			return p, 2
		}
	}
	if len(a.word) > 2 { // p i is no player
		for _, list := range [][]string{inWords, romans} {
			if i := slices.Index(list, b.word); i >= 0 {
				return i, 2
			}
		}
	}
	return 0, 0
}

// without returns a text without some parts, and without the signs that were around them.
func without(text string, cuts []wordSpan) string {
	var b strings.Builder
	from := 0
	for _, c := range cuts {
		b.WriteString(text[from:c.from])
		from = c.to
	}
	b.WriteString(text[from:])
	rest := strings.NewReplacer("()", "", "[]", "").Replace(b.String())
	const signs = " :,;=-–—|/_.'’"
	rest = strings.Trim(rest, signs)
	// A bracket whose other half is left is a part of the rest.
	if strings.Count(rest, "(") != strings.Count(rest, ")") {
		rest = strings.Trim(rest, signs+"()")
	}
	// MIN (c) is c, and (c): MIN is (c).
	if strings.Count(rest, "(") == 1 && cuts[0].from == 0 && strings.HasPrefix(rest, "(") && strings.HasSuffix(rest, ")") {
		rest = strings.Trim(rest, "()")
	}
	return strings.Join(strings.Fields(rest), " ")
}

// moverOf reads the mover in a word that says nothing else: max, min, chance, a number, P2, player 2.
func moverOf(word string) (m mover, player int, ok bool) {
	w := strings.TrimSpace(word)
	const mostDigits = 4
	if w != "" && len(w) <= mostDigits && allDigits(w) {
		n, _ := strconv.Atoi(w)
		return playerMoves, n, true
	}
	switch s := saidIn(w); {
	case s.clash[0] != "" || s.rest != "" || !s.mover():
		return unstated, 0, false
	case s.side != unstated:
		return s.side, 0, true
	default:
		return playerMoves, s.player, true
	}
}

// setMover sets the mover of a node. Player 0 is chance, as in files of games.
func (n *node) setMover(word string) bool {
	m, player, ok := moverOf(word)
	if !ok {
		return false
	}
	if n.mover, n.player = m, player; m == playerMoves && player == 0 {
		n.mover = chanceMoves
	}
	return true
}

// labelled sets the mover and the name of an inner node by a text that may hold both, and reports whether there is a
// mover in it. Player 0 is chance, as in files of games.
func (r *reader) labelled(n *node, text string) bool {
	text = r.infosetOf(n, text)
	s := saidIn(text)
	if m, player, ok := moverOf(text); ok && m == playerMoves {
		s = said{player: player} // which may be a number alone
	}
	switch {
	case s.clash[0] != "":
		r.failRead(n.at, "the label %s names two movers, %s and %s; say who moves here", quoted(text), s.clash[0], s.clash[1])
	case !s.mover():
		return false
	}
	n.name = s.rest
	switch {
	case s.side == chanceMoves, s.side == unstated && s.player == 0:
		n.mover = chanceMoves
		return true
	case s.player > 0:
		r.cast.moves(part{n: n, at: n.at, number: s.player, numbered: true, side: s.side, words: text})
	default:
		n.mover = s.side
	}
	r.cast.stated = true
	return true
}
