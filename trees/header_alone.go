package trees

// This file reads the header of a tree by itself, as the comment of a Gambit file has it, and
// puts its numbers into the unit of another tree.

// ReadHeader reads a header in the text notation without a tree. Its numbers are in its Unit.
func ReadHeader(src string) (h *Header, err error) {
	err = inUnits(func(s *scale) error {
		r := newTextReader(src, Header{Unit: s.unit()})
		r.b.scale, h = s, r.b.Header()
		return r.headerAlone()
	})
	if err != nil {
		return nil, err
	}
	return h, nil
}

func (r *textReader) headerAlone() (err error) {
	defer catch(&err)
	r.header()
	if r.peek(); r.pos < len(r.src) {
		r.expected("nothing more, since this is a header alone")
	}
	return nil
}

// In returns the header with its numbers in another unit. ok is false if one of them is no whole
// number of these units, or larger than MaxUnits in size.
func (h *Header) In(unit Score) (in Header, ok bool) {
	t := Tree{Header: *h}
	t.Unit = h.unit()
	u, ok := t.In(unit)
	if !ok {
		return Header{}, false
	}
	return u.Header, true
}

// Denominator returns the common denominator of the header's numbers.
func (h *Header) Denominator() Score {
	t := Tree{Header: *h}
	t.Unit = h.unit()
	return t.denominator(nil)
}
