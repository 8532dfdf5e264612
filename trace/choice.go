package trace

import (
	"strconv"

	"espalier/trees"
)

// A Choice says how a decision rule other than max^n, minimax or paranoid chooses. An event of
// another algorithm has none. The type of the event determines which fields are set:
//
//	Start   Regime (MP-Mix; directed offensive)
//	Enter   Pick (another order of visits)
//	Backup  Least (directed offensive, MP-Mix)
//	Done    none: the value is that of the rule, which is what an exhaustive search is compared with
type Choice struct {
	Regime *Regime
	// Least is the player whose score the mover makes as small as possible; 0: the mover
	// chooses the largest score of the mover's own.
	Least int
	Pick  *Pick // nil: children are visited from left to right
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
	if c.Regime != nil {
		regime := *c.Regime
		d.Regime = &regime
	}
	if c.Pick != nil {
		pick := *c.Pick
		d.Pick = &pick
	}
	return &d
}

// least returns the player whose score the mover makes as small as possible; 0: nobody's.
func (e *Event) least() int {
	if e.Choice == nil {
		return 0
	}
	return e.Choice.Least
}

// choiceRecord is written in place of a type, before the record of an event that has a Choice.
const choiceRecord = 0xFC

// choice appends the record of a Choice.
func (p *packer) choice(b []byte, c *Choice) []byte {
	b = append(b, extended, choiceRecord)
	b = packBool(b, c.Regime != nil)
	if r := c.Regime; r != nil {
		b = packString(b, r.Rule)
		b = packString(b, r.Name)
		b = p.vector(b, &r.Standing)
		b = append(b, byte(r.Player), byte(r.Leader), byte(r.Second), byte(r.Target))
		b = packScore(b, r.Lead)
		b = packOpt(b, r.Threshold)
		b = packBool(b, r.Reached)
	}
	b = packBool(append(b, byte(c.Least)), c.Pick != nil)
	if c.Pick != nil {
		b = p.pick(b, c.Pick)
	}
	return b
}

// choice reads the record of a Choice, after its type.
func (u *unpacker) choice() *Choice {
	c := &Choice{}
	if u.bool() {
		r := &Regime{Rule: u.string(), Name: u.string()}
		u.vector(&r.Standing)
		r.Player, r.Leader, r.Second, r.Target = int(u.byte()), int(u.byte()), int(u.byte()), int(u.byte())
		r.Lead, r.Threshold, r.Reached = u.score(), u.opt(), u.bool()
		c.Regime = r
	}
	c.Least = int(u.byte())
	if u.bool() {
		c.Pick = u.pick()
	}
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
	return b
}
