import type { Author, Ports } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { atomic } from '../transaction.js';
import { editEnvironment } from './edit-environment.js';
import { guardEnvironment } from '../guards/environment-guard.js';
import { listEnvironmentUses } from './environment-uses.js';
import {
  activateEnvironment,
  createEnvironment,
  deactivateEnvironment,
  deleteEnvironment,
  listEnvironments,
  updateEnvironment,
} from './environments.js';
import { isSameName } from './find-environment.js';
import { restoreEnvironment } from './restore-environment.js';
import type { ReadRevised, SessionView } from '../seen-revisions.js';

const readEnvironment =
  (ports: Ports): ReadRevised =>
  ({ id, ...of }) =>
    pipe(
      listEnvironments(ports)(of),
      TE.flatMap(({ environments }): ReturnType<ReadRevised> => {
        const found =
          environments.find((one) => one.id === id) ?? environments.find((one) => isSameName(one.name, id));
        return found === undefined
          ? TE.left({ kind: 'not-found', entity: 'environment', ref: id })
          : TE.right(found);
      }),
    );

/** The use cases of environments. */
export const environmentUseCases = (ports: Ports, { noting, guarding }: SessionView, author: Author) => ({
  list: noting(listEnvironments(ports), ({ environments }) => environments),
  create: noting(atomic(ports, createEnvironment), (one) => [one]),
  update: noting(guarding(atomic(ports, updateEnvironment), readEnvironment(ports)), (one) => [one]),
  activate: atomic(ports, activateEnvironment),
  deactivate: atomic(ports, deactivateEnvironment),
  remove: atomic(ports, deleteEnvironment),
  edit: atomic(ports, editEnvironment),
  guard: atomic(ports, guardEnvironment(author)),
  restore: atomic(ports, restoreEnvironment),
  uses: listEnvironmentUses(ports),
});
