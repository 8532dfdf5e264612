package assign

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"espalier/web/app"
	"espalier/web/judge"
	"espalier/web/problem"
)

// This file writes the results as tables for spreadsheets and gradebooks.

// A table is a form of the results, by its name in the address.
type table struct {
	name, title string
	write       func(a *assignment, list []row, out *csv.Writer)
}

var tables = []table{
	{"grades", "Grades: a row for each student", (*assignment).writeGrades},
	{"long", "Answers: a row for each student and item", (*assignment).writeLong},
	{"moodle", "For Moodle’s gradebook", (*assignment).writeMoodle},
	{"canvas", "For Canvas’s gradebook", (*assignment).writeCanvas},
}

// longTable is the form without a name.
const longTable = "long"

// ResultsCSV answers GET /api/v1/assignments/{assignment}/results.csv with the key. for names the form.
func (h *Handlers) ResultsCSV(w http.ResponseWriter, r *http.Request) error {
	q, err := problem.CheckKnown(r, "for")
	if err != nil {
		return err
	}
	var names []string
	var chosen *table
	for i := range tables {
		names = append(names, tables[i].name)
		if tables[i].name == cmp.Or(q.Get("for"), longTable) {
			chosen = &tables[i]
		}
	}
	if chosen == nil {
		return &problem.QueryError{Name: "for", Message: fmt.Sprintf("%.40q is not one of %s", q.Get("for"), strings.Join(names, ", "))}
	}
	return h.withKey(r, func(a *assignment) error {
		list, err := h.results(r.Context(), a)
		if err != nil {
			return err
		}
		out := app.NewCSV(w, chosen.name+"-"+string(a.id))
		chosen.write(a, list, out)
		out.Flush()
		return nil
	})
}

// writeLong writes a line for each student and item.
func (a *assignment) writeLong(list []row, out *csv.Writer) {
	judge.WriteLongHead(out)
	places, marks := a.items(), a.marks(list)
	for i := range list {
		r := &list[i]
		for k, place := range places {
			p, one := &a.Parts[place], a.resultOf(r, k)
			if r.lost {
				one.Words = damagedText
			}
			line := judge.LongLine{Name: r.Name, Student: i + 1, Item: k + 1, Kind: p.kind(), Text: a.textOf(k), State: one.State, Tries: strconv.Itoa(one.Tries), Seconds: strconv.Itoa(one.Seconds),
				Answer: one.Words, Mark: marks[i], Number: r.Number, Points: number(one.Points), Of: number(one.Of), Late: one.Late, At: one.At, Note: r.Note}
			line.Write(out)
		}
	}
}

// writeGrades writes a line for each student.
func (a *assignment) writeGrades(list []row, out *csv.Writer) {
	head := []string{"number", "name", "points", "of", "percent"}
	places := a.items()
	for k := range places {
		head = append(head, app.PlainCell(strconv.Itoa(k+1)+": "+a.itemName(k)))
	}
	out.Write(append(head, "late", "last answer"))
	for i := range list {
		r := &list[i]
		s := a.score(r.record)
		line := []string{app.PlainCell(r.Number), app.PlainCell(r.Name), number(s.Points), number(s.Of), number(s.Percent)}
		if r.lost {
			line[2], line[4] = stateDamaged, ""
		}
		for k := range places {
			switch {
			case r.lost || a.Omitted[k]:
				line = append(line, "")
			default:
				line = append(line, number(a.earned(r.record, k)))
			}
		}
		out.Write(append(line, judge.Yes(s.Late), judge.Moment(known(s.At))))
	}
}

// writeMoodle writes what the grade import of Moodle maps to its columns: students by their ID number, and the
// points. There is no column for feedback, since importing one replaces the grades.
func (a *assignment) writeMoodle(list []row, out *csv.Writer) {
	out.Write([]string{"First name", "Last name", "ID number", app.PlainCell(a.Title)})
	for i := range list {
		if r := &list[i]; !r.lost {
			first, last := firstAndLast(r.Name)
			out.Write([]string{app.PlainCell(first), app.PlainCell(last), app.PlainCell(r.Number), number(a.score(r.record).Points)})
		}
	}
}

// writeCanvas writes what the gradebook of Canvas imports: five columns that name the student, one for the
// assignment, and a line with the points possible.
func (a *assignment) writeCanvas(list []row, out *csv.Writer) {
	out.Write([]string{"Student", "ID", "SIS User ID", "SIS Login ID", "Section", app.PlainCell(a.Title)})
	var of float64
	for k := range a.items() {
		of += a.worth(k)
	}
	out.Write([]string{"    Points Possible", "", "", "", "", number(hundredths(of))})
	for i := range list {
		if r := &list[i]; !r.lost {
			first, last := firstAndLast(r.Name)
			name := last
			if first != "" {
				name += ", " + first
			}
			out.Write([]string{app.PlainCell(name), "", app.PlainCell(r.Number), "", "", number(a.score(r.record).Points)})
		}
	}
}

// firstAndLast splits a name before its last word. Only a person knows better.
func firstAndLast(name string) (first, last string) {
	words := strings.Fields(name)
	if len(words) == 0 {
		return "", ""
	}
	return strings.Join(words[:len(words)-1], " "), words[len(words)-1]
}

// itemName names an item in the head of a table.
func (a *assignment) itemName(k int) string {
	text := a.textOf(k)
	if title := a.Parts[a.items()[k]].Title; title != "" {
		return title + ": " + text
	}
	return text
}

// number writes points as all gradebooks read them: with a point, and no more digits than it has.
func number(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
