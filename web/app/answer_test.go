package app

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"espalier/web/fair"
)

// An answering is a server behind pipes, which have no buffers: an answer that is not read
// waits.
type answering struct {
	t     *testing.T
	core  *Core
	conns chan net.Conn
	end   func()
}

func (s *answering) Accept() (net.Conn, error) {
	if c, ok := <-s.conns; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}
func (s *answering) Close() error {
	s.end()
	return nil
}
func (s *answering) Addr() net.Addr { return &net.TCPAddr{} }

// answerWith serves a handler behind LimitAnswers, for the client that a header names.
func answerWith(t *testing.T, handler http.HandlerFunc) *answering {
	s := &answering{t: t, core: NewCore(Config{}), conns: make(chan net.Conn)}
	s.end = sync.OnceFunc(func() { close(s.conns) })
	limited := s.core.LimitAnswers(handler)
	server := &http.Server{Handler: Deadline(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var tag [7]byte
		copy(tag[:], r.Header.Get("Client"))
		limited.ServeHTTP(w, r.WithContext(fair.WithClient(r.Context(), fair.ClientOfTag(tag))))
	}))}
	go server.Serve(s)
	t.Cleanup(func() { server.Close() })
	return s
}

// ask sends a request whose answer is read by the caller, or not at all.
func (s *answering) ask(client, path string) net.Conn {
	ours, theirs := net.Pipe()
	s.t.Cleanup(func() { ours.Close() })
	s.conns <- theirs
	fmt.Fprintf(ours, "GET %s HTTP/1.1\r\nHost: a\r\nClient: %s\r\nConnection: close\r\n\r\n", path, client)
	synctest.Wait()
	return ours
}

func (s *answering) used() int64 { return s.core.answers.Used() + s.core.largeAnswers.Used() }

// large writes an answer of 16 MB.
func large(w http.ResponseWriter) {
	piece := bytes.Repeat([]byte("#"), 1<<20)
	for range 16 {
		if _, err := w.Write(piece); err != nil {
			return
		}
	}
}

func readAll(c net.Conn) string {
	b, _ := io.ReadAll(c)
	return string(b)
}

// Answers that nobody reads are charged to their client, are refused beyond its share, do
// not keep others from theirs, and are cut off.
func TestUnreadAnswers(t *testing.T) {
	for _, how := range []string{"/whole", "/streamed"} {
		t.Run(how[1:], func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := answerWith(t, func(w http.ResponseWriter, r *http.Request) {
					switch {
					case r.URL.Path == "/small":
						io.WriteString(w, "small")
					case r.URL.Path == "/whole" || StreamAnswer(r.Context(), 16<<20) == nil:
						large(w)
					}
				})
				var unread []net.Conn
				for range 12 {
					unread = append(unread, s.ask("rude", how))
				}
				if used := s.core.largeAnswers.Used(); used < 7*16<<20 || used > (s.core.largeAnswers.Size()+16<<20)/2 {
					t.Errorf("12 answers of 16 MB that nobody reads hold %d MiB, want at most half of all", used>>20)
				}
				time.Sleep(answerPatience)
				if answer := readAll(unread[11]); !strings.Contains(answer, "429 Too Many Requests") || !strings.Contains(answer, "Retry-After") || !strings.Contains(answer, errUnread.Message) {
					t.Errorf("one answer too many: %.600s", answer)
				}
				for _, client := range []string{"rude", "other"} {
					if answer := readAll(s.ask(client, "/small")); !strings.HasSuffix(answer, "small") {
						t.Errorf("a small answer for the %s client: %.600s", client, answer)
					}
				}
				if answer := readAll(s.ask("other", how)); strings.Count(answer, "#") < 16<<20 {
					t.Errorf("a large answer for another client: %.600s, %d bytes", answer, len(answer))
				}
				time.Sleep(WriteTimeout)
				synctest.Wait()
				if used := s.used(); used != 0 {
					t.Errorf("%d bytes are held after WriteTimeout", used)
				}
				if answer := readAll(unread[0]); strings.HasSuffix(answer, "0\r\n\r\n") {
					t.Error("an answer that was cut off looks complete")
				}
			})
		})
	}
}

// A reader of some bytes now and then is cut off, too; one at MinReadRate is not.
func TestSlowReader(t *testing.T) {
	read := func(t *testing.T, rate int) (whole bool, took time.Duration) {
		synctest.Test(t, func(t *testing.T) {
			s := answerWith(t, func(w http.ResponseWriter, _ *http.Request) { w.Write(bytes.Repeat([]byte("#"), 4<<20)) })
			start := time.Now()
			c := s.ask("slow", "/")
			got := 0
			for b := make([]byte, rate); ; time.Sleep(time.Second) {
				n, err := io.ReadFull(c, b)
				got += bytes.Count(b[:n], []byte("#"))
				if err != nil {
					break
				}
			}
			whole, took = got == 4<<20, time.Since(start)
			synctest.Wait()
			if s.used() != 0 {
				t.Errorf("%d bytes are held at the end", s.used())
			}
		})
		return whole, took
	}
	if whole, took := read(t, 2*MinReadRate); !whole {
		t.Errorf("a reader at twice the rate is cut off after %s", took)
	}
	if whole, took := read(t, MinReadRate/2); whole || took > 2*ReadTimeout {
		t.Errorf("a reader at half the rate: whole %t after %s, want an end before %s", whole, took, 2*ReadTimeout)
	}
}

// An answer without memory for it fails as a whole, even if a part of it is written.
func TestAnswerThatIsTooLarge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := answerWith(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Disposition", "attachment")
			for range 8 {
				large(w)
			}
		})
		answer := readAll(s.ask("a", "/api/x"))
		if !strings.HasPrefix(answer, "HTTP/1.1 413") || !strings.Contains(answer, "64 MiB, the limit of one answer") || strings.Contains(answer, "attachment") || strings.Contains(answer, "###") {
			t.Errorf("%.600s", answer)
		}
		synctest.Wait()
		if s.used() != 0 {
			t.Errorf("%d bytes are held at the end", s.used())
		}
	})
}

// The last line of an answer with progress is the page, in whole characters.
func TestLastLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		page := strings.Repeat("“é€𝄞\n", 30_000)
		s := answerWith(t, func(w http.ResponseWriter, r *http.Request) {
			ReportProgress(r.Context(), 1, 1)
			io.WriteString(w, page)
		})
		ours, theirs := net.Pipe()
		defer ours.Close()
		s.conns <- theirs
		fmt.Fprintf(ours, "GET / HTTP/1.1\r\nHost: a\r\nAccept: application/x-ndjson\r\nConnection: close\r\n\r\n")
		answer, err := http.ReadResponse(bufio.NewReader(ours), nil)
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(answer.Body)
		_, last, _ := strings.Cut(string(b), "\n")
		var line struct{ HTML string }
		if json.Unmarshal([]byte(last), &line); err != nil || line.HTML != page {
			t.Errorf("%v, %d bytes, %.100s", err, len(b), last)
		}
	})
}
