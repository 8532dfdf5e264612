package treetest

import "espalier/trees"

// bound gives inner nodes static values and heuristics. The heuristics are correct for all
// nodes below and at least as tight as the heuristics above. bound also gives every node its
// decoration and computes d.least and d.most. Path costs are counted from the root.
func (g *generator) bound(d *draft) {
	if g.Decorated {
		d.Label = text(g.Rand)
	}
	g.span(d, 0)
	g.narrow(d, nil, nil)
}

func (g *generator) span(d *draft, cost trees.Score) {
	cost += d.Cost
	if len(d.kids) == 0 {
		g.spanLeaf(d, cost)
		return
	}
	for i, k := range d.kids {
		if g.Decorated {
			k.Label = text(g.Rand)
		}
		g.span(k, cost)
		if i == 0 {
			d.least, d.most = k.least, k.most
			continue
		}
		for p := range g.width {
			d.least[p] = min(d.least[p], k.least[p])
			d.most[p] = max(d.most[p], k.most[p])
		}
	}
}

func (g *generator) spanLeaf(d *draft, cost trees.Score) {
	values := d.Alternatives
	if d.Value != nil {
		values = append(values[:len(values):len(values)], *d.Value)
	}
	if len(values) == 0 {
		values = []trees.Vector{{cost}} // the cost of a path, or an unknown leaf
	}
	d.least, d.most = values[0], values[0]
	for _, v := range values[1:] {
		for p := range g.width {
			d.least[p] = min(d.least[p], v[p])
			d.most[p] = max(d.most[p], v[p])
		}
	}
}

// narrow sets the bounds of d between the nearest ones above and the scores
// below.
func (g *generator) narrow(d *draft, low, up *trees.Vector) {
	if len(d.kids) == 0 {
		return
	}
	if g.Bounds && !g.chance(3) {
		d.Low = g.around(&d.least, low, -1)
		low = d.Low
	}
	if g.Bounds && g.Kind != trees.Path && !g.chance(3) {
		d.Up = g.around(&d.most, up, +1)
		up = d.Up
	}
	if g.Static {
		v := d.least
		d.Static = &v
	}
	for _, k := range d.kids {
		g.narrow(k, low, up)
	}
}

// around returns a bound between the extreme score below (edge) and the bound
// above.
func (g *generator) around(edge, above *trees.Vector, side trees.Score) *trees.Vector {
	v := *edge
	most := trees.Score(g.Points) * g.Step
	for p := range g.width {
		v[p] += side * trees.Score(g.pick(3)) * g.Step
		if g.Kind == trees.MaxN {
			v[p] = min(max(v[p], 0), max(most, edge[p]))
		}
		if g.Kind == trees.Path {
			v[p] = max(v[p], 0)
		}
		if above != nil && side < 0 {
			v[p] = max(v[p], above[p])
		}
		if above != nil && side > 0 {
			v[p] = min(v[p], above[p])
		}
	}
	return &v
}
