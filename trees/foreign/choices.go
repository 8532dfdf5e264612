package foreign

import (
	"context"
	"slices"
	"strings"

	"espalier/trees"
)

// This file says what was assumed of a text, and how else it can be read.

// Assumed are the notes of a reading on what was assumed, of which each has alternatives. Empty: it was not.
type Assumed struct {
	Order    string // who moves; Options.Root can say it
	Brackets string // what round brackets with commas are
	Players  string // the order of players who have names; Options.Players can say it
	Numbers  string // what numbers together are; Options.Numbers can say it
	names    []string
	numbers  []numbersWords
}

// Numbers say what numbers together are, where a text leaves it open. Empty: what the text shows.
type Numbers string

const (
	OneNumber Numbers = "one"     // 3,5 is 3.5, and 3/2 is a fraction
	Scores    Numbers = "scores"  // 3,5 and 3/2 and [3, 5] are the scores of players
	Leaves    Numbers = "leaves"  // each of [3, 5] is a leaf, and so is each number in chance(0.5, 3, 0.5, 9)
	Chances   Numbers = "chances" // in chance(0.5, 3, 0.5, 9) they are probabilities and nodes in turn
)

// AllNumbers are all of them.
var AllNumbers = []string{string(OneNumber), string(Scores), string(Leaves), string(Chances)}

// A numbersWords is an alternative for numbers, with the words on its button.
type numbersWords struct {
	as    Numbers
	words string
}

// ofNumbers sets the last note as one on what numbers together are, unless there is one already.
func (r *reader) ofNumbers(as Numbers, words string) {
	a := &r.game.assumed
	note := r.game.notes[len(r.game.notes)-1]
	if a.Numbers == "" {
		a.Numbers = note
	}
	if a.Numbers == note {
		a.numbers = append(a.numbers, numbersWords{as, words})
	}
}

// players sets the last note as the one on the order of the players.
func (a *Assumed) players(notes, names []string) { a.Players, a.names = notes[len(notes)-1], names }

// mostOrdered is the number of players up to which every order is offered.
const mostOrdered = 3

// orders returns the other orders of names: all of up to mostOrdered, else those that begin with another one.
func orders(names []string) (list [][]string) {
	n := len(names)
	if n <= mostOrdered {
		var add func(begin, rest []string)
		add = func(begin, rest []string) {
			if len(rest) == 0 {
				list = append(list, slices.Clone(begin))
			}
			for i := range rest {
				add(append(slices.Clone(begin), rest[i]), slices.Delete(slices.Clone(rest), i, i+1))
			}
		}
		add(nil, names)
		return list[1:]
	}
	for i := 1; i < n; i++ {
		list = append(list, slices.Concat(names[i:], names[:i]))
	}
	return list
}

// A Choice is another way to read a text.
type Choice struct {
	As      string
	Root    Root
	Players []string
	Numbers Numbers
	Words   string // on its button
	Note    int    // the note of the reading to which it is the alternative; AboutNotation: it is another notation
}

// AboutNotation is the Note of a choice of another notation.
const AboutNotation = -1

// MaxChosenBytes bounds the texts whose other readings are looked for: each takes as long as
// the first, and a longer text is a file, whose notation is not in doubt.
const MaxChosenBytes = 16 << 10

// Choices returns the other ways to read a text, of which each makes another tree.
func Choices(ctx context.Context, text string, of *Reading) (list []Choice) {
	if len(text) > MaxChosenBytes {
		return nil
	}
	text, _ = unwrapped(text)
	program, err := ofProgram(ctx, text, of.As)
	if err != nil {
		return nil
	}
	seen := []string{of.Tree.Text()}
	try := func(c Choice) {
		if c.Numbers == "" && c.As == of.As {
			c.Numbers = of.numbers // what was chosen before
		}
		n, _ := Find(c.As)
		text := text
		if n.program {
			text = program
		}
		other, err := readAs(ctx, text, c.As, Options{Root: c.Root, Players: c.Players, Numbers: c.Numbers})
		if err != nil {
			return
		}
		if text := other.Tree.Text(); !slices.Contains(seen, text) {
			seen = append(seen, text)
			list = append(list, c)
		}
	}
	if order := slices.Index(of.Notes, of.Assumed.Order); order >= 0 {
		for p := 1; p <= of.Tree.Players; p++ {
			root, words := Root(decimal(p)), "Player "+decimal(p)+" first"
			if of.Tree.Kind == trees.Minimax {
				root, words = Root([...]string{"", "max", "min"}[p]), [...]string{"", "Max first", "Min first"}[p]
			}
			try(Choice{As: of.As, Root: root, Words: words, Note: order})
		}
	}
	if brackets := slices.Index(of.Notes, of.Assumed.Brackets); brackets >= 0 {
		try(Choice{As: levelsAlone, Words: "Brackets are levels", Note: brackets})
		try(Choice{As: nestedLists, Words: "Brackets are scores", Note: brackets})
	}
	if players := slices.Index(of.Notes, of.Assumed.Players); players >= 0 {
		for _, order := range orders(of.Assumed.names) {
			var words []string
			for i, name := range order {
				words = append(words, decimal(i+1)+" is "+name)
			}
			try(Choice{As: of.As, Players: order, Words: strings.Join(words, ", "), Note: players})
		}
	}
	if numbers := slices.Index(of.Notes, of.Assumed.Numbers); numbers >= 0 {
		for _, other := range of.Assumed.numbers {
			try(Choice{As: of.As, Numbers: other.as, Words: other.words, Note: numbers})
		}
	}
	for i := range notations {
		if n := &notations[i]; n.ID != of.As {
			try(Choice{As: n.ID, Words: "Read it as " + n.Name, Note: AboutNotation})
		}
	}
	return list
}

// A Remark is a sentence on a reading, with the choices that it leaves.
type Remark struct {
	Text    string
	Choices []Choice
}

// Remarks returns what a page says of a reading: first what was assumed and has an alternative, then the
// notation, unless it is the text notation, then the other notes.
func (r *Reading) Remarks(choices []Choice) (list []Remark) {
	of := map[int][]Choice{}
	for _, c := range choices {
		of[c.Note] = append(of[c.Note], c)
	}
	for i, note := range r.Notes {
		if of[i] != nil {
			list = append(list, Remark{note, of[i]})
		}
	}
	if r.As != Espalier || of[AboutNotation] != nil {
		list = append(list, Remark{"Read as " + r.Name() + ".", of[AboutNotation]})
	}
	for i, note := range r.Notes {
		if of[i] == nil {
			list = append(list, Remark{Text: note})
		}
	}
	return list
}
