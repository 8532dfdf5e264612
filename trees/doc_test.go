package trees_test

import (
	"go/doc/comment"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"espalier/trees"
)

// The description of the notation in doc.go is checked: every whole tree in it
// is read, and every form of a leaf is put into a tree and read.
func TestNotationMatchesDescription(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "doc.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var p comment.Parser
	under, whole, leaves, words := "", 0, 0, 0
	for _, block := range p.Parse(file.Doc.Text()).Content {
		switch b := block.(type) {
		case *comment.Heading:
			under = string(b.Text[0].(comment.Plain))
		case *comment.Code:
			switch {
			case under == "Header":
				words += headerLines(t, b.Text)
			case under == "Nodes":
				leaves += leafLines(t, b.Text)
			default:
				whole++
				tree, err := trees.ReadText(b.Text)
				if err != nil {
					t.Errorf("under %q: %v\n%s", under, err, b.Text)
					continue
				}
				roundTrip(t, tree)
			}
		}
	}
	if whole != 3 || leaves != 8 || words != 8 {
		t.Errorf("%d trees, %d leaves and %d words of the header are described; want 3, 8, 8", whole, leaves, words)
	}
}

// headerLines reads a tree with each line's entry; the columns are two spaces apart or more.
func headerLines(t *testing.T, block string) (n int) {
	for line := range strings.Lines(block) {
		entry, _, _ := strings.Cut(line, "  ")
		text := strings.ReplaceAll(entry, "players 3", "") + " players 3 a: (1,2,3)"
		if _, err := trees.ReadText(text); err != nil {
			t.Errorf("ReadText(%s) = %v", text, err)
		}
		n++
	}
	return n
}

func leafLines(t *testing.T, block string) (n int) {
	for line := range strings.Lines(block) {
		entry, _, _ := strings.Cut(line, "  ")
		if entry == "" || strings.Contains(entry, "[") {
			continue
		}
		text := "players 3 1[ (1,1,1) " + entry + " (1,1,1) ]"
		if tree, err := trees.ReadText(text); err != nil || tree.Len() != 4 {
			t.Errorf("ReadText(%s) = %v", text, err)
		}
		n++
	}
	return n
}
