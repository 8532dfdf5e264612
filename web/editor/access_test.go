package editor

// Exported for tests outside the package.

const OthersEvery = othersInterval
