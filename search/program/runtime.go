package program

import (
	"fmt"
	"regexp"
	"strings"
)

// advice is what to write instead where the language fails in a way that Python does not.
var advice = []struct {
	message *regexp.Regexp
	text    string // $1 … are the groups of the message
}{
	{regexp.MustCompile(`node (?:<|>|<=|>=) node not implemented`), "nodes cannot be compared: add key=, as in max(pairs, key=lambda p: p[0])"},
	{regexp.MustCompile(`unknown binary op: (bool) ([+*-]) (\w+)|unknown binary op: (\w+) ([+*-]) (bool)`), "a truth value is no number here: write int(x), or 1 if x else 0"},
	{regexp.MustCompile(`node value is not iterable|got node, want iterable`), "a node is no list: write node.children"},
	{regexp.MustCompile(`string value is not iterable|got string, want iterable|'string' (?:value )?is not iterable`), "a text cannot be iterated: write text.elems()"},
	{regexp.MustCompile(`cannot (?:append to|insert into|remove from|extend|clear|pop from|assign to element of|insert into) (\w+) during iteration|during iteration`), "a list or dict cannot be changed while it is iterated: iterate over a copy, as in for x in list(xs)"},
	{regexp.MustCompile(`local variable (\w+) referenced before assignment`), "$1 has no value yet here: assign to it first"},
	{regexp.MustCompile(`global variable (\w+) referenced before assignment`), "$1 has no value yet here: assign to it first"},
	{regexp.MustCompile(`unknown binary op: (\w+) (\S+) (\w+)`), "$2 is not there for a $1 and a $3"},
	{regexp.MustCompile(`(\w+) (<|>|<=|>=) (\w+) not implemented`), "a $1 and a $3 cannot be compared"},
	{regexp.MustCompile(`(?:floating-point|integer) division by zero|integer modulo by zero|floating-point modulo by zero`), "a division by zero"},
	{regexp.MustCompile(`function (\S+) missing (\d+) arguments? \((.+)\)`), "the call of $1 lacks $3"},
	{regexp.MustCompile(`function (\S+) accepts (?:exactly|at most) (\d+) positional arguments? \((\d+) given\)|function (\S+) accepts no arguments \((\d+) given\)`), "the call gives more arguments than $1 takes"},
	{regexp.MustCompile(`invalid call of non-function \((\w+)\)`), "a $1 is no function, and cannot be called"},
	{regexp.MustCompile(`index (-?\d+) out of range`), "index $1 is out of range: the list is shorter"},
	{regexp.MustCompile(`key (.+) not in dict`), "the dict has no key $1: ask with in, or use dict.get(key)"},
	{regexp.MustCompile(`(\w+) has no \.(\w+) field or method`), "a $1 has no .$2"},
}

// runtimeText says what has ended a run in words that say what to write instead.
func runtimeText(message string, steps uint64) string {
	if strings.HasPrefix(message, "Starlark computation cancelled") {
		if strings.HasSuffix(message, "too many steps") {
			return fmt.Sprintf("the program takes more than %d steps, the most that are allowed: does a loop end?", steps)
		}
		return strings.TrimPrefix(message, "Starlark computation cancelled: ")
	}
	message = strings.TrimPrefix(message, "in call to ")
	if says, guess, is := strings.Cut(message, " (did you mean ."); is && strings.Contains(says, ": write ") && strings.HasSuffix(guess, "?)") {
		message = says // it names what is there already
	}
	for _, a := range advice {
		if at := a.message.FindStringSubmatchIndex(message); at != nil {
			return string(a.message.ExpandString(nil, a.text, message, at))
		}
	}
	return message
}
