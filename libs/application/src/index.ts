export {
  type Application,
  type CallContext,
  createApplication,
  createQuietContext,
  type UseCases,
} from './application.js';
export { uploadLimits } from './workspaces/workspace-files.js';
export { ExecuteRestArguments } from './executions/execute-arguments.js';
export { RunDryRun } from './runs/dry-run-of-run.js';
export { ExecuteRunArguments } from './runs/execute-run.js';
export { RunView } from './runs/run-view.js';
export { ExecutionDetails } from './executions/get-execution.js';
export type { CookieList } from './cookies/cookies.js';
export type { AnyOperation, Effects, HintTopic, UncheckedCall } from './operation.js';
export { anyOperations, type ListedOperation } from './operations.js';
export { errorCodes, type PublicError, toPublicError } from './public-error.js';
export { RenderedExport } from './exports/export-document.js';
export { type ExportFormat, exportFormats } from './exports/export-document.js';
export { FetchedDocument } from './imports/import-arguments.js';
export { canBeCopied } from './imports/sent-files.js';
export { ImportResult, ImportsResult } from './imports/import-arguments.js';
export { BegunToken, TokenList } from './tokens/tokens.js';
export { GraphqlSchema, SchemaText } from './schemas/stored-schemas.js';
export { RequestCode } from './requests/request-as-code.js';
export { CurlCommand } from './requests/request-as-curl.js';
export { RequestOrder } from './requests/request-order.js';
export { type CreateGraphql, type CreateRest } from './requests/request-arguments.js';
export { ResolveConflictArguments, SynchronizeArguments } from './synchronization/synchronize.js';
export type { AgentCall, AgentSession } from './agents/presence.js';
export type { PendingWrite, TakenOver } from './agents/pending-writes.js';
export type { Presence } from './agents/presence.js';
export { LookAtArguments, noSelection, Selection } from './agents/presence.js';
export { type Calls, createCalls } from './call.js';
export type { RunningExecution, RunningExecutions } from './call.js';
