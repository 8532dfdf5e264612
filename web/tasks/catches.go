package tasks

import (
	"context"
	"fmt"
	"slices"

	"espalier/search/mistakes"
	"espalier/trees"
	"espalier/web/app"
)

// This file says which of the usual mistakes the trees of a task find out.

// rulesOf returns how the runs of a task are judged besides its algorithm.
func (t *task) rulesOf() mistakes.Rules {
	return mistakes.Rules{Strict: t.Strict, TiesLeft: t.TiesLeft, Frontier: t.Frontier}
}

// cover finds out what the trees of a new task catch.
func (h *Handlers) cover(ctx context.Context, t *task) error {
	ctx, release, err := h.AcquireSearchSlot(ctx, app.SmallSearch)
	if err != nil {
		return err
	}
	defer release()
	var list []*trees.Tree
	for i := range t.Trees {
		tree, err := t.tree(i + 1)
		if err != nil {
			return err
		}
		list = append(list, tree)
	}
	v, err := mistakes.Cover(ctx, t.algorithm(), t.rulesOf(), list)
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
	t.Catches = &catches{ids(v.Caught), ids(v.Missed), v.Partly}
	return nil
}

// texts returns what programs with some mistakes do.
func (t *task) texts(ids []string) []string {
	list := []string{}
	for _, m := range mistakes.Of(t.algorithm(), t.rulesOf()) {
		if slices.Contains(ids, m.ID) {
			list = append(list, m.Text)
		}
	}
	return list
}

// catchesInWords says how many of the usual mistakes the trees catch.
func (t *task) catchesInWords() string {
	caught := len(t.texts(t.Catches.Caught))
	all := caught + len(t.texts(t.Catches.Missed))
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

func (t *task) catchesAnswer() catchesAnswer {
	return catchesAnswer{t.texts(t.Catches.Caught), t.texts(t.Catches.Missed), t.Catches.Partly}
}
