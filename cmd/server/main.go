// Command server serves Espalier from one binary. It handles the flags, the signals
// and the order of the shutdown, and imports web, web/app and web/treestore.
//
// Invariants: an edit that was acknowledged is on the disk before the process ends,
// and the shutdown takes less than five seconds.
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
	"runtime"
	"strings"
	"syscall"
	"time"

	"espalier/web"
	"espalier/web/app"
	"espalier/web/treestore"
)

const (
	// endTime is the time limit for the shutdown of connections; in this time
	// streams get their last message. killTime is added if they do not end in time.
	// Both times and the library, which takes at most one second, stay below five
	// seconds; then a service manager kills the process.
	endTime  = 3 * time.Second
	killTime = 500 * time.Millisecond

	headerTime = 10 * time.Second // maximum time to receive the headers of a request
	idleTime   = 2 * time.Minute  // maximum time of an open connection without a request
	maxHeader  = 64 << 10         // a link can carry a small tree
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(Run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// Run serves until the context ends, and returns the exit status. It prints one line
// with the URL when it begins to serve.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("server", flag.ContinueOnError)
	flags.SetOutput(stderr)
	addr := flags.String("addr", "127.0.0.1:8080", "`address` to serve on; port 0 takes a free one")
	data := flags.String("data", dataDir(), "`folder` of what is kept")
	nats := flags.String("nats", "", "`URL` of the NATS servers that keep the trees, in place of the folder")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(stderr, "server: %q is not an option; there are -addr, -data and -nats\n", flags.Arg(0))
		return 2
	}
	log := slog.New(slog.NewTextHandler(stderr, nil))
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if given["nats"] && strings.TrimSpace(*nats) == "" {
		fmt.Fprintln(stderr, "server: -nats is empty; leave it out to keep the trees in the folder of -data")
		return 2
	}
	// A folder that the user gives must be usable. The default folder is created
	// later, when there is something to store.
	if given["data"] {
		if err := os.MkdirAll(*data, 0o700); err != nil {
			fmt.Fprintln(stderr, "server: the folder of -data cannot be made:", err)
			return 1
		}
	}
	if err := serve(ctx, log, *addr, treestore.Config{Dir: *data, URL: *nats, Log: log}, stdout); err != nil {
		fmt.Fprintln(stderr, "server:", err)
		return 1
	}
	return 0
}

func serve(ctx context.Context, log *slog.Logger, addr string, kept treestore.Config, stdout io.Writer) error {
	listener, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s is taken by another program; choose another address with -addr, such as -addr 127.0.0.1:0", addr)
	}
	if err != nil {
		return fmt.Errorf("cannot serve on %s: %w", addr, err)
	}
	trees, err := treestore.Open(kept)
	if err != nil {
		listener.Close()
		return err
	}
	handler := web.New(app.Config{Log: log, Static: sources(log), Library: trees})
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: headerTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		// Request bodies and responses have separate deadlines, because a stream has
		// no end.
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	fmt.Fprintf(stdout, "Espalier serves at http://%s/\n", listener.Addr())
	where := kept.Dir
	if kept.URL != "" {
		where = "NATS"
	}
	log.Info("serving", "addr", listener.Addr().String(), "trees", where)
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	log.Info("stopping")
	end(log, server, handler)
	if err := trees.Close(); err != nil {
		log.Warn("the library did not come to rest in time; what it acknowledged is kept", "err", err)
	}
	log.Info("stopped")
	return nil
}

// end accepts no new requests, ends the running requests, and returns within the
// time limits.
func end(log *slog.Logger, server *http.Server, handler *web.Server) {
	ctx, cancel := context.WithTimeout(context.Background(), endTime)
	defer cancel()
	closed := make(chan error, 1)
	go func() { closed <- server.Shutdown(ctx) }()
	if err := errors.Join(handler.Shutdown(ctx), <-closed); err != nil {
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

// dataDir returns the folder for application data that is usual on the operating
// system.
func dataDir() string {
	base := os.Getenv("XDG_DATA_HOME")
	home, _ := os.UserHomeDir()
	switch {
	case base != "":
	case runtime.GOOS == "windows":
		base = os.Getenv("LocalAppData")
	case runtime.GOOS == "darwin":
		base = filepath.Join(home, "Library", "Application Support")
	default:
		base = filepath.Join(home, ".local", "share")
	}
	return filepath.Join(base, "espalier")
}
