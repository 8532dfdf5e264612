package treestore

import "espalier/web/treestore/ledger"

// The records of a tree are a chain: each holds the sum of the one before, in
// head.Prev, under its own check sum. So a record that is missing, or is not the
// one that was acknowledged, is noticed at the next one; and the sum of the last
// one is in the ledger. Records of stores from before the chain have none; it
// begins with the first revision that is made since.

type chainSum = ledger.Sum

func sumOf(value []byte) chainSum { return ledger.SumOf(value) }

// follows reports whether a record with a head may come after the one with a
// sum.
func (h *head) follows(before chainSum) bool {
	return h.Prev == "" || before == "" || h.Prev == before
}
