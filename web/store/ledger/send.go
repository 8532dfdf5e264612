package ledger

// What the Espaliers of a cluster send each other: entries.

// messageBytes is about how much a message with entries has.
const messageBytes = 256 << 10

// EntriesOf returns the entries of some keys or roots, for the other Espaliers.
func (l *Ledger) EntriesOf(keys ...string) (entries []byte) {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, key := range keys {
		if l.gone[key] {
			entries = Mark{}.appendEntry(entries, deletedRoot, key)
		} else if m, known := l.marks[key]; known {
			entries = m.appendEntry(entries, m.kind(), key)
		}
	}
	return entries
}

// Receive adds entries of another Espalier, and returns the keys that are disputed.
func (l *Ledger) Receive(entries []byte) (disputed []string) {
	for len(entries) > 0 {
		kind, key, m, size := readEntry(entries)
		if size == 0 {
			break
		}
		entries = entries[size:]
		if l.add(kind, []string{key}, m, false) == ErrDisputed {
			disputed = append(disputed, key)
		}
	}
	return disputed
}

// ReceiveMark adds the mark of another Espalier.
func (l *Ledger) ReceiveMark(key string, m Mark) error {
	return l.add(m.kind(), []string{key}, m, false)
}

// ReceiveGone adds that another Espalier has deleted a root.
func (l *Ledger) ReceiveGone(root string) error {
	return l.add(deletedRoot, []string{root}, Mark{}, false)
}

// Answer answers with all entries, in messages that end between two of them, if the one who asks has
// others. An empty message ends the answer.
func (l *Ledger) Answer(theirSum []byte, answer func(entries []byte)) {
	if string(theirSum) != string(l.Sum()) {
		for _, message := range l.messages() {
			answer(message)
		}
	}
	answer(nil)
}

func (l *Ledger) messages() (all [][]byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var message []byte
	l.each(func(kind byte, key string, m Mark) {
		message = m.appendEntry(message, kind, key)
		if len(message) >= messageBytes {
			all = append(all, message)
			message = nil
		}
	})
	if len(message) > 0 {
		all = append(all, message)
	}
	return all
}
