package run

import (
	"regexp"
	"unicode/utf8"

	"espalier/trace"
)

// longestSum is the longest sum that is kept on one line, in letters.
const longestSum = 24

var (
	operator = regexp.MustCompile(`^ [−+=≥≤] $`)
	numbers  = regexp.MustCompile(`^\d[\d.]*( [−+] \d[\d.]*)*$`)
)

// wholeSums divides a sentence into its parts, but for short sums, such as 9 − 5 = 4: all
// parts of one are together. The script of a run does the same (sentence.js).
func wholeSums(s trace.Sentence) (groups []trace.Sentence) {
	for len(s) > 0 {
		end, length := 1, utf8.RuneCountInString(s[0].Text)
		if operand(&s[0]) {
			for end+1 < len(s) && operator.MatchString(s[end].Text) && operand(&s[end+1]) {
				length += utf8.RuneCountInString(s[end].Text) + utf8.RuneCountInString(s[end+1].Text)
				end += 2
			}
		}
		if length > longestSum {
			end = 1
		}
		groups = append(groups, s[:end])
		s = s[end:]
	}
	return groups
}

func operand(s *trace.Span) bool {
	return s.Player == 0 && s.Node < 0 && (s.Strong || numbers.MatchString(s.Text))
}
