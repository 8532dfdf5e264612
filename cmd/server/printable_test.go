package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNoTerminalEscapes prints a trace and a library whose texts have escape sequences.
func TestNoTerminalEscapes(t *testing.T) {
	const bad = "\x1b[31m\u009b2J\u202e"
	folder := t.TempDir()
	file := filepath.Join(folder, "escapes.ndjson")
	label := `\u001b[31m\u009b2J\u202eright\nall: right\r`
	text := `{"kind":"minimax","title":"` + label + `"}
{"type":"enter","id":"` + label + `","label":"` + label + `","player":1}
{"type":"leaf","id":"` + label + `1","move":"` + label + `","value":3}
{"type":"exit","value":4}
`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	broken := filepath.Join(folder, "broken.ndjson")
	if err := os.WriteFile(broken, []byte(`{"type":"enter","algorithm":"x"}`+"\n"+`{"type":"`+label+`"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"text", "json", "junit", "sarif"} {
		var out, errors bytes.Buffer
		Run(t.Context(), []string{"trace", "check", file, broken, "-format", format}, &out, &errors)
		said := out.String() + errors.String()
		if !strings.Contains(said, "escapes.ndjson") || !strings.Contains(said, "right") {
			t.Errorf("-format %s prints %q", format, said)
		}
		if strings.ContainsAny(said, bad[:1]+"\u009b\u202e\r") {
			t.Errorf("-format %s prints %q", format, said)
		}
		if format == "text" {
			for line := range strings.Lines(said) {
				if strings.HasPrefix(line, "all:") {
					t.Errorf("a label begins a line of its own: %q", said)
				}
			}
		}
	}
	var out bytes.Buffer
	p := &printable{to: &out}
	for _, b := range []byte("a" + bad + "é\n\tb") { // characters come in parts
		if n, err := p.Write([]byte{b}); n != 1 || err != nil {
			t.Fatal(n, err)
		}
	}
	if got, want := out.String(), `a\u001b[31m\u009b2J\u202eé`+"\n\tb"; got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
}
