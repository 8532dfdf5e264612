package engine

import "espalier/trace"

const (
	// WeightOfAll is the sum of the weights of all models.
	WeightOfAll = 10
	// DefaultAgainst and DefaultRival are the weights that are not given. What is left is the weight of own.
	DefaultAgainst = 3
	DefaultRival   = 0
)

// ModelWeights returns the weight of each model.
func ModelWeights(o *Options) (list [trace.ModelCount]int) {
	list[trace.OwnScore], list[trace.AgainstRoot], list[trace.RivalOfRoot] = WeightOfAll, DefaultAgainst, DefaultRival
	if o.HasAgainst {
		list[trace.AgainstRoot] = o.Against
	}
	if o.HasRival {
		list[trace.RivalOfRoot] = o.Rival
	}
	list[trace.OwnScore] -= list[trace.AgainstRoot] + list[trace.RivalOfRoot]
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
	if against, rival := list[trace.AgainstRoot], list[trace.RivalOfRoot]; against+rival > WeightOfAll {
		name := "against"
		if o.HasRival {
			name = "rival"
		}
		return Refuse("options."+name, "against is %d and rival is %d, but all weights together are %d tenths; without an option against is %d and rival is %d", against, rival, WeightOfAll, DefaultAgainst, DefaultRival)
	}
	return nil
}
