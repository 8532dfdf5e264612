package program

import "encoding/json"

// RunOptions are the options of a run that are known, as the header of its trace gives them.
type RunOptions struct {
	Strict        bool `json:"strict"`
	Discrete      bool `json:"discrete"`
	Table         bool `json:"table"`
	Heuristic     bool `json:"heuristic"`
	AsPrinted     bool `json:"as_printed"`
	Unpruned      bool `json:"unpruned"`
	Transposition bool `json:"transposition"`
	Deepening     bool `json:"deepening"`
	Depth         *int `json:"depth"`
	// Order names which child is visited next; empty: they are visited from left to right.
	Order string `json:"order"`
	// Of rules of several players: whom the root player attacks, the thresholds of MP-Mix, and the
	// weights of models; nil: not given.
	Target       *int `json:"target"`
	LeadToDefend *int `json:"t_d"`
	LeadToAttack *int `json:"t_o"`
	Against      *int `json:"against"`
	Rival        *int `json:"rival"`
}

// ReadOptions returns the options of the header; none, if it gives none. known is false if they
// are of another kind.
func (h *Header) ReadOptions() (o RunOptions, known bool) {
	if len(h.Options) == 0 {
		return o, true
	}
	if json.Unmarshal(h.Options, &o) != nil {
		return RunOptions{}, false
	}
	return o, true
}
