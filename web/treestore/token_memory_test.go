package treestore

import (
	"strings"
	"testing"
)

func TestTokensRoundTrip(t *testing.T) {
	var all tokenMemory
	for i := range 3 * MaxRememberedTokens {
		token := ""
		if i%2 == 0 {
			token = strings.Repeat("t", i+1)
		}
		all.Add(token)
		if i%37 > 1 && i > 2 { // checking some is enough
			continue
		}
		read, err := readTokens(all.Append(nil), i+2)
		if err != nil {
			t.Fatal(err)
		}
		for back := range MaxRememberedTokens + 2 {
			n := i + 1 - back
			if n < 1 {
				break
			}
			want := n
			if n%2 == 0 || back >= MaxRememberedTokens {
				want = 0
			}
			token := strings.Repeat("t", n)
			if got := all.Find(token); got != want {
				t.Fatalf("after %d revisions Find(token of %d) = %d, want %d", i+1, n, got, want)
			}
			if got := read.Find(token); got != want {
				t.Fatalf("after %d revisions, kept and read: Find(token of %d) = %d, want %d", i+1, n, got, want)
			}
		}
	}
	if all.Find("") != 0 {
		t.Error("no token is found")
	}
}
