package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"espalier/web/treestore"
)

// A libraryCommand works on the trees of -data. It returns the exit status.
type libraryCommand struct {
	name, args, what string
	run              func(ctx context.Context, o options, args []string, stdout io.Writer) (int, error)
}

// libraryCommands are the commands after "library".
var libraryCommands = []libraryCommand{
	{"verify", "", "read all files and name what is damaged; a server may run", verifyLibrary},
	{"restore", "ID", "mend a damaged tree, from the backups in -backup if it is given; no server may run", restoreTree},
}

// runLibrary runs a command.
func runLibrary(ctx context.Context, o options, stdout, stderr io.Writer) int {
	for _, c := range libraryCommands {
		if len(o.library) == 0 || o.library[0] != c.name || len(strings.Fields(c.args)) != len(o.library)-1 {
			continue
		}
		status, err := c.run(ctx, o, o.library[1:], stdout)
		if err != nil {
			fmt.Fprintln(stderr, "server:", err)
			return 1
		}
		return status
	}
	fmt.Fprintln(stderr, "server: library needs a command:")
	for _, c := range libraryCommands {
		fmt.Fprintf(stderr, "  server -data FOLDER library %-12s %s\n", strings.TrimSpace(c.name+" "+c.args), c.what)
	}
	return 2
}

// verifyLibrary prints what is damaged. The status is 1 if anything is.
func verifyLibrary(ctx context.Context, o options, _ []string, stdout io.Writer) (int, error) {
	r, err := treestore.Verify(ctx, o.data)
	if err != nil {
		return 0, err
	}
	for _, f := range r.Faults {
		fmt.Fprintln(stdout, "damaged:", f)
	}
	if r.Ledger > 0 {
		fmt.Fprintf(stdout, "damaged: %d entries of the ledger\n", r.Ledger)
	}
	for _, d := range r.Damaged {
		fmt.Fprintln(stdout, "damaged:", d)
	}
	fmt.Fprintf(stdout, "trees: %d, revisions: %d, damaged trees: %d\n", r.Trees, r.Revisions, len(r.Damaged))
	if !r.Whole() {
		return 1, nil
	}
	return 0, nil
}

// restoreTree mends a tree and prints what was done. The status is 1 if revisions
// stay lost.
func restoreTree(ctx context.Context, o options, args []string, stdout io.Writer) (int, error) {
	id, err := treestore.ParseID(args[0])
	if err != nil {
		return 0, err
	}
	trees, err := treestore.Open(treestore.Config{Dir: o.data, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return 0, err
	}
	defer trees.Close()
	done, err := trees.Restore(ctx, id, o.backup)
	if err != nil {
		return 0, err
	}
	fmt.Fprintf(stdout, "revisions put back: %d\n", len(done.PutBack))
	if done.Made > 0 {
		fmt.Fprintf(stdout, "revision %d was made of the newest that can be read\n", done.Made)
	}
	if len(done.Missing) > 0 {
		fmt.Fprintf(stdout, "revisions that stay lost: %v\n", done.Missing)
		return 1, nil
	}
	return 0, nil
}
