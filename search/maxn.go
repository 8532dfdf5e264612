package search

// Max^n.
//
// C. Luckhardt and K. Irani, "An algorithmic solution of n-person games", AAAI
// 1986; as in R. Korf, "Multi-player alpha-beta pruning", Artificial
// Intelligence 48 (1991), section 2.
//
//	M(x, p)  the max^n value of node x where player p moves: f.value, p = f.mover
//	P(c)     the probability of child c of a chance node, whose value is the expectation
//
// Needs: nothing. Guarantee: the max^n value. Max^n prunes nothing; every sound
// algorithm is compared with max^n.
//
// Ties: a later child must be strictly better for the mover, so in a tie the leftmost child
// wins.

var maxnAlgorithm = Algorithm{
	ID: "maxn", Name: "Max^n", Paper: "Luckhardt & Irani 1986; Korf 1991", Section: "2",
	Needs: "kind maxn", Guarantee: "the max^n value", Sound: true,
	Options: []string{"depth", "transposition", "deepening"},
	Chance:  true, chanceCode: sumOf("MaxN(c)"),
	Terms: []string{"maxn", "maxn-value", "score-vector", "tie-rule"}, Seat: 1, QuietSeat: true, Rule: 1,
	Assumes: "Each player makes their own score as large as possible.",
	code: pseudocode{
		{"MaxN(x):", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  for each child c of x, left to right:"},
		{"    v := MaxN(c); p is the player to move at x", "backup"},
		{"    if v[p] > Best[p]: Best := v   (the first child is always taken)", "backup+"},
		{"  return Best", "exit"},
	},
	need: []need{needMaxN}, run: maxn, Judged: ByModel, Reference: &referenceMaxn,
}

type maxnRun struct{ *run }

func maxn(r *run) {
	if r.usesTable() {
		maxnTabled(r)
		return
	}
	maxnRun{r}.search(r.root())
}

func (s maxnRun) search(f *frame, moves int) {
	if s.enter(f, moves) {
		return
	}
	if f.mover == 0 {
		s.expect(f, moves, s)
		return
	}
	p := place(f.mover)
	if f.ply == s.twoPlies {
		s.searchTwoPlies(f, moves)
		return
	}
	if leaves := s.leaves(f); leaves != nil {
		s.takeLeaf(f, leaves, leftmostBest(leaves, p))
		return
	}
	exact := true
	for i := range moves {
		s.search(f.below, s.play(f, i))
		s.Pos.Undo()
		improved := i == 0 || f.below.value[p] > f.value[p]
		if improved {
			s.take(f)
		}
		if s.observer != nil {
			s.emitBackup(f, improved)
			exact = exact && f.below.exact
		}
	}
	s.exit(f, exact)
}

// searchTwoPlies is the loop above where all children of the children are leaves.
func (s maxnRun) searchTwoPlies(f *frame, moves int) {
	p := place(f.mover)
	for i := range moves {
		v := &f.below.value
		if leaves, mover := s.leavesBelow(f, i); leaves != nil {
			v = &leaves[leftmostBest(leaves, mover-1)]
		} else {
			s.search(f.below, s.play(f, i))
			s.Pos.Undo()
		}
		if i == 0 || v[p] > f.value[p] {
			s.copyScores(&f.value, v)
		}
	}
	f.known = true
}
