package checks

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"espalier/trace"
	"espalier/trace/program"
)

// This file finds the line of a program that a mistake comes from. A wrong value shows where it is returned, and a wrong
// window where it is passed on, but an earlier line has set the variable. Which one it was is read from the lines that
// the call has done, and from their text. Where this is not certain, no line is named.

// A Cause is an earlier line of the program that a mistake comes from.
type Cause struct {
	Line int // of the text; 0: it is not known
	Text string
}

const (
	maxCauses = 20        // mistakes whose cause is looked for
	maxBack   = 1_000_000 // moments that are looked at for one of them
)

// A tracer finds the causes of mistakes in a run of a program.
type tracer struct {
	*checker
	lines []string
	calls *program.CallReader
}

// causes finds those of the first mistakes.
func (c *checker) causes() {
	if c.run.Program == "" || c.run.Moments() == 0 {
		return
	}
	t := tracer{c, strings.Split(c.run.Program, "\n"), program.NewCallReader(c.run)}
	found := 0
	for i := range c.report.Checks {
		if x := &c.report.Checks[i]; x.Error && x.At > 0 && found < maxCauses {
			found++
			x.Cause = t.cause(x)
		}
	}
}

func (t *tracer) cause(x *Check) Cause {
	m := t.run.MomentOf(x.Seq)
	calls := t.calls.At(m)
	switch e := &t.run.Events[x.Seq]; {
	case x.Verdict == Value && e.Type == program.Exit:
		return t.ofValue(x, m, calls)
	case x.scene == nil:
	case x.Verdict == Bounds:
		return t.ofWindow(x, t.callOf(x, m, calls))
	case x.Verdict == Missed:
		return t.ofMissed(x, t.callOf(x, m, calls))
	case x.Verdict == NotThis || x.Verdict == Unsound:
		return t.ofCut(x, t.callOf(x, m, calls))
	}
	return Cause{}
}

// A spot is where a call is at a moment.
type spot struct {
	call   *program.Call
	depth  int
	moment int  // the lines before it are looked at
	under  bool // the last of them has not ended
}

// ofValue finds the line that has set what a call returns.
func (t *tracer) ofValue(x *Check, m int, calls []program.Call) Cause {
	if len(calls) == 0 {
		return Cause{}
	}
	s := &spot{&calls[len(calls)-1], len(calls) - 1, m, false}
	name := returned(t.text(x.At))
	if s.call.Line != x.At || name == "" {
		return Cause{}
	}
	line, set := t.set(s, name)
	if line == 0 {
		return Cause{}
	}
	return Cause{line, fmt.Sprintf("%s, and line %d returns it.", set, x.At)}
}

// callOf returns the call that is about the node of a mistake; nil: it is not open.
func (t *tracer) callOf(x *Check, m int, calls []program.Call) *spot {
	for i, call := range slices.Backward(calls) {
		if call.Node == x.scene.node && (call.Line == x.At || x.Verdict == NotThis || x.Verdict == Unsound) {
			return &spot{&calls[i], i, m, x.Verdict == Missed || x.Verdict == Bounds}
		}
	}
	return nil
}

// names returns the variables of a call that hold α and β, in this order. With values of the mover those of Min are the
// other way round.
func (t *tracer) names(node int32) (alpha, beta string) {
	if t.run.Turned(node) {
		return "beta", "alpha"
	}
	return "alpha", "beta"
}

// ofWindow finds the line that has set what is passed on as α or β.
func (t *tracer) ofWindow(x *Check, s *spot) Cause {
	if s == nil {
		return Cause{}
	}
	name, other := t.names(x.scene.node)
	want := t.end(x.scene.win.alpha, -1)
	if x.scene.beta {
		name, other = other, name
		want = t.end(x.scene.win.beta, 1)
	}
	is, known := t.value(s, x.scene.node, name)
	switch {
	case !known:
		return Cause{}
	case !has(t.text(x.At), name):
		return Cause{x.At, fmt.Sprintf("Line %d does not pass %s on.", x.At, name)}
	case is == want && has(t.text(x.At), other):
		return Cause{} // it may be in the wrong place
	case is == want:
		return Cause{x.At, fmt.Sprintf("Line %d passes another value on than that of %s, which is %s.", x.At, name, t.said(s, name))}
	}
	if line, set := t.set(s, name); line > 0 {
		return Cause{line, fmt.Sprintf("%s, and line %d passes it on.", set, x.At)}
	}
	if t.unset(s, name) {
		return Cause{x.At, fmt.Sprintf("Line %d passes %s on as %s, which no line has set in this call.", x.At, name, t.said(s, name))}
	}
	return Cause{}
}

// ofMissed finds the line for which a call goes on to a child that should be cut: it has lost a bound, or does not test it.
func (t *tracer) ofMissed(x *Check, s *spot) Cause {
	if s == nil {
		return Cause{}
	}
	alpha, beta := t.names(x.scene.node)
	a, hasA := t.value(s, x.scene.node, alpha)
	b, hasB := t.value(s, x.scene.node, beta)
	if !hasA || !hasB {
		return Cause{}
	}
	least, most := t.end(x.scene.win.alpha, -1), t.end(x.scene.win.beta, 1)
	best := t.end(x.scene.best, 0)
	wide := ""
	switch max := x.scene.max; {
	case max && b > most, !max && b > best:
		wide = beta
	case max && a < best, !max && a < least:
		wide = alpha
	}
	test := t.test(s, x.At, t.other(x.scene))
	if mine := alpha; test > 0 && wide != "" { // a test may compare the best with the other end
		if !x.scene.max {
			mine = beta
		}
		if wide == mine && !has(t.condition(test), mine) {
			wide = ""
		}
	}
	if wide == "" {
		if test == 0 {
			return Cause{}
		}
		return Cause{test, fmt.Sprintf("Line %d does not cut, with %s.", test, t.compared(s, test))}
	}
	line, set := t.set(s, wide)
	switch {
	case line == 0:
		return Cause{}
	case test == 0:
		return Cause{line, set + "."}
	}
	return Cause{line, fmt.Sprintf("%s, so line %d does not cut.", set, test)}
}

// ofCut finds the line for which a call cuts: it has set a bound that the search does not hold, or tests it wrongly.
func (t *tracer) ofCut(x *Check, s *spot) Cause {
	if s == nil {
		return Cause{}
	}
	test := t.test(s, 0, t.other(x.scene))
	alpha, beta := t.names(x.scene.node)
	a, hasA := t.value(s, x.scene.node, alpha)
	b, hasB := t.value(s, x.scene.node, beta)
	if test == 0 || !hasA || !hasB {
		return Cause{}
	}
	least, most := t.end(x.scene.win.alpha, -1), t.end(x.scene.win.beta, 1)
	if best := t.end(x.scene.best, 0); x.scene.best.is && x.scene.max {
		least = max(least, best)
	} else if x.scene.best.is {
		most = min(most, best)
	}
	narrow := ""
	switch {
	case a > least:
		narrow = alpha
	case b < most:
		narrow = beta
	}
	if narrow == "" {
		return Cause{test, fmt.Sprintf("Line %d cuts, with %s.", test, t.compared(s, test))}
	}
	if line, set := t.set(s, narrow); line > 0 {
		return Cause{line, fmt.Sprintf("%s, so line %d cuts.", set, test)}
	}
	return Cause{}
}

// end returns an end of a window as the number of a program; open: its sign where there is none.
func (t *tracer) end(b bound, open int) float64 {
	if !b.is {
		return math.Inf(open)
	}
	return float64(b.score) / float64(max(t.run.Unit, 1))
}

// value returns a number that a variable of a call holds, from the view of Max. One beyond all values of the run is
// infinite.
func (t *tracer) value(s *spot, node int32, name string) (x float64, known bool) {
	for _, v := range s.call.Vars {
		if v.Name != name {
			continue
		}
		if x, known = numberOf(v.Value); !known {
			return 0, false
		}
		if t.run.Turned(node) {
			x = -x
		}
		switch unit := float64(max(t.run.Unit, 1)); {
		case x*unit > float64(t.high):
			x = math.Inf(1)
		case x*unit < float64(t.low):
			x = math.Inf(-1)
		}
		return x, true
	}
	return 0, false
}

func numberOf(text string) (float64, bool) {
	if in := strings.Trim(text, `"`); in != text && in != "inf" && in != "-inf" {
		return 0, false
	}
	x, err := strconv.ParseFloat(strings.Trim(text, `"`), 64)
	return x, err == nil
}

// said writes what a variable holds.
func (t *tracer) said(s *spot, name string) string {
	for _, v := range s.call.Vars {
		if v.Name == name {
			return trace.Minus(strings.NewReplacer(`"`, "", "inf", "∞").Replace(v.Value))
		}
	}
	return ""
}

// other returns the variable with the end of the window at which the mover of a node cuts.
func (t *tracer) other(of *scene) string {
	alpha, beta := t.names(of.node)
	if of.max {
		return beta
	}
	return alpha
}

// compared writes the numbers of a condition.
func (t *tracer) compared(s *spot, line int) string {
	condition, list := t.condition(line), []string(nil)
	vars := slices.Clone(s.call.Vars)
	slices.SortStableFunc(vars, func(a, b program.Variable) int { // as the condition has them
		return strings.Index(condition, a.Name) - strings.Index(condition, b.Name)
	})
	for _, v := range vars {
		if _, is := numberOf(v.Value); is && v.Node == program.None && has(condition, v.Name) {
			list = append(list, v.Name+" = "+t.said(s, v.Name))
		}
	}
	return strings.Join(list, " and ")
}

// condition returns that of a line.
func (t *tracer) condition(line int) string {
	text, _, _ := strings.Cut(t.text(line), ":")
	return text
}

// text returns a line of the program without its comment.
func (t *tracer) text(line int) string {
	if line < 1 || line > len(t.lines) {
		return ""
	}
	text, _, _ := strings.Cut(t.lines[line-1], "#")
	return strings.TrimSpace(text)
}

// back calls a function with the lines that a call has done, the last one first, until it returns false. begin reports
// whether the call has begun with the last of them.
func (t *tracer) back(s *spot, each func(line, moment int) bool) (begin bool) {
	under, begin := s.under, true
	t.run.LinesBefore(s.moment, s.depth, maxBack, func(line, moment int) bool {
		if under {
			under = false
			return true
		}
		begin = each(line, moment)
		return begin
	})
	return begin && s.moment <= maxBack
}

// set returns the line that has set a variable last, and says what it has set it to; 0: it is not certain which one it was.
func (t *tracer) set(s *spot, name string) (line int, says string) {
	line, at, text := t.setAt(s, name)
	if line == 0 {
		return 0, ""
	}
	says = fmt.Sprintf("Line %d sets %s to %s", line, name, t.said(s, name))
	i := slices.IndexFunc(s.call.Vars, func(v program.Variable) bool { return v.Name == name })
	if i < 0 {
		return 0, ""
	}
	if changed := s.call.Vars[i].At; changed <= at { // it had this value before
		if before, _, _ := t.setAt(&spot{s.call, s.depth, changed, false}, name); before > 0 && before != line {
			return line, fmt.Sprintf("Line %d leaves %s at %s, as line %d has set it", line, name, t.said(s, name), before)
		}
	}
	if from := t.from(s, text, name); from != "" {
		if before, _, _ := t.setAt(&spot{s.call, s.depth, at, false}, from); before > 0 && before != line {
			says += fmt.Sprintf(", from %s, which line %d has set", from, before)
		}
	}
	return line, says
}

// setAt returns the line that has set a variable last, and its moment.
func (t *tracer) setAt(s *spot, name string) (found, at int, text string) {
	t.back(s, func(line, moment int) bool {
		switch text = t.text(line); {
		case sets(text, name):
			found, at = line, moment
			return false
		case maySet(text, name):
			return false
		}
		return true
	})
	return found, at, text
}

// unset reports whether no line of a call has set a variable.
func (t *tracer) unset(s *spot, name string) bool {
	return t.back(s, func(line, _ int) bool { return !sets(t.text(line), name) && !maySet(t.text(line), name) })
}

// from returns the one other variable of a call with a number that a line computes from; "": there is none, or several.
func (t *tracer) from(s *spot, text, name string) (from string) {
	_, right, _ := strings.Cut(text, "=")
	for _, v := range s.call.Vars {
		if _, is := numberOf(v.Value); !is || v.Name == name || v.Node != program.None || !has(right, v.Name) {
			continue
		}
		if from != "" {
			return ""
		}
		from = v.Name
	}
	return from
}

// test returns the last line before a moment that compares something with a bound, not before one of another visit; 0: there
// is none.
func (t *tracer) test(s *spot, visit int, bound string) (found int) {
	t.back(s, func(line, _ int) bool {
		if line == visit {
			return false
		}
		if text := t.condition(line); tests.MatchString(text) && has(text, bound) {
			found = line
			return false
		}
		return true
	})
	return found
}

var (
	tests = regexp.MustCompile(`^(if|elif|while)\b`)
	gives = regexp.MustCompile(`^return\s+\(?\s*-?\s*([A-Za-z_]\w*)\s*(,.*|\))?$`)
)

// returned returns the variable that a line returns, or the first of several; "": it returns something else.
func returned(text string) string {
	if m := gives.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// has reports whether a text has a name as a word.
func has(text, name string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		begin, end := at+i, at+i+len(name)
		if !(begin > 0 && inName(text[begin-1])) && !(end < len(text) && inName(text[end])) {
			return true
		}
		at = begin + 1
	}
}

func inName(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}

// sets reports whether a line is an assignment to a variable.
func sets(text, name string) bool {
	rest, is := strings.CutPrefix(text, name)
	if !is {
		return false
	}
	rest = strings.TrimLeft(strings.TrimSpace(rest), "+-*/")
	return strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "==")
}

// maySet reports whether a line may set a variable in another way: with others, after a condition, or as a loop does.
func maySet(text, name string) bool {
	if !has(text, name) {
		return false
	}
	if left, right, is := strings.Cut(text, "="); is && !strings.HasPrefix(right, "=") && !strings.HasSuffix(left, "<") && !strings.HasSuffix(left, ">") && !strings.HasSuffix(left, "!") && !strings.Contains(left, "(") && has(left, name) {
		return true
	}
	return strings.HasPrefix(text, "for ") || strings.Contains(text, ":") && !strings.HasSuffix(text, ":") && strings.Contains(text, name+" =")
}
