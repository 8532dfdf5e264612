package learn

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"espalier/search/algorithms"
	"espalier/search/papers"
	"espalier/search/ties"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/web/words"
)

// fill replaces the actions in double braces in the text of a scene with values that the engines
// compute. An action is about the run of the scene, unless it names another algorithm:
//
//	value "d"          the value that d backs up, or that the leaf d has
//	score "d" 2        the score of player 2 in this value
//	static "d"         the static value of d
//	root               the value of the root
//	count, nodes, leaves   the nodes of the tree; the nodes and the leaves that the run visits
//	sum, limit         of the cut at the step
//	alpha, beta        the window at the step
//	maxsum, low "d" 1, up "d" 1   of the tree
//	maxp               the largest score of one player
//	height             of the tree
//	best 2 2 3         the leaves of the best case: branching, players, depth (papers.BestLeaves)
//	paranoid 2 3 3     those of a paranoid search (papers.FewestParanoid)
//	try "f" "3,0,6"    the leaf f with another value, in words
//	minus 9 5, plus 1 2, times 1 2, over 1 2
//	minp               the smallest score of one player
//	prob "d"           the probability of d, a child of a chance node
//	then "f" "3,0,6"   the value of the root if the leaf f had this value
//	visits "f" "3,0,6" the nodes that the run would visit then
//	last "nau1982" "independent squares"   the largest measured depth before the end of the game is seen
//	lowest "nau1982" "larger boards"       the depth with the smallest share of right choices, ties settled
//	share "nau1982" "independent squares" 8 "ties"   what was measured at a depth, in percent
//	values             the values that the root can have under all tie rules; equilibria: how many there are
//	set                the set that the run returns
//	outcomes           the possible outcomes; outcome "2,2,0" is one of them
//	new "ply"          a term at its definition; term "ply" "plies" elsewhere, with other words
func (c *Chapter) fill(s *Scene) (string, error) {
	of := func(spec []string) (*Recording, error) {
		if len(spec) == 0 {
			return s.run, nil
		}
		return c.run(spec[0])
	}
	count := func(n func(*trace.Stats) int) func(...string) (string, error) {
		return func(spec ...string) (string, error) {
			r, err := of(spec)
			if err != nil {
				return "", err
			}
			return words.Grouped(n(&r.result.Stats)), nil
		}
	}
	value := func(label string, spec []string) (trees.Vector, error) {
		r, err := of(spec)
		if err != nil {
			return trees.Vector{}, err
		}
		return c.valueOf(r, label)
	}
	event := &s.run.events[s.step]
	funcs := template.FuncMap{
		"value": func(label string, spec ...string) (string, error) {
			v, err := value(label, spec)
			return c.tree.FormatValue(v), err
		},
		"score": func(label string, player int, spec ...string) (trees.Number, error) {
			v, err := value(label, spec)
			return c.number(v[player-1]), err
		},
		"static": func(label string) (string, error) {
			n, err := c.node(label)
			if err != nil {
				return "", err
			}
			v, given := c.tree.Static(n)
			if !given {
				return "", fmt.Errorf("%s has no static value", label)
			}
			return c.tree.FormatValue(v), nil
		},
		"root": func(spec ...string) (string, error) {
			r, err := of(spec)
			if err != nil {
				return "", err
			}
			return words.FormatOutcome(c.tree, &r.result), nil
		},
		"count":  func() int { return c.tree.Len() },
		"nodes":  count(func(s *trace.Stats) int { return s.Nodes }),
		"leaves": count(func(s *trace.Stats) int { return s.Leaves }),
		"height": func() int { return c.tree.Height() },
		"try": func(label, value string) (string, error) {
			v, err := c.tree.ParseValue(value)
			return "*" + label + "*\u00a0= " + c.tree.FormatValue(v), err
		},
		"sum":   func() trees.Number { return event.Sum.Score.In(event.Unit) },
		"limit": func() trees.Number { return event.Limit.Score.In(event.Unit) },
		"alpha": func() trees.Number { return event.Alpha.Score.In(event.Unit) },
		"beta":  func() trees.Number { return event.Beta.Score.In(event.Unit) },
		"prob": func(label string) (trees.Number, error) {
			n, err := c.node(label)
			if err != nil {
				return trees.Number{}, err
			}
			return c.tree.Prob(n), nil
		},
		"weight": func(model string) (trees.Number, error) {
			return sharesOf(&s.run.events[0], func(m *algorithms.ModelPick) bool { return m.Model.Name() == model })
		},
		"likely": func(label string) (trees.Number, error) {
			n, err := c.node(label)
			if err != nil {
				return trees.Number{}, err
			}
			for i := range s.run.events {
				if e := &s.run.events[i]; e.Type == trace.Exit && int(e.Node) == c.tree.Parent(n) {
					return sharesOf(e, func(m *algorithms.ModelPick) bool { return int(m.Child) == n })
				}
			}
			return trees.Number{}, fmt.Errorf("the parent of %s is not searched", label)
		},
		"values": func() (string, error) {
			found, err := ties.Find(context.Background(), c.tree)
			if err != nil {
				return "", err
			}
			var list []trees.Vector
			for i := range found.Values {
				list = append(list, found.Values[i].Vector)
			}
			return c.inWords(list), nil
		},
		"equilibria": func() (string, error) {
			found, err := ties.Find(context.Background(), c.tree)
			if err != nil {
				return "", err
			}
			return found.Equilibria.String(), nil
		},
		"set": func(spec ...string) (string, error) {
			r, err := of(spec)
			if err != nil {
				return "", err
			}
			return c.inWords(r.result.Set), nil
		},
		"minp":     func() trees.Number { return c.number(c.tree.MinP.Scores[0]) },
		"maxp":     func() trees.Number { return c.number(c.tree.Highest().Score) },
		"best":     papers.BestLeaves,
		"paranoid": papers.FewestParanoid,
		"maxsum":   func() trees.Number { return c.number(c.tree.MaxSum.Score) },
		"low":      func(label string, player int) (trees.Number, error) { return c.bound(c.tree.Low, label, player) },
		"up":       func(label string, player int) (trees.Number, error) { return c.bound(c.tree.Up, label, player) },
		"minus":    func(a, b any) trees.Number { return sum(a, b, -1) },
		"plus":     func(a, b any) trees.Number { return sum(a, b, 1) },
		"times":    product,
		"over":     quotient,
		"then": func(label, value string, spec ...string) (string, error) {
			r, err := of(spec)
			if err != nil {
				return "", err
			}
			return c.rootWith(r, label, value)
		},
		"visits": func(label, value string, spec ...string) (string, error) {
			r, err := of(spec)
			if err != nil {
				return "", err
			}
			again, err := c.recordWith(r, label, value)
			if err != nil {
				return "", err
			}
			return words.Grouped(again.result.Stats.Nodes), nil
		},
		"last":   measuredDepth,
		"lowest": lowestDepth,
		"share":  measuredShare,
		"outcomes": func() string {
			var list []string
			for _, v := range c.tree.Outcomes {
				list = append(list, c.tree.FormatValue(v))
			}
			return strings.Join(list, ", ")
		},
		"outcome": func(text string) (string, error) {
			v, err := c.tree.ParseValue(text)
			if err == nil && !slices.Contains(c.tree.Outcomes, v) {
				err = fmt.Errorf("%s is not an outcome", text)
			}
			return c.tree.FormatValue(v), err
		},
		"new":  func(id string, as ...string) (string, error) { return mention(id, "**", as) },
		"term": func(id string, as ...string) (string, error) { return mention(id, "", as) },
	}
	t, err := template.New("").Funcs(funcs).Parse(s.Text)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = t.Execute(&b, nil)
	return strings.TrimSpace(b.String()), err
}

// valueOf returns the value of a node in a run.
func (c *Chapter) valueOf(r *Recording, label string) (v trees.Vector, err error) {
	n, err := c.node(label)
	if err != nil {
		return v, err
	}
	if own, known := c.tree.Value(n); known {
		return own, nil
	}
	for i := len(r.events) - 1; i >= 0; i-- {
		if e := &r.events[i]; e.Type == trace.Exit && int(e.Node) == n && e.HasValue {
			v = e.Value
			for p := range v[:r.Width()] { // Star1 and Star2 run in a finer unit
				var whole bool
				if v[p], whole = v[p].In(e.Unit).In(c.tree.Unit); !whole {
					return v, fmt.Errorf("the value of %s is not a whole number of the tree's units", label)
				}
			}
			return v, nil
		}
	}
	return v, fmt.Errorf("%s has no value in %s", label, r.spec)
}

func (c *Chapter) bound(of func(int) (trees.Vector, bool), label string, player int) (trees.Number, error) {
	n, err := c.node(label)
	if err != nil {
		return trees.Number{}, err
	}
	v, given := of(n)
	if !given {
		return trees.Number{}, fmt.Errorf("%s has no such bound", label)
	}
	return c.number(v[player-1]), nil
}

// number returns a score of the tree as a number.
func (c *Chapter) number(s trees.Score) trees.Number { return s.In(c.tree.Unit) }

// numberOf returns a computed number, or a whole number that the text gives.
func numberOf(x any) trees.Number {
	if n, ok := x.(trees.Number); ok {
		return n
	}
	return trees.Number{Score: trees.Score(x.(int)), Unit: 1}
}

// sum returns a + sign · b as a reduced fraction. The numbers of a chapter are small, so
// nothing overflows.
func sum(a, b any, sign trees.Score) trees.Number {
	m, n := numberOf(a).Reduced(), numberOf(b).Reduced()
	return trees.Number{Score: m.Score*n.Unit + sign*n.Score*m.Unit, Unit: m.Unit * n.Unit}.Reduced()
}

func product(a, b any) trees.Number {
	m, n := numberOf(a).Reduced(), numberOf(b).Reduced()
	return trees.Number{Score: m.Score * n.Score, Unit: m.Unit * n.Unit}.Reduced()
}

func quotient(a, b any) trees.Number {
	n := numberOf(b).Reduced()
	if n.Score < 0 {
		n.Score, n.Unit = -n.Score, -n.Unit
	}
	return product(a, trees.Number{Score: n.Unit, Unit: n.Score})
}

// inWords lists values.
func (c *Chapter) inWords(list []trees.Vector) string {
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = c.tree.FormatValue(v)
	}
	return trees.InWords(texts)
}

// rootWith returns the value of the root if a leaf had another value.
func (c *Chapter) rootWith(r *Recording, label, value string) (string, error) {
	again, err := c.recordWith(r, label, value)
	if err != nil {
		return "", err
	}
	return words.FormatResult(c.tree, again.result.Value, again.result.NoValue), nil
}

// recordWith returns the run on the tree with another value at a leaf.
func (c *Chapter) recordWith(r *Recording, label, value string) (*Recording, error) {
	n, err := c.node(label)
	if err != nil {
		return nil, err
	}
	v, err := c.tree.ParseValue(value)
	if err != nil {
		return nil, err
	}
	spec := r.Spec
	spec.Values = spec.Values.With(n, v)
	other, err := c.opened.Resolve(spec)
	if err != nil {
		return nil, err
	}
	return record(other)
}

// mention writes a term as a link to its entry in the glossary.
func mention(id, mark string, as []string) (string, error) {
	t := words.Find(id)
	if t == nil {
		return "", fmt.Errorf("the glossary has no term %q", id)
	}
	text := t.Name
	if len(as) > 0 {
		text = as[0]
	}
	return mark + "[" + text + "](" + t.Href() + ")" + mark, nil
}

// explain returns the sentence of a step of a run.
func (c *Chapter) explain(r *Recording, step int) trace.Sentence {
	x := r.Explainer()
	return x.Explain(&r.events[step])
}

// Fact returns the value of an action in the text of a scene of a run.
func (c *Chapter) Fact(spec, action string) (string, error) {
	r, err := c.run(spec)
	if err != nil {
		return "", err
	}
	return c.fill(&Scene{run: r, Text: "{{" + action + "}}"})
}

// measuredDepth returns the largest depth at which an experiment has measured a kind before the end of the game was
// in view and every choice was right.
func measuredDepth(id, kind string) (int, error) {
	for depth := 1; ; depth++ {
		right, err := figures.MeasuredAt(id, kind+", depth "+strconv.Itoa(depth)+": right choices")
		switch {
		case err != nil:
			return 0, err
		case right == 1:
			return depth - 1, nil
		}
	}
}

// lowestDepth returns the depth at which a kind has the smallest share of right choices, with ties settled.
func lowestDepth(id, kind string) (lowest int, err error) {
	last, err := measuredDepth(id, kind)
	least := math.Inf(1)
	for depth := 1; depth <= last && err == nil; depth++ {
		var right float64
		if right, err = figures.MeasuredAt(id, kind+", depth "+strconv.Itoa(depth)+": ties settled by the depth before"); right < least {
			lowest, least = depth, right
		}
	}
	return lowest, err
}

// measuredShare returns a measured share of a kind at a depth.
func measuredShare(id, kind string, depth int, what string) (string, error) {
	share, err := figures.MeasuredAt(id, kind+", depth "+strconv.Itoa(depth)+": "+what)
	return strconv.Itoa(int(math.Round(100*share))) + "\u00a0percent", err
}

// sharesOf returns the probability of the models of an event that match.
func sharesOf(e *trace.Event, match func(*algorithms.ModelPick) bool) (trees.Number, error) {
	models, has := trace.NoteOf[*algorithms.Models](e)
	if !has {
		return trees.Number{}, fmt.Errorf("the event has no models")
	}
	tenths := 0
	for i := range models.List {
		if m := &models.List[i]; match(m) {
			tenths += m.Weight
		}
	}
	return trees.Number{Score: trees.Score(tenths), Unit: 10}.Reduced(), nil
}
