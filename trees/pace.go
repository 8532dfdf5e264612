package trees

import "context"

// A tree of the largest size takes tenths of a second to read, to edit or to merge. A server
// has to serve others in between, and to stop when nobody waits for the result. The
// functions that take a context, as ReadTextIn, therefore call what WithPass has put into
// it after every few steps.

type passKey struct{}

// WithPass returns a context whose computations on trees call pass after every few steps.
// pass may let others compute before it returns. Its error ends the computation, as does
// the end of the context.
func WithPass(ctx context.Context, pass func(context.Context) error) context.Context {
	return context.WithValue(ctx, passKey{}, pass)
}

type blockedKey struct{}

// WithBlocked returns a context in which what may block is called by blocked, which lets others
// compute until it returns.
func WithBlocked(ctx context.Context, blocked func(ctx context.Context, f func())) context.Context {
	return context.WithValue(ctx, blockedKey{}, blocked)
}

// Blocked calls f, which waits for others: what computes in the context has no processor in the
// meantime. Whoever waits for what others make, or for a lock that they hold while they compute,
// waits in f, since they may need that processor.
func Blocked(ctx context.Context, f func()) {
	if blocked, ok := ctx.Value(blockedKey{}).(func(context.Context, func())); ok {
		blocked(ctx, f)
		return
	}
	f()
}

// stepsBetween is the number of steps between two calls of pass. A step is a node or a
// token: some tenths of a microsecond, a fraction at most some microseconds.
const stepsBetween = 256

// A pace counts the steps of one computation. The nil pace counts none.
type pace struct {
	ctx  context.Context
	pass func(context.Context) error
	left int // steps until the next call
}

// ended is the panic value that ends a computation whose context has ended.
type ended struct{ err error }

func paceOf(ctx context.Context) *pace {
	pass, _ := ctx.Value(passKey{}).(func(context.Context) error)
	if pass == nil && ctx.Done() == nil {
		return nil
	}
	return &pace{ctx, pass, stepsBetween}
}

// step is called at every node or token.
func (p *pace) step() {
	if p == nil {
		return
	}
	if p.left--; p.left <= 0 {
		p.check()
	}
}

func (p *pace) check() {
	p.left = stepsBetween
	if p.pass != nil {
		if err := p.pass(p.ctx); err != nil {
			panic(ended{err})
		}
	}
	if p.ctx.Err() != nil {
		panic(ended{context.Cause(p.ctx)})
	}
}

// StepsOf returns a function that a computation outside this package calls at every step,
// as those here do; see WithPass. Its error ends the computation.
func StepsOf(ctx context.Context) func() error {
	p := paceOf(ctx)
	if p == nil {
		return func() error { return nil }
	}
	return func() (err error) {
		if p.left--; p.left > 0 {
			return nil
		}
		defer catch(&err)
		p.check()
		return nil
	}
}
