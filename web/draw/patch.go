package draw

import (
	"bytes"
	"slices"
	"strconv"

	"espalier/trees"
	"espalier/trees/layout"
)

// An EditablePicture is a picture for the editor, stored as data: the positions of
// nodes and edges are separate from the rest of their markup. Most edits move many
// nodes and change few, so the patch from one picture to the next is small. An
// EditablePicture is immutable; clients share it.
type EditablePicture struct {
	Shown  *layout.Selection
	head   string      // the tag at the start of the picture
	ids    []trees.ID  // parallel to Shown.Node
	places []nodePlace // parallel to Shown.Node
	parts  []markup    // parallel to Shown.Node
	text   []byte      // the markup that parts refer to
}

// A nodePlace is the position of a node and of the edge into it.
type nodePlace struct {
	x, y     float64
	from, to point // ends of the edge; zero for the root
}

type point struct{ x, y float64 }

// A markup is the markup of a node, as indexes into text: [edge, group) has the
// attributes of the edge into the node, [group, end) the attributes and the
// content of its group. Both are without coordinates.
type markup struct{ edge, group, end int }

// SVG returns the whole picture.
func (s *EditablePicture) SVG() []byte {
	b := make([]byte, 0, len(s.head)+len(s.text)+bytesOfPlace*len(s.ids))
	b = append(b, s.head...)
	for i := range s.ids {
		b = s.appendNode(b, i)
	}
	return append(b, "</svg>"...)
}

// bytesOfPlace is the approximate size, in bytes, of the coordinates of a node and
// its edge.
const bytesOfPlace = 80

// appendNode appends the edge into a node, and its group.
func (s *EditablePicture) appendNode(b []byte, i int) []byte {
	at, part := &s.places[i], &s.parts[i]
	if part.group > part.edge {
		b = AppendNum(append(b, `<path d="M`...), at.from.x)
		b = AppendNum(append(b, ' '), at.from.y)
		b = AppendNum(append(b, 'L'), at.to.x)
		b = AppendNum(append(b, ' '), at.to.y)
		b = append(append(b, '"'), s.text[part.edge:part.group]...)
		b = append(b, "/>"...)
	}
	b = AppendNum(append(b, `<g transform="translate(`...), at.x)
	b = AppendNum(append(b, ' '), at.y)
	b = append(append(b, `)"`...), s.text[part.group:part.end]...)
	return append(b, "</g>"...)
}

// PatchFrom appends the changes from the picture old to this picture, as JSON:
//
//	head    the tag of the picture, if it has changed
//	order   the ids of all nodes of the picture, if they have changed
//	places  [id, x, y, x1, y1, x2, y2, …]: the nodes that have moved, with the
//	        ends of the edges into them
//	pieces  the markup of the nodes that are new or whose markup has changed,
//	        with the edges into them
func (s *EditablePicture) PatchFrom(b []byte, old *EditablePicture) []byte {
	b = append(b, '{')
	if s.head != old.head {
		b = append(trees.AppendQuoted(append(b, `"head":`...), s.head), ',')
	}
	if !slices.Equal(s.ids, old.ids) {
		b = append(trees.AppendIDs(append(b, `"order":`...), s.ids), ',')
	}
	was := make(map[trees.ID]int, len(old.ids))
	for i, id := range old.ids {
		was[id] = i
	}
	var changed []byte
	b = append(b, `"places":[`...)
	first := true
	for i, id := range s.ids {
		o, known := was[id]
		switch {
		case !known || !s.sameBut(i, old, o):
			changed = s.appendNode(changed, i)
		case s.places[i] != old.places[o]:
			if !first {
				b = append(b, ',')
			}
			first = false
			at := &s.places[i]
			b = strconv.AppendInt(b, int64(id), 10)
			for _, v := range [...]float64{at.x, at.y, at.from.x, at.from.y, at.to.x, at.to.y} {
				b = AppendNum(append(b, ','), v)
			}
		}
	}
	return append(trees.AppendQuoted(append(b, `],"pieces":`...), changed), '}')
}

// sameBut reports whether node i has the same markup as node o of the old picture;
// their positions may differ.
func (s *EditablePicture) sameBut(i int, old *EditablePicture, o int) bool {
	a, b := s.parts[i], old.parts[o]
	return a.group-a.edge == b.group-b.edge && bytes.Equal(s.text[a.edge:a.end], old.text[b.edge:b.end])
}
