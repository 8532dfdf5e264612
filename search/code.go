package search

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
	On   []string // names of events; see codeLine
	// neutral is Text without the remark that judges the line.
	neutral string
}

// pseudocode is the pseudo-code of an algorithm with the variants of its lines.
type pseudocode []codeLine

// A codeLine is a line of pseudo-code with its variants, which are in braces, and the names of its events,
// separated by spaces:
//
//	{a|b}     a, or b if cuts are strict
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
type codeLine [2]string

// on returns the names of the events of the line.
func (l codeLine) on() []string { return strings.Fields(l[1]) }

// These remarks judge a line of pseudo-code, whose cut is never justified.
const (
	deepRemark  = "{!(deep, and wrong)|(deep)}"
	wrongRemark = "{!   (wrong)|}"
)

// lines returns the lines of a run with the options.
func (p pseudocode) lines(o Options) []CodeLine {
	list := make([]CodeLine, len(p))
	for i, l := range p {
		list[i] = CodeLine{l.variant(o, false), l.on(), l.variant(o, true)}
	}
	return list
}

// variant returns the text in a run with the options.
func (l codeLine) variant(o Options, neutral bool) string {
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
		switch {
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
	code   pseudocode
}

// Code returns the pseudo-code.
func (p *PrintedProcedure) Code() []CodeLine { return p.code.lines(Options{}) }

// A printedTest is a test that fails as printed in its paper, inside a procedure of which the rest is
// right.
type printedTest struct {
	on           string // the event of its line
	text         string // of that line, in our words
	what, source string // as in PrintedProcedure
	runs         func(o Options) bool
}

var printedTests = [...]*printedTest{&printedDeltaTest, &printedTableTest}

// PrintedFor returns the printed procedure that runs with the options, or nil if there is none.
func (a *Algorithm) PrintedFor(o Options) *PrintedProcedure {
	if !o.AsPrinted || a.Printed == nil {
		return nil
	}
	var what, source []string
	code := slices.Clone(a.code)
	for _, t := range printedTests {
		if !t.runs(o) {
			continue
		}
		for i := range code {
			if slices.Contains(code[i].on(), t.on) {
				code[i][0] = t.text
			}
		}
		what, source = append(what, t.what), append(source, t.source)
	}
	if what == nil {
		return a.Printed
	}
	return &PrintedProcedure{What: "with " + strings.Join(what, " and "), Source: strings.Join(source, "; "), code: code}
}

// codeFor returns the pseudo-code of a run on a tree; t is nil if the tree is not built.
func (a *Algorithm) codeFor(t *trees.Tree, o Options) pseudocode {
	code := a.code
	if p := a.PrintedFor(o); p != nil {
		code = p.code
	}
	if t == nil || !t.HasChance() {
		return code
	}
	return slices.Concat(code, a.chanceCode)
}

// CodeOf returns the pseudo-code of a run with the options.
func (a *Algorithm) CodeOf(o Options) []CodeLine { return a.CodeOn(nil, o) }

// CodeOn returns the pseudo-code of a run on a tree; t is nil if the tree is not built.
func (a *Algorithm) CodeOn(t *trees.Tree, o Options) []CodeLine {
	code := a.codeFor(t, o)
	if a.PrintedFor(o) != nil {
		o = Options{} // it is shown as printed, with the usual tests
	}
	return code.lines(o)
}

// WholeCode returns the pseudo-code with the additional lines for chance nodes.
func (a *Algorithm) WholeCode() []CodeLine {
	return slices.Concat(a.code, a.chanceCode).lines(Options{})
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
	code := a.codeFor(nil, o)
	for _, r := range trace.Rules() {
		name := "prune:" + r.String()
		if slices.ContainsFunc(code, func(l codeLine) bool { return slices.Contains(l.on(), name) || slices.Contains(l.on(), name+":first") }) {
			rules = append(rules, r)
		}
	}
	return rules
}

// eventLines maps events to lines of pseudo-code, with separate entries for
// backups that improved and for prunes before the first child. It uses arrays,
// since a look-up is needed for every event.
type eventLines struct {
	byType   [trace.TypeCount]int
	byRule   [trace.RuleCount]int
	atFirst  [trace.RuleCount]int
	improved int
	first    int // for a backup that improved when there was no best
	least    int // for a backup that improved where the mover attacks a player
	discrete int // for a prune that δ makes possible
	chance   int // for a backup into a chance node
	lastPly  trace.LastPlyLines
	on       map[string]int // for every event that the pseudo-code names
}

// named returns the line of the first of some events that the pseudo-code names; 0: it names none, or there is no
// observer who wants to know.
func (l *eventLines) named(events ...string) int {
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

func linesOf(code pseudocode) *eventLines {
	on := map[string]int{}
	for i, l := range code {
		for _, key := range l.on() {
			on[key] = i + 1
		}
	}
	l := &eventLines{on: on}
	l.improved, l.first, l.least = l.named("backup+", "backup"), l.named("backup+:first", "backup+", "backup"), l.named("backup+:least", "backup+")
	l.discrete, l.chance = l.named("prune:discrete"), l.named("backup:chance")
	for t := range l.byType {
		l.byType[t] = on[trace.Type(t).String()]
	}
	for r := range l.byRule {
		name := "prune:" + trace.Rule(r).String()
		l.byRule[r] = l.named(name, "prune")
		l.atFirst[r] = l.named(name+":first", name, "prune")
	}
	l.lastPly = trace.LastPlyLines{Enter: l.byType[trace.Enter], Leaf: l.byType[trace.Leaf], Backup: l.byType[trace.Backup], Improved: l.improved, Exit: l.byType[trace.Exit]}
	return l
}
