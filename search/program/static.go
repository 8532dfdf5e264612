package program

import (
	"strings"
	"unicode/utf8"

	"go.starlark.net/syntax"
)

// checkTree refuses what can be parsed and would fail, or mean something else, when it runs.
func checkTree(f *syntax.File) Faults {
	c := &treeChecker{globals: map[string]bool{}}
	for _, s := range f.Stmts {
		bound(s, c.globals)
	}
	for _, s := range f.Stmts {
		c.look(s, nil)
	}
	return c.faults
}

type treeChecker struct {
	globals map[string]bool
	faults  Faults
}

func (c *treeChecker) refuse(at syntax.Position, text string) {
	c.faults = append(c.faults, Fault{Line: int(at.Line), Column: int(at.Col), Text: text})
}

// look visits a part of the tree. outer has the names that the functions around it bind.
func (c *treeChecker) look(n syntax.Node, outer []map[string]bool) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.AssignStmt:
			if dot, is := unparen(n.LHS).(*syntax.DotExpr); is {
				c.refuse(dot.Dot, "nothing can be assigned to ."+dot.Name.Name+": keep it in a dict, as in memo[node] = value")
			}
		case *syntax.LoadStmt:
			c.refuse(n.Load, "there is no load: write the function here")
		case *syntax.DefStmt:
			names := map[string]bool{}
			for _, s := range n.Body {
				bound(s, names)
			}
			given := map[string]bool{}
			for _, p := range n.Params {
				param(p, given)
			}
			c.unbound(n, names, given, outer)
			for p := range given {
				names[p] = true
			}
			for _, s := range n.Body {
				c.look(s, append(outer, names))
			}
			return false
		}
		return true
	})
}

func param(p syntax.Expr, names map[string]bool) {
	switch p := p.(type) {
	case *syntax.Ident:
		names[p.Name] = true
	case *syntax.BinaryExpr:
		param(p.X, names)
	case *syntax.UnaryExpr:
		if p.X != nil {
			param(p.X, names)
		}
	}
}

// bound adds the names that a statement binds in its own function.
func bound(n syntax.Node, names map[string]bool) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.DefStmt:
			names[n.Name.Name] = true
			return false
		case *syntax.LambdaExpr, *syntax.Comprehension:
			return false
		case *syntax.AssignStmt:
			target(n.LHS, names)
		case *syntax.ForStmt:
			target(n.Vars, names)
		}
		return true
	})
}

func target(e syntax.Expr, names map[string]bool) {
	switch e := unparen(e).(type) {
	case *syntax.Ident:
		names[e.Name] = true
	case *syntax.TupleExpr:
		for _, x := range e.List {
			target(x, names)
		}
	case *syntax.ListExpr:
		for _, x := range e.List {
			target(x, names)
		}
	}
}

// unbound refuses a name of the program around a function that the function reads and then assigns to: it is
// then a variable of its own, without a value.
func (c *treeChecker) unbound(f *syntax.DefStmt, names, given map[string]bool, outer []map[string]bool) {
	done := map[string]bool{}
	read := func(id *syntax.Ident) {
		name := id.Name
		if done[name] || !names[name] || given[name] {
			return
		}
		around := c.globals[name]
		for _, o := range outer {
			around = around || o[name]
		}
		if done[name] = true; around {
			c.refuse(id.NamePos, "this function assigns to "+name+", so it is its own variable here, and has no value yet: use a list: "+name+" = [0]; "+name+"[0] += 1")
		}
	}
	write := func(e syntax.Expr) {
		list := map[string]bool{}
		target(e, list)
		for name := range list {
			done[name] = true
		}
	}
	var visit func(n syntax.Node) bool
	visit = func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.DefStmt:
			done[n.Name.Name] = true
			return false
		case *syntax.LambdaExpr, *syntax.Comprehension: // they have names of their own
			return false
		case *syntax.AssignStmt:
			syntax.Walk(n.RHS, visit)
			if n.Op != syntax.EQ {
				syntax.Walk(n.LHS, visit)
			}
			write(n.LHS)
			return false
		case *syntax.ForStmt:
			syntax.Walk(n.X, visit)
			write(n.Vars)
			for _, s := range n.Body {
				syntax.Walk(s, visit)
			}
			return false
		case *syntax.DotExpr:
			syntax.Walk(n.X, visit)
			return false
		case *syntax.CallExpr: // the names of its arguments are none that it reads
			syntax.Walk(n.Fn, visit)
			for _, a := range n.Args {
				if named, is := a.(*syntax.BinaryExpr); is && named.Op == syntax.EQ {
					a = named.Y
				}
				syntax.Walk(a, visit)
			}
			return false
		case *syntax.Ident:
			read(n)
		}
		return true
	}
	for _, s := range f.Body {
		syntax.Walk(s, visit)
	}
}

// parserWords are the parser's names of what it has found.
var parserWords = strings.NewReplacer("newline", "the end of the line", "outdent", "the end of the block", "indent", "an indented line", "end of file", "the end of the text")

// parseFault returns what a parser or a resolver has refused.
func (x *tokenIndex) parseFault(at syntax.Position, message string) Fault {
	src, text := x.src, message
	switch {
	case strings.Contains(message, "does not associate with"):
		text = "comparisons cannot be chained: a < b < c is written a < b and b < c"
		after := at
		for _, t := range scan(src) { // the sign before the place that the parser gives
			if t.line > int(after.Line) || t.line == int(after.Line) && t.column >= int(after.Col) {
				break
			}
			if t.kind == signToken {
				at.Line, at.Col = int32(t.line), int32(t.column)
			}
		}
	case strings.HasPrefix(message, "got newline") && at.Line > 1 && at.Col == 1: // the end of the line before
		at.Line--
		line := strings.Split(src, "\n")[at.Line-1]
		at.Col = int32(utf8.RuneCountInString(strings.TrimRight(line, " \t"))) + 1
		text = gotText(message)
	case strings.HasPrefix(message, "got "):
		text = gotText(message)
	case strings.HasPrefix(message, "undefined: "):
		name, _, _ := strings.Cut(strings.TrimPrefix(message, "undefined: "), " ")
		_, meant, _ := strings.Cut(message, "did you mean ")
		text = x.unknownName(name, strings.TrimSuffix(meant, "?)"), int(at.Line), int(at.Col))
	}
	return Fault{Line: int(at.Line), Column: int(at.Col), Text: text}
}

// gotText turns "got X, want Y" into a sentence.
func gotText(message string) string {
	got, want, both := strings.Cut(strings.TrimPrefix(message, "got "), ", want ")
	text := "found " + parserWords.Replace(got)
	if both {
		text += " where " + parserWords.Replace(want) + " is expected"
	}
	return text
}

// unknownNames are those that a program in Python may use, with what to do instead.
var unknownNames = map[string]string{
	"random": "a program gives the same run each time", "time": "a program gives the same run each time",
	"open": "a program reads no files", "input": "a program reads no input", "self": "there are no classes; pass what the function needs",
	"super": "there are no classes", "next": "use an index", "iter": "use the list itself", "deque": "use a list",
	"defaultdict": "use dict.get(key, default)", "namedtuple": "use a tuple or a dict", "copy": "use list.copy() or list(x)",
	"np": "there are no modules", "numpy": "there are no modules",
}
