export {
  type Application,
  type CallContext,
  createApplication,
  quietly,
  type UseCases,
} from './application.js';
export { ActivityList, ActivityUndone, ListActivity, UndoActivity } from './activity/activity-arguments.js';
export { ChangeList, ChangesUndone, ListChanges, UndoChanges } from './activity/changes.js';
export { AnswerApproval, ApprovalList, ListApprovals } from './guards/approvals.js';
export { defaultApprovalMs } from './guards/guardian.js';
export { GuardEnvironment } from './guards/environment-guard.js';
export { type AddWorkspaceFile, uploadLimits } from './workspaces/add-workspace-file.js';
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
} from './environments/environment-arguments.js';
export { ApplyRequests, ApplyResult } from './requests/apply-arguments.js';
export { ExecuteGraphql, ExecuteRest } from './executions/execute-arguments.js';
export { DryRunOfRun } from './runs/dry-run-of-run.js';
export { ExecuteRun } from './runs/execute-run.js';
export { RunDetail, RunView } from './runs/run-view.js';
export { GetRun, ListRuns, StoredRuns } from './runs/stored-runs.js';
export { ExecuteManyRest, ManyResult, ManyResults } from './executions/execute-many.js';
export { CompareExecutions, ExecutionComparison } from './executions/compare-executions.js';
export { BodyRange, ExecutionDetails, GetExecution, rangeLimits } from './executions/get-execution.js';
export {
  ExecutionList,
  ExecutionsOfWorkspace,
  ExecutionsOverview,
  ListExecutions,
} from './executions/list-executions.js';
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
} from './folders/folder-arguments.js';
export type { CookieList } from './cookies/cookies.js';
export type { AnyOperation, Effects, HintTopic, UncheckedCall } from './operation.js';
export { anyOperations, type ListedOperation } from './operations.js';
export { errorCodes, type PublicError, toPublicError } from './public-error.js';
export { RenderedExport, RenderExport } from './exports/export-arguments.js';
export { type ExportFormat, exportFormats } from './exports/export-formats.js';
export { FetchedDocument, FetchImport, ImportSources, ListImportSources } from './imports/fetch-arguments.js';
export { planEnvironmentJoins } from './imports/join-environments.js';
export { ApplyImport, ApplyImports, ImportResult, ImportsResult } from './imports/import-arguments.js';
export { DecideGivenSecret, ListGivenSecrets } from './secrets/given-secrets.js';
export { ChooseSecretHosts, ListSecretHosts, SecretHostList } from './secrets/secret-hosts.js';
export { ApproveScripts, ListOutsideScripts, TrustFolder } from './trust/outside-scripts.js';
export { DecideScriptSending, GetScriptSending } from './trust/script-sending.js';
export * from './tokens/token-arguments.js';
export {
  GraphqlSchema,
  IntrospectGraphql,
  GetCachedSchema,
  SchemaOf,
  SchemaText,
} from './schemas/arguments.js';
export { AgentClientList, ChangeAgentClient, ListAgentClients } from './agents/agent-clients.js';
export { MergeDriverArguments } from './synchronization/merge-driver.js';
export { PreviewRequest } from './requests/preview-request.js';
export { RequestAsCode, RequestCode } from './requests/request-as-code.js';
export { CurlCommand, RequestAsCurl } from './requests/request-as-curl.js';
export { AllRequests, ListAllRequests } from './requests/list-requests.js';
export { ListOrder, PlaceRequest, RequestOrder } from './requests/request-order.js';
export { RestoreRequest } from './requests/restore-request.js';
export {
  CheckedRestRequest,
  type CreateGraphql,
  type CreateRest,
  DeletionResult,
  requestArguments,
  UpdateRestScript,
} from './requests/request-arguments.js';
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
} from './workspaces/workspace-arguments.js';
export { ResolveConflict, Synchronize } from './synchronization/synchronize-arguments.js';
export { ListWorkspaceFiles, WorkspaceFileList } from './workspaces/workspace-files.js';
export type { AgentCall, AgentPlace, AgentSession, BegunCall } from './agents/agents.js';
export type { PendingWrite, TakenOver } from './agents/held-writes.js';
export type { Presence } from './agents/presence.js';
export { LookAt, noSelection, Selection, WindowSelection } from './agents/selection.js';
export { type Calls, createCalls } from './call.js';
export type { RunningExecution, RunningExecutions } from './calls/running-executions.js';
