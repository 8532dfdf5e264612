package key

import (
	"errors"
	"strings"
	"testing"
)

func TestKeys(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		key := New()
		id := key.ID()
		if seen[string(key)] || seen[string(id)] {
			t.Fatalf("%s or %s is not new", key, id)
		}
		seen[string(key)], seen[string(id)] = true, true
		if got, err := ParseKey(string(key)); err != nil || got != key {
			t.Errorf("ParseKey(%s) = %s, %v", key, got, err)
		}
		if got, err := ParseID(string(id)); err != nil || got != id {
			t.Errorf("ParseID(%s) = %s, %v", id, got, err)
		}
		if _, err := ParseKey(string(id)); err == nil {
			t.Errorf("ParseKey(%s) takes an id", id)
		}
		if _, err := ParseID(string(key)); err == nil || strings.Contains(err.Error(), string(key)) {
			t.Errorf("ParseID of a key = %v, want an error that does not repeat the key", err)
		}
		if k, i, err := ParseAny(string(key)); err != nil || k != key || i != id {
			t.Errorf("ParseAny(%s) = %s, %s, %v", key, k, i, err)
		}
		if k, i, err := ParseAny(string(id)); err != nil || k != "" || i != id {
			t.Errorf("ParseAny(%s) = %q, %s, %v", id, k, i, err)
		}
	}
	// The derived ids must never change, since links contain them.
	if got, want := Key(strings.Repeat("a", 26)).ID(), ID("lnxulbllxsddbxncuduk3xq575"); got != want {
		t.Errorf("the id of the key aaa… = %s, want %s", got, want)
	}
	var wrong *SpellingError
	for _, s := range []string{"", "a", strings.Repeat("a", 25), strings.Repeat("a", 27), strings.Repeat("A", 26), strings.Repeat("1", 26),
		strings.Repeat("a", 25) + "c", strings.Repeat("é", 13), "../" + strings.Repeat("a", 23), strings.Repeat("a", 25) + "."} {
		if _, _, err := ParseAny(s); !errors.As(err, &wrong) {
			t.Errorf("ParseAny(%q) = %v, want a SpellingError", s, err)
		}
	}
}
