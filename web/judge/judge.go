package judge

import (
	"context"
	"errors"
	"time"

	"espalier/search/engine"
	"espalier/search/question"
	"espalier/search/recorded"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// searchTime bounds one search.
const searchTime = 15 * time.Second

// A Judge finds what is right. Its searches take turns with those of others.
type Judge struct{ *app.Core }

// Player returns the player of a run.
func (j Judge) Player(r *run.Resolved) question.Player {
	return func(ctx context.Context, observe trace.Observer) (engine.Result, error) {
		ctx, release, err := j.AcquireSearchSlot(j.WithTurn(ctx), app.KindOfRun(r))
		if err != nil {
			return engine.Result{}, err
		}
		defer release()
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		stop := time.AfterFunc(searchTime, func() { cancel(context.DeadlineExceeded) })
		defer stop.Stop()
		result, err := r.Run(ctx, observe)
		if !engine.EndedByEngine(err) && errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
			err = problem.Refused("show", "the search takes more than %s, the limit of one search for a room", searchTime)
		}
		return result, err
	}
}

// On returns a run that questions are asked about.
func (j Judge) On(r *run.Resolved) *question.Run {
	return &question.Run{
		Tree: r.Tree, Width: r.Width(), Scalar: r.Kind() != trees.MaxN, Play: j.Player(r), Recorded: recorded.Is(r.Algorithm),
		Name: nameOf(r),
		Against: func(other *engine.Algorithm) (question.Player, error) {
			spec := r.Spec.With(engine.AlgorithmConfig{Algorithm: other, Options: engine.Options{Root: r.Options.Root, Depth: r.Options.Depth, HasDepth: r.Options.HasDepth}})
			changed, err := r.Of.Resolve(spec)
			if err == nil {
				err = changed.Refused()
			}
			return j.Player(changed), err
		},
		Reordered: func(node int, order []int32) (question.Player, error) {
			tree, err := r.Tree.Reordered(node, order)
			if err != nil {
				return nil, err
			}
			return j.Player(run.OnTree(tree).With(r.Config())), nil
		},
		With: func(leaf int, value trees.Vector) (question.Player, error) {
			spec := r.Spec
			spec.Values = spec.Values.With(leaf, value)
			changed, err := r.Of.Resolve(spec)
			if err != nil {
				return nil, err
			}
			return j.Player(changed), nil
		},
	}
}

// nameOf returns the name of a run inside a sentence.
func nameOf(r *run.Resolved) string {
	if recorded.Is(r.Algorithm) {
		return "the program"
	}
	return words.MaxN(engine.InnerName(r.Algorithm))
}

// Right returns the right answer. An error in the question is a problem.Error.
func (j Judge) Right(ctx context.Context, q *question.Question, r *question.Run) (question.Right, error) {
	right, err := q.Right(ctx, r)
	return right, inQuestion(err)
}

// Explain returns the sentence of a step of a run; empty: the run has no such step.
func (j Judge) Explain(ctx context.Context, r *run.Resolved, step int) (trace.Sentence, error) {
	said, _, err := j.explain(ctx, r, step)
	return said, err
}

// ExplainCut is Explain in one text. After the sentence of a cut it has the bounds that meet.
func (j Judge) ExplainCut(ctx context.Context, r *run.Resolved, step int) (string, error) {
	said, c, err := j.explain(ctx, r, step)
	text := said.String()
	if c != nil && c.Who != "" {
		text += " " + c.Who + ": " + c.Sum + " " + c.Limit + "."
	}
	return text, err
}

// explain returns the sentence of a step, and the certificate if it is a cut.
func (j Judge) explain(ctx context.Context, r *run.Resolved, step int) (said trace.Sentence, c *trace.Certificate, err error) {
	x := r.Explainer()
	err = j.Player(r).Watch(ctx, func(e *trace.Event) bool {
		if e.Seq == step {
			if said = x.Explain(e); e.Type == trace.Prune {
				c = trace.NewCertificate(r.Tree, e, &e.Bounds)
			}
		}
		return e.Seq < step
	})
	return said, c, err
}

// inQuestion names the field of a fault as a member of the question.
func inQuestion(err error) error {
	var fault *question.Fault
	if errors.As(err, &fault) {
		return problem.Refused("question."+string(fault.Field), "%s", fault.Message)
	}
	return err
}
