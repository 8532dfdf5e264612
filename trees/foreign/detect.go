package foreign

import (
	"context"
	"slices"
	"strings"

	"espalier/trees"
)

// Options say how a text is read.
type Options struct {
	As   string // the only notation that is tried; empty: the one that is detected
	Root Root
}

// A Reading is a tree that was read, and how.
type Reading struct {
	Tree  *trees.Tree
	As    string   // id of the notation
	Notes []string // what was assumed, and what is left out
	Turns bool     // the text does not say who moves at some node, so that Options.Root can
}

// Name returns what the text was read as, such as nested lists.
func (r *Reading) Name() string {
	n, _ := Find(r.As)
	return n.Name
}

// Sentences returns what the text was read as, unless that is the text notation, and the
// notes.
func (r *Reading) Sentences() []string {
	if r.As == Espalier {
		return r.Notes
	}
	return append([]string{"Read as " + r.Name() + "."}, r.Notes...)
}

// Read reads a tree in the notation that its text is in. An error is an *trees.Error with its
// place in the text, or that of the context.
func Read(ctx context.Context, text string, o Options) (*Reading, error) {
	if o.As != "" {
		if _, known := Find(o.As); !known {
			return nil, trees.ErrorAt("as", "there is no notation %s; there are %s", quoted(o.As), trees.InWords(IDs()))
		}
		return readAs(ctx, text, o.As, o)
	}
	if bad := validUTF8(text); bad >= 0 {
		return nil, trees.ErrorIn(text, bad, "the byte 0x%02X is not UTF-8", text[bad])
	}
	if as := detect(text); as != "" {
		return readAs(ctx, text, as, o)
	}
	return readFirst(ctx, text, o)
}

// detect returns the notation that the begin or the end of a text shows; "" if they do not
// show it.
func detect(text string) string {
	begin := strings.TrimLeft(text, " \n\t\r\uFEFF\u00A0")
	end := strings.TrimRight(text, " \n\t\r\uFEFF\u00A0")
	switch {
	case strings.HasPrefix(begin, "{"):
		if isDocument(begin) {
			return JSON
		}
		return "children"
	case strings.HasPrefix(begin, "[") && strings.HasPrefix(strings.TrimLeft(begin[1:], " \n\t\r"), "{"):
		return "children"
	case isGTE(begin):
		return "gte"
	case strings.HasPrefix(begin, "EFG") && wordAt(begin) == "EFG" && !strings.HasPrefix(strings.TrimLeft(begin[3:], " \n\t\r"), ":"):
		return EFG
	case strings.HasPrefix(begin, "[."), strings.HasPrefix(afterComments(begin), `\`):
		return "forest"
	case strings.HasSuffix(end, ";"):
		return "newick"
	}
	return ""
}

// afterComments returns a text without the comments of TeX at its begin.
func afterComments(text string) string {
	for strings.HasPrefix(text, "%") {
		_, text, _ = strings.Cut(text, "\n")
		text = strings.TrimLeft(text, " \n\t\r")
	}
	return text
}

// documentKeys are the members of a tree document that other documents may have, too.
var documentKeys = []string{"title", "maxsum", "maxp", "minp", "delta", "outcomes"}

// isDocument reports whether an object is a tree document: it has a format, or a root, its kind
// or its players, and no members but those of a tree document.
func isDocument(text string) bool {
	root, only, header := false, true, false
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return root && only && header
			}
		case '"':
			from := i + 1
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			if depth != 1 || i >= len(text) || !strings.HasPrefix(strings.TrimLeft(text[i+1:], " \n\t\r"), ":") {
				continue
			}
			switch key := text[from:i]; {
			case key == "format":
				return true
			case key == "root":
				root = true
			case key == "kind" || key == "players":
				header = true
			case !slices.Contains(documentKeys, key):
				only = false
			}
		}
	}
	return root && only && header
}

// chain are the notations of which the first complete reading is taken.
var chain = []string{Espalier, "nested", "calls", "forest", "ef"}

// readFirst reads a text in the first notation of the chain that can read it. If none can, the
// error is that of the notation that got furthest.
func readFirst(ctx context.Context, text string, o Options) (*Reading, error) {
	var furthest, own *trees.Error
	name := ""
	for _, as := range chain {
		reading, err := readAs(ctx, text, as, o)
		if err == nil {
			return reading, nil
		}
		wrong, ok := err.(*trees.Error)
		if !ok || wrong.Path == "root" {
			return nil, err
		}
		if own == nil {
			own = wrong
		}
		if furthest == nil || wrong.Reached() > furthest.Reached() {
			furthest = wrong
			name = as
		}
	}
	begin := len(text) - len(strings.TrimLeft(text, " \n\t\r\uFEFF\u00A0"))
	switch {
	case begin == len(text):
		return nil, own
	case furthest.OverLimit:
		return nil, furthest
	case furthest.Reached() > begin:
		if n, _ := Find(name); name != Espalier {
			fault := *furthest
			fault.Message += " (the text is read as " + n.Name + ")"
			return nil, &fault
		}
		return nil, furthest
	case strings.HasPrefix(text[begin:], strings.TrimSpace(own.Path[strings.LastIndexByte(own.Path, ',')+1:])): // the text has the field that is wrong
		return nil, own
	}
	fault := *own
	fault.Message = strings.TrimSuffix(fault.Message, ".")
	if !strings.HasSuffix(fault.Message, "?") {
		fault.Message += "."
	}
	fault.Message += " The text is in none of the notations that are read: " + listed()
	return nil, &fault
}

// readAs reads a text in one notation.
func readAs(ctx context.Context, text, as string, o Options) (reading *Reading, err error) {
	reading = &Reading{As: as}
	switch as {
	case Espalier:
		reading.Tree, reading.Notes, err = trees.ReadTextNoted(ctx, text)
	case JSON:
		reading.Tree, err = trees.ReadJSONIn(ctx, []byte(text))
	default:
		reading.Tree, reading.Notes, reading.Turns, err = read(ctx, text, as, o.Root)
		if err != nil {
			return nil, err
		}
		reading.NoteRounded()
		return reading, nil
	}
	if err == nil && o.Root != "" {
		err = trees.ErrorAt("root", "the text says who moves at every node; root is for a text that does not")
	}
	if err != nil {
		return nil, err
	}
	if as == JSON {
		reading.NoteRounded()
	}
	return reading, nil
}

// NoteRounded notes that probabilities were rounded.
func (r *Reading) NoteRounded() {
	if note := r.Tree.RoundedNote(); note != "" {
		r.Notes = append(r.Notes, note)
	}
}

// read reads a text in a notation of this package.
func read(ctx context.Context, text, as string, root Root) (t *trees.Tree, notes []string, turns bool, err error) {
	defer catch(&err)
	if len(text) > trees.MaxBytes {
		return nil, nil, false, trees.ErrorOverLimit("text", "it has %d bytes; a tree has at most %d", len(text), trees.MaxBytes)
	}
	if bad := validUTF8(text); bad >= 0 {
		return nil, nil, false, trees.ErrorIn(text, bad, "the byte 0x%02X is not UTF-8", text[bad])
	}
	n, _ := Find(as)
	r := newReader(ctx, text)
	n.read(r)
	t, turns, err = r.built(root)
	return t, r.game.notes, turns, err
}

// built is build, whose errors are about a text that was read to its end.
func (r *reader) built(root Root) (t *trees.Tree, turns bool, err error) {
	defer func() {
		if wrong, ok := err.(*trees.Error); ok {
			err = wrong.ReadTo(len(r.src))
		}
	}()
	defer catch(&err)
	return r.build(root)
}

func newReader(ctx context.Context, text string) *reader {
	return &reader{ctx: ctx, src: text, tick: trees.StepsOf(ctx)}
}

// A Choice is another way to read a text.
type Choice struct {
	As    string
	Root  Root
	Words string // on its button
}

// MaxChosenBytes bounds the texts whose other readings are looked for: each takes as long as
// the first, and a longer text is a file, whose notation is not in doubt.
const MaxChosenBytes = 16 << 10

// Choices returns the other ways to read a text, of which each makes another tree.
func Choices(ctx context.Context, text string, of *Reading) (list []Choice) {
	if len(text) > MaxChosenBytes {
		return nil
	}
	seen := []string{of.Tree.Text()}
	try := func(as string, root Root, words string) {
		other, err := readAs(ctx, text, as, Options{Root: root})
		if err != nil {
			return
		}
		if text := other.Tree.Text(); !slices.Contains(seen, text) {
			seen = append(seen, text)
			list = append(list, Choice{as, root, words})
		}
	}
	if of.Turns {
		for p := 1; p <= of.Tree.Players; p++ {
			root, words := Root(decimal(p)), "Player "+decimal(p)+" first"
			if of.Tree.Kind == trees.Minimax {
				root, words = Root([...]string{"", "max", "min"}[p]), [...]string{"", "Max first", "Min first"}[p]
			}
			try(of.As, root, words)
		}
	}
	for i := range notations {
		if n := &notations[i]; n.ID != of.As {
			try(n.ID, "", "Read it as "+n.Name)
		}
	}
	return list
}
