package play

func (p *Page) styles() []string {
	styles := []string{"shared/tree", "run/run"}
	if p.Present {
		styles = append(styles, "run/present") // else the script of present mode asks for it
	}
	styles = append(styles, "share/share")
	styles = append(styles, p.Styles...)
	if len(p.BesideTree) > 0 || p.Sliders != nil {
		styles = append(styles, "figures/space")
	}
	if p.Sliders != nil {
		styles = append(styles, "figures/sliders")
	}
	if len(p.Regions) > 0 {
		styles = append(styles, "run/region")
	}
	if p.Ask {
		styles = append(styles, "run/quiz")
	} else {
		styles = append(styles, "run/comparison")
	}
	return styles
}
