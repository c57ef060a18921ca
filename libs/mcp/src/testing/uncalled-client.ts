import type { RpcClient } from '@tandem/rpc';

const reject = () => Promise.reject(new Error('is not called'));

/** A client for tests that list tools but call none. */
export const uncalledClient: RpcClient = { call: reject, callByName: reject };
