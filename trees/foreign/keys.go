package foreign

import (
	"slices"
	"strings"
)

// The keys of JSON objects of other tools, without signs and in lower case: to_move is tomove. The first one of a list is
// used if there are several.
var (
	kidKeys = []string{"children", "kids", "nodes", "child", "branches", "subtrees", "successors", "childnodes", "childs",
		"subtree", "descendants", "offspring", "sons", "successorstates", "nextstates", "nextnodes", "variations", "replies", "continuations"}
	// Lists, or objects of moves, under these keys are children, too; other values are not.
	moreKidKeys = []string{"moves", "actions", "options", "choices", "alternatives", "outcomes", "next", "leaves", "edges", "transitions", "items", "contents", "hiddenchildren", "decisions", "chances"}
	nameKeys    = []string{"name", "label", "id", "title", "nodeid", "nodename", "tag", "identifier", "desc"}
	valueKeys   = []string{"value", "score", "utility", "payoff", "payoffs", "values", "scores", "utilities"}
	// Numbers under these keys are the value of a leaf that has no other.
	moreValueKeys = []string{"size", "reward", "rewards", "result", "outcome", "eval", "evaluation", "staticeval", "heuristic", "heuristicvalue", "points", "gain",
		"returns", "return", "payout", "payouts", "utils", "val", "v", "leafvalue", "data"}
	// Of these, numbers at a node with children are paid on the way.
	onTheWayKeys = []string{"reward", "rewards", "gain", "points", "payout"}
	moverKeys    = []string{"player", "agent", "turn", "mover", "tomove", "toplay", "currentplayer", "playertomove", "playertoplay", "sidetomove", "activeplayer",
		"whoseturn", "whomoves", "playerturn", "turnof", "playerid", "agentid", "currentagent", "playername", "owner", "decisionmaker",
		"firstplayer", "startingplayer", "startplayer", "rootplayer", "initialplayer", "firstmover", "firsttomove", "starter"}
	// Keys that say more than the mover: a text is the name of a player only if it is one elsewhere, too.
	typeKeys = []string{"type", "nodetype", "kind", "nodekind", "playertype", "movertype", "agenttype"}
	// Keys that may say max or min, and otherwise say nothing about the mover.
	operatorKeys = []string{"op", "operator", "operation", "function", "objective", "goal", "optimizer", "minmax", "maxmin", "minimax", "level", "role", "symbol", "shape"}
	// Members that are true where Max moves and false where Min does, and the other way round.
	isMaxKeys = []string{"ismax", "max", "maximizing", "maximising", "ismaximizing", "ismaximising", "maximizingplayer", "maximisingplayer", "ismaximizingplayer",
		"ismaximisingplayer", "maximizer", "maximiser", "ismaximizer", "maxplayer", "ismaxplayer", "maxturn", "ismaxturn", "ismaxsturn", "maxnode", "ismaxnode",
		"maximize", "maximise", "maxtomove", "maxtoplay", "maxmoves", "ismaxlevel"}
	isMinKeys = []string{"ismin", "min", "minimizing", "minimising", "isminimizing", "isminimising", "minimizingplayer", "minimisingplayer", "isminimizingplayer",
		"isminimisingplayer", "minimizer", "minimiser", "isminimizer", "minplayer", "isminplayer", "minturn", "isminturn", "isminsturn", "minnode", "isminnode",
		"minimize", "minimise", "mintomove", "mintoplay", "minmoves", "isminlevel"}
	isChanceKeys = []string{"chance", "ischance", "ischancenode", "chancenode", "nature", "isnature", "random", "israndom", "stochastic", "isstochastic"}
	probKeys     = []string{"prob", "p", "probability", "chanceprob", "likelihood"}
	actionKeys   = []string{"action", "move", "actionname", "movename", "edge", "edgelabel", "edgename", "via", "incomingaction", "lastmove", "lastaction", "parentaction", "san", "uci"}
	// The children of a binary tree, in their order.
	sideKeys = []string{"left", "right"}
	// Lists beside the children, with an entry for each of them.
	probListKeys = []string{"probs", "probabilities", "chances", "distribution", "prob", "probability", "weights"}
	// An object with one of rootKeys, and no members of a node, is a document around the tree.
	rootKeys    = []string{"root", "tree", "game", "gametree", "rootnode"}
	titleKeys   = []string{"title", "name", "description"}
	playersKeys = []string{"players", "playernames", "agents", "agentnames", "playerorder", "playerlist"}
	// Objects about the document, beside the tree.
	aboutKeys = []string{"metadata", "meta", "info", "settings", "config", "options", "style", "styles", "layout", "author", "source"}
	// Members of a node may be in an object of their own under one of these keys.
	wrapKeys = []string{"data", "attributes", "attrs", "attr", "attribs", "properties", "props", "state", "payload", "info", "nodedata", "nodeattributes"}
	// The key of a node in an entry of its own for the move to it.
	linkKeys = []string{"node", "child", "subtree", "next", "nextnode", "target", "to", "result", "resultnode", "state", "nextstate", "then", "tree", "successor", "outcome", "destination"}
	// Statistics of a search that samples. They are no scores of the game.
	statisticKeys = []string{"visits", "nvisits", "numvisits", "visitcount", "visitcounts", "visit", "numberofvisits", "timesvisited", "simulations", "nsimulations", "numsimulations", "playouts", "rollouts", "numrollouts", "wins", "losses", "draws", "nwins", "numwins", "winrate", "winratio", "winprobability",
		"avgreward", "averagereward", "meanreward", "totalreward", "sumreward", "rewardsum", "cumulativereward", "accumulatedreward", "avgvalue", "averagevalue", "meanvalue", "totalvalue", "valuesum", "sumvalue", "avgscore", "averagescore", "meanscore", "totalscore",
		"qvalue", "qvalues", "ucb", "ucb1", "ucbscore", "uct", "uctscore", "uctvalue", "puct", "prior", "priorprob", "priorprobability", "priors", "policy"}
	// Statistics, too, in an object that has nothing but such members.
	shortStatisticKeys = []string{"n", "q", "w", "p", "u", "nn", "wn", "t", "reward", "rewards", "mean", "avg", "average", "total", "sum", "ev"}
	costKeys           = []string{"cost", "costs"}
	// Numbers that are no leaves in an object whose keys are moves.
	noMoveKeys = []string{"depth", "ply", "height", "alpha", "beta", "index", "idx"}
	// What is under these keys is the position of a game, or how a node looks; it holds no nodes.
	positionKeys = []string{"board", "grid", "cells", "position", "pos", "coordinates", "coords", "point", "path", "history", "pv", "fen", "hand", "hands", "cards", "style", "styles", "tags", "comments"}
	// Types of nodes that do not say who moves.
	typesOfAll = []string{"", "leaf", "terminal", "decision", "node", "root", "inner", "internal", "interior", "end", "outcome", "player", "state", "branch", "choice",
		"tree", "game", "position", "action", "move", "non-terminal", "nonterminal", "non_terminal", "not terminal", "parent", "child", "item", "folder", "file",
		"directory", "object", "dict", "normal", "search", "minimax", "maxn", "alphabeta", "alpha-beta", "mcts", "expectimax", "expectiminimax", "negamax", "paranoid",
		"decision node", "decision_node", "decisionnode", "player node", "player_node", "playernode", "inner node", "inner_node", "internal node", "internal_node", "internalnode", "root node", "root_node", "rootnode", "leaf node", "leaf_node", "none", "nested", "expanded", "extensive", "gametree"}
)

// plainKey returns a key without signs, in lower case.
func plainKey(key string) string {
	return strings.Map(func(ch rune) rune {
		switch {
		case strings.ContainsRune("_- @$#.?'", ch):
			return -1
		case 'A' <= ch && ch <= 'Z':
			return ch - 'A' + 'a'
		}
		return ch
	}, key)
}

// A keyUse is what the key of a member says that its value is.
type keyUse uint8

const (
	otherKey keyUse = iota
	kidsUse
	nameUse
	valueUse
	probUse
	actionUse
	moverUse
	typeUse
	operatorUse
	isMaxUse
	isMinUse
	isChanceUse
	sideUse
	playersUse
	statisticUse
	noMoveUse
)

// keyUses has the use and the rank of each key.
var keyUses = func() map[string]keyRank {
	uses := map[string]keyRank{}
	for _, list := range []struct {
		keys []string
		use  keyUse
	}{
		{kidKeys, kidsUse}, {nameKeys, nameUse}, {valueKeys, valueUse}, {probKeys, probUse}, {actionKeys, actionUse}, {moverKeys, moverUse}, {typeKeys, typeUse},
		{operatorKeys, operatorUse}, {isMaxKeys, isMaxUse}, {isMinKeys, isMinUse}, {isChanceKeys, isChanceUse}, {sideKeys, sideUse}, {playersKeys, playersUse},
		{statisticKeys, statisticUse}, {noMoveKeys, noMoveUse},
	} {
		for i, key := range list.keys {
			if _, known := uses[key]; !known {
				uses[key] = keyRank{list.use, i}
			}
		}
	}
	return uses
}()

type keyRank struct {
	use  keyUse
	rank int
}

func isOneOf(key string, lists ...[]string) bool {
	for _, list := range lists {
		if slices.Contains(list, key) {
			return true
		}
	}
	return false
}
