package tasks

import (
	"net/http"
	"strconv"

	"espalier/trees"
	"espalier/web/app"
	"espalier/web/run"
)

// Results answers GET /api/v1/tasks/{task}/results with the key.
func (h *Handlers) Results(w http.ResponseWriter, r *http.Request) error {
	return h.withKey(r, func(t *task) error {
		list, err := h.rows(r.Context(), t.id)
		if err == nil {
			err = app.StreamAnswer(r.Context(), recordBytes(list))
		}
		if err != nil {
			return err
		}
		type named struct {
			Number int    `json:"number"` // from 1
			Title  string `json:"title"`
		}
		head := struct {
			settings
			Trees []named `json:"trees"`
		}{settings: t.settings()}
		for i := range t.Trees {
			head.Trees = append(head.Trees, named{i + 1, t.Trees[i].Title})
		}
		w.Header().Set("Content-Type", "application/json")
		app.WriteParts(r.Context(), w, func(b []byte, part trees.Part) []byte {
			b = append(app.AppendMembers(append(b, '{'), head), `,"students":[`...)
			for i, one := range list {
				if i > 0 {
					b = append(b, ',')
				}
				b = part.Full(app.AppendJSON(b, struct {
					Name    string      `json:"name"`
					Student string      `json:"student"`
					Damaged bool        `json:"damaged,omitempty"`
					Runs    []runAnswer `json:"runs"`
				}{one.Name, string(one.student), one.lost, h.runsOf(t, one.record)}))
			}
			return append(b, "]}\n"...)
		})
		return nil
	})
}

// recordBytes estimates the memory of records.
func recordBytes(list []row) (bytes int64) {
	const student, tree = 300, 200
	for _, r := range list {
		bytes += student
		for _, s := range r.Runs {
			bytes += tree + int64(len(s.Why))
		}
	}
	return bytes
}

// csvColumns are the columns of the table of results, which has a line for each student and tree.
var csvColumns = []string{"name", "student", "tree", "title", "verdict", "tries", "errors", "line", "first mistake", "run"}

// ResultsCSV answers GET /api/v1/tasks/{task}/results.csv with the key.
func (h *Handlers) ResultsCSV(w http.ResponseWriter, r *http.Request) error {
	return h.withKey(r, func(t *task) error {
		list, err := h.rows(r.Context(), t.id)
		if err == nil {
			err = app.StreamAnswer(r.Context(), recordBytes(list))
		}
		if err != nil {
			return err
		}
		out := app.NewCSV(w, "results-"+string(t.id))
		out.Write(csvColumns)
		for i, one := range list {
			for number := 1; number <= len(t.Trees); number++ {
				s, line, at := one.on(number), "", ""
				if s.Line > 0 {
					line = strconv.Itoa(s.Line)
				}
				if s.Trace != "" {
					at = h.WholeAddress(r, run.TracePath(s.Trace))
				}
				out.Write([]string{app.PlainCell(one.Name), strconv.Itoa(i + 1), strconv.Itoa(number), app.PlainCell(t.name(number)), s.Verdict, strconv.Itoa(s.Tries), strconv.Itoa(s.Errors), line, app.PlainCell(s.Why), at})
			}
		}
		out.Flush()
		return nil
	})
}
