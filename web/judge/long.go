package judge

import (
	"encoding/csv"
	"strconv"
	"time"

	"espalier/web/app"
)

// The long table of results has a line for each student and question, of assignments and of rooms.

// A LongLine is one of its lines. What is not known is empty.
type LongLine struct {
	Name           string
	Student, Item  int // from 1
	Kind, Text     string
	State          string
	Tries, Seconds string
	Answer         string
	Mark           string
	Number         string
	Points, Of     string
	Late           bool
	At             *int64 // ms
	Note           string
}

// WriteLongHead writes the names of the columns.
func WriteLongHead(out *csv.Writer) {
	out.Write([]string{"name", "student", "item", "kind", "question", "state", "tries", "seconds", "answer", "mark", "number", "points", "of", "late", "at", "note"})
}

// Write writes the line. A spreadsheet reads none of its texts as a formula.
func (l *LongLine) Write(out *csv.Writer) {
	out.Write([]string{app.PlainCell(l.Name), strconv.Itoa(l.Student), strconv.Itoa(l.Item), l.Kind, app.PlainCell(l.Text), l.State, l.Tries, l.Seconds, app.PlainCell(l.Answer), app.PlainCell(l.Mark),
		app.PlainCell(l.Number), l.Points, l.Of, Yes(l.Late), Moment(l.At), app.PlainCell(l.Note)})
}

// Yes returns what a table has for a fact; empty: it is not so.
func Yes(is bool) string {
	if is {
		return "yes"
	}
	return ""
}

// Moment writes a time in ms as spreadsheets read it, in UTC; nil: it is not known.
func Moment(at *int64) string {
	if at == nil {
		return ""
	}
	return time.UnixMilli(*at).UTC().Format("2006-01-02 15:04:05")
}
