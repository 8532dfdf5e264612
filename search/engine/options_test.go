package engine_test

import (
	"reflect"
	"slices"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
)

// TestOptionSpecs checks that the table has every option of every algorithm and every
// field of Options, each with one name.
func TestOptionSpecs(t *testing.T) {
	for _, a := range algorithms.All() {
		for _, name := range a.Options {
			if engine.FindOption(name) == nil {
				t.Errorf("%s has the option %q, which is not in the table", a.ID, name)
			}
		}
	}
	var all engine.Options
	for _, s := range engine.OptionSpecs {
		var o engine.Options
		if s.Kind == engine.FlagOption {
			s.SetOn(&o, true)
			s.SetOn(&all, true)
		} else {
			s.SetNumber(&o, 1)
			s.SetNumber(&all, 1)
		}
		if given := o.Given(); len(given) != 1 || given[0].Name != s.Name {
			t.Errorf("after option %s is set, Given = %v", s.Name, given)
		}
		if s.Pages && (s.Label == nil || s.Title == "") {
			t.Errorf("pages offer option %s, which has no label or no title", s.Name)
		}
	}
	fields := reflect.ValueOf(all)
	for i := range fields.NumField() {
		if fields.Field(i).IsZero() {
			t.Errorf("no option sets the field %s", fields.Type().Field(i).Name)
		}
	}
	var names []string
	for _, o := range all.Given() {
		names = append(names, o.Name)
	}
	if len(names) != len(engine.OptionSpecs) || !slices.IsSorted(names) {
		t.Errorf("Given = %v, want all %d options by name", names, len(engine.OptionSpecs))
	}
}
