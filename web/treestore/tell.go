package treestore

import "context"

// Shared reports whether other servers may have the same trees open.
func (l *Store) Shared() bool { return l != nil && l.shared() }

// Announce sends a message about a tree to all servers that listen. It is stored
// nowhere and may be lost.
func (l *Store) Announce(ctx context.Context, id ID, message []byte) error {
	st, done, err := l.use(ctx, false)
	if err != nil {
		return err
	}
	defer done()
	return st.Tell(string(id), message)
}

// Listen calls f with the messages about a tree, also those of this server, until
// stop is called.
func (l *Store) Listen(ctx context.Context, id ID, f func(message []byte)) (stop func(), err error) {
	st, done, err := l.use(ctx, false)
	if err != nil {
		return nil, err
	}
	defer done()
	return st.bucket.Listen(string(id), f)
}
