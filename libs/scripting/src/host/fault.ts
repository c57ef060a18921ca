import type { HostFault } from '../messages.js';

/** A handler that did not come to an end by itself. */
export class Fault extends Error {
  readonly fault: HostFault;
  constructor(fault: HostFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/**
 * What a script threw where no handler could catch it, as JSON text: while it was loaded, in a timer, or as a rejection
 * that nobody handled.
 */
export class Uncaught extends Error {}
