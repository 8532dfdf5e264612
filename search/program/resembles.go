package program

import (
	"fmt"
	"strings"
)

// Programs of textbooks ask a state or a game by names that the language does not have. What is there for such a name is
// found by a part of it.

// resembling lists parts of names, in lower case and without _, with what is there for them. The first that fits counts.
var resembling = []struct {
	parts []string
	write string
}{
	{[]string{"eval", "heuristic", "utility", "payoff", "score"}, "node.value at a leaf, node.heuristic at the frontier"},
	{[]string{"terminal", "gameover", "isleaf", "isover", "iswin", "islose", "finished"}, "node.leaf"},
	{[]string{"successor", "legal", "action", "moves", "children", "child", "expand"}, "node.children"},
	{[]string{"tomove", "turn", "mover", "player", "agent"}, "node.player"},
	{[]string{"infinity", "infty", "maxint"}, "inf"},
	{[]string{"gamestate", "initialstate", "startstate", "tree"}, "root"},
}

// instead returns what is there for a name that resembles another one; empty: there is nothing.
func instead(name string) string {
	if name = strings.ToLower(strings.ReplaceAll(name, "_", "")); name == "inf" {
		return name
	}
	for _, r := range resembling {
		for _, part := range r.parts {
			if strings.Contains(name, part) {
				return r.write
			}
		}
	}
	return ""
}

// noField says that a value has no field with a name: what is there for it, or else all fields.
func noField(of, name string, fields []string) string {
	if write := instead(name); write != "" && write != "inf" && write != "root" {
		return fmt.Sprintf("%s has no .%s: write %s", of, name, write)
	}
	return fmt.Sprintf("%s has no .%s; it has %s", of, name, listed(fields))
}

// A tokenIndex finds the tokens that follow a place of a text, which it scans once.
type tokenIndex struct {
	src  string
	list []token
	at   map[[2]int]int
}

// after returns the two tokens that follow the one at a place; empty: there is none.
func (x *tokenIndex) after(line, column int) (next, second string) {
	if x.at == nil {
		x.list, x.at = scan(x.src), map[[2]int]int{}
		for i := range x.list {
			x.at[[2]int{x.list[i].line, x.list[i].column}] = i
		}
	}
	i, known := x.at[[2]int{line, column}]
	if known && i+1 < len(x.list) {
		next = x.list[i+1].text
	}
	if known && i+2 < len(x.list) {
		second = x.list[i+2].text
	}
	return next, second
}

// unknownName says what is to be written for a name that is not known. meant is one that is spelled like it, or empty.
func (x *tokenIndex) unknownName(name, meant string, line, column int) string {
	next, field := x.after(line, column)
	hint, write := unknownNames[name], instead(name)
	switch field := strings.ToLower(field); {
	case (name == "np" || name == "numpy") && next == "." && instead(field) == "inf":
		return "there is no " + name + ": write inf"
	case (name == "np" || name == "numpy") && next == "." && (field == "max" || field == "min" || field == "sum" || field == "abs"):
		return "there is no " + name + ": write " + field
	case hint != "":
		return "there is no " + name + ": " + hint
	case meant != "":
		return "the name " + name + " is not known here; " + meant + " is"
	case write == "inf", write == "root", write != "" && next == "(": // a variable may have any name
		return "the name " + name + " is not known here: write " + write
	}
	return "the name " + name + " is not known here"
}
