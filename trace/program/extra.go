package program

import (
	"sort"

	"espalier/trees"
)

const (
	// MaxExtra is the most bytes of the keys of an event that have no meaning in the format: they are
	// kept to be shown beside its node, and a program may print whatever it likes.
	MaxExtra = 1 << 10

	// MaxExtras is the number of lines of a run whose further keys are kept. A page lists the first
	// ones; what was sent has them all.
	MaxExtras = 1_000
)

// extras are those keys with their values, by line.
type extras struct {
	lines []int32
	texts []string
	count int // lines with such keys
	bytes int64
	cut   int // the first line of which something was dropped; 0: none
}

func (x *extras) add(line int, rest []byte) {
	if x.count++; x.count > MaxExtras {
		return
	}
	x.lines = append(x.lines, int32(line))
	x.texts = append(x.texts, string(rest))
	x.bytes += int64(len(rest))
}

// keep keeps a key of the current line that has no meaning here.
func (r *Reader) keep(key, raw []byte) {
	size := len(r.rest) + len(key) + len(raw) + len(`"":,`)
	if size > MaxExtra {
		if r.run.extras.cut == 0 {
			r.run.extras.cut = r.run.Lines
		}
		return
	}
	if len(r.rest) > 0 {
		r.rest = append(r.rest, ',')
	}
	r.rest = trees.AppendQuoted(r.rest, key)
	r.rest = append(append(r.rest, ':'), raw...)
}

// Extra returns the keys of a line that have no meaning in the format, as a JSON object; empty:
// it has none, or MaxExtras lines before it have some.
func (r *Run) Extra(line int) string {
	x := &r.extras
	i := sort.Search(len(x.lines), func(i int) bool { return int(x.lines[i]) >= line })
	if i == len(x.lines) || int(x.lines[i]) != line {
		return ""
	}
	return "{" + x.texts[i] + "}"
}

// Extras returns how many lines have such keys.
func (r *Run) Extras() int { return r.extras.count }

// Dropped returns the first line with more than MaxExtra bytes of such keys, of which the rest
// was dropped; 0: there is none.
func (r *Run) Dropped() int { return r.extras.cut }
