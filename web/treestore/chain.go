package treestore

import "espalier/web/store/ledger"

// The records of a tree are a chain: each holds the sum of the record before it, in
// head.Prev, under its own check sum. So a record that is missing, or is not the one that
// was acknowledged, is noticed at the next record. The sum of the newest record is in the
// ledger. Old stores have records without sums; their chain begins with the first revision
// that was made by a later version.

// A chainSum identifies the stored form of a record. "" means that it is unknown.
type chainSum = ledger.Sum

const sumChars = ledger.SumChars

// sumOf returns the sum of a stored value.
func sumOf(value []byte) chainSum { return ledger.SumOf(value) }

// follows reports whether a record with this head may come after the record with a sum.
func (h *head) follows(before chainSum) bool {
	return h.Prev == "" || before == "" || h.Prev == before
}
