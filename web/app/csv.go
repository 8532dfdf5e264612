package app

import (
	"encoding/csv"
	"io"
	"net/http"
	"strings"
)

// byteOrderMark begins a table, so that spreadsheets read it as UTF-8.
const byteOrderMark = "\ufeff"

// NewCSV begins an answer with a table that is saved as a file.
func NewCSV(w http.ResponseWriter, name string) *csv.Writer {
	NameCSV(w, name)
	return BeginCSV(w)
}

// NameCSV says that an answer is a table that is saved as a file.
func NameCSV(w http.ResponseWriter, name string) {
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`.csv"`)
}

// BeginCSV begins a table.
func BeginCSV(w io.Writer) *csv.Writer {
	io.WriteString(w, byteOrderMark)
	return csv.NewWriter(w)
}

// PlainCell returns a text that spreadsheets do not read as a formula.
func PlainCell(text string) string {
	if strings.IndexAny(text, "=+-@\t\r") == 0 {
		return "'" + text
	}
	return text
}
