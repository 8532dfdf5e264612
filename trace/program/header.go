package program

import (
	"fmt"
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
	Tree      *trees.Tree
	hasKind   bool
}

// Optional is an exact number, if one is given.
type Optional struct {
	trees.Number
	Given bool
}

func (r *Reader) header(src []byte) error {
	h := &r.run.Header
	source := ""
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
				err = fmt.Errorf("a run of kind minimax has 2")
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
	if r.tree != nil {
		h.Tree, source = r.tree, "tree"
	}
	if err != nil || h.Tree == nil {
		return err
	}
	return h.adopt(source)
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
	if t.MaxSum.Given && !h.MaxSum.Given {
		h.MaxSum = Optional{t.MaxSum.Score.In(t.Unit), true}
	}
	h.MinP = limitsOf(h.MinP, t, &t.MinP)
	h.MaxP = limitsOf(h.MaxP, t, &t.MaxP)
	if t.Delta > 0 && !h.Delta.Given {
		h.Delta = Optional{t.Delta.In(t.Unit), true}
	}
	return nil
}

// limitsOf returns the limits of the header, or else those of its tree.
func limitsOf(given []Optional, t *trees.Tree, limits *trees.Limits) []Optional {
	if given != nil || !limits.Given {
		return given
	}
	for p := range t.Width() {
		given = append(given, Optional{limits.Scores[p].In(t.Unit), true})
	}
	return given
}

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
		err = fmt.Errorf("%s has more than %d decimals", raw, trees.NumberPlaces)
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
func (h *Header) Least(player int) Optional { return of(h.MinP, player) }
func (h *Header) Most(player int) Optional  { return of(h.MaxP, player) }
