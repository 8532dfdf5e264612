package trace

import (
	"slices"
	"strconv"

	"espalier/trees"
)

// A Choice says how a decision rule other than max^n, minimax or paranoid chooses. An event of
// another algorithm has none. The type of the event determines which fields are set:
//
//	Start   Regime (MP-Mix; directed offensive); Models (prob-max^n), which pick nothing yet
//	Enter   Unstable (a search with quiescence, at the depth limit or below); Pick (another order of visits)
//	Backup  Least (directed offensive, MP-Mix); Set, Span and Dropped (soft-max^n)
//	        Expects (αβ*); Models, where an opponent moves
//	Prune   Reply (BRS+; best-reply search)
//	Exit    Set; Expects; Models
//	Enter, Leaf, Backup, Exit  Proof (proof-number search)
//	Done    Set; of the other rules none: the value is that of the rule, which is what an exhaustive
//	        search is compared with
//
// A node whose Set has more than one value has no Value.
type Choice struct {
	Regime *Regime
	// Least is the player whose score the mover makes as small as possible; 0: the mover
	// chooses the largest score of the mover's own.
	Least int
	Pick  *Pick // nil: children are visited from left to right
	// Set has the values that the node can have, each once: at a Backup those of the children so
	// far that were not dropped. nil: a node has one value.
	Set []trees.Vector
	// Span has the least and the largest score of the mover in the set of the child.
	Span [2]trees.Score
	// Dropped are the children that this Backup drops: the child, or some before it.
	Dropped []int32
	Reply   Reply
	// Unstable is why the node is unstable. The search goes on there if the event has a Player or
	// is of a chance node; else the limit of quiescence is reached.
	Unstable trees.Instability
	Expects  Expects
	Proof    *Proof
	Models   *Models // nil: the mover has no model
}

// Expects is what the opponent expects in αβ*, by a search of its own.
type Expects struct {
	Player int         // the opponent; 0: there is none
	Child  trees.Opt   // at the child of a Backup
	Best   trees.Score // at the node, as far as it is searched
}

// A Reply is a reply in BRS+ or best-reply search: who chooses it, and the node where. Of a cut by the rule
// LastReply it is the node of the event, where the opponent has to reply.
type Reply struct {
	Player int // 0: there is none
	Node   int32
}

// A Regime is the rule that a search chose at its root, and why.
type Regime struct {
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

// clone returns a copy that stays as it is.
func (c *Choice) clone() *Choice {
	if c == nil {
		return nil
	}
	d := *c
	d.Set, d.Dropped = slices.Clone(c.Set), slices.Clone(c.Dropped)
	if c.Regime != nil {
		regime := *c.Regime
		d.Regime = &regime
	}
	if c.Pick != nil {
		pick := *c.Pick
		d.Pick = &pick
	}
	if c.Proof != nil {
		proof := *c.Proof
		d.Proof = &proof
	}
	if c.Models != nil {
		d.Models = &Models{c.Models.Player, slices.Clone(c.Models.List)}
	}
	return &d
}

// extended reports whether the event enters a node at the depth limit or below that is searched on.
func (e *Event) extended() bool {
	return e.Choice != nil && e.Choice.Unstable != trees.Stable && (e.Player > 0 || e.Chance)
}

// least returns the player whose score the mover makes as small as possible; 0: nobody's.
func (e *Event) least() int {
	if e.Choice == nil {
		return 0
	}
	return e.Choice.Least
}

// expects reports whether the event says what the opponent expects.
func (e *Event) expects() bool { return e.Choice != nil && e.Choice.Expects.Player > 0 }

// set returns the values that the node can have; nil: a node has one value.
func (e *Event) set() []trees.Vector {
	if e.Choice == nil {
		return nil
	}
	return e.Choice.Set
}

// choiceRecord is written in place of a type, before the record of an event that has a Choice.
const choiceRecord = 0xFC

// choice appends the record of a Choice.
func (p *packer) choice(b []byte, c *Choice) []byte {
	b = append(b, extended, choiceRecord, c.parts())
	if r := c.Regime; r != nil {
		b = packString(b, r.Rule)
		b = packString(b, r.Name)
		b = p.vector(b, &r.Standing)
		b = append(b, byte(r.Player), byte(r.Leader), byte(r.Second), byte(r.Target))
		b = packScore(b, r.Lead)
		b = packOpt(b, r.Threshold)
		b = packBool(b, r.Reached)
	}
	b = append(b, byte(c.Least))
	if c.Reply.Player > 0 {
		b = appendUint(append(b, byte(c.Reply.Player)), uint64(c.Reply.Node))
	}
	if c.Unstable != trees.Stable {
		b = append(b, byte(c.Unstable))
	}
	if c.Pick != nil {
		b = p.pick(b, c.Pick)
	}
	if x := c.Expects; x.Player > 0 {
		b = packScore(packOpt(append(b, byte(x.Player)), x.Child), x.Best)
	}
	if c.Proof != nil {
		b = appendProof(b, c.Proof)
	}
	if c.Models != nil {
		b = packModels(b, c.Models, packScore)
	}
	if c.Set == nil {
		return b
	}
	b = appendUint(b, uint64(len(c.Set)))
	for i := range c.Set {
		b = p.vector(b, &c.Set[i])
	}
	b = packScore(packScore(b, c.Span[0]), c.Span[1])
	return packNodes(b, c.Dropped, 0)
}

// Bits of the byte that says which parts of a Choice are given.
const (
	choiceRegime = 1 << iota
	choiceSet
	choiceReply
	choiceUnstable
	choicePick
	choiceExpects
	choiceProof
	choiceModels
)

func (c *Choice) parts() (bits byte) {
	if c.Regime != nil {
		bits |= choiceRegime
	}
	if c.Set != nil {
		bits |= choiceSet
	}
	if c.Reply.Player > 0 {
		bits |= choiceReply
	}
	if c.Unstable != trees.Stable {
		bits |= choiceUnstable
	}
	if c.Pick != nil {
		bits |= choicePick
	}
	if c.Expects.Player > 0 {
		bits |= choiceExpects
	}
	if c.Proof != nil {
		bits |= choiceProof
	}
	if c.Models != nil {
		bits |= choiceModels
	}
	return bits
}

// choice reads the record of a Choice, after its type.
func (u *unpacker) choice() *Choice {
	c := &Choice{}
	parts := u.byte()
	if parts&choiceRegime != 0 {
		r := &Regime{Rule: u.string(), Name: u.string()}
		u.vector(&r.Standing)
		r.Player, r.Leader, r.Second, r.Target = int(u.byte()), int(u.byte()), int(u.byte()), int(u.byte())
		r.Lead, r.Threshold, r.Reached = u.score(), u.opt(), u.bool()
		c.Regime = r
	}
	c.Least = int(u.byte())
	if parts&choiceReply != 0 {
		c.Reply = Reply{int(u.byte()), int32(u.uint())}
	}
	if parts&choiceUnstable != 0 {
		c.Unstable = trees.Instability(u.byte())
	}
	if parts&choicePick != 0 {
		c.Pick = u.pick()
	}
	if parts&choiceExpects != 0 {
		c.Expects = Expects{int(u.byte()), u.opt(), u.score()}
	}
	if parts&choiceProof != 0 {
		c.Proof = u.proof()
	}
	if parts&choiceModels != 0 {
		c.Models = u.models()
	}
	if parts&choiceSet == 0 {
		return c
	}
	c.Set = make([]trees.Vector, u.uint())
	for i := range c.Set {
		u.vector(&c.Set[i])
	}
	c.Span[0], c.Span[1] = u.score(), u.score()
	c.Dropped = u.nodes([]int32{}, 0)
	return c
}

// appendChoice appends the Choice of an event as fields of its JSON object.
func appendChoice(b []byte, e *Event) []byte {
	c := e.Choice
	if c == nil {
		return b
	}
	if r := c.Regime; r != nil {
		b = appendString(append(b, `,"regime":{"rule":`...), r.Rule)
		b = AppendValue(append(b, `,"standing":`...), &r.Standing, e.unit(), e.Width, e.Scalar)
		b = appendInt(append(b, `,"player":`...), r.Player)
		b = appendInt(append(b, `,"leader":`...), r.Leader)
		b = appendInt(append(b, `,"second":`...), r.Second)
		b = appendScore(append(b, `,"lead":`...), r.Lead, e.unit())
		b = AppendOpt(append(b, `,"threshold":`...), r.Threshold, e.unit())
		b = strconv.AppendBool(append(b, `,"reached":`...), r.Reached)
		b = appendInt(append(b, `,"target":`...), r.Target)
		b = append(b, '}')
	}
	if c.Least > 0 {
		b = appendInt(append(b, `,"least":`...), c.Least)
	}
	if c.Pick != nil {
		b = appendPick(b, e, c.Pick)
	}
	if c.Reply.Player > 0 {
		b = appendInt(append(b, `,"reply":{"player":`...), c.Reply.Player)
		b = append(appendNode(b, c.Reply.Node), '}')
	}
	if c.Unstable != trees.Stable {
		b = append(append(append(b, `,"unstable":"`...), c.Unstable.String()...), '"')
	}
	if x := c.Expects; x.Player > 0 {
		b = appendInt(append(b, `,"expects":{"player":`...), x.Player)
		b = AppendOpt(append(b, `,"child":`...), x.Child, e.unit())
		b = append(appendScore(append(b, `,"best":`...), x.Best, e.unit()), '}')
	}
	if c.Proof != nil {
		b = appendProofJSON(b, c.Proof)
	}
	if c.Models != nil {
		b = appendModels(b, e, c.Models)
	}
	if c.Set == nil {
		return b
	}
	b = AppendSet(append(b, `,"set":`...), c.Set, e.unit(), e.Width, e.Scalar)
	if e.Type == Backup {
		b = appendScore(append(b, `,"span":[`...), c.Span[0], e.unit())
		b = append(appendScore(append(b, ','), c.Span[1], e.unit()), ']')
		b = appendNodes(append(b, `,"dropped":`...), c.Dropped)
	}
	return b
}

// AppendSet appends a set of values as a JSON array.
func AppendSet(b []byte, set []trees.Vector, unit trees.Score, width int, scalar bool) []byte {
	b = append(b, '[')
	for i := range set {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendValue(b, &set[i], unit, width, scalar)
	}
	return append(b, ']')
}
