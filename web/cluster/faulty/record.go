package faulty

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// DamageRecord flips a bit of the newest record of a key, in the files of the embedded store of a data
// folder. No process may have it open.
func DamageRecord(t testing.TB, data, key string) {
	t.Helper()
	blocks, err := filepath.Glob(filepath.Join(data, "library", "jetstream", "*", "streams", "*", "msgs", "*.blk"))
	if err != nil || len(blocks) == 0 {
		t.Fatal("there are no blocks", err)
	}
	const back = 25 // from the key to the last byte but one of the sequence
	for i := len(blocks) - 1; i >= 0; i-- {
		content, err := os.ReadFile(blocks[i])
		if err != nil {
			t.Fatal(err)
		}
		at := bytes.LastIndex(content, append([]byte("$KV.espalier."), key...))
		for end := at + len("$KV.espalier.") + len(key); at >= 0 && end < len(content) && content[end] == '.'; { // of a longer key
			at = bytes.LastIndex(content[:at], append([]byte("$KV.espalier."), key...))
			end = at + len("$KV.espalier.") + len(key)
		}
		if at < 0 {
			continue
		}
		content[at+len("$KV.espalier.")-back] ^= 0x40
		if err := os.WriteFile(blocks[i], content, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Fatalf("no block has %s", key)
}
