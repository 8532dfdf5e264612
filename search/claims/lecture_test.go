package claims

import (
	"context"
	"math"
	"testing"

	"espalier/search/compare"
	"espalier/trees"
)

// TestAlphaBetaOfTheLecture: with an infinite window the function of the lecture returns what
// the engine returns.
func TestAlphaBetaOfTheLecture(t *testing.T) {
	size := small
	size.Players = 2
	tried := 0
	s := compare.Trials{Size: size, Kind: trees.Minimax, Leaf: zeroSum}
	s.Claim = func(ctx context.Context, trial *compare.Trial) (func() bool, error) {
		engine, err := trial.Runner(ctx, config("alphabeta"), nil)
		return func() bool {
			tried++
			return engine.Run()[0] != alphaBeta(trial, 0, math.MinInt64, math.MaxInt64)
		}, err
	}
	if f, err := s.Search(context.Background(), 1, 2_000, nil); err != nil || f.Tree != nil || tried < 2_000 {
		t.Errorf("after %d trees: %v, %+v", tried, err, f)
	}
}

// TestStrategies counts strategies of a tree that is not uniform.
func TestStrategies(t *testing.T) {
	tree, err := trees.ReadText("kind minimax max[ min[ 1 2 3 ] min[ max[ 1 2 ] 4 ] ]")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := Strategies(tree), [2]int{2 * 2, 3 * 2}; got != want {
		t.Errorf("Strategies = %v, want %v", got, want)
	}
}
