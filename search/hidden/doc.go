// Package hidden chooses moves in games of cards where each player sees one hand.
//
// It samples deals that the player to move cannot tell apart from the real one, searches each of
// them with all cards open, and adds up the scores of each move:
//
// N. Sturtevant and R. Korf, "On pruning techniques for multi-player games", AAAI 2000,
// "Examples": "generate hundreds of random hands". M. Ginsberg, "GIB: Imperfect information in a
// computationally challenging game", JAIR 14 (2001), the Monte Carlo algorithm of section 2.
//
// That is no value of the game with hidden cards. Each search sees all cards, so it expects the
// player to choose later moves by cards that the player will not see: I. Frank and D. Basin,
// "Search in games with incomplete information: a case study using Bridge card play",
// Artificial Intelligence 100 (1998), call this strategy fusion. BestDefence computes what a
// player who does not see the cards is sure of, for a few small deals. FindFusion compares both.
// FindNonlocality shows their second error: a move that is chosen by what is below its node alone.
//
// CFR (cfr.go) is the one procedure here for trees: it respects information sets, and approaches an
// equilibrium of games with two players and a constant sum.
//
// All deals have the same weight unless a request asks for inference from play and bids.
package hidden
