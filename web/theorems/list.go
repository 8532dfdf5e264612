package theorems

// list is the order of the theorems: by paper.
var list = []*theorem{
	&shallowIsRight,
}
