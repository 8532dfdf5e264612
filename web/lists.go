package web

import (
	"espalier/search/algorithms"
	"espalier/search/checks"
	"espalier/search/engine"
	"espalier/search/practice"
	"espalier/search/question"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/foreign"
	"espalier/trees/games"
	"espalier/web/classroom"
	"espalier/web/desk"
	"espalier/web/editor"
	"espalier/web/experiments"
	"espalier/web/traces"
)

// lists returns the lists of the code that the description of the API names ({list:NAME} in web/api/openapi.json).
func lists() map[string][]string {
	var checkVerdicts []string
	for _, v := range checks.Verdicts {
		checkVerdicts = append(checkVerdicts, string(v))
	}
	return map[string][]string{
		"games":             games.IDs(),
		"generators":        games.GeneratorIDs(),
		"notations":         foreign.IDs(),
		"edits":             editor.EditOps(),
		"questions":         question.IDs(),
		"rules":             names(trace.NoRule+1, trace.RuleCount, trace.Rule.String),
		"origins":           names(trace.BackedUp, trace.Window+1, trace.ScoreOrigin.String),
		"models":            names(engine.OwnScore, engine.ModelCount, engine.OpponentModel.Name),
		"proofs":            names(0, algorithms.ProofCount, algorithms.ProofHow.String),
		"draws":             names(1, trace.DrawCount, trace.DrawHow.String),
		"instabilities":     names(trees.Stable+1, trees.InstabilityCount, trees.Instability.String),
		"step_verdicts":     names(0, practice.VerdictCount, practice.Verdict.String),
		"check_verdicts":    checkVerdicts,
		"run_verdicts":      checks.RunVerdicts,
		"program_states":    traces.ProgramStates,
		"experiment_states": experiments.States,
		"room_states":       classroom.RoomStates,
		"person_states":     classroom.PersonStates,
		"question_states":   classroom.QuestionStates,
		"desk_states":       desk.States,
	}
}

// names returns the names of the values from one to before another.
func names[T ~uint8](from, to T, name func(T) string) (list []string) {
	for v := from; v < to; v++ {
		list = append(list, name(v))
	}
	return list
}
