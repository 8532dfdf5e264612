package engine

import (
	"slices"
	"strings"

	"espalier/trace"
	"espalier/trees"
)

// This file has the pseudo-code of the algorithms. Each line is written once, with its variants.

// A CodeLine is a line of an algorithm's pseudo-code, with the events that belong to it.
type CodeLine struct {
	Text string
	On   []string // names of events; see PseudoLine
	// neutral is Text without the remark that judges the line.
	neutral string
}

// Pseudocode is the pseudo-code of an algorithm with the variants of its lines.
type Pseudocode []PseudoLine

// A PseudoLine is a line of pseudo-code with its variants, which are in braces, and the names of its events,
// separated by spaces:
//
//	{a|b}     a, or b if cuts are strict
//	{~a|b}    a, or b in a search without alpha-beta; a line of which nothing is left has no place there
//	{order}   how children are visited
//	{!a|b}    a remark that judges the line, or b while a question about the run is open
//
// The events are a type ("enter"), a backup that improved ("backup+"), the first backup that improved
// ("backup+:first"), one where the mover attacks a player ("backup+:least"), a prune by rule
// ("prune:shallow"), a prune before the first child ("prune:abbnb:first"), a prune that δ makes possible
// ("prune:discrete"), a backup into a chance node ("backup:chance"), or the begin and end of a probe
// ("enter:probe", "exit:probe"). In a search by samples, how a child was chosen ("enter:first", "enter:ucb",
// "enter:drawn"), and a random game ("leaf:rollout"). In a proof-number search, what a pass does at a node
// ("enter:begin", "enter:proving", "enter:new", "exit:new").
type PseudoLine [2]string

// On returns the names of the events of the line.
func (l PseudoLine) On() []string { return strings.Fields(l[1]) }

// These remarks judge a line of pseudo-code, whose cut is never justified.
const (
	DeepRemark  = "{!(deep, and wrong)|(deep)}"
	WrongRemark = "{!   (wrong)|}"
)

// lines returns the lines of a run with the options.
func (p Pseudocode) lines(o Options) []CodeLine {
	list := make([]CodeLine, len(p))
	for i, l := range p {
		list[i] = CodeLine{l.variant(o, false), l.On(), l.variant(o, true)}
	}
	return list
}

// variant returns the text in a run with the options.
func (l PseudoLine) variant(o Options, neutral bool) string {
	var b strings.Builder
	rest := l[0]
	for {
		before, after, found := strings.Cut(rest, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		choice, after, _ := strings.Cut(after, "}")
		usual, other, _ := strings.Cut(choice, "|")
		remark, judges := strings.CutPrefix(usual, "!")
		pruned, cuts := strings.CutPrefix(usual, "~")
		switch {
		case cuts && o.Unpruned:
			b.WriteString(other)
		case cuts:
			b.WriteString(pruned)
		case choice == "order" && VisitOrder(o.Order) == GivenOrder:
			b.WriteString("left to right")
		case choice == "order":
			b.WriteString("in the chosen order (ties go to the leftmost)")
		case judges && neutral, !judges && o.Strict:
			b.WriteString(other)
		default:
			b.WriteString(remark)
		}
		rest = after
	}
}

// A PrintedProcedure is a procedure that fails as printed in its paper. Its code is in our words.
type PrintedProcedure struct {
	What   string // what is printed
	Source string // the paper and figure
	Lines  Pseudocode
}

// Code returns the pseudo-code.
func (p *PrintedProcedure) Code() []CodeLine { return p.Lines.lines(Options{}) }

// A printedTest is a test that fails as printed in its paper, inside a procedure of which the rest is
// right.
type printedTest struct {
	on           string // the event of its line
	text         string // of that line, in our words
	what, Source string // as in PrintedProcedure
	runs         func(o Options) bool
}

var printedTests = [...]*printedTest{&PrintedDeltaTest, &PrintedTableTest}

// PrintedFor returns the printed procedure that runs with the options, or nil if there is none.
func (a *Algorithm) PrintedFor(o Options) *PrintedProcedure {
	if !o.AsPrinted || a.Printed == nil {
		return nil
	}
	var what, source []string
	code := slices.Clone(a.Code)
	for _, t := range printedTests {
		if !t.runs(o) {
			continue
		}
		for i := range code {
			if slices.Contains(code[i].On(), t.on) {
				code[i][0] = t.text
			}
		}
		what, source = append(what, t.what), append(source, t.Source)
	}
	if what == nil {
		return a.Printed
	}
	return &PrintedProcedure{What: "with " + strings.Join(what, " and "), Source: strings.Join(source, "; "), Lines: code}
}

// CodeFor returns the pseudo-code of a run on a tree; t is nil if the tree is not built.
func (a *Algorithm) CodeFor(t *trees.Tree, o Options) Pseudocode {
	code := a.Code
	if p := a.PrintedFor(o); p != nil {
		code = p.Lines
	}
	if o.Unpruned {
		code = slices.DeleteFunc(slices.Clone(code), func(l PseudoLine) bool { return l.variant(o, false) == "" })
	}
	if t == nil || !t.HasChance() {
		return code
	}
	return slices.Concat(code, a.ChanceCode)
}

// CodeOf returns the pseudo-code of a run with the options.
func (a *Algorithm) CodeOf(o Options) []CodeLine { return a.CodeOn(nil, o) }

// CodeOn returns the pseudo-code of a run on a tree; t is nil if the tree is not built.
func (a *Algorithm) CodeOn(t *trees.Tree, o Options) []CodeLine {
	if a.Text != nil {
		list := make([]CodeLine, len(a.Text))
		for i, line := range a.Text {
			list[i] = CodeLine{Text: line, neutral: line}
		}
		return list
	}
	code := a.CodeFor(t, o)
	if a.PrintedFor(o) != nil {
		o = Options{} // it is shown as printed, with the usual tests
	}
	return code.lines(o)
}

// WholeCode returns the pseudo-code with the additional lines for chance nodes.
func (a *Algorithm) WholeCode() []CodeLine {
	return slices.Concat(a.Code, a.ChanceCode).lines(Options{})
}

// NeutralCode returns pseudo-code without the remarks that judge a line.
func NeutralCode(code []CodeLine) []CodeLine {
	code = slices.Clone(code)
	for i := range code {
		code[i].Text = code[i].neutral
	}
	return code
}

// Rules returns the rules by which a run with the options may prune: those that its
// pseudo-code names.
func (a *Algorithm) Rules(o Options) (rules []trace.Rule) {
	code := a.CodeFor(nil, o)
	for _, r := range trace.Rules() {
		name := "prune:" + r.String()
		if slices.ContainsFunc(code, func(l PseudoLine) bool {
			return slices.Contains(l.On(), name) || slices.Contains(l.On(), name+":first")
		}) {
			rules = append(rules, r)
		}
	}
	return rules
}

// EventLines maps events to lines of pseudo-code, with separate entries for
// backups that improved and for prunes before the first child. It uses arrays,
// since a look-up is needed for every event.
type EventLines struct {
	ByType   [trace.TypeCount]int
	ByRule   [trace.RuleCount]int
	atFirst  [trace.RuleCount]int
	Improved int
	First    int // for a backup that improved when there was no best
	Least    int // for a backup that improved where the mover attacks a player
	discrete int // for a prune that δ makes possible
	Chance   int // for a backup into a chance node
	lastPly  trace.LastPlyLines
	on       map[string]int // for every event that the pseudo-code names
}

// Named returns the line of the first of some events that the pseudo-code names; 0: it names none, or there is no
// observer who wants to know.
func (l *EventLines) Named(events ...string) int {
	if l == nil {
		return 0
	}
	for _, name := range events {
		if n, found := l.on[name]; found {
			return n
		}
	}
	return 0
}

func LinesOf(code Pseudocode) *EventLines {
	on := map[string]int{}
	for i, l := range code {
		for _, key := range l.On() {
			on[key] = i + 1
		}
	}
	l := &EventLines{on: on}
	l.Improved, l.First, l.Least = l.Named("backup+", "backup"), l.Named("backup+:first", "backup+", "backup"), l.Named("backup+:least", "backup+")
	l.discrete, l.Chance = l.Named("prune:discrete"), l.Named("backup:chance")
	for t := range l.ByType {
		l.ByType[t] = on[trace.Type(t).String()]
	}
	for r := range l.ByRule {
		name := "prune:" + trace.Rule(r).String()
		l.ByRule[r] = l.Named(name, "prune")
		l.atFirst[r] = l.Named(name+":first", name, "prune")
	}
	l.lastPly = trace.LastPlyLines{Enter: l.ByType[trace.Enter], Leaf: l.ByType[trace.Leaf], Backup: l.ByType[trace.Backup], Improved: l.Improved, Exit: l.ByType[trace.Exit]}
	return l
}
