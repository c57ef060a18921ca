export {
  Activity,
  ActivityEntity,
  type Author,
  AuthorKind,
  ActivityField,
  type ActivityLimits,
  defaultActivityLimits,
  type StoredActivity,
  maxActivityValuesLength,
  type NewActivity,
  getActivityCutoff,
  toActivitySearchText,
} from './activity/activity.js';
export { Change } from './activity/change.js';
export {
  CertificateSetting,
  ConnectionSettings,
  defaultConnections,
  ScriptFlow,
} from './executions/connection-settings.js';
export { ProxySetting } from './executions/proxy-setting.js';
export {
  listBases,
  type Bases,
  type BrokenBase,
  type FromBase,
  inheritFromBases,
  applyBases,
} from './environments/environment-bases.js';
export { copyName } from './requests/copy-name.js';
export * from './environments/variable.js';
export * from './environments/variable-path.js';
export {
  applyChanges,
  Environment,
  EnvironmentChange,
  reviseEnvironment,
  indexValues,
} from './environments/environment.js';
export * from './executions/pending-request.js';
export * from './ports/guardian.js';
export type { SentSecrets } from './ports/secrets/sent-secrets.js';
export * from './guards/guard.js';
export * from './guards/evaluate-guards.js';
export { toAsciiPattern, isForOrigin, matchesDomain } from './guards/domain-pattern.js';
export * from './guards/connection-review.js';
export * from './executions/legs.js';
export type { OwnHosts } from './guards/guard-host.js';
export { EnvironmentView, toEnvironmentView as environmentView } from './environments/environment-view.js';
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
} from './errors.js';
export { findPreviousSecrets, maxPreviousSecrets } from './environments/previous-secrets.js';
export type { StorageProblem, StorageReason, UnreadableRow } from './synchronization/storage-problem.js';
export {
  bodyLimits,
  Cookie,
  Diagnostic,
  ExecutionCall,
  UsedEnvironment,
  environmentRef,
  executionFields,
  ExecutionFault,
  ExecutionResult,
  type FaultCode,
  guardRefusals,
  faultCodes,
  HandlerSummary,
  LogLine,
  SatisfiedDependency,
  PathParamValue,
  QueryParamValue,
  ResponseSummary,
  ScriptError,
  TestResult,
  workspaceRef,
} from './executions/execution.js';
export { listGraphqlErrors } from './requests/graphql-errors.js';
export { AuthStep, Connection, SentStep } from './executions/execution-network.js';
export * from './requests/graphql-request.js';
export * from './requests/graphql-variables.js';
export * from './ids.js';
export * from './cookies/cookie-edit.js';
export * from './cookies/jar-cookie.js';
export * from './auth/jwt.js';
export * from './auth/oauth1.js';
export * from './auth/oauth2.js';
export { type DataRows, readDataRows } from './runs/data-rows.js';
export * from './requests/tags.js';
export * from './requests/example.js';
export * from './imports/foreign-scripts.js';
export * from './executions/retained-variables.js';
export * from './ports/documents.js';
export * from './executions/decode-text.js';
export * from './exports/export.js';
export * from './imports/import.js';
export { isCurl } from './requests/is-curl.js';
export { deriveNameFromUrl } from './requests/name-from-url.js';
export * from './requests/url-text.js';
export { addScheme } from './requests/with-scheme.js';
export * from './imports/import-memory.js';
export * from './runs/runs.js';
export * from './ports/runs.js';
export { maxAgeAdvice, parseMaxAge, checkMaxAge } from './requests/dependencies.js';
export {
  type EntityNoun,
  isRequestKind,
  findRequestKind,
  type RequestKind,
  requestKindList,
  requestKindNames,
  type RequestNoun,
} from './requests/request-kind.js';
export {
  defaultKeepLimits,
  getExecutionOutcome,
  ExecutionOutcome,
  ExecutionSummary,
  type KeepLimits,
  NetworkTimes,
  Redirect,
  toExecutionSearchText,
  SentBody,
  type SentPart,
  SentRequest,
  type StoredBody,
  StoredExecution,
} from './executions/stored-execution.js';
export { describePart } from './requests/describe-part.js';
export { filterEnabledPairs, Pair, Pairs, SecretPair, SecretPairs } from './requests/pair.js';
export {
  type Destination,
  getDestination,
  isHostAllowed,
  normalizeHostPattern,
  areHostsCovered,
  maxSecretHosts,
  createHostPattern,
} from './guards/host-pattern.js';
export * from './environments/secret-hosts.js';
export { Auth, type AuthKind, type AuthOf, type OutgoingAuth, getAuthHeader } from './auth/auth.js';
export { Body, MultipartPart } from './requests/body.js';
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
  type FolderEnd,
  insertRequest,
  type RequestPlace,
} from './requests/request-position.js';
export { Difference, Differences } from './synchronization/difference.js';
export { FoundIn, findSearchHit, maxSearchedLength, searchedFields } from './requests/search-hit.js';
export { DeletedFolder, maxDeletedFolders } from './folders/deleted-folder.js';
export { Folder, folderDefaults, type FolderPlace, sortFolders, inheritedFields } from './folders/folder.js';
export { DryRun } from './executions/dry-run.js';
export { Origin, originLimits, Origins } from './executions/origins.js';
export {
  type From,
  type Inheritance,
  resolveInheritance,
  type InheritedHeader,
  type InheritedPair,
  type InheritedScript,
  type PlacedForeign,
  type InheritingRequest,
} from './folders/inheritance.js';
export {
  deepestFolder,
  checkFolderPath,
  isWithin,
  movePath,
  getFolderName,
  getParentFolder,
  listPathsTo,
  isSameOnDisk,
} from './folders/folder-path.js';
export {
  deletedWorkspaceDays,
  getFolderBaseName,
  type HiddenWorkspace,
  type WorkspaceRemoval,
  Workspace,
} from './workspaces/workspace.js';
export {
  FolderConflict,
  type FolderKind,
  FolderWarning,
  InvalidFile,
  SynchronizationReport,
  WithheldField,
} from './synchronization/synchronization.js';
export { type ProvidedSecretDecision, ProvidedSecretList } from './environments/provided-secret.js';
export { AgentClient, type AgentClientId, agentClientIds } from './activity/agent-client.js';
export { MergeDriverStatus } from './synchronization/merge-driver.js';
export type { Activities, ActivityQuery } from './ports/activities.js';
export type { Cookies } from './ports/transport/cookies.js';
export type * from './ports/jwt.js';
export type * from './ports/oauth2.js';
export type * from './ports/tokens.js';
export type { Clock, Ids } from './ports/ambient.js';
export type { RequestFiles } from './ports/transport/request-files.js';
export * from './ports/transport/http.js';
export type * from './ports/executions.js';
export type * from './ports/repositories.js';
export { ScriptCall, scriptCallLimits, ScriptSending } from './executions/script-call.js';
export * from './guards/script-review.js';
export type * from './ports/scripts/script-reviews.js';
export type * from './ports/scripts/script-sending.js';
export type * from './ports/secrets/secret-bindings.js';
export type * from './ports/scripts/script-files.js';
export type * from './ports/scripts/scripts.js';
export type { DefaultPort, GivenPorts, Ports, Product } from './ports/ports.js';
export type { SharedChanges, SharedStore } from './ports/shared-store.js';
export type { CutSchema, GraphqlSchemas, SchemaAnswer, SchemaPart } from './ports/graphql-schemas.js';
export type { JsonPath } from './ports/json-path.js';
export type * from './ports/secrets/secret-provider.js';
export { type ProvidedSecrets, secretPrefix, getSecretVariable } from './ports/secrets/provided-secrets.js';
export { processVariablePrefix } from './ports/process-variables.js';
export type { AgentClients } from './ports/agent-clients.js';
export type { MergeDriver } from './ports/merge-driver.js';
export { BrunoConversion, type BrunoConverter, type ConvertBruno } from './ports/bruno-conversion.js';
export type { FoundFolder, WorkspaceLocations } from './ports/workspace-locations.js';
export * from './ports/folder-sync.js';
export { type ChangeListener, type Changes, createChangeBus } from './changes/bus.js';
export { createListeners, type Listeners } from './changes/listeners.js';
export { type RecordChanges, watchStore, type WatchOptions } from './changes/watch-store.js';
export type { NotedChange } from './changes/watch-changes.js';
export { createTaskQueue, type TaskQueue } from './task-queue.js';
export {
  createTurns,
  mapInSlices,
  runStepsAtOnce,
  runStepsInSlices,
  type Stepwise,
  type Turns,
} from './in-slices.js';
export * from './secrets/index.js';
export {
  type AnyRequest,
  everyKind,
  getKindRecord,
  getKindRecordById,
  RequestId,
  type RequestKindOf,
  requestKinds,
  type RequestOf,
  type RequestRepositories,
  requestRepositories,
  type RequestSummaryOf,
  RequestSummary,
  SavedRequest,
  type SomeKind,
} from './request-kinds.js';
export * from './text/index.js';
