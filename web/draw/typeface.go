package draw

import (
	_ "embed"
	"fmt"
	"strings"
	"unicode"
)

// The widths of the characters of the one serif in which
// pages and pictures are set: STIX Two Text, with the signs of STIX Two Math. The
// fonts themselves are in static/fonts, cut down to the characters that are
// listed here.
//
// Both come from the module github.com/go-fonts/stix:
//
//	go test ./web/draw -update
//
// makes them again. It needs pyftsubset of fonttools, with brotli (in Debian:
// fonttools, python3-brotli). Without -update the test checks that they are those
// of the module, and that they have every character of the program.
//
// Pictures are set without kerning and without ligatures, so that the width of a
// text is the sum of the widths of its characters, at every size.

// Family is the value of font-family in pictures: the face, then the fonts that
// replace it in a file that is opened where it is not installed. Those of
// the first line have nearly its widths.
const Family = "STIX Two Text,STIX Two Math," +
	"Times New Roman,Liberation Serif,Nimbus Roman,Times," +
	"Georgia,DejaVu Serif,serif"

// Fonts are the files below static/ that every page loads.
var Fonts = []string{
	"fonts/stix-two-text-regular.woff2",
	"fonts/stix-two-text-italic.woff2",
	"fonts/stix-two-text-bold.woff2",
	"fonts/stix-two-math.woff2",
}

// A Face is one of the fonts of a text. The signs of STIX Two Math are upright
// in all of them; a browser makes them bold without changing their widths.
type Face int

const (
	Regular Face = iota
	Italic
	Bold
	faces
)

const (
	unitsPerEm = 1000
	// other is the width of a character of another font. It is rather too large:
	// a narrower text leaves empty space, but causes no overlap.
	other = 1050
	end   = 0x2700 // all characters of the fonts are below
)

//go:embed advances.txt
var table string

// advances are the widths of the characters, 0 for those that are not in the
// fonts.
var advances = parse(table)

// parse reads the lines of a table: a character, its number and its width in
// each face, or one width for a sign.
func parse(table string) *[end][faces]uint16 {
	var widths [end][faces]uint16
	for line := range strings.Lines(table) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var char, w, italic, bold int
		switch n, _ := fmt.Sscanf(line, "%x %d %d %d", &char, &w, &italic, &bold); n {
		case 2:
			widths[char] = [faces]uint16{uint16(w), uint16(w), uint16(w)}
		case 4:
			widths[char] = [faces]uint16{uint16(w), uint16(italic), uint16(bold)}
		default:
			panic("typeface: advances.txt has the line " + line)
		}
	}
	return &widths
}

// Width returns the width of a text, as a multiple of the font size.
func Width(text string, face Face) float64 {
	sum := 0
	for _, r := range text {
		switch {
		case r < end && advances[r][face] > 0:
			sum += int(advances[r][face])
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf): // drawn over the character before
		default:
			sum += other
		}
	}
	return float64(sum) / unitsPerEm
}
