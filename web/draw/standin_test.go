package draw

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// timesWidths are the widths of the characters from space to ~ in Times New Roman, regular,
// italic and bold, in thousandths of the font size. Liberation Serif, Nimbus Roman and
// Times have the same.
var timesWidths = [faces][]int{
	{250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500, 500, 500, 500, 500, 500,
		500, 500, 278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722,
		556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500, 333, 444, 500, 444, 500, 444, 333, 500,
		500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541},
	{250, 333, 420, 500, 500, 833, 778, 214, 333, 333, 500, 675, 250, 333, 250, 278, 500, 500, 500, 500, 500, 500, 500, 500,
		500, 500, 333, 333, 675, 675, 675, 500, 920, 611, 611, 667, 722, 611, 611, 722, 722, 333, 444, 667, 556, 833, 667, 722,
		611, 722, 611, 500, 556, 722, 611, 833, 611, 556, 556, 389, 278, 389, 422, 500, 333, 500, 500, 444, 500, 444, 278, 500,
		500, 278, 278, 444, 278, 722, 500, 500, 500, 500, 389, 389, 278, 500, 444, 667, 444, 444, 389, 400, 275, 400, 541},
	{250, 333, 555, 500, 500, 1000, 833, 278, 333, 333, 500, 570, 250, 333, 250, 278, 500, 500, 500, 500, 500, 500, 500, 500,
		500, 500, 333, 333, 570, 570, 570, 500, 930, 722, 667, 722, 722, 667, 611, 778, 778, 389, 500, 778, 667, 944, 722, 778,
		611, 778, 722, 556, 667, 722, 722, 1000, 722, 722, 667, 333, 278, 333, 581, 500, 333, 500, 556, 444, 556, 444, 333, 500,
		556, 278, 333, 556, 278, 833, 556, 500, 556, 556, 444, 389, 333, 556, 500, 722, 500, 500, 444, 394, 220, 394, 520},
}

// timesWidth returns the width of a character in Times, as a multiple of the font size.
func timesWidth(r rune, face Face) float64 {
	const comparison = 549 // ≤ and ≥, in all faces
	if r == '≤' || r == '≥' {
		return comparison / float64(unitsPerEm)
	}
	return float64(timesWidths[face][r-' ']) / unitsPerEm
}

// sample is text as pages have it: how often each character occurs in it counts.
const sample = `Deep pruning returns another value: the bounds that seem to justify the cut of f come from two nodes, and no value from here can become that of the root. ` +
	`Player 3 gets 5 from e, the first value at d, so at most 4 are left for the others. Choose an algorithm, or draw a tree; every step can be seen. ` +
	`Max^n, alpha-beta, Immediate, Shallow, Deep, Last-branch, Speculative, Branch and bound, Paranoid. Your trees, New tree, Learn, Figures, Games, Practice, ` +
	`Where the papers err, Counterexamples, Notation, Join a room, API, Theme: automatic, Light, Dark, Projector. Korf 1991, Sturtevant 2003: step 12 of 22 (5, 2, 2), (6, 1, 2), (≥5, ≤4, ≤4).`

// groups are characters whose widths differ between Times and the serif by nearly the same
// factor. A small letter has its own factor, too, but in words these nearly cancel out, and
// letters of different sizes would be seen.
var groups = []struct {
	name, ranges string
	has          func(r rune) bool
}{
	{"small letters and all else", "", func(r rune) bool { return 'a' <= r && r <= 'z' }},
	{"capitals", "U+41-5A, U+C0-DE", func(r rune) bool { return 'A' <= r && r <= 'Z' }},
	{"digits", "U+30-39", func(r rune) bool { return '0' <= r && r <= '9' }},
	{"spaces", "U+20, U+A0", func(r rune) bool { return r == ' ' }},
	{"comparisons", "U+2264-2265", func(r rune) bool { return r == '≤' || r == '≥' }},
	{"points, dashes and brackets", "U+21-2F, U+3A-3B, U+2010-201F", func(r rune) bool { return '!' <= r && r <= '/' || r == ':' || r == ';' }},
}

// wideFonts are serifs that are wider than Times, by the factor from their width of the
// sample to that of the serif. Machines without Times have one of them: Android the first.
var wideFonts = []struct {
	names  [faces]string // as the fonts name themselves
	file   string        // in Debian's packages
	factor [faces]float64
}{
	{[faces]string{"Noto Serif", "Noto Serif Italic", "Noto Serif Bold"}, "noto/NotoSerif-%s.ttf", [faces]float64{0.892, 0.883, 0.922}},
	{[faces]string{"DejaVu Serif", "DejaVu Serif Italic", "DejaVu Serif Bold"}, "dejavu/DejaVuSerif-%s.ttf", [faces]float64{0.817, 0.791, 0.816}},
}

// The heights of the serif as browsers read them, as a multiple of the font size.
const ascent, descent, gap = 0.762, 0.238, 0.25

// standIns returns the rules for the fonts that replace the serif until it has come.
func standIns() string {
	var b strings.Builder
	styles := [faces]string{"", " font-style: italic;", " font-weight: 700;"}
	rule := func(family string, face Face, ranges string, factor float64, names ...string) {
		fmt.Fprintf(&b, "@font-face {\n  font-family: %q;%s", family, styles[face])
		if ranges != "" {
			fmt.Fprintf(&b, " unicode-range: %s;", ranges)
		}
		fmt.Fprintf(&b, " size-adjust: %.1f%%; ascent-override: %.1f%%; descent-override: %.1f%%; line-gap-override: %.1f%%;\n  src: local(\"%s\");\n}\n",
			100*factor, 100*ascent/factor, 100*descent/factor, 100*gap/factor, strings.Join(names, `"), local("`))
	}
	suffix := [faces]string{"", " Italic", " Bold"}
	for _, g := range groups {
		for face := range faces {
			var names []string
			for _, name := range []string{"Times New Roman", "Liberation Serif", "Nimbus Roman", "Times"} {
				names = append(names, name+suffix[face])
			}
			rule("Stand-in", face, g.ranges, timesFactor(face, g.has), names...)
		}
	}
	for _, f := range wideFonts {
		for face := range faces {
			rule("Stand-in "+f.names[Regular], face, "", f.factor[face], f.names[face])
		}
	}
	return b.String()
}

// timesFactor returns by what the characters of a group are wider in the serif.
func timesFactor(face Face, has func(r rune) bool) float64 {
	ours, times := 0.0, 0.0
	for _, r := range sample {
		if has(r) {
			ours += Width(string(r), face)
			times += timesWidth(r, face)
		}
	}
	return ours / times
}

// TestStandInsHaveTheWidthsOfTheSerif: theme.css has the rules that the widths give.
func TestStandInsHaveTheWidthsOfTheSerif(t *testing.T) {
	file := filepath.Join(fontsFolder(), "css", "shared", "theme.css")
	css, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const from, to = "/* Stand-ins, by go test ./web/draw -update: */\n", "/* End of the stand-ins. */\n"
	before, rest, found := strings.Cut(string(css), from)
	rules, after, ended := strings.Cut(rest, to)
	if !found || !ended {
		t.Fatalf("theme.css has no %q … %q", from, to)
	}
	if *update {
		rules = standIns()
		if err := os.WriteFile(file, []byte(before+from+rules+to+after), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if rules != standIns() {
		t.Error("the stand-ins in theme.css are not those of the fonts; go test ./web/draw -update makes them again")
	}
	for _, f := range wideFonts {
		if !strings.Contains(after, fmt.Sprintf("%q", "Stand-in "+f.names[Regular])) {
			t.Errorf("theme.css does not use the stand-in %s", f.names[Regular])
		}
	}
}

// TestFactorsOfInstalledFonts checks the widths above where the fonts are installed.
func TestFactorsOfInstalledFonts(t *testing.T) {
	const folder = "/usr/share/fonts/truetype"
	widthOf := func(file string) float64 {
		data, err := os.ReadFile(filepath.Join(folder, file))
		if err != nil {
			return 0
		}
		f := parsed(t, data)
		sum := fixed.Int26_6(0)
		for _, r := range sample {
			var buf sfnt.Buffer
			glyph, err := f.GlyphIndex(&buf, r)
			if err != nil {
				t.Fatal(err)
			}
			w, err := f.GlyphAdvance(&buf, glyph, fixed.I(unitsPerEm), font.HintingNone)
			if err != nil {
				t.Fatal(err)
			}
			sum += w
		}
		return float64(sum) / 64 / unitsPerEm
	}
	seen := 0
	for face, style := range [faces]string{"Regular", "Italic", "Bold"} {
		for _, f := range wideFonts {
			file := fmt.Sprintf(f.file, style)
			if face == int(Regular) && strings.HasPrefix(file, "dejavu/") {
				file = "dejavu/DejaVuSerif.ttf"
			}
			if w := widthOf(file); w > 0 {
				seen++
				if got := Width(sample, Face(face)) / w; got < f.factor[face]-0.001 || got > f.factor[face]+0.001 {
					t.Errorf("the factor of %s is %.3f, not %.3f", f.names[face], got, f.factor[face])
				}
			}
		}
		if w := widthOf(fmt.Sprintf("liberation/LiberationSerif-%s.ttf", style)); w > 0 {
			seen++
			times := 0.0
			for _, r := range sample {
				times += timesWidth(r, Face(face))
			}
			if times/w < 0.999 || times/w > 1.001 {
				t.Errorf("Times, face %d: the sample is %.3f wide, and in Liberation Serif %.3f", face, times, w)
			}
		}
	}
	if seen == 0 {
		t.Skip("none of the fonts is installed")
	}
}
