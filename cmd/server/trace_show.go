package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"

	"espalier/web"
	"espalier/web/app"
	"espalier/web/machine"
	"espalier/web/treestore"
)

// showTrace is the command "trace show": it serves a run on this machine alone, and follows it while
// the program prints it. It returns the exit status.
func showTrace(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("server trace show", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, "server trace show FILE    serves a run in the format espalier/trace/1 on a free port of this machine, and prints the address of its page;\n                          - is the standard input, which is followed while the program runs\n\nThe trace is kept until the command ends.\n\nThe options:\n")
		flags.PrintDefaults()
	}
	skip := flags.Bool("skip-other", false, "leave out the lines that the program prints besides its events")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return allRight
		}
		return unreadable
	}
	if flags.NArg() != 1 {
		fmt.Fprintln(stderr, "server: trace show needs one file; - is the standard input")
		return unreadable
	}
	from := stdin
	if name := flags.Arg(0); name != "-" {
		f, err := os.Open(name)
		if err != nil {
			fmt.Fprintln(stderr, "server:", err)
			return unreadable
		}
		defer f.Close()
		from = f
	}
	if err := serveTrace(ctx, from, *skip, stdout, stderr); err != nil {
		fmt.Fprintln(stderr, "server:", err)
		return unreadable
	}
	return allRight
}

// serveTrace serves a run until the context ends.
func serveTrace(ctx context.Context, from io.Reader, skipOther bool, stdout, stderr io.Writer) error {
	folder, err := os.MkdirTemp("", "espalier-trace-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	log := slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	library, err := openStore(treestore.Config{Dir: folder, Log: log})
	if err != nil {
		return err
	}
	defer library.Close()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	handler := web.New(app.Config{Log: log, Library: library, Processors: machine.Adapt(log)})
	server := &http.Server{Handler: handler, ReadHeaderTimeout: headerTime, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn)}
	go server.Serve(listener)
	defer end(log, server, handler)

	shown := &shownTrace{address: "http://" + listener.Addr().String()}
	var live struct{ Key, URL string }
	begin := "/api/v1/traces?live=1"
	if skipOther {
		begin += "&skip_other=1"
	}
	if err := shown.post(ctx, begin, nil, &live); err != nil {
		return err
	}
	fmt.Fprintf(stdout, "The run is at %s%s\n", shown.address, live.URL)
	trace := "/api/v1/traces/" + live.Key
	sent := make(chan error, 1)
	go func() { sent <- shown.post(ctx, trace+"/lines?from=0", from, nil) }()
	select {
	case <-ctx.Done():
		return nil
	case err := <-sent:
		if err != nil {
			fmt.Fprintln(stderr, "server:", err)
		}
	}
	var report struct {
		Verdict   string
		Unchecked string
		Checks    struct{ Errors, Notes int }
	}
	if err := shown.post(ctx, trace+"/end", nil, &report); err != nil {
		return err
	}
	if report.Unchecked != "" {
		fmt.Fprintf(stdout, "The run has ended; %s. Press Ctrl+C to stop serving it.\n", report.Unchecked)
		<-ctx.Done()
		return nil
	}
	fmt.Fprintf(stdout, "The run has ended: %s, with %s and %s. Press Ctrl+C to stop serving it.\n", report.Verdict, countOf(report.Checks.Errors, "error"), countOf(report.Checks.Notes, "note"))
	<-ctx.Done()
	return nil
}

// A shownTrace is the server of this command, as a program reaches it.
type shownTrace struct{ address string }

// post sends a request, and reads the answer; answer may be nil.
func (s *shownTrace) post(ctx context.Context, path string, body io.Reader, answer any) error {
	if body != nil {
		body = io.NopCloser(body) // else the client closes the standard input
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.address+path, body)
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/x-ndjson")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= http.StatusBadRequest {
		var problem struct{ Detail string }
		if json.Unmarshal(text, &problem) == nil && problem.Detail != "" {
			return errors.New(problem.Detail)
		}
		return fmt.Errorf("the server answers %s", strings.ToLower(response.Status))
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(text, answer)
}
