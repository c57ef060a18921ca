import type { ExecutionFault } from '@tandem/core';

/** A request that no HTTP client can send; the message says why. */
export class Unsendable extends Error {
  readonly fault: ExecutionFault;
  constructor(fault: ExecutionFault) {
    super(fault.message);
    this.fault = fault;
  }
}
