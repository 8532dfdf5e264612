package app

import (
	"encoding/csv"
	"net/http"
	"strings"
)

// NewCSV begins an answer with a table that is saved as a file.
func NewCSV(w http.ResponseWriter, name string, columns []string) *csv.Writer {
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`.csv"`)
	out := csv.NewWriter(w)
	out.Write(columns)
	return out
}

// PlainCell returns a text that spreadsheets do not read as a formula.
func PlainCell(text string) string {
	if strings.IndexAny(text, "=+-@\t\r") == 0 {
		return "'" + text
	}
	return text
}
