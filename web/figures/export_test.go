package figures

import "context"

// This file exports names for the tests in package figures_test.

// ExhibitCards returns the cards of both sections of the page of exhibits.
func ExhibitCards(ctx context.Context) (printed, conditions []galleryCard, err error) {
	shown, err := newExhibits(ctx)
	return shown.printed, shown.conditions, err
}
