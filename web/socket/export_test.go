package socket

// Exported for tests outside the package.

var AppendError = appendError

// Decode reads a message without handling it.
func (s *Handlers) Decode(text []byte) (m Message, err error) {
	c, _ := s.Pipe(s.Stopping, 1)
	m, _, _, err = c.message(text)
	return m, err
}
