import { type RequestKind, requestKindList } from '@tandem/core';

import { changesList, changesUndo } from './activity/changes.js';
import { activityList } from './activity/list-activity.js';
import { activityUndo } from './activity/undo-activity.js';
import {
  agentClientsConnect,
  agentClientsDisconnect,
  agentClientsList,
  agentsAnswer,
  agentsTakeOver,
  windowLook,
  windowSelection,
} from './agents/presence-operations.js';
import { cookiesClear, cookiesDelete, cookiesEdit, cookiesList, cookiesSet } from './cookies/cookies.js';
import { environmentsCompare } from './environments/compare-environments.js';
import { environmentsRestore, environmentsSetRows } from './environments/edit-environment.js';
import { environmentsUses } from './environments/environment-uses.js';
import { environmentsEdit } from './environments/edit-environments.js';
import {
  environmentsActivate,
  environmentsCreate,
  environmentsDeactivate,
  environmentsDelete,
  environmentsList,
  environmentsUpdate,
} from './environments/environments.js';
import { executionsCompare } from './executions/compare-executions.js';
import { restExecuteMany } from './executions/execute-many.js';
import { executionsGet } from './executions/get-execution.js';
import { executionsList, executionsOverview } from './executions/list-executions.js';
import { executionsRunScripts } from './executions/run-scripts-again.js';
import { exportsRender } from './exports/export-document.js';
import { foldersDelete, foldersRestore } from './folders/delete-folder.js';
import { foldersCreate, foldersGet, foldersList, foldersOrder, foldersUpdate } from './folders/folders.js';
import { foldersMove } from './folders/move-folder.js';
import { foldersEdit } from './folders/edit-folders.js';
import { treeEdit } from './folders/edit-tree.js';
import { promptsAnswer, promptsList } from './environments/prompts.js';
import {
  gitChanges,
  gitCommit,
  gitPull,
  gitPush,
  gitStage,
  gitStatus,
  gitSwitch,
} from './git/git-operations.js';
import { approvalsAnswer, approvalsList, environmentsGuard } from './guards/approvals.js';
import { importsApply } from './imports/apply-import.js';
import { importsApplyMany } from './imports/apply-imports.js';
import { importsFetch, importsSources } from './imports/fetch-import.js';
import { requestsApply } from './requests/apply-requests.js';
import { graphqlCopy, graphqlOperations } from './requests/graphql-operations.js';
import { requestsList } from './requests/list-requests.js';
import { requestsPreview } from './requests/preview-request.js';
import { requestsCode } from './requests/request-as-code.js';
import { requestsCurl } from './requests/request-as-curl.js';
import { requestsOrder, requestsPlace } from './requests/request-order.js';
import { restCopy, restOperations } from './requests/rest-operations.js';
import { requestsRestore } from './requests/restore-request.js';
import { runsExecute } from './runs/execute-run.js';
import { runsGet, runsList } from './runs/stored-runs.js';
import { graphqlFetchSchema, graphqlIntrospect, graphqlSchema } from './schemas/schemas.js';
import { givenSecretsDecide, givenSecretsList } from './secrets/provided-secrets.js';
import { secretsMakePlain } from './secrets/imported-secrets.js';
import { secretHostsChoose, secretHostsList } from './secrets/secret-hosts.js';
import {
  mergeDriverInstall,
  mergeDriverStatus,
  synchronizationResolve,
  synchronizationSynchronize,
} from './synchronization/synchronize.js';
import { tokensBegin, tokensEdit, tokensFinish, tokensForget, tokensList } from './tokens/tokens.js';
import {
  connectionReviewsApprove,
  connectionReviewsList,
  folderTrustSet,
  outsideScriptsApprove,
  outsideScriptsList,
  scriptSendingDecide,
  scriptSendingGet,
} from './trust/reviews.js';
import { workspacesConvert, workspacesFiles, workspacesLook } from './workspaces/workspace-files.js';
import {
  workspacesContent,
  workspacesDelete,
  workspacesRemove,
  workspacesRename,
  workspacesRestore,
} from './workspaces/edit-workspaces.js';
import { workspacesDeleted } from './workspaces/hidden-workspaces.js';
import {
  workspacesActive,
  workspacesCreate,
  workspacesGet,
  workspacesList,
  workspacesOpen,
} from './workspaces/workspaces.js';
import { filesPut } from './workspaces/put-file.js';
import type { AnyOperation } from './operation.js';

const requestOperations = {
  rest: restOperations,
  graphql: graphqlOperations,
} satisfies Readonly<Record<RequestKind, readonly AnyOperation[]>>;

type RequestOperation = (typeof requestOperations)[RequestKind][number];

const ofEveryKind = requestKindList.flatMap((kind): readonly RequestOperation[] => requestOperations[kind]);

/** All operations, in the order in which interfaces list them. */
export const operations = [
  workspacesList,
  workspacesActive,
  workspacesGet,
  ...ofEveryKind,
  restCopy,
  graphqlCopy,
  requestsApply,
  graphqlIntrospect,
  foldersList,
  foldersEdit,
  foldersGet,
  foldersCreate,
  foldersUpdate,
  foldersMove,
  foldersOrder,
  foldersDelete,
  foldersRestore,
  treeEdit,
  workspacesCreate,
  environmentsList,
  environmentsEdit,
  environmentsCreate,
  environmentsUpdate,
  environmentsActivate,
  environmentsDelete,
  cookiesList,
  cookiesEdit,
  cookiesSet,
  cookiesDelete,
  cookiesClear,
  tokensList,
  tokensEdit,
  tokensForget,
  tokensBegin,
  tokensFinish,
  restExecuteMany,
  runsExecute,
  runsList,
  runsGet,
  executionsList,
  executionsGet,
  executionsCompare,
  executionsOverview,
  executionsRunScripts,
  workspacesOpen,
  workspacesLook,
  workspacesConvert,
  workspacesRename,
  workspacesContent,
  workspacesRemove,
  workspacesDelete,
  workspacesDeleted,
  workspacesRestore,
  requestsList,
  requestsOrder,
  requestsPlace,
  requestsRestore,
  requestsCode,
  requestsCurl,
  requestsPreview,
  workspacesFiles,
  filesPut,
  importsApply,
  importsApplyMany,
  importsFetch,
  importsSources,
  exportsRender,
  synchronizationSynchronize,
  synchronizationResolve,
  mergeDriverStatus,
  mergeDriverInstall,
  gitStatus,
  gitChanges,
  gitStage,
  gitCommit,
  gitSwitch,
  gitPull,
  gitPush,
  agentClientsList,
  agentClientsConnect,
  agentClientsDisconnect,
  secretHostsList,
  secretHostsChoose,
  secretsMakePlain,
  windowLook,
  windowSelection,
  agentsTakeOver,
  agentsAnswer,
  givenSecretsList,
  givenSecretsDecide,
  scriptSendingGet,
  scriptSendingDecide,
  outsideScriptsList,
  outsideScriptsApprove,
  connectionReviewsList,
  connectionReviewsApprove,
  folderTrustSet,
  environmentsSetRows,
  environmentsGuard,
  environmentsDeactivate,
  environmentsRestore,
  environmentsUses,
  environmentsCompare,
  approvalsList,
  approvalsAnswer,
  promptsList,
  promptsAnswer,
  activityList,
  activityUndo,
  changesList,
  changesUndo,
  graphqlSchema,
  graphqlFetchSchema,
] as const;

/** The operations, for code that treats them all the same. */
export const anyOperations: readonly AnyOperation[] = operations;

/** An operation of the list, with the types of its arguments and its result. */
export type ListedOperation = (typeof operations)[number];

type PathOf<O extends ListedOperation> = O extends { readonly useCase?: infer U extends string } ? U : never;

type SubjectOf<Path extends string> = Path extends `${infer S}.${string}` ? S : never;

type MemberOf<Path extends string, S extends string> = Path extends `${S}.${infer M}` ? M : never;

/** The use cases of the operations, by their paths in the application: `cookies.remove` for `cookies_delete`. */
export type OperationUseCases = {
  readonly [S in SubjectOf<PathOf<ListedOperation>>]: {
    readonly [O in ListedOperation as MemberOf<PathOf<O>, S>]: ReturnType<O['run']>;
  };
};
