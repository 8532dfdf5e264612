package foreign

import "slices"

// This file finds what the members of an object of JSON are, by their keys.

// A field is a member of an object.
type field struct {
	key   string
	plain string // the key without signs
	use   keyUse
	at    int32
	value int32
}

// members are those of an object, with the place of each that is known; -1: there is none.
type members struct {
	fields                    []field
	used                      []bool
	kids, moreKids            int
	name, value, prob, action int
	mover                     int // whose key says who moves, and that holds the children
	movers                    []int
	sides                     [2]int // the children of a binary tree
	bySides                   bool
	wrapped                   bool // some are in an object of their own
}

// node reports whether the object is a node: it has children or a value under a known key.
func (m members) node() bool { return m.kids >= 0 || m.value >= 0 || m.moreKids >= 0 }

func (m members) kidsAt() int {
	if m.kids >= 0 {
		return m.kids
	}
	return m.moreKids
}

// holds reports whether some member is an object or a list.
func (m members) holds(d *childrenReader) bool {
	return slices.ContainsFunc(m.fields, func(f field) bool { return d.kind(f.value) == jsonObject || d.kind(f.value) == jsonList })
}

// alone reports whether a member is the only one that is not known.
func (m members) alone(i int) bool {
	for j, f := range m.fields {
		if i != j && (f.use == otherKey || f.use == valueUse) {
			return false
		}
	}
	return true
}

// members finds those of an object, and those in an object for them, such as "data".
func (d *childrenReader) members(v int32) members {
	m := d.ownMembers(v)
	for i, f := range m.fields {
		if d.kind(f.value) != jsonObject || !isOneOf(f.plain, wrapKeys) || len(m.fields) > 1 && !m.node() && m.name < 0 && len(m.movers) == 0 {
			continue
		}
		inner := d.ownMembers(f.value)
		if !inner.node() && inner.name < 0 && len(inner.movers) == 0 && inner.prob < 0 && inner.action < 0 || m.node() && inner.kidsAt() >= 0 {
			continue
		}
		clear(m.used)
		m.used[i], m.wrapped = true, true
		for _, g := range inner.fields {
			if !slices.ContainsFunc(m.fields, func(own field) bool { return own.plain == g.plain }) {
				m.fields, m.used = append(m.fields, g), append(m.used, false)
			}
		}
		d.pick(&m)
		break
	}
	return m
}

func (d *childrenReader) ownMembers(v int32) (m members) {
	items := d.items(v)
	m.fields = make([]field, 0, len(items)/2)
	d.fields(v, func(key string, at, value int32) {
		plain := d.plainKey(key)
		m.fields = append(m.fields, field{key: key, plain: plain, use: keyUses[plain].use, at: at, value: value})
	})
	m.used = make([]bool, len(m.fields))
	d.pick(&m)
	return m
}

// pick finds the members of a node. Of several, the first one in the lists of keys that is not null is used.
func (d *childrenReader) pick(m *members) {
	m.kids, m.moreKids, m.name, m.value, m.prob, m.action, m.mover, m.sides, m.movers = -1, -1, -1, -1, -1, -1, -1, [2]int{-1, -1}, nil
	choose := func(to *int, i int) {
		if *to >= 0 {
			before, now := m.fields[*to], m.fields[i]
			null, nullBefore := d.kind(now.value) == jsonNull, d.kind(before.value) == jsonNull
			if null && !nullBefore || null == nullBefore && keyUses[before.plain].rank <= keyUses[now.plain].rank {
				return
			}
		}
		*to = i
	}
	statistics := false
	for i, f := range m.fields {
		if m.used[i] {
			continue
		}
		switch f.use {
		case kidsUse:
			if d.kind(f.value) != jsonNumber && d.kind(f.value) != jsonBool { // their number is no list of them
				choose(&m.kids, i)
			}
		case nameUse:
			if d.kind(f.value) != jsonObject && d.kind(f.value) != jsonList && d.kind(f.value) != jsonBool {
				choose(&m.name, i)
			}
		case valueUse:
			choose(&m.value, i)
		case probUse:
			if d.kind(f.value) != jsonList {
				choose(&m.prob, i)
			}
		case actionUse:
			if d.kind(f.value) == jsonString || d.kind(f.value) == jsonNumber {
				choose(&m.action, i)
			}
		case moverUse, typeUse:
			m.movers = append(m.movers, i)
		case sideUse:
			m.sides[keyUses[f.plain].rank] = i
		case statisticUse:
			statistics = true
		}
	}
	if m.prob >= 0 && statistics && m.fields[m.prob].plain == "p" {
		m.prob = -1 // a prior probability of the search
	}
	if m.kids < 0 {
		d.pickMoreKids(m)
	}
	for _, i := range []int{m.name, m.prob, m.action} {
		if i >= 0 {
			m.used[i] = true
		}
	}
}

// pickMoreKids finds a list of nodes, or an object of moves, under a key that is less usual.
func (d *childrenReader) pickMoreKids(m *members) {
	others := slices.ContainsFunc(m.fields, func(f field) bool {
		return d.kind(f.value) == jsonObject && f.use == otherKey && !isOneOf(f.plain, wrapKeys, moreKidKeys)
	})
	for i, f := range m.fields {
		if m.used[i] || m.moreKids >= 0 || !isOneOf(f.plain, moreKidKeys) {
			continue
		}
		nodes := false
		switch d.kind(f.value) {
		case jsonList:
			nodes = slices.ContainsFunc(d.items(f.value), func(item int32) bool { return d.kind(item) == jsonObject || d.kind(item) == jsonList })
		case jsonObject: // of moves; beside other objects it may be a move itself
			nodes = !others && len(d.items(f.value)) > 0 && !d.ownMembers(f.value).node()
		}
		if nodes {
			m.moreKids = i
		}
	}
}
