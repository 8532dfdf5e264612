package app

import (
	"net/http"

	"espalier/web/problem"
)

// An answer is a struct whose tags are the keys that clients get. What is appended by hand in other places is a tree, a picture,
// a value in units of its tree, an event, or a document that is sent in parts while it is made.

// JSON returns a document on one line, with its end.
func JSON(v any) []byte { return problem.JSON(v) }

// AppendJSON appends a value to a document that is made in parts.
func AppendJSON(b []byte, v any) []byte { return append(b, problem.Raw(v)...) }

// AppendMembers appends the members of an object to another one.
func AppendMembers(b []byte, v any) []byte {
	whole := JSON(v)
	return append(b, whole[1:len(whole)-len("}\n")]...)
}

// List returns a list that is written as [] if it is empty: nil is written as null.
func List[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// Answer answers with a document.
func Answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(JSON(v))
}
