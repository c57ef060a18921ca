import {
  ActivateEnvironment,
  CreateEnvironment,
  Deleted,
  DeleteEnvironment,
  EnvironmentList,
  ListEnvironments,
  UpdateEnvironment,
} from '@tandem/application';
import { EnvironmentView } from '@tandem/core';

import { adds, method, reads, replaces } from '../method.js';

export const environmentsList = method({
  name: 'environments_list',
  title: 'List environments',
  description: 'Lists the environments of a workspace with their variables and the names of their secrets.',
  params: ListEnvironments,
  result: EnvironmentList,
  effects: reads,
  hints: { environment: 'Use environments_list to find ids and names.' },
  handle: (application) => application.environments.list,
});

export const environmentsCreate = method({
  name: 'environments_create',
  title: 'Create an environment',
  description: 'Adds an environment to a workspace; use environments_activate to make executions use it.',
  params: CreateEnvironment,
  result: EnvironmentView,
  effects: adds,
  handle: (application) => application.environments.create,
});

export const environmentsUpdate = method({
  name: 'environments_update',
  title: 'Update an environment',
  description:
    'Sets or removes variables and secrets by name, or renames the environment; everything else is unchanged.',
  params: UpdateEnvironment,
  result: EnvironmentView,
  effects: replaces,
  handle: (application) => application.environments.update,
});

export const environmentsActivate = method({
  name: 'environments_activate',
  title: 'Activate an environment',
  description: 'Makes executions of the workspace use an environment.',
  params: ActivateEnvironment,
  result: EnvironmentView,
  effects: { ...replaces, destructive: false },
  handle: (application) => application.environments.activate,
});

export const environmentsDelete = method({
  name: 'environments_delete',
  title: 'Delete an environment',
  description:
    'Deletes an environment with its variables and secrets; if it was active, none is active afterwards.',
  params: DeleteEnvironment,
  result: Deleted,
  effects: replaces,
  handle: (application) => application.environments.remove,
});
