package records

import (
	"strings"

	"espalier/web/store/ledger"
)

// The ledger of a store has a mark for each log, under its id, with its newest revision, and one for
// each value of a feature.

// ledgerRules say what its keys are.
func ledgerRules() ledger.Rules {
	r := ledger.Rules{Root: rootOf, Once: isLog}
	if logs != nil {
		r.CarryOver, r.Early = logs.CarryOver, logs.Early
	}
	return r
}

// isLog reports whether a key is the id of a log, which has no dot.
func isLog(key string) bool { return !strings.Contains(key, ".") }

func newLedger(name string) *ledger.Ledger          { return ledger.New(name, ledgerRules()) }
func readLedger(dir string) (*ledger.Ledger, error) { return ledger.Read(dir, ledgerRules()) }

// eachLog calls f with each log that has a revision.
func (b *Bucket) eachLog(f func(id ID, m ledger.Mark)) {
	b.Ledger.Each(func(key string, m ledger.Mark) {
		if isLog(key) && m.Number > 0 {
			f(ID(key), m)
		}
	})
}
