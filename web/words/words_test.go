package words

import "testing"

func TestLowerFirst(t *testing.T) {
	for s, want := range map[string]string{"Alpha-beta": "alpha-beta", "Star1": "Star1", "Star2 to depth 2": "Star2 to depth 2", "Starting": "starting"} {
		if got := LowerFirst(s); got != want {
			t.Errorf("LowerFirst(%q) = %q, want %q", s, got, want)
		}
	}
}
