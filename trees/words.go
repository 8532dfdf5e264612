package trees

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxQuoted is how much of the input an error repeats: enough to find it by,
// where the input may be megabytes long.
const maxQuoted = 40

// truncate is s, or its beginning where it is long.
func truncate(s string) string {
	if utf8.RuneCountInString(s) <= maxQuoted {
		return s
	}
	return string([]rune(s[:min(len(s), maxQuoted*utf8.UTFMax)])[:maxQuoted]) + "…"
}

func quoted(s string) string { return strconv.Quote(truncate(s)) }

// inQuotes is s as it is read aloud or stands in a list: an error shows what
// cannot be seen, the words of an edit do not.
func inQuotes(s string) string { return "“" + truncate(s) + "”" }

// joinWords names the words: "low, up and static".
func joinWords(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// unknownWord says that a word is not one of those known, and which one may be
// meant. What it is not comes as a phrase: "a key of a node".
func unknownWord(word, what string, known []string) string {
	said := quoted(word) + " is not " + what
	for _, k := range known {
		if strings.EqualFold(word, k) {
			return said + "; write it in lower case: " + quoted(k)
		}
	}
	nearest := slices.MinFunc(known, func(a, b string) int { return distance(word, a) - distance(word, b) })
	if distance(word, nearest) <= max(1, len(nearest)/3) {
		return said + "; did you mean " + quoted(nearest) + "?"
	}
	return said + "; there are " + joinWords(known)
}

// distance is the number of letters to put in, take out, change, or swap with
// their neighbour to make b from a (optimal string alignment). Words much
// longer than any key are far from all of them.
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
