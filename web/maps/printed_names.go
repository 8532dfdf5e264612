package maps

import (
	"encoding/binary"
	"sort"
	"strconv"
	"strings"
	"sync"
)

// A nodeNames has the names of nodes by their numbers, in little memory.
type nodeNames struct {
	mu    sync.Mutex
	count int
	parts []string // of nodesOfNames nodes each
	part  []byte   // the one that is not complete
	later map[int]nodeName
}

// A nodeName is what a node is called: at the node, and in sentences.
type nodeName struct{ label, name string }

// nodesOfNames is the number of nodes whose names are in one part: to find a name, those before it
// there are skipped.
const nodesOfNames = 64

// How the name of a node in sentences is packed, after its label.
const (
	asLabel  = iota // it is the same
	asNumber        // it is the number of the node
	asText          // and more: one less is the length of the text
)

// add adds the next node, and returns by how many bytes the names have grown since it last said so.
func (n *nodeNames) add(label, name string) (grown int64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.part = append(binary.AppendUvarint(n.part, uint64(len(label))), label...)
	switch name {
	case label:
		n.part = append(n.part, asLabel)
	case strconv.Itoa(n.count):
		n.part = append(n.part, asNumber)
	default:
		n.part = append(binary.AppendUvarint(n.part, uint64(asText+len(name))), name...)
	}
	if n.count++; n.count%nodesOfNames != 0 {
		return 0
	}
	const head = 32 // of a string, and what the allocator adds
	n.parts = append(n.parts, string(n.part))
	grown = int64(len(n.part)) + head
	n.part = n.part[:0]
	return grown
}

// bytesOfRenamed is what an entry of later takes besides its texts.
const bytesOfRenamed = 96

// rename gives a node other names, and returns by how many bytes the names have grown.
func (n *nodeNames) rename(node int, label, name string) (grown int64) {
	if l, s := n.of(node); l == label && s == name {
		return 0
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.later == nil {
		n.later = map[int]nodeName{}
	}
	if _, again := n.later[node]; !again {
		grown = bytesOfRenamed
	}
	n.later[node] = nodeName{strings.Clone(label), strings.Clone(name)}
	return grown + int64(len(label)+len(name))
}

// of returns what a node is called: at the node, and in sentences.
func (n *nodeNames) of(node int) (label, name string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if node < 0 || node >= n.count {
		return "", ""
	}
	if x, ok := n.later[node]; ok {
		return x.label, x.name
	}
	part := string(n.part)
	if i := node / nodesOfNames; i < len(n.parts) {
		part = n.parts[i]
	}
	for i := node - node%nodesOfNames; ; i++ {
		size, part2 := cutUvarint(part)
		label, part = part2[:size], part2[size:]
		switch size, part = cutUvarint(part); size {
		case asLabel:
			name = label
		case asNumber:
			if i == node {
				name = strconv.Itoa(i)
			}
		default:
			name, part = part[:size-asText], part[size-asText:]
		}
		if i == node {
			return label, name
		}
	}
}

// cutUvarint reads a number at the beginning of a text, which has one, and returns what follows.
func cutUvarint(text string) (x uint64, rest string) {
	for i, shift := 0, 0; ; i, shift = i+1, shift+7 {
		if x |= uint64(text[i]&0x7F) << shift; text[i] < 0x80 {
			return x, text[i+1:]
		}
	}
}

// A lineTable knows which line of a program an event comes from.
type lineTable struct {
	mu     sync.Mutex
	packed []byte
	marks  []lineMark // one every linesOfMark entries
	last   lineMark
	count  int
}

// A lineMark is an entry of the table: from the event on, events come from the line. at is what
// follows it in packed.
type lineMark struct {
	event, line uint32
	at          uint32
}

const (
	linesOfMark = 256
	// farther, in a half of a byte, means that the distance follows.
	farther = 15
)

// add adds the next entry, and returns by how many bytes the table has grown since it last said so.
func (t *lineTable) add(event, line int) (grown int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := lineMark{event: uint32(event), line: uint32(line)}
	events, lines := uint64(now.event-t.last.event), uint64(now.line-t.last.line)
	if t.count%linesOfMark == 0 {
		now.at = uint32(len(t.packed))
		t.marks = append(t.marks, now)
		const bytes = 12 + linesOfMark*3/2 // the slices grow by steps
		grown = bytes
	} else {
		t.packed = append(t.packed, byte(min(events, farther)|min(lines, farther)<<4))
		if events >= farther {
			t.packed = binary.AppendUvarint(t.packed, events-farther)
		}
		if lines >= farther {
			t.packed = binary.AppendUvarint(t.packed, lines-farther)
		}
	}
	t.count++
	t.last = now
	return grown
}

// of returns the line of an event; 0: it is not known.
func (t *lineTable) of(event int) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := sort.Search(len(t.marks), func(i int) bool { return int(t.marks[i].event) > event })
	if i == 0 {
		return 0
	}
	x, end := t.marks[i-1], uint32(len(t.packed))
	if i < len(t.marks) {
		end = t.marks[i].at
	}
	for part := t.packed[x.at:end]; len(part) > 0; {
		events, lines := uint32(part[0]&farther), uint32(part[0]>>4)
		part = part[1:]
		for _, far := range [...]*uint32{&events, &lines} {
			if *far == farther {
				more, size := binary.Uvarint(part)
				*far += uint32(more)
				part = part[size:]
			}
		}
		if int(x.event+events) > event {
			break
		}
		x.event += events
		x.line += lines
	}
	return int(x.line)
}
