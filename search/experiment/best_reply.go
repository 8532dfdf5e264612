package experiment

import (
	"espalier/search/engine"
)

// Best-reply search in Chinese Checkers.
//
// M. Schadd and M. Winands, "Best-reply search for multi-player games", IEEE Transactions on Computational
// Intelligence and AI in Games 3 (2011), of which we could read the abstract: best-reply search plays Chinese Checkers better than max^n and
// paranoid. Our arrangement is that of strengths.go.

var bestReplyContest = contest{[]string{"maxn", "paranoid", "brs-plus", "brs"}, []*strengthGame{checkers}}

var bestReply = Experiment{
	ID: "best-reply", Title: "Best-reply search in Chinese Checkers", Paper: "Schadd & Winands 2011, for the question",
	Own: true, Wins: true, Minutes: 2,
	Parameters: []Parameter{
		{Name: "starts", Default: 30, Quick: 1, Least: 1, Most: 10_000, Text: "of Chinese Checkers, each after other random moves; each is played six times by each pair of rules"},
		{Name: "checkers_nodes", Default: 2_000, Quick: 300, Least: 50, Most: engine.MaxSearchNodes - 1, Text: "for a move: nodes of all searches together"},
		{Name: "size", Default: 3, Quick: 2, Least: 1, Most: 4, Text: "of the star: 3 gives each player six pieces"},
		{Name: "top", Default: 10, Quick: 10, Least: 1, Most: 200, Text: "moves that are searched in a position: those that go farthest; a pass of best-reply search is one more"},
		{Name: "opening", Default: 6, Quick: 6, Least: 0, Most: 100, Text: "random moves at the start of a game"},
		{Name: "moves", Default: 300, Quick: 100, Least: 1, Most: 1000, Text: "by all players together, after which a game ends without a winner"},
		seedParameter,
	},
	Excluded: "games without a winner, from the shares of wins",
	Choices: []string{
		"The paper has such a table: the abstract of Schadd & Winands 2011 says that best-reply search is better than max^n and paranoid in Chinese Checkers. We could not read the table, so none of its numbers is printed here.",
		"Each pair of rules plays each start six times, in all seatings of three players in which both play. A number is the mean over the starts of the part of the games with a winner that the first rule wins: 50 percent is an equal share, and the number of the second rule is what is left of 100.",
		"Equal nodes: a search goes to depth 1, 2 and so on, and all its nodes count. A depth that is not finished does not count. Best-reply search counts passes as plies, and their positions as nodes. Where it looks ahead whether an opponent can still reply, it counts nothing.",
		"A game that nobody has won after 300 moves is left out of the wins, and counts in a column of its own.",
		"BRS+ takes the move that goes farthest for the first move. BRS+, best-reply search and paranoid cut by alpha-beta, and max^n visits all nodes, as in their papers. None of them uses a table of positions or an order of moves of its own.",
		"The static value is three times the progress of a player less the progress of all. Progress counts the single steps that bring the pieces into the free holes of the goal (the evaluation steps). The rows that the pieces have crossed are not enough: where the last free hole lies to the side of the last piece, no search sees a better move, and the game has no winner.",
	},
	jobs: bestReplyContest.jobs,
	run:  bestReplyContest.run,
	rows: bestReplyContest.rows, crosses: bestReplyContest.crosses,
}
