package app

import (
	"math"
	"runtime/debug"

	"espalier/web/fair"
)

// What the server holds for its clients comes from one budget, which follows from the memory that Go
// may use: GOMEMLIMIT, or what package machine has set. The rest of that is for what is not charged,
// for memory that is garbage already, and for what the collector cannot use.
const budgetPart = 0.7

// usualMemory is the memory of a process that nothing limits, as one of a test.
const usualMemory = 2 << 30

// The parts of the budget, in 64ths. Bodies, messages and small answers have theirs for themselves,
// so that no map keeps others from a page. The other kinds have at most theirs; together they have what
// the reserves leave. Of that one client has a part, of all kinds, that leaves the more to others the
// more they need: see fair.Budget.
const (
	parts = 64

	BodyPart        Part = 6  // 13 of the largest in 2 GiB
	MessagePart     Part = 4  // an edit of a large tree sends some 700 KB to each page that shows it
	SmallAnswerPart Part = 4  // of all answers that are not large
	LargeAnswerPart Part = 12 // those that are built, or that their clients have not read yet
	TreePart        Part = 24 // some 120 bytes for a node that takes two in the notation
	TracePart       Part = 48 // also of one client, while nobody else needs any
	MapPart         Part = 40
	RunPart         Part = 32
	SearchPart      Part = 32 // 4 bytes for each node of an implicit tree that has a number
	DraftPart       Part = 32 // some 18 of the largest trees, or a tree each for a class
)

// TraceMemoryName is the name of the memory of traces, which is the path of its errors.
const TraceMemoryName = "traces"

// A Part is a part of the budget, in 64ths.
type Part int64

// A Memory is the budget of a server.
type Memory struct {
	bytes  int64 // with the reserves
	budget *fair.Budget
}

// MemoryOf returns the budget of a process that may use some bytes; 0: as many as Go may.
func MemoryOf(limit int64) Memory {
	if limit == 0 {
		limit = debug.SetMemoryLimit(-1)
	}
	if limit == math.MaxInt64 {
		limit = usualMemory * 9 / 10
	}
	bytes := int64(budgetPart * float64(limit))
	return Memory{bytes, fair.NewBudget(bytes)}
}

// Of returns the bytes of a part of the budget.
func (m Memory) Of(p Part) int64 { return m.bytes / parts * int64(p) }

// pool returns the pool of a part.
func (m Memory) pool(p Part, c fair.PoolConfig) *fair.Pool {
	c.Size, c.Budget = m.Of(p), m.budget
	return fair.NewPool(c)
}

// MemoryPool returns the pool of a part of the budget. What says in errors what the memory is for.
// Refusals are counted as those of a limit.
func (s *Core) MemoryPool(name, what string, p Part, limit string, c fair.PoolConfig) *fair.Pool {
	c.Name, c.What, c.Refused = name, what, s.Refused(limit)
	return s.Memory.pool(p, c)
}

// Shared returns the bytes that the kinds of memory without a reserve share.
func (m Memory) Shared() int64 { return m.Of(parts - BodyPart - MessagePart - SmallAnswerPart) }
