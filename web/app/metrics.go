package app

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// This file counts what a server does, and writes it in the text format of
// Prometheus. It imports the standard library alone.

// ContentType is that of the text format.
const ContentType = "text/plain; version=0.0.4; charset=utf-8"

// A Registry holds the metrics of a server, in the order in which they are written.
type Registry struct {
	mu      sync.Mutex
	metrics []metric
}

type metric interface{ write(w *strings.Builder) }

func (r *Registry) add(m metric) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.metrics = append(r.metrics, m)
}

// WriteTo writes all metrics.
func (r *Registry) WriteTo(w io.Writer) (int64, error) {
	r.mu.Lock()
	list := slices.Clone(r.metrics)
	r.mu.Unlock()
	var text strings.Builder
	for _, m := range list {
		m.write(&text)
	}
	n, err := io.WriteString(w, text.String())
	return int64(n), err
}

// A family is what is written before the values of a metric.
type family struct {
	name, help, kind string
	labels           []string
}

func (f *family) head(w *strings.Builder) {
	fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", f.name, f.help, f.name, f.kind)
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// key joins the values of the labels as they are written.
func (f *family) key(values []string) string {
	if len(values) != len(f.labels) {
		panic(fmt.Sprintf("metrics: %s has the labels %v; the values are %v", f.name, f.labels, values))
	}
	var b strings.Builder
	for i, name := range f.labels {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(name + `="` + escapes.Replace(values[i]) + `"`)
	}
	return b.String()
}

// braces encloses labels, if there are any.
func braces(labels ...string) string {
	labels = slices.DeleteFunc(labels, func(l string) bool { return l == "" })
	if len(labels) == 0 {
		return ""
	}
	return "{" + strings.Join(labels, ",") + "}"
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// A Gauge is read when it is written.
type gauge struct {
	family
	read func() (value float64, ok bool)
}

// Gauge adds a value that can rise and fall. A value that is not ok is left out.
func (r *Registry) Gauge(name, help string, read func() (value float64, ok bool)) {
	r.add(&gauge{family{name: name, help: help, kind: "gauge"}, read})
}

func (g *gauge) write(w *strings.Builder) {
	if v, ok := g.read(); ok {
		g.head(w)
		fmt.Fprintf(w, "%s %s\n", g.name, number(v))
	}
}

// A Counter counts events by the values of its labels.
type Counter struct {
	family
	mu     sync.Mutex
	values map[string]uint64
}

// Counter adds a counter. Its name ends with _total.
func (r *Registry) Counter(name, help string, labels ...string) *Counter {
	c := &Counter{family: family{name, help, "counter", labels}, values: map[string]uint64{}}
	r.add(c)
	return c
}

// Declare makes a value that has not been counted yet visible as 0.
func (c *Counter) Declare(values ...string) {
	key := c.key(values)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.values[key] += 0
}

// Add counts one event.
func (c *Counter) Add(values ...string) {
	key := c.key(values)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.values[key]++
}

func (c *Counter) write(w *strings.Builder) {
	c.head(w)
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, key := range slices.Sorted(maps.Keys(c.values)) {
		fmt.Fprintf(w, "%s%s %d\n", c.name, braces(key), c.values[key])
	}
}

// A Histogram counts durations by their length.
type Histogram struct {
	family
	bounds []float64 // seconds, rising
	mu     sync.Mutex
	series map[string]*series
}

type series struct {
	counts []uint64 // of each bound; the last is above all
	sum    float64
}

// Histogram adds a histogram. Its name ends with _seconds.
func (r *Registry) Histogram(name, help string, bounds []float64, labels ...string) *Histogram {
	h := &Histogram{family: family{name, help, "histogram", labels}, bounds: bounds, series: map[string]*series{}}
	r.add(h)
	return h
}

// Observe counts a duration.
func (h *Histogram) Observe(took time.Duration, values ...string) {
	key, seconds := h.key(values), took.Seconds()
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.series[key]
	if s == nil {
		s = &series{counts: make([]uint64, len(h.bounds)+1)}
		h.series[key] = s
	}
	at, _ := slices.BinarySearch(h.bounds, seconds)
	s.counts[at]++
	s.sum += seconds
}

func (h *Histogram) write(w *strings.Builder) {
	h.head(w)
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, key := range slices.Sorted(maps.Keys(h.series)) {
		s, below := h.series[key], uint64(0)
		for i, n := range s.counts {
			bound := "+Inf"
			if i < len(h.bounds) {
				bound = number(h.bounds[i])
			}
			below += n
			fmt.Fprintf(w, "%s_bucket%s %d\n", h.name, braces(key, `le="`+bound+`"`), below)
		}
		fmt.Fprintf(w, "%s_sum%s %s\n%s_count%s %d\n", h.name, braces(key), number(s.sum), h.name, braces(key), below)
	}
}
