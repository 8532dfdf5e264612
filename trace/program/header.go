package program

import (
	"fmt"
	"slices"
	"strconv"

	"espalier/trees"
)

// Format is the name of the format, which a header may give.
const Format = "espalier/trace/1"

// A Header is what a run says about itself. All of it is optional.
type Header struct {
	Title     string
	Kind      trees.Kind
	Players   int
	MaxSum    Optional
	MinP      []Optional // one for all players, or one for each
	MaxP      []Optional
	Delta     Optional
	Algorithm string // "": none is claimed
	Strict    *bool  // of its options; nil: it does not say
	Options   []byte // the whole object; nil: there is none
	Game      []byte // the document of the position that is searched, an object; nil: it is not given, or too long
	Program   string // its text, in which the lines of the events are; "": it is not given
	Tree      *trees.Tree
	Values    Values
	// Reduced: the run is one of several players, of which one, Alone, is against all others, and a value
	// is one number, Alone's score. Kind is then minimax: Alone is Max, and all others are Min. The header's
	// limits are those of all players; Least and Most are Alone's.
	Reduced bool
	Alone   int         // from 1; 0: the root has not been entered
	whole   *trees.Tree // the tree of all players; nil: it is Tree
	hasKind bool
}

// Values say from whose view the run prints its values, if they are numbers. A Run has them from that of
// Max.
type Values uint8

const (
	OfMax   Values = iota
	OfMover        // negamax: from the view of the player who moves
	OfRoot         // of the player who moves at the root
)

// valuesNames are the names of Values in a header.
var valuesNames = []string{"max", "mover", "root"}

// Optional is an exact number, if one is given.
type Optional struct {
	trees.Number
	Given bool
}

func (r *Reader) header(src []byte) error {
	h := &r.run.Header
	source, given := "", false
	err := r.scan.object(src, func(k, raw []byte) (err error) {
		key := string(k)
		switch key {
		case "format":
			var format string
			if format, err = text(raw); err == nil && format != Format {
				err = fmt.Errorf("this reads %q, and the header says %q", Format, format)
			}
		case "title":
			h.Title, err = text(raw)
		case "kind":
			var name string
			if name, err = text(raw); err != nil {
				break
			}
			kind, ok := trees.ParseKind(name)
			if !ok || kind == trees.Path {
				return fmt.Errorf("kind is %q; it is \"maxn\" or \"minimax\"", name)
			}
			h.Kind, h.hasKind = kind, true
			if kind == trees.Minimax {
				h.Players = 2
			}
		case "players":
			h.Players, err = count(raw, 1, trees.MaxPlayers)
			if err == nil && h.hasKind && h.Kind == trees.Minimax && h.Players != 2 {
				err = fmt.Errorf(`a run of kind minimax has 2; for one player against several, leave kind out and give "values": "root"`)
			}
		case "maxsum":
			h.MaxSum, err = optional(raw)
		case "minp":
			h.MinP, err = optionals(raw)
		case "maxp":
			h.MaxP, err = optionals(raw)
		case "delta":
			h.Delta, err = optional(raw)
		case "algorithm":
			h.Algorithm, err = text(raw)
		case "program":
			if h.Program, err = text(raw); err == nil && len(h.Program) > MaxProgram {
				err = fmt.Errorf("it has %d bytes, and at most %d are allowed", len(h.Program), MaxProgram)
			}
		case "game":
			if raw[0] == '{' && len(raw) <= MaxGame { // others may name their game so
				h.Game = slices.Clone(raw)
			}
		case "values":
			h.Values, given, err = valuesOf(raw)
		case "options":
			if raw[0] != '{' {
				return fmt.Errorf("options: expected an object, such as {\"strict\": true}")
			}
			err = h.options(raw)
		case "tree":
			source = key
			h.Tree, err = trees.ReadJSON(raw)
		case "text":
			source = key
			var s string
			if s, err = text(raw); err == nil {
				h.Tree, err = trees.ReadText(s)
			}
		case "figure", "saved":
			source = key
			if r.open == nil {
				return fmt.Errorf("%s: only the server has it; give the tree itself as \"tree\" or \"text\"", key)
			}
			h.Tree, err = r.open(key, raw)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if given && h.Tree == nil && r.tree == nil {
		return h.scalar()
	}
	if h.Tree == nil && r.tree == nil {
		return nil
	}
	if r.tree != nil {
		if h.Tree, source = r.tree, "tree"; h.limits() != nil { // its limits count, whatever the header says
			h.MaxSum, h.MinP, h.MaxP = Optional{}, nil, nil
		}
	}
	if err = h.adopt(source); err != nil || !given {
		return err
	}
	return h.scalar()
}

func valuesOf(raw []byte) (v Values, given bool, err error) {
	if string(raw) == "null" {
		return OfMax, false, nil
	}
	name, err := text(raw)
	if err != nil {
		return OfMax, false, err
	}
	i := slices.Index(valuesNames, name)
	if i < 0 {
		return OfMax, false, fmt.Errorf("%q is not known; it is \"max\", \"mover\" (negamax) or \"root\" (one player against all others)", name)
	}
	return Values(i), true, nil
}

// scalar has values be numbers, as the header says.
func (h *Header) scalar() error {
	two := h.hasKind && h.Kind == trees.Minimax
	if h.Values != OfRoot && !two && h.Players != 0 && h.Players != 2 {
		return fmt.Errorf("values is %q, which is for two players, and the run has %s; for one player against all others it is \"root\"", valuesNames[h.Values], trees.Plural(h.Players, "player"))
	}
	switch {
	case two:
	case h.Tree == nil && h.Values != OfRoot:
		h.Kind, h.hasKind, h.Players = trees.Minimax, true, 2
	default:
		return h.reduce()
	}
	return nil
}

// reduce makes the run one of two sides. Without a tree it is known at the root who is alone.
func (h *Header) reduce() (err error) {
	if t := h.Tree; t != nil {
		if h.Alone = max(t.Mover(0), 1); h.Values != OfRoot {
			h.Alone = 1
		}
		if h.whole, h.Tree = t, nil; t.Kind != trees.Path {
			h.Tree, err = t.AgainstCoalition(h.Alone)
		}
	}
	h.Kind, h.hasKind, h.Reduced = trees.Minimax, true, true
	return err
}

// options reads the options of the algorithm. What is none of a search is left to who knows them.
func (h *Header) options(raw []byte) error {
	h.Options = append([]byte(nil), raw...)
	var s scanner
	return s.object(raw, func(key, raw []byte) error {
		if string(key) != "strict" || string(raw) == "null" {
			return nil
		}
		strict, err := flag(raw)
		h.Strict = &strict
		return err
	})
}

// adopt takes what the header leaves out from its tree.
func (h *Header) adopt(source string) error {
	t := h.Tree
	switch {
	case t.Kind == trees.Path:
		return fmt.Errorf("%s: the tree is of kind path; a trace is about a tree of scores", source)
	case h.hasKind && h.Kind != t.Kind:
		return fmt.Errorf("kind is %q, and the tree is of kind %q", h.Kind, t.Kind)
	case h.Players > 0 && t.Kind == trees.MaxN && h.Players != t.Players:
		return fmt.Errorf("players is %d, and the tree has %d", h.Players, t.Players)
	}
	h.Kind, h.hasKind, h.Players = t.Kind, true, max(t.Players, t.Width())
	if t.Kind == trees.Minimax {
		h.Players = 2
	}
	if err := h.limits(); err != nil {
		return err
	}
	if t.Delta > 0 && !h.Delta.Given {
		h.Delta = Optional{t.Delta.In(t.Unit), true}
	}
	return nil
}

// limits joins the limits of the header and those of its tree.
func (h *Header) limits() error {
	t := h.Tree
	own := h.MaxSum.Given || h.MinP != nil || h.MaxP != nil
	if t.MaxSum.Given {
		of := Optional{t.MaxSum.Score.In(t.Unit), true}
		if h.MaxSum.Given && h.MaxSum.Cmp(of.Number) != 0 {
			return fmt.Errorf("maxsum is %s, and that of the tree is %s", h.MaxSum, of)
		}
		h.MaxSum = of
	}
	var err error
	if h.MinP, err = limitsOf("minp", h.MinP, t, &t.MinP); err != nil {
		return err
	}
	if h.MaxP, err = limitsOf("maxp", h.MaxP, t, &t.MaxP); err != nil {
		return err
	}
	if own {
		return h.holds()
	}
	return nil
}

// limitsOf returns the limits of the tree, or those of the header if the tree has none. A header that
// contradicts its tree could make any cut sound.
func limitsOf(name string, given []Optional, t *trees.Tree, limits *trees.Limits) (list []Optional, err error) {
	if !limits.Given {
		return given, nil
	}
	for p := range t.Width() {
		one := Optional{limits.Scores[p].In(t.Unit), true}
		if o := of(given, p); o.Given && o.Cmp(one.Number) != 0 {
			return nil, fmt.Errorf("%s is %s, and that of the tree is %s", name, o, one)
		}
		list = append(list, one)
	}
	return list, nil
}

// holds returns an error if a leaf of the tree is beyond the limits of the header.
func (h *Header) holds() error {
	t := h.Tree
	beyond := func(name string, leaf int, limit Optional, score float64) error {
		return fmt.Errorf("%s is %s, and the leaf %s of the tree has %v", name, limit, t.Name(leaf), score)
	}
	for n := range t.Len() {
		v, known := t.Value(n)
		if !t.IsLeaf(n) || !known {
			continue
		}
		sum := 0.0
		for p := range t.Width() {
			score := v[p].In(t.Unit).Float()
			sum += score
			if o := h.Least(p); o.Given && score < o.Float()-closely {
				return beyond("minp", n, o, score)
			}
			if o := h.Most(p); o.Given && score > o.Float()+closely {
				return beyond("maxp", n, o, score)
			}
		}
		if t.Kind == trees.MaxN && h.MaxSum.Given && sum > h.MaxSum.Float()+closely {
			return fmt.Errorf("maxsum is %s, and the scores of the leaf %s of the tree add up to %v", h.MaxSum, t.Name(n), sum)
		}
	}
	return nil
}

// closely is less than the difference of two scores that count as different.
const closely = 1e-9

// count reads a whole number within limits.
func count(raw []byte, least, most int) (int, error) {
	n, err := strconv.Atoi(string(raw))
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("expected a whole number from %d to %d, found %s", least, most, short(raw))
	}
	return n, nil
}

func optional(raw []byte) (Optional, error) {
	if string(raw) == "null" {
		return Optional{}, nil
	}
	p, float, err := parseNumber(raw)
	if err == nil && float {
		p.Exact, err = trees.ParseNumber(string(raw))
	}
	return Optional{p.Exact, err == nil}, err
}

// optionals reads a number for all players, or a list with one for each.
func optionals(raw []byte) (list []Optional, err error) {
	if string(raw) == "null" {
		return nil, nil
	}
	if raw[0] != '[' {
		one, err := optional(raw)
		return []Optional{one}, err
	}
	err = elements(raw, func(raw []byte) error {
		one, err := optional(raw)
		list = append(list, one)
		return err
	})
	if err == nil && (len(list) == 0 || len(list) > trees.MaxPlayers) {
		err = fmt.Errorf("expected a number for each player, found %d", len(list))
	}
	return list, err
}

// Of returns the limit of a player, from 0.
func of(list []Optional, player int) Optional {
	switch {
	case len(list) == 0:
		return Optional{}
	case len(list) == 1:
		return list[0]
	case player < len(list):
		return list[player]
	}
	return Optional{}
}

// Least and Most return the limits of a player's scores, from 0.
func (h *Header) Least(player int) Optional { return of(h.MinP, h.place(player)) }
func (h *Header) Most(player int) Optional  { return of(h.MaxP, h.place(player)) }

// place returns whose limits, from 0, are those of a score of a value.
func (h *Header) place(score int) int {
	if h.Reduced {
		return max(h.Alone-1, 0)
	}
	return score
}
