import type { Change } from '../domain/change.js';
import type { AppError } from '../domain/errors.js';
import type { WorkspaceId } from '../domain/ids.js';
import { pipe, TE } from '../fp.js';
import type { Repositories } from '../ports/repositories.js';

export type StoredChange = Omit<Change, 'by'>;
export type Notify = (change: StoredChange) => void;
export type Entity = Change['entity'];
export type Op = Change['op'];

/** What identifies any stored entity except a workspace. */
export interface Owned {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
}

export const after =
  <D>(notify: (done: D) => void) =>
  <A extends D>(work: TE.TaskEither<AppError, A>): TE.TaskEither<AppError, A> =>
    pipe(
      work,
      TE.map((done) => {
        notify(done);
        return done;
      }),
    );

export const notifyOf =
  (notify: Notify, entity: Entity, op: Op) =>
  ({ id, workspaceId }: Owned): void => {
    notify({ workspaceId, entity, id, op });
  };

/** Makes one write and reports what it changed. */
export type Write = <A>(
  work: (repositories: Repositories, notify: Notify) => TE.TaskEither<AppError, A>,
) => TE.TaskEither<AppError, A>;
