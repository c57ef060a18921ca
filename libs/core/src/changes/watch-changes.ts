import type { Change } from '../activity/change.js';
import type { AppError } from '../errors.js';
import type { WorkspaceId } from '../ids.js';
import { E, pipe, TE } from '../fp.js';
import type { Repositories } from '../ports/repositories.js';

export type StoredChange = Omit<Change, 'by'>;

/** The entity before and after a change, for the activity. Known only if changes are recorded. */
export interface ChangedEntity {
  readonly before?: object | undefined;
  readonly after?: object | undefined;
  /** The requests after a deleted one in its folder. */
  readonly nexts?: readonly string[];
  /** The name of the request whose script made the change. */
  readonly request?: string | undefined;
}

/** A change in a transaction, before it is committed. */
export type NotedChange = StoredChange & ChangedEntity;

export type Notify = (change: StoredChange, entity?: ChangedEntity) => void;
export type Entity = Change['entity'];
export type Op = Change['op'];

/** Identifies any stored entity except a workspace. */
export interface OwnedEntity {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
}

export const notifyAfter =
  <D>(notify: (done: D) => void) =>
  <A extends D>(work: TE.TaskEither<AppError, A>): TE.TaskEither<AppError, A> =>
    pipe(
      work,
      TE.map((done) => {
        notify(done);
        return done;
      }),
    );

export const createNotifier =
  (notify: Notify, entity: Entity, op: Op) =>
  (one: OwnedEntity): void => {
    notify({ workspaceId: one.workspaceId, entity, id: one.id, op }, { after: one });
  };

/** Makes one write and reports what it changed. */
export interface Write {
  <A>(
    work: (repositories: Repositories, notify: Notify) => TE.TaskEither<AppError, A>,
  ): TE.TaskEither<AppError, A>;
  /** Whether changes are recorded with their previous state. */
  readonly isRecorded: boolean;
}

/** The entity before a write; undefined if changes are not recorded or it does not exist. */
export const readBeforeWrite = <A, B>(
  { isRecorded }: Write,
  read: () => TE.TaskEither<AppError, A>,
  work: (before: A | undefined) => TE.TaskEither<AppError, B>,
): TE.TaskEither<AppError, B> =>
  isRecorded
    ? pipe(
        TE.fromTask<E.Either<AppError, A>, AppError>(read()),
        TE.flatMap((found) => work(E.isRight(found) ? found.right : undefined)),
      )
    : work(undefined);

/** Makes a write and reports it with the entity before (if `read` finds it) and after. */
export const reportWrite = <A, B extends object>(
  write: Write,
  notify: Notify,
  change: StoredChange,
  read: () => TE.TaskEither<AppError, B>,
  work: TE.TaskEither<AppError, A>,
): TE.TaskEither<AppError, A> =>
  readBeforeWrite(write, read, (before) =>
    notifyAfter((done: A) => {
      notify(change, { before, after: (done ?? undefined) as object | undefined });
    })(work),
  );
