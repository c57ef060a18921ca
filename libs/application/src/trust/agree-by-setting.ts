import {
  type AppError,
  type AppResult,
  type Author,
  connectionKinds,
  type ConnectionSettings,
  type Folder,
  type Ports,
  type ScriptReview,
  getReviewPath,
  type Workspace,
  type WorkspaceId,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';
import {
  getWorkspaceConnections,
  parseUnverifiedKey,
  type ReviewedSetting,
  toUnverifiedSetting,
} from '@tandem/execution';

import type { UpdateFolderArguments } from '../folders/folder-arguments.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import {
  findUnverifiedHosts,
  findUnverifiedSettings,
  isUnverified,
  listWorkspaceSettings,
  createConnectionReview,
  type UnverifiedEntity,
} from './connection-reviews.js';

/** A request or folder whose connection settings may differ from those of the workspace. */
type SettingsOwner = Pick<Folder, 'workspaceId'> & { readonly id: string };

const untrustedKinds: ReadonlySet<Author['kind']> = new Set(['mcp', 'script', 'folder']);

/** Whether a caller's settings need no approval, because it is a person or a program that a person started. */
const isPerson = ({ kind }: Author): boolean => !untrustedKinds.has(kind);

const isSame = (one: ReviewedSetting, other: ReviewedSetting): boolean =>
  one.key === other.key && one.bypass?.join() === other.bypass?.join();

/**
 * Says whether a person made a setting in this change: the setting is new, or it is an approved one with other exceptions. Changing the
 * exceptions of a proxy that an agent set does not approve the proxy.
 */
const isSetByPerson = (
  one: ReviewedSetting,
  before: readonly ReviewedSetting[],
  agreed: ReadonlySet<string>,
): boolean =>
  !before.some(({ key }) => key === one.key) ||
  (agreed.has(one.key) && !before.some((other) => isSame(one, other)));

/** The locations under which connection settings of a workspace are reviewed. Changing its connections may revoke agreements there. */
const connectionPaths = (['proxy', 'ca', 'clientCertificate'] as const).map(getReviewPath);

/** Records an agreement to the settings that a change made. */
const recordAgreements = (
  { store }: Ports,
  workspaceId: Workspace['id'],
  before: readonly ReviewedSetting[],
  after: readonly ReviewedSetting[],
): AppResult<void> =>
  pipe(
    store.scriptReviews.find(
      workspaceId,
      after.map(({ key }) => key),
    ),
    TE.flatMap((known) => {
      const agreed = new Set(known.flatMap(({ hash, isApproved }) => (isApproved ? [hash] : [])));
      const come = after.filter((one) => isSetByPerson(one, before, agreed));
      return come.length === 0
        ? TE.right(undefined)
        : store.scriptReviews.put(workspaceId, come.map(createConnectionReview(true)));
    }),
  );

/** Revokes the agreement to settings that were removed. If somebody makes them again, a person is asked again. */
const noteRemovedSettings = (
  { store }: Ports,
  workspaceId: Workspace['id'],
  paths: readonly string[],
  after: readonly ReviewedSetting[],
): AppResult<void> =>
  pipe(
    store.scriptReviews.find(workspaceId, paths),
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

/** The settings that disable verification for a request or folder, one for each server. */
const listVerificationSettings = (
  ports: Ports,
  one: SettingsOwner | null,
): AppResult<readonly ReviewedSetting[]> =>
  one === null || !isUnverified(one)
    ? TE.right([])
    : TE.fromTask(async () => {
        const hosts = await findUnverifiedHosts(ports, one.workspaceId, one as UnverifiedEntity);
        return hosts.map((host) => toUnverifiedSetting({ id: one.id, name: '' }, host));
      });

/** The decisions about disabled verification of a request or folder. */
const findReviews = (
  { store }: Ports,
  { workspaceId, id }: SettingsOwner,
): AppResult<readonly ScriptReview[]> =>
  pipe(
    store.scriptReviews.find(workspaceId, [getReviewPath('unverified')]),
    TE.map((known) => known.filter(({ hash }) => parseUnverifiedKey(hash)?.id === id)),
  );

/**
 * Records for which servers a person has disabled verification. If the person only changes the URL, what an agent has disabled is not
 * approved.
 */
const recordUnverifiedHosts = (
  ports: Ports,
  was: SettingsOwner | null,
  before: readonly ReviewedSetting[],
  is: SettingsOwner,
): AppResult<void> =>
  pipe(
    TE.Do,
    TE.apS('after', listVerificationSettings(ports, is)),
    TE.apS('known', findReviews(ports, is)),
    TE.flatMap(({ after, known }) => {
      const agreed = known.filter(({ isApproved }) => isApproved);
      const gone = agreed.filter(({ hash }) => !after.some(({ key }) => key === hash));
      const isOwn = before.every(({ key }) => agreed.some(({ hash }) => hash === key));
      const wasOff = was !== null && isUnverified(was);
      const come = !wasOff || (isOwn && agreed.length > 0) ? after : [];
      const reviews = [
        ...gone.map((one) => ({ ...one, isApproved: false })),
        ...come.map(createConnectionReview(true)),
      ];
      return reviews.length === 0
        ? TE.right(undefined)
        : ports.store.scriptReviews.put(is.workspaceId, reviews);
    }),
  );

/** The settings by which the requests of a workspace connect. */
const findConnectionSettings = (
  ports: Ports,
  workspace: Workspace,
  folders: readonly Folder[],
  connections: ConnectionSettings,
): AppResult<readonly ReviewedSetting[]> =>
  TE.fromTask(() => listWorkspaceSettings(ports, workspace, folders, connections));

type FolderSettingsUpdate = Pick<UpdateFolderArguments, 'workspaceId' | 'settings' | 'connections'> &
  Partial<Pick<UpdateFolderArguments, 'id'>>;

const agreeToFolder =
  (ports: Ports) =>
  <I extends FolderSettingsUpdate>(change: (input: I) => AppResult<Folder>) =>
  (input: I): AppResult<Folder> => {
    if (input.settings === undefined && input.connections === undefined) return change(input);
    return pipe(
      TE.Do,
      TE.bind('workspace', () => resolveWorkspace(ports)(input.workspaceId)),
      TE.bind('folders', ({ workspace }) => ports.store.folders.list(workspace.id)),
      TE.let('folder', ({ folders }) => folders.find(({ id, path }) => input.id === id || input.id === path)),
      TE.bind('was', ({ workspace, folders }) =>
        findConnectionSettings(ports, workspace, folders, getWorkspaceConnections(folders)),
      ),
      TE.bind('unverified', ({ folder }) => listVerificationSettings(ports, folder ?? null)),
      TE.bind('is', () => change(input)),
      TE.tap(({ folder, unverified, is }) =>
        input.settings === undefined
          ? TE.right(undefined)
          : recordUnverifiedHosts(ports, folder ?? null, unverified, is),
      ),
      TE.tap(({ workspace, folders, was, is }) =>
        input.connections === undefined
          ? TE.right(undefined)
          : pipe(
              findConnectionSettings(ports, workspace, folders, is.connections),
              TE.tap((now) => noteRemovedSettings(ports, workspace.id, connectionPaths, now)),
              TE.flatMap((now) => recordAgreements(ports, workspace.id, was, now)),
            ),
      ),
      TE.map(({ is }) => is),
    );
  };

/**
 * Wraps use cases so that a person agrees to the settings that the person makes. An agent's settings wait, because only a person decides
 * who may read what is sent.
 */
export const createAgreements = (ports: Ports, author: Author) => {
  const isNoted = ports.settingHash !== undefined && isPerson(author);
  const noteFolder = agreeToFolder(ports);
  return {
    /** Wraps a use case that creates or changes a request. */
    request:
      <I extends object, A extends SettingsOwner>(
        change: (input: I) => AppResult<A>,
        present?: (input: I) => AppResult<A>,
      ) =>
      (input: I): AppResult<A> => {
        if (!isNoted || !('settings' in input || 'url' in input)) return change(input);
        const read: AppResult<A | null> = present === undefined ? TE.right(null) : present(input);
        return pipe(
          read,
          TE.orElse(() => TE.right<AppError, A | null>(null)),
          TE.bindTo('was'),
          TE.bind('before', ({ was }) => listVerificationSettings(ports, was)),
          TE.bind('is', () => change(input)),
          TE.tap(({ was, before, is }) => recordUnverifiedHosts(ports, was, before, is)),
          TE.map(({ is }) => is),
        );
      },
    /** Wraps a use case that creates or changes a folder, or changes the workspace. */
    folder: <I extends FolderSettingsUpdate>(change: (input: I) => AppResult<Folder>) =>
      isNoted ? noteFolder(change) : change,
  };
};

export type Agreements = ReturnType<typeof createAgreements>;

const allConnectionPaths = connectionKinds.map(getReviewPath);

/** The current settings that a person has agreed to. */
const findCurrentAgreements = (ports: Ports, workspace: Workspace): AppResult<readonly ScriptReview[]> =>
  pipe(
    ports.store.scriptReviews.find(workspace.id, allConnectionPaths),
    TE.map((known) => known.filter(({ isApproved }) => isApproved)),
    TE.flatMap((agreed) =>
      agreed.length === 0
        ? TE.right(agreed)
        : pipe(
            ports.store.folders.list(workspace.id),
            TE.flatMapTask((folders) => async () => {
              const keys = agreed.map(({ hash }) => hash);
              const present = [
                ...(await listWorkspaceSettings(ports, workspace, folders)),
                ...(await findUnverifiedSettings(ports, workspace, folders, keys)),
              ];
              return agreed.filter(({ hash }) => present.some(({ key }) => key === hash));
            }),
          ),
    ),
  );

/**
 * Wraps a use case that may remove settings which a person agreed to, such as an undo or a deletion. The agreement ends with them: if
 * somebody makes them again, they wait.
 */
export const takeBackAgreements =
  (ports: Ports, author: Author) =>
  <I extends { readonly workspaceId?: WorkspaceId | string | undefined }, A>(
    change: (input: I) => AppResult<A>,
  ) =>
  (input: I): AppResult<A> => {
    if (ports.settingHash === undefined || !isPerson(author)) return change(input);
    return pipe(
      TE.Do,
      TE.apS('workspace', resolveWorkspace(ports)(input.workspaceId)),
      TE.bind('before', ({ workspace }) => findCurrentAgreements(ports, workspace)),
      TE.bind('done', () => change(input)),
      TE.tap(({ workspace, before }) =>
        before.length === 0
          ? TE.right(undefined)
          : pipe(
              findCurrentAgreements(ports, workspace),
              TE.map((after) => before.filter(({ hash }) => !after.some((one) => one.hash === hash))),
              TE.flatMap((gone) =>
                gone.length === 0
                  ? TE.right(undefined)
                  : ports.store.scriptReviews.put(
                      workspace.id,
                      gone.map((one) => ({ ...one, isApproved: false })),
                    ),
              ),
            ),
      ),
      TE.map(({ done }) => done),
    );
  };

export type TakeBackAgreements = ReturnType<typeof takeBackAgreements>;
