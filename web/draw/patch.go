package draw

import (
	"bytes"
	"slices"
	"strconv"

	"espalier/trees"
)

// A EditablePicture is an editable picture as data: the places of its nodes and edges
// apart from the rest of their markup. An edit moves most of the nodes and
// changes few, so that a page that has one sketch is told little of the next.
// A sketch stays as it is; viewers share it.
type EditablePicture struct {
	Shown *trees.Shown
	head  string      // the tag that the picture begins with
	ids   []trees.ID  // parallel to shown.Node
	spots []nodePlace // parallel
	parts []markup    // parallel
	text  []byte      // what parts are of
}

// A nodePlace is where a node stands, and the edge into it.
type nodePlace struct {
	x, y     float64
	from, to point // of the edge; the root has none
}

type point struct{ x, y float64 }

// A markup is the markup of a node, in text: [edge, group) the attributes of the
// edge into it, [group, end) the attributes and the content of its group; both
// without their places.
type markup struct{ edge, group, end int }

// SVG is the whole picture.
func (s *EditablePicture) SVG() []byte {
	b := make([]byte, 0, len(s.head)+len(s.text)+bytesOfSpot*len(s.ids))
	b = append(b, s.head...)
	for i := range s.ids {
		b = s.appendPiece(b, i)
	}
	return append(b, "</svg>"...)
}

// bytesOfSpot is about what the places of a node and its edge take.
const bytesOfSpot = 80

// appendPiece appends the edge into a node, and its group.
func (s *EditablePicture) appendPiece(b []byte, i int) []byte {
	at, part := &s.spots[i], &s.parts[i]
	if part.group > part.edge {
		b = appendNum(append(b, `<path d="M`...), at.from.x)
		b = appendNum(append(b, ' '), at.from.y)
		b = appendNum(append(b, 'L'), at.to.x)
		b = appendNum(append(b, ' '), at.to.y)
		b = append(append(b, '"'), s.text[part.edge:part.group]...)
		b = append(b, "/>"...)
	}
	b = appendNum(append(b, `<g transform="translate(`...), at.x)
	b = appendNum(append(b, ' '), at.y)
	b = append(append(b, `)"`...), s.text[part.group:part.end]...)
	return append(b, "</g>"...)
}

// PatchFrom appends what a page needs that has the sketch old, as JSON:
//
//	head    the tag of the picture, where it is another one
//	order   the ids of all nodes of the picture, where they are others
//	places  [id, x, y, x1, y1, x2, y2, …]: the nodes that stand elsewhere, and
//	        from where to where the edges into them go
//	pieces  the markup of the edges and nodes that are new, or look otherwise
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
	var pieces []byte
	b = append(b, `"places":[`...)
	first := true
	for i, id := range s.ids {
		o, known := was[id]
		switch {
		case !known || !s.sameBut(i, old, o):
			pieces = s.appendPiece(pieces, i)
		case s.spots[i] != old.spots[o]:
			if !first {
				b = append(b, ',')
			}
			first = false
			at := &s.spots[i]
			b = strconv.AppendInt(b, int64(id), 10)
			for _, v := range [...]float64{at.x, at.y, at.from.x, at.from.y, at.to.x, at.to.y} {
				b = appendNum(append(b, ','), v)
			}
		}
	}
	return append(trees.AppendQuoted(append(b, `],"pieces":`...), pieces), '}')
}

// sameBut reports whether node i looks as node o of the old sketch, wherever
// they stand.
func (s *EditablePicture) sameBut(i int, old *EditablePicture, o int) bool {
	a, b := s.parts[i], old.parts[o]
	return a.group-a.edge == b.group-b.edge && bytes.Equal(s.text[a.edge:a.end], old.text[b.edge:b.end])
}
