package code

import (
	"fmt"
	"sync"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/program/beginnings"
	"espalier/search/program/trial"
	"espalier/trees"
	"espalier/web/learn"
	"espalier/web/problem"
	"espalier/web/words"
)

// An exercise is a beginning whose gap is to be filled, on the tree of its chapter.
type exercise struct {
	*beginnings.Beginning
	Chapter   string // the title
	Path      string // of the chapter
	Tree      *trees.Tree
	Algorithm *engine.Algorithm // what the program is held against
}

// exercises are those of all beginnings, in the same order.
var exercises = sync.OnceValue(func() (list []*exercise) {
	for i := range beginnings.All {
		b := &beginnings.All[i]
		title, text, ok := learn.Outline(b.Chapter)
		tree, err := trees.ReadText(text)
		a, known := algorithms.Find(b.Against(true))
		if !ok || err != nil || !known {
			panic(fmt.Sprintf("the exercise %s: chapter %q, algorithm %q: %v", b.ID, b.Chapter, b.Against(true), err)) // they are part of the program
		}
		list = append(list, &exercise{b, words.MaxN(title), "/learn/" + b.Chapter, tree, a})
	}
	return list
})

// exerciseOf returns the exercise with the id of a beginning; nil: there is none.
func exerciseOf(id string) *exercise {
	for _, x := range exercises() {
		if x.ID == id {
			return x
		}
	}
	return nil
}

func readExercise(raw []byte) (*exercise, error) {
	id, err := problem.ReadString(raw, "exercise")
	if err != nil {
		return nil, err
	}
	if x := exerciseOf(id); x != nil {
		return x, nil
	}
	return nil, problem.Refused("exercise", `there is no exercise %.40q; it is the name of a search to begin with, such as "alphabeta"`, id)
}

// task says when the exercise is done.
func (x *exercise) task() string {
	if !x.prunes() {
		return fmt.Sprintf("It is done when it is right on %d trees.", defaultTrees)
	}
	return fmt.Sprintf("It is done when it is right on %d trees, and visits no node that %s does not visit.", defaultTrees, words.InnerName(x.Algorithm))
}

// prunes reports whether its algorithm cuts.
func (x *exercise) prunes() bool { return cuts(x.Algorithm) }

// saysOfTrial says what a trial of a program shows that is for no exercise.
func saysOfTrial(r *trial.Result, a *engine.Algorithm) string {
	s := fmt.Sprintf("Right on %d of %d trees.", r.Right, r.Trees)
	if r.First == nil {
		s = fmt.Sprintf("Right on all %d trees that were tried.", r.Trees)
	}
	name := words.InnerName(a)
	switch {
	case r.More == 0:
		return s
	case r.Equal == r.More:
		return s + fmt.Sprintf(" On %d of them it visits more nodes than %s: it %s.", r.More, name, onlyExceeded(name))
	}
	return s + fmt.Sprintf(" On %d trees its values are right, but it visits more nodes than %s: cuts are missing.", r.More, name)
}

// onlyExceeded says how a search differs from its reference that does not cut where bounds are equal.
func onlyExceeded(name string) string {
	return fmt.Sprintf("cuts only where a bound is exceeded, %s also where it is met (>= in place of >)", name)
}

// says says what a trial of a program for an exercise shows. on is the run on its tree. First is not nil where the run on
// that tree is not right.
func says(r *trial.Result, x *exercise, on *trial.Found) string {
	if r.Values < r.Trees {
		return fmt.Sprintf("Right on %d of %d trees.", r.Right, r.Trees)
	}
	name := words.InnerName(x.Algorithm)
	values := fmt.Sprintf("Its values are right on %d of %d trees, but ", r.Values, r.Trees)
	switch {
	case on.Fault != nil || !on.Right() && !on.ValuesRight():
		return fmt.Sprintf("Right on %d of %d trees, but not on the chapter’s tree.", r.Right, r.Trees)
	case r.Right == r.Trees && on.Right() && !x.prunes():
		return fmt.Sprintf("It is right: %d of %d trees.", r.Right, r.Trees)
	case r.Right == r.Trees && on.Right():
		return fmt.Sprintf("It is right: %d of %d trees. On the chapter’s tree it visits %d nodes, as many as %s.", r.Right, r.Trees, on.Nodes, name)
	case on.Nodes > on.Visits.Algorithm:
		return values + fmt.Sprintf("on the chapter’s tree it visits %d nodes where %s visits %d: a cut is missing.", on.Nodes, name, on.Visits.Algorithm)
	case r.First.Nodes > r.First.Visits.Algorithm:
		return values + fmt.Sprintf("on %d of them it does not cut as %s does: it visits more nodes.", r.Trees-r.Right, name)
	case r.First.Nodes < r.First.Visits.Algorithm:
		return values + fmt.Sprintf("on %d of them it makes a cut that %s does not make.", r.Trees-r.Right, name)
	}
	return values + fmt.Sprintf("on %d of them it passes on another window than %s.", r.Trees-r.Right, name)
}
