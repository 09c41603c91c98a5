//go:build !linux

package park_test

import "testing"

func benchmarkRawFutex(*testing.B) {}
