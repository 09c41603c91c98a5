package cli

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	kernels "github.com/takt-go/takt/bench"
)

// A writer puts results out in one format, part by part as they come.
type writer interface {
	begin(machine) error
	rows(of []kernels.Result, notes []string) error
	end(complete bool) error // incomplete: some of the input could not be read
}

func (f *benchFlags) writer(stdio IO) writer {
	switch {
	case f.json:
		return jsonLines{json.NewEncoder(stdio.Out), stdio.Err}
	case f.csv:
		return csvLines{csv.NewWriter(stdio.Out), stdio.Err}
	default:
		return &table{out: bufio.NewWriter(stdio.Out)}
	}
}

// Formats for programs leave the notes to the other stream.
type jsonLines struct {
	*json.Encoder
	notes io.Writer
}

func (jsonLines) begin(machine) error { return nil }
func (jsonLines) end(bool) error      { return nil }

func (j jsonLines) rows(rows []kernels.Result, notes []string) error {
	printNotes(j.notes, notes)
	for _, r := range rows {
		if err := j.Encode(r); err != nil {
			return err
		}
	}
	return nil
}

type csvLines struct {
	*csv.Writer
	notes io.Writer
}

func (c csvLines) begin(machine) error {
	return c.Write([]string{"bench", "variant", "n", "workers", "median_ns", "mean_ns", "min_ns", "ns_per_item",
		"cpu_ns_per_item", "ratio", "ratio_lo", "ratio_hi", "ratio_confidence", "spread", "rounds", "calls_per_sample", "checked"})
}

func (c csvLines) rows(rows []kernels.Result, notes []string) error {
	printNotes(c.notes, notes)
	for _, r := range rows {
		cpu := ""
		if r.CPUPerItem != nil {
			cpu = number(*r.CPUPerItem)
		}
		err := c.Write([]string{r.Bench, r.Variant, strconv.Itoa(r.N), strconv.Itoa(r.Workers),
			number(r.MedianNS), number(r.MeanNS), number(r.MinNS), number(r.NSPerItem), cpu,
			number(r.Ratio), number(r.RatioLo), number(r.RatioHi), number(r.RatioConf),
			number(r.Spread), strconv.Itoa(r.Rounds), strconv.Itoa(r.Calls), strconv.FormatBool(r.Checked)})
		if err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

func (c csvLines) end(bool) error {
	c.Flush()
	return c.Error()
}

func printNotes(w io.Writer, notes []string) {
	for _, note := range notes {
		fmt.Fprintln(w, note)
	}
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
