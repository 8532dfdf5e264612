// Command compare sends the same requests to two servers and compares what they answer,
// byte for byte:
//
//	go run ./web/webtest/compare http://127.0.0.1:18081 http://127.0.0.1:18082
//
// One server runs the commit before a redesign, the other the present one; each has an
// empty folder of data of its own. Status, headers and bodies are compared, and the
// messages of websockets. Ignored are dates, clocks, request ids, addresses, the version in
// the paths of assets, and what a server chooses at random: keys, codes and ids, which get
// the same names on both sides.
//
// The requests are those of all figures with all algorithms, every page, the examples of
// the API, bad input with one fault and with two at once (so that the text of an error and
// its precedence are compared), the life of a saved tree, a lesson and a room, and runs,
// drafts and rooms on websockets. It lists what differs and exits with status 1 if anything
// does.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

func main() {
	most := flag.Int("list", 40, "how many differences are listed")
	only := flag.String("only", "", "the parts to run, such as faults,flows; all if empty")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: compare [-list N] [-only PARTS] http://HOST:PORT http://HOST:PORT")
		os.Exit(2)
	}
	c := comparison{sites: [2]*site{newSite(flag.Arg(0)), newSite(flag.Arg(1))}}
	for _, p := range parts {
		if *only != "" && !slices.Contains(strings.Split(*only, ","), p.name) {
			continue
		}
		began, before := time.Now(), c.count
		p.run(&c)
		fmt.Printf("%-10s %6d answers, %.0f s\n", p.name, c.count-before, time.Since(began).Seconds())
	}
	fmt.Println(c.count, "answers,", len(c.different), "differ")
	for i, d := range c.different {
		if i == *most {
			fmt.Println("…")
			break
		}
		fmt.Println(d)
	}
	if len(c.different) > 0 {
		os.Exit(1)
	}
}

// parts are compared one after the other.
var parts = []struct {
	name string
	run  func(*comparison)
}{
	{"figures", func(c *comparison) { c.askAll(figureRequests(c.sites[0])) }},
	{"pages", func(c *comparison) { c.askAll(pageRequests()) }},
	{"examples", func(c *comparison) { c.askAll(exampleRequests()) }},
	{"faults", func(c *comparison) { c.askAll(faultRequests()) }},
	{"flows", func(c *comparison) { c.follow(flows) }},
	{"sockets", func(c *comparison) { c.follow(socketFlows) }},
}

// A request is sent to both servers.
type request struct{ method, path, body string }

func get(path string) request        { return request{http.MethodGet, path, ""} }
func post(path, body string) request { return request{http.MethodPost, path, body} }

func (q request) String() string {
	return strings.TrimSpace(q.method + " " + q.path + " " + q.body)
}

// A comparison counts the answers that were compared and lists those that differ.
type comparison struct {
	sites     [2]*site
	mu        sync.Mutex
	count     int
	different []string
}

// compare records whether two answers are the same.
func (c *comparison) compare(what string, a, b []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.count++
	if !bytes.Equal(a, b) {
		c.different = append(c.different, what+"\n"+firstDifference(a, b))
	}
}

// firstDifference shows the place where two answers part.
func firstDifference(a, b []byte) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	part := func(t []byte) string { return fmt.Sprintf("%q", t[max(0, i-60):min(len(t), i+100)]) }
	return "    " + part(a) + "\n    " + part(b)
}

// askAll sends requests that leave nothing on the servers, several at a time.
func (c *comparison) askAll(list []request) {
	const clients = 4
	queue := make(chan request)
	var work sync.WaitGroup
	for range clients {
		work.Go(func() {
			for q := range queue {
				var answers [2][]byte
				var both sync.WaitGroup
				for i, s := range c.sites {
					both.Go(func() { answers[i] = s.plain(s.ask(q)) })
				}
				both.Wait()
				c.compare(q.String(), answers[0], answers[1])
			}
		})
	}
	for _, q := range list {
		queue <- q
	}
	close(queue)
	work.Wait()
}

// follow runs each flow on both servers and compares what they recorded.
func (c *comparison) follow(list []flow) {
	for _, f := range list {
		var both sync.WaitGroup
		for _, s := range c.sites {
			both.Go(func() {
				s.records = nil
				f.run(s)
				for i, r := range s.records { // only now are all texts named
					s.records[i] = record{string(s.plain([]byte(r.what))), s.plain(r.answer)}
				}
			})
		}
		both.Wait()
		a, b := c.sites[0].records, c.sites[1].records
		for i := range max(len(a), len(b)) {
			var x, y record
			if i < len(a) {
				x = a[i]
			}
			if i < len(b) {
				y = b[i]
			}
			c.compare(f.name+": "+x.what+y.missing(x), x.answer, y.answer)
		}
	}
}

// A flow is a sequence of requests that build on each other.
type flow struct {
	name string
	run  func(*site)
}

// A record is an answer in a flow, in its plain form.
type record struct {
	what   string
	answer []byte
}

// missing says that the second server was asked something else.
func (r record) missing(first record) string {
	if r.what == first.what {
		return ""
	}
	return " / " + r.what
}

// A site is one of the servers, with the names of what it has chosen at random.
type site struct {
	base    string
	client  http.Client
	records []record

	mu    sync.Mutex
	names []string // pairs of a text and its name
}

func newSite(base string) *site {
	return &site{base: strings.TrimRight(base, "/"), client: http.Client{Timeout: 2 * time.Minute,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// name gives a text that the server has chosen a name, which represents it from then on.
func (s *site) name(text, name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if text != "" {
		s.names = append(s.names, text, "«"+name+"»")
	}
	return text
}

// ignored are the headers that are not compared.
var ignored = []string{"Date", "X-Request-Id", "Content-Length"}

// ask returns the answer as a text of status, headers and body.
func (s *site) ask(q request, header ...string) []byte {
	r, err := http.NewRequest(q.method, s.base+q.path, strings.NewReader(q.body))
	if err != nil {
		return []byte(err.Error())
	}
	if q.body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := s.client.Do(r)
	if err != nil {
		return []byte(err.Error())
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		body = append(body, err.Error()...)
	}
	b := fmt.Append(nil, resp.StatusCode, "\n")
	names := make([]string, 0, len(resp.Header))
	for name := range resp.Header {
		if !slices.Contains(ignored, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		b = fmt.Append(b, name, ": ", strings.Join(resp.Header[name], ", "), "\n")
	}
	return append(append(b, '\n'), body...)
}

// The parts of an answer that depend on the time or on the build.
var (
	versions = regexp.MustCompile(`/static/[0-9a-f]{8,}/`)
	clocks   = regexp.MustCompile(`"(now|since|touched|time|made|created|at|seconds|began|closed|until)":"?[0-9][^,}\]]*`)
	moments  = regexp.MustCompile(`20[0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-9:.]+Z?`)
	squares  = regexp.MustCompile(`"qr":"(?:[^"\\]|\\.)*"`)              // a QR code of an address that is not compared
	revised  = regexp.MustCompile(`("code":"[^"]*","revision":)[0-9]+`)  // of a room: its writes meet, and not each is an action
	aliases  = regexp.MustCompile(`"lesson":\{"id":"[A-Za-z0-9_-]{16}"`) // of a lesson in a room
	epochs   = regexp.MustCompile(`"epoch":"[^"]*"`)
	tags     = regexp.MustCompile(`(?i)"?etag"?: .*`)
)

// plain returns an answer without what differs between two servers that answer the same.
func (s *site) plain(b []byte) []byte {
	s.mu.Lock()
	names := strings.NewReplacer(s.names...)
	s.mu.Unlock()
	text := names.Replace(string(b))
	text = strings.ReplaceAll(text, s.base, "BASE")
	text = strings.ReplaceAll(text, s.base[strings.Index(s.base, "//")+2:], "HOST")
	text = versions.ReplaceAllString(text, "/static/VERSION/")
	text = clocks.ReplaceAllString(text, `"$1":TIME`)
	text = moments.ReplaceAllString(text, "MOMENT")
	text = squares.ReplaceAllString(text, `"qr":SQUARE`)
	text = revised.ReplaceAllString(text, "${1}N")
	text = aliases.ReplaceAllString(text, `"lesson":{"id":ALIAS`)
	text = epochs.ReplaceAllString(text, `"epoch":EPOCH`)
	return []byte(tags.ReplaceAllString(text, "ETag: TAG"))
}

// do sends a request of a flow, and records the answer. It returns the answer's body.
func (s *site) do(q request, header ...string) []byte {
	b := s.ask(q, header...)
	s.record(q.String(), b)
	_, body, _ := bytes.Cut(b, []byte("\n\n"))
	return body
}

// record keeps an answer for the comparison.
func (s *site) record(what string, b []byte) { s.records = append(s.records, record{what, b}) }
