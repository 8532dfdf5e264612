package tree

// What a test outside of the package sees: it needs a server, which imports this package.
var (
	OpinionExamples = opinionExamples
	OrderExamples   = orderExamples
	CFRExamples     = equilibriumExamples
	TieExamples     = tieExamples
	Positions       = positions
)
