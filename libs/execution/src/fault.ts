import type { ExecutionFault, FaultCode } from '@tandem/core';

/** Creates a fault; `details` are machine-readable. */
export const createFault = (code: FaultCode, message: string, details?: unknown): ExecutionFault =>
  details === undefined ? { code, message } : { code, message, details };

export const cancelledFault: ExecutionFault = createFault('CANCELLED', 'The execution was cancelled.');
