package mistakes

import (
	"strconv"

	"espalier/trees"
)

// A printer prints what a program does, in the format espalier/trace/1.
type printer struct {
	tree *trees.Tree
	b    []byte
}

func (p *printer) line(kind string, n int) {
	p.b = append(append(append(p.b, `{"type":"`...), kind...), `","id":`...)
	p.b = strconv.AppendInt(p.b, int64(n), 10)
}

func (p *printer) end() { p.b = append(p.b, "}\n"...) }

func (p *printer) enter(n int) { p.line("enter", n); p.end() }

func (p *printer) leaf(n int, v *trees.Vector) { p.line("leaf", n); p.value(v); p.end() }

func (p *printer) exit(n int, v *trees.Vector) { p.line("exit", n); p.value(v); p.end() }

// cut says that the rest of the children of a node is skipped.
func (p *printer) cut(n int) { p.line("prune", n); p.end() }

// value writes a value; nil: there is none.
func (p *printer) value(v *trees.Vector) {
	p.b = append(p.b, `,"value":`...)
	if v == nil {
		p.b = append(p.b, "null"...)
		return
	}
	if p.tree.Kind == trees.Minimax {
		p.b = v[0].In(p.tree.Unit).AppendJSON(p.b)
		return
	}
	p.b = append(p.b, '[')
	for i := range p.tree.Width() {
		if i > 0 {
			p.b = append(p.b, ',')
		}
		p.b = v[i].In(p.tree.Unit).AppendJSON(p.b)
	}
	p.b = append(p.b, ']')
}
