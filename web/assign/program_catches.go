package assign

import (
	"context"
	"fmt"
	"slices"

	"espalier/search/mistakes"
	"espalier/trees"
	"espalier/web/app"
)

// This file says which of the usual mistakes the trees of a program find out.

// rulesOf returns how the runs of a program are judged besides its algorithm.
func (p *program) rulesOf() mistakes.Rules {
	return mistakes.Rules{Strict: p.Strict, TiesLeft: p.TiesLeft, Frontier: p.Frontier}
}

// cover finds out what the trees of a new program catch.
func (h *Handlers) cover(ctx context.Context, p *program) error {
	ctx, release, err := h.AcquireSearchSlot(ctx, app.SmallSearch)
	if err != nil {
		return err
	}
	defer release()
	var list []*trees.Tree
	for i := range p.Trees {
		tree, err := p.tree(i + 1)
		if err != nil {
			return err
		}
		list = append(list, tree)
	}
	v, err := mistakes.Cover(ctx, p.algorithm(), p.rulesOf(), list)
	if err != nil {
		return err
	}
	ids := func(list []mistakes.Mistake) []string {
		all := []string{}
		for _, m := range list {
			all = append(all, m.ID)
		}
		return all
	}
	p.Catches = &catches{ids(v.Caught), ids(v.Missed), v.Partly}
	return nil
}

// texts returns what programs with some mistakes do.
func (p *program) texts(ids []string) []string {
	list := []string{}
	for _, m := range mistakes.Of(p.algorithm(), p.rulesOf()) {
		if slices.Contains(ids, m.ID) {
			list = append(list, m.Text)
		}
	}
	return list
}

// catchesInWords says how many of the usual mistakes the trees catch.
func (p *program) catchesInWords() string {
	caught := len(p.texts(p.Catches.Caught))
	all := caught + len(p.texts(p.Catches.Missed))
	if all == 0 {
		return "No usual mistakes can be tried on these trees"
	}
	return fmt.Sprintf("The trees catch %d of %d usual mistakes", caught, all)
}

// A catchesAnswer says which of the usual mistakes the trees catch.
type catchesAnswer struct {
	Caught []string `json:"caught"`
	Missed []string `json:"missed"`
	Partly bool     `json:"partly"`
}

func (p *program) catchesAnswer() catchesAnswer {
	return catchesAnswer{p.texts(p.Catches.Caught), p.texts(p.Catches.Missed), p.Catches.Partly}
}
