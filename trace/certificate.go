package trace

import (
	"slices"
	"strconv"
	"strings"

	"espalier/trees"
)

// A Certificate is the part of the reason for a step that the page shows besides
// the sentence: the bounds that meet, the nodes that supply them, the outcomes
// that a leaf-value table excludes, and the tie rule if it decided the step. The
// texts are written only here, so that a page drawn by the server and a page that
// plays the run show the same texts.
type Certificate struct {
	Who, Sum, Limit string // the row under the bounds; if Who is empty, there is no row
	Short           string // the same reason as a short text beside the cut, on the tree
	Tie             string // the decision by the tie rule; empty: the tie rule decided nothing
	At              int    // the node whose children are cut, or the node that is re-searched
	Holders         []Holder
	Outcomes        []outcomeRow
}

// A Holder is a node that supplies a part of the reason.
type Holder struct {
	Node, Player int
	Text         string // "5 from b"; empty: the page already shows the node's own heuristic
}

// An outcomeRow is an outcome that cannot change the value any more.
type outcomeRow struct {
	Value  string
	Player int
	Name   string // name of the player on the page
	Why    string // "1 ≤ 5"
	Node   int    // the node whose bound or heuristic excludes the outcome
	At     string // name of Node
}

// Nodes returns the nodes that the certificate names: where it holds, and those that
// supply a part of it.
func (c *Certificate) Nodes() []int {
	list := []int{c.At}
	for _, h := range c.Holders {
		list = append(list, h.Node)
	}
	for _, o := range c.Outcomes {
		list = append(list, o.Node)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// NewCertificate returns the certificate of an event, or nil if there is none.
// bounds are the bounds in force at the event's node; they contain the children
// that the scores came from. The tree is nil if it is not built.
func NewCertificate(t *trees.Tree, e *Event, bounds *[trees.MaxPlayers]Bound) *Certificate {
	c := &Certificate{At: int(e.Node)}
	switch e.Type {
	case Prune:
		c.holders(t, e, bounds)
		rules[e.Rule].certify(c, t, e)
		for _, n := range e.Notes {
			n.Certify(c, e)
		}
	case Research:
		c.research(t, e, bounds)
	case Backup:
		c.equal(t, e)
	default:
		return nil
	}
	if c.Who == "" && c.Tie == "" && len(c.Holders) == 0 {
		return nil
	}
	return c
}

func (c *Certificate) holders(t *trees.Tree, e *Event, bounds *[trees.MaxPlayers]Bound) {
	if e.Rule.Weighs() {
		return
	}
	for _, term := range e.Terms {
		if term.Player == 0 && term.Origin == Delta || term.Origin == Minimum || term.Origin == Maximum || noBestYet(e) {
			continue
		}
		h := Holder{Node: int(term.Node), Player: term.Player, Text: e.text(term.Score)}
		switch term.Origin {
		case BackedUp:
			if term.Player > 0 {
				if b := bounds[term.Player-1]; b.Given && b.Node == term.Node && b.Child >= 0 {
					h.Text += " from " + nodeName(t, b.Child)
				}
			}
		case Heuristic:
			h.Text = "h = " + h.Text
		case PathCost:
			h.Text = "cost " + h.Text
		}
		c.Holders = append(c.Holders, h)
	}
	if rules[e.Rule].quiz.Kind == QuizHeuristic {
		c.Holders = append(c.Holders, Holder{Node: int(e.Node), Player: e.Terms[0].Player})
	}
}

// noBestYet reports whether a procedure that runs as printed cut the node before
// the parent had a best value. In this case the term is at the node itself.
func noBestYet(e *Event) bool {
	return e.Rule == BnBShallow && e.Terms[0].Node == e.Node
}

// research adds the value that made a second search necessary, and the bound of
// the player who moves at the parent.
func (c *Certificate) research(t *trees.Tree, e *Event, bounds *[trees.MaxPlayers]Bound) {
	if t != nil && e.HasValue && e.BecauseChild == e.Child {
		c.wider(t, e)
		return
	}
	if t == nil || e.BecauseChild < 0 || !e.HasValue || e.Node == 0 {
		return
	}
	p := t.Mover(t.Parent(int(e.Node)))
	if p == 0 || !bounds[p-1].Given {
		return
	}
	c.At = int(e.Child)
	now, held := e.text(e.Value[p-1]), e.text(bounds[p-1].Score)
	c.Holders = append(c.Holders, Holder{Node: int(e.BecauseChild), Player: p, Text: now + " > " + held})
	c.Short = "re-searched"
}

// sumOrSides describes bounds that add up to a limit, or two bounds on one score.
func (c *Certificate) sumOrSides(t *trees.Tree, e *Event) {
	if e.Sum.Given {
		c.sum(t, e)
	} else {
		c.sides(t, e)
	}
}

// sum describes bounds that add up to the limit.
func (c *Certificate) sum(t *trees.Tree, e *Event) {
	var who, scores []string
	for _, term := range e.Terms {
		name := strconv.Itoa(term.Player)
		switch {
		case term.Player == 0:
			name = "δ"
		case term.Origin == Minimum:
			name = "least of " + name
		}
		who, scores = append(who, name), append(scores, e.summand(term.Score, len(scores) == 0))
	}
	sum, limit := e.Sum.Score, e.Limit.Score
	if noBestYet(e) {
		h := "h(" + who[0] + ")"
		c.Who, c.Sum, c.Limit = "maxsum − Bound", e.text(sum), "≥ "+e.text(limit)+" = "+h+" at "+nodeName(t, e.Node)
		c.Short = "maxsum − Bound = " + c.Sum + " ≥ " + e.text(limit) + " = " + h
		return
	}
	c.Who, c.Sum = strings.Join(who, " + "), e.text(sum)
	c.Short = strings.Join(scores, " + ")
	if len(scores) > 1 {
		c.Short += " = " + c.Sum
	}
	c.Short += " ≥ " + e.text(limit)
	switch {
	case rules[e.Rule].quiz.Kind == QuizHeuristic:
		h := "h(" + who[0] + ")"
		c.Short += " = " + h
		c.Limit = "≥ " + e.text(limit) + " = " + h + " at " + nodeName(t, e.Node)
		if sum == limit {
			c.Tie = "A tie: the heuristic allows no more than the best so far. In a tie the leftmost child wins."
		}
		return
	case e.Rule == Immediate && t != nil && t.MaxP.Of(e.Terms[0].Player-1) == e.Limit:
		c.Limit = "≥ " + e.text(limit) + ", maxp"
	default:
		c.Limit = "≥ " + e.text(limit) + ", maxsum"
	}
	switch {
	case sum != limit:
	case e.Terms[len(e.Terms)-1].Player == 0: // with δ even an equal score is impossible
	case e.Rule == Immediate || len(e.Terms) == 1:
		c.Tie = "A tie: another child can at best be equal. In a tie the leftmost child wins."
	default:
		c.Tie = "A tie: the sum equals the limit, so a value can at best equal the bounds. In a tie the leftmost child wins."
	}
}

// summand returns a score in a sum; a negative one in brackets, unless it is the first.
func (e *Event) summand(s trees.Score, first bool) string {
	text := e.text(s)
	if s < 0 && !first {
		return "(" + text + ")"
	}
	return text
}

// sides describes two bounds on the same score that meet.
func (c *Certificate) sides(t *trees.Tree, e *Event) {
	held, own := e.Terms[0], e.Terms[1]
	if e.Rule == Cost && held.Origin != BackedUp {
		held, own = own, held
	}
	here := nodeName(t, e.Node)
	c.Sum = e.text(held.Score)
	score := e.text(own.Score)
	switch {
	case e.Rule == Cost:
		c.Who, c.Limit = "least so far", "≤ "+score+", the least through "+here
		c.Short = score + " ≥ " + c.Sum
	case held.Origin == Heuristic:
		c.Who, c.Limit = "heuristic", "reached with "+score+" at "+here
		c.Short = score + " = h"
	case e.Rule == Alpha:
		c.Who, c.Limit = endName(held, "α"), "≥ "+score+", the most that "+here+" can be worth"
		c.Short = c.Who + " = " + c.Sum + " ≥ " + score
	default:
		c.Who, c.Limit = endName(held, "β"), "≤ "+score+", the least that "+here+" can be worth"
		c.Short = c.Who + " = " + c.Sum + " ≤ " + score
	}
	if held.Score == own.Score {
		c.Tie = "A tie: both bounds are " + score + ", so no value here is better. In a tie the leftmost child wins."
	}
}

// model compares what the opponent expects here with what it expects above.
func (c *Certificate) model(t *trees.Tree, e *Event) {
	held, own := e.Terms[0], e.Terms[1]
	score := e.text(own.Score)
	c.Who, c.Sum = "player "+strconv.Itoa(held.Player)+" expects", e.text(held.Score)
	c.Limit = "≥ " + score + ", the most it expects at " + nodeName(t, e.Node)
	c.Short = c.Sum + " ≥ " + score
	if held.Score == own.Score {
		c.Tie = "A tie: the opponent expects no more here. In a tie the leftmost child wins."
	}
}

// table lists the excluded outcomes: no outcome is left that all players would
// accept.
func (c *Certificate) table(t *trees.Tree, e *Event) {
	why, at := "outside the bounds of the heuristic", nodeName(t, e.Node)
	if !hasHeuristic(t, e.Node) {
		why = "0, which the printed test takes where there is no bound,"
	}
	for _, x := range e.Excluded {
		row := outcomeRow{Value: ValueText(&x.Value, e.Width, e.unit()), Player: x.Player, Name: strconv.Itoa(x.Player), Node: int(e.Node), At: at, Why: why}
		for _, term := range e.Terms {
			score := x.Value[x.Player-1]
			if term.Player != x.Player || score > term.Score {
				continue
			}
			row.Node, row.At = int(term.Node), nodeName(t, term.Node)
			sign := " < "
			if score == term.Score {
				sign = " = "
				c.Tie = "A tie: an outcome that only equals a bound is excluded, too. In a tie the leftmost child wins."
			}
			row.Why = e.text(score) + sign + e.text(term.Score)
		}
		c.Outcomes = append(c.Outcomes, row)
	}
	c.Short = "no outcome is left"
}

// hasHeuristic reports whether a heuristic bounds the scores at a node.
func hasHeuristic(t *trees.Tree, node int32) bool {
	if t == nil {
		return true
	}
	for n := int(node); n >= 0; n = t.Parent(n) {
		_, low := t.Low(n)
		_, up := t.Up(n)
		if low || up {
			return true
		}
	}
	return false
}

// equal describes a tie: a child gives the mover the same score as the best child
// so far.
func (c *Certificate) equal(t *trees.Tree, e *Event) {
	if t == nil || !e.HasValue || !e.HasBest || e.Improved || e.Chance {
		return
	}
	p := 0
	switch {
	case e.Scalar:
	case e.About > 0:
		p = e.About - 1
	default:
		p = t.Mover(int(e.Node)) - 1
	}
	same := e.Value[p] == e.Best[p]
	for _, n := range e.Notes {
		same = n.Ties(p+1, same)
	}
	if same {
		c.Tie = "A tie: " + nodeName(t, e.Child) + " gives the same as the best so far. In a tie the leftmost child wins."
	}
}

func nodeName(t *trees.Tree, n int32) string {
	if t == nil {
		return "node " + strconv.Itoa(int(n))
	}
	return t.Name(int(n))
}

// append appends the certificate as JSON, in the form that the page's player
// receives.
func (c *Certificate) append(b []byte) []byte {
	b = append(b, '{')
	for i, f := range [...]struct{ name, text string }{
		{"who", c.Who}, {"sum", c.Sum}, {"limit", c.Limit}, {"short", c.Short}, {"tie", c.Tie},
	} {
		if i > 0 {
			b = append(b, ',')
		}
		b = trees.AppendQuoted(append(append(append(b, '"'), f.name...), `":`...), f.text)
	}
	b = strconv.AppendInt(append(b, `,"at":`...), int64(c.At), 10)
	b = append(b, `,"holders":[`...)
	for i, h := range c.Holders {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(strconv.AppendInt(append(b, `{"node":`...), int64(h.Node), 10), `,"player":`...)
		b = trees.AppendQuoted(append(strconv.AppendInt(b, int64(h.Player), 10), `,"text":`...), h.Text)
		b = append(b, '}')
	}
	b = append(b, `],"outcomes":[`...)
	for i, o := range c.Outcomes {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(strconv.AppendInt(append(b, `{"player":`...), int64(o.Player), 10), `,"node":`...)
		b = strconv.AppendInt(b, int64(o.Node), 10)
		b = trees.AppendQuoted(append(b, `,"value":`...), o.Value)
		b = trees.AppendQuoted(append(b, `,"name":`...), o.Name)
		b = trees.AppendQuoted(append(b, `,"why":`...), o.Why)
		b = trees.AppendQuoted(append(b, `,"at":`...), o.At)
		b = append(b, '}')
	}
	return append(b, "]}"...)
}
