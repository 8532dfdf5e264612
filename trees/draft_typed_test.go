package trees_test

import (
	"fmt"
	"strings"
	"testing"

	"espalier/trees"
)

func typing(text string) string {
	return string(append(trees.AppendQuoted([]byte(`{"op":"text","text":`), text), '}'))
}

// A typed text is kept with its comments as long as it describes the tree.
func TestTypedTextIsRetainedWhileItMatches(t *testing.T) {
	const text = "players 3 # three of them\n1[ é🎲: (5,2,2)\n  (1,2,3) ]"
	quoted := strings.Replace(text, "é🎲", `"é🎲"`, 1)
	d := edited(t, trees.EmptyDraft(), typing(quoted))
	if got, fault := d.TypedText(); got != quoted || fault != nil {
		t.Errorf("Typed() = %q, %v, want %q", got, fault, quoted)
	}
	again, err := trees.ReadDraft(d.AppendJSON(nil))
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := again.TypedText(); got != quoted {
		t.Errorf("read again, Typed() = %q, want %q", got, quoted)
	}
	got, spans := d.Text()
	if got != quoted {
		t.Errorf("Text() = %q, want %q", got, quoted)
	}
	wantSpans(t, d.Tree(), got, spans)
	d = edited(t, d, `{"op":"notes","text":"x"}`)
	if got, _ := d.TypedText(); got != quoted {
		t.Errorf("after an edit of the notes, Typed() = %q, want %q", got, quoted)
	}
	d = edited(t, d, typing("players 3 1[ (5,2,2)  (1,2,3) ]"))
	d = edited(t, d, `{"op":"header","title":"T"}`)
	if got, fault := d.TypedText(); got != "" || fault != nil {
		t.Errorf("after an edit of the tree, Typed() = %q, %v, want nothing", got, fault)
	}
}

// A text that cannot be read is kept with its fault, and the tree stays.
func TestUnparsedTextIsRetained(t *testing.T) {
	for _, c := range []struct {
		text, fault          string
		line, column, offset int
	}{
		{"players 3 1[ (1,2,3) \n\"é🎲\": (1,2", `line 2, column 11: expected "," or ")", found the end of the text`, 2, 11, 33},
		{"", "line 1, column 1: expected a tree, such as players 2 1[ (3,1) (0,4) ], found the end of the text", 1, 1, 0},
		{"maxsum 3 1[ ? ]", "line 1, column 10, players: a maxn tree needs its number of players, 1 to 8", 1, 10, 9},
	} {
		before := draftOf(t, "players 3 1[ ? ]")
		a := applied(t, before, typing(c.text))
		text, fault := a.Draft.TypedText()
		if text != c.text || fault == nil || fault.Error() != c.fault {
			t.Errorf("Typed() = %q, %v, want %q, %s", text, fault, c.text, c.fault)
			continue
		}
		if line, column, offset, ok := fault.Position(text); !ok || line != c.line || column != c.column || offset != c.offset {
			t.Errorf("Position(%q) = %d, %d, %d, %v, want %d, %d, %d", text, line, column, offset, ok, c.line, c.column, c.offset)
		}
		if got, spans := a.Draft.Text(); got != c.text || spans != nil {
			t.Errorf("Text() = %q, %v, want %q and no spans", got, spans, c.text)
		}
		if line(a.Draft) != line(before) {
			t.Errorf("the tree is %s, want %s", line(a.Draft), line(before))
		}
		wantWhole(t, a.Draft)
		wantMerge(t, a.Draft, change(t, before, a.Draft).Inverse(), before, "undone")
		d := edited(t, a.Draft, `{"op":"child","node":1}`)
		if got, fault := d.TypedText(); got != "" || fault != nil {
			t.Errorf("after an edit, Typed() = %q, %v, want nothing", got, fault)
		}
		wantMerge(t, d, change(t, a.Draft, d).Inverse(), a.Draft, "undone to what could not be read")
	}
}

// A browser's text area has only \n as line end: a text with others, as sent
// by a form, would never equal its content.
func TestLineEndsAreNormalized(t *testing.T) {
	for in, want := range map[string]string{
		"players 2 # two\r\n1[ \"é🎲\": (1,2)\r\n (2,1) ]": "players 2 # two\n1[ \"é🎲\": (1,2)\n (2,1) ]",
		"players 2 # two\r1[ (1,2) ]":                     "players 2 # two\n1[ (1,2) ]",
		"players 2\r\n1[\r\n\"é🎲\": (1,":                  "players 2\n1[\n\"é🎲\": (1,",
	} {
		before := draftOf(t, "players 2 1[ ? ]")
		d := edited(t, before, typing(in))
		alike := edited(t, before, typing(want))
		if content(d) != content(alike) {
			t.Errorf("%q makes %s, want %s", in, content(d), content(alike))
		}
		kept, _ := d.Text()
		_, fault := d.TypedText()
		_, wantFault := alike.TypedText()
		if kept != want || fmt.Sprint(fault) != fmt.Sprint(wantFault) {
			t.Errorf("Text() of %q = %q, %v, want %q, %v", in, kept, fault, want, wantFault)
		}
		if again := applied(t, d, typing(in)).Summary; again != "text unchanged" {
			t.Errorf("%q typed again: %s, want text unchanged", in, again)
		}
		// Documents saved by earlier versions.
		line := string(trees.AppendQuoted(nil, want))
		old := strings.NewReplacer(line, string(trees.AppendQuoted(nil, in)))
		stored, err := trees.ReadDraft([]byte(old.Replace(string(d.AppendJSON(nil)))))
		if err != nil || content(stored) != content(d) {
			t.Errorf("ReadDraft of %q = %v", in, err)
		}
		c, err := trees.ReadChange([]byte(old.Replace(string(trees.Diff(before, d).AppendJSON(nil)))))
		if err != nil {
			t.Fatal(err)
		}
		wantMerge(t, before, c, d, "done again")
		wantMerge(t, d, c.Inverse(), before, "undone")
	}
}

// A typed text may break limits, like any edit.
func TestTypedTextMayExceedLimits(t *testing.T) {
	d := edited(t, trees.EmptyDraft(), typing("players 3 maxsum 5 outcomes (9,0,0) 1{low (0,0,4) up (9,9,3)}[ (5,2,2)|(0,0,9) 4[ ? ] ]"))
	want := []string{
		"-1 outcomes[0] player 1 has 9, more than maxsum, which is 5",
		"0 low player 3 has at least 4 but, by up, at most 3",
		"1 alternatives[0] the scores add up to 9, more than maxsum, which is 5",
		"1 alternatives[1] player 3 has 9, more than maxsum, which is 5",
		"1 alternatives[0] player 3 has 2, below the lower bound 4 at the root",
		"2 player player 4 is out of range: this tree has 3 players",
	}
	wantFaults(t, d, want)
	again, err := trees.ReadDraft(d.AppendJSON(nil))
	if err != nil {
		t.Fatal(err)
	}
	wantFaults(t, again, want)
	if text, fault := again.TypedText(); text == "" || fault != nil {
		t.Errorf("Typed() = %q, %v, want the text", text, fault)
	}
	if _, err := d.Checked(); err == nil || err.Error() != "outcomes[0]: player 1 has 9, more than maxsum, which is 5" {
		t.Errorf("Checked() = %v, want the first fault as ReadJSON gives it", err)
	}
}

func TestTextTooLongIsRejected(t *testing.T) {
	e, err := trees.ReadEdit([]byte(typing(strings.Repeat("#", 10_000_000))))
	if err != nil {
		t.Fatal(err)
	}
	_, err = trees.EmptyDraft().Apply(e)
	if e, ok := err.(*trees.Error); !ok || !e.OverLimit || e.Error() != "text: it has 10000000 bytes; a tree has at most 8388608" {
		t.Errorf("Apply of 10 MB = %v, want a limit", err)
	}
}

// An edit of the picture generates the text again. The summary mentions that
// the typed text is in the history.
func TestSummaryNamesLostText(t *testing.T) {
	for text, want := range map[string]string{
		`players 2 1[ (1,2) ] # mind the tie`: "1 child added below the root",
		`players 2 "a \"#\" b": 1[ (1,2) ]`:   `1 child added below a "#" b`,
		`players 2 1[`:                        "1 child added below the root; the text that could not be read is in the history",
	} {
		d := edited(t, draftOf(t, "players 2 1[ (1,2) ]"), `{"op":"text","text":`+string(trees.AppendQuoted(nil, text))+`}`)
		if got := applied(t, d, `{"op":"child","node":1}`).Summary; got != want {
			t.Errorf("a child after the text %s: %q, want %q", text, got, want)
		}
	}
}
