package trace

// What tests look at, and nothing else asks for.

// Path returns the nodes being searched, root first. It holds until the next
// Apply.
func (f *Fold) Path() []int32 { return f.path }

// Total returns how many events the run has told, kept or not.
func (r *Recorder) Total() int { return r.counted }

// Event reads event i into the given one, whose slices are used again. It
// reports false where i was not recorded.
func (r *Recorder) Event(i int, into *Event) bool {
	_, ok := r.seek(i, into)
	return ok
}
