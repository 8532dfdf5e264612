package play

import (
	"slices"
	"strconv"
)

// This file draws the marks on the scrub bar. The script draws the same ones when the
// whole run is known (static/js/run/marks.js).

const (
	// maxSingleMarks is the number of marks up to which each is drawn by itself: with
	// more of them the bar would be solid. Beyond it, columns show how many there are
	// in each part of the run.
	maxSingleMarks = 120
	// markColumns is the number of these parts.
	markColumns = 200

	markWidth, markHeight = 1_000.0, 10.0 // size of the bar, in its own units
	singleWidth           = 3.0
	// leastColumn is the height of the lowest column: one mark among many is seen.
	leastColumn = 1.0
)

// markClasses are the kinds of marks, from the bottom of a column to its top.
var markClasses = []string{"cut", "later", "again"}

// A markAt is a mark, or a part of a column.
type markAt struct{ X, Y, Width, Height, Class string }

// SetMarks sets the marks on the scrub bar. The run's last step must be set.
func (p *Page) SetMarks(marks []StepMark) {
	p.Marks = nil
	last := max(1, p.Last)
	if len(marks) <= maxSingleMarks {
		for _, m := range marks {
			x := markWidth*float64(m.Step)/float64(last) - singleWidth/2
			p.Marks = append(p.Marks, newMark(x, 0, singleWidth, markHeight, m.Class))
		}
		return
	}
	var columns [markColumns][]int
	most := 0
	for _, m := range marks {
		c := min(markColumns-1, m.Step*markColumns/last)
		if columns[c] == nil {
			columns[c] = make([]int, len(markClasses))
		}
		columns[c][slices.Index(markClasses, m.Class)]++
		most = max(most, sum(columns[c]))
	}
	const width = markWidth / markColumns
	for c, counts := range columns {
		all := sum(counts)
		if all == 0 {
			continue
		}
		height := max(leastColumn, markHeight*float64(all)/float64(most))
		bottom := markHeight
		for i, n := range counts {
			if n == 0 {
				continue
			}
			part := height * float64(n) / float64(all)
			bottom -= part
			p.Marks = append(p.Marks, newMark(float64(c)*width, bottom, width, part, markClasses[i]))
		}
	}
}

func newMark(x, y, width, height float64, class string) markAt {
	number := func(v float64) string {
		text := strconv.FormatFloat(v, 'f', 1, 64)
		if text == "-0.0" {
			return "0.0"
		}
		return text
	}
	return markAt{number(x), number(y), number(width), number(height), class}
}

func sum(list []int) (total int) {
	for _, n := range list {
		total += n
	}
	return total
}
