package learn

import "espalier/search/question"

// The tree is that of horizonGame, with the second trick left out: nobody has a choice there. A test
// compares both.
const (
	horizonGame = "hands=AD+QS%2FAH+TS%2FJS+JD&trump=S"
	patholGame  = "size=8&seed=806"
)

var horizon = &Chapter{
	ID: "horizon", Title: "The horizon, and when deeper is worse",
	Idea:   "Where a search stops matters: in the middle of a trick the static value says little.",
	Tree:   `players 3 maxsum 2 a: 1[ <AD> b: 2{static (0,0,0)}[ <AH> d: 3{static (0,0,0)}[ <JD> f: (2,0,0) ] <TS> e: 3{static (0,0,0)}[ <JD> g: (1,1,0) ] ] <QS> c: 2{static (0,0,0)}[ <TS> h: 3{static (0,0,0)}[ <JS> i: (2,0,0) ] ] ]`,
	Source: "CMSC 474, lecture 28; Berliner 1973; Beal 1990; Beal 1980; Nau 1982; Pearl 1984; Mutchler 1993",
	More: []Link{
		{Href: "/games/sergeant-major/search?" + horizonGame + "&depth=1", Text: "This search in the game, to depth 1"},
		{Href: "/games/sergeant-major/search?" + horizonGame + "&depth=1&quiescence=2", Text: "The same search with quiescence"},
		{Href: "/games/board-splitting?" + patholGame + "&evaluate=maxn&plies=1", Text: "A board on which depth 1 chooses right: play it"},
		{Href: "/games/board-splitting?" + patholGame + "&evaluate=maxn&plies=3", Text: "The same board, where depth 3 chooses wrong, without a tie"},
		{Href: "/experiments/nau1982", Text: "How often a deeper search chooses right, wrong, or finds a tie"},
	},
	Scenes: []Scene{
		{Run: "maxn,depth=1", At: "done", Text: `
Three players have two cards each, and spades are trump. A leaf has the tricks of each player. The second trick is left
out here, since nobody has a choice in it.

This search stops after the first card. Nobody has a trick yet, so the static value of *b* and of *c* is {{static "b"}}. In a tie the
leftmost child wins: player 1 leads the ace of diamonds and moves to *b*.`},
		{Run: "maxn,depth=2", At: "done", Text: `
One ply deeper, the search stops again in the middle of the trick, and sees no more. What lies below the depth limit is beyond the
{{new "horizon" "horizon"}} of the search. Here it hides that player 2 has no diamonds and may take the ace with a trump.`},
		{Run: "maxn", At: "exit b", Text: `
With the whole trick in view, player 2 plays the trump at *b*: *e* gives player 2 {{score "g" 2}}, and *d* gives {{score "f" 2}}.`},
		{At: "done", Text: `
So player 1 first leads the queen of spades, which draws the trump: {{root}} instead of {{value "b"}}.

**Try it.** Click *i* and type {{try "i" "0,2,0"}}. Now the queen of spades is worse, and max^n returns {{then "i" "0,2,0"}}. The search to the end of the first card
still returns {{then "i" "0,2,0" "maxn,depth=1"}}: what lies beyond its horizon does not count.

Must every search be that deep? No: it is enough not to stop in the middle of a trick. This is {{new "quiescence"}}.
At the depth limit the search asks whether the position is stable. If it is not, the search goes on until it is, or until a second
limit. In card games a position is unstable during a trick; in tic-tac-toe and Connect Four while a player could win with the
next piece. The links below show this run in the game. With quiescence, a search that stops after one card finds the queen of
spades, too.

The lecture only names quiescence search. Programs for two players usually try captures alone below the limit, and let the
mover take the static value instead. Here all moves of an unstable position are searched. So the result is exactly the value
of the tree that ends at the stable positions, with any number of players, and each algorithm may cut as before.`},
		{At: "done", Text: `
Does a deeper search always choose better? The lecture says: usually. There are pathological games where it does not, but they
are rare. This is {{new "pathology"}}. It was shown for two players (Beal 1980; Nau 1982), and for max^n with more (Mutchler 1993).

In board splitting (Pearl 1984) each square belongs to a player at random, the movers keep one half in turn, and the static value is the
share of the squares. {{$last := last "nau1982" "independent squares"}}In our measurements one ply chose the right half
in {{share "nau1982" "independent squares" 1 "right without a tie"}}, {{$last}} plies
in {{share "nau1982" "independent squares" $last "right without a tie"}}. But {{$last}} plies chose wrong
in {{share "nau1982" "independent squares" $last "wrong choices"}}: the rest are ties. If the depth before settles them,
{{$last}} plies are right in {{share "nau1982" "independent squares" $last "ties settled by the depth before"}}, one ply
in {{share "nau1982" "independent squares" 1 "ties settled by the depth before"}}.`},
		{At: "done", Text: `
Is deeper ever worse without ties? On the board linked below it is, for two and three plies; more boards are the other way round.

Large boards are a little worse. With ties settled, {{$low := lowest "nau1982" "larger boards"}}{{$low}} plies are right
in {{share "nau1982" "larger boards" $low "ties settled by the depth before"}}, one ply in {{share "nau1982" "larger boards" 1 "ties settled by the depth before"}}. Much
worse is a static value with a random error that is no smaller near the end (Beal 1980): {{$end := last "nau1982" "constant error"}}{{share "nau1982" "constant error" 1 "right choices"}}
with one ply, {{share "nau1982" "constant error" $end "right choices"}} with {{$end}}, without ties. Each ply takes the largest or smallest estimate, and so prefers large errors.

If neighbours are alike, deeper is better (ties settled): {{share "nau1982" "neighbours alike" 1 "ties settled by the depth before"}} with one ply,
{{$last := last "nau1982" "neighbours alike"}}{{share "nau1982" "neighbours alike" $last "ties settled by the depth before"}} with {{$last}}.`},
	},
	Questions: []Question{
		{Run: "maxn", At: "exit e", Kind: question.Value, Node: "b", Intro: "The search of *e* has just ended. Player 2 moves at *b*."},
		{Run: "maxn", At: "done", Kind: question.Fewer, Other: "shallow"},
		{Run: "maxn,depth=1", At: "done", Kind: question.Root, Node: "g", Value: "0,2,0"},
	},
}
