package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/web/cluster/natstest"
	"espalier/web/treestore"
)

// The commands verify and restore name and mend what a cluster has lost.
func TestLibraryOfCluster(t *testing.T) {
	ctx := context.Background()
	_, address := natstest.Start(t, nil)
	data := t.TempDir()
	l, err := treestore.Open(treestore.Config{URL: address, Dir: data})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := trees.ReadText("players 2 1[ (1,2) (2,1) ]")
	if err != nil {
		t.Fatal(err)
	}
	key, _, err := l.Create(ctx, trees.NewDraft(tree), "made")
	if err != nil {
		t.Fatal(err)
	}
	for _, label := range []string{"a", "b"} {
		e, err := trees.ReadEdit(fmt.Appendf(nil, `{"op":"set","nodes":[2],"label":%q}`, label))
		if err == nil {
			_, err = l.Edit(ctx, key.ID(), treestore.Request{Edit: e})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	id := string(key.ID())
	command := func(status int, want string, args ...string) {
		t.Helper()
		var out, words bytes.Buffer
		args = append([]string{"-nats", address, "-data", data, "library"}, args...)
		if got := Run(ctx, args, &out, &words); got != status || !strings.Contains(out.String()+words.String(), want) {
			t.Errorf("%q = %d, want %d, and %q in: %s%s", args[4:], got, status, want, &out, &words)
		}
	}
	command(0, "trees: 1, revisions: 3, damaged trees: 0", "verify")

	natstest.Lose(t, address, "espalier", id+".r.000000003")
	command(1, "tree "+id+": revision 3 of 3 cannot be read", "verify")
	command(1, "4", "restore", id) // revision 3 stays lost, and 4 continues after it
	command(1, "tree "+id+": revision 3 of 4 cannot be read", "verify")
}
