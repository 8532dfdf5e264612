package algorithms

import (
	"strconv"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// The standing of the players at the root, by which MP-Mix chooses its rule and directed
// offensive its target.
//
// I. Zuckerman, A. Felner and S. Kraus, "Mixing search strategies for multi-player games",
// IJCAI 2009, call it H: the heuristic evaluation of the root, a score for each player.
//
// It is the static value of the root. A drawn tree often has none; then the mean of all leaves
// below the root takes its place. This is our choice: the papers search games, which have a
// static value everywhere.

// A ruleKind is a rule that MP-Mix can choose.
type ruleKind uint8

const (
	byMaxN ruleKind = iota
	byParanoid
	byDirected
)

var (
	ruleIDs   = [...]string{"maxn", "paranoid", "directed-offensive"}
	ruleNames = [...]string{"max^n", "paranoid", "directed offensive"}
)

// standing returns H at the current position. It returns false if a leaf is of unknown value.
func standing(pos trees.Position, players int) (h trees.Vector, known bool) {
	if e, ok := pos.(trees.Evaluated); ok && e.Static(&h) {
		return h, true
	}
	h = trees.Vector{}
	var v trees.Vector
	leaves := trees.Score(0)
	if known = sumLeaves(pos, pos.Look(&v), players, &v, &h, &leaves); !known {
		return h, false
	}
	for p := range players {
		h[p] /= leaves
	}
	return h, true
}

// sumLeaves adds the values of all leaves below the current position, which has the given moves
// and, if it is a leaf, the value v.
func sumLeaves(pos trees.Position, moves, players int, v, sum *trees.Vector, leaves *trees.Score) bool {
	if moves == trees.Unknown {
		return false
	}
	if moves == 0 {
		*leaves++
		for p := range players {
			sum[p] += v[p]
		}
		return true
	}
	for i := range moves {
		below, _ := pos.Do(i, v)
		known := sumLeaves(pos, below, players, v, sum, leaves)
		pos.Undo()
		if !known {
			return false
		}
	}
	return true
}

// first returns the player with the largest score; among equals the first. but is left out.
func first(h *trees.Vector, players, but int) (best int) {
	for p := 1; p <= players; p++ {
		if p != but && (best == 0 || h[p-1] > h[best-1]) {
			best = p
		}
	}
	return best
}

// ChooseTarget returns a regime in which the root player attacks the target of the options, or else
// the leader of the others.
func ChooseTarget(h *trees.Vector, players, root int, o *engine.Options) *Regime {
	r := &Regime{Rule: ruleIDs[byDirected], Name: ruleNames[byDirected], Player: root, Standing: *h, Leader: first(h, players, root)}
	r.Target = r.Leader
	if o.HasTarget {
		r.Target = o.Target
	}
	return r
}

// ChooseRegime returns the regime of MP-Mix.
func ChooseRegime(h *trees.Vector, players, root int, unit trees.Score, o *engine.Options) (*Regime, ruleKind) {
	leader := first(h, players, 0)
	second := first(h, players, leader)
	r := &Regime{Player: root, Standing: *h, Leader: leader, Second: second, Lead: h[leader-1] - h[second-1]}
	threshold := func(points int, given bool) trees.Score {
		if !given {
			points = engine.DefaultLead
		}
		return trees.Score(points) * unit
	}
	if leader == root {
		r.Threshold = trees.Some(threshold(o.LeadToDefend, o.HasLeadToDefend))
	} else {
		r.Threshold = trees.Some(threshold(o.LeadToAttack, o.HasLeadToAttack))
	}
	r.Reached = r.Lead >= r.Threshold.Score
	kind := byMaxN
	switch {
	case r.Reached && leader == root:
		kind = byParanoid
	case r.Reached:
		kind, r.Target = byDirected, leader
	}
	r.Rule, r.Name = ruleIDs[kind], ruleNames[kind]
	return r, kind
}

// rootStanding returns H; a leaf of unknown value ends the search.
func rootStanding(r *engine.Run) *trees.Vector {
	h, known := standing(r.Pos, r.Players)
	if !known {
		panic(engine.Stop{Err: &engine.LimitError{Path: "root.static", Message: "the root has no static value, and the mean of the leaves cannot take its place: a leaf is of unknown value; give the root a static value"}})
	}
	return &h
}

// StandingOn returns H of an explicit tree from a root.
func StandingOn(t *trees.Tree, root int) *trees.Vector {
	h, _ := standing(trees.NewCursor(t, root), t.Players)
	return &h
}

// needStanding requires a static value at the root, or leaves whose mean can take its place.
func needStanding(a *engine.Algorithm, p *engine.Problem, o *engine.Options) error {
	if _, ok := p.Pos.(trees.Evaluated); ok || o.HasTarget {
		return nil
	}
	return engine.Refuse("algorithm", "%s compares the scores at the root by a static value, and the positions of %s have none; choose a game or a tree", a.ID, p.Source())
}

// A Regime is a note of a Start (MP-Mix, directed offensive): the rule that a search chose at its root, and why.
type Regime struct {
	trace.BareNote
	Rule     string       // the id of the algorithm whose rule it is
	Name     string       // its name in sentences
	Player   int          // who moves at the root; 1 where chance does
	Standing trees.Vector // the estimated scores at the root
	Leader   int          // who has the largest; among equals the first
	Second   int          // who has the largest of all others
	Lead     trees.Score  // the difference
	// Threshold is T_d if the root player leads, T_o if another does; not given: there is none.
	Threshold trees.Opt
	Reached   bool // the lead is the threshold or more
	Target    int  // whom the root player attacks; 0: nobody
}

var regimeKind = trace.NewNoteKind("regime", readRegime)

// Kind returns the kind of a Regime.
func (r *Regime) Kind() *trace.NoteKind { return regimeKind }

// Clone returns a copy.
func (r *Regime) Clone() trace.Note {
	c := *r
	return &c
}

// Write writes the rule. Clients have its name by its id.
func (r *Regime) Write(w *trace.NoteWriter) {
	if w.Text(r.Rule); !w.Clients() {
		w.Text(r.Name)
	}
	w.Value(&r.Standing)
	w.Uints(uint64(r.Player), uint64(r.Leader), uint64(r.Second), uint64(r.Target))
	w.Score(r.Lead)
	w.Opt(r.Threshold)
	w.Bool(r.Reached)
}

func readRegime(u *trace.NoteReader) trace.Note {
	r := &Regime{Rule: u.Text(), Name: u.Text(), Standing: u.Value()}
	for _, player := range [...]*int{&r.Player, &r.Leader, &r.Second, &r.Target} {
		*player = int(u.Uint())
	}
	r.Lead, r.Threshold, r.Reached = u.Score(), u.Opt(), u.Bool()
	return r
}

// AppendJSON appends the member regime.
func (r *Regime) AppendJSON(b []byte, e *trace.Event) []byte {
	b = trees.AppendQuoted(append(b, `,"regime":{"rule":`...), r.Rule)
	b = trace.AppendValue(append(b, `,"standing":`...), &r.Standing, e.Unit, e.Width, e.Scalar)
	b = trace.AppendInt(append(b, `,"player":`...), r.Player)
	b = trace.AppendInt(append(b, `,"leader":`...), r.Leader)
	b = trace.AppendInt(append(b, `,"second":`...), r.Second)
	b = trace.AppendScore(append(b, `,"lead":`...), r.Lead, e.Unit)
	b = trace.AppendOpt(append(b, `,"threshold":`...), r.Threshold, e.Unit)
	b = strconv.AppendBool(append(b, `,"reached":`...), r.Reached)
	b = trace.AppendInt(append(b, `,"target":`...), r.Target)
	return append(b, '}')
}

// Explain ends the sentence of a start with the rule.
func (r *Regime) Explain(x *trace.Explainer, s *trace.Sentence, e *trace.Event, part trace.SentencePart) bool {
	if part != trace.StartReason {
		return false
	}
	switch {
	case r.Second == 0 && r.Target == r.Leader && r.Standing != (trees.Vector{}):
		x.Write(s, e, ": %p attacks %p, the leader of the others by the estimated scores %v.", r.Player, r.Target, &r.Standing)
		return true
	case r.Second == 0:
		x.Write(s, e, ": %p attacks %p.", r.Player, r.Target)
		return true
	}
	name := "T_d"
	if r.Leader != r.Player {
		name = "T_o"
	}
	than := "less than"
	if r.Reached {
		than = "at least"
	}
	x.Write(s, e, ": by the estimated scores %v %p leads %p by %s, %t %t = %s. ", &r.Standing, r.Leader, r.Second, r.Lead, than, name, r.Threshold.Score)
	switch {
	case r.Target > 0:
		x.Write(s, e, "so %p attacks %p: the rule is %t.", r.Player, r.Target, r.Name)
	case r.Reached:
		x.Write(s, e, "so %p expects all others to attack: the rule is %t.", r.Player, r.Name)
	default:
		x.Write(s, e, "so the rule is %t.", r.Name)
	}
	return true
}
