package experiments

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"espalier/search/experiment"
	"espalier/trees/figures"
	"espalier/web/problem"
	"espalier/web/words"
)

// maxForm bounds the bytes of a form: some numbers.
const maxForm = 16 << 10

// ServeList answers GET /experiments.
func (h *Handlers) ServeList(w http.ResponseWriter, r *http.Request) {
	h.Render(w, r, http.StatusOK, listPage(experiment.All()))
}

// An experimentPage is the page of an experiment, with the values in its form.
type experimentPage struct {
	of     *experiment.Experiment
	values map[string]string
	notice string
}

// A setting is a choice of all parameters that a page offers.
type setting struct {
	name, link, button string
	values             func() experiment.Values
}

// The names of the settings.
const (
	fullSetting   = "full"
	letterSetting = "letter"
	quickSetting  = "quick"
)

// settingsOf lists the settings of an experiment, the paper's first.
func settingsOf(of *experiment.Experiment) []setting {
	list := []setting{{fullSetting, settingName(of), "Start the full run", func() experiment.Values {
		v, _ := of.Values(nil)
		return v
	}}}
	if v, differs := of.Letter(); differs {
		list = append(list, setting{letterSetting, "the paper’s setting to the letter", "Start a run to the letter", func() experiment.Values { return v }})
	}
	return append(list, setting{quickSetting, "a quick run", "Start a quick run", of.Quick})
}

// valuesOf returns the parameters of a setting; for an unknown name those of the paper.
func valuesOf(of *experiment.Experiment, name string) experiment.Values {
	list := settingsOf(of)
	for _, s := range list {
		if s.name == name {
			return s.values()
		}
	}
	return list[0].values()
}

// fullTime says how long the full run takes.
func fullTime(of *experiment.Experiment) string {
	takes := "less than a minute"
	if of.Minutes > 0 {
		takes = "about " + words.Plural(of.Minutes, "minute")
	}
	return "The full run in " + settingName(of) + " takes " + takes + " on one idle processor; a quick run takes seconds."
}

// settingName names the setting of the full run.
func settingName(of *experiment.Experiment) string {
	if of.Own {
		return "our setting"
	}
	return "the paper’s setting"
}

// letterText returns the value of a parameter to the letter of the paper, if it is different.
func letterText(p experiment.Parameter) string {
	if p.Letter == nil {
		return ""
	}
	return ", to the letter " + words.Grouped(*p.Letter)
}

// ServeExperiment answers GET /experiments/{id}. The form is filled with the parameters of the
// setting that the query names.
func (h *Handlers) ServeExperiment(w http.ResponseWriter, r *http.Request) error {
	of, known := experiment.Find(chi.URLParam(r, "id"))
	if !known {
		return &problem.Error{Status: http.StatusNotFound, Message: errNoExperiment.Message}
	}
	p := &experimentPage{of: of, values: map[string]string{}}
	for name, n := range valuesOf(of, r.URL.Query().Get("setting")) {
		p.values[name] = strconv.Itoa(n)
	}
	h.Render(w, r, http.StatusOK, page(p))
	return nil
}

// PostExperiment answers POST /experiments/{id}: the form starts a run.
func (h *Handlers) PostExperiment(w http.ResponseWriter, r *http.Request) error {
	of, known := experiment.Find(chi.URLParam(r, "id"))
	if !known {
		return &problem.Error{Status: http.StatusNotFound, Message: errNoExperiment.Message}
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		return &problem.Error{Status: http.StatusBadRequest, Message: "the form cannot be read"}
	}
	p := &experimentPage{of: of, values: map[string]string{}}
	id, err := h.startFromForm(r, p)
	if err != nil {
		e := problem.Of(err)
		p.notice = e.Detail
		h.Render(w, r, e.Status, page(p))
		return nil
	}
	http.Redirect(w, r, h.Link("/experiments/runs/"+id), http.StatusSeeOther)
	return nil
}

func (h *Handlers) startFromForm(r *http.Request, p *experimentPage) (id string, err error) {
	given, err := p.read(r)
	if err != nil {
		return "", err
	}
	v, err := p.of.Values(given)
	if err != nil {
		return "", err
	}
	return h.start(r.Context(), p.of, v)
}

// read reads the numbers of the form, and keeps the typed text.
func (p *experimentPage) read(r *http.Request) (given map[string]int, err error) {
	given = map[string]int{}
	setting := valuesOf(p.of, r.PostForm.Get("setting"))
	for _, parameter := range p.of.Parameters {
		text := strings.TrimSpace(r.PostForm.Get(parameter.Name))
		p.values[parameter.Name] = text
		if text == "" {
			text = strconv.Itoa(setting[parameter.Name])
		}
		n, bad := strconv.Atoi(text)
		if bad != nil && err == nil {
			err = problem.Refused("parameters."+parameter.Name, "%.40q is not a whole number from %d to %d", text, parameter.Least, parameter.Most)
		}
		given[parameter.Name] = n
	}
	return given, err
}

// ServeRun answers GET /experiments/runs/{run}.
func (h *Handlers) ServeRun(w http.ResponseWriter, r *http.Request) error {
	s, err := h.statusOf(r.Context(), chi.URLParam(r, "run"))
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	h.Render(w, r, http.StatusOK, runPage(s))
	return nil
}

// PostCancel and PostResume answer the buttons of the page of a run.
func (h *Handlers) PostCancel(w http.ResponseWriter, r *http.Request) error {
	return h.press(w, r, h.stop)
}
func (h *Handlers) PostResume(w http.ResponseWriter, r *http.Request) error {
	return h.press(w, r, h.resume)
}

func (h *Handlers) press(w http.ResponseWriter, r *http.Request, do func(ctx context.Context, id string) error) error {
	id := chi.URLParam(r, "run")
	if err := do(r.Context(), id); err != nil {
		return err
	}
	http.Redirect(w, r, h.Link("/experiments/runs/"+id), http.StatusSeeOther)
	return nil
}

// figureOf is the address of the page of the printed table; "": there is none.
func figureOf(e *experiment.Experiment) string {
	if _, found := figures.Find(e.ID); found {
		return "/figures/" + e.ID
	}
	return ""
}

// measuredTitle is the title above the tables of an experiment.
func measuredTitle(rows []experiment.Row) string {
	if hasPrinted(rows) {
		return "Printed and measured"
	}
	return "Measured"
}

// share writes a number of a table with columns, as static/js/experiments/run.js does.
func share(x *float64) string {
	if x == nil {
		return "–"
	}
	return fixed(*x, 3)
}

func fixed(x float64, decimals int) string {
	return strings.Replace(strconv.FormatFloat(x, 'f', decimals, 64), "-", "−", 1)
}

// intervalOf writes the interval of a row.
func intervalOf(r *experiment.Row) string {
	if r.Interval == nil {
		return "–"
	}
	return words.Interval(&r.Interval.Low, &r.Interval.High)
}

// between writes the interval of a number of a table with columns, as static/js/experiments/run.js does.
func between(r *experiment.Row) string {
	if r.Interval == nil {
		return ""
	}
	low, high := r.Interval.Low, r.Interval.High
	decimals := 3
	if low < high && fixed(low, decimals) == fixed(high, decimals) {
		decimals++ // not 0.000 to 0.000
	}
	return fixed(low, decimals) + " to " + fixed(high, decimals)
}

// excluded says which seed a run has, and what its numbers leave out.
func (s *status) excluded() string {
	return words.MeasuredOf(&figures.Measured{Parameters: s.Parameters, Excluded: s.of().Excluded})
}

// field is a name of a parameter in words.
func field(name string) string { return strings.ReplaceAll(name, "_", " ") }

// duration writes a time in words, as static/js/experiments/run.js does.
func duration(seconds float64) string {
	n := int(math.Round(seconds))
	switch {
	case n < 60:
		return fmt.Sprintf("%d s", n)
	case n < 3600:
		return fmt.Sprintf("%d min %d s", n/60, n%60)
	}
	return fmt.Sprintf("%d h %d min", n/3600, n/60%60)
}

// progress returns the progress of a run in words.
func (s *status) progress() string {
	text := fmt.Sprintf("%s of %s jobs in %s", words.Grouped(s.Done), words.Grouped(s.Of), duration(s.Seconds))
	if s.State == running && s.Left != nil {
		text += ", about " + duration(*s.Left) + " left"
	}
	return text
}

// stateText returns the state of a run in words.
func (s *status) stateText() string {
	switch s.State {
	case done:
		return "Done."
	case cancelled:
		return "Cancelled. The measurements so far are kept."
	case failed:
		return "Failed: " + s.Error
	}
	return "Running."
}

// command is the command that repeats a run.
func (s *status) command() string {
	of, _ := experiment.Find(s.Experiment)
	text := "go run ./cmd/server experiment " + s.Experiment
	for _, p := range of.Parameters {
		if v := s.Parameters[p.Name]; v != p.Default {
			text += fmt.Sprintf(" -%s %d", p.Name, v)
		}
	}
	return text
}

// otherSetting says which parameters are not those of the paper, because the printed numbers
// are for the paper's setting. It returns "" if all are. The seed is not part of a setting.
func (s *status) otherSetting() string {
	var list []string
	for _, p := range s.of().Parameters {
		if v := s.Parameters[p.Name]; v != p.Default && p.Name != "seed" {
			list = append(list, fmt.Sprintf("%s %s instead of %s", field(p.Name), words.Grouped(v), words.Grouped(p.Default)))
		}
	}
	if list == nil {
		return ""
	}
	return "The printed numbers are for another setting; here: " + strings.Join(list, ", ") + "."
}

func (s *status) of() *experiment.Experiment {
	of, _ := experiment.Find(s.Experiment)
	return of
}
