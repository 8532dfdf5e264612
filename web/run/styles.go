package run

func (p *Page) styles() []string {
	styles := []string{"tree", "figure", "share"}
	if p.Modes != nil || p.Follow != nil {
		styles = append(styles, "modes")
	}
	if len(p.Besides) > 0 || p.Sliders != nil {
		styles = append(styles, "space")
	}
	if len(p.Regions) > 0 {
		styles = append(styles, "region")
	}
	if p.Ask {
		styles = append(styles, "ask")
	} else {
		styles = append(styles, "compare")
	}
	return styles
}
