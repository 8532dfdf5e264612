package figures

// What the tests of this package from outside need of its inside.

var ExhibitCards = exhibitCards
