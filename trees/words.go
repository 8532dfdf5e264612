package trees

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxQuoted is the maximum number of characters of the input that an error repeats. They
// are enough to find the place, and the input may be megabytes long.
const maxQuoted = 40

// truncate returns s, shortened if it is long.
func truncate(s string) string {
	if utf8.RuneCountInString(s) <= maxQuoted {
		return s
	}
	return string([]rune(s[:min(len(s), maxQuoted*utf8.UTFMax)])[:maxQuoted]) + "…"
}

func quoted(s string) string { return strconv.Quote(truncate(s)) }

// inQuotes returns s in typographic quotes without escapes, for the words of
// an edit; errors use quoted, which makes invisible characters visible.
func inQuotes(s string) string { return "“" + truncate(s) + "”" }

// unknownWord returns an error text for a word that is not one of the known words, and
// suggests a known word that is similar. what is a phrase: "a key of a node".
func unknownWord(word, what string, known []string) string {
	message := quoted(word) + " is not " + what
	for _, k := range known {
		if strings.EqualFold(word, k) {
			return message + "; write it in lower case: " + quoted(k)
		}
	}
	nearest := slices.MinFunc(known, func(a, b string) int { return distance(word, a) - distance(word, b) })
	if distance(word, nearest) <= max(1, len(nearest)/3) {
		return message + "; did you mean " + quoted(nearest) + "?"
	}
	return message + "; there are " + InWords(known)
}

// distance returns the number of letters to insert, delete, change, or swap
// with their neighbour to turn a into b (optimal string alignment). It is
// large for words much longer than any key.
func distance(a, b string) int {
	if len(a) > 2*len(b) {
		return len(a)
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			change := last[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
