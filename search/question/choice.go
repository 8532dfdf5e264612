package question

import "context"

// Choice asks for one of some texts.
var Choice = &Kind{
	ID:       "choice",
	Asks:     "text, choices and optionally correct; an index from 0",
	Fields:   []Field{FieldNode, FieldChoices, FieldCorrect},
	Required: []Field{FieldChoices},
	Shape:    IndexShape,
	choices: func(q *Question, _ *Run) (list []Answer) {
		for i := range q.Choices {
			list = append(list, Index(i))
		}
		return list
	},
	right: func(_ context.Context, q *Question, _ *Run) (Right, error) {
		if q.Correct == nil {
			return noRight, nil
		}
		return Right{Answer: Index(*q.Correct), At: -1}, nil
	},
}
