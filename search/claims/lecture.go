package claims

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trees"
)

// duel is the size of trees of two players whose strategies can be written down.
var duel = compare.TrialSize{Players: 2, Branching: 3, Depth: 3, Nodes: 11, MaxSum: points(9), Delta: trees.Unit}

// mostPairs bounds the pairs of strategies that are played for one tree.
const mostPairs = 1_500

// CMSC 474, lecture 28, the minimax theorem and its corollaries.
var minimaxTheorem = Claim{
	ID:    "lecture-minimax",
	Holds: "If all pairs of pure strategies are played, the most that Max can guarantee equals the least that Min can hold Max to, and both are the minimax value.",
	Conditions: []Condition{
		{"zero", "The game is zero-sum: what Max wins, Min loses.", "Min has independent scores"},
		{"information", "Perfect information: the mover knows all earlier moves.", "the players do not see each other’s moves: a strategy has one move for each ply"},
		{"finite", "The game is finite.", ""},
	},
	trials: func(without string) compare.Trials {
		s := compare.Trials{Title: "The theorem fails here", Size: duel, Kind: trees.Minimax, Leaf: zeroSum}
		if without == "zero" {
			s.Kind, s.Leaf = trees.MaxN, func(rng *rand.Rand) trees.Vector {
				return trees.Vector{points(rng.IntN(5)), points(rng.IntN(5))}
			}
		}
		s.Claim = func(_ context.Context, t *compare.Trial) (func() bool, error) {
			return func() bool {
				if t.Mover(0) != 1 {
					return false
				}
				v := t.Solve()[0]
				sure, held, ok := playAll(t, without == "information")
				return ok && (sure != v || held != v)
			}, nil
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		l := byLevels(f.Tree, compare.Leftmost)
		sure, held, _ := playAll(l, f.Without == "information")
		if f.Without == "zero" {
			return fmt.Sprintf("Max can guarantee %s, whatever Min does. But Min does not play against Max: if both maximize their own scores, the first player gets %s.", sure.In(trees.Unit), l.value[0][0].In(trees.Unit)), []engine.AlgorithmConfig{config("maxn")}, nil
		}
		return fmt.Sprintf("If the players do not see each other’s moves, Max can guarantee only %s, and Min can hold Max only to %s. With perfect information both are %s.", signed(sure), signed(held), signed(l.value[0][0])), []engine.AlgorithmConfig{config("minimax")}, nil
	},
}

// zeroSum is a leaf of a zero-sum game: Max wins what Min loses.
func zeroSum(rng *rand.Rand) trees.Vector {
	v := points(rng.IntN(19) - 9)
	return trees.Vector{v, -v}
}

// playAll plays each strategy of player 1 against each of player 2. It returns what player 1
// can be sure of, and what player 2 can hold player 1 to. Blind strategies have one choice for
// each level. ok is false if there are too many, or if a choice is not everywhere possible.
func playAll(t gameTree, blind bool) (sure, held trees.Score, ok bool) {
	places, choices, ok := strategies(t, blind)
	if !ok {
		return 0, 0, false
	}
	count := [2]int{1, 1}
	for p := range choices {
		for _, n := range choices[p] {
			if count[p] *= n; count[0]*count[1] > mostPairs {
				return 0, 0, false
			}
		}
	}
	var worst [mostPairs]trees.Score // for player 2: the most that player 1 gets
	for a := range count[0] {
		least := trees.Score(0)
		for b := range count[1] {
			u := play(t, places, choices, [2]int{a, b})
			if b == 0 || u < least {
				least = u
			}
			if a == 0 || u > worst[b] {
				worst[b] = u
			}
		}
		if a == 0 || least > sure {
			sure = least
		}
	}
	held = worst[0]
	for _, u := range worst[1:count[1]] {
		held = min(held, u)
	}
	return sure, held, true
}

// strategies returns, for each inner node, the place of its choice in a strategy of its mover,
// and for each player the number of moves at each place.
func strategies(t gameTree, blind bool) (places []int, choices [2][]int, ok bool) {
	level, byLevel := []int{0}, map[int]int{}
	for i := 0; i < len(level); i++ {
		_, n := t.Kids(i)
		for range n {
			level = append(level, level[i]+1)
		}
		places = append(places, 0)
		if n == 0 {
			continue
		}
		p := t.Mover(i) - 1
		if blind {
			if at, seen := byLevel[level[i]]; seen {
				if choices[p][at] != n {
					return nil, choices, false
				}
				places[i] = at
				continue
			}
			byLevel[level[i]] = len(choices[p])
		}
		places[i] = len(choices[p])
		choices[p] = append(choices[p], n)
	}
	return places, choices, true
}

// play returns the score of player 1 where two strategies, each given by its number, lead.
func play(t gameTree, places []int, choices [2][]int, strategy [2]int) trees.Score {
	i := 0
	for t.Mover(i) > 0 {
		p := t.Mover(i) - 1
		number := strategy[p]
		for _, n := range choices[p][:places[i]] {
			number /= n
		}
		first, _ := t.Kids(i)
		i = first + number%choices[p][places[i]]
	}
	return t.Value(i)[0]
}

// Strategies counts the pure strategies of the two players of a tree, one by one: it adds one
// to a strategy until it is the first one again.
func Strategies(t *trees.Tree) (counted [2]int) {
	_, choices, _ := strategies(byLevels(t, compare.Leftmost), false)
	for p := range choices {
		s := make([]int, len(choices[p]))
		for {
			counted[p]++
			i := 0
			for ; i < len(s); i++ {
				if s[i]++; s[i] < choices[p][i] {
					break
				}
				s[i] = 0
			}
			if i == len(s) {
				break
			}
		}
	}
	return counted
}

// increasing are functions of an evaluation that keep the order of all scores.
var increasing = []func(x trees.Score) trees.Score{
	func(x trees.Score) trees.Score { return 2*x + points(1) },
	func(x trees.Score) trees.Score { n := x / trees.Unit; return points(int(n * n * n)) },
	func(x trees.Score) trees.Score { return max(x, 10*x) },
}

// CMSC 474, lecture 28, “Exact Values for e(x) Don't Matter”.
var monotonic = Claim{
	ID:    "lecture-monotonic",
	Holds: "The move at the root is the same when each e(x) is replaced by f(e(x)).",
	Conditions: []Condition{
		{"order", "A larger e(x) has a larger f(e(x)).", "f is the square"},
		{"strict", "Different e(x) have different f(e(x)).", "f rounds to multiples of four"},
	},
	trials: func(without string) compare.Trials {
		size := small
		size.Players = 2
		return compare.Trials{
			Title: "The move changes here", Size: size, Kind: trees.Minimax, Leaf: zeroSum,
			Claim: func(_ context.Context, t *compare.Trial) (func() bool, error) {
				var before []trees.Vector
				return func() bool {
					if t.Mover(0) == 0 {
						return false
					}
					t.Solve()
					move := chosen(t, 0, compare.Leftmost)
					before = before[:0]
					for i := range t.Len() {
						before = append(before, *t.Value(i))
					}
					other := false
					for _, f := range functions(without) {
						for i := range t.Len() {
							if t.Mover(i) == 0 {
								y := f(before[i][0])
								*t.Value(i) = trees.Vector{y, -y}
							}
						}
						t.Solve()
						other = other || chosen(t, 0, compare.Leftmost) != move
					}
					for i := range t.Len() {
						*t.Value(i) = before[i]
					}
					return other
				}, nil
			},
		}
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		l := byLevels(f.Tree, compare.Leftmost)
		move := chosen(l, 0, compare.Leftmost)
		name := f.Tree.Name(l.number[move])
		for i := len(l.value) - 1; i >= 0; i-- {
			if l.mover[i] == 0 {
				y := functions(f.Without)[0](l.value[i][0])
				l.value[i] = trees.Vector{y, -y}
			} else {
				l.value[i] = l.value[chosen(l, i, compare.Leftmost)]
			}
		}
		return fmt.Sprintf("With e(x) Max moves to %s, with f(e(x)) to %s.", name, f.Tree.Name(l.number[chosen(l, 0, compare.Leftmost)])), []engine.AlgorithmConfig{config("minimax")}, nil
	},
}

func functions(without string) []func(trees.Score) trees.Score {
	switch without {
	case "order":
		return []func(trees.Score) trees.Score{func(x trees.Score) trees.Score { n := x / trees.Unit; return points(int(n * n)) }}
	case "strict":
		return []func(trees.Score) trees.Score{func(x trees.Score) trees.Score { return points(int(x/trees.Unit+40) / 4 * 4) }}
	}
	return increasing
}

// windows are the ends of the windows that are tried.
var windows = []trees.Score{points(-6), points(-3), points(-1), points(0), points(2), points(5)}

// CMSC 474, lecture 28, the theorem on alpha-beta, in three parts.
var alphaBetaTheorem = Claim{
	ID:    "lecture-alpha-beta",
	Holds: "For each window: if the minimax value is in [α, β], the result is this value; if it is ≤ α, the result is ≤ α; if it is ≥ β, the result is ≥ β.",
	Conditions: []Condition{
		{"sides", "At each node Max or Min moves.", "a third player moves in turn and has independent scores"},
		{"window", "α and β are any two numbers; even α > β is allowed.", ""},
	},
	trials: func(without string) compare.Trials {
		size := small
		size.Players = 2
		s := compare.Trials{Title: "The theorem fails here", Size: size, Kind: trees.Minimax, Leaf: zeroSum}
		if without == "sides" {
			s.Size, s.Kind, s.Leaf = small, trees.MaxN, nil
		}
		s.Claim = func(_ context.Context, t *compare.Trial) (func() bool, error) {
			return func() bool {
				if t.Mover(0) != 1 {
					return false
				}
				_, _, fails := threeParts(t, t.Solve()[0])
				return fails
			}, nil
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		l := byLevels(f.Tree, compare.Leftmost)
		v := l.value[0][0]
		w, result, _ := threeParts(l, v)
		explanation := fmt.Sprintf("The value is %s. With α = %s and β = %s alpha-beta returns %s.", signed(v), signed(w[0]), signed(w[1]), signed(result))
		if f.Without == "sides" {
			return explanation, []engine.AlgorithmConfig{config("maxn")}, nil
		}
		return explanation, []engine.AlgorithmConfig{config("minimax")}, nil
	},
}

// signed writes a score in words.
func signed(s trees.Score) string { return strings.Replace(s.In(trees.Unit).String(), "-", "−", 1) }

// threeParts finds a window for which the result of alpha-beta contradicts the theorem, for the value
// v.
func threeParts(t gameTree, v trees.Score) (window [2]trees.Score, result trees.Score, fails bool) {
	for _, alpha := range windows {
		for _, beta := range windows {
			r := alphaBeta(t, 0, alpha, beta)
			if alpha <= v && v <= beta && r != v || v <= alpha && r > alpha || v >= beta && r < beta {
				return [2]trees.Score{alpha, beta}, r, true
			}
		}
	}
	return window, 0, false
}

// alphaBeta is the function Alpha-Beta of the lecture, without a limit on the depth. A
// player other than Max and Min, if
// there is one, counts as Max if the number is odd.
func alphaBeta(t gameTree, x int, alpha, beta trees.Score) trees.Score {
	first, n := t.Kids(x)
	if n == 0 {
		return t.Value(x)[0]
	}
	v := trees.Score(0)
	for y := first; y < first+n; y++ {
		w := alphaBeta(t, y, alpha, beta)
		if t.Mover(x)%2 == 1 {
			if y == first || w > v {
				v = w
			}
			if v >= beta {
				return v
			}
			alpha = max(alpha, v)
		} else {
			if y == first || w < v {
				v = w
			}
			if v <= alpha {
				return v
			}
			beta = min(beta, v)
		}
	}
	return v
}
