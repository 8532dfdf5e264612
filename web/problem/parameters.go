package problem

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// ValidateQuery rejects a query that cannot be read in full: net/url drops what
// it cannot read without an error, and the answer would ignore it.
func ValidateQuery(refuse func(w http.ResponseWriter, r *http.Request, err error)) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if err := checkQuery(r.URL.RawQuery); err != nil {
				refuse(w, r, err)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// checkQuery reports the first parameter of a query that cannot be read.
func checkQuery(raw string) error {
	for pair := range strings.SplitSeq(raw, "&") {
		name, value, _ := strings.Cut(pair, "=")
		plain, err := url.QueryUnescape(name)
		if err != nil || !utf8.ValidString(plain) || strings.Contains(name, ";") {
			return &QueryError{Name: "query", Message: fmt.Sprintf("%q is not the name of a parameter; in a query, write &, =, ; and %% as %%26, %%3D, %%3B and %%25", name)}
		}
		if strings.Contains(value, ";") {
			return &QueryError{Name: plain, Message: `write ";" in a query as %3B; parameters are separated by "&"`}
		}
		text, err := url.QueryUnescape(value)
		if err != nil {
			return &QueryError{Name: plain, Message: fmt.Sprintf("%q is incomplete or mistyped: two hexadecimal digits must follow a %%; write the sign itself as %%25", value)}
		}
		if !utf8.ValidString(text) {
			return &QueryError{Name: plain, Message: "the value is not UTF-8"}
		}
	}
	return nil
}

// CheckOnce rejects a parameter that is given several times, since it is not
// clear which value is meant; lists names those that may be. The form of the
// playback without scripts sends two steps: that of the button, which comes
// first and is meant, and that of the range.
func CheckOnce(q url.Values, lists ...string) error {
	for _, name := range slices.Sorted(maps.Keys(q)) {
		if len(q[name]) > 1 && name != "step" && !slices.Contains(lists, name) {
			return &QueryError{Name: name, Message: fmt.Sprintf("the parameter is given %d times; give it once", len(q[name]))}
		}
	}
	return nil
}

// CheckKnown returns the query of a request and rejects parameters that are not
// known.
func CheckKnown(r *http.Request, known ...string) (url.Values, error) {
	q := r.URL.Query()
	for _, name := range slices.Sorted(maps.Keys(q)) {
		if !slices.Contains(known, name) {
			return nil, &QueryError{Name: name, Message: "there is no such parameter; known are: " + strings.Join(known, ", ")}
		}
	}
	return q, CheckOnce(q)
}

// Without returns a query without some of its parameters.
func Without(q url.Values, names ...string) url.Values {
	rest := maps.Clone(q)
	for _, name := range names {
		rest.Del(name)
	}
	return rest
}

// UnknownKey returns the error of a key that an object does not have.
func UnknownKey(path, key string, known []string) error {
	return Refused(JoinPath(path, key), "there is no key %q here; there are %s", key, strings.Join(known, ", "))
}

// MaxCount bounds a number that counts something: a step, a revision, a credit.
const MaxCount = 1_000_000_000
