package treestore

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"espalier/trees"
)

func TestRecordRoundTrip(t *testing.T) {
	noise := make([]byte, 3*chunkSize)
	for i := range noise {
		noise[i] = byte(rand.Uint32())
	}
	for _, c := range []struct {
		name   string
		parts  parts
		chunks int
	}{
		{"nothing", parts{}, 0},
		{"small", parts{[]byte("change"), []byte("draft"), []byte{1}, nil}, 0},
		{"compressible", parts{partDraft: bytes.Repeat([]byte("(1,2,3) "), 100_000)}, 0},
		{"long", parts{partChange: []byte("change"), partDraft: noise, partTokens: []byte("tokens")}, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := record{parts: c.parts, head: head{
				Time: time.Now().UTC(), Op: "set", Words: "value of d set to (2, 2, 5)", Of: 3, Token: "t", Nodes: 7, Whole: 9, Select: 4,
			}}
			value, chunks, err := want.encode("abc")
			if err != nil {
				t.Fatal(err)
			}
			if len(chunks) != c.chunks || len(value) > maxInline+1000 {
				t.Errorf("%d chunks beside %d bytes, want %d", len(chunks), len(value), c.chunks)
			}
			h, packed, err := decodeHead(value)
			if err != nil {
				t.Fatal(err)
			}
			got, err := h.unpack(packed)
			if c.chunks > 0 {
				got, err = h.unpackChunks(chunks)
			}
			if err != nil {
				t.Fatal(err)
			}
			for i := range got {
				if !bytes.Equal(got[i], c.parts[i]) {
					t.Errorf("part %d has %d bytes, want %d", i, len(got[i]), len(c.parts[i]))
				}
			}
			h.Lengths, h.Chunks, h.Tag, h.Sum = [partCount]int{}, 0, "", 0
			if h != want.head {
				t.Errorf("head = %+v, want %+v", h, want.head)
			}
			for _, at := range []int{0, len(magic), len(magic) + 5, len(value) / 2, len(value) - 1} {
				wrong := bytes.Clone(value)
				wrong[at] ^= 4
				if _, _, err := decodeHead(wrong); err == nil {
					t.Errorf("a record with a wrong byte at %d is read", at)
				}
			}
			if len(chunks) > 0 {
				chunks[1][17] ^= 1
				if _, err := h.unpackChunks(chunks); err == nil {
					t.Error("a chunk with a wrong byte is read")
				}
			}
		})
	}
	huge := record{parts: parts{partDraft: make([]byte, maxParts+1)}}
	if _, _, err := huge.encode("abc"); err == nil || !strings.Contains(err.Error(), "the library stores at most") {
		t.Errorf("a record over the limit = %v", err)
	}
}

func TestIDsRoundTrip(t *testing.T) {
	for _, want := range [][]trees.ID{nil, {1}, {5, 6, 7, 900}, {9, 3, 1<<32 - 1, 1}} {
		got, err := readIDs(appendIDs(nil, want))
		if err != nil || len(got) != len(want) {
			t.Fatalf("readIDs = %v, %v; want %v", got, err, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("readIDs = %v, want %v", got, want)
			}
		}
	}
}

// FuzzRecord decodes arbitrary bytes. A record that can be decoded is encoded and decoded again.
func FuzzRecord(f *testing.F) {
	for _, p := range []parts{{}, {[]byte("change"), []byte("draft"), []byte{1}, []byte{0}}} {
		r := record{parts: p, head: head{Time: time.Unix(1, 0).UTC(), Op: "set", Words: "w", Nodes: 1, Whole: 1}}
		value, _, err := r.encode("abc")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(value, []byte(nil))
	}
	f.Add([]byte(magic), []byte("x"))
	f.Fuzz(func(t *testing.T, value, chunk []byte) {
		// Most inputs fail at the check sum, so they are also tried with a correct one.
		for _, v := range [][]byte{value, sealed(value)} {
			h, packed, err := decodeHead(v)
			if err != nil {
				continue
			}
			h.unpackChunks([][]byte{chunk})
			p, err := h.unpack(packed)
			if err != nil || h.Chunks > 0 {
				continue
			}
			readIDs(p[partCreated])
			readTokens(p[partTokens], h.Whole)
			again := record{head: h, parts: p}
			written, chunks, err := again.encode("abc")
			if err != nil || len(chunks) > 0 {
				continue
			}
			h2, packed2, err := decodeHead(written)
			if err != nil {
				t.Fatalf("what was written again is not read: %v", err)
			}
			p2, err := h2.unpack(packed2)
			if err != nil {
				t.Fatalf("what was written again is not unfolded: %v", err)
			}
			for i := range p {
				if !bytes.Equal(p[i], p2[i]) {
					t.Errorf("part %d = %q, want %q", i, p2[i], p[i])
				}
			}
		}
	})
}

// sealed prepends the magic and the check sum of a record.
func sealed(b []byte) []byte {
	if len(b) < len(magic)+4 {
		return b
	}
	out := append([]byte(magic), 0, 0, 0, 0)
	out = append(out, b[len(out):]...)
	binary.LittleEndian.PutUint32(out[len(magic):], crc32.Checksum(out[len(magic)+4:], castagnoli))
	return out
}
