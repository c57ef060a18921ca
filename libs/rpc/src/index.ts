export { createRpcOverHttp, type RpcOverHttpOptions } from './carriers/http.js';
export { attachRpcSockets, type RpcSocketOptions, type RpcSockets } from './carriers/websocket.js';
export {
  type CallOptions,
  createSocketClient,
  type OnProgress,
  type RpcClient,
  type Socket,
  type SocketClient,
  toTypedCall,
} from './client.js';
export type { Effects } from '@tandem/application';
export { RpcDefect, RpcRefusal } from './rpc-error.js';
export type { RunningExecution, RunningExecutions } from '@tandem/application';
export { createRpcServer, type RpcLog, type RpcServer } from './server.js';
export { type PublicError, formatPublicError } from './surfaces.js';
export { type AnyMethod, anyMethods, type MethodName, type RpcMethods } from './table.js';
