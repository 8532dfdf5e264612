package algorithms

import (
	"strings"

	"espalier/search/engine"
)

// algorithms lists the algorithms in the order of the papers: two players,
// Korf 1991, Sturtevant & Korf 2000, Sturtevant 2003. Each entry is declared
// in its engine's file, beside the procedure.
var algorithms = []*engine.Algorithm{
	&Minimax,
	&AlphaBeta,
	&Aspiration,
	&PVS,
	&MTDF,
	&SSS,
	&AlphaBetaChance,
	&Star1,
	&Star2,
	&MaxN,
	&Immediate,
	&Shallow,
	&Deep,
	&DFBnB,
	&BnB,
	&DeepBnB,
	&ABBnB,
	&Paranoid,
	&Directed,
	&MPMix,
	&SoftMaxN,
	&BestReply,
	&BRSPlus,
	&ProbMaxN,
	&OMSearch,
	&AlphaBetaStar,
	&LastBranch,
	&Speculative,
	&ProofNumber,
	&DFPN,
	&MultiOutcome,
	&MCTS,
	&MCTSParanoid,
	&ISMCTS,
	&Hypermax,
}

func init() {
	for _, a := range algorithms {
		a.Registered = All
	}
}

// Find returns the algorithm with the given id.
func Find(id string) (*engine.Algorithm, bool) {
	for _, a := range algorithms {
		if a.ID == id {
			return a, true
		}
	}
	return nil, false
}

// All returns the algorithms in the order of the papers. The caller must not
// change them.
func All() []*engine.Algorithm { return algorithms }

// IDs lists the ids of all algorithms for an error message.
func IDs() string {
	ids := make([]string, len(algorithms))
	for i, a := range algorithms {
		ids[i] = a.ID
	}
	return strings.Join(ids, ", ")
}
