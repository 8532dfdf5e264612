package draw

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/go-fonts/stix/stix2mathregular"
	"github.com/go-fonts/stix/stix2textbold"
	"github.com/go-fonts/stix/stix2textitalic"
	"github.com/go-fonts/stix/stix2textregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// update makes the fonts and the table again. It needs pyftsubset.
var update = flag.Bool("update", false, "make static/fonts and advances.txt again")

// sources are the fonts of the module, in the order of Fonts.
var sources = [][]byte{stix2textregular.TTF, stix2textitalic.TTF, stix2textbold.TTF, stix2mathregular.TTF}

// The characters that are kept of the text faces, as far as the fonts have them:
// those of European languages in Latin letters, of Greek, and of typography.
var textRanges = [][2]rune{
	{' ', '~'}, {0xA0, 0xAC}, {0xAE, 0x17F}, {'ˆ', 'ˇ'}, {'˘', '˝'}, {'΄', 'ώ'}, {'ϑ', 'ϑ'}, {'ϕ', 'ϕ'}, {'ϵ', 'ϵ'},
	{'‐', '―'}, {'‘', '„'}, {'†', '•'}, {'…', '…'}, {'‰', '‰'}, {'′', '‴'}, {'‹', '›'}, {'⁄', '⁄'},
	{'⁰', 'ₜ'}, {'€', '€'}, {'™', '™'}, {'⅓', '⅞'}, {'−', '−'},
}

// signRanges are the characters that only the face for formulas has.
var signRanges = [][2]rune{
	{'←', '↔'}, {'⇐', '⇔'}, {'∀', '∀'}, {'∃', '∃'}, {'∅', '∅'}, {'∈', '∉'}, {'∎', '∏'}, {'∑', '∑'}, {'√', '√'}, {'∞', '∞'},
	{'∧', '∪'}, {'≈', '≈'}, {'≠', '≠'}, {'≤', '≥'}, {'⊂', '⊇'}, {'⊥', '⊥'}, {'⋯', '⋯'}, {'⌈', '⌋'}, {'①', '⑨'},
	{'■', '□'}, {'▲', '▲'}, {'▶', '▶'}, {'▾', '▾'}, {'○', '○'}, {'●', '●'}, {'♔', '♟'},
}

func fontsFolder() string { return filepath.Join("..", "..", "static") }

// sum is written in the table for each font, so that it is known which fonts the
// table is about.
func sum(b []byte) string { return fmt.Sprintf("%x", sha256.Sum256(b)) }

func parsed(t *testing.T, source []byte) *sfnt.Font {
	t.Helper()
	f, err := sfnt.Parse(source)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// width returns the width of a character in a font of the module, 0 if it has none.
func width(t *testing.T, f *sfnt.Font, r rune) int {
	t.Helper()
	var buf sfnt.Buffer
	glyph, err := f.GlyphIndex(&buf, r)
	if err != nil {
		t.Fatal(err)
	}
	if glyph == 0 {
		return 0
	}
	w, err := f.GlyphAdvance(&buf, glyph, fixed.I(int(f.UnitsPerEm())), font.HintingNone)
	if err != nil {
		t.Fatal(err)
	}
	return w.Round()
}

// newTable makes advances.txt from the fonts of the module and the committed files.
func newTable(t *testing.T) string {
	var b strings.Builder
	b.WriteString("# Made by go test ./web/draw -update. The width of each character, in thousandths of the font size:\n" +
		"# regular, italic and bold; one width for a sign of the face for formulas.\n")
	var fonts []*sfnt.Font
	for i, name := range Fonts {
		file, err := os.ReadFile(filepath.Join(fontsFolder(), name))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "# %s: %s, of %s\n", name, sum(file), sum(sources[i]))
		f := parsed(t, sources[i])
		if f.UnitsPerEm() != unitsPerEm {
			t.Fatalf("%s: %d units, want %d", name, f.UnitsPerEm(), unitsPerEm)
		}
		fonts = append(fonts, f)
	}
	for _, list := range textRanges {
		for r := list[0]; r <= list[1]; r++ {
			if w := width(t, fonts[Regular], r); w > 0 {
				fmt.Fprintf(&b, "%04X %d %d %d\n", r, w, width(t, fonts[Italic], r), width(t, fonts[Bold], r))
			}
		}
	}
	for _, list := range signRanges {
		for r := list[0]; r <= list[1]; r++ {
			if w := width(t, fonts[faces], r); w > 0 {
				fmt.Fprintf(&b, "%04X %d\n", r, w)
			}
		}
	}
	return b.String()
}

// subset writes a font with some of its characters, and with what its licence
// asks for: the copyright and the licence.
func subset(t *testing.T, source []byte, ranges [][2]rune, features, to string) {
	from := filepath.Join(t.TempDir(), "font.otf")
	if err := os.WriteFile(from, source, 0o644); err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, r := range ranges {
		list = append(list, fmt.Sprintf("U+%X-%X", r[0], r[1]))
	}
	out, err := exec.Command("pyftsubset", from, "--unicodes="+strings.Join(list, ","), "--layout-features="+features, "--flavor=woff2",
		"--name-IDs=0,1,2,3,4,5,6,13,14", "--no-hinting", "--desubroutinize", "--output-file="+to).CombinedOutput()
	if err != nil {
		t.Fatalf("pyftsubset: %v\n%s", err, out)
	}
}

// TestFontsAreThoseOfTheModule checks that the committed fonts were made of the
// fonts in go.mod, that the widths are those of its tables, and that no font is
// larger than a page may wait for.
func TestFontsAreThoseOfTheModule(t *testing.T) {
	const most = 45_000
	if *update {
		for i, name := range Fonts {
			ranges, features := textRanges, "kern,liga,ccmp"
			if Face(i) == faces {
				ranges, features = signRanges, ""
			}
			subset(t, sources[i], ranges, features, filepath.Join(fontsFolder(), name))
		}
		if err := os.WriteFile("advances.txt", []byte(newTable(t)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	committed, err := os.ReadFile("advances.txt")
	if err != nil {
		t.Fatal(err)
	}
	if string(committed) != newTable(t) {
		t.Error("advances.txt is not the table of the fonts; go test ./web/draw -update makes both again")
	}
	for _, name := range Fonts {
		file, err := os.ReadFile(filepath.Join(fontsFolder(), name))
		if err != nil {
			t.Fatal(err)
		}
		if len(file) > most {
			t.Errorf("%s has %d bytes, want at most %d", name, len(file), most)
		}
		if !bytes.HasPrefix(file, []byte("wOF2OTTO")) {
			t.Errorf("%s is no font in the format woff2", name)
		}
	}
}

// TestLicenceIsServed checks that the notice of the fonts is beside them.
func TestLicenceIsServed(t *testing.T) {
	notice, err := os.ReadFile(filepath.Join(fontsFolder(), "fonts", "OFL.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for i, source := range sources {
		var buf sfnt.Buffer
		copyright, err := parsed(t, source).Name(&buf, sfnt.NameIDCopyright)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(notice, []byte(copyright)) {
			t.Errorf("the notice does not contain the copyright of %s: %s", Fonts[i], copyright)
		}
	}
	if !bytes.Contains(notice, []byte("SIL OPEN FONT LICENSE Version 1.1")) {
		t.Error("the notice does not contain the licence")
	}
}

// notDrawn are files with characters that these fonts do not draw: those that TikZ pictures
// replace, those of trees for tests, those of formulas, for which a browser has a font for
// mathematics, and those that are read in the texts of people.
var notDrawn = []string{"web/draw/tikz_text.go", "trees/treetest/random.go", "web/markdown/mathml.go", "trees/foreign/movers.go", "trees/foreign/texcommands.go",
	"trees/foreign/numbers.go", "trees/foreign/likely.go", "trees/foreign/outline.go", "trees/foreign/wires.go", "trees/foreign/texts_test.go", "trees/foreign/wrong_test.go"}

// TestFontsHaveEveryCharacter checks every character of the pages, the figures
// and the sentences. Labels that people write can have others, which the
// system's fonts draw.
func TestFontsHaveEveryCharacter(t *testing.T) {
	root := os.DirFS(filepath.Join("..", ".."))
	files := 0
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name != "." && strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules" {
				return fs.SkipDir
			}
			return nil
		}
		kind := path.Ext(name)
		if !slices.Contains([]string{".go", ".templ", ".js", ".css", ".json", ".txt"}, kind) || strings.HasSuffix(name, "_test.go") || slices.Contains(notDrawn, name) {
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		files++
		missing := map[rune]bool{}
		for _, r := range string(text) {
			if !unicode.IsControl(r) && (r >= end || advances[r][Regular] == 0) && !missing[r] {
				missing[r] = true
				t.Errorf("%s: the fonts have no %q (%U)", name, r, r)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 300 {
		t.Errorf("%d files were read; some are not found", files)
	}
}

func TestWidth(t *testing.T) {
	for _, c := range []struct {
		text string
		face Face
		want float64
	}{
		{"", Regular, 0},
		{"0123456789", Regular, 10 * 0.495}, // tabular figures
		{"(≥5, ≤4, ≤4)", Regular, 5.291},
		{"(5, 2, 2)", Bold, 3.313},
		{"≥", Bold, 0.720},
		{"木", Regular, 1.05}, // of another font
		{"e\u0301", Italic, 0.412},
	} {
		if got := Width(c.text, c.face); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("the width of %q in face %d is %.3f, want %.3f", c.text, c.face, got, c.want)
		}
	}
}
