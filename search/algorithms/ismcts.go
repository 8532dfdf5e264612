package algorithms

import (
	"strconv"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// ISMCTS: Monte Carlo tree search whose nodes are information sets.
//
// P. Cowling, E. Powley and D. Whitehouse, "Information set Monte Carlo tree search", IEEE TCIAIG 4 (2012). Only its abstract and
// first page were at hand, and public programs with its first algorithm, SO-ISMCTS; the code shown is ours. The choice and its symbols are
// those of UCT (mcts.go), but for N′.
//
//	I        the information set of x: an entry of the tree that all nodes of the set share. A node in no set is one by itself
//	N(I,a)   how many samples have made move a in I: visits of the child a of that entry
//	Q(I,a)   the sum of their score vectors
//	N′(I,a)  the availability: how many samples have chosen a move in I where a was possible. It takes the place of the parent's visits
//	UCB(a)   Q(I,a)[p]/N(I,a) + C·√(ln N′(I,a)/N(I,a))
//
// SO-ISMCTS has one tree, of the sets of the player at the root. MO-ISMCTS has one for each player, and descends in all of them;
// each player chooses by that player’s own. A drawn tree gives each node the information set of its mover, and this one choice at a node is
// all that a search reads of the trees of all players. So this is MO-ISMCTS, with its entries in one list.
//
// A sample draws the deal on its way: chance nodes have their probabilities, and the drawn children are a determinization. All nodes of a set
// have the same moves, so here N′(I,a) is one number for all moves of I: visits of its entry. In a game of cards, where the
// moves of an opponent depend on cards that the player does not see, it has another value for each move.
//
// A sample goes on at random after a move that is new in its set, also where the set that it leads to is not new. On a tree without
// information sets the choices are still not those of UCT: N(x) counts the sample that has added x, and N′ does not.
// They are the same where only the root has a choice.
//
// Needs: no set that the nodes below the root have in part, since the search would see there what the player does not; and no node
// below another one of its set. Guarantee: none. Opponents are not assumed to see the deal, but there is no equilibrium to which the
// choices converge: for that there is CFR (search/hidden). The line ends at the first chance node: below it, the move depends on the deal.
//
// Ties: as in mcts.go. The paper draws one of the new moves.

var ISMCTS = engine.Algorithm{
	ID: "ismcts", Name: "ISMCTS", Paper: "Cowling, Powley & Whitehouse 2012; Kocsis & Szepesvári 2006", Outside: true,
	Needs: "kind maxn, an information set of several nodes", Guarantee: "none: the mean of random samples, an estimate", Estimate: true, Infosets: true,
	Options: []string{"samples", "seed", "exploration", "depth"},
	Chance:  true, ChanceCode: MCTS.ChanceCode,
	Terms: []string{"mcts", "uct", "rollout", "information-set"},
	Code: engine.Pseudocode{
		{"repeat for each sample: Sample(root); then choose the move with most visits", "done"},
		{"Sample(x):", "enter"},
		{"  if x is a leaf, or on the frontier: v := its score vector", "leaf"},
		{"  else if the move to x was new: v := the end of a random game from x", "leaf:rollout"},
		{"  else p moves at x, in information set I:"},
		{"    a := the first move without a visit in I", "enter:first"},
		{"    if there is none: a := the move with the largest Q(I,a)[p]/N(I,a) + C √(ln N′(I,a)/N(I,a))", "enter:ucb"},
		{"    v := Sample(the child of x by a)"},
		{"    Q(I,a) := Q(I,a) + v;  N(I,a) := N(I,a) + 1"},
		{"    for each move b of I: N′(I,b) := N′(I,b) + 1", "backup backup+"},
		{"  return v", "exit"},
	},
	Need: []engine.Need{engine.NeedMaxN, needSamples, needInfosets}, Procedure: ismcts, Reference: &engine.ReferenceNone,
}

func ismcts(r *engine.Run) { (&setSampler{sampler: newSampler(r)}).Search() }

// A setSampler is a run whose entries are information sets and their moves. A chance node has an entry, too, without children.
type setSampler struct {
	*sampler
	root int         // of the search
	of   []int32     // the entry of each node from the root on; 0: the root, or a leaf
	set  ChoiceInSet // the note of an event
}

// Search takes the samples. Then the root has their mean, and the line of most visits.
func (s *setSampler) Search() {
	s.root = s.Cursor.Node()
	s.addSets()
	s.take(func(f *engine.Frame, moves int) { s.sample(f, moves, false) })
	at := s.root
	for !s.Tree.IsChance(at) && !s.Tree.IsLeaf(at) {
		best := s.tree[s.of[at-s.root]].favourite
		if best == 0 {
			break
		}
		at = int(s.Tree.Kids(at)[s.tree[best].move])
	}
	s.numberMoves(s.root, 0)
	s.end(int32(at))
}

// addSets makes the entries of all inner nodes, one for each information set.
func (s *setSampler) addSets() {
	t, byName := s.Tree, map[string]int32{}
	end := t.End(s.root)
	s.of = engine.Grown(s.Run, 0, s.of, end-s.root)[:end-s.root]
	for n := s.root + 1; n < end; n++ {
		if t.IsLeaf(n) {
			continue
		}
		name := t.Infoset(n)
		entry, known := byName[name]
		if name == "" || !known {
			s.tree = engine.Grown(s.Run, 0, s.tree, 1)
			entry = int32(len(s.tree))
			s.tree = append(s.tree, sampled{})
			byName[name] = entry
		}
		s.of[n-s.root] = entry
	}
}

// numberMoves gives the children of an entry the numbers of the children of one node of the set.
func (s *setSampler) numberMoves(node int, x int32) {
	for c := s.tree[x].firstKid; c != 0; c = s.tree[c].next {
		s.tree[c].number = s.Tree.Kids(node)[s.tree[c].move]
	}
}

// sample takes one sample through the node of f, and leaves its score vector in the frame. isNew says whether the move to the
// node was new in its information set.
func (s *setSampler) sample(f *engine.Frame, moves int, isNew bool) {
	evaluated := s.Enter(f, moves)
	switch {
	case evaluated:
		if f.Above == nil {
			s.count(f, 0) // the mean at the root is that of entry 0
		}
	case isNew:
		s.rollout(f, moves)
		if s.Observer != nil {
			s.EmitExitAt(f, s.rolled)
		}
	}
	s.Note = nil
	if evaluated || isNew {
		return
	}
	x := s.of[int(f.Node)-s.root]
	s.tree = engine.Grown(s.Run, f.Ply, s.tree, 1) // the move that is chosen may be new
	move, c := 0, int32(0)
	if f.Mover == 0 {
		s.Ev.Draw = trace.Draw{How: trace.ByChance, Rival: -1}
		move = s.byChance(moves)
	} else {
		s.numberMoves(int(f.Node), x)
		c = s.choose(f, moves, x)
		move = int(s.tree[c].move)
		s.set = ChoiceInSet{Name: s.Tree.Infoset(int(f.Node)), Available: int(s.tree[x].visits)}
		s.Note = &s.set
	}
	s.sample(f.Below, s.Play(f, move), c != 0 && s.tree[c].visits == 0)
	s.Pos.Undo()
	s.CopyScores(&f.Value, &f.Below.Value)
	f.Known = true
	s.count(f, x)
	improved := false
	if c != 0 {
		s.count(f, c)
		improved = s.prefer(x, c)
		s.set = ChoiceInSet{Name: s.Tree.Infoset(int(f.Node)), Available: int(s.tree[x].visits)}
		s.Note = &s.set
	}
	if s.Observer != nil {
		s.emitSampled(f, x, improved)
	}
	s.Note = nil
	s.Exit(f, false)
}

// needInfosets requires a tree with information sets that a search from its root can respect.
func needInfosets(a *engine.Algorithm, p *engine.Problem, o *engine.Options) error {
	if p.Tree == nil || !p.Tree.Imperfect() {
		return engine.Refuse("root", "%s needs an information set of several nodes; without one, everybody sees where the game is, and mcts-maxn is the same search", a.ID)
	}
	t, root := p.Tree, p.StartNode(o)
	for _, set := range t.Infosets() {
		inside := 0
		for i, n := range set.Nodes {
			if n >= root && n < t.End(root) {
				inside++
			}
			if i > 0 && n < t.End(set.Nodes[i-1]) {
				return engine.Refuse(t.Place(n)+".infoset", "%s is below %s, and both are in information set %q; %s needs players who do not forget that they have moved",
					t.Name(n), t.Name(set.Nodes[i-1]), set.Name, a.ID)
			}
		}
		if inside > 0 && inside < len(set.Nodes) {
			return engine.Refuse("options.root", "information set %q has nodes below %s and elsewhere, so a search from there would see what the player does not; start further up",
				set.Name, t.Name(root))
		}
	}
	return nil
}

// A ChoiceInSet is a note of an Enter and a Backup (ISMCTS): the mover at the node above, or at the node of a Backup, chooses in an
// information set.
type ChoiceInSet struct {
	trace.BareNote
	Name      string // of the set; "": the mover sees the node
	Available int    // N′: the samples that have chosen a move in the set
}

var choiceInSetKind = trace.NewNoteKind("infoset", func(r *trace.NoteReader) trace.Note {
	return &ChoiceInSet{Name: r.Text(), Available: int(r.Uint())}
})

// Kind returns the kind of a ChoiceInSet.
func (n *ChoiceInSet) Kind() *trace.NoteKind { return choiceInSetKind }

// Clone returns a copy.
func (n *ChoiceInSet) Clone() trace.Note { c := *n; return &c }

// Write writes the name and the number.
func (n *ChoiceInSet) Write(w *trace.NoteWriter) { w.Text(n.Name); w.Uints(uint64(n.Available)) }

// AppendJSON appends the member infoset.
func (n *ChoiceInSet) AppendJSON(b []byte, e *trace.Event) []byte {
	if e.Type != trace.Enter && e.Type != trace.Backup {
		return b
	}
	b = trees.AppendQuoted(append(b, `,"infoset":{"name":`...), n.Name)
	return append(trace.AppendInt(append(b, `,"available":`...), n.Available), '}')
}

// Change shows the mean and the most visited move at all nodes of the set.
func (n *ChoiceInSet) Change(c *trace.Change, e *trace.Event) bool {
	if e.Type != trace.Backup || n.Name == "" {
		return false
	}
	c.Alike(c.Words(trace.AppendTuple(c.Buffer(), e, &e.Best)))
	return true
}

// Explain writes the sentences of a backup and of a random game, and what follows those of an enter.
func (n *ChoiceInSet) Explain(x *trace.Explainer, s *trace.Sentence, e *trace.Event, part trace.SentencePart) bool {
	switch {
	case part == trace.AfterDraw && n.Name != "" && e.Draw.How == trace.FirstVisit:
		x.Write(s, e, " The move is new in information set %t, where %t.", n.Name, n.have())
	case part == trace.AfterDraw && n.Name != "":
		x.Write(s, e, " The numbers are those of information set %t, where %t.", n.Name, n.have())
	case part == trace.WholeSentence && e.Type == trace.Leaf && e.Plies > 0:
		x.Write(s, e, "a random game from %n ends at %n: %v.", e.Node, e.Reached, &e.Value)
	case part == trace.WholeSentence && e.Type == trace.Backup:
		if n.Name == "" {
			x.Write(s, e, "%t at %n. ", n.have(), e.Node)
		} else {
			x.Write(s, e, "%t in information set %t. ", n.have(), n.Name)
		}
		x.Write(s, e, "the mean is now %v.", &e.Best)
		if e.Improved {
			x.Write(s, e, " The move to %n has the most visits.", e.Child)
		}
	default:
		return false
	}
	return true
}

// have returns "12 samples have chosen".
func (n *ChoiceInSet) have() string {
	switch n.Available {
	case 0:
		return "no sample has chosen yet"
	case 1:
		return "one sample has chosen"
	}
	return strconv.Itoa(n.Available) + " samples have chosen"
}
