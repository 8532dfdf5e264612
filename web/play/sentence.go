package play

import (
	"context"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/a-h/templ"

	"espalier/trace"
)

// longestSum is the longest sum or value that is kept on one line, in letters.
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

// nodeName writes the name of a node. A long path, such as root.1.1.3.1, breaks after a dot.
func nodeName(name string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, strings.ReplaceAll(templ.EscapeString(name), ".", ".<wbr>"))
		return err
	})
}
