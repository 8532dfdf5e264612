package assign_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"espalier/web/webtest"
)

// The load of homework:
//
//	go test ./web/homework -run TestClass -v -students 100
//
// has a class enter an assignment and answer all items at the same time, while its teacher
// watches the results. It measures how long an answer takes until it is on the disk, and how
// long the table takes until it has the last one. Without the flag it is a test of moderate
// size.
var loadStudents = flag.Int("students", 20, "students of TestClass")

func TestClass(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	id, _ := lessonOf(t, ts, kinds)
	c := assigned(t, ts, `{"lesson":"`+id+`","names":"required"}`)
	answers := []string{`[5]`, `[2,2,5]`, `[0]`, `false`, `4`, `1`}

	p := webtest.Dial(t, ts)
	p.Send(`{"type":"results","id":"r","key":%q}`, c.Key)
	type table struct {
		messages, bytes int
		whole           time.Time
		fault           string
	}
	watched := make(chan table, 1)
	go func() {
		var seen table
		defer func() { watched <- seen }()
		for {
			_, text, err := p.WS.ReadMessage()
			if err != nil {
				seen.fault = err.Error()
				return
			}
			seen.messages++
			seen.bytes += len(text)
			var r results
			if err := json.Unmarshal(text, &r); err != nil || r.Type == "error" {
				seen.fault = fmt.Sprintf("%v: %.200s", err, text)
				return
			}
			answered := 0
			for _, s := range r.Students {
				for _, i := range s.Items {
					if i.Tries > 0 {
						answered++
					}
				}
			}
			if answered == *loadStudents*len(answers) {
				seen.whole = time.Now()
				return
			}
		}
	}()

	var mu sync.Mutex
	var took []time.Duration
	var students sync.WaitGroup
	for n := range *loadStudents {
		students.Go(func() {
			token := c.student(fmt.Sprintf("Student %d", n))
			for k, answer := range answers {
				began := time.Now()
				if status, b := c.send("PUT", c.path(fmt.Sprintf("/items/%d/answer", k)), token, `{"answer":`+answer+`}`); status != 200 {
					t.Errorf("student %d, item %d: %d %s", n, k, status, b)
					continue
				}
				mu.Lock()
				took = append(took, time.Since(began))
				mu.Unlock()
			}
		})
	}
	students.Wait()
	last := time.Now()
	if len(took) != *loadStudents*len(answers) {
		t.Fatalf("%d answers of %d were taken", len(took), *loadStudents*len(answers))
	}
	seen := <-watched
	if seen.fault != "" {
		t.Fatal("the results: ", seen.fault)
	}
	slices.Sort(took)
	at := func(p float64) time.Duration { return took[int(float64(len(took)-1)*p)].Round(100 * time.Microsecond) }
	t.Logf("%d students, %d answers: p50 %s, p99 %s; the table had the last one after %s, in %d messages of %d KB", *loadStudents, len(took), at(0.5), at(0.99),
		max(0, seen.whole.Sub(last)).Round(time.Millisecond), seen.messages, seen.bytes/max(1, seen.messages)/1024)
}
