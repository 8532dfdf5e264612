package trees

// node reads a node and all nodes below it. For the root, at is the document; for all
// other nodes, at is the entry of the list of children.
func (r *jsonReader) node(at docPlace) {
	if r.Space() != '{' {
		if at.node == NoNode {
			at = at.within("root")
		}
		r.expected(at, "an object: a node")
	}
	r.Pos++
	id := r.b.add()
	r.checkBuilder()
	at = docPlace{id, "", NoNode}
	var seen uint
	var n Node
	for first := true; r.more(first, '}', at); first = false {
		key := r.key(nodeKeys, &seen, at, "a key of a node")
		in := docPlace{id, key, NoNode}
		if key == "children" {
			r.children(in)
		} else {
			r.nodeField(key, in, &n)
		}
	}
	r.b.fill(id, &n)
	r.b.Close()
	r.checkBuilder()
}

// nodeField reads a field other than the children.
func (r *jsonReader) nodeField(key string, in docPlace, n *Node) {
	if r.b.t.Kind == Path && (key == "value" || key == "alternatives") {
		r.fail(in, noPathValue)
	}
	bound := func() *Vector {
		v := r.bound(in)
		return &v
	}
	switch key {
	case "label":
		n.Label = string(r.text(in, "a string"))
	case "player":
		n.Player = r.player(in)
	case "chance":
		n.Chance = r.boolean(in)
	case "action":
		n.Action = string(r.text(in, "a string"))
	case "prob":
		r.Space()
		from := r.Pos
		n.Prob = r.number(in, func() string { return "a number from 0 to 1" })
		r.b.scale.seeProb(r.written(from), n.Prob)
	case "cost":
		n.Cost = r.score(in, func() string { return "a number" })
	case "value":
		if r.literal("null") {
			n.Unknown = true
		} else {
			v := r.value(in)
			n.Value = &v
		}
	case "alternatives":
		n.Alternatives = r.values(in, MaxAlts, "alternatives")
	case "chosen":
		n.NotFromPaper = r.boolean(in)
	case "low":
		n.Low = bound()
	case "up":
		n.Up = bound()
	case "static":
		n.Static = bound()
	case "infoset":
		n.Infoset = string(r.text(in, "a string"))
	}
}

// checkBuilder ends the reading at the first error of the Builder.
func (r *jsonReader) checkBuilder() {
	if r.b.err != nil {
		panic(r.b.err)
	}
}

func (r *jsonReader) children(at docPlace) {
	r.open('[', at, "a list of nodes")
	for first := true; r.more(first, ']', at); first = false {
		at.index++
		r.node(at)
	}
}

func (r *jsonReader) player(at docPlace) int {
	p := r.integer(at)
	if players := r.b.t.Players; p < 1 || players > 0 && p > r.b.maxMover() {
		r.fail(at, "player %d is out of range: this tree has %s", p, count(players, "player"))
	}
	return p
}

func (r *jsonReader) boolean(at docPlace) bool {
	switch {
	case r.literal("true"):
		return true
	case !r.literal("false"):
		r.expected(at, "true or false")
	}
	return false
}
