package main

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"net/http/pprof"
	"runtime/debug"
)

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
