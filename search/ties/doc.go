// Package ties computes what ties decide in max^n: which values the root of a tree can have under all tie
// rules, which ties change its value, and whether the cuts of a search hold under each tie rule.
//
// A tie rule is an order of the children of each node. Each mover chooses the children that are best by the
// mover's own score; of these, the first one in the order is taken. So under each tie rule every node has one
// value, and the choices are an equilibrium: no player gains by another choice at any node. The leftmost
// rule, which the papers and all engines use, is one of them.
//
// A node whose tie is resolved otherwise has another value, which can make or remove ties above it. The
// subtrees of two children have no node in common, so their ties are resolved independently. This is why the
// values can be computed from the leaves up, without trying all tie rules.
package ties
