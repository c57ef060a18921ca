import { mergeOperations } from '../merge-operations.js';
import {
  environmentsActivate,
  environmentsCreate,
  environmentsDelete,
  environmentsUpdate,
} from './environments.js';

export const environmentsEdit = mergeOperations({
  name: 'environments_edit',
  title: 'Edit an environment',
  description:
    'Creates (name, inactive), updates, activates or deletes an environment (id); an update changes only what is given.',
  toolSet: 'core',
  choices: {
    create: environmentsCreate,
    update: environmentsUpdate,
    activate: environmentsActivate,
    delete: environmentsDelete,
  },
});
