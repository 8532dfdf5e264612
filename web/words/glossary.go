package words

import "slices"

// The terms of the course.

// Path is the page of the glossary; the id of a term is that of its entry.
const Path = "/learn/glossary"

// A Term is an entry of the glossary.
type Term struct {
	ID, Name string
	Text     string // one to three sentences
	Source   string // the paper that names it, with its section
}

// Href is the address of the entry.
func (t *Term) Href() string { return Path + "#" + t.ID }

// Words are the forms in which the term stands in a text, besides its name, with | between
// them. The script of the cards finds the term by them.
func (t *Term) Words() string { return forms[t.ID] }

// Find returns the term with an id, or nil.
func Find(id string) *Term {
	if i := slices.IndexFunc(Terms, func(t Term) bool { return t.ID == id }); i >= 0 {
		return &Terms[i]
	}
	return nil
}

// FindAll returns the terms with the ids.
func FindAll(ids []string) (list []*Term) {
	for _, id := range ids {
		list = append(list, Find(id))
	}
	return list
}

const (
	korf      = "Korf 1991"
	pruning   = "Sturtevant & Korf 2000"
	specPaper = "Sturtevant 2003"
	tables    = "Sturtevant 2005"
	lecture   = "CMSC 474, lecture 28"
	ballard   = "Ballard 1983"
)

// Terms are sorted by their names.
var Terms = []Term{
	{"abbnb", "ABBnB", "Alpha-beta branch and bound: the backed-up bounds of the mover and of the player before, with the heuristic’s lower bounds for all others, sum to maxsum.", pruning + ", “Alpha-Beta Branch-and-Bound Pruning”"},
	{"alpha-beta", "alpha-beta", "Minimax that does not search what cannot change the value: it keeps a window, and cuts where a value lies outside of it.", lecture + "; " + korf + ", section 1"},
	{"back-up", "back up", "A node backs up a value when the value of one of its children becomes its own.", korf + ", section 2"},
	{"backward-induction", "backward induction", "To decide a game from its end: first the positions before the leaves, then those before them, up to the root.", lecture},
	{"bound", "bound", "A score that a player is sure of at a node on the path of the search, because a child that has been searched gives it.", korf + ", section 3.2"},
	{"bound-vector", "bound vector", "The bounds of all players at one moment of the search. Its scores may sum to more than maxsum: then something can be cut.", tables + ", section 2.3.1"},
	{"branch-and-bound", "branch and bound", "Pruning by a heuristic: a node is cut if the heuristic does not promise enough to the player who would have to move there.", pruning + ", “Multi-Player Branch-and-Bound”"},
	{"branching-factor", "branching factor", "The number of moves at a node. Of an algorithm: the factor by which its nodes grow with each further ply.", korf + ", section 3.6"},
	{"certificate", "certificate", "The bounds that justify a cut, with the nodes that hold them. With a certificate, a cut can be checked without searching again.", "the word is ours"},
	{"chance-node", "chance node", "A node where nobody chooses a move: each child has a probability. Its value is the average of the children’s values, each times its probability.", ballard},
	{"coalition", "coalition", "Players who play together as one. In a paranoid search it is everybody but the player at the root.", pruning + ", “Reduction to a Paranoid 2-Player Game”"},
	{"constant-sum", "constant-sum", "A game in which the scores of every leaf have the same sum. With two players it is as good as zero-sum.", lecture},
	{"cut", "cut", "Children of a node are cut when the search skips them, because they cannot change the value of the tree. To cut is also called to prune.", korf + ", section 1"},
	{"deep-pruning", "deep pruning", "A cut by a bound that comes from further up than the parent. It is right with two players if every leaf has the same sum. With three players or more, or without a constant sum, it may be wrong.", korf + ", section 3.4"},
	{"directional", "directional", "A search is directional if the order in which it looks at nodes does not depend on their values, and if it never comes back to what it has cut.", korf + ", section 3.5"},
	{"game-tree", "game tree", "All ways in which a game can go: a node for each position, a line for each move.", lecture},
	{"immediate-pruning", "immediate pruning", "When the mover has the largest score that is possible, the other children are cut.", korf + ", section 3.1"},
	{"last-branch", "last branch", "A player is on the last branch of a node when no further child follows. Last-branch pruning cuts by the bounds of all players, once each player in between is on the last branch.", specPaper + ", section 4.2"},
	{"leaf", "leaf", "A node without children: the game is over there, or the search does not look further.", lecture},
	{"leaf-value-table", "leaf-value table", "All possible outcomes, stored so that a search can ask whether one of them could still matter. With it a decision to cut is exact.", tables + ", section 4"},
	{"linear-test", "linear test", "The question whether the bounds of players sum to maxsum. It is exact if the game is constant-sum.", tables + ", section 2.4"},
	{"maxn", "max^n", "The rule for any number of players: the mover takes the child whose vector has the largest score for the mover, and the whole vector is backed up.", korf + ", section 2"},
	{"maxn-value", "max^n value", "The score vector that a node has under max^n. It is always the vector of a leaf below the node.", korf + ", section 2"},
	{"maxp", "maxp", "An upper bound on the score of one player. Where it is not given, it is what maxsum leaves: maxsum itself, if no score is below 0.", pruning + ", “Duality of Maximization and Minimization”"},
	{"maxsum", "maxsum", "An upper bound on the sum of the scores of any leaf.", pruning + ", “Duality of Maximization and Minimization”"},
	{"minimax", "minimax", "The rule for two players with one number: Max takes the largest value of the children, Min the smallest.", lecture},
	{"minp", "minp", "A lower bound on the score of one player. Where it is not given, it is 0, unless a score is below 0: then it is unknown.", pruning + ", “Duality of Maximization and Minimization”"},
	{"heuristic", "monotonic heuristic", "Lower and upper bounds on the scores that hold for everything below a node, such as the tricks that a player has taken already.", pruning + ", “Depth-First Branch-and-Bound Pruning”"},
	{"mover", "mover", "The player who moves at a node.", korf + ", section 2"},
	{"node", "node", "A position in a game tree.", lecture},
	{"outcome", "outcome", "A score vector with which a game can end.", tables + ", section 3"},
	{"paranoid", "paranoid", "A search in which the player at the root expects all others to play against the root player alone. It reduces the game to two sides, so that alpha-beta can be used.", pruning + ", “Reduction to a Paranoid 2-Player Game”"},
	{"ply", "ply", "One move of one player. A tree in which every game takes three moves is three plies deep.", specPaper + ", section 5"},
	{"provisional", "provisional cut", "A cut that may be taken back. Its node returns without a value.", specPaper + ", section 4.3; the word is ours"},
	{"rank", "rank", "The place of an outcome in the order of one player: the worst has rank zero. For pruning only the order matters, not the scores.", tables + ", section 3"},
	{"re-search", "re-search", "To search a child again, because a provisional cut below it may have been too early.", specPaper + ", section 4.3"},
	{"root", "root", "The node at the top of a tree: the position from which the search begins.", lecture},
	{"score-vector", "score vector", "The scores of all players at a leaf, player 1 first. The papers also call it a tuple.", korf + ", section 2"},
	{"shallow-pruning", "shallow pruning", "A cut by the bounds of two nodes alone, one of which is the parent of the other.", korf + ", section 3.2"},
	{"sound", "sound", "An algorithm is sound if it always returns the value that it promises, here mostly the max^n value with ties to the left. One that sometimes does not is unsound.", "the word is used as in logic"},
	{"speculative", "speculative pruning", "Last-branch pruning that does not wait for the last branch: it cuts at once, and searches again where a later child makes it necessary.", specPaper + ", section 4.3"},
	{"star1", "Star1", "Alpha-beta with chance nodes: a child of a chance node gets the window in which it can still decide whether the average reaches α or β, as minp and maxp limit all other children.", ballard},
	{"star2", "Star2", "Star1 that first probes the children of a chance node: it searches only the first child of each, which bounds its value better than minp and maxp do.", ballard},
	{"tie", "tie", "Two children that give the mover the same score. They can give the other players different ones.", korf + ", section 2"},
	{"tie-rule", "tie rule", "Which of several equal children wins. Here, as in the papers, it is the leftmost.", korf + ", section 2"},
	{"window", "window", "In a search for two sides: α, what Max is sure of, and β, what Min can hold Max to. Only a value between them can still change anything.", lecture},
	{"zero-sum", "zero-sum", "What one player gains, the other loses.", lecture},
}

var forms = map[string]string{
	"abbnb":            "alpha-beta branch-and-bound|alpha-beta branch and bound",
	"back-up":          "backs up|backed up|backed-up|backing up",
	"bound":            "bounds|lower bound|upper bound",
	"bound-vector":     "bound vectors",
	"branch-and-bound": "branch-and-bound",
	"branching-factor": "branching factors",
	"certificate":      "certificates",
	"coalition":        "coalitions",
	"cut":              "cuts|prune|prunes|pruned|pruning",
	"deep-pruning":     "deep cut|deep cuts",
	"game-tree":        "game trees",
	"heuristic":        "heuristic|heuristics|monotonic heuristics",
	"last-branch":      "last-branch|last-branch pruning",
	"leaf":             "leaves",
	"leaf-value-table": "leaf-value tables",
	"linear-test":      "linear sum",
	"maxn-value":       "max^n values",
	"mover":            "movers",
	"node":             "nodes",
	"outcome":          "outcomes",
	"ply":              "plies",
	"provisional":      "provisional|provisionally|provisional cuts|on speculation",
	"rank":             "ranks",
	"re-search":        "re-searched|re-searches|searched again",
	"root":             "roots",
	"score-vector":     "score vectors|tuple|tuples",
	"shallow-pruning":  "shallow cut|shallow cuts",
	"sound":            "unsound|soundness",
	"speculative":      "speculative",
	"tie":              "ties",
	"tie-rule":         "tie rules|leftmost child wins",
	"window":           "windows|α|β",
}

// NotTerms are phrases that have the word of a term in them and do not mean it.
const NotTerms = "square root|leaves a|leaves an|leaves it|leaves no|leaves out|leaves the|leaves this|leaves to|leaves too|this leaves|" +
	"cut, copy|adjacent ranks|to the window|to their windows|browser window|projector window"
