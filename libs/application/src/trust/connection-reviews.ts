import {
  getKindRecord,
  type AppResult,
  type ConnectionReviews,
  type ConnectionSettings,
  createHostPattern,
  defaultConnections,
  everyKind,
  findRequestKind,
  type Folder,
  getDestination,
  isWithin,
  type Ports,
  type RequestKind,
  type RequestOf,
  type RequestSettings,
  restDefaults,
  type ScriptReview,
  getReviewPath,
  type Workspace,
  type WorkspaceId,
} from '@tandem/core';
import { getOrUndefined, inParallel, pipe, RA, TE } from '@tandem/core/fp';
import {
  fillProxy,
  getScope,
  getWorkspaceConnections,
  inherit,
  interpolate,
  listTlsSettings,
  loadTlsOptions,
  parseUnverifiedKey,
  type ReviewedSetting,
  toProxySetting,
  toUnverifiedSetting,
} from '@tandem/execution';

import { type EnvironmentContext, loadEnvironments } from '../environments/load-environments.js';
import { addProcessVariables } from '../secrets/process-variables.js';

type SavedRequest = RequestOf<RequestKind>;

/** An entity that disables verification: a request, or a folder for all its requests. */
export type UnverifiedEntity = SavedRequest | Folder;

const listAffectedRequests = async (
  { store }: Ports,
  workspaceId: WorkspaceId,
  one: UnverifiedEntity,
): Promise<readonly SavedRequest[]> => {
  if (!('path' in one)) return [one];
  const found = await Promise.all(
    everyKind.map(async (kind) => {
      const all = await getOrUndefined(kind.of(store).all(workspaceId));
      return (all ?? []) as readonly SavedRequest[];
    }),
  );
  return found.flat().filter(({ folder }) => isWithin(one.path, folder));
};

/**
 * The servers, in each environment, for which a request or folder disables verification. A person who disables it agrees to these servers.
 */
export const findUnverifiedHosts = async (
  ports: Ports,
  workspaceId: WorkspaceId,
  one: UnverifiedEntity,
): Promise<readonly string[]> => {
  const stored = await getOrUndefined(
    inParallel({
      workspace: ports.store.workspaces.get(workspaceId),
      folders: ports.store.folders.list(workspaceId),
      environments: ports.store.environments.list(workspaceId),
    }),
  );
  if (stored === undefined) return [];
  const { workspace, folders, environments } = stored;
  const requests = await listAffectedRequests(ports, workspaceId, one);
  const hosts = new Set<string>();
  for (const id of [null, ...environments.map((each) => each.id)]) {
    const loaded = await getOrUndefined(loadEnvironments(ports, workspace, id));
    if (loaded === undefined) continue;
    const { environment, processVariables } = loaded;
    const filling = addProcessVariables(ports, processVariables);
    for (const request of requests) {
      const { id: of, name, url } = request;
      const { inherited } = inherit(folders, request, { ...restDefaults, id: of, name, url });
      const filled = interpolate(getScope({ inherited, environment }, filling))(request.url);
      for (const { text } of RA.rights([filled]))
        if (URL.canParse(text)) hosts.add(createHostPattern(getDestination(text)));
    }
  }
  return [...hosts];
};

/**
 * The settings by which an https request connects in one environment. Settings that cannot be read fail when they are used, so they need no
 * approval.
 */
const listSettingsOfEnvironment = async (
  given: Ports,
  workspace: Workspace,
  folders: readonly Folder[],
  { environment, processVariables }: Pick<EnvironmentContext, 'environment' | 'processVariables'>,
  connections: ConnectionSettings,
): Promise<readonly ReviewedSetting[]> => {
  const { settingHash } = given;
  if (settingHash === undefined) return [];
  const ports = addProcessVariables(given, processVariables);
  const { headers, auth, requestVariables, settings } = restDefaults;
  const saved = { folder: '', headers, auth, requestVariables, settings };
  const draft = { ...restDefaults, ...saved, id: '', name: '' };
  const context = {
    ...{ ports, workspace, environment, input: {} },
    ...inherit(folders, saved, draft),
    connections,
  };
  const [filled] = RA.rights([fillProxy(context)]);
  const named = filled?.proxy;
  // Each file is read on its own, so that an unreadable one does not hide the others from the review.
  const each = [
    ...connections.ca.map((file) => ({ ...defaultConnections, ca: [file] })),
    ...connections.clientCertificates.map((one) => ({ ...defaultConnections, clientCertificates: [one] })),
  ];
  const files = await Promise.all(
    each.map((one) => getOrUndefined(loadTlsOptions({ ...context, connections: one }, 'https://localhost/'))),
  );
  return [
    ...(named === undefined || named === 'system' ? [] : [toProxySetting(settingHash, named)]),
    ...files.flatMap((one) => (one === undefined ? [] : listTlsSettings(settingHash, one.tls ?? {}))),
  ];
};

/** The settings of a workspace in each of its environments, because a proxy may use their variables. */
export const listWorkspaceSettings = async (
  ports: Ports,
  workspace: Workspace,
  folders: readonly Folder[],
  connections: ConnectionSettings = getWorkspaceConnections(folders),
): Promise<readonly ReviewedSetting[]> => {
  const { ca, clientCertificates, proxy } = connections;
  if (ca.length + clientCertificates.length === 0 && proxy?.mode !== 'manual') return [];
  const all = (await getOrUndefined(ports.store.environments.list(workspace.id))) ?? [];
  const environments = await Promise.all(
    [null, ...all.map(({ id }) => id)].map((id) => getOrUndefined(loadEnvironments(ports, workspace, id))),
  );
  const none = { environment: null, processVariables: { values: {}, problems: [] } };
  const found: ReviewedSetting[] = [];
  for (const loaded of environments)
    found.push(...(await listSettingsOfEnvironment(ports, workspace, folders, loaded ?? none, connections)));
  return [...new Map(found.map((one) => [one.key, one])).values()];
};

/** Whether the entity itself disables verification, rather than inheriting that. */
export const isUnverified = (one: object): boolean =>
  'settings' in one && (one.settings as RequestSettings).tls?.verify === false;

const getFolderName = ({ path }: Folder): string => (path === '' ? 'the workspace' : `the folder ${path}`);

/** The folders that disable verification, with the servers of their requests. */
const findUnverifiedFolders = async (ports: Ports, { id }: Workspace, folders: readonly Folder[]) => {
  const found: ReviewedSetting[] = [];
  for (const folder of folders.filter(isUnverified))
    for (const host of await findUnverifiedHosts(ports, id, folder))
      found.push(toUnverifiedSetting({ id: folder.id, name: getFolderName(folder) }, host));
  return found;
};

/** The settings that disable verification now and wait for approval because a request was about to be sent. */
export const findUnverifiedSettings = async (
  { store }: Ports,
  { id: workspaceId }: Workspace,
  folders: readonly Folder[],
  waiting: readonly string[],
): Promise<readonly ReviewedSetting[]> => {
  const found = await Promise.all(
    waiting.map(async (key) => {
      const parts = parseUnverifiedKey(key);
      if (parts === undefined) return [];
      const { id, host } = parts;
      const folder = folders.find((one) => one.id === id);
      if (folder !== undefined)
        return isUnverified(folder) ? [toUnverifiedSetting({ id, name: getFolderName(folder) }, host)] : [];
      const kind = findRequestKind(id);
      const request = kind && (await getOrUndefined(getKindRecord(kind).of(store).get(workspaceId, id)));
      return request !== undefined && isUnverified(request)
        ? [toUnverifiedSetting({ id, name: `the request "${request.name}"` }, host)]
        : [];
    }),
  );
  return found.flat();
};

const isAgreed = (reviews: readonly ScriptReview[], { key, bypass = [] }: ReviewedSetting): boolean =>
  reviews.some(
    ({ hash, isApproved, text }) =>
      hash === key &&
      isApproved &&
      (text ?? '').split(',').every((entry) => entry === '' || bypass.includes(entry)),
  );

/** The settings of a workspace that wait for a person's approval. */
export const findPendingSettings = (
  ports: Ports,
  workspace: Workspace,
): AppResult<readonly ReviewedSetting[]> => {
  const { store, settingHash } = ports;
  if (settingHash === undefined) return TE.right([]);
  return pipe(
    TE.Do,
    TE.apS('folders', store.folders.list(workspace.id)),
    TE.apS('trust', store.scriptReviews.trust(workspace.id)),
    TE.bind('settings', ({ folders, trust }) =>
      TE.fromTask(async () => [
        ...(await listWorkspaceSettings(ports, workspace, folders)),
        ...(await findUnverifiedFolders(ports, workspace, folders)),
        ...(await findUnverifiedSettings(ports, workspace, folders, trust.waiting)),
      ]),
    ),
    TE.bind('reviews', ({ settings }) =>
      store.scriptReviews.find(
        workspace.id,
        settings.map(({ key }) => key),
      ),
    ),
    TE.map(({ settings, reviews }) => {
      const waiting = settings.filter((one) => !isAgreed(reviews, one));
      return [...new Map(waiting.map((one) => [one.key, one])).values()];
    }),
  );
};

export const listConnections = (ports: Ports, workspace: Workspace): AppResult<ConnectionReviews> =>
  pipe(
    findPendingSettings(ports, workspace),
    TE.map((settings) => ({
      isFixed: ports.settingHash === undefined,
      settings: settings.map(({ kind, key, value }) => ({ kind, key, value })),
    })),
  );

export const createConnectionReview =
  (isApproved: boolean) =>
  ({ kind, key, bypass }: ReviewedSetting): ScriptReview => ({
    hash: key,
    isApproved,
    path: getReviewPath(kind),
    text: bypass === undefined ? null : bypass.join(','),
  });
