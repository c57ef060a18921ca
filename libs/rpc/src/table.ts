import { type RequestKind, requestKindList } from '@tandem/core';
import type { t } from '@tandem/core/codec';
import { type AnyOperation, operations } from '@tandem/application';

import type { Method } from './method.js';
import { activityList, activityUndo } from './methods/activity.js';
import { approvalsAnswer, approvalsList } from './methods/approvals.js';
import { changesList, changesUndo } from './methods/changes.js';
import { tokensBegin, tokensFinish, tokensForget, tokensList } from './methods/tokens.js';
import {
  executionsCompare,
  executionsGet,
  executionsList,
  executionsOverview,
  restExecuteMany,
} from './methods/executions.js';
import {
  graphqlFetchSchema,
  graphqlIntrospect,
  graphqlCopy,
  graphqlMethods,
  graphqlSchema,
} from './methods/graphql.js';
import {
  environmentsActivate,
  environmentsCreate,
  environmentsDelete,
  environmentsEdit,
  environmentsGuard,
  environmentsList,
  environmentsDeactivate,
  environmentsRestore,
  environmentsUpdate,
  environmentsUses,
} from './methods/environments.js';
import { restCopy, restMethods } from './methods/rest.js';
import {
  workspacesActive,
  workspacesContent,
  workspacesCreate,
  workspacesDelete,
  workspacesDeleted,
  workspacesFiles,
  workspacesGet,
  workspacesList,
  workspacesLook,
  workspacesConvert,
  workspacesOpen,
  workspacesRemove,
  workspacesRename,
  workspacesRestore,
} from './methods/workspaces.js';
import { exportsRender } from './methods/exports.js';
import {
  foldersCreate,
  foldersDelete,
  foldersGet,
  foldersList,
  foldersMove,
  foldersRestore,
  foldersUpdate,
} from './methods/folders.js';
import { givenSecretsDecide, givenSecretsList } from './methods/given-secrets.js';
import { secretHostsChoose, secretHostsList } from './methods/secret-hosts.js';
import { connectionReviewsApprove, connectionReviewsList } from './methods/connection-reviews.js';
import { folderTrustSet, outsideScriptsApprove, outsideScriptsList } from './methods/outside-scripts.js';
import { scriptSendingDecide, scriptSendingGet } from './methods/script-sending.js';
import { importsApply, importsApplyMany, importsFetch, importsSources } from './methods/imports.js';
import { agentClientsConnect, agentClientsDisconnect, agentClientsList } from './methods/agent-clients.js';
import { agentsAnswer, agentsTakeOver, windowLook, windowSelection } from './methods/presence.js';
import { mergeDriverInstall, mergeDriverStatus } from './methods/merge-driver.js';
import {
  requestsApply,
  requestsCode,
  requestsCurl,
  requestsList,
  requestsOrder,
  requestsPlace,
  requestsPreview,
  requestsRestore,
} from './methods/requests.js';
import { runsExecute, runsGet, runsList } from './methods/runs.js';
import { synchronizationResolve, synchronizationSynchronize } from './methods/synchronization.js';

const requestMethods = {
  rest: restMethods,
  graphql: graphqlMethods,
} satisfies Readonly<Record<RequestKind, readonly unknown[]>>;

type RequestMethod = (typeof requestMethods)[RequestKind][number];

const ofEveryKind = requestKindList.flatMap((kind): readonly RequestMethod[] => requestMethods[kind]);

/** All methods, in the order interfaces list them. */
export const methods = [
  workspacesList,
  workspacesActive,
  workspacesGet,
  ...ofEveryKind,
  restCopy,
  graphqlCopy,
  requestsApply,
  graphqlIntrospect,
  foldersList,
  foldersGet,
  foldersCreate,
  foldersUpdate,
  foldersMove,
  foldersDelete,
  foldersRestore,
  workspacesCreate,
  environmentsList,
  environmentsCreate,
  environmentsUpdate,
  environmentsActivate,
  environmentsDelete,
  ...operations,
  tokensList,
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
  importsApply,
  importsApplyMany,
  importsFetch,
  importsSources,
  exportsRender,
  synchronizationSynchronize,
  synchronizationResolve,
  mergeDriverStatus,
  mergeDriverInstall,
  agentClientsList,
  agentClientsConnect,
  agentClientsDisconnect,
  secretHostsList,
  secretHostsChoose,
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
  environmentsEdit,
  environmentsGuard,
  environmentsDeactivate,
  environmentsRestore,
  environmentsUses,
  approvalsList,
  approvalsAnswer,
  activityList,
  activityUndo,
  changesList,
  changesUndo,
  graphqlSchema,
  graphqlFetchSchema,
] as const;

type ListedMethod = (typeof methods)[number];

/** Parameters and result of each method, by name. */
export type RpcMethods = {
  [M in ListedMethod as M['name']]: {
    readonly params: t.TypeOf<M['arguments']>;
    readonly result: t.TypeOf<M['result']>;
  };
};
/** The name of a method in the table. */
export type MethodName = keyof RpcMethods;

/** A method of any type, as interfaces handle it. */
export type AnyMethod = Omit<AnyOperation, 'bind'> &
  (Pick<AnyOperation, 'bind'> | Pick<Method<string, never, unknown>, 'handle'>);

/** The methods, for code that treats them all the same. */
export const anyMethods: readonly AnyMethod[] = methods;
