package cli

import (
	"fmt"
	"io"
	"time"

	"github.com/takt-go/takt/bench/measure"
)

// progress is one line that is written over and over, and gone in the end.
type progress struct {
	to    io.Writer
	on    bool
	title string
	shown time.Time
}

// every is how often the line may change: writing it takes time, and what a
// terminal does about it may take it from a sample.
const every = 500 * time.Millisecond

const clearLine = "\r\x1b[K"

func (p *progress) show(text string) {
	if p.on {
		fmt.Fprintf(p.to, "%s%s: %s", clearLine, p.title, text)
	}
}

func (p *progress) measuring(now measure.Progress) {
	if time.Since(p.shown) < every {
		return
	}
	p.shown = time.Now()
	if now.Round == 0 {
		p.show(fmt.Sprintf("warming up %s", now.Case))
		return
	}
	p.show(fmt.Sprintf("round %d of %d, %s, about %.0f s left", now.Round, now.Rounds, now.Case, max(1, now.Left.Seconds())))
}

func (p *progress) clear() {
	if p.on {
		io.WriteString(p.to, clearLine)
	}
}
