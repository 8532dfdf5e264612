package play

import "espalier/web/fair"

// SetRunBytes bounds the memory of the runs.
func (r *Runs) SetRunBytes(bytes int64) {
	r.memory = newRunMemory(fair.NewPool(fair.PoolConfig{Name: "runs", Size: bytes}))
}

// RunBytes returns how much memory runs have.
func (r *Runs) RunBytes() int64 { return r.memory.pool.Used() }
