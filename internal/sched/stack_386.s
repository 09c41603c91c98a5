#include "textflag.h"

// func goroutine() uintptr
TEXT ·goroutine(SB), NOSPLIT, $0-4
	MOVL (TLS), AX
	MOVL AX, ret+0(FP)
	RET

// func distance(f *Frame) uintptr
TEXT ·distance(SB), NOSPLIT, $0-8
	MOVL (TLS), AX
	MOVL f+0(FP), BX
	MOVL $0, ret+4(FP)
	CMPL BX, 0(AX)
	JB   heap
	MOVL 4(AX), AX
	SUBL BX, AX
	JLS  heap
	MOVL AX, ret+4(FP)
heap:
	RET

// func frameAt(d uintptr) *Frame
TEXT ·frameAt(SB), NOSPLIT, $0-8
	MOVL (TLS), AX
	MOVL 4(AX), AX
	SUBL d+0(FP), AX
	MOVL AX, ret+4(FP)
	RET
