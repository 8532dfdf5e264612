package trees

import (
	"context"
	"espalier/trees/jsonscan"
	"math"
	"slices"
	"strconv"
)

// ChangeFormat is the value of "format" in documents of changes.
const ChangeFormat = "espalier/change/1"

// The document contains only differences: a missing field did not change, and a node
// without "before" was added. Values are lists of scores in every kind of tree, since
// a change can also change the kind.
var (
	changeKeys     = []string{"format", "before", "after", "nodes"}
	changeEndKeys  = []string{"last", "header", "notes", "typed"}
	changeHeadKeys = []string{"title", "kind", "players", "maxsum", "minp", "maxp", "delta", "outcomes"}
	nodeChangeKeys = []string{"id", "before", "after", "kids"}
	kidsChangeKeys = []string{"left", "right", "before", "after"}
)

// AppendJSON appends the change as a JSON document. ReadChange reads it back
// unchanged.
func (c *Change) AppendJSON(b []byte) []byte { return c.appendJSON(b, nil) }

// AppendJSONIn is AppendJSON in a context; see WithPass. The error is that of the context.
func (c *Change) AppendJSONIn(ctx context.Context, b []byte) (doc []byte, err error) {
	defer catch(&err)
	return c.appendJSON(b, paceOf(ctx)), nil
}

func (c *Change) appendJSON(b []byte, p *pace) []byte {
	b = append(b, `{"format":"`+ChangeFormat+`"`...)
	b = c.before.appendJSON(append(b, `,"before":`...), &c.after)
	b = c.after.appendJSON(append(b, `,"after":`...), &c.before)
	b = append(b, `,"nodes":[`...)
	for i := range c.nodes {
		p.step()
		if i > 0 {
			b = append(b, ',')
		}
		b = c.nodes[i].appendJSON(b, c.unit())
	}
	return append(b, "]}"...)
}

// object appends the members of a JSON object, with commas between them.
type object struct {
	b    []byte
	some bool
}

func (o *object) key(name string) {
	c := byte(',')
	if !o.some {
		c = '{'
	}
	o.some = true
	o.b = append(append(append(o.b, c, '"'), name...), `":`...)
}

func (o *object) close() []byte {
	if !o.some {
		o.b = append(o.b, '{')
	}
	return append(o.b, '}')
}

func (e *changeEnd) appendJSON(b []byte, other *changeEnd) []byte {
	o := object{b: b}
	o.key("last")
	o.b = strconv.AppendUint(o.b, uint64(e.last), 10)
	o.key("header")
	o.b = e.header.appendFields(o.b, &other.header)
	if e.notes != other.notes {
		o.key("notes")
		o.b = AppendQuoted(o.b, e.notes)
	}
	if e.typed != nil && !sameText(e.typed, other.typed) {
		o.key("typed")
		o.b = AppendQuoted(o.b, *e.typed)
	}
	return o.close()
}

// appendFields appends kind and players, and all other fields that differ from the
// header other.
func (h *Header) appendFields(b []byte, other *Header) []byte {
	o := object{b: b}
	for _, f := range headerFields {
		if f.name != "kind" && f.name != "players" && f.same(h, other) {
			continue
		}
		score := func(given bool, s Score) {
			if given {
				o.key(f.name)
				o.b = s.In(h.unit()).AppendJSON(o.b)
			}
		}
		limits := func(l *Limits) {
			if l.Given {
				o.key(f.name)
				o.b = h.AppendLimitsJSON(o.b, l)
			}
		}
		switch f.name {
		case "title":
			o.key(f.name)
			o.b = AppendQuoted(o.b, h.Title)
		case "kind":
			o.key(f.name)
			o.b = AppendQuoted(o.b, h.Kind.String())
		case "players":
			o.key(f.name)
			o.b = strconv.AppendInt(o.b, int64(h.Players), 10)
		case "maxsum":
			score(h.MaxSum.Given, h.MaxSum.Score)
		case "maxp":
			limits(&h.MaxP)
		case "minp":
			limits(&h.MinP)
		case "delta":
			score(h.Delta != 0, h.Delta)
		case "outcomes":
			if len(h.Outcomes) > 0 {
				o.key(f.name)
				o.b = appendVectors(o.b, h.Outcomes, h.unit())
			}
		}
	}
	return o.close()
}

func (n *nodeChange) appendJSON(b []byte, unit Score) []byte {
	o := object{b: b}
	o.key("id")
	o.b = strconv.AppendUint(o.b, uint64(n.id), 10)
	if n.before != nil {
		o.key("before")
		o.b = n.before.appendJSON(o.b, unit)
	}
	if n.after != nil {
		o.key("after")
		o.b = n.after.appendJSON(o.b, unit)
	}
	if !n.kids.none() {
		o.key("kids")
		o.b = n.kids.appendJSON(o.b)
	}
	return o.close()
}

func (n *Node) appendJSON(b []byte, unit Score) []byte {
	o := object{b: b}
	if n.Label != "" {
		o.key("label")
		o.b = AppendQuoted(o.b, n.Label)
	}
	if n.Player != 0 {
		o.key("player")
		o.b = strconv.AppendInt(o.b, int64(n.Player), 10)
	}
	if n.Chance {
		o.key("chance")
		o.b = append(o.b, "true"...)
	}
	if n.Action != "" {
		o.key("action")
		o.b = AppendQuoted(o.b, n.Action)
	}
	if n.Prob.Unit != 0 {
		o.key("prob")
		o.b = n.Prob.AppendJSON(o.b)
	}
	if n.Cost != 0 {
		o.key("cost")
		o.b = n.Cost.In(unit).AppendJSON(o.b)
	}
	if n.Unknown {
		o.key("value")
		o.b = append(o.b, "null"...)
	}
	if len(n.Alternatives) > 0 {
		o.key("alternatives")
		o.b = appendVectors(o.b, n.Alternatives, unit)
	}
	if n.NotFromPaper {
		o.key("chosen")
		o.b = append(o.b, "true"...)
	}
	for _, f := range []struct {
		name string
		v    *Vector
	}{{"value", n.Value}, {"low", n.Low}, {"up", n.Up}, {"static", n.Static}} {
		if f.v != nil {
			o.key(f.name)
			o.b = appendVector(o.b, f.v, unit)
		}
	}
	if n.Infoset != "" {
		o.key("infoset")
		o.b = AppendQuoted(o.b, n.Infoset)
	}
	return o.close()
}

// appendVector appends the scores up to the last nonzero one.
func appendVector(b []byte, v *Vector, unit Score) []byte {
	width := MaxPlayers
	for width > 1 && v[width-1] == 0 {
		width--
	}
	return appendValueJSON(b, v, unit, width, false)
}

func appendVectors(b []byte, list []Vector, unit Score) []byte {
	b = append(b, '[')
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendVector(b, &list[i], unit)
	}
	return append(b, ']')
}

func (k *kidsChange) appendJSON(b []byte) []byte {
	o := object{b: b}
	for _, f := range []struct {
		name string
		id   ID
	}{{"left", k.left}, {"right", k.right}} {
		if f.id != 0 {
			o.key(f.name)
			o.b = strconv.AppendUint(o.b, uint64(f.id), 10)
		}
	}
	for _, f := range []struct {
		name string
		list []ID
	}{{"before", k.before}, {"after", k.after}} {
		if len(f.list) == 0 {
			continue
		}
		o.key(f.name)
		for i, id := range f.list {
			c := byte(',')
			if i == 0 {
				c = '['
			}
			o.b = strconv.AppendUint(append(o.b, c), uint64(id), 10)
		}
		o.b = append(o.b, ']')
	}
	return o.close()
}

// ReadChange reads a document that AppendJSON wrote. An error is an *Error.
func ReadChange(src []byte) (c *Change, err error) { return ReadChangeIn(context.Background(), src) }

// ReadChangeIn is ReadChange in a context; see WithPass. The error may be that of the context.
func ReadChangeIn(ctx context.Context, src []byte) (c *Change, err error) {
	err = inUnits(func(s *scale) (err error) {
		c, err = readChange(ctx, src, s)
		return err
	})
	return c, err
}

func readChange(ctx context.Context, src []byte, s *scale) (c *Change, err error) {
	defer catch(&err)
	r := &jsonReader{Scanner: jsonscan.Scanner{Src: src}, b: NewBuilder(Header{Unit: s.unit()})}
	r.b.pace, r.b.scale = paceOf(ctx), s
	c = &Change{}
	c.before.header.Unit, c.after.header.Unit = s.unit(), s.unit()
	r.object(changeKeys, "a key of a change", docPlace{NoNode, "", NoNode}, func(key string, at docPlace) {
		switch key {
		case "format":
			if format := string(r.text(at, quoted(ChangeFormat))); format != ChangeFormat {
				r.fail(at, "%s is not a supported format; it must be %q", quoted(format), ChangeFormat)
			}
		case "before":
			r.changeEnd(at, &c.before)
		case "after":
			r.changeEnd(at, &c.after)
		case "nodes":
			c.nodes = r.nodeChanges(at)
		}
	})
	r.finish(docPlace{NoNode, "", NoNode})
	for _, end := range []struct {
		name string
		*changeEnd
	}{{"before", &c.before}, {"after", &c.after}} {
		if err := end.header.checkHeader(&faultCollector{}); err != nil {
			err.Path = end.name + ".header." + err.Path
			return nil, err
		}
		if end.last == 0 {
			return nil, ErrorAt(end.name+".last", "the key is missing: the last ID that was given")
		}
	}
	last, greatest := max(c.before.last, c.after.last), ID(0)
	for i := range c.nodes {
		n := &c.nodes[i]
		greatest = max(greatest, n.id, n.kids.left, n.kids.right)
		for _, id := range slices.Concat(n.kids.before, n.kids.after) {
			greatest = max(greatest, id)
		}
	}
	if greatest > last {
		return nil, ErrorAt("nodes", "the change names node %d, but the last ID is %d", greatest, last)
	}
	return c, nil
}

// object reads a JSON object and calls read at each value.
func (r *jsonReader) object(keys []string, what string, at docPlace, read func(key string, at docPlace)) {
	var seen uint
	r.open('{', at, "an object")
	for first := true; r.more(first, '}', at); first = false {
		key := r.key(keys, &seen, at, what)
		read(key, at.within(key))
	}
}

func (r *jsonReader) changeEnd(at docPlace, e *changeEnd) {
	r.object(changeEndKeys, "a key of a side of a change", at, func(key string, at docPlace) {
		switch key {
		case "last":
			e.last = r.id(at)
		case "header":
			r.object(changeHeadKeys, "a key of a header", at, func(key string, at docPlace) {
				if key == "outcomes" {
					r.outcomes(&e.header, at)
				} else {
					r.header(&e.header, key, at)
				}
			})
		case "notes":
			e.notes = string(r.text(at, "a string"))
		case "typed":
			e.typed = r.typed(at)
		}
	})
}

func (r *jsonReader) nodeChanges(at docPlace) (list []nodeChange) {
	next := uint64(0)
	r.open('[', at, "a list of nodes")
	for first := true; r.more(first, ']', at); first = false {
		at.index = len(list)
		n := r.nodeChange(at)
		if uint64(n.id) < next {
			r.fail(at, "list the nodes in the order of their IDs; %d comes too late", n.id)
		}
		if n.before == nil && n.after == nil && n.id != 0 {
			r.fail(at, "node %d is there neither before nor after", n.id)
		}
		next = uint64(n.id) + 1
		list = append(list, n)
		at.index = NoNode
	}
	return list
}

func (r *jsonReader) nodeChange(at docPlace) (n nodeChange) {
	r.object(nodeChangeKeys, "a key of a changed node", at, func(key string, in docPlace) {
		switch key {
		case "id":
			if r.literal("0") {
				return // ID 0: the parent of the root has no fields
			}
			n.id = r.id(in)
		case "before":
			n.before = r.nodeFields(in)
		case "after":
			n.after = r.nodeFields(in)
		case "kids":
			r.object(kidsChangeKeys, "a key of changed children", in, func(key string, in docPlace) {
				switch key {
				case "left":
					n.kids.left = r.id(in)
				case "right":
					n.kids.right = r.id(in)
				case "before":
					n.kids.before = r.ids(in)
				case "after":
					n.kids.after = r.ids(in)
				}
			})
		}
	})
	if n.id == 0 {
		n.before, n.after = nil, nil
	}
	return n
}

// nodeFields reads a node without its children; vectors may have any length.
func (r *jsonReader) nodeFields(at docPlace) *Node {
	n := &Node{}
	r.object(nodeKeys[:len(nodeKeys)-1], "a key of a node", at, func(key string, in docPlace) {
		r.nodeField(key, in, n)
	})
	if n.Player > math.MaxInt8 {
		r.fail(at, "player %d is out of range: players are 1 to %d", n.Player, MaxPlayers)
	}
	return n
}
