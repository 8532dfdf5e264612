package trace

import "slices"

// A StepSize says how far one step of the playback goes.
type StepSize uint8

// The sizes, from the smallest. The playback stops at every step of its own size
// and of larger ones; and, in each size, at the first and at the last step.
const (
	EveryEvent StepSize = iota // every event
	Decisions                  // what decides the value: see StepSizer
	Cuts                       // prunes and re-searches
)

var stepSizeNames = []string{"events", "decisions", "cuts"}

func (s StepSize) String() string { return stepSizeNames[s] }

// StepSizeNames lists the names of all sizes, from the smallest.
func StepSizeNames() []string { return slices.Clone(stepSizeNames) }

// ParseStepSize returns the size with the name.
func ParseStepSize(name string) (s StepSize, ok bool) {
	i := slices.Index(stepSizeNames, name)
	return StepSize(max(i, 0)), i >= 0
}

// A StepSizer classifies the events of one run, from the first on. A prune and a
// re-search are cuts. A backup that replaces the best value of its node, and an
// exit of the node where the run started, are decisions. All else is no more than
// an event: a node is entered, a leaf evaluated, a value not taken, a node left.
type StepSizer struct{ root int32 }

// Size returns the largest size in which the playback stops at the event.
func (s *StepSizer) Size(e *Event) StepSize {
	switch {
	case e.Type == Start:
		s.root = e.Node
	case e.Type == Prune, e.Type == Research:
		return Cuts
	case e.Type == Backup && e.Improved, e.Type == Exit && e.Node == s.root:
		return Decisions
	}
	return EveryEvent
}
