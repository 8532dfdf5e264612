package request

// MaxPageCompared bounds the trees whose page has the table of all algorithms:
// every view of the page computes it, and it may take a few milliseconds.
const MaxPageCompared = 5_000

// MaxFolded bounds the nodes that a view names as folded or opened: more than a
// picture shows, and some that others have deleted.
const MaxFolded = 10_000

// MaxPageTree bounds the trees that the page of a run contains as a document,
// for playback to send and to try other values on. A page of a larger saved tree
// has its id instead.
const MaxPageTree = MaxPageCompared

// MaxIDBytes bounds the id of a run, which every message repeats.
const MaxIDBytes = 64
