package app

import (
	"bytes"
	"encoding/json"
	"net/http"
)

// An answer is a struct whose tags are the keys that clients get. What is appended by hand in other places is a tree, a value
// in units of its tree, an event, or a document that is sent in parts while it is made.

// JSON returns a document on one line, with its end. Nothing is escaped for HTML: no answer is a part of a page.
func JSON(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // the values are ours
	}
	return b.Bytes()
}

// AppendJSON appends a value to a document that is made in parts.
func AppendJSON(b []byte, v any) []byte { return append(b, bytes.TrimSuffix(JSON(v), []byte{'\n'})...) }

// AppendMembers appends the members of an object to another one.
func AppendMembers(b []byte, v any) []byte {
	whole := JSON(v)
	return append(b, whole[1:len(whole)-len("}\n")]...)
}

// Answer answers with a document.
func Answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(JSON(v))
}
