package foreign

import (
	"context"
	"regexp"
	"strings"

	"espalier/trees"
)

// This file reads a text whose begin does not show its notation, and chooses the error of a text that is in none.

// chain are the notations of which the first complete reading is taken.
var chain = []string{Espalier, "nested", "calls", "forest", "ef", "sexpr", "yaml", "slashes", "outline"}

// readFirst reads a text in the first notation of the chain that can read it. If none can, the
// error is that of the notation that the text looks most like; of equals, of the one that got furthest.
func readFirst(ctx context.Context, text string, o Options) (*Reading, error) {
	begin := len(text) - len(strings.TrimLeft(text, blankCharacters))
	if word := trees.NotFiniteAt(text[begin:]); word != "" && strings.Trim(text[begin+len(word):], blankCharacters) == "" {
		return nil, trees.ErrorIn(text, begin, "%s", trees.NotFinite(word))
	}
	var best, own *trees.Error
	name, most := "", 0
	for _, as := range chain {
		looks := looksLike(text, as)
		if n, _ := Find(as); n.loose && looks < alike {
			continue
		}
		reading, err := readAs(ctx, text, as, o)
		if err == nil {
			return reading, nil
		}
		wrong, ok := err.(*trees.Error)
		if !ok || wrong.Path == "root" || wrong.Path == "players" || wrong.Path == "numbers" {
			return nil, err
		}
		if own == nil {
			own = wrong
		}
		if best == nil || looks > most || looks == most && wrong.Reached() > best.Reached() {
			best, name, most = wrong, as, looks
		}
	}
	switch {
	case begin == len(text):
		return nil, own
	case best.OverLimit:
		return nil, best
	case best.Reached() > begin || most > 0:
		if n, _ := Find(name); name != Espalier {
			fault := *best
			fault.Message += " (the text is read as " + n.Name + ")"
			return nil, &fault
		}
		return nil, best
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

// How much a text looks like one in a notation.
const (
	unlike  = iota
	similar // its first token could be one of the notation
	alike   // its first tokens are
	sure    // so are they in no other notation
)

// looksLike returns how much a text looks like one in a notation.
func looksLike(text, as string) int {
	n, _ := Find(as)
	if n.shows == nil {
		return unlike
	}
	return n.shows(text[:min(len(text), maxLooked)])
}

// maxLooked is the number of bytes that show what a text looks like.
const maxLooked = 4 << 10

var (
	headerWord   = regexp.MustCompile(`^(?:kind|players|maxsum|maxp|minp|delta|outcomes|title)\s`)
	moverBracket = regexp.MustCompile(`(?:^|[\s\[>:])(?:max|min|[1-8]|\*)(?:\{[^}]*\})?\[`)
	callBegin    = regexp.MustCompile(`^(?:=\s*)?(?:(?:Math|math|MathF|std|np|numpy|jnp|torch|tf|builtins|Collections)(?:\.|::)(?:ranges::)?)?[\p{L}_][\p{L}\d_]*\s*\(`)
	listBegin    = regexp.MustCompile(`^[\[(]\s*(?:[\[(?\d"'+½∞-]|−|\.\d|[xyzXYZ]\b|(?i:infinity|inf|nan)\b|float\(|math\.inf|None|null|[¼-¾⅐-⅞])`)
	listInner    = regexp.MustCompile(`[\[(]\s*[\[(]|[\d\])f]\s*,\s*[\[(\d-]`)
	forestBegin  = regexp.MustCompile(`^\[\s*[\p{L}{$\\▲△▼▽]`)
	forestInner  = regexp.MustCompile(`\]\s*\[|[\p{L}\d$}]\s*\[`)
	lispBegin    = regexp.MustCompile(`^\(\s*(?:[\p{L}:"][^\s(),]*|[▲△▼▽])\s+[\[("'\d\p{L}-]`)
	drawTreeLine = regexp.MustCompile(`^(?:level\s+\S+\s+node|node|player\s+\d|iset)\s`)
)

func showsEspalier(text string) int {
	text = strings.TrimLeft(text, blankCharacters)
	switch {
	case headerWord.MatchString(text):
		return sure
	case moverBracket.MatchString(text):
		return alike
	}
	return unlike
}

func showsNested(text string) int {
	text = afterProgramComments(text)
	text = strings.TrimLeft(text[assignedFrom(text):], blankCharacters)
	switch {
	case !listBegin.MatchString(text):
		return unlike
	case listInner.MatchString(text):
		return alike
	}
	return similar
}

func showsCalls(text string) int {
	text = afterProgramComments(text)
	text = strings.TrimLeft(text[assignedFrom(text):], blankCharacters)
	if !callBegin.MatchString(text) {
		return unlike
	}
	text = strings.TrimLeft(strings.TrimPrefix(text, "="), " ")
	if _, _, mover := moverOf(wordAt(text[len(modules.FindString(text)):])); mover {
		return sure
	}
	return alike
}

func showsForest(text string) int {
	text = strings.TrimLeft(text, blankCharacters)
	switch {
	case !forestBegin.MatchString(text):
		return unlike
	case forestInner.MatchString(text[1:]):
		return alike
	}
	return similar
}

func showsDrawTree(text string) int {
	text = afterComments(strings.TrimLeft(text, blankCharacters))
	if drawTreeLine.MatchString(text) {
		return sure
	}
	return unlike
}
