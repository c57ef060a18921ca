import { type RequestKind, requestKindList } from '@tandem/core';
import type { t } from '@tandem/core/codec';
import { type AnyOperation, operations } from '@tandem/application';

import type { Method } from './method.js';
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
import {
  foldersCreate,
  foldersDelete,
  foldersGet,
  foldersList,
  foldersMove,
  foldersRestore,
  foldersUpdate,
} from './methods/folders.js';
import { importsApply, importsApplyMany, importsFetch, importsSources } from './methods/imports.js';
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

const requestMethods = {
  rest: restMethods,
  graphql: graphqlMethods,
} satisfies Readonly<Record<RequestKind, readonly unknown[]>>;

type RequestMethod = (typeof requestMethods)[RequestKind][number];

const ofEveryKind = requestKindList.flatMap((kind): readonly RequestMethod[] => requestMethods[kind]);

/** All methods, in the order interfaces list them. */
export const methods = [
  ...operations,
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
  restExecuteMany,
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
  environmentsEdit,
  environmentsDeactivate,
  environmentsRestore,
  environmentsUses,
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

const order: readonly string[] = [
  'workspaces_list',
  'workspaces_active',
  'workspaces_get',
  'rest_list',
  'rest_get',
  'rest_create',
  'rest_update',
  'rest_update_script',
  'rest_execute',
  'rest_delete',
  'graphql_list',
  'graphql_get',
  'graphql_create',
  'graphql_update',
  'graphql_execute',
  'graphql_delete',
  'rest_copy',
  'graphql_copy',
  'requests_apply',
  'graphql_introspect',
  'folders_list',
  'folders_get',
  'folders_create',
  'folders_update',
  'folders_move',
  'folders_delete',
  'folders_restore',
  'workspaces_create',
  'environments_list',
  'environments_create',
  'environments_update',
  'environments_activate',
  'environments_delete',
  'cookies_list',
  'cookies_set',
  'cookies_delete',
  'cookies_clear',
  'tokens_list',
  'tokens_forget',
  'tokens_begin',
  'tokens_finish',
  'rest_execute_many',
  'runs_execute',
  'runs_list',
  'runs_get',
  'executions_list',
  'executions_get',
  'executions_compare',
  'executions_overview',
  'workspaces_open',
  'workspaces_look',
  'workspaces_convert',
  'workspaces_rename',
  'workspaces_content',
  'workspaces_remove',
  'workspaces_delete',
  'workspaces_deleted',
  'workspaces_restore',
  'requests_list',
  'requests_order',
  'requests_place',
  'requests_restore',
  'requests_code',
  'requests_curl',
  'requests_preview',
  'workspaces_files',
  'imports_apply',
  'imports_applyMany',
  'imports_fetch',
  'imports_sources',
  'exports_render',
  'synchronization_synchronize',
  'synchronization_resolve',
  'merge_driver_status',
  'merge_driver_install',
  'agent_clients_list',
  'agent_clients_connect',
  'agent_clients_disconnect',
  'secret_hosts_list',
  'secret_hosts_choose',
  'window_look',
  'window_selection',
  'agents_take_over',
  'agents_answer',
  'given_secrets_list',
  'given_secrets_decide',
  'script_sending_get',
  'script_sending_decide',
  'outside_scripts_list',
  'outside_scripts_approve',
  'connection_reviews_list',
  'connection_reviews_approve',
  'folder_trust_set',
  'environments_edit',
  'environments_guard',
  'environments_deactivate',
  'environments_restore',
  'environments_uses',
  'approvals_list',
  'approvals_answer',
  'activity_list',
  'activity_undo',
  'changes_list',
  'changes_undo',
  'graphql_schema',
  'graphql_fetch_schema',
];

/** The methods, for code that treats them all the same. */
export const anyMethods: readonly AnyMethod[] = [...methods].sort(
  (one, other) => order.indexOf(one.name) - order.indexOf(other.name),
);
