package tiles

import "espalier/trace"

// Any is every rule in NextCut, and Again is a second search.
const (
	Any   = trace.RuleCount
	Again = trace.RuleCount + 1
)

// NextCut returns the node that a rule cut first after an event, or last before it; false: there
// is none. At an event that cuts several it is the leftmost.
func (m *Map) NextCut(rule trace.Rule, event int, before bool) (p Place, at int, ok bool) {
	best := never
	better := func(t uint32) bool {
		if before {
			return int(t) < event && (!ok || t > best)
		}
		return int(t) > event && t < best
	}
	for ply := range m.rows {
		r := &m.rows[ply]
		if rule == Again {
			for _, s := range r.second {
				if better(s.event) {
					p, best, ok = Place{ply, int(s.index)}, s.event, true
				}
			}
			continue
		}
		for b := range r.blocks {
			s := &r.blocks[b]
			if s.rule == 0 || before && (int(s.first) >= event || ok && s.last <= best) || !before && (int(s.last) <= event || s.first >= best) {
				continue
			}
			for i := b * blockNodes; i < min((b+1)*blockNodes, len(r.at)); i++ {
				f := r.flags[i]
				cut := f&ruleBits != 0 && (r.visits[i]&visitBits == 0 || f&cutFirst != 0)
				if cut && (rule == Any || trace.Rule(f&ruleBits) == rule) && better(r.at[i]) {
					p, best, ok = Place{ply, i}, r.at[i], true
				}
			}
		}
	}
	return p, int(best), ok
}

// A PlyCount counts the nodes of a ply.
type PlyCount struct {
	Nodes, Entered, Leaves, Cut, Again int
	Rules                              [trace.RuleCount]int // nodes that were cut and not entered, by rule
	SizeNodes, SizeLeaves              float64              // estimated, of a subtree that is cut at this ply
}

// Count counts the nodes of each ply that were entered or cut up to an event.
func (m *Map) Count(event int, pass Pass) []PlyCount {
	sizes := m.sizes
	if sizes == nil {
		sizes = m.estimate()
	}
	list := make([]PlyCount, len(m.rows))
	for ply := range m.rows {
		r, c := &m.rows[ply], &list[ply]
		c.SizeNodes, c.SizeLeaves = sizes[ply].nodes, sizes[ply].leaves
		for i, at := range r.at {
			pass.after(i)
			if at == never || int(at) > event {
				continue
			}
			c.Nodes++
			f, v := r.flags[i], r.visits[i]
			switch {
			case v&visitBits > 0:
				c.Entered++
				if f&inner == 0 && v>>moverShift == 0 {
					c.Leaves++
				}
			case f&ruleBits != 0:
				c.Cut++
				c.Rules[f&ruleBits]++
			}
			if v&visitBits > 1 {
				c.Again++
			}
		}
	}
	return list
}
