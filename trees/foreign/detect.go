package foreign

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"espalier/trees"
)

// Options say how a text is read.
type Options struct {
	As   string // the only notation that is tried; empty: the one that is detected
	Root Root
	// Players is the order of the players of a text that has their names and not their order; nil: the order in which
	// they appear.
	Players []string
	Numbers Numbers
	// The text says around its tree who moves at the root, as Root does.
	saidFirst bool
}

// Given reports whether the options say anything.
func (o *Options) Given() bool {
	return o.As != "" || o.Root != "" || o.Players != nil || o.Numbers != ""
}

// A Reading is a tree that was read, and how.
type Reading struct {
	Tree  *trees.Tree
	As    string   // id of the notation
	Notes []string // what was assumed, and what is left out
	// Assumed are the notes on what was assumed and can be read otherwise.
	Assumed Assumed
	numbers Numbers // the option with which it was read
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
	if bad := validUTF8(text); bad >= 0 {
		return nil, trees.ErrorIn(text, bad, "the byte 0x%02X is not UTF-8", text[bad])
	}
	plain, note := unwrapped(text)
	plain, err := ofProgram(ctx, plain, o.As)
	if err != nil {
		return nil, err
	}
	reading, err := readStated(ctx, text, plain, o)
	if err == nil && note != "" {
		reading.Notes = append([]string{note}, reading.Notes...)
	}
	if fences := fencesOf(text); err != nil && len(fences) > 2 {
		return nil, trees.ErrorIn(text, fences[2], "a second block of code begins here; one tree is read at a time, so paste one block")
	}
	return reading, err
}

// ofProgram returns a text with the literals of a program as the readers know them, if the text may be one and is read in a
// notation of programs.
func ofProgram(ctx context.Context, text, as string) (string, error) {
	if as == "" {
		as = detect(text)
	}
	if n, known := Find(as); known && !n.program && !isOneOf(as, []string{"newick", "yaml", "outline"}) {
		return text, nil
	}
	return literal(ctx, text)
}

// traceEvent is what only a line of a trace has: an event that begins a node, or the name of the format.
var traceEvent = regexp.MustCompile(`"type"\s*:\s*"(?:enter|leaf|e|l)"|"format"\s*:\s*"espalier/trace/`)

// traceAt returns where the trace of a search begins: its first lines are objects of JSON, and one of them is an event
// that begins a node. -1: the text is none.
func traceAt(text string) int {
	const first = 3 // lines: the header and two events
	begin, at, lines, event := -1, 0, 0, false
	for line := range strings.Lines(text) {
		plain := strings.TrimSpace(line)
		if plain != "" && plain[0] != '#' {
			if plain[0] != '{' || plain[len(plain)-1] != '}' {
				return -1
			}
			if begin < 0 {
				begin = at
			}
			event = event || traceEvent.MatchString(plain[:min(len(plain), maxTraceLine)])
			if lines++; lines == first {
				break
			}
		}
		at += len(line)
	}
	if lines < 2 || !event {
		return -1
	}
	return begin
}

// maxTraceLine is the number of bytes of a line in which the type of its event is looked for.
const maxTraceLine = 4_096

func readPlain(ctx context.Context, text string, o Options) (*Reading, error) {
	n, known := Find(o.As)
	if o.As != "" && !known {
		return nil, trees.ErrorAt("as", "there is no notation %s; there are %s", quoted(o.As), trees.InWords(IDs()))
	}
	if at := traceAt(text); at >= 0 && o.As == "" {
		return nil, trees.ErrorIn(text, at, "this is the trace of a search, with an event in each line, and no tree; open it under /traces")
	}
	if at := normalFormAt(text); at >= 0 && o.As == "" {
		return nil, trees.ErrorIn(text, at, noNormalForm)
	}
	if list, build := statementsOf(text); build && (o.As == "" || n.program) {
		plain, one := alone(text, list)
		if one {
			reading, err := readPlain(ctx, plain, o)
			if err == nil {
				reading.Notes = append(reading.Notes, "The statements of the program that build no tree are left out.")
			}
			return reading, err
		}
		if o.As == "" {
			return readAs(ctx, text, "program", o)
		}
	}
	if o.As != "" {
		return readAs(ctx, text, o.As, o)
	}
	as := detect(text)
	if as == "" {
		return readFirst(ctx, text, o)
	}
	reading, err := readAs(ctx, text, as, o)
	if err == nil || as != "newick" || strings.HasPrefix(strings.TrimLeft(text, blankCharacters), "(") {
		return reading, err
	}
	// No tree of Newick begins like this, so the semicolon may be that of a program.
	if other, wrong := readFirst(ctx, text, o); wrong == nil {
		return other, nil
	}
	return nil, err
}

// unwrapped returns a text with blanks in place of a byte order mark and, if one part of it is a block of code in Markdown,
// of all that is around that part, or of sentences around an outline or a table. note says so. All places in it are those of the text.
func unwrapped(text string) (plain, note string) {
	if strings.HasPrefix(text, byteOrderMark) {
		text = blankMark + text[len(byteOrderMark):]
	}
	if !strings.Contains(text, "```") && !strings.Contains(text, "~~~") {
		return withoutProse(text)
	}
	fences := fencesOf(text)
	if len(fences) == 0 || len(fences) > 2 {
		return text, ""
	}
	begin, end := lineEnd(text, fences[0]), len(text)
	if len(fences) == 2 {
		end = fences[1]
	}
	around := strings.TrimSpace(text[:fences[0]])
	if end < len(text) {
		around += strings.TrimSpace(text[lineEnd(text, end):])
	}
	note = "The lines that begin and end the block of code are left out."
	if strings.Trim(around, blankCharacters) != "" {
		note = "The text around the block of code is left out."
	}
	return blanks(text[:begin]) + text[begin:end] + blanks(text[end:]), note
}

// fencesOf returns the first byte of each line that begins or ends a block of code in Markdown.
func fencesOf(text string) (fences []int) {
	for from := 0; from < len(text); from = lineEnd(text, from) + 1 {
		line := strings.TrimLeft(text[from:lineEnd(text, from)], blankCharacters)
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			fences = append(fences, from)
		}
	}
	return fences
}

// A byte order mark is at the begin of files of some editors.
const (
	byteOrderMark = "\uFEFF"
	blankMark     = "\u3000"
)

// detect returns the notation that the begin or the end of a text shows; "" if they do not
// show it.
func detect(text string) string {
	begin := afterProgramComments(text)
	assigned := assignedFrom(begin)
	if assigned > 0 {
		begin = afterProgramComments(begin[assigned:])
	}
	end := strings.TrimRight(text, blankCharacters)
	switch {
	case isBraces(begin):
		return "nested"
	case strings.HasPrefix(begin, "{"):
		if assigned == 0 && isDocument(begin) {
			return JSON
		}
		return "children"
	case isNode(begin) && showsOutline(text[:min(len(text), maxLooked)]) == sure: // a tree that a program prints
		return "outline"
	case isNode(begin), (strings.HasPrefix(begin, "[") || strings.HasPrefix(begin, "(")) && isNode(strings.TrimLeft(begin[1:], blankCharacters)):
		return "children"
	case isApplied(begin), assigned == 0 && isFragment(begin):
		return "children"
	case isGTE(begin):
		return "gte"
	case isXML(begin):
		return "xml"
	case strings.HasPrefix(begin, "NFG") && wordAt(begin) == "NFG" && strings.HasPrefix(strings.TrimLeft(begin[3:], " \n\t\r"), "1"): // a game in normal form, which is refused
		return EFG
	case strings.HasPrefix(begin, "EFG") && wordAt(begin) == "EFG" && !strings.HasPrefix(strings.TrimLeft(begin[3:], " \n\t\r"), ":"):
		return EFG
	case strings.HasPrefix(begin, "[."), strings.HasPrefix(afterComments(begin), `\`):
		return "forest"
	case isDOT(begin):
		return "dot"
	case strings.HasPrefix(begin, "(") && strings.HasPrefix(strings.TrimLeft(begin[1:], blankCharacters), ";"):
		return "sgf"
	case isPGN(begin):
		return "pgn"
	case isCS188(text):
		return "cs188"
	case strings.HasPrefix(begin, "@start"):
		return "plantuml"
	case isMermaid(begin):
		return "mermaid"
	case isTable(begin):
		return "csv"
	case hasLevels(text):
		return "outline"
	case isPrinted(text), isFacts(text), assigned == 0 && isEdges(begin):
		return "edges"
	case strings.HasSuffix(end, ";") && assigned == 0:
		return "newick"
	case showsYAML(text[:min(len(text), maxLooked)]) == sure:
		return "yaml"
	}
	return ""
}

// isGroup reports whether a text begins with a group of LaTeX, the text of a node before its children: {Player 1} [3].
func isGroup(text string) bool {
	_, rest, closed := strings.Cut(text, "}")
	return closed && strings.HasPrefix(strings.TrimLeft(rest, blankCharacters), "[")
}

// isNode reports whether a text begins with an object, or with a call that makes a node.
func isNode(text string) bool {
	if strings.HasPrefix(text, "{") {
		return !isGroup(text)
	}
	call := constructorAt(text)
	if call == "" || arrayCall.MatchString(text) {
		return false
	}
	_, _, mover := moverOf(call[len(modules.FindString(call)):])
	return (!mover || strings.Contains(call, "::") && !modules.MatchString(call)) && (strings.Contains(call, "Node") || strings.Contains(call, "Tree") || strings.Contains(call, " ") || strings.ContainsAny(call, ".:") || graphCalls[call] || strings.Contains("Tree TreeNode Leaf dict Map State node tree leaf", call) || makesNode.MatchString(call))
}

// makesNode is a function that makes a node: make_leaf, mkNode.
var makesNode = regexp.MustCompile(`^(?:make|mk|create|new|build)_?(?i:node|leaf|tree|branch)$|^(?:list|dict)_to_tree$`)

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
			case key == "players" && !isNumberNext(text[i+1:]):
				only = false // names, which a tree document does not have
			case key == "kind" || key == "players":
				header = true
			case !slices.Contains(documentKeys, key):
				only = false
			}
		}
	}
	return root && only && header
}

// isNumberNext reports whether a number follows the key of a member.
func isNumberNext(text string) bool {
	rest := strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(text, " \n\t\r"), ":"), " \n\t\r")
	return rest != "" && rest[0] != '[' && rest[0] != '{'
}

// readAs reads a text in one notation.
func readAs(ctx context.Context, text, as string, o Options) (reading *Reading, err error) {
	reading = &Reading{As: as, numbers: o.Numbers}
	switch as {
	case Espalier:
		reading.Tree, reading.Notes, err = trees.ReadTextNoted(ctx, text)
	case JSON:
		reading.Tree, err = trees.ReadJSONIn(ctx, []byte(strings.TrimPrefix(text, blankMark)))
	default:
		if err = read(ctx, text, reading, o); err != nil {
			return nil, err
		}
		reading.NoteRounded()
		return reading, nil
	}
	if err == nil && o.Players != nil {
		err = errOrdered()
	}
	if err == nil && o.Numbers != "" {
		err = errNumbered()
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

// NoteRounded notes which numbers of a program were changed.
func (r *Reading) NoteRounded() {
	r.Notes = append(r.Notes, r.Tree.ReadingNotes()...)
}

// read reads a text in a notation of this package.
func read(ctx context.Context, text string, into *Reading, o Options) (err error) {
	defer catch(&err)
	if len(text) > trees.MaxBytes {
		return trees.ErrorOverLimit("text", "it has %d bytes; a tree has at most %d", len(text), trees.MaxBytes)
	}
	n, _ := Find(into.As)
	r := newReader(ctx, text)
	if n.program {
		r.program()
	}
	if o.Players != nil {
		r.cast.asked = true
		r.order(o.Players, 0)
	}
	r.numbers, r.saidFirst = o.Numbers, o.saidFirst
	n.read(r)
	into.Tree, err = r.built(o.Root)
	into.Notes, into.Assumed = r.game.notes, r.game.assumed
	if err == nil && o.Players != nil && into.Assumed.Players == "" {
		err = errOrdered()
	}
	if err == nil && o.Numbers != "" && into.Assumed.Numbers == "" {
		err = errNumbered()
	}
	return err
}

func errNumbered() error {
	return trees.ErrorAt("numbers", "the text has no numbers that can be read in another way; leave numbers out")
}

func errOrdered() error {
	return trees.ErrorAt("players", "the text says the order of its players, or has no names of players; leave players out")
}

// built is build, whose errors are about a text that was read to its end.
func (r *reader) built(root Root) (t *trees.Tree, err error) {
	defer func() {
		if wrong, ok := err.(*trees.Error); ok {
			err = wrong.ReadTo(len(r.src))
		}
	}()
	defer catch(&err)
	return r.build(root)
}

func newReader(ctx context.Context, text string) *reader {
	return &reader{ctx: ctx, src: text, given: text, tick: trees.StepsOf(ctx), listed: listed}
}
