package learn

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/practice"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/draw"
	"espalier/web/run"
	"espalier/web/words"
)

// An Assigned exercise is part of an assignment, which stores its tree. So the exercise stays the
// same if a later version of the program generates other trees.
type Assigned struct {
	Tree *trees.Tree
	e    *exercise
}

// NewAssigned makes the exercise of a query of GET /practice. An algorithm for two players gets
// a tree of kind minimax, unless the query says maxn. The error of a parameter is a
// problem.QueryError.
func NewAssigned(ctx context.Context, q url.Values) (*Assigned, error) {
	if a, ok := algorithms.Find(q.Get("algorithm")); ok && a.TwoPlayers && q.Get("kind") == "" && q.Get("players") == "2" {
		q.Del("players") // it would select kind maxn; see readKind
	}
	e, err := readExercise(q)
	if err != nil {
		return nil, err
	}
	t, err := e.tree(ctx)
	if err != nil {
		return nil, err
	}
	return newAssigned(t, e.Algorithm), nil
}

// SecretSeed returns a seed that nobody can guess, for trees that no public address may have.
func SecretSeed() uint32 {
	var b [4]byte
	rand.Read(b[:]) // it never fails
	return binary.LittleEndian.Uint32(b[:])
}

// OpenAssigned returns a stored exercise.
func OpenAssigned(text, algorithm string) (*Assigned, error) {
	t, err := trees.ReadText(text)
	if err != nil {
		return nil, err
	}
	a, ok := algorithms.Find(algorithm)
	if !ok {
		return nil, fmt.Errorf("there is no algorithm %q", algorithm)
	}
	return newAssigned(t, a), nil
}

func newAssigned(t *trees.Tree, a *engine.Algorithm) *Assigned {
	of := &given{Tree: t, Title: words.ShortName(a), Parameters: []run.Parameter{{Name: "text", Value: t.Text()}}}
	return &Assigned{t, &exercise{Algorithm: a, Given: of, Kind: t.Kind, Players: t.Players, AtEnd: true}}
}

// Identity says which run the exercise asks for.
func (a *Assigned) Identity() run.Identity { return a.e.identity(a.Tree) }

// Likeness finds the run that the exercise asks for.
func (a *Assigned) Likeness() *run.Likeness {
	return run.OnTree(a.Tree).With(a.e.config()).Likeness()
}

// Cuts returns the number of cuts of the run.
func (a *Assigned) Cuts(ctx context.Context) (n int, err error) {
	_, err = run.OnTree(a.Tree).With(a.e.config()).Run(ctx, func(e *trace.Event) {
		if e.Type == trace.Prune {
			n++
		}
	})
	return n, err
}

// Algorithm returns the id of the algorithm.
func (a *Assigned) Algorithm() string { return a.e.Algorithm.ID }

// Title names the exercise.
func (a *Assigned) Title() string { return a.e.title() }

// View is the exercise inside a page with its own title. It passes the steps to that page by an
// event of the document.
func (a *Assigned) View() templ.Component {
	t := a.Tree
	return assignedView(&exercisePage{exercise: a.e, Tree: t, Assigned: true, Nodes: nodesOf(t), Request: requestOf(a.e, t),
		Picture: draw.LivePictureBeside(t, layout.Select(t), trace.NewFold(t, nil), "", nil)})
}

// Styles are the style sheets of View.
var Styles = []string{"shared/tree", "run/run", "practice/practice"}

// A HandedIn is the judged work of a student on an exercise.
type HandedIn struct {
	Right, Wrong bool   // neither: partly right
	Counts       string // such as "2 right, 1 missed"
	Why          string // the steps that were not right, and why
	Result       string // the address of the whole result, but for WithPass; empty: it is too long
}

// maxWhy bounds HandedIn.Why in bytes. The result has all reasons.
const maxWhy = 600

// Judge judges the steps of a student, in the form of the member done of a check.
func (a *Assigned) Judge(ctx context.Context, raw []byte) (*HandedIn, error) {
	steps, err := readSteps(raw, "answer", a.Tree)
	if err != nil {
		return nil, err
	}
	s, err := a.e.solve(ctx, a.Tree)
	if err != nil {
		return nil, err
	}
	r, err := a.e.judge(ctx, a.Tree, steps, s)
	if err != nil {
		return nil, err
	}
	h := &HandedIn{Wrong: r.n(practice.Wrong.String())+r.n(practice.Unsound.String()) > 0 || r.n(practice.Right.String()) == 0}
	h.Right = !h.Wrong && !slices.ContainsFunc(r.Items, func(i item) bool { return i.Verdict != practice.Right.String() })
	var counts, why []string
	for _, c := range r.Counts {
		if c.N > 0 {
			says, _, _ := strings.Cut(c.Says, ":")
			counts = append(counts, fmt.Sprintf("%d %s", c.N, says))
		}
	}
	for _, i := range r.Items {
		if i.Verdict != practice.Right.String() && len(strings.Join(why, " "))+len(i.Why) < maxWhy {
			why = append(why, fmt.Sprintf("%s: %s. %s", i.What, i.Says, i.Why))
		}
	}
	h.Counts, h.Why = strings.Join(counts, ", "), strings.Join(why, "\n")
	if run.LinkText(a.Tree) != "" {
		q := a.e.query()
		q.Set("done", "1")
		writeMoves(q, steps, a.Tree)
		h.Result = "/practice?" + q.Encode()
	}
	return h, nil
}

// WithPass adds the pass of a student to the address of a result. A page without it shows no result of an
// exercise that is part of open homework.
func WithPass(result, pass string) string {
	if result == "" {
		return ""
	}
	return result + "&" + url.Values{passName: {pass}}.Encode()
}
