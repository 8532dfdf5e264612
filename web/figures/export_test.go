package figures

// This file exports names for the tests in package figures_test.

var ExhibitCards = exhibitCards
