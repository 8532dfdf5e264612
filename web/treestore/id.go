package treestore

import "espalier/web/store/key"

// Keys and ids are those of package key.
type (
	Key           = key.Key
	ID            = key.ID
	SpellingError = key.SpellingError
)

// ParseKey reads an edit key.
func ParseKey(s string) (Key, error) { return key.ParseKey(s) }

// ParseID reads a read-only id.
func ParseID(s string) (ID, error) { return key.ParseID(s) }

// ParseAny reads a key or an id. For a key it returns both, for an id only the id.
func ParseAny(s string) (Key, ID, error) { return key.ParseAny(s) }

// NewKey returns a new key.
func NewKey() Key { return key.New() }
