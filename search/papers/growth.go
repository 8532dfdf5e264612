package papers

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

// KnuthMooreFactor returns the growth rate r(b) of alpha-beta without deep cutoffs on
// random trees, as D. Knuth and R. Moore give it ("An analysis of alpha-beta pruning",
// Artificial Intelligence 6, 1975): the largest eigenvalue of the matrix with the entries
//
//	p(i,j) = 1 / binomial(i-1 + (j-1)/b, i-1), i and j from 1 to b
//
// p(i,j) is the probability that the j-th child of the i-th child of a node is searched:
// the best of the i-1 children before, which are minima of b values, is below the minimum
// of j-1 values. r(4) is 3.142. The product of such probabilities takes cuts on consecutive levels as
// independent. They are not: RandomFactor is a little larger.
func KnuthMooreFactor(b int) float64 {
	p := make([][]float64, b)
	for i := range p {
		p[i] = make([]float64, b)
		for j := range p[i] {
			x, y := float64(i), float64(j)/float64(b)
			whole, _ := math.Lgamma(x + y + 1)
			first, _ := math.Lgamma(x + 1)
			second, _ := math.Lgamma(y + 1)
			p[i][j] = math.Exp(first + second - whole)
		}
	}
	v, next, factor := make([]float64, b), make([]float64, b), 0.0
	v[0] = 1
	for range growthSteps {
		for i := range next {
			next[i] = 0
			for j := range v {
				next[i] += p[i][j] * v[j]
			}
		}
		factor = next[0] / v[0]
		for i := range v {
			v[i] = next[i] / next[0]
		}
	}
	return factor
}

// growthSteps is the number of plies after which a growth rate no longer changes in six
// digits; growthGrid is the number of intervals of RandomFactor, for four digits.
const (
	growthSteps = 100
	growthGrid  = 1000
)

// RandomFactor returns the factor by which RandomLeaves grows with each ply, in the
// limit of high trees.
func RandomFactor(b int) float64 {
	return RandomLeaves(b, growthSteps) / RandomLeaves(b, growthSteps-1)
}

// RandomLeaves returns the expected number of leaves that shallow pruning evaluates in a
// random tree of depth d with two players and a constant sum: all leaves are independent
// and have one continuous distribution. It is computed, not taken from a paper.
//
// Let t(q) be the expected leaves below a node that is cut once it reaches the quantile q
// of its value for the mover; t(1) is that of the root. The first child is searched
// without a bound. Child m+1 is searched if the best of m children is below the bound, and
// has that best as its bound. Where a child's value has the quantile s for the mover, it
// has 1-s for the child's own mover, and as the best of b children it has s^b. So one ply
// more gives
//
//	t'(q) = t(1) + integral of t(1-s) (1 + 2s + … + (b-1) s^(b-2)), s from 0 to q^(1/b)
func RandomLeaves(b, d int) float64 {
	t, next, sum := make([]float64, growthGrid+1), make([]float64, growthGrid+1), make([]float64, growthGrid+1)
	weight, quantile := make([]float64, growthGrid), make([]float64, growthGrid+1)
	for i := range weight {
		s, power := (float64(i)+0.5)/growthGrid, 1.0
		for m := 1; m < b; m++ {
			weight[i] += float64(m) * power / growthGrid
			power *= s
		}
	}
	for i := range t {
		t[i], quantile[i] = 1, math.Pow(float64(i)/growthGrid, 1/float64(b))
	}
	for range d {
		for i, w := range weight {
			sum[i+1] = sum[i] + w*between(t, 1-(float64(i)+0.5)/growthGrid)
		}
		for i, q := range quantile {
			next[i] = t[growthGrid] + between(sum, q)
		}
		t, next = next, t
	}
	return t[growthGrid]
}

// between returns the value of a function on the grid at x, from 0 to 1.
func between(f []float64, x float64) float64 {
	at := x * growthGrid
	i := min(int(at), growthGrid-1)
	return f[i] + (f[i+1]-f[i])*(at-float64(i))
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
