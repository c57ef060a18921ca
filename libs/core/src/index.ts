export * from './activity/activity.js';
export * from './executions/connection-settings.js';
export * from './environments/environment-bases.js';
export { copyName } from './requests/copy-name.js';
export * from './environments/variable.js';
export * from './environments/prompt.js';
export {
  applyChanges,
  Environment,
  EnvironmentChange,
  reviseEnvironment,
  holdsGlobals,
  isProductionName,
  pickFirstEnvironment,
  indexValues,
  EnvironmentView,
  toEnvironmentView as environmentView,
  findPreviousSecrets,
  listUnchangedSecrets,
  maxPreviousSecrets,
} from './environments/environment.js';
export * from './ports/guardian.js';
export * from './ports/prompter.js';
export * from './guards/guard.js';
export * from './guards/evaluate-guards.js';
export {
  toAsciiPattern,
  isCertificateFor,
  matchesDomain,
  type Destination,
  getDestination,
  isHostAllowed,
  normalizeHostPattern,
  areHostsCovered,
  maxSecretHosts,
  createHostPattern,
} from './guards/host-pattern.js';
export * from './guards/reviews.js';
export * from './executions/legs.js';
export type { OwnHosts } from './guards/guard-host.js';
export {
  type AppError,
  type AppResult,
  describe,
  getErrorDetails,
  getErrorHint,
  createInvalidInput,
  createCursorError,
  type StorageFailed,
  createUnreadableError,
  SettingError,
} from './errors.js';
export type { StorageProblem, StorageReason, UnreadableRow } from './synchronization/storage-problem.js';
export * from './executions/execution.js';
export * from './requests/graphql-request.js';
export * from './ids.js';
export * from './cookies/jar-cookie.js';
export * from './auth/auth.js';
export { type DataRows, readDataRows } from './runs/data-rows.js';
export {
  Body,
  checkMaxAge,
  checkTags,
  filterEnabledPairs,
  isTag,
  type HeaderList,
  maxAgeAdvice,
  MultipartPart,
  Pair,
  Pairs,
  parseMaxAge,
  SecretPair,
  SecretPairs,
  tagLimits,
} from './requests/fields.js';
export * from './requests/example.js';
export * from './imports/foreign-scripts.js';
export * from './executions/script-call.js';
export * from './ports/documents.js';
export * from './executions/decode-text.js';
export * from './exports/export.js';
export * from './imports/import.js';
export * from './requests/url-text.js';
export * from './runs/run.js';
export * from './runs/run-counts.js';
export * from './ports/repositories.js';
export type * from './ports/saved-requests.js';
export {
  defaultRequestKind,
  type EntityNoun,
  isRequestKind,
  findRequestKind,
  mapRequestKinds,
  type RequestKind,
  requestKindList,
  requestKindNames,
  type RequestNoun,
} from './requests/request-kind.js';
export * from './executions/stored-execution.js';
export { describePart } from './requests/describe-part.js';
export { formatInlineFile, type InlineFile, isInlineFile, parseInlineFile } from './requests/inline-file.js';
export * from './environments/secret-hosts.js';
export {
  isMethod,
  RequestSettings,
  restDefaults,
  restFields,
  RestRequest,
  RestRequestPatch,
  RestRequestSummary,
  toRestSummary,
  timeoutLimits,
} from './requests/rest-request.js';
export {
  getAppendedSeq,
  placeStep,
  type FolderEnd,
  insertRequest,
  type RequestPosition,
} from './requests/request-position.js';
export * from './synchronization/synchronization.js';
export { SearchMatch, findSearchHit, maxSearchedLength, searchedFields } from './requests/search-hit.js';
export * from './folders/folder.js';
export { DryRun } from './executions/dry-run.js';
export * from './folders/inheritance.js';
export * from './workspaces/workspace.js';
export { AgentClient, type AgentClientId, agentClientIds, type AgentClients } from './ports/agent-clients.js';
export type * from './ports/oauth2.js';
export type * from './ports/http.js';
export type * from './ports/scripts.js';
export * from './ports/ports.js';
export * from './ports/folder-sync.js';
export type * from './ports/git.js';
export * from './git/git.js';
export * from './changes/listeners.js';
export { type RecordChanges, watchStore, type WatchOptions } from './changes/watch-store.js';
export type { PendingChange } from './changes/watch-repositories.js';
export { createTaskQueue, type TaskQueue } from './task-queue.js';
export * from './in-slices.js';
export * from './secrets/index.js';
export * from './request-kinds.js';
export * from './text/index.js';
