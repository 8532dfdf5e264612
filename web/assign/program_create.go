package assign

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"espalier/search/algorithms"
	"espalier/search/checks"
	"espalier/search/engine"
	"espalier/search/mistakes"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/learn"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// programKeys are the members of a program.
var programKeys = []string{"algorithm", "strict", "ties", "frontier", "note", "trees", "random"}

// treeKeys are the members of a tree of a new program besides its title: one source, and how a text is read.
var treeKeys = append([]string{"tree", "text", "figure", "saved", "revision"}, run.ReadingKeys...)

// readProgram reads a new program and copies its trees.
func (h *Handlers) readProgram(ctx context.Context, members []problem.Member) (*program, error) {
	p := &program{}
	var list, random []byte
	for _, m := range members {
		var err error
		switch {
		case !slices.Contains(programKeys, m.Key):
			err = problem.UnknownKey("", m.Key, programKeys)
		case m.Absent():
		case m.Key == "note":
			p.Note, err = readTrimmed(m.Raw, "note", MaxNote)
		case m.Key == "algorithm":
			if p.Algorithm, err = problem.ReadString(m.Raw, "algorithm"); err == nil {
				if unknown := checks.Known(p.Algorithm); unknown != nil {
					err = problem.Refused("algorithm", "%s", unknown)
				} else if a := p.algorithm(); a.Judged != engine.ByModel {
					err = problem.Refused("algorithm", "there is no model of %s to judge runs by; a task can be about %s", engine.SpokenName(a), algorithms.ModelledIDs())
				}
			}
		case m.Key == "strict":
			var strict bool
			strict, err = problem.ReadBool(m.Raw, "strict")
			p.Strict = &strict
		case m.Key == "ties":
			var ties string
			if ties, err = problem.ReadString(m.Raw, "ties"); err == nil && ties != "left" && ties != "any" {
				err = problem.Refused("ties", "%.40q is not known; send left or any", ties)
			}
			p.TiesLeft = ties == "left"
		case m.Key == "frontier":
			p.Frontier, err = problem.ReadBool(m.Raw, "frontier")
		case m.Key == "trees":
			list = m.Raw
		case m.Key == "random":
			random = m.Raw
		}
		if err != nil {
			return nil, err
		}
	}
	if p.Algorithm == "" {
		return nil, problem.Refused("algorithm", "the algorithm is missing; /algorithms lists them")
	}
	if err := h.readTrees(ctx, p, list); err != nil {
		return nil, err
	}
	if err := h.makeRandom(ctx, p, random); err != nil {
		return nil, err
	}
	if len(p.Trees) == 0 {
		return nil, problem.Refused("trees", "a program needs a tree: trees is a list such as [{\"figure\": \"k1991-fig6\"}], and random makes trees from a seed")
	}
	if err := h.cover(ctx, p); err != nil {
		return nil, err
	}
	return p, nil
}

// implementing is the title of a program that has none.
func (p *program) implementing() string { return "Implement " + words.InnerName(p.algorithm()) }

// readTrimmed reads a text of at most most characters, without the space around it.
func readTrimmed(raw []byte, path string, most int) (string, error) {
	text, err := problem.ReadText(raw, path, most)
	return strings.TrimSpace(text), err
}

// readTrees copies the trees that a new program names.
func (h *Handlers) readTrees(ctx context.Context, p *program, raw []byte) error {
	if raw == nil {
		return nil
	}
	if problem.TypeOf(raw) == "an object" { // {"random": …} in place of a list
		members, err := problem.SplitObject(raw, "trees")
		if err != nil {
			return err
		}
		var random []byte
		if err := problem.ReadFields(members, "trees", problem.Field{Key: "random", Raw: &random}); err != nil {
			return err
		}
		return problem.Under("trees", h.makeRandom(ctx, p, random))
	}
	items, err := problem.SplitArray(raw, "trees")
	if err != nil {
		return err
	}
	if len(items) > MaxTrees {
		return problem.OverLimit("trees", "these are %d trees; the maximum is %d", len(items), MaxTrees)
	}
	for i, item := range items {
		path := fmt.Sprintf("trees[%d]", i)
		tree, title, err := h.readTree(ctx, item, path)
		if err == nil {
			err = p.add(ctx, tree, title)
		}
		if err != nil {
			return inTree(err, path)
		}
	}
	return nil
}

func (h *Handlers) readTree(ctx context.Context, raw []byte, path string) (tree *trees.Tree, title string, err error) {
	members, err := problem.SplitObject(raw, path)
	if err != nil {
		return nil, "", err
	}
	var given run.Body
	var titled []byte
	fields := append([]problem.Field{{Key: "title", Raw: &titled}}, given.Fields(treeKeys...)...)
	if err := problem.ReadFields(members, "", fields...); err != nil {
		return nil, "", err
	}
	if titled != nil {
		if title, err = readTrimmed(titled, "title", MaxTitle); err != nil {
			return nil, "", err
		}
	}
	if given.Text != nil { // in any notation
		if len(slices.DeleteFunc(slices.Clone(run.Sources), func(key string) bool { return given.Member(key) == nil })) > 1 {
			return nil, "", problem.Refused("text", "a tree has one source, and this one has several")
		}
		reading, err := run.ReadText(ctx, given.Text, &given)
		if err != nil {
			return nil, "", err
		}
		return reading.Tree, title, nil
	}
	source, err := given.Source()
	if err != nil {
		return nil, "", err
	}
	o, err := run.Open(ctx, h.Saved(), source)
	if err == nil {
		err = o.Searchable()
	}
	if err != nil {
		return nil, "", err
	}
	if o.Tree == nil {
		return nil, "", problem.Refused(source.Key(), "it has no tree that can be searched")
	}
	return o.Tree, title, nil
}

// add adds a tree, which the algorithm must be able to search.
func (p *program) add(ctx context.Context, tree *trees.Tree, title string) error {
	give, err := fair.TakeTurnForTree(ctx, tree)
	if err != nil {
		return err
	}
	defer give()
	if tree.Kind == trees.Path {
		return problem.Refused("", "the tree is of kind path; a task is about trees with scores")
	}
	c := engine.AlgorithmConfig{Algorithm: p.algorithm()}
	if p.Strict != nil {
		c.Options.Strict = *p.Strict
	}
	if err := run.OnTree(tree).With(c).Refused(); err != nil {
		return err
	}
	if tree, err = played(tree); err != nil {
		return err
	}
	b := tree.AppendJSON(nil)
	if len(b) > MaxTree {
		return problem.OverLimit("", "the tree has %d bytes as JSON; the maximum is %d", len(b), MaxTree)
	}
	if title == "" {
		title = tree.Title
	}
	p.Trees = append(p.Trees, programTree{title, tree.Len(), b})
	return nil
}

// played returns the tree as a program can search it: a leaf has one value. Of the values that a
// figure gives as alternatives it is the first one.
func played(t *trees.Tree) (*trees.Tree, error) {
	several := false
	for n := range t.Len() {
		if !t.IsLeaf(n) {
			continue
		}
		several = several || len(t.Alternatives(n)) > 0
		if _, known := t.Value(n); !known {
			return nil, problem.Refused("", "the leaf %s has no value; a program needs the values of all leaves", t.Name(n))
		}
	}
	if !several {
		return t, nil
	}
	return copyOf(t, t.Header)
}

// copyOf returns a tree with another header, whose leaves have one value each.
func copyOf(t *trees.Tree, h trees.Header) (*trees.Tree, error) {
	b := trees.NewBuilder(h)
	var add func(n int)
	add = func(n int) {
		node := t.Node(n)
		if len(node.Alternatives) > 0 {
			v, _ := t.Value(n)
			node.Value, node.Alternatives = &v, nil
		}
		b.Open(node)
		for _, k := range t.Kids(n) {
			add(int(k))
		}
		b.Close()
	}
	add(0)
	return b.Tree()
}

// randomKeys are the keys of the member random. They have the same names and meanings as the
// parameters of /practice.
var randomKeys = []string{"count", "kind", "players", "branching", "depth", "maxsum", "seed"}

// The default sizes of random trees: two levels more than a cut by the parent's bound needs, and
// enough children for the usual mistakes to show.
const (
	defaultTrees     = 10
	defaultDepth     = 4
	defaultBranching = 3
)

// makeRandom chooses random trees on which the usual mistakes show. Their seeds are random and secret. A
// seed that the teacher gives is public: the trees are among those of this seed and the next ones. As in practice the algorithm cuts on them, if it has cuts at all.
func (h *Handlers) makeRandom(ctx context.Context, p *program, raw []byte) error {
	if raw == nil {
		return nil
	}
	members, err := problem.SplitObject(raw, "random")
	if err != nil {
		return err
	}
	q := url.Values{"algorithm": {p.Algorithm}}
	count, seed := defaultTrees, -1
	for _, m := range members {
		at := "random." + m.Key
		switch {
		case !slices.Contains(randomKeys, m.Key):
			err = problem.UnknownKey("random", m.Key, randomKeys)
		case m.Absent():
		case m.Key == "count":
			count, err = problem.ReadWhole(m.Raw, at, 0, MaxTrees)
		case m.Key == "seed":
			seed, err = problem.ReadWhole(m.Raw, at, 0, problem.MaxCount)
		case m.Key == "kind":
			var kind string
			kind, err = problem.ReadString(m.Raw, at)
			q.Set("kind", kind)
		default:
			var n int
			n, err = problem.ReadWhole(m.Raw, at, 0, problem.MaxCount)
			q.Set(m.Key, strconv.Itoa(n))
		}
		if err != nil {
			return err
		}
	}
	if !q.Has("depth") && !q.Has("branching") { // beside one that is given, the other is that of practice
		q.Set("depth", strconv.Itoa(defaultDepth))
		q.Set("branching", strconv.Itoa(defaultBranching))
	}
	if all := len(p.Trees) + count; all > MaxTrees {
		return problem.OverLimit("random.count", "with these the program has %d trees; the maximum is %d", all, MaxTrees)
	}
	ctx, release, err := h.AcquireSearchSlot(ctx, app.SmallSearch)
	if err != nil {
		return err
	}
	defer release()
	if count == 0 {
		return nil
	}
	choice, err := mistakes.Choose(ctx, p.algorithm(), p.rulesOf(), count, func(i int) (*trees.Tree, error) {
		title, at := "", learn.SecretSeed()
		if seed >= 0 {
			at = uint32(seed + i)
			title = fmt.Sprintf("Random tree, seed %d", seed+i)
		}
		q.Set("seed", strconv.FormatUint(uint64(at), 10))
		e, err := learn.NewAssigned(ctx, q)
		var refused *engine.NotApplicableError
		if errors.As(err, &refused) { // it needs more than such trees have
			q.Set("algorithm", mistakes.BaseOf(p.algorithm()).ID)
			e, err = learn.NewAssigned(ctx, q)
		}
		if err != nil {
			return nil, err
		}
		h := e.Tree.Header
		h.Title = title
		tree, err := copyOf(e.Tree, h)
		if err != nil {
			return nil, err
		}
		return mistakes.Suited(p.algorithm(), tree, uint64(at))
	})
	for i := 0; err == nil && i < count; i++ {
		err = p.add(ctx, choice.Trees[i], cmp.Or(choice.Trees[i].Title, fmt.Sprintf("Random tree %d", i+1)))
	}
	return inRandom(err)
}

// inRandom adds the path to an error in the parameters of random trees.
func inRandom(err error) error {
	var q *problem.QueryError
	var refused *engine.NotApplicableError
	switch {
	case errors.As(err, &q):
		return problem.Refused("random."+q.Name, "%s", q.Message)
	case errors.As(err, &refused):
		return problem.Refused("algorithm", "%s", refused.Message)
	}
	return err
}

// inTree adds the path of a tree to an error.
func inTree(err error, path string) error {
	var refused *engine.NotApplicableError
	if errors.As(err, &refused) {
		return problem.Refused(path, "%s", refused.Message)
	}
	p := problem.Of(err)
	if p.Status >= 500 || len(p.Errors) == 0 || strings.HasPrefix(p.Errors[0].Path, path) {
		return err
	}
	return &problem.Error{Status: p.Status, Path: problem.JoinPath(path, p.Errors[0].Path), Message: p.Errors[0].Message}
}
