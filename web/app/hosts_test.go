package app

import "testing"

func TestKnownHost(t *testing.T) {
	names := []string{"trees.example.edu"}
	for host, known := range map[string]bool{
		"127.0.0.1:8080": true, "127.0.0.1": true, "[::1]:8080": true, "[::1]": true, "192.0.2.7:80": true,
		"localhost": true, "LOCALHOST:8080": true, "a.localhost": true, "localhost.": true,
		"trees.example.edu": true, "Trees.example.edu:443": true,
		"evil.example": false, "evil.example:8080": false, "trees.example.edu.evil.example": false, "notlocalhost": false, "": false,
	} {
		if got := knownHost(names, host); got != known {
			t.Errorf("Host %q: known = %v, want %v", host, got, known)
		}
	}
}
