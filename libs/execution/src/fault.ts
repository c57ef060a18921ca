import type { ExecutionFault, FaultCode } from '@tandem/core';

/** Creates an error; `details` are for programs to read. */
export const createFault = (code: FaultCode, message: string, details?: unknown): ExecutionFault =>
  details === undefined ? { code, message } : { code, message, details };

export const cancelledFault: ExecutionFault = createFault('CANCELLED', 'The execution was cancelled.');
