package trees

import (
	"fmt"
)

// This file converts nodes to another kind of tree. Data that the new kind cannot
// represent causes an error that names it and offers to clear such data; an edit with
// clear does so. Data that is lost with the old kind (the mover drawn at a leaf, scores of
// removed players) is reported in the summary.

// OfferClear is the Offer of an error about data that another kind of tree has no room
// for: the edit is possible with "clear": true.
const OfferClear = "clear"

func offerClear(err *Error) *Error {
	err.Offer = OfferClear
	return err
}

// clearing is called before data that the new kind has no room for is removed: of node i,
// or of the header if i is none. It panics if the edit does not clear such data.
func (w *editState) clearing(i int32, field, format string, args ...any) {
	switch {
	case !w.e.clear && i == NoNode:
		panic(offerClear(ErrorAt(field, format, args...)))
	case !w.e.clear:
		panic(offerClear(w.d.tree.errNode(int(i), "."+field, format, args...)))
	case i == NoNode:
		w.clearedOutcomes++
	case len(w.clearedNodes) == 0 || w.clearedNodes[len(w.clearedNodes)-1] != i:
		w.clearedNodes = append(w.clearedNodes, i)
	}
}

// toMinimax uses player 1's scores as Max's utility.
func (w *editState) toMinimax(players int) (messages []string) {
	if w.Players > 2 && players != 2 {
		w.fail("kind", "a minimax tree has 2 players, and this one has %d; set players to 2 with it to cut the others", w.Players)
	}
	for i := range w.size() {
		w.pace.step()
		p := w.mover(int32(i))
		if p <= 2 {
			continue
		}
		w.clearing(int32(i), "player", "a minimax tree has 2 players, and player %d moves at %s", p, w.nameOf(int32(i)))
		own := w.modify(int32(i))
		own.Player = 0
		if !w.leaf(int32(i)) {
			own.Player = w.d.tree.Level(i)%2 + 1
		}
	}
	if w.cutScores(1) != "" {
		messages = []string{"player 1's scores are Max's utility"}
	}
	w.Kind, w.Players, w.MinP, w.MaxP = Minimax, 2, w.MinP.resize(1), w.MaxP.resize(1)
	return messages
}

// fromMinimax gives player 1 Max's utility and player 2 the rest of maxsum, so that the
// players are still opponents. Without maxsum, the greatest number in the tree is used.
func (w *editState) fromMinimax(players int) (messages []string) {
	if players == 1 {
		w.fail("players", "Max and Min become players 1 and 2, so the tree has at least 2 players, not 1")
	}
	players = max(players, 2) // 0: keep the number
	sum, least := w.MaxSum.Score, Score(0)
	most := sum
	w.eachVector(func(_ int32, field string, v *Vector) {
		if most = max(most, v[0]); field != "low" { // a lower bound is raised to the least score below
			least = min(least, v[0])
		}
	})
	if !w.MaxSum.Given {
		sum = most
	}
	rest := func(s Score) Score { return sum - s }
	w.eachVector(func(i int32, field string, v *Vector) {
		if field != "low" && field != "up" {
			v[1] = rest(v[0])
		}
	})
	raised := 0
	for i := range w.size() {
		n := w.get(int32(i))
		if n.Low == nil && n.Up == nil {
			continue
		}
		low, up := Vector{least, rest(most)}, Vector{most, rest(least)}
		if n.Low != nil {
			if n.Low[0] < least {
				raised++
			}
			low[0] = max(n.Low[0], least)
			up[1] = rest(low[0])
		}
		if n.Up != nil {
			up[0] = n.Up[0]
			low[1] = rest(n.Up[0])
		}
		own := w.modify(int32(i))
		own.Low, own.Up = &low, &up
	}
	w.Kind, w.Players = MaxN, players
	if !w.MaxSum.Given {
		w.MaxSum = Some(sum)
		messages = []string{"maxsum set to " + sum.In(w.Unit).String()}
	}
	if raised > 0 {
		messages = append(messages, fmt.Sprintf("the lower bound of %s raised to %s", count(raised, "node"), least.In(w.Unit)))
	}
	return append(messages, "player 2's scores set to maxsum minus player 1's")
}

// eachVector calls visit with every vector of the header (as node none) and of
// the nodes; visit may change it.
func (w *editState) eachVector(visit func(i int32, field string, v *Vector)) {
	w.Outcomes = append([]Vector(nil), w.Outcomes...)
	for o := range w.Outcomes {
		visit(NoNode, fmt.Sprintf("outcomes[%d]", o), &w.Outcomes[o])
	}
	for i := range w.size() {
		n := w.modify(int32(i))
		n.Alternatives = append([]Vector(nil), n.Alternatives...)
		for _, f := range []struct {
			name string
			v    *Vector
		}{{"value", n.Value}, {"low", n.Low}, {"up", n.Up}, {"static", n.Static}} {
			if f.v != nil {
				visit(int32(i), f.name, f.v)
			}
		}
		for a := range n.Alternatives {
			visit(int32(i), valueField(a), &n.Alternatives[a])
		}
	}
}

// toPath requires a tree without values, or clears them. Path trees have no movers.
func (w *editState) toPath() (messages []string) {
	if len(w.Outcomes) > 0 {
		w.clearing(NoNode, "outcomes", "the tree has outcomes of scores, which a path tree does not support; clear them first")
		w.clearedOutcomes, w.Outcomes = len(w.Outcomes), nil
	}
	movers := 0
	for i := range w.size() {
		n, name := w.get(int32(i)), w.nameOf(int32(i))
		for _, f := range []struct {
			field string
			given bool
		}{{"value", n.Value != nil}, {"alternatives", len(n.Alternatives) > 0}, {"low", n.Low != nil}, {"up", n.Up != nil}, {"static", n.Static != nil}} {
			if f.given {
				w.clearing(int32(i), f.field, "%s has %s, which a path tree does not support; clear it first, or begin a new tree", name, fieldWords[f.field])
			}
		}
		if n.Chance {
			w.clearing(int32(i), "chance", "%s is a chance node, which a path tree does not support; give it a player first, or begin a new tree", name)
		}
		if w.leaf(int32(i)) && n.Player != 0 {
			movers++
		}
		if n.Infoset != "" {
			w.clearing(int32(i), "infoset", "%s is in information set %s, and %s; clear it first", name, inQuotes(n.Infoset), noPathInfoset)
		}
		own := w.modify(int32(i))
		own.Chance, own.Infoset = false, ""
		own.Value, own.Alternatives, own.Low, own.Up, own.Static = nil, nil, nil, nil, nil
		own.Unknown, own.NotFromPaper, own.Player = false, false, 0
	}
	w.Kind, w.Players = Path, 1
	switch movers {
	case 0:
	case 1:
		messages = []string{"the mover drawn at 1 leaf dropped"}
	default:
		messages = []string{fmt.Sprintf("the movers drawn at %d leaves dropped", movers)}
	}
	return messages
}

// fromPath requires a tree without costs, or clears them. The players move in turn, and all
// leaves become unknown.
func (w *editState) fromPath(kind Kind, players int) {
	h := Header{Kind: kind, Players: players}
	if kind == MaxN && players == 0 {
		h.Players = 3
	}
	if err := h.checkPlayers(); err != nil {
		panic(err)
	}
	if len(w.Outcomes) > 0 {
		w.clearing(NoNode, "outcomes", "the outcomes are costs of paths, and only a path tree has costs; clear them first")
		w.clearedOutcomes, w.Outcomes = len(w.Outcomes), nil
	}
	for i := range w.size() {
		n, name := w.get(int32(i)), w.nameOf(int32(i))
		switch {
		case n.Cost != 0:
			w.clearing(int32(i), "cost", "the edge to %s costs %s, and only a path tree has costs; clear it first", name, n.Cost.In(w.Unit))
		case n.Low != nil || n.Static != nil:
			w.clearing(int32(i), "low", "%s has bounds on the cost of a path, and only a path tree has costs; clear them first", name)
		}
		own := w.modify(int32(i))
		own.Cost, own.Low, own.Static = 0, nil, nil
		own.Unknown = w.leaf(int32(i))
		if !own.Unknown {
			own.Player = w.d.tree.Level(i)%h.Players + 1
		}
	}
	w.Kind, w.Players = kind, h.Players
}
