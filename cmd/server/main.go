package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"espalier/web"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/machine"
	"espalier/web/treestore"
)

const (
	// endTime is the time limit for the shutdown of connections; in this time
	// streams get their last message. killTime is added if they do not end in time.
	// Both times and the library, which takes at most one second, stay below five
	// seconds; then a service manager kills the process.
	endTime  = 3 * time.Second
	killTime = 500 * time.Millisecond
	// stopTime is the time limit for the whole shutdown. A store whose disk has stalled
	// does not end in time; what it acknowledged was on the disk before that.
	stopTime = 4700 * time.Millisecond

	headerTime = 10 * time.Second // maximum time to receive the headers of a request
	idleTime   = 2 * time.Minute  // maximum time of an open connection without a request
	maxHeader  = 64 << 10         // a link can carry a small tree
)

// openStore is replaced by a test.
var openStore = treestore.Open

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(Run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// Run serves until the context ends, and returns the exit status. It prints one line
// with the URL when it begins to serve.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	stdout, stderr = &printable{to: stdout}, &printable{to: stderr}
	o, err := readOptions(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	case o.version:
		fmt.Fprintln(stdout, version())
		return 0
	case o.check != "":
		return check(ctx, o.check, stdout, stderr)
	case o.library != nil:
		return manage(ctx, o, o.library, stdout, stderr)
	case o.experiment != nil:
		return measure(ctx, o.experiment, stdout, stderr)
	case o.trace != nil:
		return traces(ctx, o.trace, os.Stdin, stdout, stderr)
	}
	log := slog.New(slog.NewTextHandler(stderr, nil))
	// A folder that the user gives must be usable. The default folder is created
	// later, when there is something to store.
	if o.dataGiven {
		if err := os.MkdirAll(o.data, 0o700); err != nil {
			fmt.Fprintln(stderr, "server: the folder of -data cannot be made:", err)
			return 1
		}
	}
	if err := serve(ctx, log, o, stdout); err != nil {
		fmt.Fprintln(stderr, "server:", err)
		return 1
	}
	return 0
}

func serve(ctx context.Context, log *slog.Logger, o options, stdout io.Writer) error {
	listener, err := listen("-addr", o.addr)
	if err != nil {
		return err
	}
	if err := serveProfiles(ctx, log, o.pprof); err != nil {
		listener.Close()
		return err
	}
	failed := make(chan error, 2)
	// What hangs in the library cannot be ended, and may take all memory. A process
	// that is started again mends the files.
	hangs := func(err error) {
		select {
		case failed <- err:
		default: // the process is ending
		}
	}
	trees, err := openStore(treestore.Config{Dir: o.data, URL: o.nats, Synced: o.natsSynced, Context: ctx, MaxBytes: o.maxStore, Backups: o.backup, Log: log, Failed: hangs})
	if err != nil {
		listener.Close()
		return err
	}
	handler := web.New(app.Config{Log: log, Static: sources(log), Library: trees,
		Base: o.base, Proxies: o.proxies, Hosts: o.hosts, AccessLog: o.accessLog, Processors: machine.Adapt(log)})
	if handler.HasPath(o.base.Prefix) {
		listener.Close()
		trees.Close()
		return fmt.Errorf("-base-url: %s is a page of Espalier itself; choose another path", o.base.Prefix)
	}
	connections := fair.NewConnections(app.MaxHTTPConnections, o.proxies, handler.Refused("http_connections"))
	server := &http.Server{
		Handler:           handler,
		ConnState:         connections.State,
		ReadHeaderTimeout: headerTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		// Request bodies and responses have separate deadlines, because a stream has
		// no end.
	}
	go func() { failed <- server.Serve(listener) }()
	go trees.Records().Health(ctx) // opens the library, which takes seconds where it is large
	if o.backup != "" {
		go trees.Records().KeepBackups(ctx, o.backup)
	}
	fmt.Fprintf(stdout, "Espalier serves at http://%s%s/\n", listener.Addr(), o.base.Prefix)
	where := o.data
	if o.nats != "" {
		where = "NATS"
	}
	log.Info("serving", "addr", listener.Addr().String(), "trees", where)
	select {
	case err := <-failed:
		server.Close()
		return err
	case <-ctx.Done():
	}
	log.Info("stopping")
	late := time.NewTimer(stopTime)
	defer late.Stop()
	end(log, server, handler)
	closed := make(chan error, 1)
	go func() { closed <- trees.Close() }()
	select {
	case err = <-closed:
	case <-late.C:
		err = errors.New("its disk does not answer")
	}
	if err != nil {
		log.Warn("the library did not close in time; what it acknowledged is kept", "err", err)
	}
	log.Info("stopped")
	return nil
}

// listen listens on the address of an option.
func listen(option, addr string) (net.Listener, error) {
	listener, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%s is taken by another program; choose another address with %s, such as %s 127.0.0.1:0", addr, option, option)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot serve on %s: %w", addr, err)
	}
	return listener, nil
}

// end accepts no new requests, ends the running requests, and returns within the
// time limits, also if a request holds what the others need.
func end(log *slog.Logger, server *http.Server, handler interface{ Shutdown(context.Context) error }) {
	ctx, cancel := context.WithTimeout(context.Background(), endTime)
	defer cancel()
	closed := make(chan error, 2)
	go func() { closed <- server.Shutdown(ctx) }()
	go func() { closed <- handler.Shutdown(ctx) }()
	var err error
	for range cap(closed) {
		select {
		case one := <-closed:
			err = errors.Join(err, one)
		case <-ctx.Done():
			err = errors.Join(err, ctx.Err())
		}
	}
	if err != nil {
		log.Warn("some connections did not end in time", "err", err)
		server.Close()
		time.Sleep(killTime)
	}
}

// sources returns the folder of static files if the server runs in the project
// folder, so that an edited file is used at the next reload of a page. Otherwise it
// returns nil, and the embedded files are served.
func sources(log *slog.Logger) fs.FS {
	const folder = "static"
	if _, err := os.Stat(filepath.Join(folder, "static.go")); err != nil {
		return nil
	}
	log.Info("static files are read from disk", "folder", folder)
	return os.DirFS(folder)
}
