package words

import (
	"slices"
	"strings"

	"espalier/search/algorithms"
)

// The terms of the course.

// Path is the page of the glossary. The id of a term is also the id of its entry there.
const Path = "/learn/glossary"

// A Term is an entry of the glossary.
type Term struct {
	ID, Name string
	Text     string // one to three sentences
	Source   string // the paper that uses it, with the section
}

// Href is the address of the entry.
func (t *Term) Href() string { return Path + "#" + t.ID }

// Words are the other forms of the term in a text, separated by |. The script of the cards
// finds the term by its name and these forms.
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
	plaat     = "Plaat et al. 1996"
	mpmix     = "Zuckerman, Felner & Kraus 2009"
	bestReply = "Schadd & Winands 2011"
	proofs    = "Allis et al. 1994"
	nau       = "Nau 1982"
	beal      = "Beal 1990"
	models    = "Carmel & Markovitch 1998"
	bridge    = "Ginsberg 2001"
	fusion    = "Frank & Basin 1998"
)

// Terms has the entries of the glossary, sorted by name: those below, and those of the algorithms.
var Terms = func() []Term {
	list := slices.Clone(concepts)
	for _, a := range algorithms.All() {
		if t := a.Term; t != nil {
			list = append(list, Term{a.Terms[0], t.Name, t.Text, t.Source})
			if t.Forms != "" {
				forms[a.Terms[0]] = t.Forms
			}
		}
	}
	slices.SortFunc(list, func(a, b Term) int { return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	return list
}()

// concepts are the entries that belong to no algorithm, or to several.
var concepts = []Term{
	{"alpha-beta", "alpha-beta", "Minimax that skips nodes that cannot change the value. It keeps a window, and cuts when a value is outside it.", lecture + "; " + korf + ", section 1"},
	{"back-up", "back up", "A node backs up a value when the value of one of its children becomes its own.", korf + ", section 2"},
	{"backward-induction", "backward induction", "Solving a game from its end: first the positions just before the leaves, then the positions before those, up to the root.", lecture},
	{"bound", "bound", "A score that a player is sure of at a node on the current path, because a child that has been searched gives it.", korf + ", section 3.2"},
	{"bound-vector", "bound vector", "The bounds of all players at one moment of the search. Its scores may sum to more than maxsum, and then a cut is possible.", tables + ", section 2.3.1"},
	{"branch-and-bound", "branch and bound", "Pruning by a heuristic: a node is cut if its heuristic allows too little for the player who could choose it.", pruning + ", “Multi-Player Branch-and-Bound”"},
	{"branching-factor", "branching factor", "The number of moves at a node. For an algorithm: the factor by which the number of visited nodes grows with each additional ply.", korf + ", section 3.6"},
	{"certificate", "certificate", "The bounds that justify a cut, with the nodes that hold them. With a certificate you can check a cut without searching again.", "our term"},
	{"chance-node", "chance node", "A node where no player chooses the move: each child has a probability. Its value is the average of the children’s values, weighted by their probabilities.", ballard},
	{"coalition", "coalition", "Players who play together as one. In a paranoid search these are all players except the player at the root.", pruning + ", “Reduction to a Paranoid 2-Player Game”"},
	{"constant-sum", "constant-sum", "A game in which the scores of every leaf have the same sum. With two players it is equivalent to zero-sum.", lecture},
	{"cut", "cut", "Children of a node are cut when the search skips them, because they cannot change the value of the tree. To cut is also called to prune.", korf + ", section 1"},
	{"directional", "directional", "A search is directional if the order in which it visits nodes does not depend on their values, and if it never goes back to nodes that it has cut.", korf + ", section 3.5"},
	{"disproof-number", "disproof number", "In proof-number search, the least number of nodes at the edge of the tree searched so far that must be disproved to disprove a node: zero if it is disproved, infinite if it is proved, one if nothing is known.", proofs},
	{"equilibrium", "equilibrium", "A way for each player to choose, in which no player gains by choosing otherwise alone. Each tie rule of max^n gives one on a tree where everybody sees everything.", "Luckhardt & Irani 1986"},
	{"m-star", "foreseen value", "Written M*: the value that a player foresees with a model of the opponent. Where the opponent moves, the player gets its own score from the child that the opponent chooses by the model. It need not be the max^n value.", models},
	{"game-tree", "game tree", "All ways in which a game can go: a node for each position, a line for each move.", lecture},
	{"history-heuristic", "history heuristic", "An order of moves by their history: each move has a score, which grows whenever the move was best at a node, and by more if the search below was deeper. The move with the largest score comes first.", "Schaeffer 1983"},
	{"horizon", "horizon effect", "A search with a depth limit sees nothing below the limit, its horizon. So it can choose a move whose bad consequence comes just after the limit. It may also play delaying moves that only push a loss beyond the limit.", "Berliner 1973"},
	{"inference", "inference", "Weights for the deals of a vote: a deal counts more if the bids and the cards that were played are good ones in that deal.", bridge},
	{"information-set", "information set", "The positions that the player who moves cannot tell apart. The player has to make the same move in all of them.", fusion},
	{"killer-move", "killer move", "A move that has just made a cut at another node of the same ply. It is visited first, because it may make a cut again.", "Akl & Newborn 1977"},
	{"last-branch", "last branch", "A player is on the last branch of a node if the node has no later child. Last-branch pruning cuts by the bounds of all players if each player in between is on the last branch.", specPaper + ", section 4.2"},
	{"leader", "leader", "The player with the largest estimated score at the root: by its static value, or else by the mean of the leaves below it. The lead is the difference to the second.", mpmix},
	{"leaf", "leaf", "A node without children: the game is over there, or the search does not go deeper.", lecture},
	{"leaf-value-table", "leaf-value table", "A table of all possible outcomes. A search uses it to check whether one of them could still matter, so its decision to cut is exact.", tables + ", section 4"},
	{"linear-test", "linear test", "The test whether the bounds of the players sum to maxsum. It is exact if the game is constant-sum.", tables + ", section 2.4"},
	{"maxn-value", "max^n value", "The score vector of a node under max^n. Without chance nodes it is always the vector of a leaf below the node.", korf + ", section 2"},
	{"maxp", "maxp", "An upper bound on the score of one player. If it is not given, it follows from maxsum: it is maxsum if no score is below 0.", pruning + ", “Duality of Maximization and Minimization”"},
	{"maxsum", "maxsum", "An upper bound on the sum of the scores of any leaf.", pruning + ", “Duality of Maximization and Minimization”"},
	{"memory", "memory of nodes", "What a search by passes keeps about each node: the bounds that earlier passes have proved. A node for which they answer the question is not searched again.", plaat},
	{"minp", "minp", "A lower bound on the score of one player. If it is not given, it is 0, or unknown if some score is below 0.", pruning + ", “Duality of Maximization and Minimization”"},
	{"heuristic", "monotonic heuristic", "Lower and upper bounds on the scores that hold for everything below a node. An example is the number of tricks that a player has already taken.", pruning + ", “Depth-First Branch-and-Bound Pruning”"},
	{"mcts", "Monte Carlo tree search", "A search that estimates values by random samples. Each sample selects a path in a tree that grows, adds a node, plays a random game from there, and backs its result up the path.", "Browne et al. 2012, section 3"},
	{"most-proving", "most-proving node", "The node that proof-number search expands next. From the root the way to it goes to the child with the least proof number where the root player moves, and with the least disproof number where another player moves.", proofs},
	{"mover", "mover", "The player who moves at a node.", korf + ", section 2"},
	{"node", "node", "A position in a game tree.", lecture},
	{"non-locality", "non-locality", "The error of a search that chooses a move for all worlds by what is below the node alone. The other players, who know more, let the play come to the node only in some of the worlds.", fusion},
	{"opponent-model", "opponent model", "What a player believes about how an opponent chooses. In OM-search and αβ* the opponent searches by minimax on its own scores: it takes the largest, and expects the other player to leave it the smallest. In prob-max^n there are several models, each with a probability.", models},
	{"outcome", "outcome", "A score vector that is possible at the end of a game.", tables + ", section 3"},
	{"pass", "pass", "A move that changes nothing but whose turn it is. In a tree it is a move with the name pass.", bestReply},
	{"pathology", "pathology", "A game is pathological if a deeper search chooses wrong more often in it, by more than ties explain. It happens where the errors of static values are independent and no smaller near the end of the game. In board splitting with independent squares most of the effect is ties.", lecture + "; Beal 1980; " + nau},
	{"ply", "ply", "One move of one player. If every game in a tree takes three moves, the tree is three plies deep.", specPaper + ", section 5"},
	{"proof-number", "proof number", "In proof-number search, the least number of nodes at the edge of the tree searched so far that must be proved to prove a node: zero if it is proved, infinite if it is disproved, one if nothing is known.", proofs},
	{"proof-threshold", "proof threshold", "In df-pn, the proof number and the disproof number at which the search of a node ends for now, because the most-proving node is then elsewhere. The parent computes them from its own thresholds and the numbers of its other children.", "Nagai 2002"},
	{"provisional", "provisional cut", "A cut that may be taken back. Its node returns no value.", specPaper + ", section 4.3; our term"},
	{"quiescence", "quiescence", "A position is quiescent, or stable, if its static value can be trusted: nothing is about to change it. Quiescence search goes on below the depth limit where a position is unstable.", lecture + "; " + beal},
	{"rollout", "random game", "The moves from a new node to the end of the game, or to the frontier, each drawn at random. The score vector there is the result of the sample.", "Browne et al. 2012, section 3"},
	{"rank", "rank", "The position of an outcome in one player’s order: the worst outcome has rank zero. Pruning depends only on the order, not on the scores.", tables + ", section 3"},
	{"re-search", "re-search", "A second search of a child, because a provisional cut below it may have been too early.", specPaper + ", section 4.3"},
	{"root", "root", "The node at the top of a tree: the position where the search starts.", lecture},
	{"score-vector", "score vector", "The scores of all players at a leaf, player 1 first. The papers also call it a tuple.", korf + ", section 2"},
	{"sound", "sound", "An algorithm is sound if it always returns the value that it promises, here usually the max^n value with ties to the left. Otherwise it is unsound.", "used as in logic"},
	{"static-order", "static order", "An order of children by their static values: the child that looks best to the mover comes first.", lecture},
	{"strategy-fusion", "strategy fusion", "The error of a search that knows the hidden cards: it makes different moves in positions that look alike. So it counts a value that no player can get.", fusion},
	{"tie", "tie", "Two children give the mover the same score. The other players may get different scores.", korf + ", section 2"},
	{"tie-rule", "tie rule", "The rule that decides which of several equal children wins. Here, as in the papers, it is the leftmost child.", korf + ", section 2"},
	{"transposition-move", "transposition move", "The move that was best when the search met the same position before, on another path. It is visited first.", "Slate & Atkin 1977"},
	{"uct", "UCT", "Monte Carlo tree search that selects the child with the largest upper confidence bound: the mean of its samples for the mover, and a bonus that shrinks with its visits and grows slowly with those of its siblings. With many players the mover looks at its own score.", "Kocsis & Szepesvári 2006; Sturtevant 2008"},
	{"deal-vote", "vote over deals", "The choice of a card by searches of several deals that fit what has been played. The scores of each card in all deals are added up, and the largest sum wins. Another name is perfect-information Monte Carlo sampling.", bridge},
	{"window", "window", "In a search with two sides: α, the score that Max is sure of, and β, the score that Min can hold Max to. Only a value between them can still change the result.", lecture},
	{"zero-window", "zero window", "A window in which no score lies. A search with it only answers a question: is the value at least a score? It cuts wherever a search with a wider window around it cuts.", plaat},
	{"zero-sum", "zero-sum", "A game in which one player loses what the other gains.", lecture},
}

// forms are the words of Words.
var forms = map[string]string{
	"back-up":          "backs up|backed up|backed-up|backing up",
	"bound":            "bounds|lower bound|upper bound",
	"bound-vector":     "bound vectors",
	"branch-and-bound": "branch-and-bound",
	"branching-factor": "branching factors",
	"certificate":      "certificates",
	"coalition":        "coalitions",
	"cut":              "cuts|prune|prunes|pruned|pruning",
	"game-tree":        "game trees",
	"horizon":          "horizon",
	"heuristic":        "heuristic|heuristics|monotonic heuristics",
	"killer-move":      "killer moves|killer|killers",
	"information-set":  "information sets",
	"last-branch":      "last-branch|last-branch pruning",
	"leader":           "leaders",
	"leaf":             "leaves",
	"leaf-value-table": "leaf-value tables",
	"linear-test":      "linear sum",
	"maxn-value":       "max^n values",
	"mcts":             "MCTS|Monte-Carlo tree search",
	"mover":            "movers",
	"node":             "nodes",
	"outcome":          "outcomes",
	"pathology":        "pathological",
	"ply":              "plies",
	"quiescence":       "quiescence search",
	"provisional":      "provisional|provisionally|provisional cuts|on speculation",
	"rank":             "ranks",
	"re-search":        "re-searched|re-searches|searched again",
	"root":             "roots",
	"rollout":          "random games|roll-out|roll-outs|rollout|rollouts",
	"score-vector":     "score vectors|tuple|tuples",
	"sound":            "unsound|soundness",
	"tie":              "ties",
	"tie-rule":         "tie rules|leftmost child wins",
	"zero-window":      "zero windows|zero-window|null window",
	"window":           "windows|α|β",
}

// NotTerms are phrases that contain the word of a term with another meaning.
const NotTerms = "square root|leaves a|leaves an|leaves it|leaves no|leaves out|leaves the|leaves this|leaves to|leaves too|this leaves|" +
	"cut, copy|adjacent ranks|to the window|to their windows|browser window|projector window"
