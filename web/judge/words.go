package judge

import (
	"cmp"
	"strconv"
	"strings"

	"espalier/search/engine"
	"espalier/search/question"
	"espalier/trees"
	"espalier/web/words"
)

// A Phrase is what the pages say of a kind of questions. In its sentences, {node} is the
// name of the node, {value} the value that it would have, and {run} the algorithm.
type Phrase struct {
	Kind *question.Kind
	// Menu is the kind in the list from which a presenter chooses, and Edit in that of the
	// editor of lessons.
	Menu, Edit string
	// Asked is what is asked on the page of a lesson, and Chapter at the end of a chapter;
	// empty: no chapter asks it.
	Asked, Chapter string
	// Why says why an answer is right that no step shows; empty: nothing does. NoAnswer says
	// why no answer is right.
	Why, NoAnswer string
	// Choice names a choice; nil: its answer says what it is.
	Choice func(q *question.Question, r *question.Run, i question.Index) string
}

const (
	anotherValue = "whether another value of a leaf changes the result"
	forAClass    = "This question has no right answer. It is for discussion."
)

// Phrases are those of question.Kinds, in the same order.
var Phrases = []Phrase{
	{
		Kind: question.Cut, Menu: "which children are cut next", Edit: "which children are cut next",
		Asked: "Which children of {node} are cut next?", Chapter: "Which children of *{node}* does **{run}** cut next?",
		Why: "The run ends while it is at {node}, and cuts nothing there.",
	},
	{
		Kind: question.Value, Menu: "what a node backs up", Edit: "what a node backs up",
		Asked: "What does {node} back up?", Chapter: "What does *{node}* back up under **{run}**?",
		NoAnswer: "{node} backs up no value after this step.",
	},
	{
		Kind: question.Terms, Menu: "which bounds justify the next cut", Edit: "which bounds justify a cut",
		Asked:   "The next step is a cut at {node}. Which bounds does the algorithm use? Choose their nodes.",
		Chapter: "The next step of **{run}** is a cut at *{node}*. Which bounds does it use? Choose their nodes.",
	},
	{
		Kind: question.Root, Menu: anotherValue, Edit: anotherValue,
		Asked:   "Would the result change if {node} were {value}?",
		Chapter: "Would **{run}** return another value if the leaf *{node}* were {value}?",
	},
	{
		Kind: question.Change, Menu: "at which value of a leaf the result changes", Edit: "at which value of a leaf the result changes",
		Asked:   "Change {node} to {value}, one point at a time. At which value does the result first change?",
		Chapter: "Drag the leaf *{node}* from {from} to {value}, one point at a time. At which value does the result of **{run}** first change?",
	},
	{
		Kind: question.Fewer, Menu: "which of two searches evaluates fewer leaves", Edit: "which of two searches evaluates fewer leaves",
		Asked:   "Which search evaluates fewer leaves: {run} or {other}?",
		Chapter: "Which search evaluates fewer leaves: **{run}** or **{other}**?",
		Choice: func(q *question.Question, r *question.Run, i question.Index) string {
			return [...]string{r.Name, otherName(q), "both the same number"}[i]
		},
	},
	{
		Kind: question.Order, Menu: "the order in which a node’s children are best searched", Edit: "the order in which a node’s children are best searched",
		Asked:   "Order the children of {node} so that the search evaluates as few leaves as possible.",
		Chapter: "Order the children of *{node}* so that **{run}** evaluates as few leaves as possible.",
	},
	{
		Kind: question.Vote, Menu: "which move the deals vote for", Edit: "which move the deals vote for",
		Asked:   "The deals below {node} vote. Each is searched with all cards face up. Which move gets the most points?",
		Chapter: "The deals below *{node}* vote, each searched by **{run}** with all cards face up. Which move gets the most points?",
		Choice:  moveName,
	},
	{
		Kind: question.Plan, Menu: "which move is best if the deal is hidden", Edit: "which move is best if the deal is hidden",
		Asked:   "The mover cannot tell the deals below {node} apart. The others see all cards and play against the mover. Which move is best?",
		Chapter: "The mover cannot tell the deals below *{node}* apart. The others see all cards and play against the mover. Which move is best?",
		Choice:  moveName,
	},
	{Kind: question.Pick, Menu: "pick a node", Edit: "pick a node", Asked: "Pick a node."},
	{
		Kind: question.Choice, Menu: "multiple choice", Edit: "multiple choice", Asked: "Which is right?",
		Choice: func(q *question.Question, _ *question.Run, i question.Index) string { return q.Choices[i] },
	},
}

func moveName(q *question.Question, r *question.Run, i question.Index) string {
	return q.MoveName(r, i)
}

func otherName(q *question.Question) string { return words.MaxN(engine.InnerName(q.Other)) }

// PhraseOf returns the words of a kind.
func PhraseOf(k *question.Kind) *Phrase {
	for i := range Phrases {
		if Phrases[i].Kind == k {
			return &Phrases[i]
		}
	}
	return &Phrase{Kind: k}
}

// NameOf returns the name of a node; that of an implicit tree is its number.
func NameOf(t *trees.Tree, n int) string {
	if t != nil && n >= 0 && n < t.Len() {
		return t.Name(n)
	}
	return "node " + strconv.Itoa(n)
}

// Fill puts the node and the value of a question, and the name of the algorithm, into a
// sentence.
func Fill(sentence string, q *question.Question, r *question.Run, algorithm string) string {
	value := ""
	if r.Tree != nil && q.Kind.Has(question.FieldValue) {
		value = r.Tree.FormatValue(q.Value)
	}
	other, from := "", ""
	if q.Other != nil {
		other = otherName(q)
	}
	if r.Tree != nil && q.Kind == question.Change {
		v, _ := r.Tree.Value(q.Node)
		from = r.Tree.FormatValue(v)
	}
	return strings.NewReplacer("{node}", NameOf(r.Tree, q.Node), "{value}", value, "{run}", cmp.Or(algorithm, r.Name), "{other}", other, "{from}", from).Replace(sentence)
}

// InWords returns an answer in words; nil: no answer.
func InWords(q *question.Question, r *question.Run, a question.Answer) string {
	switch a := a.(type) {
	case question.Nodes:
		if len(a) == 0 {
			return "none"
		}
		var names []string
		for _, n := range a {
			names = append(names, NameOf(r.Tree, int(n)))
		}
		return trees.InWords(names)
	case question.Ordered:
		return orderInWords(r, a)
	case question.Orders:
		text := orderInWords(r, a[0])
		if n := len(a) - 1; n > 0 {
			text += ", or " + words.Plural(n, "other order") + " with as few leaves"
		}
		return text
	case question.Node:
		return NameOf(r.Tree, int(a))
	case question.Score:
		return scoreInWords(&a)
	case question.Truth:
		if a {
			return "yes"
		}
		return "no"
	case question.Index:
		if name := PhraseOf(q.Kind).Choice; name != nil {
			return name(q, r, a)
		}
	}
	return ""
}

func orderInWords(r *question.Run, nodes question.Ordered) string {
	var names []string
	for _, n := range nodes {
		names = append(names, NameOf(r.Tree, int(n)))
	}
	return strings.Join(names, ", ")
}

// ChoicesInWords returns the texts of the answers to choose from.
func ChoicesInWords(q *question.Question, r *question.Run) (list []string) {
	for _, a := range q.ChoicesOn(r) {
		list = append(list, InWords(q, r, a))
	}
	return list
}

// FormValue returns an answer to choose as the value of its field in a form.
func FormValue(a question.Answer) string {
	if nodes, ok := a.(question.Nodes); ok { // several fields are one answer
		return strconv.Itoa(int(nodes[0]))
	}
	return string(AppendAnswer(nil, a))
}

// scoreInWords returns a value in words; nil: there is none.
func scoreInWords(s *question.Score) string {
	switch {
	case s == nil:
		return "no value"
	case s.Scalar:
		return s.Value[0].String()
	}
	var list []string
	for _, n := range s.Value {
		list = append(list, n.String())
	}
	return "(" + strings.Join(list, ", ") + ")"
}

// Reason says why an answer is right that no step shows; empty: the author of the question
// says so.
func Reason(q *question.Question, r *question.Run, right *question.Right) string {
	switch q.Kind {
	case question.Change:
		return "There the result changes from " + scoreInWords(right.Results.Before.Value) + " to " + scoreInWords(right.Results.After.Value) + "."
	case question.Fewer:
		return words.UpperFirst(r.Name) + " evaluates " + words.Leaves(right.Leaves[0]) + ", " + otherName(q) + " " + words.Grouped(right.Leaves[1]) + "."
	case question.Order:
		return "In this order the search evaluates " + words.Leaves(right.Leaves[1]) + "; as the tree is drawn, " + words.Grouped(right.Leaves[0]) + "."
	case question.Vote:
		return "The points are " + sumsInWords(q, r, right) + "."
	case question.Plan:
		return "Over all deals the mover is sure of " + sumsInWords(q, r, right) + "."
	}
	if results := right.Results; results != nil {
		before, after := scoreInWords(results.Before.Value), scoreInWords(results.After.Value)
		if before == after {
			return "The result is " + before + " either way."
		}
		return Fill("The result is "+before+" now, and "+after+" if {node} is {value}.", q, r, "")
	}
	return Fill(PhraseOf(q.Kind).Why, q, r, "")
}

func sumsInWords(q *question.Question, r *question.Run, right *question.Right) string {
	var list []string
	for i, sum := range right.Sums {
		list = append(list, sum+" for "+q.MoveName(r, question.Index(i)))
	}
	return trees.InWords(list)
}

// NoAnswer says why no answer is right.
func NoAnswer(q *question.Question, r *question.Run) string {
	sentence := PhraseOf(q.Kind).NoAnswer
	if sentence == "" {
		sentence = forAClass
	}
	return Fill(sentence, q, r, "")
}
