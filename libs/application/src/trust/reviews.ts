import {
  analyzeScriptUse,
  type AppError,
  type AppResult,
  ConnectionReviews,
  everyKind,
  everyScript,
  isConnectionKey,
  type OutsideScript,
  OutsideScripts,
  type Ports,
  type ScriptFile,
  type ScriptReview,
  ScriptSending,
  type Workspace,
  type WorkspaceId,
  workspaceRef,
} from '@tandem/core';
import { struct, t, withDescription } from '@tandem/core/codec';
import { getOrUndefined, pipe, TE } from '@tandem/core/fp';

import { operation, readEffects, replaceEffects } from '../operation.js';
import { loadWorkspaceFolder, resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { findPendingSettings, listConnections, createConnectionReview } from './connection-reviews.js';
import { type IsSecret, listScriptContents, loadSecretNames, type ScriptOwner } from './incoming-scripts.js';

export const ListOutsideScriptsArguments = struct(
  'scripts from outside arguments',
  {},
  { workspaceId: workspaceRef },
);
export type ListOutsideScriptsArguments = t.TypeOf<typeof ListOutsideScriptsArguments>;

export const ApproveScriptsArguments = struct(
  'script approval arguments',
  { hashes: withDescription(t.readonlyArray(t.string), 'Of the contents to approve') },
  { workspaceId: workspaceRef },
);
export type ApproveScriptsArguments = t.TypeOf<typeof ApproveScriptsArguments>;

export const TrustFolderArguments = struct(
  'folder trust arguments',
  { trust: withDescription(t.boolean, 'Whether every script of the folder is trusted') },
  { workspaceId: workspaceRef },
);
export type TrustFolderArguments = t.TypeOf<typeof TrustFolderArguments>;

/** An entity with scripts, and where a person finds it. */
interface ScriptedEntity {
  readonly path: string;
  readonly requestId: string | null;
  readonly scripted: ScriptOwner;
}

const listScriptedEntities = ({ store }: Ports, { id }: Workspace): AppResult<readonly ScriptedEntity[]> =>
  pipe(
    TE.Do,
    TE.apS('folders', store.folders.list(id)),
    TE.apS('requests', TE.sequenceSeqArray(everyKind.map((kind) => kind.of(store).all(id)))),
    TE.map(({ folders, requests }) => [
      ...folders.map((folder) => ({
        path: folder.path === '' ? 'collection.js' : `${folder.path}/folder.js`,
        requestId: null,
        scripted: folder,
      })),
      ...requests.flat().map((request) => ({
        path: request.folder === '' ? request.name : `${request.folder}/${request.name}`,
        requestId: request.id,
        scripted: request,
      })),
    ]),
  );

type ScriptSource = Pick<OutsideScript, 'path' | 'requestId' | 'text'>;

const toOutsideScript = (review: ScriptReview, source: ScriptSource, isSecret: IsSecret): OutsideScript => ({
  hash: review.hash,
  ...source,
  ...analyzeScriptUse(source.text, isSecret),
  before: review.text ?? '',
});

/** The file as it was when its review was recorded. Missing if it has changed or is gone. */
const readUnchangedFile = async (
  ports: Ports,
  workspace: Workspace,
  { path, hash }: ScriptReview,
): Promise<string | undefined> => {
  const { scriptFiles, contentHash } = ports;
  if (path === null || scriptFiles === undefined) return undefined;
  const file = await getOrUndefined(
    pipe(
      loadWorkspaceFolder(ports, workspace),
      TE.flatMap((folder): AppResult<ScriptFile | null> => scriptFiles.first(folder, [path])),
    ),
  );
  if (file === undefined || file === null || !('text' in file)) return undefined;
  return contentHash?.(file.text) === hash ? file.text : undefined;
};

const listFilesUnderReview = async (
  ports: Ports,
  workspace: Workspace,
  reviews: readonly ScriptReview[],
  isSecret: IsSecret,
): Promise<readonly OutsideScript[]> => {
  const texts = await Promise.all(reviews.map((review) => readUnchangedFile(ports, workspace, review)));
  return reviews.flatMap((review, at) => {
    const text = texts[at];
    return text === undefined
      ? []
      : [toOutsideScript(review, { path: review.path ?? '', requestId: null, text }, isSecret)];
  });
};

/** The waiting scripts that still exist where they were recorded. */
const findPendingScripts = (
  ports: Ports,
  workspace: Workspace,
  reviews: readonly ScriptReview[],
): AppResult<readonly OutsideScript[]> => {
  const { contentHash } = ports;
  if (contentHash === undefined || reviews.length === 0) return TE.right([]);
  const byHash = new Map(reviews.map((one) => [one.hash, one]));
  return pipe(
    TE.Do,
    TE.apS('entities', listScriptedEntities(ports, workspace)),
    TE.apS('isSecret', loadSecretNames(ports.store, workspace.id)),
    TE.bind('files', ({ isSecret }) =>
      TE.fromTask(() => listFilesUnderReview(ports, workspace, reviews, isSecret)),
    ),
    TE.map(({ entities, files, isSecret }) => [
      ...entities.flatMap(({ scripted, path, requestId }) =>
        listScriptContents(scripted).flatMap(({ text }) => {
          const review = byHash.get(contentHash(text));
          return review === undefined ? [] : [toOutsideScript(review, { path, requestId, text }, isSecret)];
        }),
      ),
      ...files,
    ]),
  );
};

const listScriptsIn = (ports: Ports, workspace: Workspace): AppResult<OutsideScripts> => {
  const { scriptReviews } = ports.store;
  const isFixed = ports.contentHash === undefined;
  return pipe(
    scriptReviews.trust(workspace.id),
    TE.flatMap(({ isTrusted, waiting }) =>
      isTrusted || isFixed || waiting.length === 0
        ? TE.right<AppError, OutsideScripts>({ isTrusted: isTrusted || isFixed, isFixed, scripts: [] })
        : pipe(
            scriptReviews.find(workspace.id, waiting),
            TE.flatMap((reviews) =>
              findPendingScripts(
                ports,
                workspace,
                reviews.filter(({ hash, isApproved }) => !isApproved && !isConnectionKey(hash)),
              ),
            ),
            TE.map((scripts) => ({ isTrusted, isFixed, scripts })),
          ),
    ),
  );
};

/**
 * Lists the scripts from outside that wait for a person, each with the script that it replaced. For people only, because an agent could
 * approve what it brought in itself.
 */
export const outsideScriptsList = operation({
  name: 'outside_scripts_list',
  title: 'Scripts from outside',
  description: 'Lists the scripts that came in by synchronization or import and wait for a person.',
  audience: 'person',
  arguments: ListOutsideScriptsArguments,
  result: OutsideScripts,
  effects: readEffects,
  useCase: 'outsideScripts.list',
  run:
    ({ ports }) =>
    ({ workspaceId }: ListOutsideScriptsArguments): AppResult<OutsideScripts> =>
      pipe(
        resolveWorkspace(ports)(workspaceId),
        TE.flatMap((workspace) => listScriptsIn(ports, workspace)),
      ),
});

/** Stores the text of an approved file, so that its next version can be compared with it. */
const approveReview =
  (ports: Ports, workspace: Workspace) =>
  async (review: ScriptReview): Promise<ScriptReview> => ({
    ...review,
    isApproved: true,
    text: (await readUnchangedFile(ports, workspace, review)) ?? null,
  });

const approveIn = (ports: Ports, workspace: Workspace, hashes: readonly string[]): AppResult<void> => {
  const { scriptReviews } = ports.store;
  return pipe(
    scriptReviews.find(workspace.id, hashes),
    TE.map((reviews) =>
      reviews.filter(({ hash, isApproved }) => !isApproved && hash !== everyScript && !isConnectionKey(hash)),
    ),
    TE.flatMapTask((reviews) => () => Promise.all(reviews.map(approveReview(ports, workspace)))),
    TE.flatMap((reviews) => scriptReviews.put(workspace.id, reviews)),
  );
};

/** Approves scripts by their content, wherever the workspace contains it. */
export const outsideScriptsApprove = operation({
  name: 'outside_scripts_approve',
  title: 'Approve scripts from outside',
  description: 'Approves scripts by their content, so that they get secrets and may send like all others.',
  audience: 'person',
  arguments: ApproveScriptsArguments,
  result: OutsideScripts,
  effects: { ...replaceEffects, destructive: false },
  useCase: 'outsideScripts.approve',
  run:
    ({ ports }) =>
    ({ workspaceId, hashes }: ApproveScriptsArguments): AppResult<OutsideScripts> =>
      pipe(
        resolveWorkspace(ports)(workspaceId),
        TE.tap((workspace) => approveIn(ports, workspace, hashes)),
        TE.flatMap((workspace) => listScriptsIn(ports, workspace)),
      ),
});

/** Sets whether a workspace trusts its folder with everything that waits, or only with what a person approves from now on. */
export const folderTrustSet = operation({
  name: 'folder_trust_set',
  title: 'Trust a folder',
  description:
    'Trusts the folder of a workspace, so that its scripts do not wait for a person, or no longer.',
  audience: 'person',
  arguments: TrustFolderArguments,
  result: OutsideScripts,
  effects: { ...replaceEffects, destructive: false },
  useCase: 'outsideScripts.trust',
  run:
    ({ ports }) =>
    ({ workspaceId, trust }: TrustFolderArguments): AppResult<OutsideScripts> => {
      const { scriptReviews } = ports.store;
      const decision: ScriptReview = { hash: everyScript, isApproved: trust, path: null, text: null };
      return pipe(
        resolveWorkspace(ports)(workspaceId),
        TE.bindTo('workspace'),
        TE.bind('before', ({ workspace }) => scriptReviews.trust(workspace.id)),
        TE.tap(({ workspace, before }) =>
          trust ? approveIn(ports, workspace, before.waiting) : TE.right(undefined),
        ),
        TE.tap(({ workspace }) => scriptReviews.put(workspace.id, [decision])),
        TE.flatMap(({ workspace }) => listScriptsIn(ports, workspace)),
      );
    },
});

export const ListConnectionReviewsArguments = struct(
  'connection settings arguments',
  {},
  { workspaceId: workspaceRef },
);
export type ListConnectionReviewsArguments = t.TypeOf<typeof ListConnectionReviewsArguments>;

export const ApproveConnectionsArguments = struct(
  'connection approval arguments',
  { keys: withDescription(t.readonlyArray(t.string), 'Of the settings to agree to') },
  { workspaceId: workspaceRef },
);
export type ApproveConnectionsArguments = t.TypeOf<typeof ApproveConnectionsArguments>;

/** For people only, because an agent could allow itself to read what is sent. */
export const connectionReviewsList = operation({
  name: 'connection_reviews_list',
  title: 'Connection settings that wait',
  description:
    'Lists the proxies, CAs, client certificates and switched off verifications that agents or files have set and that wait for a person.',
  audience: 'person',
  arguments: ListConnectionReviewsArguments,
  result: ConnectionReviews,
  effects: readEffects,
  useCase: 'connectionReviews.list',
  run:
    ({ ports }) =>
    ({ workspaceId }) =>
      pipe(
        resolveWorkspace(ports)(workspaceId),
        TE.flatMap((workspace) => listConnections(ports, workspace)),
      ),
});

export const connectionReviewsApprove = operation({
  name: 'connection_reviews_approve',
  title: 'Agree to connection settings',
  description: 'Agrees to connection settings by their content, so that they are in force.',
  audience: 'person',
  arguments: ApproveConnectionsArguments,
  result: ConnectionReviews,
  effects: { ...replaceEffects, destructive: false },
  useCase: 'connectionReviews.approve',
  run:
    ({ ports }) =>
    ({ workspaceId, keys }) =>
      pipe(
        resolveWorkspace(ports)(workspaceId),
        TE.bindTo('workspace'),
        TE.bind('waiting', ({ workspace }) => findPendingSettings(ports, workspace)),
        TE.tap(({ workspace, waiting }) =>
          ports.store.scriptReviews.put(
            workspace.id,
            waiting
              .filter(({ key }) => keys.includes(key) && isConnectionKey(key))
              .map(createConnectionReview(true)),
          ),
        ),
        TE.flatMap(({ workspace }) => listConnections(ports, workspace)),
      ),
});

export const GetScriptSendingArguments = struct(
  'script sending arguments',
  {},
  { workspaceId: workspaceRef },
);
export type GetScriptSendingArguments = t.TypeOf<typeof GetScriptSendingArguments>;

export const DecideScriptSendingArguments = struct(
  'script sending decision arguments',
  { allow: withDescription(t.boolean, 'Whether scripts of this workspace may send requests') },
  { workspaceId: workspaceRef },
);
export type DecideScriptSendingArguments = t.TypeOf<typeof DecideScriptSendingArguments>;

const loadScriptSending = ({ store, scriptsMaySend }: Ports, id: WorkspaceId): AppResult<ScriptSending> =>
  pipe(
    store.scriptSending.get(id),
    TE.map((allowed) => ({
      decision: scriptsMaySend || allowed === true ? 'allowed' : allowed === null ? 'waiting' : 'refused',
      fixed: scriptsMaySend,
    })),
  );

/** Returns whether the scripts of a workspace may send requests. For people only, because an agent could raise its own rights. */
export const scriptSendingGet = operation({
  name: 'script_sending_get',
  title: 'Requests of scripts',
  description: 'Says whether the scripts of a workspace may send requests.',
  audience: 'person',
  arguments: GetScriptSendingArguments,
  result: ScriptSending,
  effects: readEffects,
  useCase: 'scriptSending.get',
  run:
    ({ ports }) =>
    ({ workspaceId }: GetScriptSendingArguments): AppResult<ScriptSending> =>
      pipe(
        resolveWorkspace(ports)(workspaceId),
        TE.flatMap(({ id }) => loadScriptSending(ports, id)),
      ),
});

/** Stores a person's decision whether the scripts of a workspace may send requests. */
export const scriptSendingDecide = operation({
  name: 'script_sending_decide',
  title: 'Allow or refuse requests of scripts',
  description: 'Allows or refuses the requests that scripts of a workspace send.',
  audience: 'person',
  arguments: DecideScriptSendingArguments,
  result: ScriptSending,
  effects: { ...replaceEffects, destructive: false },
  useCase: 'scriptSending.decide',
  run:
    ({ ports }) =>
    ({ workspaceId, allow }: DecideScriptSendingArguments): AppResult<ScriptSending> =>
      pipe(
        resolveWorkspace(ports)(workspaceId),
        TE.tap(({ id }) => ports.store.scriptSending.decide(id, allow)),
        TE.flatMap(({ id }) => loadScriptSending(ports, id)),
      ),
});
