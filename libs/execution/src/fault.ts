import type { ExecutionFault, FaultCode } from '@tandem/core';

/** A fault with its sentence; `details` are for a machine. */
export const fault = (code: FaultCode, message: string, details?: unknown): ExecutionFault =>
  details === undefined ? { code, message } : { code, message, details };

export const cancelled: ExecutionFault = fault('CANCELLED', 'The execution was cancelled.');
