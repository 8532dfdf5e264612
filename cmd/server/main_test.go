package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// started runs the server in this process, on a free port.
func started(t *testing.T, args ...string) (url string, stop context.CancelFunc, status chan int, errors *bytes.Buffer) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	out, in := io.Pipe()
	errors, status = &bytes.Buffer{}, make(chan int, 1)
	ended := make(chan struct{})
	t.Cleanup(func() { // before the folder of the test is removed
		cancel()
		<-ended
	})
	go func() {
		defer close(ended)
		status <- Run(ctx, append([]string{"-addr", "127.0.0.1:0"}, args...), in, errors)
		in.Close()
	}()
	return urlIn(t, out), cancel, status, errors
}

func urlIn(t *testing.T, out io.Reader) string {
	t.Helper()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	url := regexp.MustCompile(`http://[0-9.:]+/`).FindString(line)
	if url == "" {
		t.Fatalf("the first line is %q, want a URL in it", line)
	}
	return url
}

func TestRun(t *testing.T) {
	url, stop, status, errors := started(t, "-data", filepath.Join(t.TempDir(), "data"))
	resp, err := http.Get(url + "healthz")
	if err != nil || resp.StatusCode != 200 {
		t.Fatalf("GET healthz = %v, %v", resp, err)
	}
	resp.Body.Close()
	stop()
	select {
	case got := <-status:
		if got != 0 {
			t.Errorf("exit status = %d, want 0: %s", got, errors)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("the server did not end within 5 s")
	}
	if !strings.Contains(errors.String(), "level=INFO") {
		t.Errorf("the log is %q", errors)
	}
}

func TestUsedPortIsReported(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	var out, errors bytes.Buffer
	got := Run(context.Background(), []string{"-addr", taken.Addr().String()}, &out, &errors)
	if got != 1 || !strings.Contains(errors.String(), taken.Addr().String()+" is taken") || out.Len() > 0 {
		t.Errorf("Run on a taken port = %d, %q, %q; want 1 and a clear error", got, out.String(), errors.String())
	}
}

func TestInvalidArgumentsAreRejected(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want int
	}{
		{[]string{"-port", "1"}, 2}, {[]string{"now"}, 2}, {[]string{"-h"}, 0},
		{[]string{"-nats", ""}, 2}, {[]string{"-addr", "nowhere"}, 1}, {[]string{"-addr", "127.0.0.1:0", "-data", filepath.Join(file, "below")}, 1},
	} {
		var errors bytes.Buffer
		if got := Run(context.Background(), c.args, io.Discard, &errors); got != c.want || errors.Len() == 0 {
			t.Errorf("Run(%q) = %d, %q; want %d and words", c.args, got, errors.String(), c.want)
		}
		if text := errors.String(); c.want == 0 && (!strings.Contains(text, "server [options] library") || !strings.Contains(text, "server experiment") || !strings.Contains(text, "-max-store")) {
			t.Errorf("%q does not name the commands and the options: %s", c.args, text)
		}
	}
}

// built returns the path of a server: $ESPALIER, if that is built, or one that it builds.
func built(t *testing.T) string {
	t.Helper()
	program := os.Getenv("ESPALIER")
	if _, err := os.Stat(program); err == nil {
		return program
	}
	program = filepath.Join(t.TempDir(), "server")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return program
}

// TestSignals sends a signal to a real process while a stream runs.
func TestSignals(t *testing.T) {
	program := built(t)
	for _, signal := range []os.Signal{syscall.SIGTERM, syscall.SIGINT} {
		t.Run(fmt.Sprint(signal), func(t *testing.T) {
			server := exec.Command(program, "-addr", "127.0.0.1:0", "-data", t.TempDir())
			out, err := server.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := server.Start(); err != nil {
				t.Fatal(err)
			}
			defer server.Process.Kill()
			url := urlIn(t, out)
			resp, err := http.Post(url+"api/v1/trace", "application/json",
				strings.NewReader(`{"generate":{"kind":"h32","branching":5,"depth":14},"algorithm":"maxn"}`))
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			lines := bufio.NewScanner(resp.Body)
			lines.Scan()
			start := time.Now()
			if err := server.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			last := ""
			for lines.Scan() {
				last = lines.Text()
			}
			if err := server.Wait(); err != nil {
				t.Errorf("the server ended with %v, want status 0", err)
			}
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("the end took %s, want at most 5 s", took)
			}
			if !strings.Contains(last, `"type":"error"`) {
				t.Errorf("the stream ends with %.200s, want an error event", last)
			}
		})
	}
}

// hung is a handler that does not come to its end.
type hung struct{}

func (hung) Shutdown(context.Context) error { select {} }

// TestEndIsBounded: a request that holds what the end of the server needs does not keep the process.
func TestEndIsBounded(t *testing.T) {
	var log strings.Builder
	end(slog.New(slog.NewTextHandler(&log, nil)), &http.Server{}, hung{})
	if !strings.Contains(log.String(), "some connections did not end in time") {
		t.Errorf("the log says %q", log.String())
	}
}
