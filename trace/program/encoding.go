package program

import (
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// This file reads the encodings in which a program's output is found: UTF-8, and UTF-16, as older
// versions of PowerShell write it.

// A Decoder turns what is sent into UTF-8, a block at a time.
type Decoder struct {
	known   bool
	encoded encoding
	marked  int64  // bytes of its byte order mark, in UTF-16
	pending []byte // the first byte, until the encoding is known; then half of a unit
	high    rune   // the first half of a surrogate pair; 0: none
	text    []byte
}

type encoding uint8

const (
	inUTF8 encoding = iota
	inLittleEndian
	inBigEndian
)

// encodingOf returns the encoding of a text by its first two bytes. Without a byte order mark, the byte 0
// beside one of ASCII is one of UTF-16: no line begins with the character 0.
func encodingOf(first, second byte) (e encoding, marked bool) {
	switch {
	case first == 0xff && second == 0xfe:
		return inLittleEndian, true
	case first == 0xfe && second == 0xff:
		return inBigEndian, true
	case first != 0 && second == 0:
		return inLittleEndian, false
	case first == 0 && second != 0:
		return inBigEndian, false
	}
	return inUTF8, false
}

// Decode returns the text of the next block, as far as its characters are whole. It is valid until the
// next call; of a text in UTF-8 it is the block itself, with its byte order mark.
func (d *Decoder) Decode(block []byte) []byte {
	if !d.known {
		if len(d.pending) > 0 {
			block = append(d.pending, block...)
		}
		if len(block) < 2 {
			d.pending = append([]byte(nil), block...)
			return nil
		}
		var marked bool
		if d.encoded, marked = encodingOf(block[0], block[1]); marked {
			block, d.marked = block[2:], 2
		}
		d.known, d.pending = true, nil
	}
	if d.encoded == inUTF8 {
		return block
	}
	d.text = d.text[:0]
	if len(d.pending) > 0 && len(block) > 0 {
		d.unit(d.pending[0], block[0])
		d.pending, block = d.pending[:0], block[1:]
	}
	for ; len(block) > 1; block = block[2:] {
		d.unit(block[0], block[1])
	}
	d.pending = append(d.pending, block...)
	return d.text
}

// unit appends a unit of UTF-16. Half of a surrogate pair alone is U+FFFD.
func (d *Decoder) unit(first, second byte) {
	r := rune(second)<<8 | rune(first)
	if d.encoded == inBigEndian {
		r = rune(first)<<8 | rune(second)
	}
	if d.high != 0 {
		pair := utf16.DecodeRune(d.high, r)
		if d.high = 0; pair != utf8.RuneError {
			d.text = utf8.AppendRune(d.text, pair)
			return
		}
		d.text = utf8.AppendRune(d.text, utf8.RuneError)
	}
	if r >= 0xd800 && r < 0xdc00 {
		d.high = r
		return
	}
	d.text = utf8.AppendRune(d.text, r)
}

// End returns what is left when nothing more comes.
func (d *Decoder) End() (rest []byte) {
	switch {
	case !d.known:
		rest = d.pending // a text of one byte
	case d.high != 0 || len(d.pending) > 0:
		rest = utf8.AppendRune(nil, utf8.RuneError)
	}
	d.pending, d.high = nil, 0
	return rest
}

// Size returns how many bytes a text of whole characters has taken as it was sent, without a byte order
// mark.
func (d *Decoder) Size(text []byte) int64 {
	if d.encoded == inUTF8 {
		return int64(len(text))
	}
	units := 0
	for _, c := range text {
		switch {
		case c >= 0xf0: // begins a character of two units
			units += 2
		case utf8.RuneStart(c):
			units++
		}
	}
	return 2 * int64(units)
}

// Marked returns the bytes of the byte order mark before the text of UTF-16.
func (d *Decoder) Marked() int64 { return d.marked }

// A decodedReader is a Reader of a text in UTF-8, whatever the encoding of its source.
type decodedReader struct {
	from  io.Reader
	by    Decoder
	block [1 << 15]byte
	rest  []byte
	err   error
}

func (r *decodedReader) Read(b []byte) (int, error) {
	for len(r.rest) == 0 && r.err == nil {
		var n int
		n, r.err = r.from.Read(r.block[:])
		r.rest = r.by.Decode(r.block[:n])
		if r.err != nil {
			r.rest = append(r.rest, r.by.End()...)
		}
	}
	n := copy(b, r.rest)
	if r.rest = r.rest[n:]; len(r.rest) > 0 {
		return n, nil
	}
	return n, r.err
}
