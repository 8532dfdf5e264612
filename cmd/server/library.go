package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"espalier/web/app"
	"espalier/web/classroom/entry"
	"espalier/web/store/records"
	"espalier/web/treestore"
)

// A libraryCommand is one of the commands after "library".
type libraryCommand struct {
	name, arguments, does string
	least, most           int // arguments; most -1: any number
	run                   func(*library, context.Context, []string) error
}

var libraryCommands = []libraryCommand{
	{"list", "", "list all trees, the largest first", 0, 0, (*library).list},
	{"show", "ID [REVISION]", "print a tree in the notation, and its history", 1, 2, (*library).show},
	{"remove", "ID...", "delete trees with their history, for good", 1, -1, (*library).remove},
	{"keep", "[ID...]", "keep trees that are marked for removal because the library is nearly full, or put back trees that were removed for this reason; without an ID, list the marked trees", 0, -1, (*library).keep},
	{"export", "FILE [ID...]", "write everything, or what has these ids, to a file; trees are written with their history; - is the standard output", 1, -1, (*library).export},
	{"import", "FILE", "add what an export has; - is the standard input", 1, 1, (*library).load},
	{"verify", "", "read the whole store, change nothing, and name what is damaged; it can run beside a server", 0, 0, (*library).verify},
	{"restore", "ID...", "mend damaged trees, lessons, rooms (by their code), assignments, tasks and traces, with the copies in the folder of -backup if it is given", 1, -1, (*library).restore},
	{"compact", "", "write a new copy of the store without data that no tree needs, in place of the old one; while it runs, it needs space for both", 0, 0, (*library).compact},
}

// A library is a store that no server has open, for the commands of an operator.
type library struct {
	config treestore.Config
	store  *treestore.Store // nil: the command opens it itself
	backup string           // the folder of -backup
	stdout io.Writer
	stderr io.Writer
}

// manage runs a command on the library, and returns the exit status.
func manage(ctx context.Context, o options, args []string, stdout, stderr io.Writer) int {
	i := -1
	if len(args) > 0 {
		i = slices.IndexFunc(libraryCommands, func(c libraryCommand) bool { return c.name == args[0] })
	}
	if i < 0 || len(args)-1 < libraryCommands[i].least || libraryCommands[i].most >= 0 && len(args)-1 > libraryCommands[i].most {
		switch {
		case i >= 0:
			fmt.Fprintf(stderr, "server: library %s takes: %s\n", args[0], cmp.Or(libraryCommands[i].arguments, "nothing"))
		case len(args) > 0:
			fmt.Fprintf(stderr, "server: %q is not a command of library\n", args[0])
		}
		fmt.Fprintln(stderr, "The commands of library. Stop the server on the folder of -data first; only verify can run beside it:")
		table := tabwriter.NewWriter(stderr, 0, 0, 2, ' ', 0)
		for _, c := range libraryCommands {
			fmt.Fprintf(table, "  library %s %s\t%s\n", c.name, c.arguments, c.does)
		}
		table.Flush()
		return 2
	}
	l := &library{stdout: stdout, stderr: stderr, backup: o.backup,
		config: treestore.Config{Dir: o.data, URL: o.nats, Synced: true, Beside: true, Context: ctx, MaxBytes: o.maxStore, Log: slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))}}
	if !o.maxStoreGiven {
		l.config.MaxBytes = records.SameMaxBytes
	}
	switch err := l.open(ctx, libraryCommands[i], args[1:]); {
	case err == errPartly:
		return 1
	case err != nil:
		fmt.Fprintln(stderr, "server:", err)
		return 1
	}
	return 0
}

func (l *library) open(ctx context.Context, c libraryCommand, args []string) (err error) {
	if c.name != "import" { // which may make it
		if _, err := os.Stat(l.config.Dir); err != nil && l.config.URL == "" {
			return fmt.Errorf("there is no library in %s; -data names the folder", l.config.Dir)
		}
	}
	if c.name != "compact" && (c.name != "verify" || l.config.URL != "") {
		if l.store, err = treestore.Open(l.config); err != nil {
			return err
		}
		defer func() {
			if closed := l.store.Close(); err == nil {
				err = closed
			}
		}()
	}
	return c.run(l, ctx, args)
}

func (l *library) list(ctx context.Context, _ []string) error {
	all, err := l.store.List(ctx)
	if err != nil {
		return err
	}
	slices.SortFunc(all, func(a, b *treestore.Listed) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), strings.Compare(string(a.ID), string(b.ID)))
	})
	table := tabwriter.NewWriter(l.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "ID\tBYTES\tREVISIONS\tNODES\tMADE\tEDITED\tTITLE")
	var bytes int64
	for _, t := range all {
		bytes += t.Bytes
		title := strconv.Quote(t.Title)
		if t.Err != nil {
			title = "cannot be read: " + t.Err.Error()
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%s\t%s\t%s\n", t.ID, t.Bytes, t.Revisions, t.Nodes, day(t.Made), day(t.Edited), title)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(l.stderr, "trees: %d, bytes: %d\n", len(all), bytes)
	return nil
}

func day(t time.Time) string {
	if t.IsZero() {
		return "unknown"
	}
	return t.UTC().Format("2006-01-02T15:04Z")
}

func (l *library) show(ctx context.Context, args []string) error {
	id, err := treestore.ParseID(args[0])
	if err != nil {
		return err
	}
	revision := 0
	if len(args) > 1 {
		if revision, err = strconv.Atoi(args[1]); err != nil || revision < 1 {
			return fmt.Errorf("%q is not the number of a revision", args[1])
		}
	}
	saved, err := l.store.Look(ctx, id, revision)
	if err != nil {
		return err
	}
	history, err := l.store.Revisions(ctx, id, saved.Number+1, treestore.MaxRevisions)
	if err != nil {
		return err
	}
	for _, r := range slices.Backward(history) {
		fmt.Fprintf(l.stdout, "# revision %d, %s: %s\n", r.Number, day(r.Time), strings.ReplaceAll(r.Summary, "\n", " "))
	}
	text, _ := saved.Draft.Text()
	_, err = fmt.Fprintln(l.stdout, text)
	return err
}

func (l *library) remove(ctx context.Context, args []string) error {
	ids, err := readIDs(args)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := l.store.Remove(ctx, id); err != nil {
			return fmt.Errorf("%s: %w", id, err)
		}
		fmt.Fprintln(l.stderr, "removed", id)
	}
	return nil
}

// keep keeps trees that are about to be removed because the library is nearly full, and
// puts back those that were. Without arguments it lists the former.
func (l *library) keep(ctx context.Context, args []string) error {
	ids, err := readIDs(args)
	if err != nil {
		return err
	}
	if len(ids) == 0 {
		return l.listMarked(ctx)
	}
	for _, id := range ids {
		err := l.store.Keep(ctx, id)
		if err == nil {
			fmt.Fprintln(l.stderr, "kept", id)
			continue
		}
		if !errors.Is(err, treestore.ErrNotFound) {
			return fmt.Errorf("%s: %w", id, err)
		}
		copies := filepath.Join(l.config.Dir, treestore.RemovedFolder)
		if err := l.store.PutBack(ctx, copies, id); errors.Is(err, treestore.ErrNotFound) {
			return fmt.Errorf("%s: the library does not have it, and there is no copy in %s", id, copies)
		} else if err != nil {
			return fmt.Errorf("%s: %w", id, err)
		}
		if err := l.store.Keep(ctx, id); err != nil {
			return fmt.Errorf("%s: %w", id, err)
		}
		fmt.Fprintln(l.stderr, "put back", id)
	}
	return nil
}

func (l *library) listMarked(ctx context.Context) error {
	marked, err := l.store.Marked(ctx)
	if err != nil {
		return err
	}
	if len(marked) > 0 {
		table := tabwriter.NewWriter(l.stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "ID\tREMOVED AFTER")
		for _, m := range marked {
			fmt.Fprintf(table, "%s\t%s\n", m.ID, m.Left.Round(time.Minute))
		}
		if err := table.Flush(); err != nil {
			return err
		}
	}
	fmt.Fprintf(l.stderr, "trees that are about to be removed: %d\n", len(marked))
	return nil
}

func readIDs(args []string) (ids []treestore.ID, err error) {
	for _, text := range args {
		id, err := treestore.ParseID(text)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// export writes to a file that gets its name when it is complete.
func (l *library) export(ctx context.Context, args []string) error {
	ids, err := readIDs(args[1:])
	if err != nil {
		return err
	}
	name, out := args[0], l.stdout
	var file *os.File
	if name != "-" {
		if file, err = os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*"); err != nil {
			return err
		}
		defer os.Remove(file.Name())
		defer file.Close()
		out = file
	}
	n, err := l.store.Records().Export(ctx, out, ids...)
	if err == nil && file != nil {
		err = errors.Join(file.Sync(), file.Close())
		if err == nil {
			err = os.Rename(file.Name(), name)
		}
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(l.stderr, "%s written\n", n)
	return nil
}

func (l *library) load(ctx context.Context, args []string) error {
	in := io.Reader(os.Stdin)
	if args[0] != "-" {
		file, err := os.Open(args[0])
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	added, skipped, err := l.store.Records().Import(ctx, in)
	fmt.Fprintf(l.stderr, "%s added, %s were there already\n", added, skipped)
	return err
}

func (l *library) compact(ctx context.Context, _ []string) error {
	if l.config.URL != "" {
		return errors.New("the servers of -nats compact their store themselves")
	}
	before, after, err := records.Compact(ctx, l.config)
	if err != nil {
		return err
	}
	fmt.Fprintf(l.stderr, "%d bytes before, %d after\n", before, after)
	return nil
}

// errPartly ends a command with status 1 that has said all.
var errPartly = errors.New("partly")

// verify prints what is damaged.
func (l *library) verify(ctx context.Context, _ []string) error {
	r, err := l.report(ctx)
	if err != nil {
		return err
	}
	for _, f := range r.Faults {
		fmt.Fprintln(l.stdout, "damaged:", f)
	}
	if r.Ledger > 0 {
		fmt.Fprintf(l.stdout, "damaged: %d entries of the ledger\n", r.Ledger)
	}
	for _, d := range r.Damaged {
		fmt.Fprintln(l.stdout, "damaged:", d)
	}
	values := 0
	for _, d := range r.Damaged {
		if d.Value {
			values++
		}
	}
	fmt.Fprintf(l.stdout, "trees: %d, revisions: %d, damaged trees: %d\n", r.Logs, r.Revisions, len(r.Damaged)-values)
	for _, c := range r.Values {
		fmt.Fprintf(l.stdout, "%s: %d, records: %d, damaged records: %d\n", c.Many, c.Roots, c.Values, c.Damaged)
	}
	for _, d := range r.Replicas {
		fmt.Fprintln(l.stdout, "damaged:", d)
	}
	if !r.Whole() {
		return errPartly
	}
	return nil
}

func (l *library) report(ctx context.Context) (*records.Report, error) {
	if l.store != nil {
		return l.store.Records().VerifyCluster(ctx)
	}
	return records.Verify(ctx, l.config.Dir)
}

// restoreOne mends the values of a feature, or a tree. A room is named by its code.
func (l *library) restoreOne(ctx context.Context, name string) (*records.Restored, error) {
	if code, room := entry.ReadCode(name); room {
		name = string(code)
	}
	done := &records.Restored{}
	err := l.store.Records().RestoreValues(ctx, name, l.backup, done)
	if _, wrong := treestore.ParseID(name); wrong == nil && errors.Is(err, records.ErrNoValues) {
		return l.store.Restore(ctx, treestore.ID(name), l.backup)
	}
	return done, err
}

// restore mends what is damaged, and prints what was done. The status is 1 if revisions stay lost.
func (l *library) restore(ctx context.Context, args []string) (err error) {
	for _, name := range args {
		_, room := entry.ReadCode(name)
		_, wrong := treestore.ParseID(name)
		if !room && name != app.SecretKey && wrong != nil {
			return wrong
		}
	}
	for _, name := range args {
		id := treestore.ID(name)
		done, failed := l.restoreOne(ctx, name)
		if failed != nil {
			return fmt.Errorf("%s: %w", id, failed)
		}
		fmt.Fprintf(l.stdout, "%s: revisions put back: %d\n", id, len(done.PutBack))
		if done.Made > 0 {
			fmt.Fprintf(l.stdout, "%s: revision %d is a copy of the newest one that can be read\n", id, done.Made)
		}
		if len(done.Missing) > 0 {
			fmt.Fprintf(l.stdout, "%s: revisions that stay lost: %v\n", id, done.Missing)
			err = errPartly
		}
	}
	return err
}
