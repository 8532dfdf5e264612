package experiment

// Choices of the program with which the tables of the card games were measured. Its author
// has published a later state of it (github.com/nathansttt/hearts); what is here are facts
// about it, no code. Each is a parameter whose default is that choice, since the printed
// numbers come from it, and whose Letter is what the paper says, or else what the rules of
// package games say.

func letter(n int) *int { return &n }

var (
	gapsParameter = Parameter{Name: "gaps", Default: 1, Letter: letter(0), Quick: 1, Least: 0, Most: 1,
		Text: "1: consecutive cards of a hand are one move also across cards that are gone: played before, beaten in the present trick, or never dealt; 0: only cards with adjacent ranks are"}
	ranksParameter = Parameter{Name: "ranks", Default: 1, Letter: letter(0), Quick: 1, Least: 0, Most: 1,
		Text: "1: the table of positions keys on who has the highest card of each suit, the second highest and so on, on what was taken and on the leader; 0: on the exact cards"}
	rootParameter = Parameter{Name: "root", Default: 0, Letter: letter(1), Quick: 0, Least: 0, Most: 1,
		Text: "0: a node is a move that the search plays, so the root is none; 1: the root is counted, too"}
	breakingParameter = Parameter{Name: "breaking", Default: 1, Letter: letter(0), Quick: 1, Least: 0, Most: 1,
		Text: "1: in Spades nobody leads a spade while no spade was played or left over, unless nothing else is in the hand; 0: spades may be led"}
)

// Where the searches use a table of positions.
const (
	noTable = iota
	startsOfTricks
	everywhere
	earlierStarts
)

// tableParameter says where the searches use a table of positions; by the letter is what the
// paper says of a table.
func tableParameter(past, byLetter int) Parameter {
	return Parameter{Name: "table", Default: past, Letter: letter(byLetter), Quick: past, Least: noTable, Most: earlierStarts,
		Text: "of positions. 0: none; 1: it is used at the start of tricks alone, after the cards of two tricks and while two or more tricks are left to search; 2: everywhere; 3: as 1, but while three or more are left"}
}
