package trees

import "fmt"

// set changes fields of nodes.
func (w *editState) set() {
	nodes := w.all()
	if len(w.e.fields) == 0 {
		w.fail("edit", "the edit set needs a field to set: %s", InWords(setKeys))
	}
	var parts []string
	for _, f := range w.e.fields {
		parts = append(parts, w.setField(f, nodes))
	}
	w.setSummary("%s", InWords(parts))
}

// setField sets one field of the nodes and returns a summary.
func (w *editState) setField(f editField, nodes []int32) string {
	r := f.value(w.Header)
	r.applyHeader()
	at := docPlace{NoNode, f.key, NoNode}
	null := r.literal("null")
	var set func(i int32, n *Node)
	summary := func(to string) string { return fmt.Sprintf("%s of %s set to %s", f.key, w.names(nodes), to) }
	words := fmt.Sprintf("%s of %s cleared", f.key, w.names(nodes))
	switch f.key {
	case "label":
		label := ""
		if !null {
			label = string(r.text(at, "a string, or null"))
		}
		if label != "" {
			words = fmt.Sprintf("%s named %s", w.names(nodes), inQuotes(label))
		} else {
			words = fmt.Sprintf("name of %s cleared", w.names(nodes))
		}
		set = func(i int32, n *Node) { n.Label = label }
	case "player":
		player := 0
		if !null {
			player = r.player(at)
			words = fmt.Sprintf("mover of %s set to %s", w.names(nodes), w.MoverName(player))
		}
		set = func(i int32, n *Node) {
			if player == 0 && n.Chance {
				return
			}
			if player == 0 && !w.leaf(i) && w.Kind != Path {
				w.failNode(i, "player", "%s is an inner node, which needs its mover, 1 to %d", w.name(i), w.Players)
			}
			n.Player, n.Chance = player, false
			if w.Kind == Path && !w.leaf(i) {
				n.Player = 0 // a path tree has one player, who is not named
			}
		}
	case "value":
		var v *Vector
		if !null {
			value := r.value(at)
			v, words = &value, summary(w.FormatValue(value))
		} else {
			words = summary("unknown")
		}
		set = func(i int32, n *Node) { w.setValue(i, n, v) }
	case "alternatives":
		var list []Vector
		if !null {
			list = r.values(at, MaxAlts, "alternatives")
		}
		if len(list) > 0 {
			words = fmt.Sprintf("%s given %s", w.names(nodes), count(len(list), "alternative"))
		}
		set = func(i int32, n *Node) { w.setAlternatives(i, n, list) }
	case "low", "up", "static":
		var v *Vector
		if !null {
			bound := r.bound(at)
			v, words = &bound, summary(w.FormatValue(bound))
		}
		set = func(i int32, n *Node) { w.setBound(i, n, f.key, v) }
	case "cost":
		cost := Score(0)
		if !null {
			cost = r.score(at, func() string { return "a number, or null" })
			words = summary(cost.In(w.Unit).String())
		}
		set = func(i int32, n *Node) { n.Cost = cost }
	case "chance":
		chance := !null && r.boolean(at)
		w.readPlyMovers(w.d.tree, NoNode)
		words = fmt.Sprintf("%s given a player", w.names(nodes))
		if chance {
			words = fmt.Sprintf("chance decides at %s", w.names(nodes))
		}
		set = func(i int32, n *Node) { w.setChance(i, n, chance) }
	case "action":
		action := ""
		if !null {
			action = string(r.text(at, "a string, or null"))
		}
		words = fmt.Sprintf("name of the move to %s cleared", w.names(nodes))
		if action != "" {
			words = fmt.Sprintf("move to %s named %s", w.names(nodes), inQuotes(action))
		}
		set = func(i int32, n *Node) {
			if i == w.root && action != "" {
				w.failNode(i, "action", noRootAction)
			}
			n.Action = action
		}
	case "prob":
		var prob Number
		words = fmt.Sprintf("probability of %s cleared", w.names(nodes))
		if !null {
			prob = r.number(at, func() string { return "a number from 0 to 1, or null" })
			words = fmt.Sprintf("probability of %s set to %s", w.names(nodes), prob)
		}
		set = func(i int32, n *Node) {
			if parent := w.at(i).parent; prob.Unit != 0 && (parent == NoNode || !w.isChance(parent)) {
				w.failNode(i, "prob", "%s does not follow a chance node; only the moves of chance have probabilities", w.name(i))
			}
			n.Prob = prob
		}
	case "infoset":
		name := ""
		if !null {
			name = string(r.text(at, "a string, or null"))
		}
		words = fmt.Sprintf("information set of %s cleared", w.names(nodes))
		if name != "" {
			words = fmt.Sprintf("%s put into information set %s", w.names(nodes), inQuotes(name))
		}
		set = func(i int32, n *Node) {
			if why := noInfoset(w.Kind, w.leaf(i), n.Chance); why != "" && name != "" {
				w.failNode(i, "infoset", "%s", why)
			}
			n.Infoset = name
		}
	case "chosen":
		chosen := !null && r.boolean(at)
		words = fmt.Sprintf("value of %s marked as the paper's", w.names(nodes))
		if chosen {
			words = fmt.Sprintf("value of %s marked as chosen", w.names(nodes))
		}
		set = func(i int32, n *Node) { n.NotFromPaper = chosen }
	}
	r.finish(at)
	for _, i := range nodes {
		set(i, w.modify(i))
	}
	return words
}

// failNode reports an error at a node of the original draft.
func (w *editState) failNode(i int32, field, format string, args ...any) {
	panic(w.d.tree.errNode(int(i), "."+field, format, args...))
}

// setChance makes an inner node a chance node, or one where a player moves.
func (w *editState) setChance(i int32, n *Node, chance bool) {
	switch {
	case chance && w.Kind == Path:
		w.failNode(i, "chance", noPathChance)
	case chance && w.leaf(i):
		w.failNode(i, "chance", "%s is a leaf, which has a value; only a node with children is a chance node", w.name(i))
	case chance:
		n.Chance, n.Player = true, 0
		w.dropInfoset(i, n)
	case n.Chance:
		n.Chance, n.Player = false, w.usualMover(i, w.plyOf(i))
	}
}

func (w *editState) setValue(i int32, n *Node, v *Vector) {
	if w.Kind == Path {
		w.failNode(i, "value", noPathValue)
	}
	if !w.leaf(i) {
		w.failNode(i, "value", "%s has children, which decide its value; only a leaf has one of its own", w.name(i))
	}
	n.Value, n.Unknown = v, v == nil
	if n.Unknown {
		n.NotFromPaper = false
	}
}

// setAlternatives sets the alternatives of a leaf and keeps its current value,
// unless the first alternative equals it.
func (w *editState) setAlternatives(i int32, n *Node, list []Vector) {
	if w.Kind == Path {
		w.failNode(i, "alternatives", noPathValue)
	}
	if !w.leaf(i) {
		w.failNode(i, "alternatives", "%s has children; only a leaf has alternatives", w.name(i))
	}
	switch {
	case len(list) == 0 && n.Value == nil && !n.Unknown:
		n.Value = &n.Alternatives[0]
	case len(list) > 0 && n.Value != nil && *n.Value == list[0]:
		n.Value = nil
	case len(list) > 0 && n.Unknown && len(n.Alternatives) == 0:
		n.Unknown = false
	}
	n.Alternatives = list
}

func (w *editState) setBound(i int32, n *Node, key string, v *Vector) {
	if w.leaf(i) {
		w.failNode(i, key, "%s is a leaf; only a node with children has %s", w.name(i), fieldWords[key])
	}
	switch key {
	case "low":
		n.Low = v
	case "up":
		n.Up = v
	case "static":
		n.Static = v
	}
}

// fieldWords are the names of the fields in sentences.
var fieldWords = map[string]string{
	"value": "a value", "alternatives": "alternatives",
	"low": "a lower bound", "up": "an upper bound", "static": "a static value",
}
