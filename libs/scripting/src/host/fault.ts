import type { HostFault } from '../messages.js';

/** A handler that did not come to an end by itself. */
export class Fault extends Error {
  readonly fault: HostFault;
  constructor(fault: HostFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** A script that could not be loaded: its error as JSON text. */
export class LoadError extends Error {}
