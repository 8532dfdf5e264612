package program

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
)

// given are what a program has besides the language: what a text in Python expects to be there, the tree, and
// the calls by which a program without a recursive function says what it does.
func (m *machine) given(game starlark.Value) starlark.StringDict {
	d := starlark.StringDict{
		"inf": starlark.Float(math.Inf(1)), "math": &mathModule{}, "sys": sysModule, "SimpleNamespace": starlark.NewBuiltin("SimpleNamespace", starlarkstruct.Make), "__name__": starlark.String("__main__"),
		"root": m.root, "game": game,
	}
	for name, f := range map[string]func(*starlark.Thread, *starlark.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error){
		"sum": sum, "round": round, "pow": power, "map": mapList, "filter": filterList, "isinstance": isInstance, "min": minMax, "max": minMax,
		"print": m.print, "getattr": m.getattr, "enter": m.enterNode, "leave": m.leaveNode, "cut": m.cutNode,
	} {
		d[name] = starlark.NewBuiltin(name, f)
	}
	return d
}

// sysModule has what a search wants of Python's sys: a number that is larger than every score.
var sysModule = starlarkstruct.FromStringDict(starlark.String("sys"), starlark.StringDict{"maxsize": starlark.MakeInt64(math.MaxInt64)})

// A mathModule has what a search may want of Python's math.
type mathModule struct{}

func (*mathModule) String() string        { return "<module math>" }
func (*mathModule) Type() string          { return "module" }
func (*mathModule) Freeze()               {}
func (*mathModule) Truth() starlark.Bool  { return true }
func (*mathModule) Hash() (uint32, error) { return 0, nil }
func (*mathModule) AttrNames() []string {
	return []string{"ceil", "exp", "fabs", "floor", "inf", "log", "sqrt"}
}

func (x *mathModule) Attr(name string) (starlark.Value, error) {
	functions := map[string]func(float64) float64{"ceil": math.Ceil, "exp": math.Exp, "fabs": math.Abs, "floor": math.Floor, "log": math.Log, "sqrt": math.Sqrt}
	if name == "inf" {
		return starlark.Float(math.Inf(1)), nil
	}
	f := functions[name]
	if f == nil {
		return nil, starlark.NoSuchAttrError("math has no ." + name + "; it has " + listed(x.AttrNames()))
	}
	return starlark.NewBuiltin(name, func(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var v starlark.Value
		if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 1, &v); err != nil {
			return nil, err
		}
		n, is := starlark.AsFloat(v)
		if !is {
			return nil, fmt.Errorf("math.%s: a %s is no number", name, v.Type())
		}
		r := f(n)
		if name == "ceil" || name == "floor" {
			if i, err := starlark.NumberToInt(starlark.Float(r)); err == nil {
				return i, nil
			}
		}
		return starlark.Float(r), nil
	}), nil
}

func sum(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var list starlark.Iterable
	var total starlark.Value = starlark.MakeInt(0)
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "iterable", &list, "start?", &total); err != nil {
		return nil, err
	}
	for x := range starlark.Elements(list) {
		var err error
		if total, err = starlark.Binary(plus, total, x); err != nil {
			return nil, fmt.Errorf("sum: %w", err)
		}
	}
	return total, nil
}

// round rounds half to even, as Python does.
func round(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var v, digits starlark.Value
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "number", &v, "ndigits?", &digits); err != nil {
		return nil, err
	}
	n, is := starlark.AsFloat(v)
	if !is {
		return nil, fmt.Errorf("round: a %s is no number", v.Type())
	}
	if digits == nil || digits == starlark.None {
		return starlark.NumberToInt(starlark.Float(math.RoundToEven(n)))
	}
	d, err := starlark.AsInt32(digits)
	if err != nil || d < -300 || d > 300 {
		return nil, fmt.Errorf("round: ndigits is %s; it is a whole number", digits)
	}
	scale := math.Pow(10, float64(d))
	if r := math.RoundToEven(n*scale) / scale; !math.IsNaN(r) && !math.IsInf(r, 0) {
		return starlark.Float(r), nil
	}
	return starlark.Float(n), nil
}

// maxPower bounds the bits of a power of whole numbers.
const maxPower = 4096

func power(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, y starlark.Value
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 2, &x, &y); err != nil {
		return nil, err
	}
	if base, is := x.(starlark.Int); is {
		if e, err := starlark.AsInt32(y); err == nil && e >= 0 {
			n := base.BigInt()
			if n.BitLen()*e > maxPower {
				return nil, fmt.Errorf("pow: the power has more than %d bits", maxPower)
			}
			return starlark.MakeBigInt(new(big.Int).Exp(n, big.NewInt(int64(e)), nil)), nil
		}
	}
	f, isNumber := starlark.AsFloat(x)
	e, isToo := starlark.AsFloat(y)
	if !isNumber || !isToo {
		return nil, errors.New("pow: both arguments are numbers")
	}
	return starlark.Float(math.Pow(f, e)), nil
}

func mapList(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var f starlark.Callable
	var list starlark.Iterable
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 2, &f, &list); err != nil {
		return nil, err
	}
	var out []starlark.Value
	for x := range starlark.Elements(list) {
		y, err := starlark.Call(thread, f, starlark.Tuple{x}, nil)
		if err != nil {
			return nil, err
		}
		out = append(out, y)
	}
	return starlark.NewList(out), nil
}

func filterList(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var f starlark.Callable
	var list starlark.Iterable
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 2, &f, &list); err != nil {
		return nil, err
	}
	var out []starlark.Value
	for x := range starlark.Elements(list) {
		keep, err := starlark.Call(thread, f, starlark.Tuple{x}, nil)
		if err != nil {
			return nil, err
		}
		if keep.Truth() {
			out = append(out, x)
		}
	}
	return starlark.NewList(out), nil
}

func isInstance(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var v, of starlark.Value
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 2, &v, &of); err != nil {
		return nil, err
	}
	types := []starlark.Value{of}
	if list, is := items(of); is {
		types = list
	}
	for _, t := range types {
		f, is := t.(*starlark.Builtin)
		if !is {
			return nil, fmt.Errorf("isinstance: %s is no type; there are int, float, str, bool, list, tuple, dict and set", t)
		}
		name := v.Type()
		if name == "string" {
			name = "str"
		}
		if f.Name() == name || name == "bool" && f.Name() == "int" {
			return starlark.True, nil
		}
	}
	return starlark.False, nil
}

// minMax is the language's min or max with a default.
func minMax(thread *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var otherwise starlark.Value
	var rest []starlark.Tuple
	for _, k := range kwargs {
		if k[0] == starlark.Value(starlark.String("default")) {
			otherwise = k[1]
		} else {
			rest = append(rest, k)
		}
	}
	if len(args) == 1 {
		if seq, is := args[0].(starlark.Iterable); is {
			n := 0
			for range starlark.Elements(seq) {
				if n++; n > 0 {
					break
				}
			}
			switch {
			case n == 0 && otherwise != nil:
				return otherwise, nil
			case n == 0:
				return nil, fmt.Errorf("%s of nothing: the list is empty; add default=…", b.Name())
			}
		}
	}
	return starlark.Call(thread, starlark.Universe[b.Name()], args, rest)
}

// sortList is x.sort(key=…, reverse=…).
func sortList(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	list, is := args[0].(*starlark.List)
	if !is || len(args) > 1 {
		return nil, errors.New("sort is of a list, and takes key=… and reverse=…")
	}
	sorted, err := starlark.Call(thread, starlark.Universe["sorted"], starlark.Tuple{list}, kwargs)
	if err != nil {
		return nil, err
	}
	for i := range list.Len() {
		if err := list.SetIndex(i, sorted.(*starlark.List).Index(i)); err != nil {
			return nil, err
		}
	}
	return starlark.None, nil
}

// copyOf is x.copy().
func copyOf(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	name := args[0].Type()
	switch args[0].(type) {
	case *starlark.List, *starlark.Dict, *starlark.Set:
		return starlark.Call(thread, starlark.Universe[name], starlark.Tuple{args[0]}, nil)
	}
	return nil, starlark.NoSuchAttrError("a " + name + " has no .copy")
}

// getattr is the language's, and knows that the value of a node is read.
func (m *machine) getattr(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) >= 2 {
		if _, is := args[0].(*node); is && args[1] == starlark.Value(starlark.String("value")) {
			return m.readValue(args[0], m.line, false)
		}
	}
	return starlark.Call(thread, starlark.Universe["getattr"], args, kwargs)
}

// print writes to the console of the page.
func (m *machine) print(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	sep, end := " ", "\n"
	if err := starlark.UnpackArgs("print", nil, kwargs, "sep?", &sep, "end?", &end); err != nil {
		return nil, err
	}
	for i, x := range args {
		if i > 0 {
			m.say(sep)
		}
		if s, is := starlark.AsString(x); is {
			m.say(s)
		} else {
			m.say(x.String())
		}
	}
	m.say(end)
	return starlark.None, nil
}

// say adds to what the program has printed. What is beyond the limit is left out, and the output says so.
func (m *machine) say(s string) {
	if m.silent {
		return
	}
	if m.output.Len()+len(s) > MaxOutput {
		m.silent = true
		s = strings.ToValidUTF8(s[:MaxOutput-m.output.Len()], "") + fmt.Sprintf("\n(the program has printed more than %d KiB; the rest is left out)", MaxOutput>>10)
	}
	m.output.WriteString(s)
}

// argument reads the node of enter, leave and cut.
func argument(b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (n *node, value starlark.Value, err error) {
	var v starlark.Value
	if b.Name() == "leave" {
		err = starlark.UnpackArgs(b.Name(), args, kwargs, "node", &v, "value?", &value)
	} else {
		err = starlark.UnpackArgs(b.Name(), args, kwargs, "node", &v)
	}
	if err != nil {
		return nil, nil, err
	}
	n, is := v.(*node)
	if !is {
		return nil, nil, fmt.Errorf("%s: a %s is no node", b.Name(), v.Type())
	}
	return n, value, nil
}

func (m *machine) enterNode(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	n, _, err := argument(b, args, kwargs)
	if err != nil {
		return nil, err
	}
	inner := m.innermost()
	switch {
	case inner == nil && n != m.root:
		if _, err := m.enter(m.root, nil, m.line); err != nil {
			return nil, err
		}
	case inner != nil && inner.node == n:
		return starlark.None, nil
	case inner != nil && !n.isBelow(inner.node):
		return nil, fmt.Errorf("enter: node %d is not below node %d, which is open: leave that one first", n.id, inner.node.id)
	}
	_, err = m.enterPath(n, nil, m.line)
	return starlark.None, err
}

func (m *machine) leaveNode(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	n, value, err := argument(b, args, kwargs)
	if err != nil {
		return nil, err
	}
	for i := len(m.open) - 1; i >= 0; i-- {
		if m.open[i].node == n {
			return starlark.None, m.closeTo(i, value)
		}
	}
	return nil, fmt.Errorf("leave: node %d is not open: it was not entered, or was left before", n.id)
}

// cutNode says that a child of the open node is skipped; of the open node itself, that all that are left are.
func (m *machine) cutNode(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	n, _, err := argument(b, args, kwargs)
	if err != nil {
		return nil, err
	}
	v := m.innermost()
	switch {
	case v == nil || n != v.node && n.parent != v.node:
		return nil, fmt.Errorf("cut: node %d is neither the open node nor a child of it", n.id)
	case n == v.node && v.count < n.from.count(n):
		if err := m.writeEnter(v); err != nil {
			return nil, err
		}
		if err := m.prune(v, m.line, n.kids()); err != nil {
			return nil, err
		}
	case n != v.node && !v.has(n):
		if err := m.writeEnter(v); err != nil {
			return nil, err
		}
		if err := m.prune(v, m.line, []*node{n}); err != nil {
			return nil, err
		}
	}
	return starlark.None, nil
}
