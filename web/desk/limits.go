package desk

import (
	"time"

	"espalier/trees"
)

const (
	// MaxThings bounds the things of a desk: the reads of one answer. It is some years of teaching.
	MaxThings = 500

	// MaxTitle bounds the title of a thing in characters.
	MaxTitle = trees.MaxTitleRunes

	// MaxFolder bounds the name of a folder in characters: a line on a phone.
	MaxFolder = 60

	// maxKey bounds a key in bytes. The longest that a feature makes has 34.
	maxKey = 64

	// Lifetime is how long a desk is kept after it was last opened or changed: a course that is held each year finds
	// it again.
	Lifetime = 400 * 24 * time.Hour

	// touchTime is how old the time of the last opening may be in the store: opening a desk writes once a day.
	touchTime = 24 * time.Hour

	// passTime is how long a browser has to take the key from the cookie with which the link of a desk leads to it.
	passTime = time.Minute

	// describedAtOnce is how many things of a desk are read at a time: most of it is waiting for the store.
	describedAtOnce = 8
)
