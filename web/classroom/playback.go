package classroom

import (
	"encoding/json"
	"strconv"
	"strings"

	"espalier/trace"
	"espalier/web/problem"
	"espalier/web/words"
)

// readStep reads a step of a run.
func readStep(text []byte, path string, steps *stepList) (int, error) {
	step, err := problem.ReadWhole(text, path, 0, problem.MaxCount)
	if err == nil && step > steps.Last {
		err = problem.Refused(path, "there is no step %d; this run has the steps 0 to %d", step, steps.Last)
		if steps.Truncated {
			err = problem.Refused(path, "there is no step %d here; a room shows the first %s steps of a run", step, words.Grouped(MaxSteps))
		}
	}
	return step, err
}

const maxSpeed, minSpeed = 32, 0.05

// readPlay reads a playback from the given step, unless it has its own. It begins now, or at its own
// time if that is after oldest and not in the future.
func readPlay(raw []byte, step int, steps *stepList, now, oldest int64) (*playback, error) {
	members, err := problem.SplitObject(raw, "show.play")
	if err != nil {
		return nil, err
	}
	p := &playback{Speed: 1, By: trace.EveryEvent.String(), From: step, Since: now}
	for _, m := range members {
		path := "show.play." + m.Key
		switch m.Key {
		case "speed":
			if p.Speed, err = strconv.ParseFloat(string(m.Raw), 64); err != nil || !json.Valid(m.Raw) || p.Speed < minSpeed || p.Speed > maxSpeed {
				return nil, problem.Refused(path, "%.40s is not a speed; a speed is a number from %g to %g", m.Raw, float64(minSpeed), float64(maxSpeed))
			}
		case "by":
			if p.By, err = problem.ReadString(m.Raw, path); err != nil {
				return nil, err
			}
			if _, known := trace.ParseStepSize(p.By); !known {
				return nil, problem.Refused(path, "%q is not a step size; the step sizes are %s", p.By, strings.Join(trace.StepSizeNames(), ", "))
			}
		case "from":
			if p.From, err = readStep(m.Raw, path, steps); err != nil {
				return nil, err
			}
		case "since":
			since, err := problem.ReadWhole(m.Raw, path, 0, 1<<53)
			if err != nil {
				return nil, err
			}
			// A presenter who changes something else sends the playback back unchanged. A time of
			// another clock is ignored.
			if at := int64(since); at <= now && at > oldest {
				p.Since = at
			}
		default:
			return nil, problem.UnknownKey("show.play", m.Key, []string{"speed", "by", "from", "since"})
		}
	}
	return p, nil
}
