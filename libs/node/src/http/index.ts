export { BodyTooLarge } from './body.js';
export {
  type Budget,
  createBudget,
  defaultMaxBodiesInFlight,
  BudgetExceeded,
  onDisconnect,
  type BudgetShare,
} from './budget.js';
export { closeOnError, endConnection } from './connections.js';
export { isDisconnect } from './disconnect.js';
export { findForeignReason, type GuardOptions, hasToken, isOwnHost, isOwnOrigin } from './guards.js';
export { type BodyContext, NotJson, type ParseJson, readCompressedJson, readJson } from './json-body.js';
export { keepPort, listenAgain } from './last-port.js';
export {
  createBusyResponse,
  defaultGraceMs,
  defaultLimits,
  type Handler,
  listen,
  type ListeningServer,
  type ListenOptions,
} from './server.js';
