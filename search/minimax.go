package search

// Minimax.
//
// M. T. Hajiaghayi, CMSC 474, "28. Game-tree Search and Pruning Algorithms":
// functions Backward-Induction (J. von Neumann and O. Morgenstern 1944) and
// Minimax, which stops at a depth (C. Shannon 1950). That the value exists is
// the minimax theorem of J. von Neumann 1928.
//
//	u(x)   Max's utility at leaf x: the first score of its value
//	e(x)   the static value of a node on the frontier, at the depth of option depth
//	v      the best utility so far: f.value[0]; at a chance node the expectation so far
//	P(c)   the probability of child c of a chance node
//
// Max is player 1, Min is player 2. If leaves have two scores, Min minimises
// the score of player 1 and ignores that of player 2.
//
// Needs: two players. Guarantee: the minimax value. Minimax prunes nothing.
//
// Ties: leftmost.

var minimaxAlgorithm = Algorithm{
	ID: "minimax", Name: "Minimax", Paper: "CMSC 474, lecture 28", Section: "Backward Induction; Minimax Algorithm",
	Needs: "kind minimax, or kind maxn with 2 players", Guarantee: "the minimax value", Sound: true,
	Options: []string{"depth"},
	Chance:  true, chanceCode: sumOf("Minimax(c)"),
	Terms: []string{"minimax", "back-up", "ply"}, TwoPlayers: true,
	code: pseudocode{
		{"Minimax(x):", "enter"},
		{"  if x is a leaf: return u(x); on the frontier: return e(x)", "leaf"},
		{"  for each child c of x, left to right:"},
		{"    w := Minimax(c)", "backup"},
		{"    v := max(v, w) if Max moves at x, min(v, w) if Min moves", "backup+"},
		{"  return v", "exit"},
	},
	need: []need{needTwoPlayers}, run: minimax, Judged: ByModel, Reference: &referenceMinimax,
}

type minimaxRun struct{ *run }

func minimax(r *run) {
	r.about = 1
	minimaxRun{r}.search(r.root())
}

func (s minimaxRun) search(f *frame, moves int) {
	if s.enter(f, moves) {
		return
	}
	if f.mover == 0 {
		s.expect(f, moves, s)
		return
	}
	exact := true
	for i := range moves {
		s.search(f.below, s.play(f, i))
		s.Pos.Undo()
		v, w := f.value[0], f.below.value[0]
		improved := i == 0 || f.mover == 1 && w > v || f.mover == 2 && w < v
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
