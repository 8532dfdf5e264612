package checks_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"espalier/search/checks"
)

// This file runs right programs that do what few do: they search children in any order, visit some again, print
// a window now and then, keep a table of positions, or search a second time to another depth.

// A position is one of a game of two to six players, or of two with one score.
type position struct {
	name   int
	mover  int
	kids   []*position
	value  []int // of a leaf
	static []int // what a search that stops here returns
}

// An oddity is such a program, with what it does.
type oddity struct {
	random  *rand.Rand
	players int
	most    int // the largest sum of the scores, or the largest value of two players
	minimax bool

	cuts      string // the rule: "", "immediate", "shallow", "window"
	strict    bool   // it does not cut where a bound is only met
	hard      bool   // values are clamped to the window
	again     bool   // some children are visited again
	shuffles  bool   // it searches children in any order
	windows   bool   // some windows, or ends of windows, are printed
	table     map[int][]int
	asLeaf    bool // what is looked up is printed as a leaf
	hit       bool // and is said to be looked up
	unnamed   bool // nodes have no ids
	noValues  bool // ends have no values
	positions []*position
	out       strings.Builder
}

// once is true one time of n.
func (o *oddity) once(n int) bool { return o.random.IntN(n) == 0 }

func (o *oddity) score() []int {
	if o.minimax {
		return []int{o.random.IntN(o.most + 1)}
	}
	v, left := make([]int, o.players), o.most
	for _, p := range o.random.Perm(o.players) {
		v[p] = o.random.IntN(left + 1)
		left -= v[p]
	}
	if o.once(2) { // the scores need not add up to the largest sum
		v[o.random.IntN(o.players)] += left
	}
	return v
}

// grow makes a tree. Some positions come twice if there is a table.
func (o *oddity) grow(depth, mover int, outOfTurn bool) *position {
	x := &position{name: len(o.positions), mover: mover, static: o.score()}
	if o.positions = append(o.positions, x); depth == 0 || x.name > 0 && o.once(6) {
		x.value, x.mover = o.score(), 0
		return x
	}
	if outOfTurn {
		x.mover = 1 + o.random.IntN(o.players)
	}
	for range 1 + o.random.IntN(3) {
		k := o.grow(depth-1, x.mover%o.players+1, outOfTurn)
		if o.table != nil && o.once(3) {
			for _, other := range o.positions[x.name+1 : k.name] {
				if other.height() == k.height() && len(k.kids) > 0 && !slices.Contains(x.kids, other) {
					k = other
					break
				}
			}
		}
		x.kids = append(x.kids, k)
	}
	return x
}

func (x *position) height() (h int) {
	for _, k := range x.kids {
		h = max(h, 1+k.height())
	}
	return h
}

// say prints a line. Its fields come in any order, and its type may be one letter.
func (o *oddity) say(typ string, fields ...string) {
	if short := map[string]string{"enter": "e", "leaf": "l", "prune": "p", "exit": "x", "done": "d"}; o.once(4) {
		typ = short[typ]
	}
	fields = append(fields, fmt.Sprintf(`"type":%q`, typ))
	if o.once(8) {
		fields = append(fields, fmt.Sprintf(`"time":%d`, o.random.IntN(100)))
	}
	o.random.Shuffle(len(fields), func(i, k int) { fields[i], fields[k] = fields[k], fields[i] })
	fmt.Fprintf(&o.out, "{%s}\n", strings.Join(slices.DeleteFunc(fields, func(f string) bool { return f == "" }), ","))
}

func (o *oddity) id(x *position) string {
	if o.unnamed {
		return ""
	}
	return fmt.Sprintf(`"id":%d`, x.name)
}

func (o *oddity) valued(v []int) string {
	if o.minimax {
		return fmt.Sprintf(`"value":%d`, v[0])
	}
	return `"value":` + strings.ReplaceAll(fmt.Sprint(v), " ", ",")
}

// far is beyond every value.
const far = 1000

// window prints the window of a node, or one end of it, now and then.
func (o *oddity) window(alpha, beta int, root bool) (fields []string) {
	if !o.minimax || !o.windows || !root && !o.once(3) { // that of the root decides what the result is
		return nil
	}
	end := func(v int) string {
		if v == far || v == -far {
			return []string{"null", `"inf"`, `"-inf"`}[o.random.IntN(3)]
		}
		return fmt.Sprint(v)
	}
	a, b := `"alpha":`+end(alpha), `"beta":`+end(beta)
	if alpha == -far {
		a = strings.Replace(a, `"inf"`, `"-inf"`, 1)
	}
	if beta == far {
		b = strings.Replace(b, `"-inf"`, `"inf"`, 1)
	}
	return []string{a, b}
}

func (o *oddity) key(x *position, v []int) int {
	switch {
	case o.minimax && x.mover == 2:
		return -v[0]
	case o.minimax:
		return v[0]
	}
	return v[x.mover-1]
}

// stops reports whether the rest of the children cannot change what the search is for.
func (o *oddity) stops(x, above *position, best []int, held, alpha, beta int) bool {
	over := -1
	switch o.cuts {
	case "immediate":
		over = best[x.mover-1] - o.most
	case "shallow":
		if over = best[x.mover-1] - o.most; above != nil && held >= 0 && above.mover != x.mover {
			over = max(over, best[x.mover-1]+held-o.most)
		}
	case "window":
		if over = best[0] - beta; x.mover == 2 {
			over = alpha - best[0]
		}
	}
	return over > 0 || over == 0 && !o.strict
}

// search searches a position. held is what the mover above has, or -1.
func (o *oddity) search(x, above *position, depth, held, alpha, beta int) []int {
	if len(x.kids) == 0 || depth == 0 {
		v, static := x.value, ""
		if len(x.kids) > 0 {
			v, static = x.static, `"static":true`
		}
		o.say("leaf", o.id(x), o.valued(v), static)
		return v
	}
	if v, is := o.table[x.name]; is && above != nil {
		hit := ""
		if o.hit {
			hit = `"hit":true`
		}
		if o.asLeaf {
			o.say("leaf", o.id(x), o.valued(v), hit)
		} else {
			o.say("enter", o.id(x), fmt.Sprintf(`"player":%d`, x.mover), hit)
			o.say("exit", o.id(x), o.valued(v))
		}
		return v
	}
	o.say("enter", append(o.window(alpha, beta, above == nil), o.id(x), fmt.Sprintf(`"player":%d`, x.mover))...)
	kids := slices.Clone(x.kids)
	if o.shuffles {
		o.random.Shuffle(len(kids), func(i, k int) { kids[i], kids[k] = kids[k], kids[i] })
	}
	a, b, values := alpha, beta, [][]int{}
	best := func() (v []int) {
		for _, w := range values {
			if v == nil || o.key(x, w) > o.key(x, v) {
				v = w
			}
		}
		return v
	}
	cut := false
	for i, k := range kids {
		mine := -1
		if i > 0 && !o.minimax {
			mine = o.key(x, best())
		}
		values = append(values, o.search(k, x, depth-1, mine, a, b))
		switch free := o.cuts != "shallow" && !o.windows && o.cuts != "window"; {
		case o.again && o.once(5) && (free || i == 0): // with what there was before
			n := o.random.IntN(len(values))
			values[n] = o.search(kids[n], x, depth-1, -1, alpha, beta)
		}
		if o.minimax && x.mover == 1 {
			a = max(a, best()[0])
		} else if o.minimax {
			b = min(b, best()[0])
		}
		if i+1 < len(kids) && o.stops(x, above, best(), held, a, b) {
			var names []string
			for _, rest := range kids[i+1:] {
				names = append(names, fmt.Sprint(rest.name))
			}
			how := []string{"", fmt.Sprintf(`"cut":%d`, len(kids)-i-1), `"cut":[` + strings.Join(names, ",") + "]"}
			if o.unnamed {
				how = how[:2]
			}
			o.say("prune", o.id(x), how[o.random.IntN(len(how))])
			cut = true
			break
		}
	}
	v := best()
	if o.hard {
		v = []int{max(alpha, min(beta, v[0]))}
	}
	value := o.valued(v)
	if o.noValues && !o.hard && above != nil {
		value = ""
	}
	o.say("exit", o.id(x), value)
	if o.table != nil && !cut {
		o.table[x.name] = v
	}
	return v
}

// text writes a tree as headers do.
func (o *oddity) text(x *position) string {
	if len(x.kids) == 0 && o.minimax {
		return fmt.Sprint(" ", x.value[0])
	} else if len(x.kids) == 0 {
		return " (" + strings.ReplaceAll(strings.Trim(fmt.Sprint(x.value), "[]"), " ", ",") + ")"
	}
	text := fmt.Sprintf(" %d[", x.mover)
	if o.minimax {
		text = []string{" max[", " min["}[x.mover-1]
	}
	for _, k := range x.kids {
		text += o.text(k)
	}
	return text + " ]"
}

// run makes a program of random habits, and runs it.
func (o *oddity) run() string {
	r := o.random
	o.minimax, o.players = o.once(2), 2+r.IntN(5)
	rules := []string{"", "immediate", "shallow"}
	if o.minimax {
		o.players, rules = 2, []string{"", "window", "window"}
	}
	o.most = 3 + r.IntN(4)
	o.cuts = rules[r.IntN(3)]
	o.strict, o.again, o.shuffles, o.windows, o.noValues = o.once(3), o.once(3), o.once(2), o.once(2), o.once(6)
	deepens := o.once(4)
	if o.cuts == "" && !deepens && o.once(2) { // a value is in the table only if nothing was cut
		o.table, o.asLeaf, o.hit = map[int][]int{}, o.once(2), o.once(2)
		o.again, o.noValues = false, false
	}
	if o.cuts == "immediate" { // nothing is beyond its bound
		o.strict = false
	}
	o.unnamed = o.table == nil && !o.shuffles && !o.again && !deepens && o.once(3)
	o.hard = o.cuts == "window" && o.once(3)
	root := o.grow(2+r.IntN(3), 1+r.IntN(o.players), o.once(2))
	if len(root.kids) == 0 {
		root.kids, root.mover = []*position{{name: len(o.positions), value: o.score()}}, 1
	}
	name := map[string]string{"": "maxn", "immediate": "immediate", "shallow": "shallow", "window": "alphabeta"}[o.cuts]
	if o.minimax && o.cuts == "" {
		name = "minimax"
	}
	head := []string{`"kind":"minimax"`, fmt.Sprintf(`"minp":0,"maxp":%d`, o.most)}
	if !o.minimax {
		head = []string{fmt.Sprintf(`"players":%d`, o.players), fmt.Sprintf(`"maxsum":%d`, o.most)}
	}
	if o.table == nil && len(o.positions) > 1 && o.once(3) { // the names of positions are their numbers in the tree
		text := fmt.Sprintf("players %d maxsum %d", o.players, o.most)
		if o.minimax {
			text = fmt.Sprintf("kind minimax minp 0 maxp %d", o.most)
		}
		head = []string{fmt.Sprintf(`"text":%q`, text+o.text(root))}
	}
	if o.once(2) {
		head = append(head, fmt.Sprintf(`"algorithm":%q`, name))
		if o.once(2) {
			head = append(head, fmt.Sprintf(`"options":{"strict":%v}`, o.strict))
		}
	}
	fmt.Fprintf(&o.out, "{%s}\n", strings.Join(head, ","))
	depths := []int{far}
	if deepens {
		depths = []int{1 + r.IntN(2), far}
		if o.once(2) {
			depths = []int{1, 2, far}
		}
	}
	var v []int
	for _, d := range depths {
		v = o.search(root, nil, d, -1, -far, far)
	}
	if o.once(3) {
		o.say("done", o.valued(v))
	}
	return o.out.String()
}

// TestOddPrograms accuses no right program, whatever it does besides.
func TestOddPrograms(t *testing.T) {
	verdicts := map[string]int{}
	for seed := range 20 * *styleTrees {
		o := &oddity{random: rand.New(rand.NewPCG(uint64(seed), 65))}
		text := o.run()
		r := check(t, text, checks.Options{})
		if verdicts[r.Verdict]++; r.Errors > 0 {
			t.Errorf("seed %d is %s: %+v\n%s", seed, r.Verdict, r.Checks, numbered(text))
		}
	}
	t.Logf("%v", verdicts)
}
