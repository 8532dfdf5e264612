package figures

// Unexported names for the tests of package figures_test.

var ExhibitCards = exhibitCards
