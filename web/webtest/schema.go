package webtest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Description returns the OpenAPI description that a server sends.
func Description(t *testing.T) map[string]any {
	t.Helper()
	var doc map[string]any
	_, ts := Serve(t)
	_, b := Get(t, ts.URL+"/api/v1/openapi.json")
	if err := json.Unmarshal(b, &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

// At follows keys into a document.
func At(doc any, keys ...string) any {
	for _, k := range keys {
		m, _ := doc.(map[string]any)
		doc = m[k]
	}
	return doc
}

// Conforms checks a value against the part of JSON Schema that the
// description uses.
func Conforms(doc map[string]any, schema, v any, path string) error {
	s, ok := schema.(map[string]any)
	if !ok {
		return fmt.Errorf("%s: there is no schema", path)
	}
	if ref, ok := s["$ref"].(string); ok {
		return Conforms(doc, At(doc, strings.Split(strings.TrimPrefix(ref, "#/"), "/")...), v, path)
	}
	if want, ok := s["const"]; ok && want != v {
		return fmt.Errorf("%s is %v, want %v", path, v, want)
	}
	if list, ok := s["enum"].([]any); ok && !slices.Contains(list, v) {
		return fmt.Errorf("%s is %v, want one of %v", path, v, list)
	}
	if list, ok := s["oneOf"].([]any); ok {
		fits, last := 0, error(nil)
		for _, one := range list {
			if err := Conforms(doc, one, v, path); err == nil {
				fits++
			} else if last == nil || !strings.HasPrefix(err.Error(), path+".type is") {
				last = err
			}
		}
		if fits != 1 {
			return fmt.Errorf("%s fits %d of %d alternatives: %v", path, fits, len(list), last)
		}
	}
	if err := ofType(s["type"], v); err != nil {
		return fmt.Errorf("%s %v", path, err)
	}
	if list, ok := v.([]any); ok && s["items"] != nil {
		for i, e := range list {
			if err := Conforms(doc, s["items"], e, fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
	}
	object, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	required, _ := s["required"].([]any)
	for _, key := range required {
		if _, ok := object[key.(string)]; !ok {
			return fmt.Errorf("%s lacks %v", path, key)
		}
	}
	for key, member := range object {
		known := At(s, "properties", key)
		if known == nil {
			known = s["additionalProperties"]
		}
		if known == false {
			return fmt.Errorf("%s has %q, which is not described", path, key)
		}
		if known != nil {
			if err := Conforms(doc, known, member, path+"."+key); err != nil {
				return err
			}
		}
	}
	return nil
}

// ofType checks the type, or list of types, of a schema; nil is any.
func ofType(want, v any) error {
	if want == nil {
		return nil
	}
	list, ok := want.([]any)
	if !ok {
		list = []any{want}
	}
	is := []any{"null"}
	switch v := v.(type) {
	case map[string]any:
		is = []any{"object"}
	case []any:
		is = []any{"array"}
	case string:
		is = []any{"string"}
	case bool:
		is = []any{"boolean"}
	case json.Number:
		is = []any{"number"}
		if _, err := v.Int64(); err == nil {
			is = append(is, "integer")
		}
	}
	for _, one := range is {
		if slices.Contains(list, one) {
			return nil
		}
	}
	return fmt.Errorf("is %v, want %v", is, want)
}
