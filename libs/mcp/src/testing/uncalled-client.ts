import type { RpcClient } from '@tandem/rpc';

const reject = () => Promise.reject(new Error('is not called'));

/** A client for tests of what is offered, which call nothing. */
export const uncalledClient: RpcClient = { call: reject, callByName: reject };
