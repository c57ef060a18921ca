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
} from './domain/activity.js';
export { Change } from './domain/change.js';
export {
  CertificateSetting,
  ConnectionSettings,
  defaultConnections,
  ScriptFlow,
} from './domain/connection-settings.js';
export { ProxySetting } from './domain/proxy-setting.js';
export {
  basesOf,
  type Bases,
  type BrokenBase,
  type FromBase,
  inheritFromBases,
  applyBases,
} from './domain/environment-bases.js';
export { copyName } from './domain/copy-name.js';
export * from './domain/variable.js';
export * from './domain/variable-path.js';
export {
  applyChanges,
  Environment,
  EnvironmentChange,
  reviseEnvironment,
  valuesOf,
} from './domain/environment.js';
export * from './domain/waiting-request.js';
export * from './ports/guardian.js';
export type { SentSecrets } from './ports/sent-secrets.js';
export * from './domain/guard.js';
export * from './domain/judge.js';
export { asciiPattern, isForOrigin, matchesDomain } from './domain/domain-pattern.js';
export * from './domain/connection-review.js';
export * from './domain/legs.js';
export type { OwnHosts } from './domain/guard-host.js';
export { EnvironmentView, viewOf as environmentView } from './domain/environment-view.js';
export {
  type AppError,
  type AppResult,
  describe,
  detailsOf,
  hintOf,
  invalidInput,
  createCursorError,
  type StorageFailed,
  unreadableError,
} from './domain/errors.js';
export { findPreviousSecrets, maxPreviousSecrets } from './domain/former-secrets.js';
export type { StorageProblem, StorageReason, UnreadableRow } from './domain/storage-problem.js';
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
} from './domain/execution.js';
export { graphqlErrorsIn } from './domain/graphql-errors.js';
export { AuthStep, Connection, SentStep } from './domain/execution-network.js';
export * from './domain/graphql-request.js';
export * from './domain/graphql-variables.js';
export * from './domain/ids.js';
export * from './domain/cookie-edit.js';
export * from './domain/jar-cookie.js';
export * from './domain/jwt.js';
export * from './domain/oauth1.js';
export * from './domain/oauth2.js';
export { type DataRows, readDataRows } from './domain/data-rows.js';
export * from './domain/tags.js';
export * from './domain/example.js';
export * from './domain/foreign-scripts.js';
export * from './domain/kept-variables.js';
export * from './ports/documents.js';
export * from './domain/documents.js';
export { nameFromUrl } from './domain/name-from-url.js';
export * from './domain/url-text.js';
export { addScheme } from './domain/with-scheme.js';
export * from './domain/import-memory.js';
export * from './domain/runs.js';
export * from './ports/runs.js';
export { maxAgeAdvice, maxAgeMs, maxAgeProblem } from './domain/needs.js';
export {
  type EntityNoun,
  isRequestKind,
  kindOfRequestId,
  type RequestKind,
  requestKindList,
  requestKindNames,
  type RequestNoun,
} from './domain/request-kind.js';
export {
  defaultKeepLimits,
  executionOutcome,
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
} from './domain/stored-execution.js';
export { describePart } from './domain/part-words.js';
export { filterEnabledPairs, Pair, Pairs, SecretPair, SecretPairs } from './domain/pair.js';
export {
  type Destination,
  destinationOf,
  hostAllowed,
  hostPattern,
  hostsCovered,
  maxSecretHosts,
  patternFor,
} from './domain/host-pattern.js';
export * from './domain/secret-hosts.js';
export { Auth, type AuthKind, type AuthOf, type OutgoingAuth, headerOfAuth } from './domain/auth.js';
export { Body, MultipartPart } from './domain/body.js';
export {
  isMethod,
  RequestSettings,
  restDefaults,
  restFields,
  RestRequest,
  RestRequestPatch,
  RestRequestSummary,
  summaryOf,
  timeoutLimits,
} from './domain/rest-request.js';
export { getAppendedSeq, type FolderEnd, insertRequest, type RequestPlace } from './domain/request-place.js';
export { Difference, Differences } from './domain/difference.js';
export { FoundIn, findSearchHit, maxSearchedLength, searchedFields } from './domain/found-in.js';
export { DeletedFolder, maxDeletedFolders } from './domain/deleted-folder.js';
export {
  Folder,
  folderDefaults,
  type FolderPlace,
  foldersInOrder,
  inheritedFields,
} from './domain/folder.js';
export { DryRun } from './domain/dry-run.js';
export { Origin, originLimits, Origins } from './domain/origins.js';
export {
  type From,
  type Inheritance,
  inheritanceOf,
  type InheritedHeader,
  type InheritedPair,
  type InheritedScript,
  type PlacedForeign,
  type InheritingRequest,
} from './domain/inheritance.js';
export {
  deepestFolder,
  folderProblem,
  isWithin,
  movePath,
  nameOfFolder,
  parentOfFolder,
  pathsTo,
  isSameOnDisk,
} from './domain/folder-path.js';
export {
  deletedWorkspaceDays,
  folderName,
  type HiddenWorkspace,
  type WorkspaceRemoval,
  Workspace,
} from './domain/workspace.js';
export {
  FolderConflict,
  type FolderKind,
  FolderWarning,
  InvalidFile,
  SynchronizationReport,
  WithheldField,
} from './domain/synchronization.js';
export { type ProvidedSecretDecision, ProvidedSecretList } from './domain/given-secret.js';
export { AgentClient, type AgentClientId, agentClientIds } from './domain/agent-client.js';
export { MergeDriverStatus } from './domain/merge-driver.js';
export type { Activities, ActivityQuery } from './ports/activities.js';
export type { Cookies } from './ports/cookies.js';
export type * from './ports/jwt.js';
export type * from './ports/oauth2.js';
export type * from './ports/tokens.js';
export type { Clock, Ids } from './ports/ambient.js';
export type { RequestFiles } from './ports/request-files.js';
export * from './ports/http.js';
export type * from './ports/executions.js';
export type * from './ports/repositories.js';
export { ScriptCall, scriptCallLimits, ScriptSending } from './domain/script-call.js';
export * from './domain/script-review.js';
export type * from './ports/script-reviews.js';
export type * from './ports/script-sending.js';
export type * from './ports/secret-bindings.js';
export type * from './ports/script-files.js';
export type * from './ports/scripts.js';
export type { Ports, Product } from './ports/ports.js';
export type { SharedChanges, SharedStore } from './ports/shared-store.js';
export type { CutSchema, GraphqlSchemas, SchemaAnswer, SchemaPart } from './ports/graphql-schemas.js';
export type { JsonPath } from './ports/json-path.js';
export type * from './ports/secret-provider.js';
export { type ProvidedSecrets, secretPrefix, secretVariable } from './ports/given-secrets.js';
export { processVariablePrefix } from './ports/process-variables.js';
export type { AgentClients } from './ports/agent-clients.js';
export type { MergeDriver } from './ports/merge-driver.js';
export { BrunoConversion, type BrunoConverter, type ConvertBruno } from './ports/bruno-conversion.js';
export type { FoundFolder, WorkspaceLocations } from './ports/workspace-locations.js';
export * from './ports/folder-sync.js';
export { type ChangeListener, type Changes, createChangeBus } from './changes/bus.js';
export { type RecordChanges, watchStore, type WatchOptions } from './changes/watched-store.js';
export type { NotedChange } from './changes/watching.js';
export { createTaskQueue, type TaskQueue } from './lane.js';
export {
  createTurns,
  mapInSlices,
  stepsAtOnce,
  stepsInSlices,
  type Stepwise,
  type Turns,
} from './in-slices.js';
export * from './secrets/index.js';
export {
  type AnyRequest,
  everyKind,
  kindNamed,
  kindOfId,
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
