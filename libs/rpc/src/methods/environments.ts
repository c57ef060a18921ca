import {
  ActivateEnvironment,
  CreateEnvironment,
  DeactivateEnvironment,
  DeletionResult,
  DeleteEnvironment,
  EditEnvironment,
  EnvironmentDeactivated,
  EnvironmentList,
  EnvironmentUses,
  ListEnvironments,
  ListEnvironmentUses,
  RestoreEnvironment,
  UpdateEnvironment,
} from '@tandem/application';
import { EnvironmentView } from '@tandem/core';

import { adds, method, reads, replaces } from '../method.js';

export const environmentsList = method({
  name: 'environments_list',
  title: 'List environments',
  description: 'With variables and names of secrets.',
  params: ListEnvironments,
  result: EnvironmentList,
  effects: reads,
  hints: { environment: 'Use environments_list to find ids and names.' },
  handle: (application) => application.environments.list,
});

export const environmentsCreate = method({
  name: 'environments_create',
  title: 'Create an environment',
  description: 'To use it, call environments_activate.',
  params: CreateEnvironment,
  result: EnvironmentView,
  effects: adds,
  handle: (application) => application.environments.create,
});

export const environmentsUpdate = method({
  name: 'environments_update',
  title: 'Update an environment',
  description: 'Changes only what is given; sets or removes variables and secrets by name.',
  params: UpdateEnvironment,
  result: EnvironmentView,
  effects: replaces,
  handle: (application) => application.environments.update,
});

export const environmentsActivate = method({
  name: 'environments_activate',
  title: 'Activate an environment',
  description: 'Executions use it from now on.',
  params: ActivateEnvironment,
  result: EnvironmentView,
  effects: { ...replaces, destructive: false },
  handle: (application) => application.environments.activate,
});

export const environmentsDeactivate = method({
  name: 'environments_deactivate',
  title: 'Use no environment',
  description: 'Makes executions of the workspace use no environment.',
  audience: 'person',
  params: DeactivateEnvironment,
  result: EnvironmentDeactivated,
  effects: { ...replaces, destructive: false },
  handle: (application) => application.environments.deactivate,
});

export const environmentsDelete = method({
  name: 'environments_delete',
  title: 'Delete an environment',
  description: 'With its secrets; if it was active, none is active afterwards.',
  params: DeleteEnvironment,
  result: DeletionResult,
  effects: replaces,
  handle: (application) => application.environments.remove,
});

export const environmentsEdit = method({
  name: 'environments_edit',
  title: 'Edit an environment as a table',
  description:
    'Replaces all variables and secrets of an environment; a secret without a value keeps its own.',
  audience: 'person',
  params: EditEnvironment,
  result: EnvironmentView,
  effects: replaces,
  handle: (application) => application.environments.edit,
});

export const environmentsRestore = method({
  name: 'environments_restore',
  title: 'Restore an environment',
  description: 'Restores a deleted environment with its id and the values of its secrets.',
  audience: 'person',
  params: RestoreEnvironment,
  result: EnvironmentView,
  effects: adds,
  handle: (application) => application.environments.restore,
});

export const environmentsUses = method({
  name: 'environments_uses',
  title: 'Uses of an environment',
  description: 'Lists the requests that mention each variable and secret of an environment.',
  audience: 'person',
  params: ListEnvironmentUses,
  result: EnvironmentUses,
  effects: reads,
  handle: (application) => application.environments.uses,
});
