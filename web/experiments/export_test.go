package experiments

import "time"

func SetTakerTime(d time.Duration) { takerTime = d }
