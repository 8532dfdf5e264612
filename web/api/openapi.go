package api

import (
	_ "embed"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"

	"espalier/trees/games"
	"espalier/web/app"
	"espalier/web/words"
)

// The description of the API is written by hand. Tests compare it with the
// routes and with what they answer.
//
//go:embed openapi.json
var openapiSource []byte

// namedLimit is a limit in a text of the file, which has no numbers of limits.
var namedLimit = regexp.MustCompile(`\{limit:\w+\}`)

// openapiDocument is the description with the limits and the games, which come from the
// code.
func openapiDocument(limits []app.Limit, base app.Base) []byte {
	source := namedLimit.ReplaceAllFunc(openapiSource, func(name []byte) []byte {
		i := slices.IndexFunc(limits, func(l app.Limit) bool { return "{limit:"+l.Name+"}" == string(name) })
		if i < 0 {
			return name // a test finds it
		}
		return []byte(words.Grouped(int(limits[i].Value)))
	})
	var doc map[string]any
	if err := json.Unmarshal(source, &doc); err != nil {
		panic(err) // the file is embedded, and tested
	}
	doc["x-limits"] = limits
	game := doc["components"].(map[string]any)["schemas"].(map[string]any)["Game"].(map[string]any)["properties"].(map[string]any)
	game["id"] = map[string]any{"enum": games.IDs()}
	if base.Origin != "" {
		doc["servers"] = []any{map[string]string{"url": base.Origin + base.Prefix}}
	}
	return marshal(doc)
}

func (h *Handlers) OpenAPI(w http.ResponseWriter, r *http.Request) { app.WriteJSON(w, h.description) }
