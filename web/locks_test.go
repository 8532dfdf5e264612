package web

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"espalier/trees/treetest"
)

// waits lists the functions that can wait for others: for a processor, or for a share of a pool.
var waits = []string{
	"(espalier/web/fair.Turn).Take", "(espalier/web/fair.Turn).Pass", "(espalier/web/fair.Turn).Blocked",
	"(espalier/search/engine.Turn).Take", "(espalier/search/engine.Turn).Pass",
	"(espalier/web/fair.Pool).Acquire", "(espalier/web/fair.Flight).Do",
	"espalier/trees.paceOf",
}

// TestNoLockIsHeldAcrossATurn: code that can wait for a processor or a share holds no lock, since
// those that wait for the lock can have what it waits for. What several need is made by
// fair.Flight instead. The test follows calls by name, through interfaces, and through the
// functions that are assigned to a field or variable.
func TestNoLockIsHeldAcrossATurn(t *testing.T) {
	treetest.SkipUnderRace(t)
	p := readCalls(t)
	p.reach(waits)
	for _, f := range p.functions {
		for _, c := range f.calls {
			if len(c.held) > 0 && c.to.waits != nil {
				t.Errorf("%s: %s is held over a call that can wait: %s", p.files.Position(c.at), strings.Join(c.held, ", "), c.to.path())
			}
		}
	}
}

// TestLocksAreReleasedByDefer: code that calls a function of the module, or one that it was given,
// while it holds a lock releases the lock by defer: a panic in the call would leave it held, and all
// that want it would wait for ever.
func TestLocksAreReleasedByDefer(t *testing.T) {
	treetest.SkipUnderRace(t)
	p := readCalls(t)
	for _, f := range p.functions {
		for _, c := range f.calls {
			if len(c.open) > 0 {
				t.Errorf("%s: %s is held over the call of %s, and not released by defer", p.files.Position(c.at), strings.Join(c.open, ", "), c.to.name)
			}
		}
	}
}

// A callGraph is the functions of the module with their calls.
type callGraph struct {
	files     *token.FileSet
	functions []*function
	byObject  map[types.Object]*function // functions, and what holds a function
	concrete  []types.Type               // the named types of the module
	literals  map[*ast.FuncLit]*function
}

// A function is a declared one, a literal, or a variable or field that holds one.
type function struct {
	name  string
	calls []call
	waits *function // the next one on a way to what waits
}

type call struct {
	to   *function
	at   token.Pos
	held []string // the locks that the caller holds
	open []string // of these, those that are not released by defer
}

// path names the functions on the way to what waits.
func (f *function) path() string {
	names := []string{f.name}
	for ; f.waits != nil && f.waits != f; f = f.waits {
		names = append(names, f.waits.name)
	}
	return strings.Join(names, " > ")
}

// reach notes which functions can get to one of those named.
func (p *callGraph) reach(names []string) {
	callers := map[*function][]*function{}
	var next []*function
	for _, f := range p.functions {
		for _, c := range f.calls {
			callers[c.to] = append(callers[c.to], f)
		}
		if slices.Contains(names, f.name) {
			f.waits = f
			next = append(next, f)
		}
	}
	for len(next) > 0 {
		f := next[0]
		next = next[1:]
		for _, caller := range callers[f] {
			if caller.waits == nil {
				caller.waits = f
				next = append(next, caller)
			}
		}
	}
}

// readCalls reads the packages of the module from their source. Others come from what the
// compiler has exported.
func readCalls(t *testing.T) *callGraph {
	t.Helper()
	list := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}|{{.Export}}|{{.Dir}}|{{range .GoFiles}}{{.}} {{end}}", "./...")
	list.Dir = ".."
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	p := &callGraph{files: token.NewFileSet(), byObject: map[types.Object]*function{}, literals: map[*ast.FuncLit]*function{}}
	exports, known := map[string]string{}, map[string]*types.Package{}
	compiled := importer.ForCompiler(p.files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	load := importerFunc(func(path string) (*types.Package, error) {
		if made := known[path]; made != nil {
			return made, nil
		}
		return compiled.Import(path)
	})
	type source struct {
		info  *types.Info
		files []*ast.File
	}
	var sources []source
	for line := range bytes.Lines(out) { // what a package imports comes before it
		parts := strings.SplitN(strings.TrimSpace(string(line)), "|", 4)
		path, dir := parts[0], parts[2]
		exports[path] = parts[1]
		if path != "espalier" && !strings.HasPrefix(path, "espalier/") {
			continue
		}
		s := source{info: &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Types: map[ast.Expr]types.TypeAndValue{}}}
		for _, name := range strings.Fields(parts[3]) {
			file, err := parser.ParseFile(p.files, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			s.files = append(s.files, file)
		}
		config := types.Config{Importer: load}
		if known[path], err = config.Check(path, p.files, s.files, s.info); err != nil {
			t.Fatal(err)
		}
		for _, name := range known[path].Scope().Names() {
			if n, ok := known[path].Scope().Lookup(name).(*types.TypeName); ok && !types.IsInterface(n.Type()) {
				p.concrete = append(p.concrete, n.Type())
			}
		}
		sources = append(sources, s)
	}
	for _, s := range sources {
		for _, file := range s.files {
			for _, d := range file.Decls {
				switch d := d.(type) {
				case *ast.FuncDecl:
					if d.Body != nil {
						r := &reader{callGraph: p, info: s.info, function: p.of(s.info.Defs[d.Name])}
						r.body(d.Body)
					}
				case *ast.GenDecl:
					r := &reader{callGraph: p, info: s.info, function: &function{name: "package"}}
					ast.Inspect(d, r.visit)
				}
			}
		}
	}
	return p
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// of returns the function of an object.
func (p *callGraph) of(o types.Object) *function {
	if f, ok := o.(*types.Func); ok {
		o = f.Origin()
	}
	if v, ok := o.(*types.Var); ok {
		o = v.Origin()
	}
	if f := p.byObject[o]; f != nil {
		return f
	}
	f := &function{name: o.Name()}
	p.byObject[o] = f
	p.functions = append(p.functions, f)
	if m, ok := o.(*types.Func); ok {
		f.name = strings.ReplaceAll(m.FullName(), "(*", "(")
		if i := strings.IndexByte(f.name, '['); i >= 0 { // of a generic type
			f.name = f.name[:i] + f.name[strings.IndexByte(f.name, ']')+1:]
		}
		p.implementations(f, m)
	}
	return f
}

// implementations lets a method of an interface call those of the types that have it.
func (p *callGraph) implementations(f *function, m *types.Func) {
	receiver := m.Signature().Recv()
	if receiver == nil || !types.IsInterface(receiver.Type()) || m.Pkg() == nil || !strings.HasPrefix(m.Pkg().Path(), "espalier") {
		return
	}
	of, _ := receiver.Type().Underlying().(*types.Interface)
	for _, t := range p.concrete {
		pointer := types.NewPointer(t)
		if !types.Implements(pointer, of) {
			continue
		}
		if got, _, _ := types.LookupFieldOrMethod(pointer, false, m.Pkg(), m.Name()); got != nil {
			f.calls = append(f.calls, call{to: p.of(got)})
		}
	}
}

// A reader reads the body of one function.
type reader struct {
	*callGraph
	info     *types.Info
	function *function
	held     []string // the locks that are held here
	deferred []string // of these, those that are released by defer
}

// elsewhere lists what calls its argument in another goroutine, or later.
var elsewhere = []string{"context.AfterFunc", "time.AfterFunc", "(*espalier/web/socket.Conn).Go", "(*sync.WaitGroup).Go", "(*espalier/web/treestore.Store).AfterReconnect"}

// body reads the statements of a function.
func (r *reader) body(b *ast.BlockStmt) {
	r.held = nil
	r.block(b.List)
}

// block reads statements in order, and reports whether the last one leaves the block.
func (r *reader) block(list []ast.Stmt) (left bool) {
	for _, s := range list {
		if r.statement(s) {
			return true
		}
	}
	return false
}

// branches reads blocks of which one runs. What is held after one of them is held after all.
func (r *reader) branches(always bool, blocks ...func() bool) (left bool) {
	before := slices.Clone(r.held)
	var after []string
	left = always
	if !always {
		after = before
	}
	for _, b := range blocks {
		r.held = slices.Clone(before)
		if !b() {
			left = false
			for _, l := range r.held {
				if !slices.Contains(after, l) {
					after = append(after, l)
				}
			}
		}
	}
	r.held = slices.Clone(after)
	return left
}

func (r *reader) statement(s ast.Stmt) (left bool) {
	switch s := s.(type) {
	case nil:
	case *ast.BlockStmt:
		return r.block(s.List)
	case *ast.LabeledStmt:
		return r.statement(s.Stmt)
	case *ast.ReturnStmt:
		r.read(s)
		return true
	case *ast.BranchStmt:
		return s.Tok != token.FALLTHROUGH
	case *ast.IfStmt:
		r.statement(s.Init)
		r.read(s.Cond)
		return r.branches(s.Else != nil, func() bool { return r.block(s.Body.List) }, func() bool { return s.Else != nil && r.statement(s.Else) })
	case *ast.ForStmt:
		r.statement(s.Init)
		r.read(s.Cond)
		r.branches(false, func() bool { left := r.block(s.Body.List); r.statement(s.Post); return left })
	case *ast.RangeStmt:
		r.read(s.X)
		r.branches(false, func() bool { return r.block(s.Body.List) })
	case *ast.SwitchStmt:
		r.statement(s.Init)
		r.read(s.Tag)
		return r.cases(s.Body)
	case *ast.TypeSwitchStmt:
		r.statement(s.Init)
		r.statement(s.Assign)
		return r.cases(s.Body)
	case *ast.SelectStmt:
		return r.cases(s.Body)
	case *ast.DeferStmt:
		if name := r.lock(s.Call); name != "" { // it is held up to the end
			r.deferred = append(r.deferred, name)
		} else {
			r.read(s.Call)
		}
	case *ast.GoStmt:
		for _, a := range s.Call.Args {
			r.read(a)
		}
		if literal, ok := s.Call.Fun.(*ast.FuncLit); ok {
			r.literal(literal)
		}
	case *ast.ExprStmt:
		c, ok := s.X.(*ast.CallExpr)
		if name := ""; ok {
			if name = r.lock(c); name != "" {
				r.change(name, c)
				return false
			}
			if id, ok := c.Fun.(*ast.Ident); ok && id.Name == "panic" {
				r.read(s)
				return true
			}
		}
		r.read(s)
	default:
		r.read(s)
	}
	return false
}

func (r *reader) cases(b *ast.BlockStmt) bool {
	var blocks []func() bool
	complete := false
	for _, s := range b.List {
		switch c := s.(type) {
		case *ast.CaseClause:
			complete = complete || c.List == nil
			for _, e := range c.List {
				r.read(e)
			}
			blocks = append(blocks, func() bool { return r.clause(c.Body) })
		case *ast.CommClause:
			complete = true
			blocks = append(blocks, func() bool { r.statement(c.Comm); return r.clause(c.Body) })
		}
	}
	return r.branches(complete, blocks...)
}

// clause reads the statements of a case, which break leaves alone.
func (r *reader) clause(list []ast.Stmt) bool {
	if n := len(list); n > 0 {
		if b, ok := list[n-1].(*ast.BranchStmt); ok && b.Tok == token.BREAK && b.Label == nil {
			return r.block(list[:n-1])
		}
	}
	return r.block(list)
}

// lock returns the name of the lock that a call takes or gives back.
func (r *reader) lock(c *ast.CallExpr) string {
	s, ok := c.Fun.(*ast.SelectorExpr)
	if !ok || len(c.Args) > 0 || !slices.Contains([]string{"Lock", "RLock", "Unlock", "RUnlock"}, s.Sel.Name) {
		return ""
	}
	if f, ok := r.info.Uses[s.Sel].(*types.Func); !ok || f.Pkg() == nil || f.Pkg().Path() != "sync" {
		return ""
	}
	return types.ExprString(s.X)
}

// change takes or gives back a lock.
func (r *reader) change(name string, c *ast.CallExpr) {
	if strings.HasSuffix(c.Fun.(*ast.SelectorExpr).Sel.Name, "Unlock") {
		r.held = slices.DeleteFunc(r.held, func(l string) bool { return l == name })
		return
	}
	r.held = append(r.held, name)
}

// read notes the calls in an expression or a simple statement.
func (r *reader) read(n ast.Node) {
	if n != nil {
		ast.Inspect(n, r.visit)
	}
}

func (r *reader) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncLit:
		r.called(r.literal(n), n.Pos())
		return false
	case *ast.CallExpr:
		f, _ := r.object(n.Fun).(*types.Func)
		if f != nil && r.withoutTurn(f, n) {
			return false
		}
		if f != nil && slices.Contains(elsewhere, f.FullName()) {
			for _, a := range n.Args {
				if l, ok := a.(*ast.FuncLit); ok {
					r.literal(l)
				}
			}
			r.read(n.Fun)
			return false
		}
		if f != nil && f.Pkg() != nil && f.Pkg().Path() == "sync" && (f.Name() == "Do" || strings.HasPrefix(f.Name(), "OnceFunc") || strings.HasPrefix(f.Name(), "OnceValue")) {
			r.held = append(r.held, "a sync.Once")
			for _, a := range n.Args {
				r.read(a)
			}
			r.held = r.held[:len(r.held)-1]
			return false
		}
		r.read(n.Fun)
		for i, a := range n.Args {
			if !r.passes(f, i, a) {
				r.read(a)
			}
		}
		if v := r.object(n.Fun); isFunction(v) {
			r.called(r.of(v), n.Pos())
		}
		return false
	case *ast.AssignStmt:
		if len(n.Lhs) == len(n.Rhs) {
			for i, to := range n.Lhs { // a function is called where its variable is
				r.holds(r.object(to), n.Rhs[i])
				r.read(to)
				if _, literal := n.Rhs[i].(*ast.FuncLit); !literal {
					r.read(n.Rhs[i])
				}
			}
			return false
		}
	case *ast.KeyValueExpr:
		if id, ok := n.Key.(*ast.Ident); ok {
			r.holds(r.info.Uses[id], n.Value)
		}
	case *ast.Ident:
		if f, ok := r.info.Uses[n].(*types.Func); ok && ofModule(f) {
			r.called(r.of(f), n.Pos())
		}
	}
	return true
}

// withoutTurn reports whether a call has a context of its own, which has no turn.
func (r *reader) withoutTurn(f *types.Func, c *ast.CallExpr) bool {
	if !ofModule(f) || len(c.Args) == 0 || slices.Contains(waits, r.of(f).name) {
		return false
	}
	own, _ := c.Args[0].(*ast.CallExpr)
	if own == nil {
		return false
	}
	g, _ := r.object(own.Fun).(*types.Func)
	return g != nil && g.FullName() == "context.Background"
}

// object returns what an expression names; nil: nothing.
func (r *reader) object(e ast.Expr) types.Object {
	switch e := e.(type) {
	case *ast.Ident:
		if o := r.info.Defs[e]; o != nil {
			return o
		}
		return r.info.Uses[e]
	case *ast.SelectorExpr:
		return r.info.Uses[e.Sel]
	case *ast.IndexExpr:
		return r.object(e.X)
	}
	return nil
}

// passes notes a function that is passed to another one of the module, and reports whether it is
// one with a name. A literal counts where it is written.
func (r *reader) passes(f *types.Func, i int, a ast.Expr) bool {
	if f == nil || !ofModule(f) || i >= f.Signature().Params().Len() {
		return false
	}
	o := r.object(a)
	if _, ok := o.(*types.Func); !ok && !isFunction(o) {
		return false
	}
	r.holds(f.Origin().Signature().Params().At(i), a)
	return true
}

func ofModule(o types.Object) bool {
	return o.Pkg() != nil && strings.HasPrefix(o.Pkg().Path(), "espalier")
}

// holds notes that a variable, field or parameter can hold a function.
func (r *reader) holds(o types.Object, value ast.Expr) {
	if !isFunction(o) {
		return
	}
	of := &reader{callGraph: r.callGraph, info: r.info, function: r.of(o)}
	if v := r.object(value); isFunction(v) {
		of.called(r.of(v), value.Pos())
	}
	of.read(value)
}

func isFunction(o types.Object) bool {
	v, ok := o.(*types.Var)
	if !ok {
		return false
	}
	_, ok = v.Type().Underlying().(*types.Signature)
	return ok
}

// literal reads a function literal.
func (r *reader) literal(l *ast.FuncLit) *function {
	if known := r.literals[l]; known != nil {
		return known
	}
	f := &function{name: fmt.Sprintf("a function of %s", r.function.name)}
	r.functions, r.literals[l] = append(r.functions, f), f
	of := &reader{callGraph: r.callGraph, info: r.info, function: f}
	of.body(l.Body)
	return f
}

func (r *reader) called(f *function, at token.Pos) {
	open := slices.DeleteFunc(slices.Clone(r.held), func(l string) bool { return slices.Contains(r.deferred, l) || l == "a sync.Once" })
	r.function.calls = append(r.function.calls, call{f, at, slices.Clone(r.held), open})
}
