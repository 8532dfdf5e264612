package search

import "math"

// This file computes the growth of trees and of searches: the counts of the papers'
// best cases. Every tree is uniform with b moves at each inner node.

// BestLeaves returns the number of leaves that speculative pruning visits in a
// tree of depth d with n players, if every cut is made as early as possible. With
// n = 2 the result is the number for shallow pruning with any number of players.
//
// Korf 1991, section 3.6: F(d) = F(d-1) + (b-1) F(d-2), F(0) = 1, F(1) = b. One
// child must be evaluated, and one grandchild of each other child.
//
// Sturtevant 2003, section 4.3. A node whose value is needed has one child whose
// value is needed and b-1 children below one bound; a child below one bound
// has one child whose value is needed and b-1 below two bounds; below n-1
// bounds the first child is enough. So
//
//	F(d) = sum of (b-1)^i F(d-1-i), i from 0 to n-1;  F(d) = b^d for d < n
func BestLeaves(b, n, d int) int {
	f := make([]int, d+1)
	f[0] = 1
	for k := 1; k <= d; k++ {
		power := 1
		for i := 0; i < n && i < k; i++ {
			f[k] += power * f[k-1-i]
			power *= b - 1
		}
		if k < n {
			f[k] = f[k-1] * b
		}
	}
	return f[d]
}

// BestNodes returns the number of nodes in the best case of BestLeaves, including
// the root.
func BestNodes(b, n, d int) int {
	nodes := 0
	for k := range d + 1 {
		nodes += BestLeaves(b, n, k)
	}
	return nodes
}

// PlainNodes returns the number of all nodes, including the root.
func PlainNodes(b, d int) int {
	nodes, level := 1, 1
	for range d {
		level *= b
		nodes += level
	}
	return nodes
}

// Iterated returns the total number of nodes of searches of depth 1 to d without
// their roots. The experiment of Sturtevant 2003, section 5.1, counts them this way:
// 84,927 for speculative pruning with b = 10, n = 3 and d = 6.
func Iterated(d int, nodes func(depth int) int) int {
	sum := 0
	for k := 1; k <= d; k++ {
		sum += nodes(k) - 1
	}
	return sum
}

// BestFactor returns the effective branching factor in the best case: the
// positive root of
//
//	x^n = sum of (b-1)^i x^(n-1-i), i from 0 to n-1
//
// which approaches b^((n-1)/n) for large b. Sturtevant 2003, section 4.3 and
// Table 8 (n = 3); for two players it is Korf's x² = x + b - 1.
func BestFactor(b, n int) float64 {
	// After division by x^n, the right side decreases in x, so there is one positive
	// root, which is between 1 and b.
	low, high := 1.0, float64(b)
	for range 200 {
		x := (low + high) / 2
		right, term := 0.0, 1/x
		for range n {
			right += term
			term *= float64(b-1) / x
		}
		if right > 1 {
			low = x
		} else {
			high = x
		}
	}
	return (low + high) / 2
}

// LimitFactor returns the limit of BestFactor for large b: b^((n-1)/n), which
// is also the branching factor of the paranoid reduction (Sturtevant & Korf
// 2000).
func LimitFactor(b, n int) float64 {
	return math.Pow(float64(b), float64(n-1)/float64(n))
}

// ParanoidBestLeaves returns the number of leaves that alpha-beta visits in
// the best case of the reduced game of Sturtevant & Korf 2000, Figure 4: Max has b
// moves, and the coalition has b^(n-1). reducedDepth is an even number of plies. A
// strategy for Max and a strategy for Min have one leaf in common.
func ParanoidBestLeaves(b, n, reducedDepth int) int {
	return power(b, (n-1)*reducedDepth/2) + power(b, reducedDepth/2) - 1
}

// FewestParanoid is ParanoidBestLeaves for a tree of any depth in plies, in which the player
// of the root moves on every n-th ply.
func FewestParanoid(b, n, depth int) int {
	own := (depth + n - 1) / n
	return power(b, depth-own) + power(b, own) - 1
}

// MoverNodes returns the numbers of Max and Min nodes of a two-player tree of
// height h whose root is a Max node: 1 + b² + …, b + b³ + … (CMSC 474).
func MoverNodes(b, h int) (maxNodes, minNodes int) {
	level := 1
	for k := range h {
		if k%2 == 0 {
			maxNodes += level
		} else {
			minNodes += level
		}
		level *= b
	}
	return maxNodes, minNodes
}

// PureStrategies returns the number of ways to choose one of b branches at
// each of the given number of nodes.
func PureStrategies(b, nodes int) int { return power(b, nodes) }

func power(b, e int) int {
	p := 1
	for range e {
		p *= b
	}
	return p
}
