package web

import (
	"time"

	"espalier/search/algorithms"
	"espalier/search/checks"
	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/search/hidden"
	"espalier/search/mistakes"
	"espalier/search/practice"
	written "espalier/search/program"
	"espalier/search/program/trial"
	"espalier/search/question"
	"espalier/trace/program"
	"espalier/trees"
	"espalier/trees/foreign"
	"espalier/web/api"
	"espalier/web/app"
	"espalier/web/assign"
	"espalier/web/classroom"
	"espalier/web/classroom/entry"
	"espalier/web/desk"
	"espalier/web/draw"
	"espalier/web/editor"
	"espalier/web/experiments"
	"espalier/web/export"
	"espalier/web/figures"
	"espalier/web/games"
	"espalier/web/judge"
	"espalier/web/learn"
	"espalier/web/lessons"
	"espalier/web/maps"
	"espalier/web/play"
	"espalier/web/run"
	"espalier/web/socket"
	"espalier/web/store/clock"
	"espalier/web/store/records"
	"espalier/web/traces"
	"espalier/web/tracestore"
	"espalier/web/treestore"
)

// Limits lists the limits that a user can meet, for the page and the API
// description. libraryBytes is the limit of the library, memory what the server may hold for its clients.
func Limits(libraryBytes int64, memory app.Memory) []app.Limit {
	return []app.Limit{
		{Name: "nodes", Value: trees.MaxNodes, Of: "nodes of a tree document"},
		{Name: "levels", Value: trees.MaxLevels, Of: "levels of a tree document"},
		{Name: "document_bytes", Value: trees.MaxBytes, Of: "bytes of a tree document"},
		{Name: "chosen_bytes", Value: foreign.MaxChosenBytes, Of: "bytes of a text that is also read in other notations"},
		{Name: "label_runes", Value: trees.MaxLabelRunes, Of: "characters of a label"},
		{Name: "players", Value: trees.MaxPlayers, Of: "players"},
		{Name: "rule_choices", Value: api.MaxRuleChoices, Of: "nodes of one tie rule in an answer; the others are counted"},
		{Name: "program_bytes", Value: written.MaxText, Of: "bytes of the text of a program"},
		{Name: "program_steps", Value: written.MaxSteps, Of: "steps that a program takes"},
		{Name: "program_events", Value: written.MaxEvents, Of: "events of the search of a program"},
		{Name: "program_lines", Value: written.MaxLines, Of: "lines of a program that are reported between events; later ones are left out"},
		{Name: "program_calls", Value: written.MaxCalls, Of: "calls of a program that are open at once"},
		{Name: "program_output", Value: written.MaxOutput, Of: "bytes that a program prints"},
		{Name: "program_memory", Value: written.MaxMemory, Of: "bytes of memory that a program takes"},
		{Name: "program_time_ms", Value: int64(written.MaxTime / time.Millisecond), Of: "milliseconds of processor time that a program takes"},
		{Name: "trial_trees", Value: trial.MaxTrees, Of: "trees on which a program is tried"},
		{Name: "body_bytes", Value: app.MaxBody, Of: "bytes of a request body or a websocket message"},
		{Name: "search_nodes", Value: engine.MaxSearchNodes, Of: "nodes that one search visits"},
		{Name: "remembered_nodes", Value: algorithms.MaxRemembered, Of: "nodes that the memory of MTD(f) or SSS* has"},
		{Name: "quiescence", Value: engine.MaxQuiescence, Of: "plies below the depth limit to which unstable positions are searched"},
		{Name: "proof_nodes", Value: algorithms.MaxProofNodes, Of: "nodes that a question of paranoid proof-number search holds in memory; df-pn has a table, and no such limit"},
		{Name: "proof_outcomes", Value: algorithms.MaxProofOutcomes, Of: "scores of the root player in a multiple-outcome proof-number search"},
		{Name: "samples", Value: engine.MaxSamples, Of: "samples of a search by sampling"},
		{Name: "converged_nodes", Value: compare.MaxConvergeNodes, Of: "nodes of a tree on which samples are compared with an exhaustive search"},
		{Name: "converged_seeds", Value: compare.MaxConvergeSeeds, Of: "runs of a search by samples for each number of samples in a plot"},
		{Name: "lead_points", Value: engine.MaxLead, Of: "points of a threshold of MP-Mix"},
		{Name: "set_values", Value: algorithms.MaxSet, Of: "different values in the set of a node in soft-max^n"},
		{Name: "compared_nodes", Value: api.MaxComparedNodes, Of: "nodes of one run in a comparison of algorithms on a game"},
		{Name: "solve_seconds", Value: int64(app.SolveTimeout / time.Second), Of: "seconds that one solve takes"},
		{Name: "mistake_nodes", Value: mistakes.MaxWork, Of: "nodes of the trees on which the usual mistakes of programs are tried for a task, each tree once for each mistake"},
		{Name: "mistake_trees", Value: mistakes.MaxCandidates, Of: "random trees among which those of a task are chosen"},
		{Name: "counterexample_tries", Value: compare.MaxTries, Of: "random trees in one search for a counterexample"},
		{Name: "counterexample_nodes", Value: compare.MaxTrialNodes, Of: "nodes of each of these trees"},
		{Name: "lesson_bytes", Value: lessons.MaxLesson, Of: "bytes of a lesson"},
		{Name: "lesson_scenes", Value: lessons.MaxScenes, Of: "scenes of a lesson"},
		{Name: "lesson_note", Value: lessons.MaxNote, Of: "characters of the note of a scene, and of its private note"},
		{Name: "lesson_printed_nodes", Value: lessons.MaxPrintedNodes, Of: "nodes in all pictures of a printed lesson"},
		{Name: "lesson_undo_hours", Value: int64(lessons.UndoTime / time.Hour), Of: "hours for which a deleted lesson can be restored"},
		{Name: "lesson_title", Value: lessons.MaxTitle, Of: "characters of the title of a lesson"},
		{Name: "desk_things", Value: desk.MaxThings, Of: "things on a desk"},
		{Name: "desk_title", Value: desk.MaxTitle, Of: "characters of the title of a thing on a desk"},
		{Name: "desk_folder", Value: desk.MaxFolder, Of: "characters of the name of a folder of a desk"},
		{Name: "desk_days", Value: int64(desk.Lifetime / (24 * time.Hour)), Of: "days that a desk is kept after it was last opened or changed"},
		{Name: "homework_days", Value: int64(assign.Lifetime / (24 * time.Hour)), Of: "days that an assignment is kept after its last answer"},
		{Name: "homework_bytes", Value: assign.MaxAssignment, Of: "bytes of an assignment, including its trees"},
		{Name: "homework_items", Value: assign.MaxItems, Of: "items of an assignment"},
		{Name: "homework_asked", Value: assign.MaxAsked, Of: "questions and exercises of an assignment"},
		{Name: "homework_points", Value: assign.MaxPoints, Of: "points of a question or an exercise of an assignment"},
		{Name: "homework_number", Value: assign.MaxNumber, Of: "characters of the number of a student"},
		{Name: "homework_remark", Value: assign.MaxRemark, Of: "characters of a teacher’s note on a student"},
		{Name: "homework_exercises", Value: assign.MaxExercises, Of: "exercises of one item of an assignment"},
		{Name: "homework_open_exercises", Value: assign.MaxOpenExercises, Of: "exercises of open homework whose solutions no page prints"},
		{Name: "homework_students", Value: assign.MaxStudents, Of: "students of an assignment"},
		{Name: "homework_name", Value: assign.MaxName, Of: "characters of the name of a student"},
		{Name: "homework_title", Value: assign.MaxTitle, Of: "characters of the title of an assignment"},
		{Name: "homework_tries", Value: assign.MaxTries, Of: "answers of a student to one item"},
		{Name: "homework_done", Value: assign.MaxDone, Of: "bytes of the steps of a student in one exercise"},
		{Name: "homework_made", Value: assign.MaxCreated, Of: "new assignments from one address in an hour"},
		{Name: "homework_entered", Value: assign.MaxEntered, Of: "students from one address who start assignments in an hour"},
		{Name: "homework_watched", Value: assign.MaxWatched, Of: "assignments whose results one connection watches"},
		{Name: "trace_events", Value: run.MaxTraceEvents, Of: "events of the trace of another program"},
		{Name: "trace_bytes", Value: traces.MaxBytes, Of: "bytes of such a trace"},
		{Name: "trace_played", Value: run.MaxPrintedEvents, Of: "events of such a trace that can be played"},
		{Name: "trace_revisions", Value: tracestore.MaxRevisions, Of: "runs that are kept of one program; older ones are removed"},
		{Name: "trace_stored", Value: tracestore.MaxStored, Of: "bytes that all stored traces take, compressed; then old ones are removed that no task, room, lesson or homework uses, and if that does not suffice, new ones are refused"},
		{Name: "trace_live", Value: traces.MaxLive, Of: "programs that send their runs live at the same time; one address can use half of what others leave free"},
		{Name: "trace_live_silent", Value: int64(traces.MaxLiveSilence / time.Second), Of: "seconds after which the place of a silent live run can be given to another one; its lines are kept, and it can be continued"},
		{Name: "trace_memory", Value: memory.Of(app.TracePart), Of: "bytes of memory of the traces that are being read, checked or sent live; see memory"},
		{Name: "map_nodes", Value: maps.MaxNodes, Of: "nodes of the map of a search; what comes later is counted, a whole subtree at a time"},
		{Name: "map_events", Value: maps.MaxEvents, Of: "events of the map of a search, in the same way"},
		{Name: "map_searched", Value: maps.MaxSearched, Of: "nodes that a search visits whose map is drawn"},
		{Name: "map_seconds", Value: int64(maps.MaxTime / time.Second), Of: "seconds that such a search takes"},
		{Name: "map_bytes", Value: memory.Of(app.MapPart), Of: "bytes of memory of all maps; see memory"},
		{Name: "task_trees", Value: assign.MaxTrees, Of: "trees of a program of an assignment, and runs in one request"},
		{Name: "task_tree", Value: assign.MaxTree, Of: "bytes of one tree of a program"},
		{Name: "task_note", Value: assign.MaxNote, Of: "characters of the text of a program for students"},
		{Name: "task_tries", Value: assign.MaxRuns, Of: "runs of a student on one tree of a program"},
		{Name: "trace_levels", Value: program.MaxLevels, Of: "levels of such a trace"},
		{Name: "trace_line", Value: program.MaxLine, Of: "bytes of a line of such a trace; its header may be longer"},
		{Name: "trace_header", Value: program.MaxHeader, Of: "bytes of the header of such a trace"},
		{Name: "trace_extra", Value: program.MaxExtra, Of: "bytes of the keys of a line of such a trace that have no meaning in the format; the rest is not kept"},
		{Name: "trace_skipped", Value: program.MaxSkipped, Of: "skipped children of such a trace that are nodes of their own"},
		{Name: "trace_checks", Value: checks.MaxChecks, Of: "checks of a trace that one answer lists"},
		{Name: "practice_steps", Value: practice.MaxSteps, Of: "steps of a student that one request checks"},
		{Name: "practice_values", Value: practice.MaxValues, Of: "values of leaves in the answer to such a request; further cuts are judged without them"},
		{Name: "practice_nodes", Value: learn.MaxPracticeNodes, Of: "nodes of the tree of an exercise"},
		{Name: "practice_depth", Value: learn.MaxPracticeDepth, Of: "levels below the root of the tree of an exercise"},
		{Name: "practice_branching", Value: learn.MaxPracticeBranching, Of: "children of each node of the tree of an exercise"},
		{Name: "practice_maxsum", Value: learn.MaxPracticeMaxSum, Of: "largest sum of the scores of a leaf of an exercise; for Max and Min the largest value"},
		{Name: "practice_name", Value: learn.MaxPracticeName, Of: "characters of the name on a result"},
		{Name: "figures_query", Value: figures.MaxQuery, Of: "characters of a search for figures and exercises"},
		{Name: "counterexample_values", Value: compare.MaxAssignments, Of: "combinations of leaf values in a search on one tree"},
		{Name: "watched_nodes", Value: engine.MaxWatchedNodes, Of: "nodes of an implicit tree that get a number in a search with events"},
		{Name: "expanded_nodes", Value: run.MaxExpanded, Of: "nodes of the tree that is built from a game"},
		{Name: "game_moves", Value: games.MaxMoves, Of: "moves of a game in an address, and of all its variations"},
		{Name: "game_variations", Value: games.MaxKept, Of: "variations of a game in an address"},
		{Name: "game_move_nodes", Value: games.MaxMoveNodes, Of: "nodes of the searches that choose a move of a game, or that give its moves their values"},
		{Name: "game_rule_nodes", Value: games.MaxRuleNodes, Of: "nodes that each decision rule visits from a position of a game"},
		{Name: "game_weighed_nodes", Value: games.MaxWeighedNodes, Of: "nodes of the tree of a position on which all weights between the rules are tried"},
		{Name: "game_deals", Value: hidden.MaxDeals, Of: "deals that a search samples for a move with hidden cards"},
		{Name: "game_inferred_cards", Value: hidden.MaxInferredCards, Of: "cards of the others that weigh the deals of a move with hidden cards"},
		{Name: "game_counted_nodes", Value: games.MaxCounted, Of: "nodes of the search of a game whose tree is too large to draw"},
		{Name: "memory", Value: memory.Shared(), Of: "bytes of memory that traces, maps, trees, runs, searches and large answers share, of each kind at most its own limit; one address can use three quarters of what others leave free, of all kinds together, and up to fifteen sixteenths while they need little"},
		{Name: "searches", Value: app.MaxSearches, Of: "searches at a time; one address can use half of what others leave free"},
		{Name: "generated_searches", Value: app.MaxGenerated, Of: "searches at a time of implicit trees with more than a million nodes"},
		{Name: "search_bytes", Value: memory.Of(app.SearchPart), Of: "bytes that searches hold besides their trees: numbers of nodes, tables, and what is remembered of nodes; see memory"},
		{Name: "pages", Value: app.MaxPages, Of: "pages and exports in progress at a time"},
		{Name: "bodies", Value: memory.Of(app.BodyPart), Of: "bytes of all request bodies in progress at a time"},
		{Name: "tree_bytes", Value: memory.Of(app.TreePart), Of: "bytes of memory for the trees of large bodies in progress; see memory"},
		{Name: "large_response_bytes", Value: memory.Of(app.LargeAnswerPart), Of: "bytes of all large answers that are built or not yet read by their clients; see memory"},
		{Name: "small_response_bytes", Value: memory.Of(app.SmallAnswerPart), Of: "bytes of all other answers that are built or not yet read by their clients"},
		{Name: "unread_message_bytes", Value: memory.Of(app.MessagePart), Of: "bytes of all messages that clients of websockets have not read yet; one address can use half of what others leave free"},
		{Name: "response_bytes", Value: app.MaxAnswer, Of: "bytes of one answer, unless it is written while it is read"},
		{Name: "read_rate", Value: app.MinReadRate, Of: "bytes of an answer that a client must read in a second, on average after the first half minute"},
		{Name: "wait_seconds", Value: int64(app.MaxWait / time.Second), Of: "seconds that a request waits for its turn before it is refused with 429"},
		{Name: "http_connections", Value: app.MaxHTTPConnections, Of: "open connections other than websockets; one address can use half of what others leave free"},
		{Name: "connections", Value: socket.MaxConnections, Of: "open websockets; one address can use half of what others leave free"},
		{Name: "runs", Value: play.MaxRuns, Of: "runs of one websocket, including those kept for replay"},
		{Name: "run_bytes", Value: memory.Of(app.RunPart), Of: "bytes of the trees and the recordings of all runs; see memory"},
		{Name: "drafts", Value: editor.MaxDrafts, Of: "saved trees open on one websocket"},
		{Name: "draft_bytes", Value: memory.Of(app.DraftPart), Of: "bytes of the saved trees that are open on all websockets; see memory"},
		{Name: "pending_edits", Value: editor.MaxPendingEdits, Of: "edits of one open tree that wait for their turn"},
		{Name: "followed_runs", Value: experiments.MaxFollowed, Of: "runs of experiments that one websocket follows"},
		{Name: "name_runes", Value: editor.MaxNameRunes, Of: "characters of the name of a person in the editor"},
		{Name: "presence_nodes", Value: editor.MaxPresenceNodes, Of: "selected nodes of one person that others see"},
		{Name: "presence_people", Value: editor.MaxPeople, Of: "people shown from other servers of a cluster"},
		{Name: "room_seconds", Value: int64(classroom.Lifetime / time.Second), Of: "seconds that a room is kept after the presenter’s last action, with its hand-ins"},
		{Name: "room_results_days", Value: int64(classroom.KeepResults / (24 * time.Hour)), Of: "days that the answers of a room are kept for its presenter after its end, without names"},
		{Name: "room_results_bytes", Value: classroom.MaxResults, Of: "bytes of these answers, compressed; larger ones end with the room"},
		{Name: "steady_seconds", Value: int64(clock.Settle / time.Second), Of: "seconds that the clock must have been steady, after a start and after a jump, before a room or tree is removed because of its age"},
		{Name: "pass_seconds", Value: int64(entry.PassTime / time.Second), Of: "seconds for which a presenter’s link for another device works"},
		{Name: "room_bytes", Value: classroom.MaxValue, Of: "bytes of the state of a room"},
		{Name: "room_values", Value: classroom.MaxValues, Of: "values of leaves that a room sets"},
		{Name: "room_points", Value: classroom.MaxPoints, Of: "nodes that a presenter points at"},
		{Name: "room_steps", Value: classroom.MaxSteps, Of: "steps of a run that a room shows"},
		{Name: "room_game_nodes", Value: classroom.MaxGameNodes, Of: "nodes of the tree of a game that a room shows"},
		{Name: "room_source_bytes", Value: classroom.MaxSource, Of: "bytes of a typed tree that a room shows"},
		{Name: "room_sources", Value: classroom.MaxSources, Of: "typed trees that a room keeps, the newest ones"},
		{Name: "question_bytes", Value: judge.MaxText, Of: "bytes of the text of a question"},
		{Name: "question_change", Value: question.MaxChange, Of: "points by which a question moves the value of a leaf"},
		{Name: "question_ordered", Value: question.MaxOrdered, Of: "children that a question has put in order"},
		{Name: "question_choices", Value: judge.MaxChoices, Of: "choices of a question"},
		{Name: "choice_bytes", Value: judge.MaxChoice, Of: "bytes of one choice"},
		{Name: "questions", Value: classroom.MaxQuestions, Of: "questions of a room"},
		{Name: "question_least_seconds", Value: classroom.MinSeconds, Of: "shortest time limit of a question, in seconds"},
		{Name: "question_seconds", Value: classroom.MaxSeconds, Of: "longest time limit of a question, in seconds"},
		{Name: "tally_answers", Value: classroom.MaxTallied, Of: "different answers in a tally"},
		{Name: "answer_bytes", Value: judge.MaxAnswer, Of: "bytes of an answer"},
		{Name: "answer_changes", Value: classroom.MaxChanges, Of: "answers of one follower to one question; the last one counts"},
		{Name: "answers", Value: classroom.MaxAnswered, Of: "followers who answer one question; one address can use half of what others leave free"},
		{Name: "hand_in_bytes", Value: classroom.MaxHandIn, Of: "bytes of a tree that is handed in"},
		{Name: "hand_ins", Value: classroom.MaxHandIns, Of: "hand-ins of one room; one address can use half of what others leave free"},
		{Name: "hand_ins_each", Value: classroom.MaxHandInsEach, Of: "hand-ins of one follower"},
		{Name: "people", Value: classroom.MaxPeople, Of: "people of a room that asks for names, with those who have left"},
		{Name: "nick_runes", Value: classroom.MaxNick, Of: "characters of a nickname"},
		{Name: "followers", Value: classroom.MaxFollowers, Of: "followers of a room at one server; one address can use half of what others leave free"},
		{Name: "rooms_of_connection", Value: classroom.MaxRoomsOfConnection, Of: "rooms of one websocket"},
		{Name: "new_followers", Value: classroom.MaxTokens, Of: "times that one websocket joins as a new follower"},
		{Name: "room_messages", Value: classroom.MaxMessages, Of: "messages to rooms in 4 seconds over a follower’s websocket"},
		{Name: "guesses", Value: entry.MaxGuesses, Of: "wrong codes in a minute from one address, plus one for each follower connected from there"},
		{Name: "rooms_opened", Value: entry.MaxCreated, Of: "rooms that one address opens in an hour"},
		{Name: "rooms", Value: classroom.MaxRooms, Of: "open rooms; beyond that, a new room closes an unused one, which nobody has joined and nobody presents"},
		{Name: "experiments", Value: experiments.MaxRunning, Of: "runs of experiments at a time; one address can use half of what others leave free"},
		{Name: "experiments_kept", Value: experiments.MaxKept, Of: "runs of experiments that are kept; beyond that, the oldest are deleted"},
		{Name: "experiment_runs", Value: experiments.MaxNewRuns, Of: "runs of experiments that one address starts or resumes in an hour"},
		{Name: "experiment_jobs", Value: experiments.MaxJobs, Of: "jobs of one run of an experiment"},
		{Name: "experiment_wait_milliseconds", Value: int64(experiments.MaxJobWait / time.Millisecond), Of: "longest time, in milliseconds, that the jobs wait for the searches of pages; after that, one job computes for a moment"},
		{Name: "new_trees", Value: app.MaxNewTrees, Of: "new trees that one address saves in an hour, including copies"},
		{Name: "new_tree_bytes", Value: app.MaxNewBytes, Of: "bytes that these trees take in the library"},
		{Name: "edit_bytes", Value: app.MaxEditBytes, Of: "bytes that the edits of one address take in the library in an hour"},
		{Name: "library_bytes", Value: libraryBytes, Of: "bytes of the library"},
		{Name: "library_reserve_percent", Value: records.ReservePercent, Of: "percent of the library that is reserved for edits of existing trees"},
		{Name: "unopened_days", Value: int64(treestore.KeepUnopened / (24 * time.Hour)), Of: "days after which a tree that was never edited or opened again can be removed, if the library is nearly full"},
		{Name: "removal_hours", Value: int64(treestore.RemovalGrace / time.Hour), Of: "hours of a running server between the mark of such a tree and its removal; opening or editing the tree removes the mark"},
		{Name: "removed_days", Value: int64(treestore.KeepRemoved / (24 * time.Hour)), Of: "days of a running server for which the operator can restore such a tree"},
		{Name: "edits", Value: app.MaxEdits, Of: "edits in one request"},
		{Name: "edits_seconds", Value: int64(app.EditsTimeout / time.Second), Of: "seconds for the edits of one request"},
		{Name: "token_revisions", Value: treestore.MaxRememberedTokens, Of: "revisions of a tree whose edit tokens are kept in memory"},
		{Name: "searched_revisions", Value: treestore.MaxSearchedRevisions, Of: "revisions that are searched for an edit that is sent again with since"},
		{Name: "revisions", Value: treestore.MaxRevisions, Of: "revisions in one answer about the history of a tree"},
		{Name: "pictured_nodes", Value: draw.MaxBeside, Of: "nodes of a tree that one page draws several times: in several orders, or by several rules"},
		{Name: "folded", Value: draw.MaxFolded, Of: "nodes that one viewer can fold or open"},
		{Name: "text_pane", Value: editor.MaxPaneText, Of: "bytes of the text beside a tree in the editor"},
		{Name: "start_credit", Value: play.StartCredit, Of: "events that a run sends before it gets credit"},
		{Name: "file_steps", Value: export.MaxFileSteps, Of: "steps of a run in a page that plays by itself"},
		{Name: "file_bytes", Value: export.MaxFileBytes, Of: "bytes of the steps in such a page"},
		{Name: "handout_steps", Value: export.MaxHandoutSteps, Of: "pictures of a handout"},
		{Name: "handout_nodes", Value: export.MaxHandoutNodes, Of: "nodes in all pictures of a handout"},
	}
}
