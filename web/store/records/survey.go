package records

import (
	"espalier/web/cluster"
	"espalier/web/store/ledger"
)

// A survey goes through the records of an embedded store once, and finds what is missing by
// comparing them with the ledger. It holds a few values for each key that is overwritten and each log, not
// for each record.
type survey struct {
	Faults []cluster.Fault

	logs    LogSurvey // nil if there are none
	values  map[string]surveyedValue
	removed map[uint64]bool // sequences of records that were removed from the store
}

// newSurvey returns a survey that has seen nothing.
func newSurvey() *survey {
	s := &survey{values: map[string]surveyedValue{}, removed: map[uint64]bool{}}
	if logs != nil {
		s.logs = logs.Survey(func(sequence uint64) bool { return s.removed[sequence] })
	}
	return s
}

// Fault adds a damaged part of the files.
func (s *survey) Fault(f cluster.Fault) { s.Faults = append(s.Faults, f) }

// Entry adds the next record of the files.
func (s *survey) Entry(e cluster.Entry) {
	switch {
	case e.Removed:
		s.removed[e.Sequence] = true
	case isValue(e.Key):
		s.value(e)
	case s.logs != nil:
		s.logs.Entry(e)
	}
}

// A finding is the result of comparing a survey with a ledger.
type finding struct {
	Damaged         map[ID]Damage
	Logs            LogsFound
	UndeletedValues []string // keys and roots of values
	Values          []string // keys of values
}

// Compare finds what each log and each value has lost, and adds to the ledger what it lacks.
func (s *survey) Compare(l *ledger.Ledger) finding {
	f := finding{Damaged: map[ID]Damage{}}
	if s.logs != nil {
		f.Logs = s.logs.Compare(l)
		for _, d := range f.Logs.Damaged {
			f.Damaged[d.ID] = d
		}
	}
	s.compareValues(l, &f)
	return f
}

// List returns the damage in the order of the ids.
func (f *finding) List() []Damage { return inOrder(f.Damaged) }
