package trace

// Access for tests only.

// Path returns the nodes being searched, root first. The next Apply may
// overwrite it.
func (f *Fold) Path() []int32 { return f.path }

// Total returns how many events were observed, kept or not.
func (r *Recorder) Total() int { return r.counted }

// Event reads event i into the given event and reuses its slices. It returns
// false if event i was not recorded.
func (r *Recorder) Event(i int, into *Event) bool {
	_, ok := r.seek(i, into)
	return ok
}
