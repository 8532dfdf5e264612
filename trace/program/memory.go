package program

import (
	"unsafe"

	"espalier/trees"
)

// What the parts of a run take in memory.
const (
	bytesOfEvent = int64(unsafe.Sizeof(Event{}))
	bytesOfNode  = int64(unsafe.Sizeof(Node{}))
	bytesOfLinks = int64(unsafe.Sizeof(links{}))
	bytesOfGiven = int64(unsafe.Sizeof(given{}))
	bytesOfBound = int64(unsafe.Sizeof(Bound{}))
	bytesOfSlot  = int64(unsafe.Sizeof(slot{}))
	bytesOfWide  = 16
	bytesOfWhole = 4
	bytesOfText  = 16 // of an extra, and of an entry of a map, besides the letters
	bytesOfShare = 40

	bytesOfMoment = 4 + 2 + 4 + 4
	bytesOfVar    = int64(unsafe.Sizeof(openVar{}))
)

// Bytes returns how much memory the run takes, with the tree of its header.
func (r *Run) Bytes() int64 {
	n := int64(unsafe.Sizeof(*r)) + int64(cap(r.Options)+cap(r.Game)) + int64(len(r.Program)) + bytesOfWhole*int64(cap(r.places)+cap(r.froms))
	n += bytesOfEvent*int64(cap(r.Events)) + bytesOfNode*int64(cap(r.Nodes)) + bytesOfGiven*int64(cap(r.given)) + bytesOfBound*int64(cap(r.bounds))
	n += int64(cap(r.Reweighed))*int64(unsafe.Sizeof(Reweighed{})) + bytesOfWhole*int64(cap(r.kidAt)+cap(r.kids))
	n += bytesOfWhole*int64(cap(r.numbers.all)) + bytesOfWide*int64(cap(r.numbers.wide))
	n += int64(cap(r.probs)) * int64(unsafe.Sizeof(trees.Number{}))
	n += r.calls.bytes() + r.texts.bytes + r.extras.bytes + (bytesOfText+bytesOfWhole)*int64(cap(r.extras.lines))
	if r.Tree != nil {
		n += int64(r.Tree.Bytes())
	}
	return n
}

// Bytes returns how much memory the run takes while it is read.
func (r *Reader) Bytes() int64 {
	return r.run.Bytes() + bytesOfLinks*int64(cap(r.links)) + bytesOfSlot*int64(len(r.known.slots)) +
		bytesOfWhole*int64(cap(r.inTree)) + bytesOfKid*int64(len(r.kids.first)) + bytesOfShare*int64(len(r.shared.seen)+len(r.ends)) + int64(cap(r.stack))*int64(unsafe.Sizeof(frame{}))
}

// grow asks for the memory of the lines so far, if they take more than was granted.
func (r *Reader) grow() (err error) {
	if r.memory == nil {
		return nil
	}
	if held := r.Bytes(); held > r.granted {
		r.granted, err = r.memory(held)
	}
	return err
}

// Bytes returns how much memory the follower takes besides the run.
func (f *Follower) Bytes() int64 {
	p := f.player
	if p == nil {
		return 0
	}
	n := int64(cap(p.movers)) + bytesOfWhole*int64(cap(p.ranks)+cap(p.kids)) + int64(cap(p.nodes))*int64(unsafe.Sizeof(nodeState{}))
	for i := range p.stack[:cap(p.stack)] {
		f := &p.stack[:cap(p.stack)][i]
		n += int64(unsafe.Sizeof(*f)) + bytesOfWhole*int64(cap(f.children)) + 8*int64(cap(f.parts)) + int64(cap(f.ranked))*int64(unsafe.Sizeof(ranked{}))
	}
	return n + 8*int64(cap(p.values)) + int64(cap(f.events))*bytesOfLast
}

// Bytes returns how much memory the tree takes, with the numbers of its nodes.
func (inf *Inferred) Bytes() int64 {
	return int64(inf.Tree.Bytes()) + bytesOfWhole*int64(cap(inf.Node)+cap(inf.Of))
}

// BytesToFollow returns how much memory a Follower takes at the end of a run.
func BytesToFollow(r *Run) int64 {
	const ofNumbers = 1 + 2*bytesOfWhole
	return int64(len(r.Nodes)) * (ofNumbers + int64(unsafe.Sizeof(nodeState{})) + 8*int64(r.Width()))
}

// bytesOfLast is about what the last event of a follower takes.
const bytesOfLast = 1 << 10

// Head returns the run without its nodes, its events and its tree.
func (r *Run) Head() *Run {
	head := &Run{Header: r.Header, Unit: r.Unit, HasFloats: r.HasFloats, Complete: r.Complete, HasExits: r.HasExits, Lines: r.Lines, Other: r.Other, FirstOther: r.FirstOther}
	head.Tree = nil
	return head
}
