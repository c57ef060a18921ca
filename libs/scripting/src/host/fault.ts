import type { HostFault } from '../messages.js';

/** A handler that did not end by itself. */
export class Fault extends Error {
  readonly fault: HostFault;
  constructor(fault: HostFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** A script's uncaught error as JSON: thrown while loading or in a timer, or an unhandled rejection. */
export class Uncaught extends Error {}
