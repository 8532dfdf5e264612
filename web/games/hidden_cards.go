package games

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/a-h/templ"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/hidden"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/draw"
	"espalier/web/fair"
)

// This file has the page about hidden cards: how searches play with them, and two
// examples in which sampling errs: the smallest one, and one with cards.

// forks are the worlds of the example, which a player cannot distinguish: a sure 2, or a fork with
// 3 on one side and 0 on the other.
var forks = [...]string{
	"players 1 maxsum 3 1[ sure:(2) fork:1[ left:(3) right:(0) ] ]",
	"players 1 maxsum 3 1[ sure:(2) fork:1[ left:(0) right:(3) ] ]",
}

// A forksView is the example with all that is computed for it.
type forksView struct {
	Worlds []forkWorld
	Moves  []forkMove
	Games  []gameLink
	Fusion *fusionView
}

type forkWorld struct {
	Picture templ.Component
	Href    string // the search of this world
}

// A forkMove is a move at the root: its value in each world, where the search sees which one it
// is, and what a player who does not see it is sure of on average.
type forkMove struct {
	Name   string
	Values []string
	Mean   string
	Sure   string
	Voted  bool // the vote chooses it
	Right  bool // nothing is better for a player who does not see the world
}

type gameLink struct{ Href, Title string }

// A treeWorld is a tree whose moves are known by the labels of the nodes.
type treeWorld struct{ *trees.Cursor }

// AppendLast appends the label of the present node.
func (w treeWorld) AppendLast(b []byte) []byte { return append(b, w.Tree().Label(w.Node())...) }

// forksPage has the page, which is computed once: it depends on the program alone.
var forksPage fair.Once[string, *forksView]

func newForks(ctx context.Context) (*forksView, error) {
	v := &forksView{}
	var worlds []hidden.World
	var sums []trees.Score
	unit := trees.Unit
	for _, text := range forks {
		t, err := trees.ReadText(text)
		if err != nil {
			return nil, err
		}
		unit = t.Unit
		worlds = append(worlds, treeWorld{trees.NewCursor(t, 0)})
		q := url.Values{"text": {text}, "algorithm": {algorithms.Plain.ID}, "step": {"last"}}
		v.Worlds = append(v.Worlds, forkWorld{draw.Component(draw.StillPicture(t, trace.NewFold(t, nil), trace.Reasons{})), "/tree?" + q.Encode()})
		for i, kid := range t.Kids(0) {
			result, err := algorithms.Plain.Run(ctx, engine.OnTree(t, int(kid)), engine.Options{}, nil)
			if err != nil {
				return nil, err
			}
			if i == len(v.Moves) {
				v.Moves, sums = append(v.Moves, forkMove{Name: t.Label(int(kid))}), append(sums, 0)
			}
			v.Moves[i].Values = append(v.Moves[i].Values, result.Value[0].In(unit).String())
			sums[i] += result.Value[0]
		}
	}
	sure, err := hidden.BestDefence(ctx, worlds)
	if err != nil {
		return nil, err
	}
	voted, right := 0, 0
	for i := range v.Moves {
		v.Moves[i].Mean, v.Moves[i].Sure = meanOf(sums[i], len(worlds), unit), meanOf(sure[i], len(worlds), unit)
		if sums[i] > sums[voted] {
			voted = i
		}
		if sure[i] > sure[right] {
			right = i
		}
	}
	v.Moves[voted].Voted, v.Moves[right].Right = true, true
	if v.Fusion, err = newFusion(ctx); err != nil {
		return nil, err
	}
	for _, g := range games.Games() {
		if g.Board == games.Cards {
			v.Games = append(v.Games, gameLink{path(g) + "?hidden=1", g.Title})
		}
	}
	return v, nil
}

// meanOf returns the mean of a sum as a decimal number, in points.
func meanOf(sum trees.Score, n int, unit trees.Score) string {
	return strconv.FormatFloat(float64(sum)/float64(unit)/float64(n), 'f', -1, 64)
}

// fixedMean returns a mean with two decimals, in points.
func fixedMean(sum trees.Score, n int, unit trees.Score) string {
	return strconv.FormatFloat(float64(sum)/float64(unit)/float64(n), 'f', 2, 64)
}

// ServeHiddenCards answers GET /hidden-cards.
func (h Handlers) ServeHiddenCards(w http.ResponseWriter, r *http.Request) error {
	v, err := forksPage.Get(r.Context(), "", newForks)
	if err != nil {
		return fmt.Errorf("the example of hidden cards: %w", err)
	}
	shares, err := newShares(r.Context(), r.URL.Query())
	if err != nil {
		return err
	}
	nonlocal, err := newNonlocal(r.Context(), r.URL.Query())
	if err != nil {
		return err
	}
	h.Render(w, r, http.StatusOK, hiddenCards(v, shares, nonlocal))
	return nil
}
