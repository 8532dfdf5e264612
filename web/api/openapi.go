package api

import (
	_ "embed"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"espalier/search/engine"
	"espalier/search/question"
	"espalier/web/app"
	"espalier/web/words"
)

// The description of the API is written by hand, but for the lists and the limits that the code has.
// Tests compare it with the routes and with what they answer.
//
//go:embed openapi.json
var openapiSource []byte

// A named limit in the file is in a text, or is a number by itself. A named list has its place in that of an enum.
var (
	numberOfLimit = regexp.MustCompile(`"\{limit:(\w+)\}"`)
	namedLimit    = regexp.MustCompile(`\{limit:(\w+)\}`)
	namedList     = regexp.MustCompile(`"\{list:(\w+)\}"`)
)

// filledIn is the file with the limits and lists that it names. A name that there is not stays, and a test finds it.
func filledIn(limits []app.Limit, lists map[string][]string) []byte {
	number := func(pattern *regexp.Regexp, format func(int) string) func([]byte) []byte {
		return func(named []byte) []byte {
			name := string(pattern.FindSubmatch(named)[1])
			if i := slices.IndexFunc(limits, func(l app.Limit) bool { return l.Name == name }); i >= 0 {
				return []byte(format(int(limits[i].Value)))
			}
			return named
		}
	}
	source := numberOfLimit.ReplaceAllFunc(openapiSource, number(numberOfLimit, strconv.Itoa))
	source = namedLimit.ReplaceAllFunc(source, number(namedLimit, words.Grouped))
	return namedList.ReplaceAllFunc(source, func(named []byte) []byte {
		list, found := lists[string(namedList.FindSubmatch(named)[1])]
		if !found {
			return named
		}
		b, _ := json.Marshal(list)
		return b[1 : len(b)-1]
	})
}

// optionSchemas describe the options of a search.
func optionSchemas() map[string]any {
	all := map[string]any{}
	for _, s := range engine.OptionSpecs {
		schema := map[string]any{"description": s.Means}
		switch s.Kind {
		case engine.FlagOption:
			schema["type"] = "boolean"
		case engine.ChoiceOption:
			schema["enum"] = s.Choices
		default:
			schema["type"], schema["minimum"], schema["maximum"] = "integer", s.Least, s.Most
		}
		all[s.Name] = schema
	}
	return all
}

// kindsOfQuestions lists what each kind of question asks.
func kindsOfQuestions() string {
	var list []string
	for _, k := range question.Kinds {
		list = append(list, k.ID+" ("+k.Asks+")")
	}
	return strings.Join(list[:len(list)-1], ", ") + " or " + list[len(list)-1]
}

// openapiDocument is the description as it is served.
func openapiDocument(limits []app.Limit, lists map[string][]string, base app.Base) []byte {
	source := filledIn(limits, lists)
	var doc map[string]any
	if err := json.Unmarshal(source, &doc); err != nil {
		panic(err) // the file is embedded, and tested
	}
	doc["x-limits"] = limits
	schemas := doc["components"].(map[string]any)["schemas"].(map[string]any)
	schemas["Options"].(map[string]any)["properties"] = optionSchemas()
	asked := schemas["NewQuestion"].(map[string]any)
	asked["description"] = strings.ReplaceAll(asked["description"].(string), "{kinds of questions}", kindsOfQuestions())
	if base.Origin != "" {
		doc["servers"] = []any{map[string]string{"url": base.Origin + base.Prefix}}
	}
	return marshal(doc)
}

func (h *Handlers) OpenAPI(w http.ResponseWriter, r *http.Request) { app.WriteJSON(w, h.description) }
