#include "textflag.h"

// func goroutine() uintptr
TEXT ·goroutine(SB), NOSPLIT, $0-8
	MOVQ (TLS), AX
	MOVQ AX, ret+0(FP)
	RET

// func distance(f *Frame) uintptr
TEXT ·distance(SB), NOSPLIT, $0-16
	MOVQ (TLS), AX
	MOVQ f+0(FP), BX
	MOVQ $0, ret+8(FP)
	CMPQ BX, 0(AX)
	JB   heap
	MOVQ 8(AX), AX
	SUBQ BX, AX
	JLS  heap
	MOVQ AX, ret+8(FP)
heap:
	RET

// func frameAt(d uintptr) *Frame
TEXT ·frameAt(SB), NOSPLIT, $0-16
	MOVQ (TLS), AX
	MOVQ 8(AX), AX
	SUBQ d+0(FP), AX
	MOVQ AX, ret+8(FP)
	RET
