package algorithms_test

import (
	"fmt"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
)

// TestDFPNWithSmallTables: a table with room for few positions changes no result.
func TestDFPNWithSmallTables(t *testing.T) {
	for _, size := range []int{1, 2, 8} {
		t.Run(fmt.Sprint(size), func(t *testing.T) { t.Parallel(); compareWithParanoid(t, &algorithms.DFPN, size) })
	}
}

// TestDFPNExample follows the first question on the tree of the chapter, whether player 1 gets at least 5, by hand.
//
//	at a:  b 1, 1   c 1, 1. To b, until its proof number reaches 1 + 1 = 2. b has two children: 2, 1. Back.
//	at a:  b 2, 1   c 1, 1. To c, until 2 + 1 = 3. c has three children: 3, 1. Back.
//	at a:  b 2, 1   c 3, 1. To b, until 3 + 1 = 4.
//	at b:  d 1, 1   e 1, 1. To d, until its disproof number reaches 1 + 1 = 2, or its proof number 4 - 2 + 1 = 3. d: 2, 1.
//	at d:  h, until 2, or 3 - 2 + 1 = 2: it has 6, proved. i, until min(2, ∞), or 3 - 1 + 1 = 3: it has 3, disproved.
//	at a:  d and b are disproved, c 3, 1. To c, until min(∞, ∞).
//	at c:  f, until its disproof number reaches 2: it has 4, disproved. So c and a are, too.
func TestDFPNExample(t *testing.T) {
	events, res, err := searchtest.Record(&algorithms.DFPN, engine.OnTree(searchtest.Read(t, proofExample), 0), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, e := range events {
		l, has := trace.NoteOf[*algorithms.Thresholds](&e)
		if !has || e.Type != trace.Enter {
			continue
		}
		if e.Node == 0 && got != "" {
			break
		}
		got += fmt.Sprintf("%c %s; ", "abdhiecfgklj"[e.Node], numbersText(l.At))
	}
	const want = "a ∞,∞; b 2,∞; c 3,∞; b 4,∞; d 3,2; h 2,2; i 3,2; c ∞,∞; f ∞,2; "
	if got != want || searchtest.Scores(res.Value, 3) != "4,3,3" {
		t.Errorf("the visits are %q, and the value is (%s); want %q and (4,3,3)", got, searchtest.Scores(res.Value, 3), want)
	}
}

// dfpnVerifier checks the events of df-pn against the definitions, and each node that is new against the theorem: it is a
// most-proving node of the tree that has been visited.
type dfpnVerifier struct {
	proofVerifier
	stored  map[int]algorithms.ProofNumbers // of nodes that the search has left
	visited map[int]bool
	at      []dfpnVisit // the path
}

type dfpnVisit struct {
	node      int
	numbers   algorithms.ProofNumbers
	threshold algorithms.ProofNumbers
}

func verifyDFPN(t *trees.Tree, o engine.Options, events []trace.Event) error {
	v := &dfpnVerifier{proofVerifier: proofVerifier{t: t, o: o, about: max(1, t.Mover(o.Root))}}
	return verifyEach(events, v.event)
}

func (v *dfpnVerifier) event(e *trace.Event) error {
	n := int(e.Node)
	switch e.Type {
	case trace.Start:
		return nil
	case trace.Done:
		if len(v.at) > 0 || e.Stats.Nodes != v.nodes || e.Stats.Leaves != v.leaves {
			return fmt.Errorf("%d nodes open, %d nodes and %d leaves, counted %d and %d", len(v.at), e.Stats.Nodes, e.Stats.Leaves, v.nodes, v.leaves)
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
	if v.ends(v.o.Root) {
		return nil
	}
	p, has := trace.NoteOf[*algorithms.Proof](e)
	l, also := trace.NoteOf[*algorithms.Thresholds](e)
	if !has || !also {
		return fmt.Errorf("it says nothing of its numbers or thresholds")
	}
	if e.Type == trace.Enter {
		if err := v.enter(e, p, l); err != nil {
			return err
		}
	}
	top := &v.at[len(v.at)-1]
	if top.node != n || l.At != top.threshold {
		return fmt.Errorf("node %d is open, with the thresholds %s", top.node, numbersText(top.threshold))
	}
	if !v.ends(n) {
		if want := v.known(n); p.Numbers != want {
			return fmt.Errorf("numbers %s, want %s", numbersText(p.Numbers), numbersText(want))
		}
	} else if want := v.proofVerifier.numbers(n); p.Numbers != want {
		return fmt.Errorf("numbers %s of a leaf, want %s", numbersText(p.Numbers), numbersText(want))
	}
	top.numbers = p.Numbers
	if e.Type != trace.Exit {
		return nil
	}
	if !v.ends(n) && p.Numbers.Proof < l.At.Proof && p.Numbers.Disproof < l.At.Disproof {
		return fmt.Errorf("it ends with %s below its thresholds %s", numbersText(p.Numbers), numbersText(l.At))
	}
	v.stored[n] = p.Numbers
	v.at = v.at[:len(v.at)-1]
	return nil
}

// of returns the numbers of a child in the table.
func (v *dfpnVerifier) of(n int) algorithms.ProofNumbers {
	if s, found := v.stored[n]; found {
		return s
	}
	return algorithms.ProofNumbers{Proof: 1, Disproof: 1}
}

// known returns the numbers of an inner node by those of its children in the table.
func (v *dfpnVerifier) known(n int) algorithms.ProofNumbers {
	least, sum := uint64(algorithms.InfiniteProof), uint64(0)
	or := v.t.Mover(n) == v.about
	for _, k := range v.kids(n) {
		one, other := v.of(int(k)).Proof, v.of(int(k)).Disproof
		if !or {
			one, other = other, one
		}
		least, sum = min(least, uint64(one)), min(sum+uint64(other), algorithms.InfiniteProof)
	}
	if or {
		return algorithms.ProofNumbers{Proof: uint32(least), Disproof: uint32(sum)}
	}
	return algorithms.ProofNumbers{Proof: uint32(sum), Disproof: uint32(least)}
}

func (v *dfpnVerifier) enter(e *trace.Event, p *algorithms.Proof, l *algorithms.Thresholds) error {
	n := int(e.Node)
	if p.How == algorithms.PassBegins {
		v.gamma, v.within = e.Beta.Score, len(v.t.Kids(n))
		if p.Moves > 0 {
			v.within = p.Moves
		}
		v.stored, v.visited = map[int]algorithms.ProofNumbers{}, map[int]bool{n: true}
		if n != v.o.Root || len(v.at) > 0 || p.Pass != 1 || l.At.Proof != algorithms.InfiniteProof || l.At.Disproof != algorithms.InfiniteProof {
			return fmt.Errorf("the search of a question begins here, with the thresholds %s", numbersText(l.At))
		}
		v.at = append(v.at, dfpnVisit{node: n, threshold: l.At})
		return nil
	}
	top := &v.at[len(v.at)-1]
	if v.t.Parent(n) != top.node || p.How != algorithms.MostProving || p.Player != v.t.Mover(top.node) || l.Stored != v.of(n) {
		return fmt.Errorf("it is entered from %d as %s, with %s in the table", top.node, p.How, numbersText(l.Stored))
	}
	want, err := v.thresholds(top, n)
	if err != nil {
		return err
	}
	if l.At != want {
		return fmt.Errorf("the thresholds are %s, want %s", numbersText(l.At), numbersText(want))
	}
	v.at = append(v.at, dfpnVisit{node: n, threshold: l.At})
	if v.visited[n] {
		return nil
	}
	v.visited[n] = true
	return v.mostProving()
}

// thresholds returns those of a child by the formulas of the paper, and an error if another child should be entered.
func (v *dfpnVerifier) thresholds(top *dfpnVisit, n int) (want algorithms.ProofNumbers, err error) {
	or := v.t.Mover(top.node) == v.about
	by := func(k int) (one, other int64) {
		one, other = int64(v.of(k).Proof), int64(v.of(k).Disproof)
		if !or {
			one, other = other, one
		}
		return one, other
	}
	mine, rest := by(n)
	second, left := int64(algorithms.InfiniteProof), true
	for _, k := range v.kids(top.node) {
		if int(k) == n {
			left = false
			continue
		}
		its, _ := by(int(k))
		if its < mine || its == mine && left {
			return want, fmt.Errorf("%d has %d, and %d has %d", n, mine, k, its)
		}
		second = min(second, its)
	}
	numbers := v.known(top.node)
	one, other, sum := int64(top.threshold.Proof), int64(top.threshold.Disproof), int64(numbers.Disproof)
	if !or {
		one, other, sum = other, one, int64(numbers.Proof)
	}
	one = min(one, second+1)
	if other < algorithms.InfiniteProof {
		other += rest - sum
	}
	if or {
		return algorithms.ProofNumbers{Proof: uint32(one), Disproof: uint32(other)}, nil
	}
	return algorithms.ProofNumbers{Proof: uint32(other), Disproof: uint32(one)}, nil
}

// mostProving checks that from the root to the node that is entered, each node on the path has the least number among its
// siblings, in the tree of all that has been visited.
func (v *dfpnVerifier) mostProving() error {
	fresh := v.at[len(v.at)-1].node
	numbers := map[int]algorithms.ProofNumbers{}
	var of func(n int) algorithms.ProofNumbers
	of = func(n int) algorithms.ProofNumbers {
		if x, found := numbers[n]; found {
			return x
		}
		x := algorithms.ProofNumbers{Proof: 1, Disproof: 1}
		switch {
		case n == fresh || !v.visited[n]:
		case v.ends(n):
			x = v.proofVerifier.numbers(n)
		default:
			least, sum, or := uint64(algorithms.InfiniteProof), uint64(0), v.t.Mover(n) == v.about
			for _, k := range v.kids(n) {
				one, other := of(int(k)).Proof, of(int(k)).Disproof
				if !or {
					one, other = other, one
				}
				least, sum = min(least, uint64(one)), min(sum+uint64(other), algorithms.InfiniteProof)
			}
			x = algorithms.ProofNumbers{Proof: uint32(least), Disproof: uint32(sum)}
			if !or {
				x = algorithms.ProofNumbers{Proof: uint32(sum), Disproof: uint32(least)}
			}
		}
		numbers[n] = x
		return x
	}
	for i, a := range v.at[1:] {
		parent := v.at[i].node
		number := func(n int) uint32 {
			if v.t.Mover(parent) == v.about {
				return of(n).Proof
			}
			return of(n).Disproof
		}
		for _, k := range v.kids(parent) {
			if number(int(k)) < number(a.node) {
				return fmt.Errorf("it is no most-proving node: %d has a smaller number than %d", k, a.node)
			}
		}
	}
	return nil
}
