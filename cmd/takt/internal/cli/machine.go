package cli

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// A machine is what figures mean nothing without.
type machine struct {
	Date, Go, System string
	Cores, Procs     int
	Load             string   // average of the last minute; empty where the system does not say
	Build            []string // settings that matter to the figures
}

func (m machine) String() string {
	text := fmt.Sprintf("takt bench, %s: %d cores, %s, %s", m.Date, m.Cores, m.System, m.Go)
	if m.Procs != m.Cores {
		text += fmt.Sprintf(", GOMAXPROCS=%d", m.Procs)
	}
	if m.Load != "" {
		text += ", load " + m.Load
	}
	if len(m.Build) > 0 {
		text += "; built with " + strings.Join(m.Build, " ")
	}
	return text
}

// here describes the machine in the words of a results' first line.
func here(now time.Time) machine {
	m := machine{
		Date: now.Format(time.DateOnly), Go: runtime.Version(),
		System: runtime.GOOS + "/" + runtime.GOARCH, Cores: runtime.NumCPU(), Procs: runtime.GOMAXPROCS(0),
	}
	// The figures of a busy machine need the excuse. Only Linux says it so.
	if load, err := os.ReadFile("/proc/loadavg"); err == nil {
		m.Load, _, _ = strings.Cut(string(load), " ")
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			// What slows a program down belongs to its figures.
			if s.Key == "-race" || s.Key == "-gcflags" || s.Key == "-tags" || s.Key == "-pgo" {
				m.Build = append(m.Build, s.Key+"="+s.Value)
			}
		}
	}
	return m
}
