import { refuse } from './refused.js';

/** The calls that send requests, which scripts may not do. */
export const sending = {
  sendRequest: (): never => refuse('bru.sendRequest'),
  runRequest: (): never => refuse('bru.runRequest'),
};
