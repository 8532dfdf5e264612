package question

// Pick asks for a node. A text says which; no answer is right.
var Pick = &Kind{
	ID:     "pick",
	Asks:   "a node; no answer is right",
	Fields: []Field{FieldNode},
	Shape:  NodeShape,
}
