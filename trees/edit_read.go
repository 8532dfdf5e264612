package trees

import (
	"espalier/trees/jsonscan"
	"math"
	"slices"
)

// An Edit is one change that a user makes to a draft. ReadEdit reads it.
type Edit struct {
	op     string
	nodes  []ID
	to     ID
	at     int // index among the children; none: after the last child
	by     int
	level  int
	count  int
	player int
	chance *bool // of a ply
	before bool
	clear  bool
	seed   int
	text   *string
	fields []editField // for set and header, in the order of the document
	source []byte
}

// An editField is a field to set. The format of its value depends on the draft.
type editField struct {
	key  string
	src  []byte // the JSON of the edit, up to the end of the value
	from int    // start of the value
}

// Op returns the kind of the edit: "child", "set", …; "" if there is none.
func (e *Edit) Op() string { return e.op }

// Source returns the JSON that the edit was read from.
func (e *Edit) Source() []byte { return e.source }

// Kinds of edit.
const (
	opChild     = "child"
	opSibling   = "sibling"
	opParent    = "parent"
	opDelete    = "delete"
	opDissolve  = "dissolve"
	opMove      = "move"
	opCopy      = "copy"
	opPaste     = "paste"
	opReorder   = "reorder"
	opSet       = "set"
	opPly       = "ply"
	opRotate    = "rotate"
	opBranching = "branching"
	opFill      = "fill"
	opMirror    = "mirror"
	opSymmetric = "symmetric"
	opHeader    = "header"
	opNotes     = "notes"
	opText      = "text"
)

// editKeys are the keys of each kind of edit: required ones, and optional
// ones.
var editKeys = []struct {
	op              string
	needed, allowed []string
}{
	{opChild, []string{"node"}, []string{"at", "text"}},
	{opSibling, []string{"node"}, []string{"before", "text"}},
	{opParent, []string{"node"}, nil},
	{opDelete, []string{"nodes"}, nil},
	{opDissolve, []string{"nodes"}, nil},
	{opMove, []string{"nodes", "to"}, []string{"at"}},
	{opCopy, []string{"nodes", "to"}, []string{"at"}},
	{opPaste, []string{"to", "text"}, []string{"at"}},
	{opReorder, []string{"node", "by"}, nil},
	{opSet, []string{"nodes"}, setKeys},
	{opPly, []string{"level"}, []string{"player", "chance"}},
	{opRotate, []string{"by"}, []string{"node"}},
	{opBranching, []string{"level", "count"}, nil},
	{opFill, []string{"nodes", "seed"}, nil},
	{opMirror, []string{"nodes"}, nil},
	{opSymmetric, []string{"nodes"}, nil},
	{opHeader, nil, slices.Concat(headerEditKeys, []string{"clear"})},
	{opNotes, []string{"text"}, nil},
	{opText, []string{"text"}, nil},
}

var (
	setKeys = []string{"label", "player", "value", "alternatives", "low", "up", "static", "cost", "chosen", "chance", "action", "prob", "infoset"}
	opNames = func() (names []string) {
		for _, k := range editKeys {
			names = append(names, k.op)
		}
		return names
	}()
)

// EditOps lists the kinds of edit.
func EditOps() []string { return slices.Clone(opNames) }

// ReadEdit reads one edit. An *Error names the wrong key. Apply makes the checks that
// depend on the draft. callers are further kinds of edit that the caller handles; the
// error for an unknown op also lists these kinds.
func ReadEdit(src []byte, callers ...string) (e Edit, err error) {
	defer catch(&err)
	r := &jsonReader{Scanner: jsonscan.Scanner{Src: src}, b: NewBuilder(Header{})}
	fields := r.editFields()
	e = Edit{at: NoNode, source: src}
	ops := slices.Concat(opNames, callers)
	opAt := slices.IndexFunc(fields, func(f editField) bool { return f.key == "op" })
	if opAt < 0 {
		r.fail(docPlace{NoNode, "op", NoNode}, "the edit has no op; there are %s", InWords(ops))
	}
	e.op = readField(fields[opAt], func(r *jsonReader, at docPlace) string { return string(r.text(at, "a string")) })
	kind := slices.IndexFunc(editKeys, func(k struct {
		op              string
		needed, allowed []string
	}) bool {
		return k.op == e.op
	})
	if kind < 0 {
		r.fail(docPlace{NoNode, "op", NoNode}, "%s", unknownWord(e.op, "an edit", ops))
	}
	keys := editKeys[kind]
	known := slices.Concat([]string{"op"}, keys.needed, keys.allowed)
	for _, f := range fields {
		switch {
		case !slices.Contains(known, f.key):
			r.fail(docPlace{NoNode, truncate(f.key), NoNode}, "%s", unknownWord(f.key, "a key of the edit "+e.op, known[1:]))
		case f.key != "op":
			e.take(f)
		}
	}
	for _, key := range keys.needed {
		if !slices.ContainsFunc(fields, func(f editField) bool { return f.key == key }) {
			r.fail(docPlace{NoNode, key, NoNode}, "the key is missing; the edit %s needs it", e.op)
		}
	}
	return e, nil
}

// editFields splits an object into fields without reading their values.
func (r *jsonReader) editFields() (fields []editField) {
	at := docPlace{NoNode, "edit", NoNode}
	r.open('{', at, "an object: an edit")
	for first := true; r.more(first, '}', at); first = false {
		if r.Space() != '"' {
			r.expected(at, "a key in double quotes")
		}
		key := string(r.text(at, "a key"))
		in := at.within(truncate(key))
		if slices.ContainsFunc(fields, func(f editField) bool { return f.key == key }) {
			r.fail(in, "the key %s is repeated; give it once", quoted(key))
		}
		if r.Space() != ':' {
			r.expected(in, `":" after the key`)
		}
		r.Pos++
		c := r.Space()
		from := r.Pos
		if !r.skip() {
			r.Pos = from
			if c == '"' {
				r.text(in, "a string") // reports the error
			}
			r.expected(in, "a value with matching brackets and quotes")
		}
		if len(fields) == maxEditKeys {
			r.fail(at, "it has more than %d keys; no edit needs that many", maxEditKeys)
		}
		fields = append(fields, editField{key, r.Src[:r.Pos:r.Pos], from})
	}
	r.finish(at)
	return fields
}

// maxEditKeys is larger than the number of keys of any edit. It limits the time of the
// search for duplicate keys, which compares each key with all previous keys.
const maxEditKeys = 32

// maxSeed is the largest seed of random values: a score, as all numbers are read.
const maxSeed = int(MaxScore / Unit)

// value returns a reader at the field's value.
func (f *editField) value(h Header) *jsonReader {
	return &jsonReader{Scanner: jsonscan.Scanner{Src: f.src, Pos: f.from}, b: NewBuilder(h)}
}

// readField reads the value of a field and rejects anything after it.
func readField[T any](f editField, read func(r *jsonReader, at docPlace) T) T {
	r := f.value(Header{})
	at := docPlace{NoNode, f.key, NoNode}
	v := read(r, at)
	r.finish(at)
	return v
}

// take reads a field as far as possible without the draft.
func (e *Edit) take(f editField) {
	whole := func(least, most int) int {
		return readField(f, func(r *jsonReader, at docPlace) int {
			n := r.integer(at)
			if n < least || n > most {
				r.fail(at, "%d is out of range: %d to %d", n, least, most)
			}
			return n
		})
	}
	switch f.key {
	case "node":
		e.nodes = []ID{readField(f, (*jsonReader).id)}
	case "nodes":
		e.nodes = readField(f, (*jsonReader).ids)
		if len(e.nodes) == 0 {
			panic(ErrorAt("nodes", "the edit %s needs at least one node", e.op))
		}
	case "to":
		e.to = readField(f, (*jsonReader).id)
	case "at":
		e.at = whole(0, MaxNodes)
	case "level":
		e.level = whole(0, MaxLevels)
	case "count":
		e.count = whole(0, MaxNodes)
	case "by":
		e.by = whole(-MaxNodes, MaxNodes)
	case "seed":
		e.seed = whole(0, maxSeed)
	case "before":
		e.before = readField(f, (*jsonReader).boolean)
	case "clear":
		e.clear = readField(f, (*jsonReader).boolean)
	case "text":
		text := readField(f, func(r *jsonReader, at docPlace) string { return string(r.text(at, "a string")) })
		e.text = &text
	case "player":
		if e.op == opPly {
			e.player = whole(1, MaxPlayers)
			return
		}
		e.fields = append(e.fields, f)
	case "chance":
		if e.op == opPly {
			chance := readField(f, (*jsonReader).boolean)
			e.chance = &chance
			return
		}
		e.fields = append(e.fields, f)
	default:
		e.fields = append(e.fields, f)
	}
}

func (r *jsonReader) id(at docPlace) ID {
	// A score is at most 10^9, an ID four times as large, so the ID is not
	// read as a score.
	r.Space()
	word := r.Word()
	id := uint64(0)
	for _, c := range word {
		if c < '0' || c > '9' || id > math.MaxUint32 {
			id = 0
			break
		}
		id = id*10 + uint64(c-'0')
	}
	if id == 0 || id > math.MaxUint32 || word[0] == '0' {
		r.expected(at, "the ID of a node, a whole number from 1")
	}
	r.Pos += len(word)
	return ID(id)
}

func (r *jsonReader) ids(at docPlace) []ID {
	var list []ID
	r.open('[', at, "a list of IDs")
	for first := true; r.more(first, ']', at); first = false {
		if at.index = len(list); at.index == MaxNodes {
			at.index = NoNode
			panic(ErrorOverLimit(r.path(at), "there are more than %d nodes, the most that a tree has", MaxNodes))
		}
		list = append(list, r.id(at))
		at.index = NoNode
	}
	return list
}
