package web

import (
	_ "embed"
	"encoding/json"
	"net/http"
	"sync"
)

// The description of the API is written by hand. Tests hold it against the
// routes and against what they answer.
//
//go:embed openapi.json
var openapiSource []byte

// openapiDocument is the description with the limits, which come from the code.
var openapiDocument = sync.OnceValue(func() []byte {
	var doc map[string]any
	if err := json.Unmarshal(openapiSource, &doc); err != nil {
		panic(err) // the file is ours, and tested
	}
	doc["x-limits"] = Limits()
	return marshal(doc)
})

func (s *Server) openapi(w http.ResponseWriter, r *http.Request) { writeJSON(w, openapiDocument()) }
