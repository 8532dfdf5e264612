package engine

import "espalier/trees"

const (
	// WeightOfAll is the sum of the weights of all models.
	WeightOfAll = 10
	// DefaultAgainst and DefaultRival are the weights that are not given. What is left is the weight of own.
	DefaultAgainst = 3
	DefaultRival   = 0
)

// An OpponentModel is what a player makes as large as possible.
type OpponentModel uint8

const (
	OwnScore    OpponentModel = iota // the player's own score
	AgainstRoot                      // minus the score of the player at the root
	RivalOfRoot                      // the player's own score minus that of the player at the root

	ModelCount = 3 // of models
)

var modelNames = [ModelCount]string{"own", "against", "rival"}

// Name returns the name of the model in JSON and in tables.
func (m OpponentModel) Name() string { return modelNames[m] }

// Wants returns what the model makes as large as possible: of the scores of player p and of the player at
// the root, both from 0.
func (m OpponentModel) Wants(v *trees.Vector, p, root int) trees.Score {
	switch m {
	case AgainstRoot:
		return -v[root]
	case RivalOfRoot:
		return v[p] - v[root]
	}
	return v[p]
}

// ModelWeights returns the weight of each model.
func ModelWeights(o *Options) (list [ModelCount]int) {
	list[OwnScore], list[AgainstRoot], list[RivalOfRoot] = WeightOfAll, DefaultAgainst, DefaultRival
	if o.HasAgainst {
		list[AgainstRoot] = o.Against
	}
	if o.HasRival {
		list[RivalOfRoot] = o.Rival
	}
	list[OwnScore] -= list[AgainstRoot] + list[RivalOfRoot]
	return list
}

// checkWeights requires weights that leave none below 0.
func checkWeights(_ *Algorithm, _ *Problem, o *Options) error {
	list := ModelWeights(o)
	for _, given := range []struct {
		name   string
		weight int
		given  bool
	}{{"against", o.Against, o.HasAgainst}, {"rival", o.Rival, o.HasRival}} {
		if given.given && (given.weight < 0 || given.weight > WeightOfAll) {
			return Refuse("options."+given.name, "%d is not a weight from 0 to %d; a weight is a probability in tenths", given.weight, WeightOfAll)
		}
	}
	if against, rival := list[AgainstRoot], list[RivalOfRoot]; against+rival > WeightOfAll {
		name := "against"
		if o.HasRival {
			name = "rival"
		}
		return Refuse("options."+name, "against is %d and rival is %d, but all weights together are %d tenths; without an option against is %d and rival is %d", against, rival, WeightOfAll, DefaultAgainst, DefaultRival)
	}
	return nil
}
