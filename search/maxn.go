package search

// Max^n.
//
// C. Luckhardt and K. Irani, "An algorithmic solution of n-person games",
// AAAI 1986; as in R. Korf, "Multi-player alpha-beta pruning", Artificial
// Intelligence 48 (1991), section 2.
//
//	M(x, p)  the max^n value of node x where player p moves: f.value, p = f.mover
//
// Needs: nothing. Guarantee: the max^n value. It prunes nothing, and is what
// every sound algorithm here is held against.
// Ties: a later child must be strictly better for the mover, so the leftmost
// best child stays.

func maxn(r *run) { r.maxn(r.root()) }

func (r *run) maxn(f *frame, moves int) {
	if r.enter(f, moves) {
		return
	}
	p := f.mover - 1
	for i := range moves {
		r.maxn(f.below, r.do(f, i))
		r.Pos.Undo()
		improved := i == 0 || f.below.value[p] > f.value[p]
		if improved {
			r.take(f)
		}
		if r.say != nil {
			r.tellBackup(f, improved)
		}
	}
	r.exit(f, true)
}
