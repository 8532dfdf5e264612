package api

import (
	"context"
	"errors"
	"testing"

	"espalier/web/app"
	"espalier/web/problem"
)

// TestSlotIsGivenBack: the slot of a search is given back if the request cannot be read, also by a
// panic. The tree of a game is read in the slot.
func TestSlotIsGivenBack(t *testing.T) {
	held := 0
	acquire := func(parent context.Context, _ app.SearchKind) (context.Context, func(), error) {
		held++
		return parent, func() { held-- }, nil
	}
	members := []problem.Member{{Key: "game", Raw: []byte(`{"id":"tic-tac-toe"}`)}, {Key: "expand", Raw: []byte("2")}}
	if _, builds := app.KindToOpen(t.Context(), members); !builds {
		t.Fatal("the tree of a game needs no slot")
	}
	for name, read := range map[string]func(context.Context) (app.SearchKind, error){
		"error": func(context.Context) (app.SearchKind, error) { return 0, errors.New("no such move") },
		"panic": func(context.Context) (app.SearchKind, error) { panic("a fault of one request") },
	} {
		func() {
			defer func() { recover() }()
			(&Handlers{}).withSlot(t.Context(), members, acquire, read)
		}()
		if held != 0 {
			t.Errorf("%s: %d slots are held", name, held)
		}
	}
}
