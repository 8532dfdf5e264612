package request

// MaxIDBytes bounds the id of a run, which every message repeats.
const MaxIDBytes = 64
