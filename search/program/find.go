package program

import (
	"fmt"
	"slices"

	"go.starlark.net/syntax"
)

// A function is one of the program: a def, or a lambda.
type function struct {
	index   int
	name    string // of a lambda the variable that it is assigned to, else "lambda"
	line    int
	lambda  *syntax.LambdaExpr // nil: it is a def
	params  []string
	given   int  // of the parameters, those without a default value, which are the first
	nested  bool // in another function
	search  bool
	indexes string // the parameter that is the index of a list; empty: there is none

	mentions map[string]bool // names in its body
	holds    []*function     // lambdas in its body
	returns  []string        // functions whose call is the whole of a return
	refers   []*function
	low, num int // of Tarjan's algorithm
	stacked  bool
	group    *group
}

// A group is a set of functions that reach each other, or one that reaches itself.
type group struct {
	functions []*function
	recursive bool
}

// A statement is one of the top level that defines no function.
type statement struct {
	mentions map[string]bool
	holds    []*function
}

// A finder finds the functions of a program, and which of them are its search.
type finder struct {
	functions  []*function
	byDef      map[*syntax.DefStmt]*function
	byLambda   map[*syntax.LambdaExpr]*function
	byName     map[string][]*function
	aliases    map[string][]string // a name and those of the functions that it is made of
	statements []*statement
	open       []*function
	now        *statement // nil: the walk is in a def of the top level
	stack      []*function
	count      int
}

// findFunctions finds the functions of a file, and what they refer to.
func findFunctions(f *syntax.File) *finder {
	x := &finder{byDef: map[*syntax.DefStmt]*function{}, byLambda: map[*syntax.LambdaExpr]*function{}, byName: map[string][]*function{}, aliases: map[string][]string{}}
	for _, stmt := range f.Stmts {
		x.now = nil
		if _, is := stmt.(*syntax.DefStmt); !is {
			x.now = &statement{mentions: map[string]bool{}}
			x.statements = append(x.statements, x.now)
		}
		x.walk(stmt)
	}
	for _, f := range x.functions {
		f.refers = x.reached(f.mentions, f.holds)
	}
	for _, f := range x.functions {
		if f.num == 0 {
			x.connect(f)
		}
	}
	return x
}

// walk visits a part of the syntax tree. What is within a function counts for all functions around it.
func (x *finder) walk(n syntax.Node) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Ident:
			x.mention(n.Name)
		case *syntax.DefStmt:
			x.mention(n.Name.Name)
			f := x.add(n.Name.Name, int(n.Def.Line), n.Params)
			x.byDef[n] = f
			x.inside(f, func() {
				x.defaults(n.Params)
				for _, s := range n.Body {
					x.walk(s)
				}
			})
			return false
		case *syntax.LambdaExpr:
			x.lambda(n, "")
			return false
		case *syntax.AssignStmt:
			x.assign(n)
			return false
		case *syntax.IndexExpr:
			if id, is := n.Y.(*syntax.Ident); is && len(x.open) > 0 {
				if f := x.open[len(x.open)-1]; f.indexes == "" && slices.Contains(f.params, id.Name) {
					f.indexes = id.Name
				}
			}
		case *syntax.ReturnStmt:
			if len(x.open) > 0 {
				x.returned(x.open[len(x.open)-1], n.Result)
			}
		case *syntax.DotExpr: // its name is none of a function
			x.walk(n.X)
			return false
		}
		return true
	})
}

// defaults visits the default values of parameters: their names are no mentions.
func (x *finder) defaults(params []syntax.Expr) {
	for _, p := range params {
		if d, is := p.(*syntax.BinaryExpr); is {
			x.walk(d.Y)
		}
	}
}

func (x *finder) mention(name string) {
	for _, f := range x.open {
		f.mentions[name] = true
	}
	if x.now != nil {
		x.now.mentions[name] = true
	}
}

func (x *finder) add(name string, line int, params []syntax.Expr) *function {
	f := &function{index: len(x.functions), name: name, line: line, nested: len(x.open) > 0, mentions: map[string]bool{}}
	for _, p := range params {
		switch p := p.(type) {
		case *syntax.Ident:
			f.params = append(f.params, p.Name)
			f.given = len(f.params)
		case *syntax.BinaryExpr:
			if name, is := p.X.(*syntax.Ident); is {
				f.params = append(f.params, name.Name)
			}
		}
	}
	x.functions = append(x.functions, f)
	if name != "" {
		x.byName[name] = append(x.byName[name], f)
	}
	return f
}

func (x *finder) inside(f *function, body func()) {
	x.open = append(x.open, f)
	body()
	x.open = x.open[:len(x.open)-1]
}

func (x *finder) lambda(n *syntax.LambdaExpr, name string) {
	f := x.add(name, int(n.Lambda.Line), n.Params)
	if name == "" {
		f.name = "lambda"
	}
	f.lambda = n
	x.byLambda[n] = f
	for _, around := range x.open {
		around.holds = append(around.holds, f)
	}
	if x.now != nil {
		x.now.holds = append(x.now.holds, f)
	}
	x.inside(f, func() {
		x.defaults(n.Params)
		x.walk(n.Body)
	})
	x.returned(f, n.Body)
}

// assign gives a lambda the name of the variable that it is assigned to, and finds other names of functions:
// search = alphabeta, or search = remember(alphabeta).
func (x *finder) assign(n *syntax.AssignStmt) {
	name, is := n.LHS.(*syntax.Ident)
	if !is {
		x.walk(n.LHS)
		x.walk(n.RHS)
		return
	}
	x.mention(name.Name)
	switch rhs := unparen(n.RHS).(type) {
	case *syntax.LambdaExpr:
		x.lambda(rhs, name.Name)
		return
	case *syntax.Ident:
		x.aliases[name.Name] = append(x.aliases[name.Name], rhs.Name)
	case *syntax.CallExpr:
		for _, a := range rhs.Args {
			if id, is := a.(*syntax.Ident); is && name.Name != resultName {
				x.aliases[name.Name] = append(x.aliases[name.Name], id.Name)
			}
		}
	}
	x.walk(n.RHS)
}

// returned notes the function of a call that is the whole of what a function returns.
func (x *finder) returned(f *function, e syntax.Expr) {
	if call, is := unparen(e).(*syntax.CallExpr); is {
		if name, is := call.Fn.(*syntax.Ident); is {
			f.returns = append(f.returns, name.Name)
		}
	}
}

func unparen(e syntax.Expr) syntax.Expr {
	for {
		p, is := e.(*syntax.ParenExpr)
		if !is {
			return e
		}
		e = p.X
	}
}

// named returns the functions that a name stands for.
func (x *finder) named(name string) []*function {
	list := slices.Clone(x.byName[name])
	for _, other := range x.aliases[name] {
		if other != name {
			list = append(list, x.byName[other]...)
		}
	}
	return list
}

// reached returns the functions that names and lambdas stand for.
func (x *finder) reached(names map[string]bool, lambdas []*function) []*function {
	list := slices.Clone(lambdas)
	for name := range names {
		list = append(list, x.named(name)...)
	}
	slices.SortFunc(list, func(a, b *function) int { return a.index - b.index })
	return slices.Compact(list)
}

// connect finds the groups of functions that reach each other, by Tarjan's algorithm.
func (x *finder) connect(f *function) {
	x.count++
	f.num, f.low, f.stacked = x.count, x.count, true
	x.stack = append(x.stack, f)
	own := false
	for _, g := range f.refers {
		own = own || g == f
		if g.num == 0 {
			x.connect(g)
			f.low = min(f.low, g.low)
		} else if g.stacked {
			f.low = min(f.low, g.num)
		}
	}
	if f.low != f.num {
		f.group = &group{recursive: own} // replaced by that of the whole
		return
	}
	g := &group{}
	for {
		top := x.stack[len(x.stack)-1]
		x.stack = x.stack[:len(x.stack)-1]
		top.stacked, top.group = false, g
		g.functions = append(g.functions, top)
		if top == f {
			break
		}
	}
	g.recursive = len(g.functions) > 1 || own
}

// closure returns all functions that some reach, themselves among them.
func closure(from []*function) map[*function]bool {
	seen := map[*function]bool{}
	for list := from; len(list) > 0; {
		f := list[len(list)-1]
		list = list[:len(list)-1]
		if !seen[f] {
			seen[f] = true
			list = append(list, f.refers...)
		}
	}
	return seen
}

// recursive returns the recursive groups that a statement reaches.
func (x *finder) recursive(s *statement) (list []*group) {
	for f := range closure(x.reached(s.mentions, s.holds)) {
		if f.group.recursive && !slices.Contains(list, f.group) {
			list = append(list, f.group)
		}
	}
	return list
}

// markSearch marks the functions of the search: those with the names, or, if there are none, the recursive
// groups of the last statement that makes the result which no other of them reaches.
func (x *finder) markSearch(names []string) error {
	if len(names) > 0 {
		for _, name := range names {
			list := x.named(name)
			if len(list) == 0 {
				return Faults{{Line: 1, Text: fmt.Sprintf("search: the program has no function %q", name)}}
			}
			for _, f := range list {
				f.search = true
			}
		}
		return nil
	}
	var last, lastResult []*group
	for _, s := range x.statements {
		groups := x.recursive(s)
		if len(groups) == 0 {
			continue
		}
		last = groups
		if s.mentions[resultName] {
			lastResult = groups
		}
	}
	if lastResult != nil {
		last = lastResult
	}
	for _, g := range last {
		top := true
		for _, other := range last {
			top = top && (other == g || !closure(other.functions)[g.functions[0]])
		}
		if top {
			g.mark()
		}
	}
	for more := true; more; { // a group that a return of a search function calls
		more = false
		for _, f := range x.functions {
			if !f.search {
				continue
			}
			for _, name := range f.returns {
				for _, g := range x.named(name) {
					if g.group.recursive && !g.search {
						g.group.mark()
						more = true
					}
				}
			}
		}
	}
	return nil
}

func (g *group) mark() {
	for _, f := range g.functions {
		f.search = true
	}
}

// searchNames returns the names of the search functions, in the order of the text.
func (x *finder) searchNames() []string {
	names := []string{}
	for _, f := range x.functions {
		if f.search && !slices.Contains(names, f.name) {
			names = append(names, f.name)
		}
	}
	return names
}
