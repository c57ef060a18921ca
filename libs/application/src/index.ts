export {
  type Application,
  type CallContext,
  createApplication,
  quietly,
  type UseCases,
} from './application.js';
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
export { ListWorkspaceFiles, WorkspaceFileList } from './usecases/workspace-files.js';
