/* The handlers that run through a decoded instruction, by their names. */
#ifndef PTO_SRC_MACHINE_EXEC_H
#define PTO_SRC_MACHINE_EXEC_H

#include "machine/hart.h"

/* sys.c */
pto_exec pto_do_ExecuteSystemRegisterGet;
pto_exec pto_do_ExecuteCompressedSystemRegisterGet;
pto_exec pto_do_ExecuteSystemRegisterSet;
pto_exec pto_do_ExecuteSystemRegisterSwap;
pto_exec pto_do_ExecuteLocalStateRegisterGet;
pto_exec pto_do_FenceData;
pto_exec pto_do_FenceInstruction;
pto_exec pto_do_ExecuteMaintenance;
pto_exec pto_do_ExecuteControlRequest;
pto_exec pto_do_ArchitectureAssert;
pto_exec pto_do_SoftwareBreakpoint;
pto_exec pto_do_ArchitectureCloseRequest;
pto_exec pto_do_ArchitectureEnterRequest;

/* fsu.c */
pto_exec pto_do_FloatingUnary;
pto_exec pto_do_FloatingBinary;
pto_exec pto_do_FloatingFused;
pto_exec pto_do_FloatingCompare;
pto_exec pto_do_ConvertFloatingEncoding;

/* frame.c */
pto_exec pto_do_ExecuteFrameEntry;
pto_exec pto_do_ExecuteFrameExit;
pto_exec pto_do_ExecuteFrameReturnAddress;
pto_exec pto_do_ExecuteFrameReturnStack;

/* copy.c */
pto_exec pto_do_ExecuteMemoryCopy;
pto_exec pto_do_ExecuteMemorySet;

/* queue.c */
pto_exec pto_do_ExecuteQueueMove;
pto_exec pto_do_ExecuteQueuePush;
pto_exec pto_do_ExecuteQueuePop;

/* hint.c: B.HINT, and the encodings that PTO reserves: ESAVE, ERCOV, XB */
pto_exec pto_do_SetBundleHint;
pto_exec pto_do_SaveExecutionContext;
pto_exec pto_do_RecoverExecutionContext;
pto_exec pto_do_ExecuteCrossBlockTransfer;

#endif
