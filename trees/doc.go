// Package trees implements game trees: the flat arena of an explicit tree, exact
// scores, the JSON document, the text notation and Gambit's files, drafts and their
// edits, and the positions that engines search. Its subpackages contain the layout
// of a drawing, the figures of the papers and the generated trees.
//
// The package imports only the standard library. It does not depend on searching,
// HTTP or HTML.
//
// These rules must hold:
//
//   - A [Tree] and a [Draft] never change after they are built.
//   - Nodes of a Tree are numbered in preorder; node 0 is the root.
//   - Scores are whole numbers of the tree's unit, the common denominator of its
//     numbers; no floating point is used.
//   - A reader drops and rounds nothing: input that it cannot represent is an
//     [*Error] with the place. A reader reads the output of its writer as an equal
//     tree.
//
// A [Draft] is a tree that is being edited. Its nodes have an [ID] that does not
// change when their numbers change. A draft may break its own limits; the broken
// limits are listed as its faults. An [Edit] creates a new draft. A [Change] is the
// difference between two drafts; it can be inverted, and merged onto a later draft.
//
// # The text notation
//
// A text is a header, which gives the kind of tree, and the root, with
// everything below it in brackets:
//
//	players 3 maxsum 9 title "Failure of deep pruning"
//	a: 1[ b: (5,2,2)  c: 2{low (0,0,0) up (9,9,9)}[ f: (2,3,4)|(3,0,6)  g: ? ] ]
//
// White space and line breaks are optional, and # starts a comment up to the end of
// the line. The notation and the JSON document have the same content; each can be
// converted to the other.
//
// # Header
//
// The entries of the header may come in any order, each at most once. All
// except the players of a maxn tree are optional.
//
//	kind maxn           or minimax, or path; see below for the default
//	players 3           from 1 to 8; only a maxn tree needs it
//	maxsum 9            the sum of the scores of any outcome is at most this
//	minp (-1,0,0)       each score is at least this; by default 0, or unknown
//	maxp 9              each score is at most this; by default what maxsum leaves
//	delta 1             the smallest difference between two scores of a player
//	outcomes (5,2,2) (2,3,4)   what the outcomes can be; else the values of the leaves
//	title "…"           drawn above the tree
//
// minp and maxp are a number for all players, or one for each in brackets. Without minp no
// score is below 0; if one is, the least scores are unknown.
//
// Without a kind, the tree is a minimax tree if Max or Min moves or a leaf is a
// single number, and otherwise a maxn tree. In such a minimax tree 1 and 2 may mean max
// and min.
//
// # Nodes
//
// A node may begin with a label and a colon. A label is a word, of letters,
// digits and any of _ . ' - and beginning with a letter or _, or any text in
// double quotes, with the escapes of JSON. Players are numbered from 1.
//
//	1[ … ]              an inner node where player 1 moves; children between the brackets
//	2{low (0,0,0) up (9,4,9) static (3,3,3)}[ … ]
//	                    low and up bound the scores of every leaf below the node;
//	                    static is what a search backs up that stops here
//	2{infoset A}[ … ]   a node of information set A: its mover cannot distinguish it from the other
//	                    nodes of A, which have the same mover and the same moves. The name is a word,
//	                    a number, or any text in double quotes, and comes before low, up and static.
//	(5,2,2)             a leaf: a score for each player
//	(2,3,4)|(3,0,6)     the values that a figure tries at a leaf; the first is its value
//	(3,0,6) of (2,3,4)|(3,0,6)   the same, if another one is the value
//	only (2,3,4)        the same, with only one value to try
//	?                   a leaf of unknown value; ? of (2,3,4)|(3,0,6) if some values are tried
//	(5,2,2) chosen      a value that is ours and not the paper's
//	2(5,4,1)            a leaf drawn with a mover
//	*[ @1/2 … @1/2 … ]  a chance node with the probabilities of its children; none given: all equal
//	<Left> (5,2,2)      the name of the move to a node, before @ and +; a word, a number, or
//	                    any text in double quotes. The root has neither a name nor an @.
//	<pass> 3[ … ]       a pass: best-reply search lets an opponent who does not reply play it
//
// A number is a decimal of up to nine places or a fraction such as -7/2. The minus may be
// U+2212.
//
// # Minimax trees
//
// Max and Min move, and a leaf is a bare number, which is Max's utility. Low, up and
// static are also numbers. Everything else is as above.
//
//	kind minimax
//	max[ a: min{low 3 up 12}[ 3 12 8 ]  min[ 2|5 -4.5 ? ]  max 7 ]
//
// # Path trees
//
// One player searches for the path with the least cost to a leaf. Inner nodes need no
// mover. A leaf is a full stop. A plus sign and a number before a node are the cost of
// the edge to this node. Low is a lower bound on the cost of any whole path through a
// node.
//
//	kind path
//	{low 3}[ +1 a: [ +2 .  +4 b: . ]  +3 c: . ]
//
// # Numbers
//
// Scores and costs are written as in JSON, with at most six decimal places, and
// are at most 1000000000 in size. The minus may be U+2212, too. They are exact:
// 0.1 + 0.2 + 0.7 meets a maxsum of 1.
package trees
