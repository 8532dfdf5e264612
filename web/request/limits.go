package request

// MaxPageCompared bounds the trees whose page has the table of all
// algorithms: it is made for every view of the page, and may cost some
// milliseconds, not more.
const MaxPageCompared = 5_000

// MaxCredit bounds what one credit message gives, and what a run holds.
const MaxCredit = 1_000_000_000

// MaxFolded bounds the nodes that a view names as folded or opened: more
// than a picture shows, with room for what others have deleted.
const MaxFolded = 10_000

// MaxPageTree bounds the trees that the page of a run holds as a document, for
// the player to send and to try other values on. A larger one that is saved is
// named instead.
const MaxPageTree = MaxPageCompared

// MaxIDBytes bounds the id of a run, which every message repeats.
const MaxIDBytes = 64
