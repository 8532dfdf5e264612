package trees

import (
	"fmt"
	"unicode/utf8"
)

// This file checks the rules of a document. Every error has the place and describes a
// correct value.

// check checks the whole tree and fills in the defaults.
func (t *Tree) check(j *faultCollector, p *pace) *Error {
	if err := t.checkHeader(j); err != nil {
		return err
	}
	for n := range t.Len() {
		p.step()
		if err := t.checkNode(j, n); err != nil {
			return err
		}
	}
	if err := t.checkInfosets(j); err != nil {
		return err
	}
	return j.contradictions(t)
}

func (h *Header) checkHeader(j *faultCollector) *Error {
	if r := utf8.RuneCountInString(h.Title); r > MaxTitleRunes {
		return ErrorOverLimit("title", "the title has %d characters; a title has at most %d", r, MaxTitleRunes)
	}
	if !utf8.ValidString(h.Title) {
		return ErrorAt("title", "the title is not UTF-8")
	}
	if err := h.checkPlayers(); err != nil {
		return err
	}
	if err := h.checkLimits(); err != nil {
		return err
	}
	if len(h.Outcomes) > MaxOutcomes {
		return ErrorOverLimit("outcomes", "a tree has at most %d outcomes, not %d", MaxOutcomes, len(h.Outcomes))
	}
	for i := range h.Outcomes {
		if why := h.outOfRange(&h.Outcomes[i]); why != "" {
			return ErrorAt(fmt.Sprintf("outcomes[%d]", i), "%s", why)
		}
		if !h.within(&h.Outcomes[i]) {
			if err := j.header(fmt.Sprintf("outcomes[%d]", i), h.overLimit(&h.Outcomes[i])); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkLimits checks maxsum, minp, maxp and delta, each by itself and against the others.
func (h *Header) checkLimits() *Error {
	switch {
	case h.Delta < 0:
		return ErrorAt("delta", "%s is below 0, the least that it can be", h.Delta.In(h.unit()))
	}
	if err := h.MinP.check("minp", h.Width()); err != nil {
		return err
	}
	if err := h.MaxP.check("maxp", h.Width()); err != nil {
		return err
	}
	for p := range h.Width() {
		if least, most := h.MinP.Of(p), h.MaxP.Of(p); least.Given && most.Given && most.Score < least.Score {
			return ErrorAt("maxp", "player %d has at most %s but, by minp, at least %s", p+1, most.Score.In(h.unit()), least.Score.In(h.unit()))
		}
	}
	if h.Kind == MaxN && h.MinP.Given && h.MaxSum.Given {
		if least := h.MinP.Scores.Sum(h.Players); h.MaxSum.Score < least {
			return ErrorAt("maxsum", "%s is less than %s, what all players have at least by minp", h.MaxSum.Score.In(h.unit()), least.In(h.unit()))
		}
	}
	return nil
}

func (h *Header) checkPlayers() *Error {
	implied := map[Kind]int{Minimax: 2, Path: 1}[h.Kind]
	switch {
	case h.Kind > Path:
		return ErrorAt("kind", "there is no such kind; there are maxn, minimax and path")
	case implied != 0 && h.Players == 0:
		h.Players = implied
	case implied != 0 && h.Players != implied:
		return ErrorAt("players", "a %s tree has %s, not %d", h.Kind, count(implied, "player"), h.Players)
	case h.Players == 0:
		return ErrorAt("players", "a maxn tree needs its number of players, 1 to %d", MaxPlayers)
	case h.Players < 1 || h.Players > MaxPlayers:
		return ErrorAt("players", "%d is out of range: a tree has 1 to %d players", h.Players, MaxPlayers)
	}
	return nil
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// vectorProblem returns the reason why v cannot be an outcome of a tree with this
// header, or "" if it can.
func (h *Header) vectorProblem(v *Vector) string {
	if why := h.outOfRange(v); why != "" {
		return why
	}
	return h.overLimit(v)
}

// within reports whether v respects maxsum, minp and maxp. They limit max^n scores
// only; a minimax utility may be any number.
func (h *Header) within(v *Vector) bool {
	if h.Kind != MaxN {
		return true
	}
	for p, s := range v[:h.Players] {
		if h.MaxP.Given && s > h.MaxP.Scores[p] || h.MinP.Given && s < h.MinP.Scores[p] {
			return false
		}
	}
	return !h.MaxSum.Given || v.Sum(h.Players) <= h.MaxSum.Score
}

// overLimit describes how v breaks maxsum, minp or maxp, or returns "" if it does not.
func (h *Header) overLimit(v *Vector) string {
	if h.within(v) {
		return ""
	}
	if why := h.belowMinimum(v); why != "" {
		return why
	}
	positive := true
	for p, s := range v[:h.Players] {
		if most := h.MaxP.Of(p); most.Given && s > most.Score {
			return fmt.Sprintf("player %d has %s, more than maxp, which is %s", p+1, s.In(h.unit()), most.Score.In(h.unit()))
		}
		positive = positive && s >= 0
	}
	for p, s := range v[:h.Players] {
		if positive && s > h.MaxSum.Score {
			return fmt.Sprintf("player %d has %s, more than maxsum, which is %s", p+1, s.In(h.unit()), h.MaxSum.Score.In(h.unit()))
		}
	}
	return fmt.Sprintf("the scores add up to %s, more than maxsum, which is %s", v.Sum(h.Players).In(h.unit()), h.MaxSum.Score.In(h.unit()))
}

// outOfRange returns the reason why v is not a valid vector of scores, or "" if it is.
func (h *Header) outOfRange(v *Vector) string {
	width := h.Width()
	for p, s := range v {
		switch {
		case s == 0:
		case p >= width:
			return fmt.Sprintf("there is a score for player %d; a vector here has %s", p+1, count(width, "score"))
		}
	}
	return ""
}

const noRootAction = "no move leads to the root, so it has no name"

func (t *Tree) checkNode(j *faultCollector, n int) *Error {
	if p := t.Mover(n); p > t.Players {
		// In the other kinds the movers have names: an unknown mover is always an
		// error.
		if t.Kind != MaxN {
			j = nil
		}
		if err := j.node(t, n, "player", fmt.Sprintf("player %d is out of range: this tree has %s", p, count(t.Players, "player"))); err != nil {
			return err
		}
	}
	if _, given := t.GivenProb(n); given && (n == 0 || !t.IsChance(t.Parent(n)) && !j.fragmentAt(t.Parent(n))) {
		return t.errNode(n, ".prob", "only a child of a chance node has a probability")
	}
	if n == 0 && t.Action(n) != "" {
		return t.errNode(n, ".action", noRootAction)
	}
	if c := t.Cost(n); c != 0 {
		switch {
		case t.Kind != Path:
			return t.errNode(n, ".cost", "only an edge of a path tree has a cost")
		case n == 0:
			return t.errNode(n, ".cost", "no edge leads to the root, so it has no cost")
		case c < 0:
			return t.errNode(n, ".cost", "%s is below 0, the least that it can be", c.In(t.Unit))
		}
	}
	if why := t.noInfoset(n); why != "" {
		return t.errNode(n, ".infoset", "%s", why)
	}
	if t.IsLeaf(n) {
		return t.checkLeaf(j, n)
	}
	return t.checkInner(j, n)
}

const noPathValue = "a node of a path tree has no value: the value of a leaf is the cost of the path to it"

func (t *Tree) checkLeaf(j *faultCollector, n int) *Error {
	unknown := t.flags[n]&flagUnknown != 0
	switch {
	case t.IsChance(n):
		return t.errNode(n, ".chance", "a leaf has a value; only a node with children is a chance node")
	case t.low[n] != NoNode:
		return t.errNode(n, ".low", "a leaf has a value, not bounds")
	case t.up[n] != NoNode:
		return t.errNode(n, ".up", "a leaf has a value, not bounds")
	case t.static[n] != NoNode:
		return t.errNode(n, ".static", "a leaf has a value, not a static evaluation")
	case t.Kind == Path && len(t.Alternatives(n)) > 0:
		return t.errNode(n, ".alternatives", noPathValue)
	case t.Kind == Path && (t.value[n] != NoNode || unknown):
		return t.errNode(n, ".value", noPathValue)
	case t.NotFromPaper(n) && t.value[n] == NoNode:
		return t.errNode(n, ".chosen", "only a leaf's known value can be chosen")
	case t.Kind == Path:
		return nil
	case t.value[n] == NoNode && !unknown:
		return t.errNode(n, ".value", "a node without children needs a value, alternatives, or null for unknown")
	}
	if v, known := t.Value(n); known && t.flags[n]&flagOwnValue != 0 {
		if err := t.checkLeafValue(j, n, NoNode, &v); err != nil {
			return err
		}
	}
	for i := range t.Alternatives(n) {
		if err := t.checkLeafValue(j, n, i, &t.Alternatives(n)[i]); err != nil {
			return err
		}
	}
	return nil
}

// checkLeafValue checks a leaf's value, or the given one of its alternatives.
func (t *Tree) checkLeafValue(j *faultCollector, n, alternative int, v *Vector) *Error {
	if why := t.outOfRange(v); why != "" {
		return t.errNode(n, "."+valueField(alternative), "%s", why)
	}
	if t.within(v) {
		return nil
	}
	return j.node(t, n, valueField(alternative), t.overLimit(v))
}

// valueField returns the document's key of a leaf's value (alternative none),
// or of one of its alternatives.
func valueField(alternative int) string {
	if alternative == NoNode {
		return "value"
	}
	return fmt.Sprintf("alternatives[%d]", alternative)
}

func (t *Tree) checkInner(j *faultCollector, n int) *Error {
	switch {
	case t.flags[n]&(flagOwnValue|flagUnknown) != 0:
		return t.errNode(n, ".value", "an inner node has no value of its own; its children decide it")
	case len(t.Alternatives(n)) > 0:
		return t.errNode(n, ".alternatives", "only a leaf has alternatives")
	case t.flags[n]&flagNotFromPaper != 0:
		return t.errNode(n, ".chosen", "only a leaf's known value can be chosen")
	case t.up[n] != NoNode && t.Kind == Path:
		return t.errNode(n, ".up", "a path tree has lower bounds only")
	}
	switch {
	case t.IsChance(n) && t.Kind == Path:
		return t.errNode(n, ".chance", noPathChance)
	case t.IsChance(n) && t.Mover(n) != 0:
		return t.errNode(n, ".player", "nobody moves at a chance node; leave out player or chance")
	case t.IsChance(n):
		if err := t.checkChance(j, n); err != nil {
			return err
		}
	case t.Mover(n) == 0 && t.Kind != Path:
		return t.errNode(n, ".player", "an inner node needs its mover, 1 to %d", t.Players)
	case t.Mover(n) == 0:
		t.mover[n] = 1
	}
	for _, f := range []struct {
		name string
		at   int32
	}{{".low", t.low[n]}, {".up", t.up[n]}, {".static", t.static[n]}} {
		if f.at == NoNode {
			continue
		}
		if why := t.outOfRange(&t.vectors[f.at]); why != "" {
			return t.errNode(n, f.name, "%s", why)
		}
	}
	low, hasLow := t.Low(n)
	up, hasUp := t.Up(n)
	for p := range t.Width() {
		if hasLow && hasUp && low[p] > up[p] {
			return j.node(t, n, "low", fmt.Sprintf("player %d has at least %s but, by up, at most %s", p+1, low[p].In(t.Unit), up[p].In(t.Unit)))
		}
	}
	return nil
}
