package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"espalier/web/app"
)

// loadAttacks says what largeAnswers does at the same time.
var loadAttacks = flag.String("attacks", "chance,practice,unread", "what attacks the server in TestLoad/large_answers, besides each other: chance, practice, unread")

// unitMemory is MemoryMax of the systemd unit in the documentation of this command.
const unitMemory = 2 << 30

// largeAnswers lets clients ask for answers that are much larger than their questions, or
// take long, and lets some of them read nothing. The memory of the server must stay below
// that of the documented unit, others must be served, and everything must be given back.
func largeAnswers(s *loadServer) {
	attacks := strings.Split(*loadAttacks, ",")
	id := s.saveLargeTree()
	s.notices("quiet, with a large tree", 0)
	ctx, cancel := context.WithCancel(s.t.Context())
	var all sync.WaitGroup
	var mu sync.Mutex
	answered := map[string]int{} // by attack and status
	repeat := func(attack string, clients int, path, body string) {
		if !slices.Contains(attacks, attack) {
			return
		}
		for i := range clients {
			all.Go(func() {
				for ctx.Err() == nil {
					status, _, _ := s.as(ctx, fmt.Sprintf("198.51.100.%d", i), path, body)
					mu.Lock()
					answered[attack+" "+strconv.Itoa(status)]++
					mu.Unlock()
				}
			})
		}
	}
	repeat("chance", 3, "api/v1/parse", chanceGame())
	repeat("practice", 3, "api/v1/practice/check", manyCuts(inFull(10_000, 4_000), inFull(1_900, 400)))
	if slices.Contains(attacks, "unread") {
		for i := range inFull(200, 60) {
			s.unread([]string{rude, "203.0.113.10", "203.0.113.11"}[i%3], "api/v1/trees/"+id)
		}
		for i := range inFull(300, 60) {
			s.unread(fmt.Sprintf("203.0.113.%d", i%4), "export/tree.dot?saved="+id)
		}
		s.await("espalier_answer_bytes", func(bytes int) bool { return bytes > 8<<20 })
	}
	s.notices("beside "+strings.Join(attacks, " and "), 0)
	held := s.gauge("espalier_answer_bytes")
	if most := loadMemory.Of(app.LargeAnswerPart + app.SmallAnswerPart); int64(held) > most {
		s.t.Errorf("answers hold %d bytes, want at most %d", held, most)
	}
	cancel()
	all.Wait()
	if !*loadInFull {
		s.hangUp()
	}
	// Those that do not read are still connected with -load, and are cut off.
	start := time.Now()
	for _, gauge := range []string{"espalier_answer_bytes", "espalier_body_bytes", "espalier_tree_bytes", "espalier_searches", "espalier_turns_waiting"} {
		s.await(gauge, func(n int) bool { return n == 0 })
	}
	peak := s.peakMemory()
	s.t.Logf("large answers: %v; answers held %d MiB; all is given back after %s; the most memory was %d MiB, now %d MiB",
		answered, held>>20, time.Since(start).Round(100*time.Millisecond), peak>>20, s.memory()>>20)
	if peak > unitMemory {
		s.t.Errorf("the server took %d MiB, and its unit has %d", peak>>20, unitMemory>>20)
	}
}

// saveLargeTree saves a tree of which the answer has some 15 MB, and returns its id.
func (s *loadServer) saveLargeTree() string {
	s.t.Helper()
	var text strings.Builder
	text.WriteString("players 3 maxsum 10 1[")
	for i := range 99_000 {
		fmt.Fprintf(&text, " leaf_%06d_of_a_long_row_of_leaves_here: (1,2,3)", i)
	}
	text.WriteString(" ]")
	body, _ := json.Marshal(map[string]string{"text": text.String()})
	status, answer, err := s.as(s.t.Context(), other, "api/v1/trees", string(body))
	var saved struct{ ID string }
	if json.Unmarshal([]byte(answer), &saved); err != nil || status != 201 || saved.ID == "" {
		s.t.Fatalf("the tree is not saved: %d %.300s, %v", status, answer, err)
	}
	return saved.ID
}

// manyCuts returns a check of practice whose every cut is shown to be wrong by other
// values of nearly all leaves of a row.
func manyCuts(leaves, cuts int) string {
	done := make([]string, cuts)
	for i := range done {
		done[i] = fmt.Sprintf(`{"type":"cut","node":%d}`, i+2)
	}
	return fmt.Sprintf(`{"text":"players 2 maxsum 10 1[%s (10,0) ]","algorithm":"shallow","done":[%s]}`, strings.Repeat(" (1,9)", leaves-1), strings.Join(done, ","))
}

// chanceGame returns a game with a move of chance whose probabilities have different
// denominators of 38 digits.
func chanceGame() string {
	const actions = 4_000
	var b strings.Builder
	b.WriteString(`EFG 2 R "t" { "A" "B" } c "" 1 "" {`)
	for i := range actions {
		fmt.Fprintf(&b, ` "%d" 1/%s%06d`, i, strings.Repeat("7", 32), 2*i+1)
	}
	b.WriteString(" } 0")
	for i := range actions {
		fmt.Fprintf(&b, ` t "" %d "" { 1, 1 }`, i+1)
	}
	body, _ := json.Marshal(map[string]any{"efg": b.String()})
	return string(body)
}

// unread asks for a page and reads nothing of the answer.
func (s *loadServer) unread(client, path string) {
	s.t.Helper()
	c, err := net.Dial("tcp", s.addr)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { c.Close() })
	s.conns = append(s.conns, c)
	c.(*net.TCPConn).SetReadBuffer(4 << 10)
	if _, err := fmt.Fprintf(c, "GET /%s HTTP/1.1\r\nHost: %s\r\nX-Forwarded-For: %s\r\n\r\n", path, s.addr, client); err != nil {
		s.t.Fatal(err)
	}
}

// peakMemory returns the most resident memory that the server had; 0: the system does
// not say.
func (s *loadServer) peakMemory() int {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.child.Process.Pid))
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	kib, _ := strconv.Atoi(strings.TrimSpace(strings.SplitN(after, "kB", 2)[0]))
	return kib << 10
}
