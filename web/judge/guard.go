package judge

import (
	"context"
	"math"
	"net/http"

	"espalier/search/question"
	"espalier/web/problem"
	"espalier/web/run"
)

// A Viewer is whoever sends a request, if it belongs to a student or a follower.
type Viewer interface {
	// Questions returns the open questions, and what a room shows, as an Open with the last step that
	// its followers may see.
	Questions(ctx context.Context) (open, shown []Open, err error)
}

// Guard limits the runs that students see on pages that know no open question: whatever the page, and
// however the run is named. find returns viewers for a request; nil: it belongs to no student. Without the
// cookies and the token of a student, all is public.
func Guard(find ...func(r *http.Request) Viewer) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			var who viewers
			for _, f := range find {
				if v := f(r); v != nil {
					who = append(who, v)
				}
			}
			if len(who) > 0 {
				r = r.WithContext(run.WithGuard(r.Context(), who.guard))
			}
			next.ServeHTTP(w, r)
		})
	}
}

// KeepsLimits is for pages and answers that keep the limits of the viewer themselves, by LimitOf.
func KeepsLimits(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(run.Unguarded(r.Context())))
	})
}

type viewers []Viewer

// guard is a run.Guard. It asks each time: an answer can open the run while a websocket is open.
func (who viewers) guard(ctx context.Context, r *run.Resolved) (last int, why error) {
	if r.Algorithm == nil {
		return math.MaxInt, nil
	}
	ctx = run.Unguarded(ctx)
	var own, class, shown []Open
	for _, v := range who {
		open, seen, err := v.Questions(ctx)
		if err != nil {
			return 0, err
		}
		for _, q := range open {
			if q.Class {
				class = append(class, q)
			} else {
				own = append(own, q)
			}
		}
		shown = append(shown, seen...)
	}
	if len(own)+len(class) == 0 {
		return math.MaxInt, nil
	}
	of := r.Identity()
	last, by := lastOf(of, own)
	if step, in := lastOf(of, shown); in != nil && by != nil && step > last {
		last = step // what the class sees, each student may see
	}
	if step, in := lastOf(of, class); in != nil && step < last {
		last, by = step, in
	}
	if by == nil {
		return math.MaxInt, nil
	}
	return last, &problem.Error{Status: http.StatusConflict, Path: "run",
		Message: "this run belongs to " + by.Says + ". Answer the question there; then you can see the run here"}
}

// lastOf returns the last step of a run that some open questions leave, and the question that limits it;
// nil: none does.
func lastOf(of run.Identity, open []Open) (last int, by *Open) {
	l := LimitOf(-1, of, math.MaxInt, false, open)
	if l.Until < 0 {
		return math.MaxInt, nil
	}
	for i := range open {
		if q := &open[i]; q.Run.Run == of.Run && q.Shown == l.Until {
			by = q
		}
	}
	return l.Until, by
}

// OtherRun returns the run whose result answers a question: with the value that it asks about. Empty: the
// question is about no other run. value is that of the question as JSON; nil: the question has read it.
func (q *Question) OtherRun(r *run.Resolved, value []byte) run.Identity {
	if q.Kind != question.Root || r.Tree == nil {
		return run.Identity{}
	}
	spec, to := r.Spec, q.Value
	if value != nil {
		var err error
		if to, err = problem.ReadVector(value, "question.value", r.Tree); err != nil {
			return run.Identity{}
		}
	}
	spec.Values = spec.Values.With(q.Node, to)
	changed, err := r.Of.Resolve(spec)
	if err != nil {
		return run.Identity{}
	}
	return changed.Identity()
}
