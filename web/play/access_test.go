package play

// SetRunBytes sets the memory limit of runs.
func (r *Runs) SetRunBytes(bytes int64) { r.memory = newRunMemory(bytes, nil) }

// RunBytes returns how much memory runs have.
func (r *Runs) RunBytes() int64 { return r.memory.pool.Used() }
