export {
  type Application,
  type CallContext,
  createApplication,
  quietly,
  type UseCases,
} from './application.js';
export { ActivityList, ActivityUndone, ListActivity, UndoActivity } from './activity/activity-arguments.js';
export { ChangeList, ChangesUndone, ListChanges, UndoChanges } from './activity/changes.js';
export { AnswerApproval, ApprovalList, ListApprovals } from './approvals/use-cases.js';
export { defaultApprovalMs } from './approvals/guardian.js';
export { GuardEnvironment } from './usecases/environment-guard.js';
export { type AddWorkspaceFile, uploadLimits } from './usecases/add-workspace-file.js';
export {
  ActivateEnvironment,
  CreateEnvironment,
  DeactivateEnvironment,
  DeleteEnvironment,
  EditEnvironment,
  EnvironmentDeactivated,
  EnvironmentList,
  EnvironmentUses,
  ListEnvironments,
  ListEnvironmentUses,
  RestoreEnvironment,
  UpdateEnvironment,
} from './usecases/environment-arguments.js';
export { ApplyRequests, ApplyResult } from './usecases/apply-arguments.js';
export { ExecuteGraphql, ExecuteRest } from './usecases/execute-arguments.js';
export { DryRunOfRun } from './runs/dry-run-of-run.js';
export { ExecuteRun } from './runs/execute-run.js';
export { RunDetail, RunView } from './runs/run-view.js';
export { GetRun, ListRuns, StoredRuns } from './runs/stored-runs.js';
export { ExecuteManyRest, ManyResult, ManyResults } from './usecases/execute-many.js';
export { CompareExecutions, ExecutionComparison } from './usecases/compare-executions.js';
export { BodyRange, ExecutionDetails, GetExecution, rangeLimits } from './usecases/executions.js';
export {
  ExecutionList,
  ExecutionsOfWorkspace,
  ExecutionsOverview,
  ListExecutions,
} from './usecases/list-executions.js';
export {
  CreateFolder,
  DeleteFolder,
  FolderDeleted,
  FolderDetails,
  FolderList,
  GetFolder,
  ListFolders,
  MoveFolder,
  RestoreFolder,
  UpdateFolder,
} from './usecases/folder-arguments.js';
export {
  ClearCookies,
  ClearedCookies,
  CookieList,
  DeleteCookie,
  ListCookies,
  SetCookie,
} from './usecases/cookie-arguments.js';
export { RenderedExport, RenderExport } from './exports/export-arguments.js';
export { type ExportFormat, exportFormats } from './exports/export-formats.js';
export { FetchedDocument, FetchImport, ImportSources, ListImportSources } from './imports/fetch-arguments.js';
export { planEnvironmentJoins } from './imports/join-environments.js';
export { ApplyImport, ApplyImports, ImportResult, ImportsResult } from './imports/import-arguments.js';
export { DecideGivenSecret, ListGivenSecrets } from './usecases/given-secrets.js';
export { ChooseSecretHosts, ListSecretHosts, SecretHostList } from './usecases/secret-hosts.js';
export { ApproveConnections, ListConnectionReviews } from './usecases/connection-reviews.js';
export { ApproveScripts, ListOutsideScripts, TrustFolder } from './usecases/outside-scripts.js';
export { DecideScriptSending, GetScriptSending } from './usecases/script-sending.js';
export * from './usecases/token-arguments.js';
export {
  GraphqlSchema,
  IntrospectGraphql,
  GetCachedSchema,
  SchemaOf,
  SchemaText,
} from './graphql/arguments.js';
export { AgentClientList, ChangeAgentClient, ListAgentClients } from './usecases/agent-clients.js';
export { MergeDriverArguments } from './usecases/merge-driver.js';
export { PreviewRequest } from './usecases/preview-request.js';
export { RequestAsCode, RequestCode } from './usecases/request-as-code.js';
export { CurlCommand, RequestAsCurl } from './usecases/request-as-curl.js';
export { AllRequests, ListAllRequests } from './usecases/list-requests.js';
export { ListOrder, PlaceRequest, RequestOrder } from './usecases/request-order.js';
export { RestoreRequest } from './usecases/restore-request.js';
export {
  CheckedRestRequest,
  type CreateGraphql,
  type CreateRest,
  DeletionResult,
  requestArguments,
  UpdateRestScript,
} from './usecases/request-arguments.js';
export {
  ActiveWorkspace,
  ChooseWorkspace,
  ConvertBrunoFolder,
  CreateWorkspace,
  FolderContent,
  RenameWorkspace,
  WorkspaceContent,
  RemovedWorkspace,
  DeletedWorkspaces,
  GetWorkspace,
  ListWorkspaces,
  LookAtFolder,
  OpenWorkspace,
  WorkspaceDetails,
  WorkspaceList,
} from './usecases/workspace-arguments.js';
export { ResolveConflict, Synchronize } from './usecases/synchronize-arguments.js';
export { ListWorkspaceFiles, WorkspaceFileList } from './usecases/workspace-files.js';
export type { AgentCall, AgentPlace, AgentSession, BegunCall } from './presence/agents.js';
export type { PendingWrite, TakenOver } from './presence/held-writes.js';
export { AnswerAgent, EmptyResult, type Presence, TakeOver } from './presence/presence.js';
export { LookAt, noSelection, Selection, WindowSelection } from './presence/selection.js';
