package assign

import (
	"math"
	"strconv"

	"espalier/web/problem"
)

// This file counts points. An item has one point, unless the teacher gives it more. A right answer gets all
// of them, one that is partly right gets half of them.

// readPoints reads a number of points.
func readPoints(raw []byte, path string) (float64, error) {
	n, err := problem.ReadNumber(raw, path)
	if err != nil {
		return 0, err
	}
	points := float64(n.Score) / float64(n.Unit)
	if points < 0 || points > MaxPoints {
		return 0, problem.Refused(path, "%s is out of range: 0 to %d", n, MaxPoints)
	}
	return hundredths(points), nil
}

// setPoints sets the points of items: an object with the numbers of items as its keys.
func (a *assignment) setPoints(raw []byte) error {
	given, err := readByItem(raw, "points", len(a.items()))
	for k, points := range given {
		a.setWorth(k, points)
	}
	return err
}

// readByItem reads an object with points by the numbers of items.
func readByItem(raw []byte, path string, items int) (map[int]float64, error) {
	members, err := problem.SplitObject(raw, path)
	if err != nil {
		return nil, err
	}
	given := map[int]float64{}
	for _, m := range members {
		at := problem.JoinPath(path, m.Key)
		k, err := strconv.Atoi(m.Key)
		if err != nil || k < 0 || k >= items {
			return nil, problem.Refused(at, "there is no such item; the assignment has items 0 to %d", items-1)
		}
		if given[k], err = readPoints(m.Raw, at); err != nil {
			return nil, err
		}
	}
	return given, nil
}

// hundredths rounds points, so that their sums are what a person adds up.
func hundredths(points float64) float64 { return math.Round(points*100) / 100 }

// worth returns the points of an item; 0: it does not count.
func (a *assignment) worth(k int) float64 {
	if a.Omitted[k] {
		return 0
	}
	if points, given := a.Points[k]; given {
		return points
	}
	return 1
}

// setWorth sets the points of an item.
func (a *assignment) setWorth(k int, points float64) {
	if a.Points == nil {
		a.Points = map[int]float64{}
	}
	a.Points[k] = points
}

// earned returns the points of a student for an item.
func (a *assignment) earned(r *record, k int) float64 {
	if a.Omitted[k] {
		return 0
	}
	if points, given := r.Points[k]; given {
		return points
	}
	g := r.Items[k].counts(a.Feedback)
	if g == nil {
		return 0
	}
	switch g.State {
	case stateRight:
		return a.worth(k)
	case statePartly:
		return hundredths(a.worth(k) / 2)
	}
	return 0
}

// A score is what a student has reached.
type score struct {
	Points  float64
	Of      float64
	Percent float64
	Late    bool  // an answer that counts is late
	At      int64 // of the last answer, in ms; 0: not known
}

// score adds up the points of a student.
func (a *assignment) score(r *record) (s score) {
	for k := range a.items() {
		s.Points += a.earned(r, k)
		s.Of += a.worth(k)
		item := r.Items[k]
		if g := item.counts(a.Feedback); g != nil && a.isLate(r, g.At) && !a.Omitted[k] {
			s.Late = true
		}
		s.At = max(s.At, item.last())
	}
	s.Points, s.Of = hundredths(s.Points), hundredths(s.Of)
	if s.Of > 0 {
		s.Percent = math.Round(s.Points/s.Of*1000) / 10
	}
	return s
}
