package trees

// AgainstCoalition returns the tree as a player sees it who is alone against all others: of kind minimax,
// where Max is the player, all others are Min, and a leaf has the player's score. Nodes keep their numbers.
// Players count from 1. A tree of kind minimax is returned as it is.
func (t *Tree) AgainstCoalition(player int) (*Tree, error) {
	if t.Kind != MaxN {
		return t, nil
	}
	at := player - 1
	of := func(v *Vector) *Vector {
		if v == nil {
			return nil
		}
		return &Vector{v[at]}
	}
	h := Header{Unit: t.Unit, Title: t.Title, Kind: Minimax, Delta: t.Delta}
	if least, known := t.Minima(); known {
		h.MinP = All(least[at])
	}
	if most := t.Most(at); most.Given {
		h.MaxP = All(most.Score)
	}
	b := NewBuilder(h)
	for i := range t.Len() {
		node := t.Node(i)
		switch {
		case node.Player == 0:
		case node.Player == player:
			node.Player = 1
		default:
			node.Player = 2
		}
		node.Value, node.Static, node.Low, node.Up = of(node.Value), of(node.Static), of(node.Low), of(node.Up)
		alternatives := node.Alternatives
		node.Alternatives = nil
		for k := range alternatives {
			node.Alternatives = append(node.Alternatives, *of(&alternatives[k]))
		}
		b.Open(node)
		for a := i; a >= 0 && t.End(a) == i+1; a = t.Parent(a) {
			b.Close()
		}
	}
	return b.Tree()
}
