export {
  BodyTooLargeError,
  type BodyContext,
  NotJsonError,
  type ParseJson,
  readCompressedJson,
  readJson,
} from './body.js';
export {
  type Budget,
  createBudget,
  defaultMaxBytesInFlight,
  BudgetExceededError,
  onDisconnect,
  type BudgetShare,
} from './budget.js';
export { closeOnError, endConnection, isDisconnect } from './connections.js';
export { findForeignReason, type GuardOptions, hasToken, isOwnHost, isOwnOrigin } from './guards.js';
export {
  keepPort,
  listenAgain,
  createBusyResponse,
  defaultGraceMs,
  defaultLimits,
  type Handler,
  listen,
  type ListeningServer,
  type ListenOptions,
} from './server.js';
