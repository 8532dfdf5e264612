package trees

import (
	"fmt"
	"math"
	"unicode/utf8"
)

// What a document must fulfil. Every error names the place and says what would be right.

// check holds the whole tree against the rules, and fills in what is implied.
func (t *Tree) check() *Error {
	if err := t.checkHeader(); err != nil {
		return err
	}
	for n := range t.Len() {
		if err := t.checkNode(n); err != nil {
			return err
		}
	}
	if c := t.contradiction(); c != nil {
		field := ".low"
		if c.above {
			field = ".up"
		}
		return t.errNode(c.holder, field, "%s", c.explain(t))
	}
	return nil
}

func (h *Header) checkHeader() *Error {
	if r := utf8.RuneCountInString(h.Title); r > MaxTitleRunes {
		return errLimit("title", "the title has %d characters; a title has at most %d", r, MaxTitleRunes)
	}
	if !utf8.ValidString(h.Title) {
		return errAt("title", "the title is not UTF-8")
	}
	if err := h.checkPlayers(); err != nil {
		return err
	}
	for _, f := range []struct {
		name  string
		score Score
	}{{"maxsum", h.MaxSum.Score}, {"maxp", h.MaxP.Score}, {"delta", h.Delta}} {
		if f.score < 0 {
			return errAt(f.name, "%s is below 0, the least that it can be", f.score)
		}
		if f.score > MaxScore {
			return errAt(f.name, "%s is larger than %s, the largest score", f.score, MaxScore)
		}
	}
	if len(h.Outcomes) > MaxOutcomes {
		return errLimit("outcomes", "a tree has at most %d outcomes, not %d", MaxOutcomes, len(h.Outcomes))
	}
	for i := range h.Outcomes {
		if why := h.misfit(&h.Outcomes[i]); why != "" {
			return errAt(fmt.Sprintf("outcomes[%d]", i), "%s", why)
		}
	}
	return nil
}

func (h *Header) checkPlayers() *Error {
	implied := map[Kind]int{Minimax: 2, Path: 1}[h.Kind]
	switch {
	case h.Kind > Path:
		return errAt("kind", "there is no such kind; there are maxn, minimax and path")
	case implied != 0 && h.Players == 0:
		h.Players = implied
	case implied != 0 && h.Players != implied:
		return errAt("players", "a %s tree has %s, not %d", h.Kind, count(implied, "player"), h.Players)
	case h.Players == 0:
		return errAt("players", "a maxn tree needs its number of players, 1 to %d", MaxPlayers)
	case h.Players < 1 || h.Players > MaxPlayers:
		return errAt("players", "%d is out of range: a tree has 1 to %d players", h.Players, MaxPlayers)
	}
	return nil
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// misfit says why v cannot be an outcome of a tree with this header; "" where it can.
// Maxsum and maxp are about max^n scores; a minimax utility may be anything.
func (h *Header) misfit(v *Vector) string {
	if why := h.outOfRange(v); why != "" || h.Kind != MaxN {
		return why
	}
	limit, name := h.MaxP, "maxp"
	if !limit.Given {
		limit, name = h.MaxSum, "maxsum"
	}
	for p, s := range v[:h.Players] {
		if limit.Given && s > limit.Score {
			return fmt.Sprintf("player %d has %s, more than %s, which is %s", p+1, s, name, limit.Score)
		}
	}
	if sum := v.Sum(h.Players); h.MaxSum.Given && sum > h.MaxSum.Score {
		return fmt.Sprintf("the scores add up to %s, more than maxsum, which is %s", sum, h.MaxSum.Score)
	}
	return ""
}

// outOfRange says why v cannot be a vector of scores at all.
func (h *Header) outOfRange(v *Vector) string {
	width := h.Width()
	for p, s := range v {
		switch {
		case s == 0:
		case p >= width:
			return fmt.Sprintf("there is a score for player %d; a vector here has %s", p+1, count(width, "score"))
		case s > MaxScore || s < -MaxScore:
			return fmt.Sprintf("%s is larger than %s, the largest score", s, MaxScore)
		case s < 0 && h.Kind == MaxN:
			return fmt.Sprintf("player %d has %s; scores are 0 or more", p+1, s)
		}
	}
	return ""
}

func (t *Tree) checkNode(n int) *Error {
	if p := t.Mover(n); p > t.Players {
		return t.errNode(n, ".player", "player %d is out of range: this tree has %s", p, count(t.Players, "player"))
	}
	if c := t.Cost(n); c != 0 {
		switch {
		case t.Kind != Path:
			return t.errNode(n, ".cost", "only an edge of a path tree has a cost")
		case n == 0:
			return t.errNode(n, ".cost", "no edge leads to the root, so it has no cost")
		case c < 0:
			return t.errNode(n, ".cost", "%s is below 0, the least that it can be", c)
		case c > MaxScore:
			return t.errNode(n, ".cost", "%s is larger than %s, the largest score", c, MaxScore)
		}
	}
	if t.IsLeaf(n) {
		return t.checkLeaf(n)
	}
	return t.checkInner(n)
}

const noPathValue = "a node of a path tree has no value: a leaf's worth is the cost of the path to it"

func (t *Tree) checkLeaf(n int) *Error {
	unknown := t.flags[n]&flagUnknown != 0
	switch {
	case t.low[n] != none:
		return t.errNode(n, ".low", "a leaf has a value, not bounds")
	case t.up[n] != none:
		return t.errNode(n, ".up", "a leaf has a value, not bounds")
	case t.static[n] != none:
		return t.errNode(n, ".static", "a leaf has a value, not a static evaluation")
	case t.Kind == Path && len(t.Alternatives(n)) > 0:
		return t.errNode(n, ".alternatives", noPathValue)
	case t.Kind == Path && (t.value[n] != none || unknown):
		return t.errNode(n, ".value", noPathValue)
	case t.Chosen(n) && t.value[n] == none:
		return t.errNode(n, ".chosen", "only a leaf's known value can be chosen")
	case t.Kind == Path:
		return nil
	case t.value[n] == none && !unknown:
		return t.errNode(n, ".value", "a node without children needs a value, alternatives, or null for unknown")
	}
	if v, known := t.Value(n); known && t.flags[n]&flagOwnValue != 0 {
		if why := t.misfit(&v); why != "" {
			return t.errNode(n, ".value", "%s", why)
		}
	}
	for i := range t.Alternatives(n) {
		if why := t.misfit(&t.Alternatives(n)[i]); why != "" {
			return t.errNode(n, fmt.Sprintf(".alternatives[%d]", i), "%s", why)
		}
	}
	return nil
}

func (t *Tree) checkInner(n int) *Error {
	switch {
	case t.flags[n]&(flagOwnValue|flagUnknown) != 0:
		return t.errNode(n, ".value", "an inner node has no value of its own; its children decide it")
	case len(t.Alternatives(n)) > 0:
		return t.errNode(n, ".alternatives", "only a leaf has alternatives")
	case t.flags[n]&flagChosen != 0:
		return t.errNode(n, ".chosen", "only a leaf's known value can be chosen")
	case t.up[n] != none && t.Kind == Path:
		return t.errNode(n, ".up", "a path tree has lower bounds only")
	}
	if t.Mover(n) == 0 {
		if t.Kind != Path {
			return t.errNode(n, ".player", "an inner node needs its mover, 1 to %d", t.Players)
		}
		t.mover[n] = 1
	}
	for _, f := range []struct {
		name string
		at   int32
	}{{".low", t.low[n]}, {".up", t.up[n]}, {".static", t.static[n]}} {
		if f.at == none {
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
			return t.errNode(n, ".low", "player %d has at least %s but, by up, at most %s", p+1, low[p], up[p])
		}
	}
	return nil
}

// A contradiction is a heuristic that a leaf below it does not keep.
type contradiction struct {
	holder, leaf int
	alternative  int // of the leaf; none: its value
	player       int // from 0
	score, bound Score
	above        bool // the score is above the upper bound, else below the lower
}

func (c *contradiction) explain(t *Tree) string {
	field := ".value"
	if c.alternative != none {
		field = fmt.Sprintf(".alternatives[%d]", c.alternative)
	}
	side := "below the lower"
	if c.above {
		side = "above the upper"
	}
	switch t.Kind {
	case Path:
		return fmt.Sprintf("the path to %s costs %s, %s bound %s", t.Place(c.leaf), c.score, side, c.bound)
	case Minimax:
		return fmt.Sprintf("%s%s is %s, %s bound %s", t.Place(c.leaf), field, c.score, side, c.bound)
	}
	return fmt.Sprintf("%s%s gives player %d %s, %s bound %s", t.Place(c.leaf), field, c.player+1, c.score, side, c.bound)
}

// tightest are the tightest bounds that hold at a node, and the nodes, on the
// path to it, that hold them.
type tightest struct {
	low, up     Vector
	lowAt, upAt [MaxPlayers]int32
	cost        Score // of the path to the node
}

// contradiction holds every value and every alternative of every leaf against
// the heuristics above it: one pass in preorder, with one entry a level.
func (t *Tree) contradiction() *contradiction {
	if !t.bounded() {
		return nil
	}
	way := make([]tightest, t.height+1)
	top := &way[0]
	for p := range MaxPlayers {
		top.low[p], top.up[p] = math.MinInt64, math.MaxInt64
	}
	for n := range t.Len() {
		at := &way[t.Level(n)]
		if n > 0 {
			*at = way[t.Level(n)-1]
			at.cost += t.Cost(n)
		}
		at.narrow(t, n)
		if !t.IsLeaf(n) {
			continue
		}
		if c := t.breach(at, n); c != nil {
			return c
		}
	}
	return nil
}

func (t *Tree) bounded() bool {
	for n := range t.Len() {
		if t.low[n] != none || t.up[n] != none {
			return true
		}
	}
	return false
}

func (at *tightest) narrow(t *Tree, n int) {
	if v, ok := t.Low(n); ok {
		for p := range t.Width() {
			if v[p] > at.low[p] {
				at.low[p], at.lowAt[p] = v[p], int32(n)
			}
		}
	}
	if v, ok := t.Up(n); ok {
		for p := range t.Width() {
			if v[p] < at.up[p] {
				at.up[p], at.upAt[p] = v[p], int32(n)
			}
		}
	}
}

// breach is the first way in which the leaf does not keep the bounds.
func (t *Tree) breach(at *tightest, leaf int) *contradiction {
	if t.Kind == Path {
		return t.breachBy(at, leaf, none, &Vector{at.cost})
	}
	if v, known := t.Value(leaf); known && t.flags[leaf]&flagOwnValue != 0 {
		if c := t.breachBy(at, leaf, none, &v); c != nil {
			return c
		}
	}
	for i := range t.Alternatives(leaf) {
		if c := t.breachBy(at, leaf, i, &t.Alternatives(leaf)[i]); c != nil {
			return c
		}
	}
	return nil
}

func (t *Tree) breachBy(at *tightest, leaf, alternative int, v *Vector) *contradiction {
	for p, s := range v[:t.Width()] {
		if s < at.low[p] {
			return &contradiction{int(at.lowAt[p]), leaf, alternative, p, s, at.low[p], false}
		}
		if s > at.up[p] {
			return &contradiction{int(at.upAt[p]), leaf, alternative, p, s, at.up[p], true}
		}
	}
	return nil
}
