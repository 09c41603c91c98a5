#include "textflag.h"

// func goroutine() uintptr
TEXT ·goroutine(SB), NOSPLIT, $0-8
	MOVD g, R0
	MOVD R0, ret+0(FP)
	RET

// func distance(f *Frame) uintptr
TEXT ·distance(SB), NOSPLIT, $0-16
	MOVD f+0(FP), R0
	MOVD 0(g), R1
	MOVD 8(g), R2
	MOVD ZR, ret+8(FP)
	CMP  R1, R0
	BLO  heap
	CMP  R2, R0
	BHS  heap
	SUB  R0, R2
	MOVD R2, ret+8(FP)
heap:
	RET

// func frameAt(d uintptr) *Frame
TEXT ·frameAt(SB), NOSPLIT, $0-16
	MOVD d+0(FP), R0
	MOVD 8(g), R1
	SUB  R0, R1
	MOVD R1, ret+8(FP)
	RET
