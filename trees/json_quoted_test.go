package trees

import (
	"encoding/json"
	"strings"
	"testing"
)

// FuzzAppendQuoted checks that the output is JSON and decodes to the text,
// with invalid UTF-8 replaced.
func FuzzAppendQuoted(f *testing.F) {
	for _, s := range []string{"", `a"b\c`, "\x00\x1f\n\t\r", "é𝔸\uFFFD", "\xff\xc3x\xf0\x9f", `<svg class="tree">`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		b := AppendQuoted([]byte("x"), s)
		if same := AppendQuoted([]byte("x"), []byte(s)); string(same) != string(b) {
			t.Fatalf("AppendQuoted of the bytes of %q = %s, want %s as of the string", s, same, b)
		}
		var got string
		if err := json.Unmarshal(b[1:], &got); err != nil {
			t.Fatalf("AppendQuoted(%q) = %s, which is not JSON: %v", s, b[1:], err)
		}
		var want strings.Builder
		for _, r := range s {
			want.WriteRune(r)
		}
		if got != want.String() || b[0] != 'x' {
			t.Errorf("AppendQuoted(%q) is read as %q, want %q", s, got, want.String())
		}
	})
}
