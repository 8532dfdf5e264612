package games

import (
	"strings"
	"testing"

	"espalier/trees/games"
)

// TestShownFields: of a game without a board the fields of its positions are shown, by their labels.
func TestShownFields(t *testing.T) {
	game := &games.Game{Fields: []games.Field{
		{Name: "heaps", Label: "Stones of the heaps"}, {Name: "player"}, {Name: "last"}, {Name: "trump"}, {Name: "seed"},
	}}
	fields := shownFields(game, []byte(`{"id": "nim", "player": 2, "heaps": [3, 1234567], "last": true, "trump": null}`))
	var b strings.Builder
	if err := pictureView(&picture{Fields: fields}).Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	const want = `<dl class="shown-fields"><dt>Stones of the heaps</dt><dd>3, 1234567</dd><dt>player</dt><dd>2</dd><dt>last</dt><dd>yes</dd></dl>`
	if b.String() != want {
		t.Errorf("the fields are %s, want %s", &b, want)
	}
}
