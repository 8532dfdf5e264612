package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"

	"espalier/search/experiment"
)

// The file of the option -keep has a line of JSON for the run, and one for each job that is
// done. A line that was cut short when the run was interrupted is written again.

// A keptRun is the first line of the file.
type keptRun struct {
	Experiment string            `json:"experiment"`
	Parameters experiment.Values `json:"parameters"`
}

// A keptJob is each other line.
type keptJob struct {
	Job    int               `json:"job"`
	Counts experiment.Counts `json:"counts"`
}

// A keeper appends to the file. nil: nothing is kept.
type keeper struct{ file *os.File }

// openKept opens the file of a command, and fills in the counts that it has.
func openKept(c *experimentCommand, counts []experiment.Counts) (*keeper, error) {
	if c.kept == "" {
		return nil, nil
	}
	file, err := os.OpenFile(c.kept, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, fmt.Errorf("-keep: %w", err)
	}
	k := &keeper{file}
	size, err := k.read(c, counts)
	if err == nil {
		err = file.Truncate(size)
	}
	if err == nil {
		_, err = file.Seek(size, 0)
	}
	if err == nil && size == 0 {
		err = k.write(keptRun{c.of.ID, c.values})
	}
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("-keep: %w", err)
	}
	return k, nil
}

// read reads the counts, and returns the size of the lines that are whole.
func (k *keeper) read(c *experimentCommand, counts []experiment.Counts) (size int64, err error) {
	lines := bufio.NewReader(k.file)
	for first := true; ; first = false {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return size, nil // the end, or a line that was cut short
		}
		size += int64(len(line))
		if first {
			var run keptRun
			if err := json.Unmarshal(line, &run); err != nil {
				return 0, fmt.Errorf("%s is no file of counts: %w", k.file.Name(), err)
			}
			if run.Experiment != c.of.ID || !maps.Equal(run.Parameters, c.values) {
				return 0, fmt.Errorf("%s has the counts of %s with other parameters: %v", k.file.Name(), run.Experiment, run.Parameters)
			}
			continue
		}
		var job keptJob
		if err := json.Unmarshal(bytes.TrimSpace(line), &job); err != nil || job.Job < 0 || job.Job >= len(counts) || job.Counts == nil {
			return 0, fmt.Errorf("%s has a line that is no job of this run: %.60q", k.file.Name(), line)
		}
		counts[job.Job] = job.Counts
	}
}

// keep keeps the counts of a job.
func (k *keeper) keep(job int, counts experiment.Counts) error {
	if k == nil {
		return nil
	}
	return k.write(keptJob{job, counts})
}

func (k *keeper) write(line any) error {
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	_, err = k.file.Write(append(text, '\n'))
	return err
}

func (k *keeper) close() {
	if k != nil {
		k.file.Close()
	}
}
