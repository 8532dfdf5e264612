// Package thing has what features say of the things that a teacher has the keys of. Each feature supplies a Kind,
// and package desk lists the things of all kinds without knowing a feature.
package thing

import (
	"context"

	"espalier/web/store/key"
)

// A Kind is a kind of things that can be on a desk.
type Kind struct {
	// Name is the kind in the API, as "lesson", and One in a sentence, if it differs.
	Name, One string
	// Section is the heading under which the page lists things of this kind, as "Lessons". Kinds may share it.
	Section string
	// First is the first step to a thing of this kind, for a section that is empty.
	First First
	// ID reads a key and returns the public id that follows from it, without reading the store. ok: the text has the
	// form of a key.
	ID func(key string) (id string, ok bool)
	// About describes the thing of a key. The error has the status 404 if there is none with this key.
	About func(ctx context.Context, key string) (*About, error)
}

// Sentence returns what a thing of this kind is called in a sentence.
func (k *Kind) Sentence() string {
	if k.One != "" {
		return k.One
	}
	return k.Name
}

// A First is what an empty section says: a sentence before a link, the link, and one after it.
type First struct{ Before, Link, Path, After string }

// An About is what a desk shows of a thing.
type About struct {
	Title  string
	Closed bool
	// Until is when a deleted thing is removed, in ms; 0: it is not deleted. Until then its only link, restore, undoes
	// the deletion by a POST.
	Until int64
	// Students is how many students take part; nil: nobody does in things of this kind.
	Students *int
	// Links are the addresses, the main one first. They contain the key where it is needed.
	Links []Link
}

// A Link is an address of a thing.
type Link struct {
	Rel   string // what it is for programs, as "edit"
	Label string // what it is for readers, as "Edit"
	Path  string // without the prefix of the server
}

// ID is the ID of a Kind whose keys are those of package key.
func ID(text string) (id string, ok bool) {
	k, err := key.ParseKey(text)
	if err != nil {
		return "", false
	}
	return string(k.ID()), true
}
