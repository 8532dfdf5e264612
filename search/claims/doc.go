// Package claims holds what the papers claim about searches, as something that can be tried
// on random trees: the conditions, each with what happens without it, and a check that finds
// the trees on which the claim fails. It has no markup; web/theorems has the texts.
//
//   - With all conditions no tree fails. A test tries each claim on many trees.
//   - Without a condition that can be dropped, a tree that fails is found within Tries
//     trees, for any seed. A test checks that, too.
//   - Equal seeds give equal trees.
//
// To add a claim: a variable in a file of its paper, with its conditions, the trials
// (search.Trials: what trees, and when the claim fails on one) and the words for a tree on
// which it fails; then a line in registry.go. The tests take it from there.
package claims
