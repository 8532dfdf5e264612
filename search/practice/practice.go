package practice

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// This file compares what a student did by hand on a tree with a run of the algorithm.

// MaxSteps is the maximum number of steps in one answer: more than anybody does
// by hand.
const MaxSteps = 5_000

// MaxValues bounds the values of leaves in all judgements of one answer. By hand
// nobody comes near it: a cut in an exercise needs a few values. On large trees those of
// a cut can be all leaves.
const MaxValues = 100_000

// maxPracticeText bounds the reasons in all judgements of one answer, in bytes: that is
// some 6,000 for each of the most steps.
const maxPracticeText = 32 << 20

// maxReasons bounds the sentences, or bounds, that one reason lists.
const maxReasons = 8

// Kind is the kind of a step of a student.
type Kind uint8

const (
	Cut    Kind = iota // skip Node and its later siblings
	Backup             // Node backs up Value
	Bound              // Player has the bound Score at Node
)

// Kinds are the names of the kinds.
var Kinds = [...]string{"cut", "backup", "bound"}

// A Holder is a player and a node that holds a bound of this player.
type Holder struct {
	Player int
	Node   int
}

// A Step is one step of a student. The kind determines which fields are set.
type Step struct {
	Kind Kind
	Node int

	Because    []Holder // the bounds that justify the cut
	HasBecause bool     // false: the student gave no reason
	Value      trees.Vector
	Player     int
	Score      trees.Score
}

// Verdict is the judgement of a step.
type Verdict uint8

const (
	Right   Verdict = iota // the algorithm does it, too
	Lucky                  // the algorithm makes the cut, for another reason
	Sound                  // the algorithm does not make the cut, but it changes nothing
	Unsound                // some values of the skipped leaves change the root's value
	Wrong                  // of a backup or a bound: the algorithm never has it

	VerdictCount = iota
)

func (v Verdict) String() string {
	return [VerdictCount]string{"right", "lucky", "sound", "unsound", "wrong"}[v]
}

// A Judgement is the verdict on one step, and the reason in a sentence.
type Judgement struct {
	Verdict Verdict
	Why     string
	NoCut   string               // the end of Why that says why the algorithm does not make a cut; or empty
	Values  map[int]trees.Vector // of leaves, for an unsound cut; nil where LeftOut is not 0
	Unit    trees.Score          // of Values: it can be finer than that of the tree
	LeftOut int                  // how many values are left out: the answer has MaxValues
}

// practice is what a run did at the nodes that a student names.
type practice struct {
	engine.AlgorithmConfig
	tree    *trees.Tree
	explain trace.Explainer
	asked   map[int]bool
	cuts    map[int][]practiceCut // by skipped child, for the nodes in asked
	exits   map[int][]trees.Vector
	bounds  map[int]*heldBounds
	first   []int // the first child of each cut

	// Sentences: of the child that gave a node its best value, and of the re-searches of
	// its children; of the re-search of a node.
	decided   map[int]string
	again     map[int]*reasons
	searched  map[int]string
	pruned    map[int]string // of the cut at a node
	entered   map[int]bool
	skipped   map[int]string   // of the cut that a node is below
	valueless map[int]*reasons // of the children without a value

	shown int               // values in the judgements so far
	texts int               // bytes of their reasons
	known map[int]Judgement // of cuts that the algorithm does not make

	// See practice_why_not.go.
	best  map[int]trees.Vector // of the nodes, so far
	above map[int][]ancestor   // of the nodes in asked, when the search first comes to them
	tied  map[int]string       // of nodes whose best value has won a tie
	open  map[int]openWindow   // of the nodes in asked, when the search first comes to them
}

type practiceCut struct {
	because     []Holder
	why         string
	provisional bool
}

type playerScore struct {
	player int
	score  trees.Score
}

// heldBounds are the bounds at a node, in the order in which it had them.
type heldBounds struct {
	list []playerScore
	has  map[playerScore]bool
}

// reasons are sentences of one kind, of which the first ones are kept.
type reasons struct {
	text string
	said int
}

func addReason(to map[int]*reasons, node int, sentence string) {
	r := to[node]
	if r == nil {
		r = &reasons{}
		to[node] = r
	}
	if r.said++; r.said <= maxReasons {
		r.text += " " + sentence
	}
}

// String returns the sentences, each after a space.
func (r *reasons) String() string {
	switch {
	case r == nil:
		return ""
	case r.said <= maxReasons:
		return r.text
	case r.said == maxReasons+1:
		return r.text + " The same happens once more."
	}
	return r.text + fmt.Sprintf(" The same happens %d more times.", r.said-maxReasons)
}

// Judge judges the steps of a student on a tree of kind maxn or minimax in which all
// values are known, each by itself. missed are the first children of cuts of the algorithm that no
// step covers, in the order of their numbers.
//
// Some courses teach to cut only where a bound is exceeded (option strict), and not where it
// is met. If the options do not say so, a step is right if it is by either rule.
func Judge(ctx context.Context, c engine.AlgorithmConfig, t *trees.Tree, steps []Step) (judged []Judgement, missed []int, err error) {
	judged, missed, err = judge(ctx, c, t, steps)
	other := c
	other.Options.Strict = true
	if p := engine.OnTree(t, c.Options.Root); err != nil || c.Options.Strict || other.Algorithm.Check(&p, other.Options) != nil {
		return judged, missed, err
	}
	byOther, missedByOther, err := judge(ctx, other, t, steps)
	if err != nil {
		return nil, nil, err
	}
	// What is missed is what the usual rule cuts, unless all is done that the other one cuts.
	usual, strict, cuts := 0, 0, 0
	for i := range judged {
		one, two := judged[i].Verdict <= Lucky, byOther[i].Verdict <= Lucky
		switch {
		case one && !two:
			usual++
		case two && !one:
			strict++
			judged[i] = byOther[i]
			judged[i].Why += " (So it is where a search cuts only if a bound is exceeded.)"
		}
		if two && steps[i].Kind == Cut {
			cuts++
		}
	}
	if usual == 0 && strict+cuts > 0 && len(missedByOther) == 0 {
		missed = nil
	}
	return judged, missed, nil
}

// judge is Judge by one rule for bounds that are met.
func judge(ctx context.Context, c engine.AlgorithmConfig, t *trees.Tree, steps []Step) (judged []Judgement, missed []int, err error) {
	if err := checkSteps(c, t, steps); err != nil {
		return nil, nil, err
	}
	give, err := engine.TakeTurn(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer give()
	judge, err := NewCutJudge(ctx, c, t)
	if err != nil {
		return nil, nil, err
	}
	p := &practice{AlgorithmConfig: c, tree: t, explain: trace.NewExplainer(t, engine.SpokenName(c.Algorithm), c.Sound()),
		asked: map[int]bool{}, cuts: map[int][]practiceCut{}, exits: map[int][]trees.Vector{}, bounds: map[int]*heldBounds{},
		decided: map[int]string{}, again: map[int]*reasons{}, searched: map[int]string{}, pruned: map[int]string{},
		entered: map[int]bool{}, skipped: map[int]string{}, valueless: map[int]*reasons{}, known: map[int]Judgement{},
		best: map[int]trees.Vector{}, above: map[int][]ancestor{}, tied: map[int]string{}, open: map[int]openWindow{}}
	for _, s := range steps {
		p.asked[s.Node] = true
	}
	if _, err := c.Algorithm.Run(ctx, engine.OnTree(t, 0), c.Options, p.observe); err != nil {
		return nil, nil, err
	}
	for i := range steps {
		if err := engine.PassTurn(ctx); err != nil {
			return nil, nil, err
		}
		j, err := p.judge(judge, &steps[i])
		if err != nil {
			return nil, nil, err
		}
		if p.texts += len(j.Why); p.texts > maxPracticeText {
			return nil, nil, &engine.LimitError{Message: fmt.Sprintf("the reasons for the first %d of %d steps take %d MiB, the limit of one answer; send fewer steps", i, len(steps), maxPracticeText>>20)}
		}
		judged = append(judged, j)
	}
	p.explainInherited(steps, judged)
	return judged, p.missed(steps), nil
}

// Check reports why nobody can judge the algorithm on the tree; nil: it can be
// practised.
func Check(c engine.AlgorithmConfig, t *trees.Tree) error {
	switch {
	case t.Kind == trees.Path:
		return engine.Refuse("tree.kind", "practice needs a tree of kind maxn or minimax, and this one is %s", t.Kind)
	case c.Algorithm.Questions != trace.NoQuestions:
		return engine.Refuse("algorithm", "%s searches nodes again with other questions; practice needs an algorithm that cuts once at a node, as %s does", c.Algorithm.ID, algorithms.AlphaBeta.ID)
	case c.Algorithm.Exhibit:
		return engine.Refuse("algorithm", "%s has no exercises: it is here to show how it fails; deep pruning fails in the same way, so choose %s", c.Algorithm.ID, algorithms.Deep.ID)
	case c.Algorithm.OwnValue():
		return engine.Refuse("algorithm", "%s has no exercises: cuts are judged for max^n, minimax and paranoid; choose one of %s", c.Algorithm.ID, trees.InWords(practicableIDs()))
	case c.Options.Order != 0:
		return engine.Refuse("options.order", "practice visits the children from left to right; leave the order out")
	case c.Options.HasDepth:
		return engine.Refuse("options.depth", "practice goes down to the leaves; leave the depth out")
	}
	for n := range t.Len() {
		if _, known := t.Value(n); t.IsLeaf(n) && !known {
			return &engine.UnknownLeafError{Node: n, Name: t.Name(n)}
		}
	}
	p := engine.OnTree(t, 0)
	return c.Algorithm.Check(&p, c.Options)
}

func checkSteps(c engine.AlgorithmConfig, t *trees.Tree, steps []Step) error {
	if len(steps) > MaxSteps {
		return &engine.LimitError{Message: fmt.Sprintf("there are %d steps, and one answer has at most %d", len(steps), MaxSteps)}
	}
	if err := Check(c, t); err != nil {
		return err
	}
	for i, s := range steps {
		if err := checkStep(c, t, fmt.Sprintf("done[%d].", i), &s); err != nil {
			return err
		}
	}
	return nil
}

func checkStep(c engine.AlgorithmConfig, t *trees.Tree, path string, s *Step) error {
	root := c.Options.Root
	if s.Node < root || s.Node >= t.End(root) {
		return engine.Refuse(path+"node", "there is no node %d in this search, which has the nodes %d to %d", s.Node, root, t.End(root)-1)
	}
	if s.Kind == Cut && s.Node == root {
		return engine.Refuse(path+"node", "the root %d has no parent that could skip it", s.Node)
	}
	if s.Kind == Bound && (s.Player < 1 || s.Player > t.Players) {
		return engine.Refuse(path+"player", "there is no player %d; the tree has the players 1 to %d", s.Player, t.Players)
	}
	for i, h := range s.Because {
		switch at := fmt.Sprintf("%sbecause[%d].", path, i); {
		case h.Player < 1 || h.Player > t.Players:
			return engine.Refuse(at+"player", "there is no player %d; the tree has the players 1 to %d", h.Player, t.Players)
		case h.Node < 0 || h.Node >= t.Len():
			return engine.Refuse(at+"node", "there is no node %d; the tree has the nodes 0 to %d", h.Node, t.Len()-1)
		}
	}
	return nil
}

func (p *practice) observe(e *trace.Event) {
	p.watch(e)
	node := int(e.Node)
	switch e.Type {
	case trace.Enter, trace.Backup:
		p.entered[node] = true
		if p.asked[node] {
			p.addBounds(node, e)
			if e.Improved {
				p.decided[node] = " " + p.explain.Explain(e).String()
			}
		}
	case trace.Research:
		said := p.explain.Explain(e).String()
		if p.asked[node] {
			addReason(p.again, node, said)
		}
		p.searched[int(e.Child)] = " " + said
	case trace.Exit:
		if v, whole := p.inTree(e, &e.Value); whole && p.asked[node] && e.HasValue {
			p.exits[node] = append(p.exits[node], v)
		}
		if above := p.tree.Parent(node); above >= 0 && p.asked[above] && !e.HasValue {
			addReason(p.valueless, above, p.explain.Explain(e).String())
		}
	case trace.Prune:
		p.addCut(e)
	}
}

// inTree returns a value of an event in units of the tree. whole is false if it is between two of
// them, as a window of Star1 can be: nobody can name it then.
func (p *practice) inTree(e *trace.Event, v *trees.Vector) (in trees.Vector, whole bool) {
	for i := range e.Width {
		if in[i], whole = v[i].In(e.Unit).In(p.tree.Unit); !whole {
			return in, false
		}
	}
	return in, true
}

func (p *practice) addBounds(node int, e *trace.Event) {
	held := p.bounds[node]
	if held == nil {
		held = &heldBounds{has: map[playerScore]bool{}}
		p.bounds[node] = held
	}
	for i, b := range e.Bounds[:e.Players] {
		score, whole := b.Score.In(e.Unit).In(p.tree.Unit)
		if at := (playerScore{i + 1, score}); b.Given && whole && !held.has[at] {
			held.has[at] = true
			held.list = append(held.list, at)
		}
	}
}

func (p *practice) addCut(e *trace.Event) {
	p.first = append(p.first, int(slices.Min(e.Cut)))
	if p.asked[int(e.Node)] {
		p.pruned[int(e.Node)] = " " + p.explain.Explain(e).String()
	}
	cut := practiceCut{provisional: e.Provisional}
	sentence := sync.OnceValue(func() string { return p.explain.Explain(e).String() })
	for _, k := range e.Cut {
		for n := int(k); n < p.tree.End(int(k)); n++ {
			if p.asked[n] {
				p.skipped[n] = sentence()
			}
		}
		if !p.asked[int(k)] {
			continue
		}
		if cut.why == "" {
			cut.why = sentence()
			for _, t := range e.Terms {
				if t.Player >= 1 {
					cut.because = append(cut.because, Holder{t.Player, int(t.Node)})
				}
			}
		}
		p.cuts[int(k)] = append(p.cuts[int(k)], cut)
	}
}

func (p *practice) judge(judge *CutJudge, s *Step) (Judgement, error) {
	switch s.Kind {
	case Backup:
		return p.judgeBackup(s), nil
	case Bound:
		return p.judgeBound(s), nil
	}
	if cuts := p.cuts[s.Node]; len(cuts) > 0 {
		for _, c := range cuts {
			if !s.HasBecause || sameHolders(s.Because, c.because) {
				return Judgement{Verdict: Right, Why: c.why + p.takenBack(s.Node, c)}, nil
			}
		}
		return Judgement{Verdict: Lucky, Why: "The cut is right, for another reason: " + cuts[0].why}, nil
	}
	return p.judgeNoCut(judge, s.Node)
}

// judgeNoCut judges a cut that the algorithm does not make. The values of an answer are
// counted before they are copied.
func (p *practice) judgeNoCut(judge *CutJudge, node int) (Judgement, error) {
	j, known := p.known[node]
	count := len(j.Values) + j.LeftOut
	if !known {
		by, found, after, err := judge.find(node)
		if err != nil {
			return Judgement{}, err
		}
		j.NoCut = p.whyNot(node)
		if found {
			j.Verdict, count = Unsound, len(by.changed.leaves)
			j.Why = p.changeInWords(by, after)
		} else {
			j.Verdict = Sound
			j.Why = p.noChangeInWords(judge)
		}
		if p.shown+count <= MaxValues && found {
			j.Values, j.Unit = by.changed.asMap(), by.tree.Unit
		} else {
			j.LeftOut = count
		}
		p.known[node] = j
	}
	if p.shown+count > MaxValues {
		j.Values, j.LeftOut = nil, count
	}
	p.shown += len(j.Values)
	if j.LeftOut > 0 {
		j.Why += fmt.Sprintf(" The %d values are left out: one answer shows at most %d. To see them, check this cut by itself.", count, MaxValues)
	}
	j.Why += j.NoCut
	return j, nil
}

// changeInWords says what the root gets with other values of the leaves. Where the search is
// about one score, it names no others: they can change without any harm.
func (p *practice) changeInWords(judge *CutJudge, after trees.Vector) string {
	before, values := *judge.valueOf(p.Options.Root), valuesInWords(judge.tree, &judge.changed)
	if about := judge.about; about > 0 && p.tree.Kind == trees.MaxN {
		score := func(v trees.Vector) string { return trace.Minus(v[about-1].In(judge.tree.Unit).String()) }
		return fmt.Sprintf("With %s player %d gets %s at the root, not %s.", values, about, score(after), score(before))
	}
	return fmt.Sprintf("With %s the root gets %s, not %s.", values, trace.Minus(judge.tree.FormatValue(after)), trace.Minus(judge.tree.FormatValue(before)))
}

func (p *practice) noChangeInWords(judge *CutJudge) string {
	kept := "the value of the root"
	if judge.about > 0 && p.tree.Kind == trees.MaxN {
		kept = fmt.Sprintf("the score of player %d at the root", judge.about)
	}
	does := "cannot know this here, and does not cut."
	if len(p.Algorithm.Rules(p.Options)) == 0 {
		does = "cuts nothing."
	}
	return fmt.Sprintf("No values of the leaves below can change %s. %s %s", kept, engine.SpokenName(p.Algorithm), does)
}

// takenBack says that a provisional cut is taken back later.
func (p *practice) takenBack(node int, c practiceCut) string {
	if said := p.searched[p.tree.Parent(node)]; c.provisional && said != "" {
		return " It is taken back later." + said
	}
	return ""
}

// valuesInWords lists a few of the values.
func valuesInWords(t *trees.Tree, values *leafValues) string {
	const shown = 3
	var list []string
	for _, n := range values.leaves[:min(shown, len(values.leaves))] {
		list = append(list, fmt.Sprintf("%s at %s", trace.Minus(t.FormatValue(values.value[n-values.root])), t.Name(n)))
	}
	switch more := len(values.leaves) - shown; {
	case more == 1:
		list = append(list, "a value at 1 more leaf")
	case more > 1:
		list = append(list, fmt.Sprintf("values at %d more leaves", more))
	}
	return trees.InWords(list)
}

func sameHolders(a, b []Holder) bool {
	for _, h := range a {
		if !slices.Contains(b, h) {
			return false
		}
	}
	for _, h := range b {
		if !slices.Contains(a, h) {
			return false
		}
	}
	return true
}

func (p *practice) judgeBackup(s *Step) Judgement {
	name, exits := p.tree.Name(s.Node), p.exits[s.Node]
	value := p.inWords(s.Value)
	switch {
	case slices.Contains(exits, s.Value):
		return Judgement{Verdict: Right, Why: fmt.Sprintf("The search of %s returns %s.", name, value)}
	case !p.entered[s.Node] && p.skipped[s.Node] != "":
		return Judgement{Verdict: Wrong, Why: fmt.Sprintf("The search does not reach %s. %s", name, p.skipped[s.Node])}
	case len(exits) == 0:
		why := fmt.Sprintf("The search of %s returns no value in this run.", name) + p.pruned[s.Node]
		if p.pruned[s.Node] != "" {
			why += " After such a cut no value from here would matter, so none is returned."
		}
		return Judgement{Verdict: Wrong, Why: why}
	}
	why := fmt.Sprintf("The search of %s returns %s, not %s.", name, p.inWords(exits[len(exits)-1]), value) + p.again[s.Node].String() + p.decided[s.Node] + p.tied[s.Node]
	if p.again[s.Node] == nil { // else a child has returned its value later
		why += p.valueless[s.Node].String()
	}
	return Judgement{Verdict: Wrong, Why: why}
}

func (p *practice) judgeBound(s *Step) Judgement {
	name := p.tree.Name(s.Node)
	var others []string
	if held := p.bounds[s.Node]; held != nil {
		if held.has[playerScore{s.Player, s.Score}] {
			if p.Algorithm.TwoPlayers {
				return Judgement{Verdict: Right, Why: fmt.Sprintf("At %s, %s is %s.", name, WindowEnd(s.Player), p.score(s.Score))}
			}
			return Judgement{Verdict: Right, Why: fmt.Sprintf("At %s, player %d has the bound %s.", name, s.Player, p.score(s.Score))}
		}
		more := 0
		for _, b := range held.list {
			switch {
			case b.player != s.Player:
			case len(others) < maxReasons:
				others = append(others, p.score(b.score))
			default:
				more++
			}
		}
		if more > 0 {
			others = append(others, fmt.Sprintf("%d more", more))
		}
	}
	why := ""
	switch {
	case !p.entered[s.Node] && p.skipped[s.Node] != "":
		why = fmt.Sprintf("The search does not reach %s. %s", name, p.skipped[s.Node])
	case p.Algorithm.TwoPlayers && len(p.Algorithm.Rules(p.Options)) == 0:
		why = fmt.Sprintf("%s has no α and β.", engine.SpokenName(p.Algorithm))
	case p.Algorithm.TwoPlayers && len(others) == 0:
		why = fmt.Sprintf("At %s, %s is infinite.", name, WindowEnd(s.Player))
	case p.Algorithm.TwoPlayers && len(others) > 1:
		why = fmt.Sprintf("At %s, %s becomes %s, never %s.", name, WindowEnd(s.Player), trees.InWords(others), p.score(s.Score))
	case p.Algorithm.TwoPlayers:
		why = fmt.Sprintf("At %s, %s is %s, not %s.", name, WindowEnd(s.Player), others[0], p.score(s.Score))
	case len(others) == 0:
		why = fmt.Sprintf("At %s, player %d has no bound in this run.", name, s.Player)
	default:
		why = fmt.Sprintf("At %s, player %d has the bound %s, never %s.", name, s.Player, trees.InWords(others), p.score(s.Score))
	}
	return Judgement{Verdict: Wrong, Why: why}
}

// inWords returns a value as it is drawn.
func (p *practice) inWords(v trees.Vector) string { return trace.Minus(p.tree.FormatValue(v)) }

// score returns a score as it is drawn.
func (p *practice) score(s trees.Score) string { return trace.Minus(s.In(p.tree.Unit).String()) }

// WindowEnd names the bound of a player in a search of Max against Min.
func WindowEnd(player int) string { return [...]string{"", "α", "β"}[player] }

// missed returns the first children of cuts that no step covers. A step covers the
// subtrees of its node and of the node's later siblings, a range of numbers.
func (p *practice) missed(steps []Step) (missed []int) {
	opened := make([]int, p.tree.Len()+1) // ranges that begin, less those that end, at each number
	for _, s := range steps {
		if s.Kind == Cut {
			opened[s.Node]++
			opened[p.tree.End(p.tree.Parent(s.Node))]--
		}
	}
	slices.Sort(p.first)
	p.first = slices.Compact(p.first)
	covering := 0
	for n, change := range opened {
		covering += change
		if len(p.first) > 0 && p.first[0] == n {
			if covering == 0 {
				missed = append(missed, n)
			}
			p.first = p.first[1:]
		}
	}
	return missed
}
