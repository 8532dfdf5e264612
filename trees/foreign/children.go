package foreign

import (
	"slices"
	"strings"

	"espalier/trees"
)

// JSON of other tools: objects with children, and objects whose keys are moves. keys.go has the keys that are known, and
// said.go what members say of the mover.
//
//	{"name": "A", "type": "max", "children": [{"value": 3}, {"value": 5}]}
//	{"left": 3, "right": {"up": [1, 2], "down": [2, 1]}}
//	{"min": [{"max": [3, 12]}, 5]}

func (r *reader) children() {
	c := r.peek()
	applied := isApplied(r.src[r.pos:]) || appliedLater.MatchString(r.src[r.pos:min(len(r.src), r.pos+maxLooked)])
	if c != '{' && c != '[' && c != '(' && constructorAt(r.src[r.pos:]) == "" && !applied && !isFragment(r.src[r.pos:]) {
		r.expected("an object, which begins with {")
	}
	d := newChildrenReader(r)
	d.applied = applied
	v := noValue
	if isFragment(r.src[r.pos:]) {
		v = d.fragment()
	} else {
		v = d.read(-trees.MaxLevels) // a list of a node is a level of JSON, too
	}
	r.termEnd()
	r.end("the document")
	d.game(v)
}

// game makes the game of a document.
func (d *childrenReader) game(v int32) {
	r := d.r
	d.survey()
	if d.graph(v) {
		d.say()
		return
	}
	if d.kind(v) == jsonList && len(d.items(v)) == 1 && d.kind(d.items(v)[0]) == jsonObject && d.members(d.items(v)[0]).kidsAt() >= 0 {
		v = d.items(v)[0] // as d3 has its data
		r.game.note("The list around the root is left out.")
	} else if d.areTrees(v) {
		r.game.note("The list around the nodes is read as the root, whose children they are. If each of them is a tree, paste one of them.")
	}
	root := d.document(v)
	r.game.root = d.item(root, 1)
	if f := d.paidOnTheWay; f != nil && d.unlikeValue[f.key] {
		r.fail(d.at(f.value), "%s is at a node with children and at leaves; rewards on the way are not added, so give each leaf the sum of those on the way to it, as \"value\"", quoted(f.key))
	}
	d.aroundRoot(r.game.root)
	d.chess()
	r.settle()
	d.say()
}

// areTrees reports whether a list has objects with children alone.
func (d *childrenReader) areTrees(v int32) bool {
	if d.kind(v) != jsonList {
		return false
	}
	return !slices.ContainsFunc(d.items(v), func(item int32) bool {
		d.r.step()
		return d.kind(item) != jsonObject || d.members(item).kidsAt() < 0
	})
}

type childrenReader struct {
	jsonDocument
	plain        map[string]string // keys without signs
	called       map[string]bool   // names of nodes
	movers       map[string]bool   // names of players who move
	around       []members         // of the documents around the tree
	ignored      map[string]bool
	ignoredNames []string
	unlikeValue  map[string]bool // keys whose numbers are read as values
	values       []string
	costs        int // nodes with a cost
	byMoves      bool
	byName       bool // a key was read as the name of a node
	unkeyed      bool // an object of numbers without a key was read as payoffs
	beside       bool // names of moves, or probabilities, were in a list beside the children
	undirected   bool // the edges of a graph have no directions
	counted      bool // the name of a node with children is a number, so names may only count the nodes
	inNames      bool // values were read from the names of leaves
	numbered     int  // keys such as MIN1 that say who moves
	paidOnTheWay *field
}

func newChildrenReader(r *reader) *childrenReader {
	r.cast.members = true
	return &childrenReader{jsonDocument: jsonDocument{r: r}, ignored: map[string]bool{}, plain: map[string]string{}, called: map[string]bool{}, movers: map[string]bool{}, unlikeValue: map[string]bool{}}
}

// chess makes White the first player where White and Black move and leaves have evaluations, which are those of White.
func (d *childrenReader) chess() {
	evaluated := slices.ContainsFunc(d.values, func(key string) bool { return strings.Contains(strings.ToLower(key), "eval") })
	if !evaluated || d.r.cast.list != nil || len(d.movers) == 0 {
		return
	}
	for name := range d.movers {
		if name != "white" && name != "black" {
			return
		}
	}
	d.r.order([]string{"white", "black"}, 0)
	d.r.game.note("Evaluations are those of White, who is Max.")
}

// say adds the notes on what was assumed and left out.
func (d *childrenReader) say() {
	g := &d.r.game
	if d.listed {
		g.note("A list without a name in a call holds the children.")
	}
	if d.shaped {
		g.note("The tree has no labels, so the values of its leaves are not known.")
	}
	if d.options {
		g.note("The options of the graph are left out.")
	}
	if d.costs > 0 {
		g.note("The costs of %s are left out. If they are not in the values of the leaves, subtract them there.", count(d.costs, "node"))
	}
	if len(d.ignored) > 0 {
		g.note("Members that say nothing about the tree are left out: %s.", trees.InWords(d.ignoredNames))
	}
	if d.byMoves {
		g.note("The keys of objects are read as the names of moves.")
	}
	if d.byName {
		g.note("The key of an object that holds one node is read as the name of the node.")
	}
	if d.unkeyed {
		g.note("An object of numbers whose keys are players is read as the scores of a leaf.")
	}
	if d.beside {
		g.note("Lists beside the children say their moves or probabilities, in the same order.")
	}
	if len(d.values) > 0 {
		g.note("The values of leaves are those under %s.", trees.InWords(d.values))
	}
	if d.inNames {
		g.note("The values of leaves are read from their names.")
	}
	if d.numbered > 0 {
		g.note(numberedSides, count(d.numbered, "node"))
	}
}

// ignore counts a member that is left out.
func (d *childrenReader) ignore(key string) {
	if !d.ignored[key] && len(d.ignoredNames) < maxListed {
		d.ignored[key] = true
		d.ignoredNames = append(d.ignoredNames, quoted(key))
	}
}

// survey finds the names of nodes and of those who move.
func (d *childrenReader) survey() {
	for v := range int32(len(d.jsonDocument.values)) {
		if d.kind(v) != jsonObject {
			continue
		}
		number, kids := false, false
		d.checkTwice(v)
		d.fields(v, func(key string, _, value int32) {
			plain := d.plainKey(key)
			use := keyUses[plain].use
			kids = kids || use == kidsUse && (d.kind(value) == jsonList || d.kind(value) == jsonObject) && len(d.items(value)) > 0
			if use == nameUse && !isOneOf(plain, idKeys) && (d.kind(value) == jsonString || d.kind(value) == jsonNumber) {
				word := d.text(value)
				number = number || numberAt(word) == word && word != ""
			}
			if d.kind(value) != jsonString {
				return
			}
			switch use {
			case nameUse:
				d.called[folded(d.text(value))] = true
			case moverUse:
				if word := d.text(value); !isNeutral(word) {
					d.movers[folded(word)] = true
				}
			}
		})
		d.counted = d.counted || number && kids
	}
}

// checkTwice fails at a key that an object has twice with different values. Moves of chance may have the same probability.
func (d *childrenReader) checkTwice(v int32) {
	const few = 8 // keys, which are compared with each other
	items := d.items(v)
	var seen map[string]int32
	if len(items) > 2*few {
		seen = map[string]int32{}
	}
	for i := 0; i < len(items); i += 2 {
		d.r.step()
		key, before := d.text(items[i]), noValue
		if seen != nil {
			if j, twice := seen[key]; twice {
				before = j
			}
			seen[key] = items[i+1]
		} else {
			for j := 0; j < i && before == noValue; j += 2 {
				if d.text(items[j]) == key {
					before = items[j+1]
				}
			}
		}
		if before == noValue || d.raw(before) == d.raw(items[i+1]) && d.kind(before) != jsonObject && d.kind(before) != jsonList {
			continue
		}
		if _, prob := d.r.texProb(key, d.at(items[i])); prob == nil {
			d.r.failRead(d.at(items[i]), "the key %s is here twice with different values, and it is not clear which is meant; write it once", quoted(key))
		}
	}
}

// plainKey returns a key without signs.
func (d *childrenReader) plainKey(key string) string {
	plain, known := d.plain[key]
	if !known {
		plain = plainKey(key)
		d.plain[key] = plain
	}
	return plain
}

// document returns the root, below a document that holds it.
func (d *childrenReader) document(v int32) int32 {
	if d.kind(v) != jsonObject {
		return v
	}
	m := d.ownMembers(v)
	clear(m.used)
	root, other := -1, false
	for i, f := range m.fields {
		nodes := d.kind(f.value) == jsonObject || d.kind(f.value) == jsonList
		switch {
		case isOneOf(f.plain, rootKeys) && root < 0 && nodes:
			root = i
		case keyUses[f.plain].use == kidsUse, d.kind(f.value) == jsonObject && f.use != playersUse && !isOneOf(f.plain, aboutKeys):
			other = true
		}
	}
	if root < 0 || other {
		d.listPlayers(m)
		return v
	}
	d.listPlayers(m)
	m.used[root] = true
	for i, f := range m.fields {
		switch {
		case m.used[i]:
		case isOneOf(f.plain, titleKeys) && d.kind(f.value) == jsonString && d.r.game.title == "":
			d.r.game.title = d.text(f.value)
			m.used[i] = true
		case d.role(f):
			m.used[i] = true
		case f.use == moverUse || f.use == isMaxUse || f.use == isMinUse:
		default:
			d.ignore(f.key)
		}
	}
	d.around = append(d.around, m)
	return d.document(m.fields[root].value)
}

// aroundRoot reads who moves at the root in the documents around it.
func (d *childrenReader) aroundRoot(root *node) {
	for _, m := range d.around {
		if len(root.kids) == 0 {
			return
		}
		s := d.statement(root, m)
		switch {
		case root.mover == unstated:
			d.apply(root, s)
		case !s.empty():
			d.r.failRead(s.at, "the document says who moves at the root, and so does the root; say it once")
		}
		for i, f := range m.fields {
			if !m.used[i] && (f.use == moverUse || f.use == isMaxUse || f.use == isMinUse) {
				d.ignore(f.key)
			}
		}
	}
}

// item makes a node of a value in a list of nodes. The value may be an entry for the move, with the node in it, or have
// the name of the node as its only key.
func (d *childrenReader) item(v int32, level int) *node {
	if d.kind(v) != jsonObject {
		return d.node(v, level)
	}
	items := d.items(v)
	if len(items) == 2 {
		key := d.text(items[0])
		plain := d.plainKey(key)
		if value := items[1]; keyUses[plain].use == otherKey && !isOneOf(plain, rootKeys, moreKidKeys, moreValueKeys, wrapKeys, linkKeys) && d.kind(value) == jsonObject && !d.isMover(key) {
			if m := d.members(value); m.kids >= 0 && d.kind(m.fields[m.kids].value) != jsonObject || m.value >= 0 || d.isLeaf(m) {
				n := d.node(value, level)
				if n.name == "" {
					n.name = key
					d.byName = true
				}
				return n
			}
		}
	}
	if n := d.link(v, level); n != nil {
		return n
	}
	return d.node(v, level)
}

// link makes a node of an entry for a move: {"move": "L", "node": {…}}. It returns nil if the value is none.
func (d *childrenReader) link(v int32, level int) *node {
	m := d.members(v)
	if m.wrapped {
		m = d.ownMembers(v)
	}
	to := -1
	for i, f := range m.fields {
		switch kind := d.kind(f.value); {
		case kind == jsonObject && isOneOf(f.plain, linkKeys) && to < 0 && d.members(f.value).node():
			to = i
		case kind == jsonNull:
		case kind != jsonString && kind != jsonNumber, f.use != nameUse && f.use != actionUse && f.use != probUse:
			return nil
		}
	}
	if to < 0 || len(m.fields) < 2 {
		return nil
	}
	n := d.node(m.fields[to].value, level)
	action, prob := n.action, n.prob
	n.action = ""
	name := n.name
	d.aboutMove(n, m)
	if n.action == "" && m.name >= 0 {
		n.action = d.word(m.fields[m.name].value)
	}
	n.name = name
	if n.action == "" {
		n.action = action
	}
	if n.prob == nil {
		n.prob = prob
	}
	return n
}

// node makes a node of a value.
func (d *childrenReader) node(v int32, level int) *node {
	n := d.r.add(d.at(v), level)
	switch d.kind(v) {
	case jsonNull:
		n.unknown = true
	case jsonNumber, jsonString:
		if d.kind(v) == jsonString && isOpen(d.text(v)) {
			d.r.open(n, d.text(v))
			break
		}
		x, ok := d.number(v)
		if !ok {
			d.noNode(v)
		}
		n.value = []number{x}
	case jsonBool:
		d.noNode(v)
	case jsonList:
		if n.value = d.numbers(v); len(n.value) > 0 {
			n.listed = true
			d.plainScores(n)
			return n
		}
		d.addList(n, v, level)
	case jsonObject:
		d.object(n, v, level)
	}
	return n
}

// plainScores says that a leaf has scores that do not say whose they are.
func (d *childrenReader) plainScores(n *node) {
	if len(n.value) > 1 && d.r.cast.plain == nil {
		d.r.cast.plain = n
	}
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
		n.kids = append(n.kids, d.item(item, level+1))
	}
}

// addKids adds the nodes of a value as children: those of a list, those of an object whose keys are moves, or one node.
func (d *childrenReader) addKids(n *node, v int32, level int) {
	switch d.kind(v) {
	case jsonNull:
	case jsonList:
		for _, item := range d.items(v) {
			n.kids = append(n.kids, d.item(item, level+1))
		}
	case jsonObject:
		if len(d.items(v)) > 0 && d.members(v).node() {
			n.kids = append(n.kids, d.item(v, level+1))
			return
		}
		d.fields(v, func(key string, _, value int32) { d.addMove(n, key, value, level) })
	default:
		d.r.fail(d.at(v), "expected a list of nodes, found %s", shortened(d.raw(v)))
	}
}

// addMove adds a node as a child, with its key as the move.
func (d *childrenReader) addMove(n *node, key string, v int32, level int) {
	if side := numberedSide(key); side != unstated && (d.kind(v) == jsonList || d.kind(v) == jsonObject) {
		d.addNumbered(n, key, side, v, level)
		return
	}
	d.byMoves = true
	k := d.node(v, level+1)
	if k.action == "" {
		k.action = key
	}
	n.kids = append(n.kids, k)
}

// addNumbered adds a node of Max or Min whose key has a number that only tells it from others: {"MIN1": [3, 12, 8]}.
func (d *childrenReader) addNumbered(n *node, key string, side mover, v int32, level int) {
	var k *node
	if d.kind(v) == jsonList {
		k = d.r.add(d.at(v), level+1)
		d.addList(k, v, level+1)
	} else {
		k = d.node(v, level+1)
	}
	if len(k.kids) == 0 || k.mover != unstated && k.mover != side {
		d.r.fail(d.at(v), "the key %s says that %s moves here, and what it holds says something else; who moves here?", quoted(key), sideWord(side))
	}
	k.mover, d.r.cast.stated = side, true
	if k.name == "" {
		k.name = key
	}
	d.numbered++
	n.kids = append(n.kids, k)
}

// object makes a node of an object.
func (d *childrenReader) object(n *node, v int32, level int) {
	if len(d.items(v)) == 0 {
		d.r.fail(d.at(v), "this object is empty; a node has children or a value")
	}
	m := d.members(v)
	if level == 1 {
		d.listPlayers(m)
	}
	switch {
	case d.paysMovers(v):
		d.unkeyed = true
		d.scores(n, v)
		return
	case !m.node():
		d.ofMover(&m, v)
		if m.mover < 0 && !d.isLeaf(m) && !d.isBinary(m) && d.aboutMoves(m) {
			d.noStatistics(n, m)
			d.moves(n, m, level)
			return
		}
	}
	if m.name >= 0 {
		n.name = d.word(m.fields[m.name].value)
	}
	d.aboutMove(n, m)
	d.fill(n, m, level)
	d.lists(n, m)
	d.decide(n, m)
	d.rest(m)
}

// fill reads the children and the value of a node.
func (d *childrenReader) fill(n *node, m members, level int) {
	switch kids := m.kidsAt(); {
	case kids >= 0:
		m.used[kids] = true
		d.addKids(n, m.fields[kids].value, level)
	case m.mover >= 0:
		m.used[m.mover] = true
		d.addOfMover(n, m.fields[m.mover].value, level)
	}
	for _, side := range m.sides {
		if side >= 0 && len(n.kids) == 0 || side >= 0 && m.bySides {
			m.used[side] = true
			m.bySides = true
			if d.kind(m.fields[side].value) != jsonNull {
				n.kids = append(n.kids, d.node(m.fields[side].value, level+1))
			}
		}
	}
	value := m.value
	if value < 0 && len(n.kids) > 0 && d.isBinary(m) {
		value = d.otherValue(n, m)
	}
	if value < 0 && len(n.kids) == 0 {
		if list := d.paidFields(m); list != nil {
			for _, i := range list {
				m.used[i] = true
			}
			d.paidIn(n, m, list)
			return
		}
		value = d.otherValue(n, m)
	}
	if value >= 0 && !(len(n.kids) > 0 && d.sayMover(m.fields[value].value)) {
		m.used[value] = true
		d.value(n, m.fields[value].value)
	}
	switch {
	case len(n.kids) > 0:
		n.unknown = false
	case len(n.value) == 0 && !n.unknown:
		d.noStatistics(n, m)
		if !d.valueInName(n, m) {
			d.r.fail(n.at, "this node has neither children nor a value")
		}
	}
}

// valueInName reads the value of a leaf from its name, as in trees of d3: {"name": "3"}, {"name": "A: 3"}. An id is no such
// name.
func (d *childrenReader) valueInName(n *node, m members) bool {
	if m.name < 0 || isOneOf(m.fields[m.name].plain, idKeys) {
		return false
	}
	f := m.fields[m.name]
	text := strings.TrimSpace(d.word(f.value))
	list, ok := d.r.texNumbers(text, d.at(f.value))
	rest := ""
	if sign := strings.LastIndexAny(text, ":=("); !ok && sign > 0 {
		rest, list, ok = d.r.valueIn(text, d.at(f.value))
		ok = ok && len(rest) <= sign
	}
	switch {
	case !ok && text == "?":
		n.unknown = true
	case !ok:
		return false
	case rest == "" && d.counted:
		d.r.fail(n.at, "this node has neither children nor a value: its name is a number, as that of a node with children is, so names may only count the nodes; write its score as \"value\": 3")
	}
	d.r.checkName(n, rest, list, n.at)
	n.name, n.value, d.inNames = rest, list, true
	d.plainScores(n)
	return true
}

// addOfMover adds the children that are under the key that says who moves: {"max": [3, 12]}, {"max": {"L": 3, "R": 12}}.
func (d *childrenReader) addOfMover(n *node, v int32, level int) {
	if d.kind(v) == jsonList {
		d.addList(n, v, level)
		return
	}
	k := d.node(v, level+1)
	if len(k.kids) == 0 || k.mover != unstated {
		n.kids = append(n.kids, k)
		return
	}
	// The object is the node itself, whose mover the key says.
	d.r.nodes--
	n.kids = k.kids
	if n.name == "" {
		n.name = k.name
	}
}

// otherValue returns the member that is the value of a leaf under a key that is less usual; -1: there is none.
func (d *childrenReader) otherValue(n *node, m members) int {
	found := -1
	for i, f := range m.fields {
		if m.used[i] || !isOneOf(f.plain, moreValueKeys) || !d.isScore(f.value) {
			continue
		}
		if found >= 0 {
			d.r.fail(n.at, "this leaf has numbers under %s and %s; write its score as \"value\"", quoted(m.fields[found].key), quoted(f.key))
		}
		found = i
	}
	if found >= 0 {
		d.noStatistics(n, m)
		if key := m.fields[found].key; !d.unlikeValue[key] && len(d.values) < maxListed {
			d.unlikeValue[key] = true
			d.values = append(d.values, quoted(key))
		}
	}
	return found
}

// paidFields returns the members that are payoffs of players, as in {"payoff_Ann": 3, "payoff_Bob": 1}; nil: there are none.
// Those with short names are moves, unless the node has a name or a move.
func (d *childrenReader) paidFields(m members) (list []int) {
	const least = 2
	for i, f := range m.fields {
		switch kind := d.kind(f.value); {
		case m.used[i]:
		case kind == jsonObject || kind == jsonList:
			return nil
		case kind != jsonNumber || f.use != otherKey:
		case payee(f.key) != f.key && (len(wordsOf(f.key)[0].word) > 1 || m.name >= 0 || m.action >= 0):
			list = append(list, i)
		}
	}
	if len(list) < least {
		return nil
	}
	return list
}

func (d *childrenReader) paidIn(n *node, m members, list []int) {
	var scores []namedScore
	for _, i := range list {
		f := m.fields[i]
		x, _ := d.number(f.value)
		scores = append(scores, namedScore{payee(f.key), d.at(f.at), x})
	}
	d.r.cast.pays(n, n.at, scores)
}

// isScore reports whether a value can be a score, or several.
func (d *childrenReader) isScore(v int32) bool {
	switch d.kind(v) {
	case jsonNumber:
		return true
	case jsonString:
		word := strings.TrimSpace(d.text(v))
		return word != "" && numberAt(word) == word
	case jsonList:
		return len(d.numbers(v)) > 0
	case jsonObject:
		return d.areNumbers(v)
	}
	return false
}

// areNumbers reports whether an object has numbers alone.
func (d *childrenReader) areNumbers(v int32) bool {
	items := d.items(v)
	for i := 1; i < len(items); i += 2 {
		if d.r.step(); d.kind(items[i]) != jsonNumber {
			return false
		}
	}
	return len(items) > 0
}

// isLeaf reports whether an object without a value under a usual key is a leaf: it has one under a key that is less usual.
func (d *childrenReader) isLeaf(m members) bool {
	if d.paidFields(m) != nil {
		return true
	}
	value, numbers := -1, 0
	for i, f := range m.fields {
		switch kind := d.kind(f.value); {
		case value < 0 && isOneOf(f.plain, moreValueKeys) && d.isScore(f.value):
			value = i
		case kind == jsonObject || kind == jsonList:
			return false
		case kind == jsonNumber && f.use == otherKey && !isOneOf(f.plain, moreValueKeys):
			numbers++
		}
	}
	// Among other numbers it may be a move; a node with a name has no moves beside.
	return value >= 0 && (numbers == 0 || m.name >= 0 || m.action >= 0)
}

// isBinary reports whether an object has two sides and a number under a key of values, which is then no move:
// {"val": 5, "left": {…}, "right": {…}}.
func (d *childrenReader) isBinary(m members) bool {
	if m.sides[0] < 0 || m.sides[1] < 0 {
		return false
	}
	for _, f := range m.fields {
		if isOneOf(f.plain, moreValueKeys) && d.kind(f.value) == jsonNumber {
			return true
		}
	}
	return false
}

// noStatistics fails at a leaf without a value that has the statistics of a search.
func (d *childrenReader) noStatistics(n *node, m members) {
	var found []string
	sure, only := false, true
	for _, f := range m.fields {
		if d.kind(f.value) == jsonObject || d.kind(f.value) == jsonList && f.use != statisticUse {
			return
		}
		switch {
		case f.use == statisticUse:
			sure = true
			found = append(found, quoted(f.key))
		case isOneOf(f.plain, shortStatisticKeys):
			found = append(found, quoted(f.key))
		case f.use == otherKey && d.kind(f.value) != jsonNull:
			only = false
		}
	}
	if sure || only && len(found) > 1 {
		d.r.fail(n.at, "this leaf has no score, only statistics of a search: %s; write the score of the game as \"value\": 3", trees.InWords(found))
	}
}

// aboutMove reads the name of the move to a node and its probability.
func (d *childrenReader) aboutMove(n *node, m members) {
	if m.action >= 0 {
		n.action, n.namedMove = d.word(m.fields[m.action].value), true
	}
	if m.prob < 0 || d.kind(m.fields[m.prob].value) == jsonNull {
		return
	}
	v := m.fields[m.prob].value
	x, ok := d.probability(v)
	if !ok {
		d.r.fail(d.at(v), "expected a probability, such as 0.5 or \"1/3\", found %s", shortened(d.raw(v)))
	}
	n.prob = &x
}

// lists reads lists beside the children, with the name of the move to each of them or its probability.
func (d *childrenReader) lists(n *node, m members) {
	for i, f := range m.fields {
		if m.used[i] || d.kind(f.value) != jsonList || len(n.kids) == 0 {
			continue
		}
		items := d.items(f.value)
		switch {
		case isOneOf(f.plain, probListKeys):
			if len(items) != len(n.kids) {
				d.r.fail(d.at(f.value), "this list has %s, and the node has %s", countOf(len(items), "probability", "probabilities"), countOf(len(n.kids), "child", "children"))
			}
			for j, k := range n.kids {
				x, ok := d.probability(items[j])
				if !ok {
					d.r.fail(d.at(items[j]), "expected a probability, such as 0.5 or \"1/3\", found %s", shortened(d.raw(items[j])))
				}
				k.prob = &x
			}
		case isOneOf(f.plain, actionKeys, moreKidKeys) && len(items) == len(n.kids) && d.areWords(items):
			for j, k := range n.kids {
				if k.action == "" {
					k.action = d.text(items[j])
				}
			}
		default:
			continue
		}
		m.used[i], d.beside = true, true
	}
}

func countOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return decimal(n) + " " + many
}

func (d *childrenReader) areWords(items []int32) bool {
	for _, item := range items {
		if d.r.step(); d.kind(item) != jsonString && d.kind(item) != jsonNumber {
			return false
		}
	}
	return len(items) > 0
}

// rest leaves out what is not used, and fails at what may be nodes.
func (d *childrenReader) rest(m members) {
	for i, f := range m.fields {
		if m.used[i] || d.kind(f.value) == jsonNull {
			continue
		}
		if isOneOf(f.plain, costKeys) {
			if x, ok := d.number(f.value); ok && x.isZero() {
				continue
			}
			d.costs++
			continue
		}
		if isOneOf(f.plain, onTheWayKeys) && d.paidOnTheWay == nil {
			if x, ok := d.number(f.value); ok && !x.isZero() {
				d.paidOnTheWay = &f
			}
		}
		if d.holdsNodes(f) {
			d.r.fail(d.at(f.value), "the key %s is not known, and what it holds may be nodes; the children of a node are under \"children\"", quoted(f.key))
		}
		d.ignore(f.key)
	}
}

// holdsNodes reports whether a member may hold nodes: a list, unless its texts are no names of nodes, or an object that is
// a node.
func (d *childrenReader) holdsNodes(f field) bool {
	if isOneOf(f.plain, positionKeys) {
		return false
	}
	switch d.kind(f.value) {
	case jsonList:
		for _, item := range d.items(f.value) {
			d.r.step()
			switch d.kind(item) {
			case jsonBool, jsonNull:
			case jsonString:
				if word := strings.TrimSpace(d.text(item)); d.called[folded(word)] || word == "?" || word != "" && numberAt(word) == word {
					return true
				}
			default:
				return f.use != statisticUse
			}
		}
	case jsonObject:
		return len(d.items(f.value)) > 0 && d.members(f.value).node()
	}
	return false
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
	n.at = d.at(v)
	switch d.kind(v) {
	case jsonNull:
		n.unknown = true
		return
	case jsonList:
		if n.value = d.numbers(v); len(n.value) == 0 {
			d.paidTo(n, v)
			break
		}
		d.plainScores(n)
	case jsonObject:
		d.scores(n, v)
	default:
		if d.kind(v) == jsonString && isOpen(d.text(v)) {
			d.r.open(n, d.text(v))
			return
		}
		if x, ok := d.number(v); ok {
			n.value = []number{x}
		} else if list, ok := d.r.texNumbers(strings.TrimSpace(d.text(v)), d.at(v)); ok && d.kind(v) == jsonString { // (3, 1)
			n.value = list
			d.plainScores(n)
		}
	}
	if len(n.value) == 0 {
		d.r.fail(d.at(v), "expected a score or a list of scores, found %s", shortened(d.raw(v)))
	}
}

// paidTo reads [{"player": "Ann", "value": 3}, {"player": "Bob", "value": 5}].
func (d *childrenReader) paidTo(n *node, v int32) {
	var scores []namedScore
	for _, item := range d.items(v) {
		if d.kind(item) != jsonObject {
			return
		}
		m := d.ownMembers(item)
		who := m.name
		if len(m.movers) == 1 {
			who = m.movers[0]
		}
		if who < 0 || m.value < 0 || len(m.fields) != 2 {
			return
		}
		x, ok := d.number(m.fields[m.value].value)
		if !ok || d.kind(m.fields[who].value) != jsonString && d.kind(m.fields[who].value) != jsonNumber {
			return
		}
		scores = append(scores, namedScore{d.text(m.fields[who].value), d.at(item), x})
	}
	if len(scores) > 0 {
		d.r.cast.pays(n, d.at(v), scores)
	}
}

// scores reads {"Ann": 3, "Bob": 5}.
func (d *childrenReader) scores(n *node, v int32) {
	var list []namedScore
	d.fields(v, func(key string, at, value int32) {
		x, ok := d.number(value)
		if !ok {
			d.r.fail(d.at(value), "expected a score, found %s", shortened(d.raw(value)))
		}
		list = append(list, namedScore{payee(key), d.at(at), x})
	})
	if len(list) > 0 {
		d.r.cast.pays(n, d.at(v), list)
	}
}

// paysMovers reports whether an object is that of the payoffs of players: numbers whose keys are names of those who move, or
// all of them Max, Min, P1, ….
func (d *childrenReader) paysMovers(v int32) bool {
	if !d.areNumbers(v) {
		return false
	}
	named, all := false, true
	d.fields(v, func(key string, _, _ int32) {
		named = named || d.movers[folded(key)] || d.r.cast.index(key) >= 0
		who := key
		if whose := payee(key); whose != key && !strings.HasPrefix(d.plainKey(key), "v") { // v1 and v2 are names of nodes
			who = whose
		}
		m, _, ok := moverOf(who)
		all = all && ok && m != chanceMoves && (who != key || !allDigits(key))
	})
	const least = 2 // of the players of one leaf
	return named || all && len(d.items(v)) >= 2*least
}

// aboutMoves reports whether the keys of an object are moves: it has a member that is a node and no member of a node by its
// name.
func (d *childrenReader) aboutMoves(m members) bool {
	for _, f := range m.fields {
		switch d.kind(f.value) {
		case jsonObject, jsonList, jsonNull:
			return true
		case jsonNumber:
			if f.use != moverUse && f.use != typeUse && f.use != nameUse {
				return true
			}
		}
	}
	return false
}

// moves makes a node of an object whose keys are moves. What says who moves, a name or a probability may be among them.
func (d *childrenReader) moves(n *node, m members, level int) {
	nodes := m.holds(d)
	if m.name >= 0 {
		n.name = d.word(m.fields[m.name].value)
	}
	if m.prob >= 0 && !nodes && m.fields[m.prob].plain == "p" {
		m.used[m.prob], m.prob = false, -1 // the name of a move
	}
	d.aboutMove(n, m)
	keyed, plain := m.name >= 0 || m.action >= 0 || m.prob >= 0, 0
	for i, f := range m.fields {
		kind := d.kind(f.value)
		word := kind == jsonString || kind == jsonNumber && nodes
		switch {
		case m.used[i]:
			continue
		case word && (f.use == moverUse || f.use == typeUse || f.use == operatorUse && d.sayMover(f.value)), kind == jsonBool && (f.use == isMaxUse || f.use == isMinUse || f.use == isChanceUse || f.use == moverUse),
			kind == jsonString && (f.use == isMaxUse || f.use == isMinUse || f.use == isChanceUse) && !d.isScore(f.value):
			continue // decide reads it
		case kind == jsonNumber && nodes && (f.use == statisticUse || f.use == noMoveUse):
			d.ignore(f.key)
		default:
			if plain++; keyed && (isOneOf(f.plain, costKeys) || plain == 1 && len(m.movers) == 0 && m.alone(i)) && d.isScore(f.value) && d.kind(f.value) != jsonObject {
				d.r.fail(d.at(f.value), "the key %s is not known, and this node has neither children nor a value; the score of a leaf is under \"value\"", quoted(f.key))
			}
			d.addMove(n, f.key, f.value, level)
		}
		m.used[i] = true
	}
	if len(n.kids) == 0 {
		d.r.fail(n.at, "this node has neither children nor a value")
	}
	d.decide(n, m)
}
