import {
  type AppError,
  type AppResult,
  type Author,
  type ConnectionSettings,
  type Folder,
  placeOfKind,
  type Ports,
  type Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';
import { connectionsOf, type ReviewedSetting, unverifiedKey } from '@tandem/execution';

import { isUnverified, reviewAs, settingsOf } from './connection-reviews.js';
import type { UpdateFolder } from './folder-arguments.js';
import { resolveWorkspace } from './resolve-workspace.js';

/** What may have settings of its own. */
type Settled = Pick<Folder, 'workspaceId'> & { readonly id: string };

const strangers: ReadonlySet<Author['kind']> = new Set(['mcp', 'script', 'folder']);

/** Whether what a caller sets waits for nobody: that of a person, or of a program that a person started. */
const isPerson = ({ kind }: Author): boolean => !strangers.has(kind);

const isSame = (one: ReviewedSetting, other: ReviewedSetting): boolean =>
  one.key === other.key && one.bypass?.join() === other.bypass?.join();

/** What of a workspace was agreed to before, which a change of its connections may take back. */
const connectionPlaces = (['proxy', 'ca', 'clientCertificate'] as const).map(placeOfKind);

/** Notes what came by a change as agreed to. */
const noteCome = (
  { store }: Ports,
  workspaceId: Workspace['id'],
  before: readonly ReviewedSetting[],
  after: readonly ReviewedSetting[],
): AppResult<void> => {
  const come = after.filter((one) => !before.some((other) => isSame(one, other)));
  return come.length === 0
    ? TE.right(undefined)
    : store.scriptReviews.put(workspaceId, come.map(reviewAs(true)));
};

/** Notes what is no longer set as taken back, so that nobody else can set it again without asking. */
const noteGone = (
  { store }: Ports,
  workspaceId: Workspace['id'],
  places: readonly string[],
  after: readonly ReviewedSetting[],
): AppResult<void> =>
  pipe(
    store.scriptReviews.find(workspaceId, places),
    TE.flatMap((known) => {
      const gone = known.filter(
        ({ hash, isApproved }) => isApproved && !after.some(({ key }) => key === hash),
      );
      return gone.length === 0
        ? TE.right(undefined)
        : store.scriptReviews.put(
            workspaceId,
            gone.map((one) => ({ ...one, isApproved: false })),
          );
    }),
  );

const noteVerification = (ports: Ports, was: Settled | null, is: Settled): AppResult<void> => {
  const after = verificationOf(is);
  return pipe(
    noteGone(ports, is.workspaceId, [unverifiedKey({ id: is.id, name: '' }).key], after),
    TE.flatMap(() => noteCome(ports, is.workspaceId, verificationOf(was), after)),
  );
};

const verificationOf = (one: Settled | null): readonly ReviewedSetting[] =>
  one !== null && isUnverified(one) ? [unverifiedKey({ id: one.id, name: '' })] : [];

/** Use cases by which a person agrees to what they set: who may read what is sent is up to them alone. */
export const agreeing = (ports: Ports, author: Author) => {
  const isNoted = ports.settingHash !== undefined && isPerson(author);
  const connected = (
    workspace: Workspace,
    folders: readonly Folder[],
    connections: ConnectionSettings,
  ): AppResult<readonly ReviewedSetting[]> =>
    TE.fromTask(() => settingsOf(ports, workspace, folders, connections));
  return {
    /** A change of a request, or a new one. */
    request:
      <I extends object, A extends Settled>(
        change: (input: I) => AppResult<A>,
        present?: (input: I) => AppResult<A>,
      ) =>
      (input: I): AppResult<A> => {
        if (!isNoted || !('settings' in input)) return change(input);
        const read: AppResult<A | null> = present === undefined ? TE.right(null) : present(input);
        return pipe(
          read,
          TE.orElse(() => TE.right<AppError, A | null>(null)),
          TE.bindTo('was'),
          TE.bind('is', () => change(input)),
          TE.tap(({ was, is }) => noteVerification(ports, was, is)),
          TE.map(({ is }) => is),
        );
      },
    /** A change of a folder or of the workspace, or a new folder. */
    folder:
      <I extends Pick<UpdateFolder, 'workspaceId' | 'settings' | 'connections'>>(
        change: (input: I) => AppResult<Folder>,
      ) =>
      (input: I): AppResult<Folder> => {
        if (!isNoted || (input.settings === undefined && input.connections === undefined))
          return change(input);
        return pipe(
          TE.Do,
          TE.bind('workspace', () => resolveWorkspace(ports)(input.workspaceId)),
          TE.bind('folders', ({ workspace }) => ports.store.folders.list(workspace.id)),
          TE.bind('was', ({ workspace, folders }) => connected(workspace, folders, connectionsOf(folders))),
          TE.bind('is', () => change(input)),
          TE.tap(({ folders, is }) =>
            noteVerification(ports, folders.find(({ id }) => id === is.id) ?? null, is),
          ),
          TE.tap(({ workspace, folders, was, is }) =>
            input.connections === undefined
              ? TE.right(undefined)
              : pipe(
                  connected(workspace, folders, is.connections),
                  TE.tap((now) => noteGone(ports, workspace.id, connectionPlaces, now)),
                  TE.flatMap((now) => noteCome(ports, workspace.id, was, now)),
                ),
          ),
          TE.map(({ is }) => is),
        );
      },
  };
};
