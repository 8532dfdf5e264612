package experiments

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/go-chi/chi/v5"

	"espalier/search/experiment"
	"espalier/trees/figures"
	"espalier/web/problem"
	"espalier/web/words"
)

var errNoExperiment = &problem.Error{Status: http.StatusNotFound, Path: "id", Message: "there is no such experiment; GET /api/v1/experiments lists them"}

func tooMany(own, all int) error {
	return &problem.Error{Status: http.StatusTooManyRequests, Path: "experiments",
		Message: fmt.Sprintf("%s of experiments are running, %d of them from your address; the limit is %d, and one address can use half of the places that others leave free: wait for a run to end, or cancel one", words.Plural(all, "run"), own, MaxRunning)}
}

// create stores the document of a new run. It first deletes old runs if there are too many.
func (h *Handlers) create(ctx context.Context, id string, d *document) error {
	d.Revision = 1
	data, err := json.Marshal(d)
	if err != nil {
		return err
	}
	if err := h.makeRoom(ctx); err != nil {
		return err
	}
	settle, err := h.Store.Charge(ctx, true, data)
	if err != nil {
		return err
	}
	d.sequence, err = h.CreateValue(ctx, runPrefix+id, data, "")
	settle(err == nil)
	return err
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // values of this package
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(append(b, '\n'))
}

// A description is an experiment as the list has it.
type description struct {
	ID         string                 `json:"id"`
	Title      string                 `json:"title"`
	Paper      string                 `json:"paper"`
	Parameters []experiment.Parameter `json:"parameters"`
	Rows       []experiment.Row       `json:"rows"`
	Choices    []string               `json:"choices"`
	Open       *experiment.Open       `json:"open"`
	// Minutes is the approximate time of a run with the defaults on one processor.
	Minutes    int         `json:"minutes"`
	Reproduced *reproduced `json:"reproduced"`
}

// List answers GET /api/v1/experiments.
func (h *Handlers) List(w http.ResponseWriter, r *http.Request) {
	var list []description
	for _, e := range experiment.All() {
		d := description{ID: e.ID, Title: e.Title, Paper: e.Paper, Parameters: e.Parameters, Rows: []experiment.Row{}, Choices: e.Choices, Open: e.Open, Minutes: e.Minutes}
		if e.Page == "" { // the others have more rows than a list should have: rows.json has them
			d.Rows, d.Reproduced = e.PrintedRows(), reproducedOf(e.ID)
		}
		list = append(list, d)
	}
	writeJSON(w, http.StatusOK, map[string]any{"experiments": list})
}

// Create answers POST /api/v1/experiments/{id}/runs.
func (h *Handlers) Create(w http.ResponseWriter, r *http.Request) error {
	of, known := experiment.Find(chi.URLParam(r, "id"))
	if !known {
		return errNoExperiment
	}
	v, err := h.readParameters(w, r, of)
	if err != nil {
		return err
	}
	id, err := h.start(r.Context(), of, v)
	if err != nil {
		return err
	}
	w.Header().Set("Location", h.Link("/api/v1/experiments/runs/"+id))
	writeJSON(w, http.StatusCreated, map[string]string{"id": id, "url": h.Link("/experiments/runs/" + id)})
	return nil
}

// readParameters reads the body of a new run.
func (h *Handlers) readParameters(w http.ResponseWriter, r *http.Request, of *experiment.Experiment) (experiment.Values, error) {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return nil, err
	}
	given := map[string]int{}
	for _, m := range members {
		if m.Key != "parameters" {
			return nil, problem.Refused(m.Key, "there is no key %q here; the only key is parameters", m.Key)
		}
		if m.Absent() {
			continue
		}
		parameters, err := problem.SplitObject(m.Raw, "parameters")
		if err != nil {
			return nil, err
		}
		for _, p := range parameters {
			if p.Absent() {
				continue
			}
			least, most := 0, 0
			for _, known := range of.Parameters {
				if known.Name == p.Key {
					least, most = known.Least, known.Most
				}
			}
			if most == 0 { // the error of Values names the existing ones
				given[p.Key] = 0
				continue
			}
			if given[p.Key], err = problem.ReadWhole(p.Raw, "parameters."+p.Key, least, most); err != nil {
				return nil, err
			}
		}
	}
	return of.Values(given)
}

// Get answers GET /api/v1/experiments/runs/{run}.
func (h *Handlers) Get(w http.ResponseWriter, r *http.Request) error { return h.answer(w, r, nil) }

// Delete answers DELETE /api/v1/experiments/runs/{run}: it cancels the run and keeps its
// measurements.
func (h *Handlers) Delete(w http.ResponseWriter, r *http.Request) error {
	return h.answer(w, r, h.stop)
}

// Resume answers POST /api/v1/experiments/runs/{run}/resume.
func (h *Handlers) Resume(w http.ResponseWriter, r *http.Request) error {
	return h.answer(w, r, h.resume)
}

// answer does something with a run, and answers with its state.
func (h *Handlers) answer(w http.ResponseWriter, r *http.Request, do func(ctx context.Context, id string) error) error {
	id := chi.URLParam(r, "run")
	if do != nil {
		if err := do(r.Context(), id); err != nil {
			return err
		}
	}
	s, err := h.statusOf(r.Context(), id)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	writeJSON(w, http.StatusOK, s)
	return nil
}

// CSV answers GET /api/v1/experiments/runs/{run}/rows.csv.
func (h *Handlers) CSV(w http.ResponseWriter, r *http.Request) error {
	return h.download(w, r, "text/csv; charset=utf-8", "csv", func(s *status) []byte { return experiment.CSV(s.Rows) })
}

// JSON answers GET /api/v1/experiments/runs/{run}/rows.json.
func (h *Handlers) JSON(w http.ResponseWriter, r *http.Request) error {
	return h.download(w, r, "application/json", "json", func(s *status) []byte {
		return rowsJSON(s.Experiment, s.Parameters, s.Done, s.Of, s.Rows)
	})
}

func rowsJSON(id string, parameters map[string]int, done, of int, rows []experiment.Row) []byte {
	b, err := json.Marshal(map[string]any{"experiment": id, "parameters": parameters, "done": done, "of": of, "rows": rows})
	if err != nil {
		panic(err) // values of this package
	}
	return append(b, '\n')
}

// Plot answers GET /api/v1/experiments/runs/{run}/plot.svg.
func (h *Handlers) Plot(w http.ResponseWriter, r *http.Request) error {
	return h.download(w, r, "image/svg+xml", "", func(s *status) []byte { return ratioPlot(s.Rows, true) })
}

// download answers with the rows of a run. ext is the extension of a file to download.
func (h *Handlers) download(w http.ResponseWriter, r *http.Request, kind, ext string, write func(*status) []byte) error {
	s, err := h.statusOf(r.Context(), chi.URLParam(r, "run"))
	if err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", kind)
	header.Set("Cache-Control", "no-store")
	if ext != "" {
		header.Set("Content-Disposition", fmt.Sprintf("attachment; filename=%s-%s.%s", s.Experiment, s.ID, ext))
	}
	w.Write(write(s))
	return nil
}

// ServeKeptCSV answers GET /api/v1/experiments/{id}/rows.csv.
func (h *Handlers) ServeKeptCSV(w http.ResponseWriter, r *http.Request) error {
	return kept(w, r, "text/csv; charset=utf-8", "csv", func(t *figures.Reproduced) []byte { return experiment.CSV(keptRows(t)) })
}

// ServeKeptJSON answers GET /api/v1/experiments/{id}/rows.json.
func (h *Handlers) ServeKeptJSON(w http.ResponseWriter, r *http.Request) error {
	return kept(w, r, "application/json", "json", func(t *figures.Reproduced) []byte {
		m := t.Main()
		return rowsJSON(m.Experiment, m.Parameters, m.Done, m.Of, keptRows(t))
	})
}

// kept answers with the rows of what is kept of an experiment, as a file to download.
func kept(w http.ResponseWriter, r *http.Request, kind, ext string, write func(*figures.Reproduced) []byte) error {
	t, found := figures.Reproduce(chi.URLParam(r, "id"))
	if !found {
		return errNoExperiment
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%s.%s", t.Experiment, ext))
	w.Write(write(t))
	return nil
}
