package program_test

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"espalier/trace/program"
	"espalier/trees"
)

// inUTF16 writes a text in UTF-16.
func inUTF16(text string, mark, bigEndian bool) (b []byte) {
	units := utf16.Encode([]rune(text))
	if mark {
		units = append([]uint16{0xfeff}, units...)
	}
	for _, u := range units {
		if bigEndian {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return b
}

const encodedRun = "{\"title\":\"ein Läufer 🐎\"}\r\n" + `{"type":"enter","id":"é","player":1}` + "\r\n" + `{"type":"leaf","id":"𝔸","value":4}` + "\n" + `{"type":"exit","id":"é","value":4}`

// TestEncodings reads a run in each encoding, and cut into blocks of each size.
func TestEncodings(t *testing.T) {
	for name, sent := range map[string][]byte{
		"UTF-8":                   []byte(encodedRun),
		"UTF-8 with a mark":       []byte(program.ByteOrderMark + encodedRun),
		"UTF-16LE":                inUTF16(encodedRun, true, false),
		"UTF-16BE":                inUTF16(encodedRun, true, true),
		"UTF-16LE without a mark": inUTF16(encodedRun, false, false),
		"UTF-16BE without a mark": inUTF16(encodedRun, false, true),
	} {
		run, err := program.Read(bytes.NewReader(sent), program.Options{})
		if err != nil || run.Title != "ein Läufer 🐎" || shape(run, 0) != "é(𝔸)" || !run.Complete || run.Lines != 4 {
			t.Errorf("%s: %v, %+v", name, err, run)
			continue
		}
		for size := 1; size < 8; size++ {
			var d program.Decoder
			var text []byte
			for block := range chunks(sent, size) {
				text = append(text, d.Decode(block)...)
			}
			text = append(text, d.End()...)
			if got := strings.TrimPrefix(string(text), program.ByteOrderMark); got != encodedRun {
				t.Errorf("%s in blocks of %d: %q", name, size, got)
			}
			if got := d.Marked() + d.Size(text); got != int64(len(sent)) {
				t.Errorf("%s: %d bytes, want %d", name, got, len(sent))
			}
		}
	}
	var d program.Decoder // of text with half of a pair, and of one that stops within a unit
	half := append(inUTF16("{", true, false), 0x3d, 0xd8, '}', 0, '!')
	if got := string(d.Decode(half)); got+string(d.End()) != "{\ufffd}\ufffd" {
		t.Errorf("half of a pair is %q", got)
	}
}

func chunks(b []byte, size int) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for len(b) > 0 {
			n := min(size, len(b))
			if !yield(b[:n]) {
				return
			}
			b = b[n:]
		}
	}
}

const withOther = "Searching to depth 3\n" + `{"kind":"minimax"}` + "\n" + `{"type":"enter","id":1}` + "\n# a comment\n" + `{"type":"leaf","id":2,"value":3}` + "\nBest move: 3\n\n" + `{"type":"exit","id":1,"value":3}` + "\n[2, 3]\n42"

// TestOther checks that lines of the program's own output are named with their number, and left out if
// that is asked for.
func TestOther(t *testing.T) {
	run, err := program.Read(strings.NewReader(withOther), program.Options{})
	var wrong *program.LineError
	if !errors.As(err, &wrong) || wrong.Line != 1 || wrong.Other != 4 || len(run.Nodes) != 0 {
		t.Fatalf("%v, %+v", err, wrong)
	}
	if want := `line 1 is output of the program itself, not an event: "Searching to depth 3"; the run has 4 such lines`; err.Error() != want {
		t.Errorf("%s, want %s", err, want)
	}
	run, err = program.Read(strings.NewReader(withOther), program.Options{SkipOther: true})
	if err != nil || run.Other != 4 || run.FirstOther != 1 || shape(run, 0) != "1(2)" || !run.Complete || run.Lines != 10 || run.Events[1].Line != 5 {
		t.Errorf("%v, %+v", err, run)
	}
	// What came before the first one is kept, and a line that begins an object is none.
	run, err = program.Read(strings.NewReader(`{"type":"enter","id":1}`+"\nBest move: 3\n{1, 2}\n"), program.Options{})
	if err == nil || err.Error() != `line 2 is output of the program itself, not an event: "Best move: 3"` || len(run.Events) != 1 {
		t.Errorf("%v, %d events", err, len(run.Events))
	}
}

// TestRoundedProbs reads two dice as our Python client prints them, twice: the probabilities are 1/36 to
// 1/6, and the second visit changes none.
func TestRoundedProbs(t *testing.T) {
	text := `{"type":"enter","id":"roll","chance":true}` + "\n"
	for sum := 2; sum <= 12; sum++ {
		text += fmt.Sprintf(`{"type":"leaf","id":%d,"value":%d,"prob":%s}`+"\n", sum, sum, strconv.FormatFloat(float64(6-max(sum-7, 7-sum))/36, 'g', -1, 64))
	}
	text += `{"type":"exit","id":"roll","value":7.000000000000001}` + "\n"
	run, err := program.Read(strings.NewReader(text+text), program.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < 12; i++ {
		if want := (trees.Number{Score: trees.Score(6 - max(i-6, 6-i)), Unit: 36}).Reduced(); run.Prob(int32(i)) != want {
			t.Errorf("%s has %v, want %v", run.Name(int32(i)), run.Prob(int32(i)), want)
		}
	}
	if len(run.Reweighed) > 0 || run.Rounded.OfNodes != 1 {
		t.Errorf("%+v, %+v", run.Reweighed, run.Rounded)
	}
	inf, err := run.Infer()
	if err != nil || inf.Tree.Prob(1) != (trees.Number{Score: 1, Unit: 36}) {
		t.Errorf("the tree: %v", err)
	}
	// Some probabilities of a real change are kept, and a header's limits may be doubles.
	run, err = program.Read(strings.NewReader(`{"kind":"minimax","maxp":0.30000000000000004}`+"\n"+`{"type":"leaf","id":1,"value":0.30000000000000004}`), program.Options{})
	if err != nil || run.MaxP[0].String() != "0.30000000000000004" {
		t.Errorf("%v, %v", err, run.MaxP)
	}
}
