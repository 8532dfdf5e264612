package program

import (
	"slices"
	"strings"
)

// noNode is what a run says that enters nothing.
const noNode = "no call was given a node: pass nodes, or use enter and leave"

// unentered says why a run has entered nothing, and at which line.
func (c *Compiled) unentered(line int) *Fault {
	if f := c.uncalled(); f != nil {
		return &Fault{Line: f.line, Text: "nothing calls " + f.name + ": add result = " + f.callOfRoot()}
	}
	for _, f := range c.functions {
		if f.search && f.indexes != "" {
			return &Fault{Line: f.line, Text: "no call was given a node: " + f.name + " goes by the index " + f.indexes + ". Give it root, and then each child in node.children, in place of an index"}
		}
	}
	return &Fault{Line: line, Text: noNode}
}

// uncalled returns the last function that looks like a search, or begins one, and that nothing calls; nil: there is none.
func (c *Compiled) uncalled() *function {
	var from []*function
	for _, s := range c.statements {
		from = append(from, c.reached(s.mentions, s.holds)...)
	}
	called := closure(from)
	for _, f := range slices.Backward(c.functions) {
		if f.nested || f.lambda != nil || called[f] || !reachesRecursion(f) {
			continue
		}
		if !slices.ContainsFunc(c.functions, func(g *function) bool {
			return g != f && g.group != f.group && !g.nested && slices.Contains(g.refers, f)
		}) {
			return f
		}
	}
	return nil
}

func reachesRecursion(f *function) bool {
	for g := range closure([]*function{f}) {
		if g.group.recursive {
			return true
		}
	}
	return false
}

// callOfRoot returns a call of a function for the root. What is to be given for its other parameters follows from their
// names; of another one the name is there.
func (f *function) callOfRoot() string {
	args := slices.Clone(f.params[:f.given])
	node := min(1, len(args)) - 1
	if node == 0 && args[0] == "game" && len(args) > 1 {
		node = 1
	}
	for i, name := range args {
		switch name = strings.ToLower(name); {
		case i == node:
			args[i] = "root"
		case name == "alpha":
			args[i] = "-inf"
		case name == "beta":
			args[i] = "inf"
		case name == "depth" || name == "maxdepth" || name == "max_depth" || name == "d" || name == "limit":
			args[i] = "3"
		case name == "color" || name == "colour" || name == "sign":
			args[i] = "1"
		case strings.HasPrefix(name, "max") || strings.HasPrefix(name, "ismax") || strings.HasPrefix(name, "is_max"):
			args[i] = "True"
		}
	}
	return f.name + "(" + strings.Join(args, ", ") + ")"
}
