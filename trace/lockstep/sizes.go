package lockstep

import "espalier/trace"

// Sizes returns the size of each aligned step: the largest of the events of the runs that
// advance. A step at which the runs differ has the largest size, so that no step passes
// over it.
func Sizes(runs []*RecordedRun, aligned []AlignedStep, differences []Difference) []trace.StepSize {
	sizes, next := make([]trace.StepSize, len(aligned)), make([]int, len(runs))
	for i, m := range aligned {
		for r, run := range runs {
			if m.has(r) {
				sizes[i] = max(sizes[i], run.Events[next[r]].size)
				next[r]++
			}
		}
	}
	for _, d := range differences {
		sizes[d.Step] = trace.Cuts
	}
	return sizes
}

// Stops returns the aligned steps of a size, or of a larger one, that come before and after
// another one. The first and the last step are of every size.
func Stops(sizes []trace.StepSize, at int, by trace.StepSize) (before, after int) {
	before, after = max(0, at-1), min(len(sizes)-1, at+1)
	for before > 0 && sizes[before] < by {
		before--
	}
	for after < len(sizes)-1 && sizes[after] < by {
		after++
	}
	return before, after
}
