package foreign

import (
	"slices"
	"strconv"
	"strings"

	"espalier/trees"
)

// The files of draw_tree:
//
//	player 1 name Alice
//	level 0 node 1 player 1
//	level 2 node 1 player 2 xshift -1.5 from 0,1 move L
//	level 2 node 2 xshift a=1.5 from 0,1 move R payoffs 2 1
//	iset 2,1 4,1 player 2
//
// Player 0 is chance. A node is named by its level and a name, or by the name alone where no other node has it:
// from n1, iset n4 n6. Its children are in the order in which they are drawn, which xshift says.

func (r *reader) ef() {
	e := &efReader{r: r, nodes: map[string]*efNode{}, called: map[string][]string{}, shifts: map[string]float64{}, names: map[int]string{}}
	for e.line() {
	}
	if r.game.root == nil {
		r.fail(0, "the text has no node; a tree of draw_tree begins with level 0 node 1")
	}
	e.finish()
}

type efReader struct {
	r      *reader
	words  []efWord // of the line
	nodes  map[string]*efNode
	called map[string][]string // the nodes with a name, with their levels
	all    []*efNode
	shifts map[string]float64
	names  map[int]string
	sorted bool // some children are not in the order of their lines
}

// An efWord is a word of a line with its place.
type efWord struct {
	text string
	at   int
}

type efNode struct {
	node
	x    float64
	kids []*efNode
	line int
}

// maxWords bounds the words of a line: each of them is known, and few.
const maxWords = 64

// line reads a line, and reports whether there is one.
func (e *efReader) line() bool {
	r := e.r
	if r.texSpace() == 0 && r.pos == len(r.src) {
		return false
	}
	e.words = e.words[:0]
	for r.pos < len(r.src) && r.src[r.pos] != '\n' && r.src[r.pos] != '%' {
		at := r.pos
		for r.pos < len(r.src) && !strings.ContainsRune(" \t\r\n", rune(r.src[r.pos])) {
			r.step()
			r.pos++
		}
		if r.pos > at {
			e.words = append(e.words, efWord{r.src[at:r.pos], at})
		}
		for r.pos < len(r.src) && strings.ContainsRune(" \t\r", rune(r.src[r.pos])) {
			r.step()
			r.pos++
		}
		if len(e.words) > maxWords && e.words[0].text != "iset" {
			r.fail(at, "the line has more than %d words", maxWords)
		}
	}
	switch first := e.words[0]; first.text {
	case "player":
		e.player(e.words)
	case "level", "node":
		e.level()
	case "iset":
		e.iset()
	default:
		r.fail(first.at, "expected a line of draw_tree, which begins with player, level or iset, found %s", quoted(first.text))
	}
	return true
}

// word returns a word of the line, which must be there.
func (e *efReader) word(i int, what string) efWord {
	if i >= len(e.words) {
		last := e.words[len(e.words)-1]
		e.r.fail(min(last.at+len(last.text), len(e.r.src)), "expected %s after %s, found the end of the line", what, quoted(last.text))
	}
	return e.words[i]
}

// player reads player 1 name Alice, and returns the number and how many words it has.
func (e *efReader) player(words []efWord) (player, length int) {
	at := len(e.words) - len(words)
	w := e.word(at+1, "the number of a player")
	player, err := strconv.Atoi(w.text)
	if err != nil || player < 0 || player > trees.MaxPlayers {
		e.r.fail(w.at, "%s is no player; players are 1 to %d, and 0 is chance", quoted(w.text), trees.MaxPlayers)
	}
	if len(words) > 2 && words[2].text == "name" {
		name := e.r.plainTeX(e.word(at+3, "the name of the player").text)
		if before := e.names[player]; before != "" && before != name {
			e.r.fail(w.at, "player %d is named %s here, and %s before", player, quoted(name), quoted(before))
		}
		e.names[player] = name
		return player, 4
	}
	return player, 2
}

// id returns the name of a node with its level: 2,1. A name alone is that of the one node that has it.
func (e *efReader) id(w efWord) string {
	level, name, ok := strings.Cut(w.text, ",")
	if ok {
		return e.levelOf(efWord{level, w.at}) + "," + name
	}
	switch of := e.called[w.text]; len(of) {
	case 0:
		e.r.fail(w.at, "there is no node %s before this line; a node is named by its name, or by its level and its name, such as 2,1", quoted(w.text))
	case 1:
		return of[0]
	default:
		e.r.fail(w.at, "%s is the name of %d nodes; write the level, too, such as %s", quoted(w.text), len(of), of[0])
	}
	return ""
}

func (e *efReader) levelOf(w efWord) string {
	x, err := strconv.ParseFloat(w.text, 64)
	if err != nil {
		e.r.fail(w.at, "%s is no level, a number", quoted(w.text))
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

func (e *efReader) level() {
	r := e.r
	level, first := "", 0 // a line may begin with node
	if e.words[0].text == "level" {
		level, first = e.levelOf(e.word(1, "a level")), 2
	}
	if w := e.word(first, "node"); w.text != "node" {
		r.fail(w.at, "expected node, found %s", quoted(w.text))
	}
	name := e.word(first+1, "the name of the node").text
	id := level + "," + name
	at := e.words[0].at
	if e.nodes[id] != nil {
		r.fail(at, "there is a node %s already", quoted(id))
	}
	n := &efNode{line: len(e.all)}
	n.node = *r.add(at, 1)
	from := ""
	fromAt := at
	for i := first + 2; i < len(e.words); {
		w := e.words[i]
		key, _, _ := strings.Cut(w.text, ":") // the rest says where a text is drawn
		switch key {
		case "player":
			player, length := e.player(e.words[i:])
			n.mover, n.player = playerMoves, player
			if player == 0 {
				n.mover = chanceMoves
			}
			i += length
		case "xshift":
			n.x = e.shift(e.word(i+1, "a number"))
			i += 2
		case "from":
			fromAt = e.word(i+1, "a node").at
			from = e.id(e.words[i+1])
			i += 2
		case "move":
			n.action = r.plainTeX(e.word(i+1, "the name of the move").text)
			i += 2
		case "arrow", "yshift":
			i += 2
		case "payoffs":
			for i++; i < len(e.words); i++ {
				w := e.words[i]
				list, ok := r.texNumbers(r.markedTeX(w.text), w.at)
				if !ok || len(list) != 1 {
					r.fail(w.at, "%s is no payoff, a number", quoted(w.text))
				}
				n.value = append(n.value, list[0])
			}
			if len(n.value) == 0 {
				e.word(len(e.words), "a payoff for each player")
			}
		default:
			r.fail(w.at, "%s says nothing of a node; there are player, xshift, yshift, from, move, arrow and payoffs", quoted(w.text))
		}
	}
	e.nodes[id] = n
	e.called[name] = append(e.called[name], id)
	e.all = append(e.all, n)
	switch above := e.nodes[from]; {
	case from == "" && r.game.root != nil:
		r.fail(at, "this node has no from, and the tree has a root already; the node above it is missing, such as from 0,1")
	case from == "":
		r.game.root = &n.node
	case above == nil || above == n:
		r.fail(fromAt, "there is no node %s before this line", quoted(from))
	default:
		above.kids = append(above.kids, n)
	}
}

// shift reads a number, a name of one, or both: -1.5, a=1.5, -2a.
func (e *efReader) shift(w efWord) float64 {
	text, sign := w.text, 1.0
	if rest, ok := strings.CutPrefix(strings.Replace(text, minusSign, "-", 1), "-"); ok {
		text, sign = rest, -1
	}
	text, value, given := strings.Cut(text, "=")
	digits := 0
	for digits < len(text) && (isDigit(text[digits]) || text[digits] == '.') {
		digits++
	}
	factor, name := 1.0, text[digits:]
	if digits > 0 {
		factor = e.float(text[:digits], w)
	}
	switch {
	case given:
		e.shifts[name] = e.float(value, w)
	case name == "":
		return sign * factor
	}
	x, known := e.shifts[name]
	if !known {
		e.r.fail(w.at, "xshift %s is not defined before; it is defined by %s=1.5", quoted(name), name)
	}
	return sign * factor * x
}

func (e *efReader) float(text string, w efWord) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		e.r.fail(w.at, "%s is no number or name of one for xshift", quoted(w.text))
	}
	return x
}

// iset reads iset 4,1 4,2 player 2: the player moves at these nodes.
func (e *efReader) iset() {
	var list []*efNode
	for i := 1; i < len(e.words); {
		w := e.words[i]
		if w.text == "player" {
			player, length := e.player(e.words[i:])
			for _, n := range list {
				if n.mover != unstated && n.player != player {
					e.r.fail(w.at, "player %d moves at the nodes of this line, and player %d at one of them by its own line", player, n.player)
				}
				if n.mover = playerMoves; player == 0 {
					n.mover = chanceMoves
				}
				n.player = player
			}
			i += length
			continue
		}
		n := e.nodes[e.id(w)]
		if n == nil {
			e.r.fail(w.at, "there is no node %s before this line", quoted(w.text))
		}
		list = append(list, n)
		i++
	}
	var joined []*node
	for _, n := range list {
		joined = append(joined, &n.node)
	}
	joinInfoset(joined)
}

// finish links the nodes in the order in which they are drawn.
func (e *efReader) finish() {
	r := e.r
	for _, n := range e.all {
		inOrder := slices.IsSortedFunc(n.kids, compareX)
		if !inOrder {
			e.sorted = true
			slices.SortStableFunc(n.kids, compareX)
		}
		for _, k := range n.kids {
			r.step()
			n.node.kids = append(n.node.kids, &k.node)
		}
		if n.mover == chanceMoves {
			r.probs(&n.node)
		}
		if len(n.kids) > 0 && len(n.value) > 0 {
			r.fail(n.value[0].at, "this node has payoffs and children; give payoffs where the game ends")
		}
	}
	r.levels(r.game.root, 1)
	r.game.opposed = true
	var said []string
	for p := 1; p <= trees.MaxPlayers; p++ {
		if name := e.names[p]; name != "" {
			if _, _, number := moverOf(name); !number {
				said = append(said, strconv.Itoa(p)+" is "+quoted(name))
			}
		}
	}
	if len(said) > 0 {
		r.game.note("Players have numbers: %s.", strings.Join(said, ", "))
	}
	if e.sorted {
		r.game.note("Children are in the order in which draw_tree draws them, from left to right.")
	}
	r.game.gatherInfosets(r)
}

func compareX(a, b *efNode) int {
	switch {
	case a.x < b.x:
		return -1
	case a.x > b.x:
		return 1
	}
	return 0
}

// levels checks the number of levels of a tree that was not read from the root down.
func (r *reader) levels(n *node, level int) {
	r.step()
	r.level(n.at, level)
	for _, k := range n.kids {
		r.levels(k, level+1)
	}
}
