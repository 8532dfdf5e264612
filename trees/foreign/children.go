package foreign

import (
	"slices"
	"strconv"
	"strings"

	"espalier/trees"
)

// JSON of other tools: objects with children, and objects whose keys are moves.
//
//	{"name": "A", "type": "max", "children": [{"value": 3}, {"value": 5}]}
//	{"left": 3, "right": {"up": [1, 2], "down": [2, 1]}}

// The members of a node, in any case. The first one of a list is used if there are several.
var (
	kidKeys   = []string{"children", "kids", "nodes", "child", "branches", "subtrees", "successors"}
	nameKeys  = []string{"name", "label", "id"}
	valueKeys = []string{"value", "score", "utility", "payoff", "payoffs", "values", "scores", "utilities"}
	moverKeys = []string{"player", "agent", "type", "turn", "mover", "to_move", "tomove", "node_type", "nodetype", "kind"}
	// Members that are true where Max moves and false where Min does, and the other way round.
	isMaxKeys  = []string{"ismax", "is_max", "max", "maximizing", "maximising", "is_maximizing", "ismaximizing", "maximizing_player", "maximizingplayer", "maximizer"}
	isMinKeys  = []string{"ismin", "is_min", "min", "minimizing", "minimising", "is_minimizing", "isminimizing", "minimizing_player", "minimizingplayer", "minimizer"}
	probKeys   = []string{"prob", "p", "probability"}
	actionKeys = []string{"action", "move"}
	// The children of a binary tree, in their order.
	sideKeys = []string{"left", "right"}
	// An object with one of rootKeys, and no members of a node, is a document around the tree.
	rootKeys  = []string{"root", "tree", "game"}
	titleKeys = []string{"title", "name"}
)

func (r *reader) children() {
	if c := r.peek(); c != '{' && c != '[' {
		r.expected("an object, which begins with {")
	}
	d := &childrenReader{jsonDocument: jsonDocument{r: r}, ignored: map[string]bool{}}
	// A list of a node is a level of JSON, too.
	v := d.read(-trees.MaxLevels)
	r.end("the document")
	r.game.root = d.node(d.document(v), 1)
	d.players()
	if len(d.ignored) > 0 {
		var names []string
		for _, name := range d.ignoredNames {
			names = append(names, quoted(name))
		}
		r.game.note("Members that say nothing about the tree are left out: %s.", trees.InWords(names))
	}
	if d.byMoves {
		r.game.note("The keys of objects are read as the names of moves.")
	}
	if d.vectors {
		r.game.note("A list of numbers is read as the scores of a leaf.")
	}
}

type childrenReader struct {
	jsonDocument
	roll         roll
	numbered     []*node // whose player is a number
	ignored      map[string]bool
	ignoredNames []string
	byMoves      bool
	vectors      bool // a list of numbers without a key was read as scores
}

// document returns the root, below a document that holds it.
func (d *childrenReader) document(v int32) int32 {
	if d.kind(v) != jsonObject {
		return v
	}
	root := int32(-1)
	other := false
	d.fields(v, func(key string, _, value int32) {
		switch key := strings.ToLower(key); {
		case slices.Contains(rootKeys, key) && root < 0 && (d.kind(value) == jsonObject || d.kind(value) == jsonList):
			root = value
		case slices.Contains(kidKeys, key) || d.kind(value) == jsonObject:
			other = true
		}
	})
	if root < 0 || other {
		return v
	}
	d.fields(v, func(key string, _, value int32) {
		switch lower := strings.ToLower(key); {
		case value == root:
		case slices.Contains(titleKeys, lower) && d.kind(value) == jsonString && d.r.game.title == "":
			d.r.game.title = d.text(value)
		default:
			d.ignore(key)
		}
	})
	return root
}

func (d *childrenReader) ignore(key string) {
	if !d.ignored[key] && len(d.ignoredNames) < maxListed {
		d.ignored[key] = true
		d.ignoredNames = append(d.ignoredNames, key)
	}
}

// node makes a node of a value.
func (d *childrenReader) node(v int32, level int) *node {
	n := d.r.add(d.at(v), level)
	switch d.kind(v) {
	case jsonNull:
		n.unknown = true
	case jsonNumber, jsonString:
		x, ok := d.number(v)
		if !ok {
			d.noNode(v)
		}
		n.value = []number{x}
	case jsonBool:
		d.noNode(v)
	case jsonList:
		if n.value = d.numbers(v); len(n.value) > 0 {
			d.vectors = true
			return n
		}
		d.addList(n, v, level)
	case jsonObject:
		d.object(n, v, level)
	}
	return n
}

func (d *childrenReader) noNode(v int32) {
	if d.kind(v) == jsonString {
		d.r.fail(d.at(v), "%s is the name of a node, so this is a graph; write the node itself in place of its name", quoted(d.text(v)))
	}
	d.r.fail(d.at(v), "expected a node: an object, a list or a number, found %s", shortened(d.raw(v)))
}

// addList adds the nodes of a list as children.
func (d *childrenReader) addList(n *node, v int32, level int) {
	if len(d.items(v)) == 0 {
		d.r.fail(d.at(v), "this list is empty; a node without children needs a value")
	}
	for _, item := range d.items(v) {
		n.kids = append(n.kids, d.node(item, level+1))
	}
}

// addMoves adds the members of an object as children, with their keys as moves.
func (d *childrenReader) addMoves(n *node, v int32, level int) {
	d.fields(v, func(key string, _, value int32) {
		k := d.node(value, level+1)
		if k.action == "" {
			k.action = key
		}
		n.kids = append(n.kids, k)
	})
}

// The members of an object.
type members struct {
	kids, name, value, prob, action int32
	movers                          []int32
	sides                           [2]int32 // the children of a binary tree
	known                           bool     // children or a value: the object is a node
}

// pick finds the members of a node.
func (d *childrenReader) pick(v int32) (m members) {
	m = members{kids: -1, name: -1, value: -1, prob: -1, action: -1, sides: [2]int32{-1, -1}}
	rank := map[*int32]int{}
	choose := func(to *int32, keys []string, key string, value int32) bool {
		i := slices.Index(keys, key)
		if i < 0 {
			return false
		}
		if *to < 0 || i < rank[to] {
			*to, rank[to] = value, i
		}
		return true
	}
	d.fields(v, func(key string, _, value int32) {
		key = strings.ToLower(key)
		if slices.Contains(moverKeys, key) {
			m.movers = append(m.movers, value)
		}
		if i := slices.Index(sideKeys, key); i >= 0 {
			m.sides[i] = value
		}
		if choose(&m.kids, kidKeys, key, value) || choose(&m.value, valueKeys, key, value) {
			m.known = true
		}
		_ = choose(&m.name, nameKeys, key, value) || choose(&m.prob, probKeys, key, value) || choose(&m.action, actionKeys, key, value)
	})
	return m
}

// object makes a node of an object.
func (d *childrenReader) object(n *node, v int32, level int) {
	if len(d.items(v)) == 0 {
		d.r.fail(d.at(v), "this object is empty; a node has children or a value")
	}
	m := d.pick(v)
	if !m.known && d.aboutMoves(v) {
		d.moves(n, v, level)
		return
	}
	used := []int32{m.kids, m.name, m.value, m.prob, m.action}
	if m.name >= 0 {
		n.name = d.word(m.name)
	}
	if m.action >= 0 {
		n.action = d.word(m.action)
	}
	if m.prob >= 0 && d.kind(m.prob) != jsonNull {
		x, ok := d.probability(m.prob)
		if !ok {
			d.r.fail(d.at(m.prob), "expected a probability, such as 0.5 or \"1/3\", found %s", shortened(d.raw(m.prob)))
		}
		n.prob = &x
	}
	d.value(n, m.value)
	if m.kids >= 0 {
		switch d.kind(m.kids) {
		case jsonNull:
		case jsonList:
			for _, item := range d.items(m.kids) {
				n.kids = append(n.kids, d.node(item, level+1))
			}
		case jsonObject:
			d.byMoves = true
			d.addMoves(n, m.kids, level)
		default:
			d.r.fail(d.at(m.kids), "expected a list of nodes, found %s", shortened(d.raw(m.kids)))
		}
	}
	if m.kids < 0 {
		for _, side := range m.sides {
			if side >= 0 && d.kind(side) != jsonNull {
				used = append(used, side)
				n.kids = append(n.kids, d.node(side, level+1))
			}
		}
	}
	if len(n.kids) > 0 {
		n.unknown = false
	} else if len(n.value) == 0 && !n.unknown {
		d.r.fail(n.at, "this node has neither children nor a value")
	}
	for _, value := range m.movers {
		if d.mover(n, value) {
			used = append(used, value)
		}
	}
	d.fields(v, func(key string, _, value int32) {
		if d.kind(value) == jsonBool && d.side(n, strings.ToLower(key), d.raw(value) == "true") {
			used = append(used, value)
		}
	})
	d.chance(n)
	d.fields(v, func(key string, _, value int32) {
		if slices.Contains(used, value) || d.kind(value) == jsonNull {
			return
		}
		if d.holdsNodes(value) {
			d.r.fail(d.at(value), "the key %s is not known, and what it holds may be nodes; the children of a node are under \"children\"", quoted(key))
		}
		d.ignore(key)
	})
}

// side reads a member that is true or false as one that says whether Max moves; false: it says something else.
func (d *childrenReader) side(n *node, key string, is bool) bool {
	isMax := slices.Contains(isMaxKeys, key)
	if !isMax && !slices.Contains(isMinKeys, key) {
		return false
	}
	m := minMoves
	if isMax == is {
		m = maxMoves
	}
	switch {
	case n.mover == unstated:
		n.mover = m
	case n.mover != minMoves && n.mover != maxMoves: // chance, or a player
		return false
	case n.mover != m && len(n.kids) > 0:
		d.r.fail(n.at, "the members of this node contradict each other: who moves here, Max or Min?")
	}
	return true
}

// holdsNodes reports whether a value may hold nodes: it is a list, or an object that is a node.
func (d *childrenReader) holdsNodes(v int32) bool {
	switch d.kind(v) {
	case jsonList:
		return len(d.items(v)) > 0
	case jsonObject:
		return len(d.items(v)) > 0 && d.pick(v).known
	}
	return false
}

// chance reads a node whose children have probabilities as one of chance.
func (d *childrenReader) chance(n *node) {
	if n.mover == unstated && len(n.kids) > 0 && n.kids[0].prob != nil {
		n.mover = chanceMoves
	}
	if n.mover == chanceMoves {
		d.r.checkProbs(n)
	}
}

// word returns a name: a string or a number.
func (d *childrenReader) word(v int32) string {
	switch d.kind(v) {
	case jsonString, jsonNumber:
		return d.text(v)
	case jsonNull:
		return ""
	}
	d.r.fail(d.at(v), "expected a name, found %s", shortened(d.raw(v)))
	return ""
}

// value reads the value of a node: a number, a list of scores, or an object of them.
func (d *childrenReader) value(n *node, v int32) {
	if v < 0 {
		return
	}
	n.at = d.at(v)
	switch d.kind(v) {
	case jsonNull:
		n.unknown = true
		return
	case jsonList:
		n.value = d.numbers(v)
	case jsonObject:
		n.value = d.scores(v)
	default:
		if x, ok := d.number(v); ok {
			n.value = []number{x}
		}
	}
	if len(n.value) == 0 {
		d.r.fail(d.at(v), "expected a score or a list of scores, found %s", shortened(d.raw(v)))
	}
}

// scores reads {"1": 3, "2": 5}. Keys that are numbers say the player; others are in the
// order of the players.
func (d *childrenReader) scores(v int32) []number {
	list := make([]number, len(d.items(v))/2)
	i, least := 0, 1
	d.fields(v, func(key string, _, _ int32) {
		if key == "0" {
			least = 0
		}
	})
	d.fields(v, func(key string, _, value int32) {
		x, ok := d.number(value)
		if !ok {
			d.r.fail(d.at(value), "expected a score, found %s", shortened(d.raw(value)))
		}
		place := i
		if p, err := strconv.Atoi(key); err == nil && p >= least && p-least < len(list) {
			place = p - least
		}
		list[place] = x
		i++
	})
	return list
}

// mover reads the mover of a node, and reports whether the member says it.
func (d *childrenReader) mover(n *node, v int32) bool {
	if d.kind(v) != jsonString && d.kind(v) != jsonNumber {
		return false
	}
	if n.mover != unstated {
		return len(n.kids) == 0
	}
	word := d.text(v)
	if m, player, ok := moverOf(word); ok {
		if n.mover, n.player = m, player; m == playerMoves && len(n.kids) > 0 {
			d.numbered = append(d.numbered, n)
		}
		return true
	}
	switch strings.ToLower(word) {
	case "", "leaf", "terminal", "decision", "node", "root", "inner", "internal", "end", "outcome", "player", "state", "branch", "choice", "tree", "game",
		trees.Minimax.String(), trees.MaxN.String():
		return true // says what the children say
	}
	if len(n.kids) > 0 {
		d.roll.add(n, word)
		n.mover, n.player = playerMoves, 1 // until all names are known
	}
	return true
}

// players gives names their numbers, and counts players from 1.
func (d *childrenReader) players() {
	zero := false
	for _, n := range d.numbered {
		// Where children have probabilities, player 0 is chance.
		if n.player == 0 && n.kids[0].prob != nil {
			n.mover = chanceMoves
			d.r.checkProbs(n)
			continue
		}
		zero = zero || n.player == 0
	}
	for _, n := range d.numbered {
		if n.mover != playerMoves {
			continue
		}
		if zero {
			n.player++
		}
		d.roll.take(n.player)
	}
	if zero {
		d.r.game.note("Players are counted from 0 in the text: player 0 is player 1 here.")
	}
	d.roll.give(&d.r.game)
}

// aboutMoves reports whether the keys of an object are moves: it has a member that is a node
// and no member of a node by its name.
func (d *childrenReader) aboutMoves(v int32) (moves bool) {
	d.fields(v, func(key string, _, value int32) {
		switch d.kind(value) {
		case jsonObject, jsonList:
			moves = true
		case jsonNumber:
			lower := strings.ToLower(key)
			moves = moves || !slices.Contains(moverKeys, lower) && lower != "id"
		case jsonNull:
			moves = true
		}
	})
	return moves
}

// moves makes a node of an object whose keys are moves. A name or a mover may be among
// them.
func (d *childrenReader) moves(n *node, v int32, level int) {
	d.byMoves = true
	nodes := false
	d.fields(v, func(_ string, _, value int32) {
		nodes = nodes || d.kind(value) == jsonObject || d.kind(value) == jsonList
	})
	var movers []int32
	d.fields(v, func(key string, _, value int32) {
		lower := strings.ToLower(key)
		about := d.kind(value) == jsonString || d.kind(value) == jsonNumber && nodes
		switch {
		case about && slices.Contains(moverKeys, lower):
			movers = append(movers, value)
			return
		case d.kind(value) == jsonString && slices.Contains(nameKeys, lower):
			n.name = d.text(value)
			return
		case d.kind(value) == jsonString && slices.Contains(actionKeys, lower):
			n.action = d.text(value)
			return
		}
		k := d.node(value, level+1)
		if k.action == "" {
			k.action = key
		}
		n.kids = append(n.kids, k)
	})
	for _, value := range movers {
		d.mover(n, value)
	}
	if len(n.kids) == 0 {
		d.r.fail(n.at, "this node has neither children nor a value")
	}
	d.chance(n)
}
