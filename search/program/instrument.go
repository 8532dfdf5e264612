package program

import (
	"go.starlark.net/syntax"
)

// The names of the calls that are put into a program. No program can write them.
const (
	lineCall   = "·line"   // before a statement: its line
	enterCall  = "·enter"  // at the beginning of a function: its index
	returnCall = "·return" // around what a function returns: the line of the return
	lambdaCall = "·lambda" // around the body of a lambda
	breakCall  = "·break"  // before a break: its line
	valueCall  = "·value"  // for x.value
	sortCall   = "·sort"   // for x.sort(…)
	copyCall   = "·copy"   // for x.copy()
)

var hiddenCalls = []string{lineCall, enterCall, returnCall, lambdaCall, breakCall, valueCall, sortCall, copyCall}

// An instrumenter puts the calls into the syntax tree of a program. What it adds has the place of what it is
// added to, so an error has the line of the text.
type instrumenter struct {
	*finder
	within *function // nil: the top level
}

func (x *instrumenter) file(f *syntax.File) {
	f.Stmts = x.block(f.Stmts)
}

func number(n int, at syntax.Position) syntax.Expr {
	return &syntax.Literal{Token: syntax.INT, TokenPos: at, Raw: "", Value: int64(n)}
}

func call(name string, at syntax.Position, args ...syntax.Expr) *syntax.CallExpr {
	return &syntax.CallExpr{Fn: &syntax.Ident{NamePos: at, Name: name}, Lparen: at, Args: args, Rparen: at}
}

func callStatement(name string, at syntax.Position, n int) syntax.Stmt {
	return &syntax.ExprStmt{X: call(name, at, number(n, at))}
}

func startOf(n syntax.Node) syntax.Position {
	start, _ := n.Span()
	return start
}

func (x *instrumenter) block(list []syntax.Stmt) []syntax.Stmt {
	if list == nil {
		return nil // an if without else: that which has an empty one has no span
	}
	out := make([]syntax.Stmt, 0, 2*len(list))
	for i, s := range list {
		if e, is := s.(*syntax.ExprStmt); is && i == 0 {
			if text, is := e.X.(*syntax.Literal); is && text.Token == syntax.STRING { // a docstring
				out = append(out, s)
				continue
			}
		}
		at := startOf(s)
		switch s := s.(type) {
		case *syntax.DefStmt:
			if x.within != nil {
				out = append(out, callStatement(lineCall, at, int(at.Line)))
			}
			x.def(s)
		case *syntax.BranchStmt:
			out = append(out, callStatement(lineCall, at, int(at.Line)))
			if s.Token == syntax.BREAK {
				out = append(out, callStatement(breakCall, at, int(at.Line)))
			}
		case *syntax.ReturnStmt:
			out = append(out, callStatement(lineCall, at, int(at.Line)))
			result := s.Result
			if result == nil {
				result = &syntax.Ident{NamePos: at, Name: "None"}
			} else {
				result = x.expr(result)
			}
			s.Result = call(returnCall, at, number(int(at.Line), at), result)
		case *syntax.IfStmt:
			out = append(out, callStatement(lineCall, at, int(at.Line)))
			s.Cond = x.expr(s.Cond)
			s.True, s.False = x.block(s.True), x.block(s.False)
		case *syntax.ForStmt:
			out = append(out, callStatement(lineCall, at, int(at.Line)))
			s.X = x.expr(s.X)
			s.Vars = x.target(s.Vars)
			s.Body = x.block(s.Body)
		case *syntax.WhileStmt:
			// The condition is a statement of its own each time: its line is reported before it, and returns None.
			s.Cond = &syntax.BinaryExpr{X: call(lineCall, at, number(int(at.Line), at)), OpPos: at, Op: syntax.OR, Y: x.expr(s.Cond)}
			s.Body = x.block(s.Body)
		case *syntax.AssignStmt:
			out = append(out, callStatement(lineCall, at, int(at.Line)))
			s.LHS, s.RHS = x.target(s.LHS), x.expr(s.RHS)
		case *syntax.ExprStmt:
			out = append(out, callStatement(lineCall, at, int(at.Line)))
			s.X = x.expr(s.X)
		}
		out = append(out, s)
	}
	return out
}

// def puts the calls into a function. One that ends without a return returns None at its last line.
func (x *instrumenter) def(s *syntax.DefStmt) {
	f := x.byDef[s]
	x.params(s.Params)
	around := x.within
	x.within = f
	body := x.block(s.Body)
	x.within = around
	last := startOf(s.Body[len(s.Body)-1])
	s.Body = append([]syntax.Stmt{callStatement(enterCall, s.Def, f.index)}, body...)
	if _, returns := body[len(body)-1].(*syntax.ReturnStmt); !returns {
		s.Body = append(s.Body, &syntax.ReturnStmt{Return: last, Result: call(returnCall, last, number(0, last), &syntax.Ident{NamePos: last, Name: "None"})})
	}
}

// params puts the calls into the default values.
func (x *instrumenter) params(list []syntax.Expr) {
	for _, p := range list {
		if d, is := p.(*syntax.BinaryExpr); is {
			d.Y = x.expr(d.Y)
		}
	}
}

// target puts the calls into what is assigned to: the parts of an index, and what a field belongs to.
func (x *instrumenter) target(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.IndexExpr:
		e.X, e.Y = x.expr(e.X), x.expr(e.Y)
	case *syntax.DotExpr:
		e.X = x.expr(e.X)
	case *syntax.ParenExpr:
		e.X = x.target(e.X)
	case *syntax.TupleExpr:
		for i := range e.List {
			e.List[i] = x.target(e.List[i])
		}
	case *syntax.ListExpr:
		for i := range e.List {
			e.List[i] = x.target(e.List[i])
		}
	}
	return e
}

func (x *instrumenter) all(list []syntax.Expr) {
	for i := range list {
		list[i] = x.expr(list[i])
	}
}

func (x *instrumenter) expr(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case nil:
		return nil
	case *syntax.BinaryExpr: // also name=value of a call
		if e.Op != syntax.EQ {
			e.X = x.expr(e.X)
		}
		e.Y = x.expr(e.Y)
	case *syntax.CallExpr:
		x.all(e.Args)
		if dot, is := e.Fn.(*syntax.DotExpr); is {
			for name, hidden := range map[string]string{"sort": sortCall, "copy": copyCall} {
				if dot.Name.Name == name {
					e.Args = append([]syntax.Expr{x.expr(dot.X)}, e.Args...)
					e.Fn = &syntax.Ident{NamePos: dot.Name.NamePos, Name: hidden}
					return e
				}
			}
		}
		e.Fn = x.expr(e.Fn)
	case *syntax.Comprehension:
		e.Body = x.expr(e.Body)
		for _, c := range e.Clauses {
			switch c := c.(type) {
			case *syntax.ForClause:
				c.Vars, c.X = x.target(c.Vars), x.expr(c.X)
			case *syntax.IfClause:
				c.Cond = x.expr(c.Cond)
			}
		}
	case *syntax.CondExpr:
		e.Cond, e.True, e.False = x.expr(e.Cond), x.expr(e.True), x.expr(e.False)
	case *syntax.DictEntry:
		e.Key, e.Value = x.expr(e.Key), x.expr(e.Value)
	case *syntax.DictExpr:
		x.all(e.List)
	case *syntax.DotExpr:
		e.X = x.expr(e.X)
		if e.Name.Name == "value" {
			own := 0
			if x.within != nil && x.within.search {
				own = 1
			}
			return call(valueCall, e.Name.NamePos, e.X, number(int(e.Name.NamePos.Line), e.Name.NamePos), number(own, e.Name.NamePos))
		}
	case *syntax.IndexExpr:
		e.X, e.Y = x.expr(e.X), x.expr(e.Y)
	case *syntax.LambdaExpr:
		x.params(e.Params)
		f := x.byLambda[e]
		around := x.within
		x.within = f
		body := x.expr(e.Body)
		x.within = around
		at := startOf(e.Body)
		e.Body = call(lambdaCall, at, call(enterCall, at, number(f.index, at)), body, number(int(at.Line), at))
	case *syntax.ListExpr:
		x.all(e.List)
	case *syntax.ParenExpr:
		e.X = x.expr(e.X)
	case *syntax.SliceExpr:
		e.X, e.Lo, e.Hi, e.Step = x.expr(e.X), x.expr(e.Lo), x.expr(e.Hi), x.expr(e.Step)
	case *syntax.TupleExpr:
		x.all(e.List)
	case *syntax.UnaryExpr:
		e.X = x.expr(e.X)
	}
	return e
}
