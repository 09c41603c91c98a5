package cli

import (
	"bufio"
	"fmt"
	"strings"

	kernels "github.com/takt-go/takt/bench"
)

// A table is for people: it fits 100 columns and ends with a sentence.
type table struct {
	out   *bufio.Writer
	all   [][]kernels.Result
	cores int // 0 before begin
}

func (t *table) begin(m machine) error {
	t.cores = m.Cores
	fmt.Fprintln(t.out, m)
	return t.out.Flush()
}

func (t *table) rows(rows []kernels.Result, notes []string) error {
	if len(rows) == 0 {
		return t.notes(notes)
	}
	t.all = append(t.all, rows)
	first := rows[0]
	fmt.Fprintf(t.out, "\n%s, n=%s, %s\n", first.Bench, count(first.N, unit(first)), count(first.Rounds, "round"))
	fmt.Fprintf(t.out, "%-10s %10s %7s %10s %10s %7s  %-22s %10s\n",
		"variant", "n", "workers", "median", "min", "spread", "ratio [lo, hi]", "cpu/item")
	for _, r := range rows {
		fmt.Fprintf(t.out, "%-10s %10d %7d %10s %10s %6.1f%%  %-22s %10s\n",
			r.Variant, r.N, r.Workers, span(r.MedianNS), span(r.MinNS), 100*r.Spread, ratio(r), perItem(r))
	}
	return t.notes(append(notes, t.crowded(rows)...))
}

// crowded warns of rows that a reader could take for a forecast.
func (t *table) crowded(rows []kernels.Result) []string {
	for _, r := range rows {
		if t.cores > 0 && r.Workers > t.cores {
			return []string{fmt.Sprintf("Rows with more than %s have more than there are processors: they tell what "+
				"too many cost, and nothing of a larger machine.", count(t.cores, "worker"))}
		}
	}
	return nil
}

func (t *table) notes(notes []string) error {
	for _, note := range notes {
		fmt.Fprintln(t.out, wrap(note, width))
	}
	return t.out.Flush()
}

func (t *table) end(complete bool) error {
	if len(t.all) > 0 {
		fmt.Fprintf(t.out, "\n%s\n", sentence(t.all, complete))
	}
	return t.out.Flush()
}

func unit(r kernels.Result) string {
	if r.Bench == "hash" {
		return "file"
	}
	return "node"
}

// count says how many there are of what the noun names.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func ratio(r kernels.Result) string {
	if r.Variant == "sequential" {
		return "1"
	}
	return fmt.Sprintf("%s [%s, %s]", times(r.Ratio), times(r.RatioLo), times(r.RatioHi))
}

func times(x float64) string {
	if x >= 100 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

func perItem(r kernels.Result) string {
	if r.CPUPerItem == nil {
		return "unknown"
	}
	return span(*r.CPUPerItem)
}

// span writes nanoseconds in the unit that a person would choose.
func span(ns float64) string {
	for _, u := range []struct {
		size float64
		name string
	}{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}} {
		if ns >= u.size {
			return fmt.Sprintf("%.4g %s", ns/u.size, u.name)
		}
	}
	return fmt.Sprintf("%.3g ns", ns)
}

// sentence says for each part what takt with the most workers made of
// sequential's time, or, where it was not run, what the fastest variant did.
// Answers of which a part is missing are not called right.
func sentence(all [][]kernels.Result, complete bool) string {
	text, before := "Every answer was right", "" // who was named last
	if !complete {
		text = "Not all of the input could be read"
	}
	for _, rows := range all {
		r := spokesman(rows)
		who := r.Variant + " with " + count(r.Workers, "worker")
		if who != before {
			text += fmt.Sprintf("; %s took %.2f of sequential's time", who, r.Ratio)
		} else {
			text += fmt.Sprintf(", %.2f", r.Ratio)
		}
		text += fmt.Sprintf(" on %s n=%d", r.Bench, r.N)
		before = who
	}
	return wrap(text+".", width)
}

// width is what the whole of a table fits.
const width = 100

func wrap(text string, width int) string {
	var out strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		switch {
		case column == 0:
		case column+1+len(word) > width:
			out.WriteByte('\n')
			column = 0
		default:
			out.WriteByte(' ')
			column++
		}
		out.WriteString(word)
		column += len(word)
	}
	return out.String()
}

func spokesman(rows []kernels.Result) kernels.Result {
	best := rows[0]
	for _, r := range rows[1:] {
		switch {
		case r.Variant == "takt" && (best.Variant != "takt" || r.Workers > best.Workers):
			best = r
		case best.Variant != "takt" && r.Variant != "takt" && r.Ratio < best.Ratio:
			best = r
		}
	}
	return best
}
