package games

import (
	"strconv"
	"testing"

	"espalier/trees"
	"espalier/trees/games"
)

// TestDie: over many rolls each face has about its share, and the first rolls of a seed stay what
// they are, since links keep seeds.
func TestDie(t *testing.T) {
	pos, err := games.Open(&games.Document{ID: "pig", Values: map[string]any{"rolling": true}})
	if err != nil {
		t.Fatal(err)
	}
	die := pos.(trees.Chanced)
	var counts [6]int
	for seed := range 100 {
		for number := range 60 {
			counts[chosenBy(die, 6, uniform(seed, number))]++
		}
	}
	for face, n := range counts {
		if n < 850 || n > 1150 {
			t.Errorf("of 6000 rolls %d show %d", n, face+1)
		}
	}
	first := ""
	for number := 1; number <= 8; number++ {
		first += strconv.Itoa(chosenBy(die, 6, uniform(1, number)) + 1)
	}
	if want := "65552216"; first != want {
		t.Errorf("seed 1 begins with %s, want %s", first, want)
	}
}
