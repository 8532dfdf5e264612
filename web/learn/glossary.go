package learn

// glossaryPath is the page of the glossary; the id of a term is that of its entry.
const glossaryPath = "/learn/glossary"

// A term is an entry of the glossary.
type term struct {
	ID, Name string
	Text     string // one to three sentences
	Source   string // the paper that names it, with its section
}

func findTerm(id string) (*term, bool) {
	for i := range glossary {
		if glossary[i].ID == id {
			return &glossary[i], true
		}
	}
	return nil, false
}

const (
	korf      = "Korf 1991"
	pruning   = "Sturtevant & Korf 2000"
	specPaper = "Sturtevant 2003"
	tables    = "Sturtevant 2005"
	lecture   = "CMSC 474, lecture 28"
)

// glossary holds the terms, sorted by their names.
var glossary = []term{
	{"alpha-beta", "alpha-beta", "Minimax that does not search what cannot change the value: it keeps a window, and cuts where a value lies outside of it.", lecture + "; " + korf + ", section 1"},
	{"back-up", "back up", "A node backs up a value when the value of one of its children becomes its own.", korf + ", section 2"},
	{"backward-induction", "backward induction", "To decide a game from its end: first the positions before the leaves, then those before them, up to the root.", lecture},
	{"branching-factor", "branching factor", "The number of moves at a node. Of an algorithm: the factor by which its nodes grow with each further ply.", korf + ", section 3.6"},
	{"certificate", "certificate", "The bounds that justify a cut, with the nodes that hold them. With a certificate, a cut can be checked without searching again.", "the word is ours"},
	{"cut", "cut", "Children of a node are cut when the search skips them, because they cannot change the value of the tree. To cut is also called to prune.", korf + ", section 1"},
	{"deep-pruning", "deep pruning", "A cut by a bound that comes from further up than the parent. It is right with two players, and may be wrong with more.", korf + ", section 3.4"},
	{"game-tree", "game tree", "All ways in which a game can go: a node for each position, a line for each move.", lecture},
	{"leaf", "leaf", "A node without children: the game is over there, or the search does not look further.", lecture},
	{"maxn", "max^n", "The rule for any number of players: the mover takes the child whose vector has the largest score for the mover, and the whole vector is backed up.", korf + ", section 2"},
	{"maxn-value", "max^n value", "The score vector that a node has under max^n. It is always the vector of a leaf below the node.", korf + ", section 2"},
	{"maxsum", "maxsum", "An upper bound on the sum of the scores of any leaf.", pruning + ", “Duality of Maximization and Minimization”"},
	{"minimax", "minimax", "The rule for two players with one number: Max takes the largest value of the children, Min the smallest.", lecture},
	{"mover", "mover", "The player who moves at a node.", korf + ", section 2"},
	{"node", "node", "A position in a game tree.", lecture},
	{"ply", "ply", "One move of one player. A tree in which every game takes three moves is three plies deep.", specPaper + ", section 5"},
	{"root", "root", "The node at the top of a tree: the position from which the search begins.", lecture},
	{"score-vector", "score vector", "The scores of all players at a leaf, player 1 first. The papers also call it a tuple.", korf + ", section 2"},
	{"shallow-pruning", "shallow pruning", "A cut by the bounds of two nodes alone, one of which is the parent of the other.", korf + ", section 3.2"},
	{"sound", "sound", "An algorithm is sound if it always returns the value that it promises, here mostly the max^n value with ties to the left. One that sometimes does not is unsound.", "the word is used as in logic"},
	{"tie", "tie", "Two children that give the mover the same score. They can give the other players different ones.", korf + ", section 2"},
	{"tie-rule", "tie rule", "Which of several equal children wins. Here, as in the papers, it is the leftmost.", korf + ", section 2"},
	{"window", "window", "In a search for two sides: α, what Max is sure of, and β, what Min can hold Max to. Only a value between them can still change anything.", lecture},
	{"zero-sum", "zero-sum", "What one player gains, the other loses. If the scores of all players always have the same sum, the game is called constant-sum.", lecture},
}
