package trees

// Settled is a Position that can say whether it is stable. A search with quiescence does not stop
// at an unstable position, whose static value says little: the next moves are about to change it.
type Settled interface {
	// Unstable returns why the current position, which has moves, is unstable; Stable if it is not.
	Unstable() Instability
}

// Instability is why a position is unstable.
type Instability uint8

const (
	Stable    Instability = iota
	OpenTrick             // cards of a trick are on the table, and nobody has it yet
	Threat                // a player could win with the next piece

	InstabilityCount = iota
)

// String returns the name of an instability in events; "" for Stable.
func (i Instability) String() string {
	return [InstabilityCount]string{Stable: "", OpenTrick: "open-trick", Threat: "threat"}[i]
}

// Reason returns why a position is unstable, as the clause of a sentence.
func (i Instability) Reason() string {
	return [InstabilityCount]string{Stable: "", OpenTrick: "the trick is not over", Threat: "a player could win with the next piece"}[i]
}

// Unstable returns why a node is unstable. Only the tree of a game can say it; a document cannot.
func (t *Tree) Unstable(n int) Instability {
	if t.unstable == nil {
		return Stable
	}
	return t.unstable[n]
}

// SaysUnstable reports whether the tree is that of a game whose positions are Settled.
func (t *Tree) SaysUnstable() bool { return t.unstable != nil }

// CutOff returns the tree below a node, in which the inner nodes that stop names are leaves with their
// static values. A node without one is a leaf of unknown value.
func (t *Tree) CutOff(root int, stop func(n int) bool) *Tree {
	h := t.Header
	b := NewGameBuilder(h, t.Len())
	b.Unchecked()
	var add func(n int)
	add = func(n int) {
		node := t.Node(n)
		cut := !t.IsLeaf(n) && stop(n)
		if v, known := t.Value(n); cut {
			node = Node{Label: node.Label, Prob: node.Prob, Value: node.Static, Unknown: node.Static == nil}
		} else if t.IsLeaf(n) {
			node = Node{Label: node.Label, Prob: node.Prob, Value: &v, Unknown: !known}
			if !known {
				node.Value = nil
			}
		}
		if n == root {
			node.Prob, node.Action = Number{}, ""
		}
		if b.Open(node); !cut {
			for _, k := range t.Kids(n) {
				add(int(k))
			}
		}
		b.Close()
	}
	add(root)
	cut, err := b.Tree()
	if err != nil {
		panic(err) // it is a part of a tree
	}
	return cut
}

// SayUnstable begins a tree whose nodes say whether they are unstable. It is called before the
// first node.
func (b *Builder) SayUnstable() { b.t.unstable = make([]Instability, 0, 64) }

// Unstable says why the node that was opened last is unstable.
func (b *Builder) Unstable(why Instability) {
	if len(b.path) > 0 {
		b.t.unstable[b.path[len(b.path)-1]] = why
	}
}

// Unstable returns why the current node is unstable.
func (c *Cursor) Unstable() Instability { return c.t.Unstable(c.node) }
