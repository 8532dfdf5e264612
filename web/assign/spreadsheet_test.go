package assign_test

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"espalier/web/webtest"
)

// A cell is one that LibreOffice has read: its type, and what it shows.
type cell struct{ Type, Text string }

// inLibreOffice opens files in LibreOffice, and returns their cells. Its window finds the character set by the byte
// order mark; without a window it has to be named.
func inLibreOffice(t *testing.T, files map[string][]byte) map[string][][]cell {
	t.Helper()
	office, err := exec.LookPath("soffice")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("no soffice (package libreoffice-calc-nogui); .ci/install installs it")
		}
		t.Skip("SKIPPED: no soffice (package libreoffice-calc-nogui): what a spreadsheet reads from the files of grades is not tested")
	}
	folder := t.TempDir()
	const utf8 = "76"
	arguments := []string{"--headless", "-env:UserInstallation=file://" + folder + "/profile", "--infilter=CSV:44,34," + utf8 + ",1", "--convert-to", "fods", "--outdir", folder}
	for name, text := range files {
		file := filepath.Join(folder, name+".csv")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		arguments = append(arguments, file)
	}
	run := exec.Command(office, arguments...)
	run.Env = append(os.Environ(), "HOME="+folder)
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("soffice: %v\n%s", err, out)
	}
	opened := map[string][][]cell{}
	for name := range files {
		opened[name] = cellsOf(t, filepath.Join(folder, name+".fods"))
	}
	return opened
}

// cellsOf reads the cells of a document.
func cellsOf(t *testing.T, file string) (rows [][]cell) {
	t.Helper()
	document, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var parsed struct {
		Rows []struct {
			Cells []struct {
				Type    string   `xml:"urn:oasis:names:tc:opendocument:xmlns:office:1.0 value-type,attr"`
				Formula string   `xml:"formula,attr"`
				Times   int      `xml:"number-columns-repeated,attr"`
				Text    []string `xml:"p"`
			} `xml:"table-cell"`
		} `xml:"body>spreadsheet>table>table-row"`
	}
	if err := xml.NewDecoder(bytes.NewReader(document)).Decode(&parsed); err != nil {
		t.Fatal(err)
	}
	for _, r := range parsed.Rows {
		var row []cell
		for _, c := range r.Cells {
			if c.Formula != "" {
				t.Errorf("a formula: %s", c.Formula)
			}
			for range max(c.Times, 1) {
				row = append(row, cell{c.Type, strings.Join(c.Text, "\n")})
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// TestSpreadsheet opens each file of grades in LibreOffice: it shows the same cells, points are numbers, and nothing
// is computed.
func TestSpreadsheet(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds of LibreOffice")
	}
	_, ts := webtest.ServeWithStore(t)
	id, _ := lessonOf(t, ts, kinds)
	c := assigned(t, ts, `{"title":"=Woche 1; „Schnitte“","items":[{"lesson":"`+id+`","points":2.5}],"numbers":"optional"}`)
	ada := c.entered(`{"name":"Zoë \"Z\" Ångström, Łódź","number":"A7"}`)
	c.entered(`{"name":"=cmd|' /C calc'!A0","number":"+1"}`)
	c.answer(ada.Token, 0, `[5]`)
	files := map[string][]byte{}
	for _, form := range []string{"grades", "long", "moodle", "canvas"} {
		_, files[form] = webtest.Get(t, ts.URL+c.byKey("/results.csv?for="+form))
		if !strings.HasPrefix(string(files[form]), "\ufeff") {
			t.Errorf("%s has no byte order mark", form)
		}
	}
	opened := inLibreOffice(t, files)
	for form, b := range files {
		lines, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(b), "\ufeff"))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		rows := opened[form]
		if len(rows) < len(lines) {
			t.Fatalf("%s: %d rows of %d", form, len(rows), len(lines))
		}
		points := slices.IndexFunc(lines[0], func(head string) bool { return head == "points" })
		if points < 0 { // a gradebook's: the last column
			points = len(lines[0]) - 1
		}
		for i, line := range lines {
			for j, want := range line {
				var got cell
				if j < len(rows[i]) {
					got = rows[i][j]
				}
				if got.Text != strings.TrimSpace(want) && got.Text != want && !sameTime(got.Text, want) {
					t.Errorf("%s, row %d, column %q: LibreOffice shows %q, and the file has %q", form, i+1, lines[0][j], got.Text, want)
				}
				if j == points && i > 0 && got.Type != "float" {
					t.Errorf("%s, row %d: points %q are a %s", form, i+1, got.Text, got.Type)
				}
			}
		}
	}
}

// sameTime reports whether two texts are a time in two forms.
func sameTime(a, b string) bool {
	digits := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, s)
	}
	return len(b) == len("2006-01-02 15:04:05") && strings.Contains(b, ":") && len(digits(a)) >= 8
}
