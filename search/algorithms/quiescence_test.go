package algorithms_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/games"
)

// A quietTree is the tree of a game that is cut off where a search with quiescence stops, as a position
// of its own: a walk to its leaves needs no rule.
type quietTree struct {
	games.Position
	depth, further, ply int
}

func (q *quietTree) stops() bool {
	if q.ply < q.depth {
		return false
	}
	return q.ply == q.depth+q.further || q.Position.(trees.Settled).Unstable() == trees.Stable
}

func (q *quietTree) Look(v *trees.Vector) int {
	moves := q.Position.Look(v)
	if moves > 0 && q.stops() {
		q.Static(v)
		return 0
	}
	return moves
}

func (q *quietTree) Mover() int {
	var v trees.Vector
	if q.Look(&v) == 0 {
		return 0
	}
	return q.Position.Mover()
}

func (q *quietTree) Do(move int, v *trees.Vector) (moves, mover int) {
	q.Position.Do(move, v)
	q.ply++
	return q.Look(v), q.Mover()
}

func (q *quietTree) Undo() {
	q.ply--
	q.Position.Undo()
}

// settledStarts are random positions of the games that say which positions are stable.
func settledStarts(t *testing.T, rng *rand.Rand, n int) (list []games.Position, ids []string) {
	for _, g := range searchtest.SmallGames(rng, n) {
		if game, _ := games.Find(g.Id); game.Unstable == "" {
			continue
		}
		pos := searchtest.OpenGame(t, g.Id, g.Fields)
		if g.Id == "connect-four" || g.Id == "tic-tac-toe" {
			play(rng, pos, 30)
		}
		play(rng, pos, 8)
		list, ids = append(list, pos), append(ids, g.Id)
	}
	return list, ids
}

// TestQuiescence: on random positions, every sound algorithm with every option and with quiescence returns the
// value of a plain walk of the tree that is expanded by the same rule.
func TestQuiescence(t *testing.T) {
	n := 240
	if testing.Short() {
		n = 40
	}
	rng := rand.New(rand.NewPCG(47, 7))
	ran, extended := map[string]int{}, map[string]int{}
	positions, ids := settledStarts(t, rng, n)
	for i, pos := range positions {
		q := &quietTree{Position: pos, depth: rng.IntN(5), further: rng.IntN(7)}
		doc := string(pos.AppendDocument(nil))
		want, _ := searchtest.PlainWalk(q, -1)
		problem := engine.OnGame(ids[i], pos)
		mover := max(pos.Mover(), 1) - 1
		for _, c := range gameConfigs(&problem, q.depth) {
			c.Options.Quiescence, c.Options.HasQuiescence = q.further, true
			res, err := c.Algorithm.Run(context.Background(), problem, c.Options, nil)
			if err != nil {
				t.Fatalf("%s %+v of %s = %v", c.Spec(), c.Options, doc, err)
			}
			ran[c.Algorithm.ID]++
			if res.Stats.Extended > 0 {
				extended[c.Algorithm.ID]++
				extended[ids[i]]++
			}
			own, got := want, res.Value
			switch {
			case c.Algorithm.Reference.Own:
				checkRule(t, c, q, -1, &res)
				continue
			case c.Algorithm.Reference == &engine.ReferenceParanoid:
				own, got = trees.Vector{coalition(q, mover, -1)}, trees.Vector{got[mover]}
			case c.Algorithm.Reference == &engine.ReferenceMinimax:
				own, got = trees.Vector{coalition(q, 0, -1)}, trees.Vector{got[0]}
			}
			if got != own {
				t.Fatalf("%s depth %d quiescence %d of %s = %v, want %v", c.Spec(), q.depth, q.further, doc, got, own)
			}
		}
		if got := string(pos.AppendDocument(nil)); got != doc {
			t.Fatalf("after searches of %s the position is %s", doc, got)
		}
	}
	for _, a := range algorithms.All() {
		if a.Passes {
			continue // the games that say whether a position is stable have no passes
		}
		if a.Sound && a.Reference != &engine.ReferenceCost && !a.Divides && (ran[a.ID] < n/2 || extended[a.ID] == 0) {
			t.Errorf("%s ran on %d positions, and went on below the depth on %d", a.ID, ran[a.ID], extended[a.ID])
		}
	}
	for _, g := range games.Games() {
		if g.Unstable != "" && extended[g.ID] == 0 {
			t.Errorf("no search of %s went on below the depth", g.ID)
		}
	}
}

// TestQuiescenceOnTrees: a search of the built tree of a game has the value, the counters and the events of the search
// of its positions, and agrees with the reference. The tree may be expanded further than the search goes.
func TestQuiescenceOnTrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(47, 8))
	positions, ids := settledStarts(t, rng, 24)
	extended, entered := 0, 0
	for i, pos := range positions {
		depth, further := rng.IntN(4), 1+rng.IntN(4)
		tree, err := games.BuildExtended(pos, depth+rng.IntN(2), further+1, 50_000, nil)
		if err != nil {
			continue // it is too large
		}
		implicit, explicit := engine.OnGame(ids[i], pos), engine.OnTree(tree, 0)
		for _, c := range gameConfigs(&explicit, depth) {
			c.Options.Quiescence, c.Options.HasQuiescence = further, true
			if c.Algorithm.Check(&explicit, c.Options) != nil || c.Algorithm.Check(&implicit, c.Options) != nil {
				continue
			}
			if c.Options.Order != 0 {
				continue // a tree names the moves of a game in another way, so that others are the same
			}
			var texts [2]string
			var res [2]engine.Result
			for k, p := range []engine.Problem{implicit, explicit} {
				unstable := 0
				res[k], err = c.Algorithm.Run(context.Background(), p, c.Options, func(e *trace.Event) {
					if e.Type != trace.Enter {
						return
					}
					texts[k] += string(e.Text)
					if p.Tree != nil {
						texts[k] += tree.Label(int(e.Node))
					}
					if u, has := trace.NoteOf[*engine.Unstable](e); has {
						texts[k] += " " + u.Why.String()
						if e.Player > 0 {
							unstable++
							if e.Depth < depth || e.Depth >= depth+further {
								t.Fatalf("%s: a node at depth %d is searched on, with depth %d and quiescence %d", c.Spec(), e.Depth, depth, further)
							}
						}
					}
				})
				if err != nil {
					t.Fatal(err)
				}
				if unstable != res[k].Stats.Extended {
					t.Fatalf("%s: %d nodes are entered as unstable, and %d are counted", c.Spec(), unstable, res[k].Stats.Extended)
				}
				entered += unstable
			}
			res[0].Stats.Pruned, res[1].Stats.Pruned = 0, 0 // a tree counts a node that is cut twice once
			if !searchtest.SameOnTree(c.Algorithm) {
				res[1].Stats, texts[1] = res[0].Stats, texts[0]
			}
			doc := string(pos.AppendDocument(nil))
			if res[0].Value != res[1].Value || res[0].Stats != res[1].Stats || texts[0] != texts[1] {
				t.Fatalf("%s depth %d quiescence %d of %s: on its tree %v %+v, want %v %+v", c.Spec(), depth, further, doc, res[1].Value, res[1].Stats, res[0].Value, res[0].Stats)
			}
			if r := res[1].Reference; r == nil || !r.Agrees {
				t.Fatalf("%s depth %d quiescence %d of %s = %v, which does not agree with the reference %v", c.Spec(), depth, further, doc, res[1].Value, r)
			}
			extended += res[1].Stats.Extended
		}
	}
	if extended == 0 || entered == 0 {
		t.Errorf("%d nodes were searched on, %d entered as unstable", extended, entered)
	}
}

// TestQuiescenceRejects: each refusal says what would be right.
func TestQuiescenceRejects(t *testing.T) {
	tree, err := trees.ReadText("players 2 1[ (1,2) 2[ (2,1) (0,3) ] ]")
	if err != nil {
		t.Fatal(err)
	}
	tricks, star := engine.OnGame("hearts", searchtest.OpenGame(t, "hearts", nil)), engine.OnGame("othello", searchtest.OpenGame(t, "othello", nil))
	for _, c := range []struct {
		p    engine.Problem
		o    engine.Options
		want string
	}{
		{tricks, engine.Options{Quiescence: 2, HasQuiescence: true}, "give depth, too"},
		{tricks, engine.Options{Quiescence: engine.MaxQuiescence + 1, HasQuiescence: true, HasDepth: true}, "not between 0 and 64"},
		{star, engine.Options{Quiescence: 2, HasQuiescence: true, HasDepth: true}, "those of sergeant-major, hearts, spades, oh-hell, tic-tac-toe and connect-four do"},
		{engine.OnTree(tree, 0), engine.Options{Quiescence: 2, HasQuiescence: true, HasDepth: true}, "the nodes of this tree do not say"},
	} {
		var refused *engine.NotApplicableError
		if err := algorithms.Plain.Check(&c.p, c.o); !errors.As(err, &refused) || refused.Path != "options.quiescence" || !strings.Contains(refused.Message, c.want) {
			t.Errorf("%+v = %v, want a refusal with %q", c.o, err, c.want)
		}
	}
}

// TestHorizon: in a deal of the chapter, a search that stops within the first trick chooses the card that
// loses a trick, and with quiescence the right one.
func TestHorizon(t *testing.T) {
	pos := searchtest.OpenGame(t, "sergeant-major", map[string]any{"hands": []string{"AD QS", "AH TS", "JS JD"}, "trump": "S"})
	first := func(o engine.Options) (move int, nodes int) {
		p := engine.OnGame("sergeant-major", pos)
		p.Numbered = true
		res, err := algorithms.Plain.Run(context.Background(), p, o, nil)
		if err != nil {
			t.Fatal(err)
		}
		return int(res.Line[1]) - 1, res.Stats.Nodes
	}
	worth := func(move int) trees.Score {
		res, err := algorithms.Plain.Run(context.Background(), engine.OnGame("sergeant-major", games.OnlyMove(pos, move)), engine.Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return res.Value[0] / trees.Unit
	}
	whole, all := first(engine.Options{})
	for depth := 1; depth < 3; depth++ {
		short, _ := first(engine.Options{Depth: depth, HasDepth: true})
		quiet, nodes := first(engine.Options{Depth: depth, HasDepth: true, Quiescence: 2, HasQuiescence: true})
		if short == whole || quiet != whole || nodes >= all {
			t.Errorf("depth %d: the search chooses %d, with quiescence %d by %d nodes; the whole tree of %d nodes gives %d", depth, short, quiet, nodes, all, whole)
		}
		if worth(short) != 1 || worth(quiet) != 2 {
			t.Errorf("depth %d: the choices are worth %d and %d tricks, want 1 and 2", depth, worth(short), worth(quiet))
		}
	}
}

// TestPathology: on the board of the chapter, depth 1 prefers the half that wins, and depths 2 and 3 the one that loses,
// without ties. Among a thousand boards depth 3 is right where depth 1 is wrong more often than the other way round.
func TestPathology(t *testing.T) {
	// preferred is positive if a search to a depth prefers the first half, negative for the second one, 0 for a tie.
	preferred := func(pos games.Position, depth int) trees.Score {
		var of [2]trees.Score
		for half := range of {
			res, err := algorithms.Plain.Run(context.Background(), engine.OnGame("board-splitting", games.OnlyMove(pos, half)), engine.Options{Depth: depth, HasDepth: true}, nil)
			if err != nil {
				t.Fatal(err)
			}
			of[half] = res.Value[0]
		}
		return of[0] - of[1]
	}
	const height = 6
	better, worse := 0, 0
	for seed := 1; seed <= 1000; seed++ {
		pos := searchtest.OpenGame(t, "board-splitting", map[string]any{"size": 8, "seed": seed})
		truth, one, three := preferred(pos, height), preferred(pos, 1), preferred(pos, 3)
		switch {
		case truth*one < 0 && truth*three > 0:
			better++
		case truth*one > 0 && truth*three < 0:
			worse++
		}
		if seed == 806 && (truth*one <= 0 || truth*preferred(pos, 2) >= 0 || truth*three >= 0) {
			t.Errorf("the board of the chapter: depths 1 to 3 prefer %v, %v and %v, the right half %v", one, preferred(pos, 2), three, truth)
		}
	}
	if worse == 0 || better < 2*worse {
		t.Errorf("depth 3 is right where depth 1 is wrong on %d boards, the other way round on %d", better, worse)
	}
}
