package tiles

import (
	"unsafe"

	"espalier/trace"
)

const (
	bytesOfWhole   = 4
	bytesOfVisit   = int64(unsafe.Sizeof(visit{}))
	bytesOfCounted = int64(unsafe.Sizeof(trace.Counted{})) + bytesOfEntry
	bytesOfEntry   = 24 // of a table, besides what it holds
)

// Bytes returns about how much memory the Builder takes.
func (b *Builder) Bytes() int64 {
	n := bytesOf(&b.firstKid) + bytesOf(&b.at) + bytesOf(&b.flags) + bytesOf(&b.visits)
	if l := b.links; l != nil {
		n += bytesOf(&l.last) + bytesOf(&l.next) + bytesOf(&l.rank) + int64(len(l.far))*bytesOfEntry
	}
	return n + int64(len(b.second))*bytesOfEntry + int64(len(b.counted))*bytesOfCounted + bytesOfMarks(b.marks)
}

func bytesOf[T any](c *column[T]) int64 {
	var one T
	return int64(len(c.blocks)) * columnBlock * int64(unsafe.Sizeof(one))
}

func bytesOfMarks(marks []mark) int64 {
	n := int64(cap(marks)) * int64(unsafe.Sizeof(mark{}))
	for i := range marks {
		n += int64(cap(marks[i].path)) * bytesOfVisit
	}
	return n
}

// Bytes returns about how much memory the Map takes: all that it has, also what it shares with others.
func (m *Map) Bytes() int64 {
	n := bytesOfMarks(m.marks)
	for i := range m.rows {
		r := &m.rows[i]
		n += bytesOfWhole*int64(cap(r.start)+cap(r.width)+cap(r.at)+cap(r.node)) + int64(cap(r.flags)+cap(r.visits))
		n += int64(cap(r.second))*int64(unsafe.Sizeof(moment{})) + int64(cap(r.blocks))*int64(unsafe.Sizeof(block{})) + int64(len(r.counted))*bytesOfCounted
	}
	return n
}
