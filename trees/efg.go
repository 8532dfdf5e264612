package trees

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Gambit's extensive-form files, as its manual (The Gambit Project, "The
// extensive game (.efg) file format") and its programs define them:
//
//	EFG 2 R "title" { "player 1" "player 2" }
//	"comment"
//	p "node" player infoset "infoset" { "action" "action" } 0
//	t "node" outcome "outcome" { 2, -3/4 }
//
// Nodes are in preorder; a personal node has as many children as its information set has
// actions. White space is optional. An outcome is described once, and after that only its
// number is given; 0 is no outcome.

// efgMark begins the comment of a file that EFG wrote. After it, up to the end
// of the line, comes the header of the tree in the text notation.
const efgMark = "Espalier: "

// ReadEFG is ReadEFGWith without changes.
func ReadEFG(src string) (t *Tree, remarks []string, err error) {
	return ReadEFGWith(src, EFGChanges{})
}

// ReadEFGWith reads a game from a Gambit file. An *Error gives the line and column of an error,
// or of a part that a tree cannot represent: moves of chance and information sets of several
// nodes, unless the changes allow them, scores below 0.
//
// The names of the nodes become labels. The label of a node without a name is that of
// the action that leads to it, or else of the player who moves there. The payoffs on the path to a leaf, its
// own included, add up to its value. Numbers are exact: 1/4 is 0.25. A value
// of 1/3 is rejected, since it is no finite decimal; 1/3 and 2/3 add up to 1.
//
// If there are two players and the payoffs of every leaf add up to 0, and are
// not all 0, the tree is a minimax tree with player 1's payoffs as Max's
// utilities. Any other tree is a maxn tree. The format has no maxsum, so it is
// unknown, unless the file has the comment that EFG writes: then the header is read from
// this comment, if it still agrees with the payoffs.
//
// remarks has one sentence for each part of the file that the tree does not contain: the
// comment (in full), and the names of information sets and outcomes, and of players and
// actions that are not used as labels.
// The remarks are intended to be shown to the user and saved as notes.
func ReadEFGWith(src string, changes EFGChanges) (t *Tree, remarks []string, err error) {
	return ReadEFGIn(context.Background(), src, changes)
}

// ReadEFGIn is ReadEFGWith in a context; see WithPass. The error may be that of the context.
func ReadEFGIn(ctx context.Context, src string, changes EFGChanges) (t *Tree, remarks []string, err error) {
	defer catch(&err)
	if len(src) > MaxBytes {
		return nil, nil, ErrorOverLimit("efg", "it has %d bytes; a tree has at most %d", len(src), MaxBytes)
	}
	r := &efgReader{src: src, b: NewBuilder(Header{}), infosets: map[efgInfoset]efgActions{}, outcomes: map[int]efgOutcome{},
		changes: changes, lotteries: map[efgInfoset]*efgLottery{}, changed: efgChanged{shared: map[efgInfoset]bool{}}}
	r.b.pace = paceOf(ctx)
	if err = r.document(); err == nil {
		t, err = r.b.Tree()
	}
	if wrong, ok := err.(*Error); ok {
		return nil, nil, r.placed(wrong)
	}
	if err != nil {
		return nil, nil, err
	}
	// The description of an outcome can be much longer than its number, so the tree
	// can be larger than the file.
	if err := t.checkBytes(MaxBytes, r.b.pace); err != nil {
		return nil, nil, err
	}
	return t, r.remarks(), nil
}

type efgReader struct {
	src string
	pos int
	b   *Builder

	titleAt  int
	start    []int // start of each node
	infosets map[efgInfoset]efgActions
	outcomes map[int]efgOutcome

	names efgNames // names that the tree does not hold

	changes   EFGChanges
	changed   efgChanged
	lotteries map[efgInfoset]*efgLottery // of chance
}

// An efgInfoset is an information set. Each player's sets are numbered
// separately.
type efgInfoset struct{ player, number int }

// efgActions are the names of the actions of an information set, "" for one that is
// only a number.
type efgActions struct {
	at    int // place of its first node
	names []string
}

type efgOutcome struct {
	at      int // place of its description
	payoffs efgPayoffs
}

// placed adds line and column to an error of the Builder.
func (r *efgReader) placed(e *Error) *Error {
	var pos int
	switch {
	case e.about > 0:
		pos = r.start[e.about-1]
	case e.Path == "root" && len(r.start) > 0:
		pos = r.start[len(r.start)-1]
	case e.Path == "title":
		pos = r.titleAt
	default:
		return e
	}
	placed := *e
	placed.Path = r.at(pos) + ", " + e.Path
	return &placed
}

func (r *efgReader) document() (err error) {
	defer catch(&err)
	if bad := notUTF8(r.src); bad != NoNode {
		r.fail(bad, "the byte 0x%02X is not UTF-8; save the file as UTF-8", r.src[bad])
	}
	r.pos = len(r.src) - len(strings.TrimPrefix(r.src, "\uFEFF"))
	r.prologue()
	r.node(&efgPayoffs{}, "")
	if r.peek(); r.pos < len(r.src) {
		r.expected("nothing more, since every action has its node")
	}
	r.kind()
	return nil
}

// notUTF8 returns the offset of the first byte that is not UTF-8, or none.
func notUTF8(src string) int {
	if utf8.ValidString(src) {
		return NoNode
	}
	for i, ch := range src {
		if ch == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(src[i:]); size == 1 {
				return i
			}
		}
	}
	return NoNode
}

// prologue reads the part before the root.
func (r *efgReader) prologue() {
	at := r.mark()
	switch word := r.lookWord(); {
	case word == "EFG":
	case word == "NFG":
		r.fail(at, "this is a game in normal form, a table without a tree; a file that holds a tree begins with EFG 2 R")
	case strings.HasPrefix(r.src[at:], "<"):
		r.fail(at, "this is XML, such as a workbook of Gambit (.gbt); a file that can be read is exported as .efg, and begins with EFG 2 R")
	default:
		r.expected(`a game of Gambit, which begins with EFG 2 R "title" { "player 1" "player 2" }`)
	}
	r.pos += len("EFG")
	if version := r.lookNumber(); version != "2" {
		r.expected("2 after EFG, the version of the format that is read")
	}
	r.pos++
	at = r.mark()
	switch word := r.lookWord(); {
	case word == "D":
		r.fail(at, "EFG 2 D is the format for inexact numbers; write R in place of D, and every number is read as it stands")
	case word != "R":
		r.expected("R after EFG 2")
	}
	r.pos++
	h := r.b.Header()
	r.titleAt = r.mark()
	h.Title = r.text("the title in double quotes")
	r.take('{', `"{" and the names of the players`)
	for r.peek() == '"' {
		if h.Players == MaxPlayers {
			panic(ErrorOverLimit(r.at(r.pos), "there are more than %d players, the most that a tree has", MaxPlayers))
		}
		r.names.players = append(r.names.players, r.text("a name"))
		h.Players++
	}
	if h.Players == 0 {
		r.expected("the name of a player in double quotes")
	}
	r.take('}', `another name in double quotes, or "}"`)
	if r.peek() == '"' {
		r.names.comment = r.text("a comment")
	}
}

// node reads a node with all below it. before are the payoffs on the path to
// it, and action is the name of the action that leads to it, "" if it has none.
func (r *efgReader) node(before *efgPayoffs, action string) {
	at := r.mark()
	kind := r.lookWord()
	switch kind {
	case "p", "t":
	case "c":
		if !r.changes.Chance {
			panic(offer(ChangeChance, ErrorAt(r.at(at), "this is a chance node; in a tree here only players move. Put the move that chance makes in its place, or each of them in a file of its own")))
		}
	default:
		r.expectedNode()
	}
	id := r.b.add()
	if id == NoNode {
		panic(r.b.err)
	}
	r.start = append(r.start, at)
	r.pos++
	n := Node{Label: r.text("the name of the node in double quotes")}
	var actions []string
	if kind == "p" {
		n.Player, actions = r.move(id, at)
	}
	r.name(&n, action)
	if kind == "c" {
		n.Value = r.chance(id, before)
		r.fill(id, &n)
		r.b.Close()
		return
	}
	paid := r.sum(id, before, r.outcome(id))
	if kind == "t" {
		n.Value = r.value(id, &paid)
	}
	r.fill(id, &n)
	for i, name := range actions {
		if r.peek() == 0 && r.pos == len(r.src) {
			r.failNode(at, id, "", "the node has %s, and the file ends before the node of action %d", count(len(actions), "action"), i+1)
		}
		r.node(&paid, name)
	}
	r.b.Close()
}

func (r *efgReader) expectedNode() {
	r.expected(`a node, which begins with p (a player moves) or t (the game ends), then its name in double quotes`)
}

func (r *efgReader) fill(id int, n *Node) {
	r.b.fill(id, n)
	if r.b.err != nil {
		panic(r.b.err)
	}
}

// name labels a node that has no name.
func (r *efgReader) name(n *Node, action string) {
	fits := func(name string) bool { return name != "" && utf8.RuneCountInString(name) <= MaxLabelRunes }
	switch player := r.names.player(n.Player); {
	case n.Label == "" && fits(action):
		n.Label, action = action, ""
		r.names.byAction++
	case n.Label == "" && action == "" && fits(player):
		n.Label = player
		r.names.byPlayer++
	}
	r.names.actions.add(action)
}

// move reads the mover and the information set of a node that begins at from: node id, or
// one below chance node id. It returns the names of the actions, "" for one that is only
// a number.
func (r *efgReader) move(id, from int) (player int, actions []string) {
	at := r.mark()
	player = r.number("the number of the player who moves", 1)
	if players := r.b.t.Players; player > players {
		r.failNode(at, id, ".player", "player %d is out of range: this game has %s", player, count(players, "player"))
	}
	at = r.mark()
	set := efgInfoset{player, r.number("the number of the information set", 1)}
	first, shared := r.infosets[set]
	if shared && !r.changes.Infosets {
		line, column := lineColumn(r.src, first.at)
		panic(offer(ChangeInfosets, ErrorAt(r.at(at)+", "+r.b.t.Place(id), "information set %d of player %d holds this node and the one at line %d, column %d: the player could not tell them apart. "+
			"In a tree here every player sees all; give each node an information set of its own", set.number, player, line, column)))
	}
	if shared {
		r.changed.shared[set] = true
	}
	if r.peek() == '"' {
		r.names.infoset(r.text("a name"), set)
	}
	if r.peek() != '{' {
		if shared { // they are named at its first node
			return player, first.names
		}
		r.expected(fmt.Sprintf(`"{" and the actions of information set %d of player %d`, set.number, player))
	}
	r.pos++
	for r.peek() == '"' {
		r.step()
		name := r.text("a name")
		if name == strconv.Itoa(len(actions)+1) {
			name = ""
		}
		actions = append(actions, name)
	}
	if len(actions) == 0 {
		r.expected("the name of an action in double quotes; a node without actions is terminal and begins with t")
	}
	r.take('}', `another action in double quotes, or "}"`)
	if !shared {
		r.infosets[set] = efgActions{from, actions}
	}
	return player, actions
}

// outcome reads the payoffs at node id.
func (r *efgReader) outcome(id int) *efgPayoffs {
	at := r.mark()
	number := r.number("the number of the outcome, 0 for none", 0)
	named, name := r.peek() == '"', ""
	if named {
		name = r.text("a name")
	}
	known, described := r.outcomes[number]
	switch paid := r.peek() == '{'; {
	case number == 0 && (named || paid):
		r.failNode(at, id, "", "outcome 0 is no outcome, and has neither name nor payoffs; number this one from 1")
	case !paid && !described && number != 0:
		r.expected(fmt.Sprintf(`"{" and the payoffs of outcome %d, which is not described before`, number))
	case !paid:
		return &known.payoffs
	}
	payoffs := r.payoffs(id)
	if described && !payoffs.equals(&known.payoffs) {
		line, column := lineColumn(r.src, known.at)
		r.failNode(at, id, "", "outcome %d has other payoffs at line %d, column %d; other payoffs need a number of their own", number, line, column)
	}
	if !described {
		r.outcomes[number] = efgOutcome{at: at, payoffs: payoffs}
		r.names.outcome(name, number)
	}
	return &payoffs
}

// payoffs reads a number for each player, with or without commas between them.
func (r *efgReader) payoffs(id int) efgPayoffs {
	var v efgPayoffs
	open := r.mark()
	r.pos++
	n := 0
	for ; r.peek() != '}'; n++ {
		s := r.payoff(id, n+1)
		if n < MaxPlayers {
			v[n] = s
		}
		if r.peek() == ',' {
			r.pos++
		}
	}
	r.pos++
	if players := r.b.t.Players; n != players {
		r.failNode(open, id, "", "%s in the braces; this game has %s", count(n, "payoff"), count(players, "player"))
	}
	return v
}
