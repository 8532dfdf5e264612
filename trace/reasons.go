package trace

import (
	"slices"

	"espalier/trees"
)

// Reasons are the certificates that a picture shows at a step.
type Reasons struct {
	Now   *Certificate   // of the step itself, if it is a prune or the start of a re-search
	Again []*Certificate // of the re-searches that began earlier and have not ended
}

// Researches collects the certificates of the re-searches that have not ended. It
// observes every event, in order. The zero value is before the first event.
type Researches struct{ open []research }

type research struct {
	child       int32
	certificate *Certificate // nil: the page gives no reason
}

// Observe reads the next event. bounds are the bounds in force at the event's node.
func (r *Researches) Observe(t *trees.Tree, e *Event, bounds *[trees.MaxPlayers]Bound) {
	switch n := len(r.open); {
	case e.Type == Research:
		r.open = append(r.open, research{e.Child, NewCertificate(t, e, bounds)})
	case e.Type == Exit && n > 0 && r.open[n-1].child == e.Node:
		r.open = r.open[:n-1]
	}
}

// Reasons returns the certificates to show at the event that was observed last.
func (r *Researches) Reasons(t *trees.Tree, e *Event, bounds *[trees.MaxPlayers]Bound) Reasons {
	var s Reasons
	open := r.open
	switch e.Type {
	case Prune:
		s.Now = NewCertificate(t, e, bounds)
	case Research:
		s.Now = open[len(open)-1].certificate
		open = open[:len(open)-1]
	}
	for _, o := range open {
		if o.certificate != nil {
			s.Again = append(s.Again, o.certificate)
		}
	}
	return s
}

// All returns the certificates, the latest first.
func (s *Reasons) All() []*Certificate {
	var list []*Certificate
	if s.Now != nil {
		list = append(list, s.Now)
	}
	for _, c := range slices.Backward(s.Again) {
		list = append(list, c)
	}
	return list
}
