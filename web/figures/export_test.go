package figures

// This file exports names for the tests in package figures_test.

// ExhibitCards returns the cards of both sections of the page of exhibits.
func ExhibitCards() (printed, conditions []galleryCard, err error) {
	shown, err := exhibits()
	return shown.printed, shown.conditions, err
}
