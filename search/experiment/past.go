package experiment

// Choices of the program with which the tables of the card games were measured. Its author
// has published a later version of it (github.com/nathansttt/hearts). This file has facts
// about it, not its code. Each choice is the default of a parameter, because the printed
// numbers come from it; Letter is what the paper says, or else the rules of package games.

func letter(n int) *int { return &n }

var (
	gapsParameter = Parameter{Name: "gaps", Default: 1, Letter: letter(0), Quick: 1, Least: 0, Most: 1,
		Text: "1: consecutive cards of a hand are one move, even if cards between them were played before, are beaten in the current trick, or were never dealt; 0: only cards with adjacent ranks are one move"}
	ranksParameter = Parameter{Name: "ranks", Default: 1, Letter: letter(0), Quick: 1, Least: 0, Most: 1,
		Text: "1: the key of the table of positions says who has the highest card of each suit, the second highest, and so on, what was taken, and who leads; 0: the key has the exact cards"}
	rootParameter = Parameter{Name: "root", Default: 0, Letter: letter(1), Quick: 0, Least: 0, Most: 1,
		Text: "0: a node is a move that the search plays, so the root does not count; 1: the root counts, too"}
	breakingParameter = Parameter{Name: "breaking", Default: 1, Letter: letter(0), Quick: 1, Least: 0, Most: 1,
		Text: "1: in Spades a player may lead a spade only if a spade was already played or not dealt, or if the hand has nothing else; 0: spades may always be led"}
)

// Where the searches use a table of positions.
const (
	noTable = iota
	startsOfTricks
	everywhere
	earlierStarts
)

// tableParameter says where the searches use a table of positions; to the letter is what the
// paper says of a table.
func tableParameter(past, byLetter int) Parameter {
	return Parameter{Name: "table", Default: past, Letter: letter(byLetter), Quick: past, Least: noTable, Most: earlierStarts,
		Text: "of positions. 0: no table; 1: it is used only at the start of a trick, after the first two tricks and while at least two tricks are left to search; 2: it is used everywhere; 3: like 1, but while at least three tricks are left"}
}
