// Package claims has the claims of the papers about searches in a form that can be tried on
// random trees: the conditions, what happens without each, and a check that finds the trees
// on which the claim fails. It has no markup; web/theorems has the texts.
//
//   - With all conditions no tree fails. A test tries each claim on many trees.
//   - Without a condition that can be dropped, a tree that fails is found within Tries
//     trees, for any seed. A test checks that, too.
//   - Equal seeds give equal trees.
//
// To add a claim: a variable in a file of its paper, with its conditions, the trials
// (compare.Trials: which trees, and when the claim fails on a tree) and the explanation of a
// failure; then a line in registry.go. The tests use that list.
package claims
