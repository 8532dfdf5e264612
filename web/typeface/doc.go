// Package typeface holds the widths of the characters of the one serif in which
// pages and pictures are set: STIX Two Text, with the signs of STIX Two Math. The
// fonts themselves are in static/fonts, cut down to the characters that are
// listed here.
//
// Both come from the module github.com/go-fonts/stix:
//
//	go test ./web/typeface -update
//
// makes them again. It needs pyftsubset of fonttools, with brotli (in Debian:
// fonttools, python3-brotli). Without -update the test checks that they are those
// of the module, and that they have every character of the program.
//
// Pictures are set without kerning and without ligatures, so that the width of a
// text is the sum of the widths of its characters, at every size.
package typeface
