package algorithms_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/treetest"
)

var proofTrees = flag.Int("proofs", 5_000, "random trees on which each search by proof numbers is compared with paranoid")

// proofSearches are the searches by proof numbers. They may reach another leaf than paranoid, with the same score of the root player.
var proofSearches = []*engine.Algorithm{&algorithms.ProofNumber, &algorithms.DFPN, &algorithms.MultiOutcome}

// TestProofNumberIsParanoid compares the score of the root player and the move with those of paranoid.
func TestProofNumberIsParanoid(t *testing.T) {
	for _, a := range proofSearches {
		t.Run(a.ID, func(t *testing.T) { t.Parallel(); compareWithParanoid(t, a, 0) })
	}
}

// compareWithParanoid compares a search by proof numbers, with a table of some size, on random trees.
func compareWithParanoid(t *testing.T, a *engine.Algorithm, tableSize int) {
	ran, ties := 0, 0
	for seed := range *proofTrees {
		rng := rand.New(rand.NewPCG(uint64(seed), 31))
		s := searchtest.SomeShape(rng)
		s.Players = max(2, s.Players)
		o := engine.Options{}
		if rng.IntN(4) == 0 {
			s.Static, o = true, engine.Options{HasDepth: true, Depth: 1 + rng.IntN(4)}
		}
		tree := treetest.Random(rng, s)
		want, err := algorithms.Paranoid.Run(context.Background(), engine.OnTree(tree, 0), o, nil)
		problem := engine.OnTree(tree, 0)
		problem.TableSize = tableSize
		got, also := a.Run(context.Background(), problem, o, nil)
		if err != nil || also != nil {
			t.Fatalf("on %s: %v, %v", tree.Text(), err, also)
		}
		if tree.IsLeaf(0) {
			continue
		}
		ran++
		p := tree.Mover(0) - 1
		if got.Value[p] != want.Value[p] || got.Line[1] != want.Line[1] || !got.Reference.Agrees {
			t.Fatalf("on %s: (%s) by %d, want (%s) by %d", tree.Text(), searchtest.Scores(got.Value, tree.Width()), got.Line[1], searchtest.Scores(want.Value, tree.Width()), want.Line[1])
		}
		leaf := int(got.Line[len(got.Line)-1])
		v, _ := tree.Value(leaf)
		if !tree.IsLeaf(leaf) {
			v, _ = tree.Static(leaf)
		}
		if v != got.Value {
			t.Fatalf("on %s: the leaf of the line has (%s), and the value is (%s)", tree.Text(), searchtest.Scores(v, tree.Width()), searchtest.Scores(got.Value, tree.Width()))
		}
		if len(want.Equal) > 1 {
			ties++
		}
	}
	if ran < *proofTrees/2 || ties == 0 {
		t.Errorf("%d trees with moves, %d with ties, want at least half and some", ran, ties)
	}
	t.Logf("%d trees, %d with several best moves", ran, ties)
}

// proofExample is worked out by hand below, and is the tree of the chapter on proof numbers. Player 1 moves at the root, a.
const proofExample = "players 3 maxsum 10\na:1[ b:2[ d:3[ h:(6, 2, 2) i:(3, 4, 3) ] e:(5, 3, 2) ] c:2[ f:(4, 3, 3) g:3[ k:(5, 1, 4) l:(7, 2, 1) ] j:(6, 1, 3) ] ]"

// TestProofNumberExample follows the first question on the example, whether player 1 gets at least 5, by hand. A
// new node has 1 and 1.
//
//	pass 1, at a:  b 1, 1   c 1, 1              a: least 1, sum 2
//	pass 2, at b (leftmost of equals): d 1, 1; e has 5: 0, ∞
//	               b: sum 1, least 1            a: 1, 2
//	pass 3, at d, by b (dn 1 against ∞): 6: 0, ∞; 3: ∞, 0
//	               d: sum ∞, least 0; b: ∞, 0   a: least 1, sum 1
//	pass 4, at c:  f has 4: ∞, 0; g 1, 1; j has 6: 0, ∞
//	               c: ∞, 0                      a: ∞, 0: disproved
//
// Disproofs show 3 at b and 4 at c, so player 1 gets at most 4. With one bound the next question is about that
// bound: at least 4? b stays disproved by 3; at c, f has 4: proved, g is expanded to 5 and 7, j is proved. So it is 4.
func TestProofNumberExample(t *testing.T) {
	tree, err := trees.ReadText(proofExample)
	if err != nil {
		t.Fatal(err)
	}
	events, res, err := searchtest.Record(&algorithms.ProofNumber, engine.OnTree(tree, 0), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got string
	for _, e := range events {
		p, has := trace.NoteOf[*algorithms.Proof](&e)
		if !has {
			continue
		}
		switch {
		case e.Type == trace.Enter && p.How == algorithms.PassBegins && p.Pass == 1:
			got += fmt.Sprintf("at least %s? ", e.Beta.Score.In(tree.Unit))
		case e.Type == trace.Backup && e.Node == 0:
			got += fmt.Sprintf("%s ", numbersText(p.Numbers))
		case e.Type == trace.Exit && e.Node == 0:
			if p.Numbers.Proof == 0 || p.Numbers.Disproof == 0 {
				got += "| "
			}
		}
	}
	const want = "at least 5? 1,2 1,2 1,1 ∞,0 | at least 4? 1,2 1,2 1,1 1,1 0,∞ | "
	if got != want {
		t.Errorf("numbers of the root = %q, want %q", got, want)
	}
	if s := searchtest.Scores(res.Value, 3); s != "4,3,3" {
		t.Errorf("value = %s, want 4,3,3", s)
	}
}

// TestProofNumberLimits asks about no score that the limits of a tree exclude, and about none whose answer they give.
func TestProofNumberLimits(t *testing.T) {
	for seed := range 300 {
		rng := rand.New(rand.NewPCG(uint64(seed), 32))
		s := searchtest.SomeShape(rng)
		s.Players, s.Points, s.Static = max(2, s.Players), 1+rng.IntN(3), false
		tree := treetest.Random(rng, s)
		events, _, err := searchtest.Record(&algorithms.ProofNumber, engine.OnTree(tree, 0), engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		player := max(1, tree.Mover(0)) - 1
		least, known := tree.Minima()
		most := tree.Most(player)
		for _, e := range events {
			p, has := trace.NoteOf[*algorithms.Proof](&e)
			if !has || e.Type != trace.Enter || p.How != algorithms.PassBegins {
				continue
			}
			if known && e.Beta.Score <= least[player] || most.Given && e.Beta.Score > most.Score {
				t.Fatalf("on %s: question %d is whether player %d gets at least %s", tree.Text(), p.Question, player+1, e.Beta.Score.In(tree.Unit))
			}
		}
	}
}

func numbersText(n algorithms.ProofNumbers) string {
	one := func(n uint32) string {
		if n == algorithms.InfiniteProof {
			return "∞"
		}
		return fmt.Sprint(n)
	}
	return one(n.Proof) + "," + one(n.Disproof)
}

// proofVerifier checks the events of a proof-number search against the definition of the numbers, which
// it computes anew from the nodes that were expanded.
type proofVerifier struct {
	t        *trees.Tree
	o        engine.Options
	about    int
	gamma    trees.Score
	within   int
	expanded map[int]bool
	path     []int
	nodes    int
	leaves   int
	// outcomes are the scores of the player about whom is asked, from the least on, of a search with one tree for all
	// questions; nil: each question begins with a new tree.
	outcomes []trees.Score
}

func (v *proofVerifier) kids(n int) []int32 {
	kids := v.t.Kids(n)
	if n == v.o.Root {
		return kids[:v.within]
	}
	return kids
}

func (v *proofVerifier) ends(n int) bool {
	return v.t.IsLeaf(n) || v.o.HasDepth && v.t.Level(n)-v.t.Level(v.o.Root) == v.o.Depth
}

func (v *proofVerifier) value(n int) trees.Vector {
	s, _ := v.t.Value(n)
	if !v.t.IsLeaf(n) {
		s, _ = v.t.Static(n)
	}
	return s
}

func (v *proofVerifier) numbers(n int) algorithms.ProofNumbers {
	switch {
	case v.ends(n) && v.value(n)[v.about-1] >= v.gamma:
		return algorithms.ProofNumbers{Disproof: algorithms.InfiniteProof}
	case v.ends(n):
		return algorithms.ProofNumbers{Proof: algorithms.InfiniteProof}
	case !v.expanded[n]:
		return algorithms.ProofNumbers{Proof: 1, Disproof: 1}
	}
	least, sum := uint64(algorithms.InfiniteProof), uint64(0)
	or := v.t.Mover(n) == v.about
	for _, k := range v.kids(n) {
		of := v.numbers(int(k))
		one, other := of.Proof, of.Disproof
		if !or {
			one, other = other, one
		}
		least = min(least, uint64(one))
		sum = min(sum+uint64(other), algorithms.InfiniteProof)
	}
	if or {
		return algorithms.ProofNumbers{Proof: uint32(least), Disproof: uint32(sum)}
	}
	return algorithms.ProofNumbers{Proof: uint32(sum), Disproof: uint32(least)}
}

// attracting returns the least outcome in doubt with the least sum of its numbers at the root.
func (v *proofVerifier) attracting() (best trees.Score) {
	was, least := v.gamma, uint64(0)
	for _, v.gamma = range v.outcomes[1:] {
		n := v.numbers(v.o.Root)
		sum := uint64(n.Proof) + uint64(n.Disproof)
		if n.Proof > 0 && n.Disproof > 0 && (least == 0 || sum < least) {
			best, least = v.gamma, sum
		}
	}
	v.gamma = was
	return best
}

// most returns the leftmost child to go to.
func (v *proofVerifier) most(n int) (best int) {
	best = -1
	least := uint32(0)
	for _, k := range v.kids(n) {
		of := v.numbers(int(k))
		number := of.Proof
		if v.t.Mover(n) != v.about {
			number = of.Disproof
		}
		if best < 0 || number < least {
			best, least = int(k), number
		}
	}
	return best
}

// verifyOutcomes checks a search with one tree for all questions.
func verifyOutcomes(t *trees.Tree, o engine.Options, events []trace.Event) error {
	v := &proofVerifier{t: t, o: o, about: max(1, t.Mover(o.Root)), expanded: map[int]bool{}}
	for n := o.Root; n < t.End(o.Root); n++ {
		value, known := t.Value(n)
		if !t.IsLeaf(n) {
			value, known = t.Static(n)
		}
		if known && (t.IsLeaf(n) || o.HasDepth) {
			v.outcomes = append(v.outcomes, value[v.about-1])
		}
	}
	slices.Sort(v.outcomes)
	if v.outcomes = slices.Compact(v.outcomes); len(v.outcomes) == 1 {
		v.outcomes = []trees.Score{v.outcomes[0] - 1, v.outcomes[0]}
	}
	return v.verify(events)
}

func verifyProof(t *trees.Tree, o engine.Options, events []trace.Event) error {
	v := &proofVerifier{t: t, o: o, about: max(1, t.Mover(o.Root))}
	return v.verify(events)
}

func (v *proofVerifier) verify(events []trace.Event) error { return verifyEach(events, v.event) }

// verifyEach checks the order of the events of a run, and each of them by a function.
func verifyEach(events []trace.Event, event func(*trace.Event) error) error {
	for i := range events {
		e := &events[i]
		if e.Seq != i || (e.Type == trace.Start) != (i == 0) || (e.Type == trace.Done) != (i == len(events)-1) {
			return fmt.Errorf("event %d of %d is %s with seq %d", i, len(events), e.Type, e.Seq)
		}
		if err := event(e); err != nil {
			return fmt.Errorf("event %d, %s at node %d: %w", i, e.Type, e.Node, err)
		}
	}
	return nil
}

func (v *proofVerifier) event(e *trace.Event) error {
	n := int(e.Node)
	switch e.Type {
	case trace.Start:
		return nil
	case trace.Done:
		if len(v.path) > 0 || e.Stats.Nodes != v.nodes || e.Stats.Leaves != v.leaves {
			return fmt.Errorf("%d nodes open, %d nodes and %d leaves, counted %d and %d", len(v.path), e.Stats.Nodes, e.Stats.Leaves, v.nodes, v.leaves)
		}
		return nil
	case trace.Enter:
		v.nodes++
	case trace.Leaf:
		v.leaves++
		if e.Value != v.value(n) {
			return fmt.Errorf("the leaf has another value")
		}
	}
	p, has := trace.NoteOf[*algorithms.Proof](e)
	if !has {
		if v.ends(v.o.Root) {
			return nil
		}
		return fmt.Errorf("it says nothing of its numbers")
	}
	if e.Type == trace.Enter {
		if err := v.enter(e, p); err != nil {
			return err
		}
		v.path = append(v.path, n)
	}
	if top := v.path[len(v.path)-1]; top != n {
		return fmt.Errorf("node %d is open", top)
	}
	if e.Type == trace.Backup {
		if below := v.kids(n); !v.expanded[n] && len(below) > 0 {
			v.expanded[n] = true
		}
		for _, k := range v.kids(n) {
			if p.Best == k && v.most(n) != int(k) && p.Numbers.Proof != 0 && p.Numbers.Disproof != 0 {
				return fmt.Errorf("the best child is %d, want %d", k, v.most(n))
			}
		}
	}
	if want := v.numbers(n); p.Numbers != want {
		return fmt.Errorf("numbers %s, want %s", numbersText(p.Numbers), numbersText(want))
	}
	if e.Type == trace.Exit {
		v.path = v.path[:len(v.path)-1]
	}
	return nil
}

func (v *proofVerifier) enter(e *trace.Event, p *algorithms.Proof) error {
	n := int(e.Node)
	switch p.How {
	case algorithms.PassBegins:
		if p.Pass == 1 {
			v.gamma, v.within = e.Beta.Score, len(v.t.Kids(n))
			if p.Moves > 0 {
				v.within = p.Moves
			}
			if v.outcomes == nil {
				v.expanded = map[int]bool{}
			}
		}
		if v.outcomes != nil && p.Moves == 0 {
			if want := v.attracting(); v.gamma != want {
				return fmt.Errorf("a pass asks about %s, and the attracting outcome is %s", v.gamma.In(v.t.Unit), want.In(v.t.Unit))
			}
		}
		if n != v.o.Root || len(v.path) > 0 {
			return fmt.Errorf("a pass begins here")
		}
	case algorithms.MostProving:
		if parent := v.path[len(v.path)-1]; v.most(parent) != n || v.t.Mover(parent) != p.Player {
			return fmt.Errorf("the pass goes on here, and the most-proving child of %d is %d", parent, v.most(parent))
		}
	case algorithms.NewNode:
		if parent := v.path[len(v.path)-1]; v.t.Parent(n) != parent || v.expanded[parent] {
			return fmt.Errorf("it is evaluated below %d, which was expanded before or is not its parent", parent)
		}
	}
	return nil
}

// TestProofNumberNeeds refuses trees without a score for each player, and chance nodes.
func TestProofNumberNeeds(t *testing.T) {
	for text, want := range map[string]string{
		"kind minimax max[ 3 4 ]":                            "kind maxn",
		"players 2 1[ (1, 2) *[ @1/2 (1, 2) @1/2 (3, 4) ] ]": "chance",
	} {
		tree, err := trees.ReadText(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		p := engine.OnTree(tree, 0)
		if err := algorithms.ProofNumber.Check(&p, engine.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Check on %s = %v, want an error about %s", text, err, want)
		}
	}
}

// TestProofNumberSolvesGames compares values and first moves with those of paranoid on games that all of them search to
// the end.
func TestProofNumberSolvesGames(t *testing.T) {
	for _, g := range []struct {
		id     string
		fields map[string]any
		value  string // of the player who moves first
	}{
		{"tic-tac-toe", nil, "1"},
		{"board-splitting", map[string]any{"players": 3, "size": 4, "seed": 3}, "0"},
		{"board-splitting", map[string]any{"players": 2, "size": 8, "seed": 3}, "1"},
		{"hearts", map[string]any{"players": 3, "cards": 5, "seed": 5}, "1"},
		{"sergeant-major", map[string]any{"players": 3, "cards": 5, "seed": 2}, "3"},
		{"spades", map[string]any{"players": 3, "cards": 5, "seed": 4, "evaluation": "wl"}, "1"},
	} {
		pos := searchtest.OpenGame(t, g.id, g.fields)
		p := engine.OnGame(g.id, pos)
		p.Numbered = true
		side := max(1, pos.Mover())
		want, err := algorithms.Paranoid.Run(context.Background(), p, engine.Options{}, nil)
		if err != nil {
			t.Errorf("%s %v: %v", g.id, g.fields, err)
			continue
		}
		for _, search := range proofSearches {
			if g.id == "board-splitting" && search == &algorithms.MultiOutcome {
				continue // the game does not say which scores are possible
			}
			got, err := search.Run(context.Background(), p, engine.Options{}, nil)
			if err != nil {
				t.Errorf("%s %v by %s: %v", g.id, g.fields, search.ID, err)
				continue
			}
			a, b := got.Value[side-1], want.Value[side-1]
			if a != b || len(got.Line) < 2 || got.Line[1] != want.Line[1] {
				t.Errorf("%s %v by %s: player %d gets %s by %v, want %s by %v", g.id, g.fields, search.ID, side, a.In(p.Unit), got.Line, b.In(p.Unit), want.Line)
			}
			if text := a.In(p.Unit).String(); text != g.value {
				t.Errorf("%s by %s: player %d gets %s, want %s", g.id, search.ID, side, text, g.value)
			}
			t.Logf("%s %v by %s: player %d gets %s; leaves %d, paranoid %d; nodes %d, paranoid %d", g.id, g.fields, search.ID, side, a.In(p.Unit), got.Stats.Leaves, want.Stats.Leaves, got.Stats.Nodes, want.Stats.Nodes)
		}
	}
}

// TestTwoOutcomes: if the player at the root has one of two scores at each leaf, one tree for all questions is the tree of
// proof-number search, node by node, until the answer is known (proposition 3 of the paper on several outcomes).
func TestTwoOutcomes(t *testing.T) {
	ran := 0
	for seed := range 1_000 {
		rng := rand.New(rand.NewPCG(uint64(seed), 35))
		s := searchtest.SomeShape(rng)
		s.Players, s.Points, s.Static = max(2, s.Players), 1, false
		tree := treetest.Random(rng, s)
		var paths [2]string
		for i, a := range []*engine.Algorithm{&algorithms.ProofNumber, &algorithms.MultiOutcome} {
			solved := false
			_, err := a.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, func(e *trace.Event) {
				p, has := trace.NoteOf[*algorithms.Proof](e)
				switch {
				case solved || !has:
				case e.Type == trace.Enter && p.How == algorithms.PassBegins:
					paths[i] += "; " + e.Beta.Score.In(tree.Unit).String()
				case e.Type == trace.Enter:
					paths[i] += fmt.Sprint(" ", e.Node)
				case e.Type == trace.Exit && e.Node == 0:
					solved = p.Numbers.Proof == 0 || p.Numbers.Disproof == 0
				}
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if !strings.HasPrefix(paths[0], "; 1") || !strings.HasPrefix(paths[1], "; 1") {
			continue // there is one outcome
		}
		ran++
		if paths[0] != paths[1] {
			t.Fatalf("on %s: %s, want %s", tree.Text(), paths[1], paths[0])
		}
	}
	if ran < 100 {
		t.Errorf("%d trees have two outcomes, want 100 or more", ran)
	}
}

// TestProofNumberMemory stops a search that would hold too many nodes.
func TestProofNumberMemory(t *testing.T) {
	p := engine.OnGame("connect-four", searchtest.OpenGame(t, "connect-four", nil))
	_, err := algorithms.ProofNumber.Run(context.Background(), p, engine.Options{}, nil)
	var limit *engine.LimitError
	if !errors.As(err, &limit) || !strings.Contains(err.Error(), fmt.Sprint(algorithms.MaxProofNodes)) {
		t.Errorf("Run on connect-four = %v, want a LimitError with %d", err, algorithms.MaxProofNodes)
	}
}
