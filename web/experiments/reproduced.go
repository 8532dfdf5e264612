package experiments

import "espalier/trees/figures"

// A reproduced has the stored results of an experiment, as in the answer of the list: the table
// as printed, as measured with the choices of the original program, and to the letter of the paper.
type reproduced struct {
	Rows []reproducedRow `json:"rows"`
	// Missing says why one of the settings was not measured.
	Missing string `json:"missing,omitempty"`
}

type reproducedRow struct {
	Name       string    `json:"name"`
	Printed    *float64  `json:"printed"`
	Historical *measured `json:"historical"`
	Letter     *measured `json:"letter"`
	// Outside: the printed number is outside its 95 % interval, and Why has the
	// reason.
	Outside bool   `json:"outside"`
	Why     string `json:"why,omitempty"`
}

// A measured has the measurements of a row.
type measured struct {
	Measured *float64 `json:"measured"`
	Ratio    *float64 `json:"ratio"`
	Spread   *float64 `json:"spread"`
	N        int      `json:"n"`
	Median   *float64 `json:"median"`
	Low      *float64 `json:"low"`
	High     *float64 `json:"high"`
	// Undecided is in the rows of wins.
	Undecided *float64        `json:"undecided,omitempty"`
	Interval  *storedInterval `json:"interval"`
}

// reproducedOf returns the stored results of an experiment; nil: there are none.
func reproducedOf(id string) *reproduced {
	t, found := figures.Reproduce(id)
	if !found {
		return nil
	}
	answer := &reproduced{Missing: t.Missing}
	for _, r := range t.Rows {
		answer.Rows = append(answer.Rows, reproducedRow{r.Name, r.Printed, measuredOf(r.Past), measuredOf(r.Letter), r.Outside, r.Why})
	}
	return answer
}

// A storedInterval is the 95 % interval of a row.
type storedInterval struct {
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Method string  `json:"method"`
}

func measuredOf(r *figures.MeasuredRow) *measured {
	if r == nil {
		return nil
	}
	return &measured{r.Measured, r.Ratio, r.Spread, r.N, r.Median, r.Low, r.High, r.Undecided, (*storedInterval)(r.Interval)}
}
