package figures

import (
	"strconv"
	"strings"

	"espalier/trees/figures"
	"espalier/web/words"
)

// A milestone is an entry of a timeline. Gap is the CSS class of the space before
// the entry: the longer the pause, the wider the space.
type milestone struct{ Year, Who, What, Gap string }

func milestones(t *figures.Table) []milestone {
	var list []milestone
	before := 0
	for _, r := range t.Rows {
		year, err := strconv.Atoi(r[0][:min(4, len(r[0]))])
		m := milestone{Year: r[0], Who: r[1], What: strings.ReplaceAll(words.MaxN(r[2]), "10^14", "10¹⁴")}
		if err == nil && before > 0 {
			switch pause := year - before; {
			case pause > 40:
				m.Gap = "gap-4"
			case pause > 15:
				m.Gap = "gap-3"
			case pause > 5:
				m.Gap = "gap-2"
			}
		}
		before = year
		list = append(list, m)
	}
	return list
}
