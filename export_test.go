package takt

import "unsafe"

// PromotedSize is the size in bytes of what a promotion puts on the heap.
func PromotedSize[A, R any]() uintptr { return unsafe.Sizeof(job[A, R]{}) }
