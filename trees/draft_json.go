package trees

import (
	"context"
	"espalier/trees/jsonscan"
	"math"
	"strconv"
	"unicode/utf8"
)

// DraftFormat is the value of "format" in documents of drafts.
const DraftFormat = "espalier/draft/1"

// draftKeys are the keys of a document of a draft. "ids" are runs of IDs in the order of
// the nodes. Each run is written as its first ID and its length: 1,5,9,1 means 1 to 5,
// and 9. "further" has the scores of players who were removed.
var draftKeys = []string{"format", "ids", "last", "notes", "typed", "tree", "further", "furtherOutcomes"}

// AppendJSON appends the draft as a JSON document. ReadDraft reads it back
// unchanged.
func (d *Draft) AppendJSON(b []byte) []byte { return d.appendJSON(b, nil) }

// AppendJSONIn is AppendJSON in a context; see WithPass. The error is that of the context.
func (d *Draft) AppendJSONIn(ctx context.Context, b []byte) (doc []byte, err error) {
	defer catch(&err)
	return d.appendJSON(b, paceOf(ctx)), nil
}

func (d *Draft) appendJSON(b []byte, p *pace) []byte {
	b = append(b, `{"format":"`+DraftFormat+`","ids":[`...)
	for n := 0; n < len(d.ids); {
		run := 1
		for n+run < len(d.ids) && d.ids[n+run] == d.ids[n]+ID(run) {
			run++
		}
		if n > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendUint(b, uint64(d.ids[n]), 10)
		b = strconv.AppendInt(append(b, ','), int64(run), 10)
		n += run
	}
	b = strconv.AppendUint(append(b, `],"last":`...), uint64(d.last), 10)
	if d.notes != "" {
		b = AppendQuoted(append(b, `,"notes":`...), d.notes)
	}
	if d.typed.present() {
		b = AppendQuoted(append(b, `,"typed":`...), d.typed.text)
	}
	b = d.tree.appendJSON(append(b, `,"tree":`...), p, nil)
	return append(d.appendFurther(b), '}')
}

// ReadDraft reads a document that AppendJSON wrote. An error is an *Error.
func ReadDraft(src []byte) (d *Draft, err error) { return ReadDraftIn(context.Background(), src) }

// ReadDraftIn is ReadDraft in a context; see WithPass. The error may be that of the context.
func ReadDraftIn(ctx context.Context, src []byte) (d *Draft, err error) {
	err = inUnits(func(s *scale) (err error) {
		d, err = readDraft(ctx, src, s)
		return err
	})
	return d, err
}

// readDraft reads a document. The scale is that of the further scores; the tree has its own.
func readDraft(ctx context.Context, src []byte, s *scale) (d *Draft, err error) {
	defer catch(&err)
	r := &jsonReader{Scanner: jsonscan.Scanner{Src: src}, b: NewBuilder(Header{Unit: s.unit()})}
	r.b.pace, r.b.scale = paceOf(ctx), s
	at := docPlace{NoNode, "", NoNode}
	d = &Draft{mark: &mark{}, lookup: &lookup{}}
	var seen uint
	var typed *string
	r.open('{', at, "an object: a draft")
	for first := true; r.more(first, '}', at); first = false {
		key := r.key(draftKeys, &seen, at, "a key of a draft")
		in := at.within(key)
		switch key {
		case "format":
			if format := string(r.text(in, quoted(DraftFormat))); format != DraftFormat {
				r.fail(in, "%s is not a supported format; it must be %q", quoted(format), DraftFormat)
			}
		case "ids":
			d.ids = r.idRuns(in)
		case "last":
			d.last = r.id(in)
		case "notes":
			d.notes = string(r.text(in, "a string"))
		case "typed":
			typed = r.typed(in)
		case "tree":
			d.readTree(r, in)
		case "further":
			d.further.nodes = r.furtherNodes(in)
		case "furtherOutcomes":
			var h Header
			r.outcomes(&h, in)
			d.further.outcomes = h.Outcomes
		}
	}
	r.finish(at)
	if len(d.further.nodes) > 0 || len(d.further.outcomes) > 0 {
		d.further.unit = s.unit()
	}
	if err := d.checkRead(); err != nil {
		return nil, err
	}
	if typed != nil {
		d.readTyped(*typed, r.b.pace)
	}
	return d, nil
}

// readTree reads a tree document that may break its own limits.
func (d *Draft) readTree(r *jsonReader, at docPlace) {
	r.Space()
	start := r.Pos
	if !r.skip() {
		r.fail(at, "its brackets or quotes do not match")
	}
	j := &faultCollector{}
	t, err := readJSON(r.Src[start:r.Pos], j, r.b.pace)
	if wrong, ok := err.(*Error); ok {
		panic(wrong)
	}
	if err != nil {
		panic(ended{err})
	}
	d.tree, d.faults = t, j.faults
}

func (r *jsonReader) idRuns(at docPlace) []ID {
	var ids []ID
	r.open('[', at, "a list of IDs")
	for first := true; r.more(first, ']', at); first = false {
		from := r.id(at)
		if !r.more(false, ']', at) {
			r.fail(at, "the list has no length of the run that begins with %d", from)
		}
		run := r.id(at)
		if uint64(len(ids))+uint64(run) > MaxNodes || uint64(from)+uint64(run) > math.MaxUint32+1 {
			r.fail(at, "a run of %d IDs from %d is too long: a tree has at most %d nodes", run, from, MaxNodes)
		}
		for i := range run {
			ids = append(ids, from+i)
		}
	}
	return ids
}

// checkRead checks that the parts of a document agree.
func (d *Draft) checkRead() error {
	if d.tree == nil {
		return ErrorAt("tree", "the draft has no tree")
	}
	if len(d.ids) != d.tree.Len() {
		return ErrorAt("ids", "there are %d IDs for %s", len(d.ids), count(d.tree.Len(), "node"))
	}
	order := d.order()
	for i, n := range order {
		if i > 0 && d.ids[n] == d.ids[order[i-1]] {
			return ErrorAt("ids", "the ID %d is given twice", d.ids[n])
		}
	}
	if greatest := d.ids[order[len(order)-1]]; greatest > d.last {
		return ErrorAt("last", "the last ID is %d, but a node has %d", d.last, greatest)
	}
	for id := range d.further.nodes {
		if id > d.last {
			return ErrorAt("further", "the last ID is %d, but there are scores of node %d", d.last, id)
		}
	}
	if n := utf8.RuneCountInString(d.notes); n > MaxNotes {
		return ErrorOverLimit("notes", "the notes have %d characters; notes have at most %d", n, MaxNotes)
	}
	d.setFaults(&faultCollector{faults: d.faults})
	return nil
}

// readTyped accepts a typed text if it describes the draft's tree. Other texts are
// dropped, for example a text in an earlier version of the notation.
func (d *Draft) readTyped(text string, p *pace) {
	if len(text) > MaxBytes {
		return
	}
	t, _, spans, err := readLenient(text, p)
	wrong, ok := err.(*Error)
	switch {
	case ok:
		d.typed = typed{text: text, fault: wrong}
	case err != nil:
		panic(ended{err})
	case t.same(d.tree, p):
		d.typed = typed{text: text, spans: spans}
	}
}

// typed reads a typed text. Old documents may contain other line ends than \n.
func (r *jsonReader) typed(at docPlace) *string {
	text := lineEnds.Replace(string(r.text(at, "a string")))
	return &text
}

// same reports whether two trees have the same JSON document.
func (t *Tree) same(u *Tree, p *pace) bool {
	return t.Len() == u.Len() && string(t.appendJSON(nil, p, nil)) == string(u.appendJSON(nil, p, nil))
}
