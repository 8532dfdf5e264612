package nats

import "strings"

// Matches reports whether a key matches a pattern, in which * is one word and > is the rest.
func Matches(pattern, key string) bool {
	for {
		p, morePattern, moreP := strings.Cut(pattern, ".")
		if p == ">" {
			return true
		}
		k, moreKey, moreK := strings.Cut(key, ".")
		if p != "*" && p != k || moreP != moreK {
			return false
		}
		if !moreP {
			return true
		}
		pattern, key = morePattern, moreKey
	}
}
