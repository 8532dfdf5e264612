package search

import (
	"strings"
)

// algorithms lists the algorithms in the order of the papers: two players,
// Korf 1991, Sturtevant & Korf 2000, Sturtevant 2003. Each entry is declared
// in its engine's file, beside the procedure.
var algorithms = []*Algorithm{
	&minimaxAlgorithm,
	&alphabetaAlgorithm,
	&pvsAlgorithm,
	&mtdfAlgorithm,
	&sssAlgorithm,
	&alphabetaChanceAlgorithm,
	&star1Algorithm,
	&star2Algorithm,
	&maxnAlgorithm,
	&immediateAlgorithm,
	&shallowAlgorithm,
	&deepAlgorithm,
	&dfbnbAlgorithm,
	&bnbAlgorithm,
	&deepBnBAlgorithm,
	&abbnbAlgorithm,
	&paranoidAlgorithm,
	&directedAlgorithm,
	&mpmixAlgorithm,
	&softAlgorithm,
	&bestReplyAlgorithm,
	&brsAlgorithm,
	&probAlgorithm,
	&alphabetaStarAlgorithm,
	&lastBranchAlgorithm,
	&speculativeAlgorithm,
	&proofNumberAlgorithm,
	&mctsMaxnAlgorithm,
	&mctsParanoidAlgorithm,
	&hypermaxAlgorithm,
}

func init() {
	for _, a := range algorithms {
		a.Registered = All
	}
}

// Find returns the algorithm with the given id.
func Find(id string) (*Algorithm, bool) {
	for _, a := range algorithms {
		if a.ID == id {
			return a, true
		}
	}
	return nil, false
}

// All returns the algorithms in the order of the papers. The caller must not
// change them.
func All() []*Algorithm { return algorithms }

// IDs lists the ids of all algorithms for an error message.
func IDs() string {
	ids := make([]string, len(algorithms))
	for i, a := range algorithms {
		ids[i] = a.ID
	}
	return strings.Join(ids, ", ")
}
