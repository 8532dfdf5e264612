package judge

import "testing"

func TestTextsOfAuthors(t *testing.T) {
	open := Limit{Neutral: true}
	for title, want := range map[string]string{"Failure of deep pruning": "A lesson", "Deep pruning is unsound": "A lesson", "Deep pruning": "Deep pruning", "Soundtrack": "Soundtrack"} {
		if got := open.Title(title, "A lesson"); got != want {
			t.Errorf("%q becomes %q, want %q", title, got, want)
		}
		if got := NoLimit.Title(title, ""); got != title {
			t.Errorf("without a question %q becomes %q", title, got)
		}
	}
	for note, want := range map[string]string{
		"Look at *d*.\n\nThis is unsound.\n\nWho moves?": "Look at *d*.\n\nWho moves?",
		"Look.\n\n---\n\nIt is 5.":                       "Look.",
		"---\nIt is 5.":                                  "",
		"Look.\r\n\r\n---\r\nIt is 5.":                   "Look.",
		"```\na\n\nfails\n```":                           "",
		"Heading\n---":                                   "Heading\n---",
		"Nothing else.":                                  "Nothing else.",
	} {
		got, waits := open.Note(note)
		if got != want || waits != (want != note) {
			t.Errorf("%q becomes %q, %t; want %q", note, got, waits, want)
		}
		if whole, waits := NoLimit.Note(note); whole != note || waits {
			t.Errorf("without a question %q becomes %q", note, whole)
		}
	}
}
