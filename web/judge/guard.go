package judge

import (
	"context"
	"math"
	"net/http"
	"slices"

	"espalier/web/problem"
	"espalier/web/run"
)

// A Viewer is whoever sends a request, if it belongs to a student or a follower.
type Viewer interface {
	// Questions returns the open questions, and what a room or homework shows, as an Open with the last step
	// that may be seen. A run that a room shows has its Like, one of homework only its Run.
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
func (who viewers) guard(ctx context.Context, r run.Guarded) (last int, why error) {
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
	of := r.Likeness()
	last, by := lastOf(of, own)
	if in := onTree(of, own); in != nil {
		if step := ownLast(r, shown); step < last {
			last, by = step, in
		}
	}
	if step, in := lastOf(of, shown); in != nil && by != nil && step > last {
		last = step // what the class sees, each student may see
	}
	if step, in := lastOf(of, class); in != nil && step < last {
		last, by = step, in
	}
	if in := onTree(of, class); in != nil && last > 0 {
		last, by = 0, in
	}
	if by == nil {
		return math.MaxInt, nil
	}
	return last, &problem.Error{Status: http.StatusConflict,
		Message: "This run belongs to " + by.Says + ". Answer the question there first. Then you can see the run here."}
}

// lastOf returns the last step of a run that some open questions leave, and the question that limits it;
// nil: none does. A question counts for a run that is like that of the question, since the steps, or the
// difference, may answer it.
func lastOf(of *run.Likeness, open []Open) (last int, by *Open) {
	same := run.Identity{Run: "like"}
	var about []Open
	for _, q := range open {
		if q.Like != nil && q.Like.To(of) == run.SameRun {
			q.Run = same
			about = append(about, q)
		}
	}
	l := LimitOf(-1, same, math.MaxInt, false, about)
	if l.Until < 0 {
		return math.MaxInt, nil
	}
	i := slices.IndexFunc(about, func(q Open) bool { return q.Shown == l.Until })
	return l.Until, &about[i]
}

// onTree returns the first open question on whose tree the run is another one; nil: there is none.
func onTree(of *run.Likeness, open []Open) *Open {
	i := slices.IndexFunc(open, func(q Open) bool { return q.Like != nil && q.Like.To(of) == run.SameTree })
	if i < 0 {
		return nil
	}
	return &open[i]
}

// ownLast returns the last step of another run on the tree of a question that homework itself shows to the
// student; 0: it shows none.
func ownLast(r run.Guarded, shown []Open) (last int) {
	one, ok := r.(*run.Resolved)
	if !ok || !slices.ContainsFunc(shown, func(q Open) bool { return q.Like == nil }) {
		return 0
	}
	of := one.Identity()
	for _, q := range shown {
		if q.Like == nil && q.Run == of {
			last = max(last, q.Shown)
		}
	}
	return last
}
