import type { ExecutionFault, FaultCode } from '@tandem/core';

/** Creates a fault; `details` are machine-readable. */
export const fault = (code: FaultCode, message: string, details?: unknown): ExecutionFault =>
  details === undefined ? { code, message } : { code, message, details };

export const cancelledFault: ExecutionFault = fault('CANCELLED', 'The execution was cancelled.');
