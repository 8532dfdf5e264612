package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/pprof"
	"runtime/debug"
	"time"
)

// checkTime bounds how long -check waits.
const checkTime = 5 * time.Second

// version returns the version of the module and the commit that it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "espalier, version unknown"
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	text := "espalier " + info.Main.Version + ", commit " + cmp.Or(settings["vcs.revision"], "unknown")
	if settings["vcs.modified"] == "true" {
		text += " with changes"
	}
	return text + ", " + info.GoVersion
}

// check asks a running server, for the health check of a container. It returns the
// exit status.
func check(ctx context.Context, url string, stdout, stderr io.Writer) int {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		fmt.Fprintln(stderr, "server: -check:", err)
		return 2
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		fmt.Fprintln(stderr, "server: -check:", err)
		return 1
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(answer.Body, 1<<10))
	if answer.StatusCode != http.StatusOK {
		fmt.Fprintf(stderr, "server: -check: %s: %s", answer.Status, text)
		return 1
	}
	stdout.Write(text)
	return 0
}

// serveProfiles serves Go's profiles on an address of their own until the context
// ends: they show what the server computes, and cost time.
func serveProfiles(ctx context.Context, log *slog.Logger, addr string) error {
	if addr == "" {
		return nil
	}
	listener, err := listen("-pprof", addr)
	if err != nil {
		return err
	}
	profiles := http.NewServeMux()
	profiles.HandleFunc("/debug/pprof/", pprof.Index)
	profiles.HandleFunc("/debug/pprof/profile", pprof.Profile)
	profiles.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	profiles.HandleFunc("/debug/pprof/trace", pprof.Trace)
	server := &http.Server{Handler: profiles, ReadHeaderTimeout: headerTime}
	context.AfterFunc(ctx, func() { server.Close() })
	go server.Serve(listener)
	log.Info("profiles are served", "url", "http://"+listener.Addr().String()+"/debug/pprof/")
	return nil
}
