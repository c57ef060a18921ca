export {
  type Application,
  type CallContext,
  createApplication,
  quietly,
  type UseCases,
} from './application.js';
export type { ChangeListener, Changes } from './changes/bus.js';
export { Change } from './domain/change.js';
export { Environment, EnvironmentChange, revised, valuesOf } from './domain/environment.js';
export { EnvironmentView, viewOf as environmentView } from './domain/environment-view.js';
export {
  type AppError,
  describe,
  detailsOf,
  hintOf,
  invalidInput,
  notACursor,
  type RequestKind,
  type StorageFailed,
  unreadableError,
} from './domain/errors.js';
export { formerSecrets, mostFormer } from './domain/former-secrets.js';
export type { StorageProblem, StorageReason, UnreadableRow } from './domain/storage-problem.js';
export {
  bodyLimits,
  Cookie,
  Diagnostic,
  ExecuteGraphql,
  ExecuteRest,
  ExecutionFault,
  ExecutionResult,
  type FaultCode,
  faultCodes,
  HandlerSummary,
  LogLine,
  PathParamValue,
  QueryParamValue,
  ResponseSummary,
  ScriptError,
  TestResult,
  workspaceRef,
} from './domain/execution.js';
export {
  graphqlDefaults,
  graphqlFields,
  GraphqlRequest,
  GraphqlRequestPatch,
  GraphqlRequestSummary,
  graphqlSummaryOf,
  GraphqlVariables,
} from './domain/graphql-request.js';
export {
  EnvironmentId,
  type EnvironmentIdBrand,
  ExecutionId,
  type ExecutionIdBrand,
  GraphqlRequestId,
  type GraphqlRequestIdBrand,
  idPattern,
  RestRequestId,
  type RestRequestIdBrand,
  WorkspaceId,
  type WorkspaceIdBrand,
} from './domain/ids.js';
export {
  defaultKeepLimits,
  ExecutionSummary,
  type KeepLimits,
  SentBody,
  SentRequest,
  type StoredBody,
  StoredExecution,
} from './domain/stored-execution.js';
export { enabledPairs, Pair, Pairs } from './domain/pair.js';
export {
  Auth,
  Body,
  isMethod,
  MultipartPart,
  RequestSettings,
  restDefaults,
  restFields,
  RestRequest,
  RestRequestPatch,
  RestRequestSummary,
  summaryOf,
  timeoutLimits,
} from './domain/rest-request.js';
export { folderProblem } from './domain/folder-path.js';
export type { FolderEnd, RequestPlace } from './domain/request-place.js';
export { deepestFolder } from './domain/folder-path.js';
export { folderName, Workspace } from './domain/workspace.js';
export {
  FolderConflict,
  type FolderKind,
  folderKinds,
  FolderWarning,
  InvalidFile,
  ResolveConflict,
  SynchronizationReport,
  Synchronize,
  Withheld,
} from './domain/synchronization.js';
export { bodyCost, createBodyBudget, defaultBodiesInFlight } from './execution/body-budget.js';
export type { Clock, Ids } from './ports/ambient.js';
export type { WorkspaceFiles } from './ports/files.js';
export type {
  BodyBudget,
  BodyRoom,
  HttpTransport,
  IncomingResponse,
  OutgoingBody,
  OutgoingPart,
  OutgoingRequest,
  SendFailure,
  SendOptions,
} from './ports/http.js';
export type {
  Environments,
  UnreadableEnvironment,
  ExecutionQuery,
  Executions,
  FolderMemories,
  GivenSecretDecisions,
  GraphqlRequests,
  ListQuery,
  Page,
  Repositories,
  RequestHead,
  RequestPlaces,
  RestRequests,
  SavedRequests,
  Store,
  Workspaces,
} from './ports/repositories.js';
export type {
  HandlerAnswer,
  HeaderList,
  OnRequestAnswer,
  OnTestAnswer,
  ScriptDiagnostic,
  ScriptEnvironment,
  ScriptMock,
  ScriptRequest,
  ScriptResponse,
  ScriptRuntime,
  ScriptSession,
} from './ports/scripts.js';
export type { Ports, Product } from './ports/ports.js';
export type { JsonPath } from './ports/json-path.js';
export type { GivenSecrets } from './ports/given-secrets.js';
export type { MergeDriver } from './ports/merge-driver.js';
export type { WorkspaceFolders } from './ports/workspace-folders.js';
export { createRedactor, type Redactor } from './secrets/redactor.js';
export { type FindSecret, searchOf, type Secret, soughtValues } from './secrets/search.js';
export {
  ActivateEnvironment,
  CreateEnvironment,
  DeleteEnvironment,
  EnvironmentList,
  ListEnvironments,
  UpdateEnvironment,
} from './usecases/environments.js';
export { ExecuteManyRest, ManyResult, ManyResults } from './usecases/execute-many.js';
export {
  BodyRange,
  ExecutionDetails,
  ExecutionList,
  GetExecution,
  ListExecutions,
  rangeLimits,
} from './usecases/executions.js';
export type {
  FolderBase,
  FolderChange,
  FolderEntity,
  FolderFields,
  FolderIdentity,
  FolderMemory,
  FolderMemoryChange,
  FolderNotes,
  PlannedWrite,
  RetiredEnvironment,
  FolderPlan,
  FolderRemoval,
  FolderResolution,
  FolderState,
  FolderStep,
  StoredEntity,
  WorkspaceFolder,
} from './ports/workspace-folder.js';
export {
  CreateGraphql,
  DeleteGraphql,
  GetGraphql,
  GraphqlRequestList,
  ListGraphql,
  UpdateGraphql,
} from './usecases/graphql-requests.js';
export { CurlCommand, RequestAsCurl } from './usecases/request-as-curl.js';
export { ListOrder, PlaceRequest, RequestOrder } from './usecases/request-order.js';
export { RestoredRequest, RestoreRequest } from './usecases/restore-request.js';
export {
  CheckedRestRequest,
  CreateRest,
  Deleted,
  DeleteRest,
  GetRest,
  ListRest,
  RestRequestList,
  UpdateRest,
  UpdateRestScript,
} from './usecases/rest-requests.js';
export {
  ActiveWorkspace,
  CreateWorkspace,
  GetWorkspace,
  ListWorkspaces,
  OpenWorkspace,
  WorkspaceDetails,
  WorkspaceList,
} from './usecases/workspaces.js';
export {
  DecideGivenSecret,
  type GivenSecretDecision,
  GivenSecretList,
  ListGivenSecrets,
} from './domain/given-secret.js';
export { MergeDriverArguments, MergeDriverStatus } from './domain/merge-driver.js';
export { ListWorkspaceFiles, WorkspaceFileList } from './usecases/workspace-files.js';
