package engine

import (
	"cmp"
	"slices"
	"strconv"

	"espalier/trace"
	"espalier/trees"
)

// An OptionKind is the type of an option's value.
type OptionKind uint8

const (
	FlagOption   OptionKind = iota // on or off
	NumberOption                   // an integer, or not given
	NodeOption                     // the number of a node; 0: not given
	ChoiceOption                   // one of some words; the first one, 0, is as if it was not given
)

// An OptionSpec describes an option of a run: a field of Options with its name
// in requests, queries and events, its texts and its check.
type OptionSpec struct {
	Name string
	Kind OptionKind
	// Least and Most are the minimum and the maximum of a number in a JSON request.
	Least, Most int
	All         bool // every algorithm takes it
	// With is another option: every algorithm that takes that one takes this one, too.
	With  string
	Pages bool // offered on pages, which show explicit trees
	// Apart: a comparison of all algorithms does not run each of them with it, too.
	Apart bool
	Words string // in the name of an algorithm with its options
	// Label and Title are the texts of the control that sets the option on a page.
	Label func(t *trees.Tree) string
	Title string
	// Means explains the option to programs, in the description of the API.
	Means string
	// Choices are the words of a ChoiceOption, and ChoiceTitles says of each what it means.
	Choices, ChoiceTitles []string
	// Default is the text of a number that is not given.
	Default string

	flag   func(o *Options) *bool // the field of a FlagOption
	number func(o *Options) *int  // the field of the other kinds
	given  func(o *Options) *bool // the field that reports whether a NumberOption is given
	// check is called if the option is given. It returns an error if the problem
	// does not support the option. nil: every problem supports the option.
	check Need
	// fits reports whether a page offers the option for a tree. nil: a page offers
	// the option if Check accepts it as the only option.
	fits func(t *trees.Tree) bool
	// most returns the maximum on a page for a tree; nil: it is Most.
	most func(t *trees.Tree) int
}

// OptionSpecs lists all options, in the order in which they are checked. The
// depth is last, since its check may visit every node.
var OptionSpecs = []*OptionSpec{
	{Name: "root", Kind: NodeOption, All: true, Pages: true, Most: trees.MaxNodes, Label: label("from"),
		Means:  "The node where the search starts.",
		Title:  "Search only the subtree of this node",
		number: func(o *Options) *int { return &o.Root }}, // checkRoot is called before the needs of the algorithm
	{Name: "nodes", Kind: NumberOption, All: true, Least: 1, Most: MaxSearchNodes,
		Means:  "Stop with an error before the search visits more nodes than this.",
		number: func(o *Options) *int { return &o.Nodes }, given: func(o *Options) *bool { return &o.HasNodes },
		check: checkNodes},
	{Name: "discrete", Pages: true, Words: "with δ",
		Means: "Use delta in the bounds.",
		Label: func(t *trees.Tree) string { return "δ = " + t.Delta.In(t.Unit).String() },
		Title: "Use the smallest difference between two scores",
		flag:  func(o *Options) *bool { return &o.Discrete }, check: checkDiscrete},
	{Name: "table", Pages: true, Words: "with table", Label: tableLabel,
		Means: "Use the leaf-value table in addition to the linear test.",
		Title: "Test the possible outcomes beside the linear sum",
		flag:  func(o *Options) *bool { return &o.Table }, check: checkTable},
	{Name: "heuristic", Pages: true, Words: "with heuristic", Label: label("heuristic"),
		Means: "Use the heuristics low and up.",
		Title: "Use the bounds at inner nodes",
		flag:  func(o *Options) *bool { return &o.Heuristic }, check: checkHeuristic},
	{Name: "as_printed", Pages: true, Words: "as printed", Label: label("as printed"),
		Means: "Follow the text of the paper to the letter, in places where it is known to be wrong.",
		Title: "The paper’s text to the letter, where it is known to fail",
		flag:  func(o *Options) *bool { return &o.AsPrinted }},
	{Name: "strict", Pages: true, Apart: true, Words: "with strict cuts", Label: label("strict cuts"),
		Means: "Cut only if a bound is exceeded, not if it is reached.",
		Title: "Cut only where a bound is exceeded, not where it is met",
		flag:  func(o *Options) *bool { return &o.Strict }},
	{Name: "unpruned", Pages: true, Apart: true, Words: "without alpha-beta", Label: label("without alpha-beta"),
		Means: "brs, brs-plus: Visit the whole part of the tree that the rule of the search allows, without alpha-beta.",
		Title: "Visit the whole part of the tree that the rule of the search allows",
		flag:  func(o *Options) *bool { return &o.Unpruned }},
	{Name: "target", Kind: NumberOption, Pages: true, Least: 1, Most: trees.MaxPlayers, Label: label("attack player"),
		Means: "directed-offensive: the player whom the root player attacks. Default: the leader of the others.",
		Title: "The player whose score the root player makes as small as possible; empty: the leader of the others", Default: "leader",
		number: func(o *Options) *int { return &o.Target }, given: func(o *Options) *bool { return &o.HasTarget },
		check: checkTarget, fits: hasOpponent, most: func(t *trees.Tree) int { return t.Players }},
	{Name: "t_d", Kind: NumberOption, Pages: true, Most: MaxLead, Label: label("T_d"),
		Means: "mpmix: the least lead of the root player, in points, with which the search is paranoid. Default " + strconv.Itoa(DefaultLead) + ".",
		Title: "The root player searches as paranoid if this player leads by at least this many points", Default: strconv.Itoa(DefaultLead),
		number: func(o *Options) *int { return &o.LeadToDefend }, given: func(o *Options) *bool { return &o.HasLeadToDefend },
		check: checkLead, fits: hasOpponent},
	{Name: "t_o", Kind: NumberOption, Pages: true, Most: MaxLead, Label: label("T_o"),
		Means: "mpmix: the least lead of another player, in points, with which the search attacks this player. Default " + strconv.Itoa(DefaultLead) + ".",
		Title: "The root player attacks the leader if the leader is ahead by at least this many points", Default: strconv.Itoa(DefaultLead),
		number: func(o *Options) *int { return &o.LeadToAttack }, given: func(o *Options) *bool { return &o.HasLeadToAttack },
		check: checkLead, fits: hasOpponent},
	{Name: "against", Kind: NumberOption, Pages: true, Most: WeightOfAll, Label: label("against, in tenths"),
		Means: "probmaxn: the probability, in tenths, that an opponent makes the score of the root player as small as possible. Default " + strconv.Itoa(DefaultAgainst) + ".",
		Title: "How likely it is that an opponent makes the score of the root player small, in tenths", Default: strconv.Itoa(DefaultAgainst),
		number: func(o *Options) *int { return &o.Against }, given: func(o *Options) *bool { return &o.HasAgainst },
		check: checkWeights, fits: hasOpponent},
	{Name: "rival", Kind: NumberOption, Pages: true, Most: WeightOfAll, Label: label("rival, in tenths"),
		Means: "probmaxn: the probability, in tenths, that an opponent makes its own score minus that of the root player as large as possible. Default " + strconv.Itoa(DefaultRival) + ". What is left is the probability that it makes its own score as large as possible.",
		Title: "How likely it is that an opponent wants to be ahead of the root player, in tenths", Default: strconv.Itoa(DefaultRival),
		number: func(o *Options) *int { return &o.Rival }, given: func(o *Options) *bool { return &o.HasRival },
		check: checkWeights, fits: hasOpponent},
	{Name: "window", Kind: NumberOption, Pages: true, Least: 1, Most: MaxWindow, Label: label("window ±"),
		Means: "aspiration: how far the first window goes to either side of the guess, in points. Default " + strconv.Itoa(DefaultWindow) + ".",
		Title: "How far the first window goes to either side of the guess, in points", Default: strconv.Itoa(DefaultWindow),
		number: func(o *Options) *int { return &o.Window }, given: func(o *Options) *bool { return &o.HasWindow },
		check: checkWindow, fits: everyTree},
	{Name: "samples", Kind: NumberOption, Pages: true, Least: 1, Most: MaxSamples, Label: label("samples"),
		Means: "mcts-maxn, mcts-paranoid: how many samples to take. Default: " + strconv.Itoa(DefaultSamples) + ".",
		Title: "How many samples the search takes", Default: strconv.Itoa(DefaultSamples),
		number: func(o *Options) *int { return &o.Samples }, given: func(o *Options) *bool { return &o.HasSamples }, fits: everyTree},
	{Name: "seed", Kind: NumberOption, Pages: true, Most: MaxSeed, Label: label("seed"),
		Means: "mcts-maxn, mcts-paranoid: of the random numbers. Equal seeds give equal runs. Default: " + strconv.Itoa(DefaultSeed) + ".",
		Title: "Of the random numbers: equal seeds give equal runs", Default: strconv.Itoa(DefaultSeed),
		number: func(o *Options) *int { return &o.Seed }, given: func(o *Options) *bool { return &o.HasSeed }, fits: everyTree},
	{Name: "exploration", Kind: NumberOption, Pages: true, Most: MaxExploration, Label: label("C, in hundredths"),
		Means: "mcts-maxn, mcts-paranoid: the exploration constant C, in hundredths of the span of the scores. Default: " + strconv.Itoa(DefaultExploration) + ".",
		Title: "The exploration constant, in hundredths of the span of the scores", Default: strconv.Itoa(DefaultExploration),
		number: func(o *Options) *int { return &o.Exploration }, given: func(o *Options) *bool { return &o.HasExploration }, fits: everyTree},
	{Name: "order", Kind: ChoiceOption, Pages: true, Label: label("order"), Choices: orderNames[:], ChoiceTitles: orderTitles[:], Most: int(OrderCount) - 1,
		Means:  "Which child is visited next: best or worst first (only on trees that are built), by static value, killer moves, history, the best move of the same position (only with a hash), or learnt, which is the last three together. Ties go to the leftmost child in every order. Default: given.",
		Title:  "Which child of a node is visited next. Ties go to the leftmost child of the tree in every order",
		number: func(o *Options) *int { return &o.Order }, check: checkOrder, fits: anyInner},
	{Name: "transposition",
		Means: "Store exact values of positions in a table (shallow: also bounds) and use them if a position occurs again. Only for positions with a hash (game, generate takeaway).",
		flag:  func(o *Options) *bool { return &o.Transposition }, check: checkTransposition},
	{Name: "deepening",
		Means: "Iterative deepening: search 1, 2, 3, … plies deep, with the best move of the last search first. Only for positions with a hash and static values (game, generate takeaway). With a limit on nodes, the result is that of the last completed depth.",
		flag:  func(o *Options) *bool { return &o.Deepening }, check: checkDeepening},
	{Name: "quiescence", Kind: NumberOption, With: "depth", Pages: true, Most: MaxQuiescence, Label: label("quiescence"),
		Means: "At the depth limit, search an unstable position on until it is stable, at most this number of plies below the limit; all its moves are searched. With depth or deepening, for games whose positions say whether they are stable (unstable in GET /games), and for their trees. All algorithms except dfbnb take it. Default: 0.",
		Title: "At the depth limit, search an unstable position on until it is stable, at most this many plies", Default: "0",
		number: func(o *Options) *int { return &o.Quiescence }, given: func(o *Options) *bool { return &o.HasQuiescence },
		check: checkQuiescence, fits: (*trees.Tree).SaysUnstable},
	{Name: "depth", Kind: NumberOption, Pages: true, Most: trees.MaxLevels, Label: label("depth"),
		Means: "Stop this number of plies below the root of the search and use static values. All algorithms except dfbnb take it.",
		Title: "Stop this many plies below the root and take static values", Default: "all", most: (*trees.Tree).Height,
		number: func(o *Options) *int { return &o.Depth }, given: func(o *Options) *bool { return &o.HasDepth },
		check: checkDepth, fits: anyStatic},
}

// optionsByName are the options in the order of their names, as events list
// them.
var optionsByName = slices.SortedFunc(slices.Values(OptionSpecs), func(a, b *OptionSpec) int { return cmp.Compare(a.Name, b.Name) })

// tableLabel returns a label with the origin of the table if the tree lists no
// outcomes: in this case the search has more information in advance than the
// searches of Korf's Theorem 2.
func tableLabel(t *trees.Tree) string {
	if t != nil && len(t.Outcomes) == 0 {
		return "leaf-value table of this tree’s leaves"
	}
	return "leaf-value table"
}

func label(words string) func(*trees.Tree) string {
	return func(*trees.Tree) string { return words }
}

// PageFlags returns the options that pages offer as on or off.
func PageFlags() (flags []*OptionSpec) {
	for _, s := range OptionSpecs {
		if s.Pages && s.Kind == FlagOption {
			flags = append(flags, s)
		}
	}
	return flags
}

// PageFlagNames returns the names of PageFlags.
func PageFlagNames() (names []string) {
	for _, s := range PageFlags() {
		names = append(names, s.Name)
	}
	return names
}

// PageOptionNames returns the names of the options that pages offer, numbers
// first.
func PageOptionNames() (names []string) {
	for _, s := range OptionSpecs {
		if s.Pages && s.Kind != FlagOption {
			names = append(names, s.Name)
		}
	}
	return append(names, PageFlagNames()...)
}

// FindOption returns the option of that name, or nil.
func FindOption(name string) *OptionSpec {
	for _, s := range OptionSpecs {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// OptionsOn returns the names of the flags that are on.
func OptionsOn(o *Options) []string {
	var on []string
	for _, s := range OptionSpecs {
		if s.Kind == FlagOption && s.On(o) {
			on = append(on, s.Name)
		}
	}
	return on
}

// On reports whether a flag is on.
func (s *OptionSpec) On(o *Options) bool { return *s.flag(o) }

// SetOn sets a flag.
func (s *OptionSpec) SetOn(o *Options, on bool) { *s.flag(o) = on }

// Number returns the value of an option that is a number, and whether it is
// given.
func (s *OptionSpec) Number(o *Options) (n int, given bool) {
	n = *s.number(o)
	if s.Kind == NodeOption || s.Kind == ChoiceOption {
		return n, n != 0
	}
	return n, *s.given(o)
}

// SetNumber sets the value of an option that is a number.
func (s *OptionSpec) SetNumber(o *Options, n int) {
	*s.number(o) = n
	if s.Kind == NumberOption {
		*s.given(o) = true
	}
}

func (s *OptionSpec) IsGiven(o *Options) bool {
	if s.Kind == FlagOption {
		return s.On(o)
	}
	_, given := s.Number(o)
	return given
}

// OptionNames returns the names of the options that the algorithm takes: its
// own, and those of every algorithm.
func (a *Algorithm) OptionNames() []string {
	if a.Replay != nil {
		return nil
	}
	names := slices.Clone(a.Options)
	for _, s := range OptionSpecs {
		if s.All || s.With != "" && slices.Contains(a.Options, s.With) {
			names = append(names, s.Name)
		}
	}
	return names
}

// Given returns the options that are given, by name.
func (o *Options) Given() []trace.Option {
	var list []trace.Option
	for _, s := range optionsByName {
		switch {
		case !s.IsGiven(o):
		case s.Kind == FlagOption:
			list = append(list, trace.Option{Name: s.Name, Flag: true})
		case s.Kind == ChoiceOption:
			list = append(list, trace.Option{Name: s.Name, Word: s.Choices[*s.number(o)]})
		default:
			list = append(list, trace.Option{Name: s.Name, Num: *s.number(o)})
		}
	}
	return list
}

// Fits reports whether a page offers the option for this tree and algorithm.
func (s *OptionSpec) Fits(t *trees.Tree, a *Algorithm) bool {
	if s.fits != nil {
		return s.fits(t)
	}
	var o Options
	s.SetOn(&o, true)
	problem := OnTree(t, 0)
	return a.Check(&problem, o) == nil
}

// MostOn returns the maximum of a number on a page for a tree.
func (s *OptionSpec) MostOn(t *trees.Tree) int {
	if s.most != nil {
		return s.most(t)
	}
	return s.Most
}

// everyTree says that a page offers an option for every tree.
func everyTree(*trees.Tree) bool { return true }

// anyStatic reports whether a search of t can stop at a depth.
func anyStatic(t *trees.Tree) bool {
	for n := range t.Len() {
		if _, ok := t.Static(n); ok {
			return true
		}
	}
	return false
}

// Choose sets a ChoiceOption by its word. It returns false if there is no such word.
func (s *OptionSpec) Choose(o *Options, word string) bool {
	n := slices.Index(s.Choices, word)
	if n >= 0 {
		s.SetNumber(o, n)
	}
	return n >= 0
}

// ChoicesOn returns the words of a ChoiceOption that a page offers for a tree and an algorithm with
// the other options that are given.
func (s *OptionSpec) ChoicesOn(t *trees.Tree, a *Algorithm, o Options) (words []string) {
	problem := OnTree(t, 0)
	for n, word := range s.Choices {
		s.SetNumber(&o, n)
		if n == 0 || s.check == nil || s.check(a, &problem, &o) == nil {
			words = append(words, word)
		}
	}
	return words
}
