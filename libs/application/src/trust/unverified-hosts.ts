import {
  getDestination,
  everyKind,
  type Folder,
  isWithin,
  createHostPattern,
  type Ports,
  type RequestKind,
  type RequestOf,
  restDefaults,
  type WorkspaceId,
} from '@tandem/core';
import { E } from '@tandem/core/fp';
import { inherit, interpolate, getScope } from '@tandem/execution';

import { loadEnvironments } from '../environments/load-environments.js';

type SavedRequest = RequestOf<RequestKind>;

/** What disables verification: a request, or a folder with all its requests. */
export type UnverifiedEntity = SavedRequest | Folder;

const listAffectedRequests = async (
  { store }: Ports,
  workspaceId: WorkspaceId,
  one: UnverifiedEntity,
): Promise<readonly SavedRequest[]> => {
  if (!('path' in one)) return [one];
  const found = await Promise.all(
    everyKind.map(async (kind) => {
      const all = await kind.of(store).all(workspaceId)();
      return E.isRight(all) ? (all.right as readonly SavedRequest[]) : [];
    }),
  );
  return found.flat().filter(({ folder }) => isWithin(one.path, folder));
};

/**
 * The servers affected by something that disables verification, in each environment. A person who sets it agrees to
 * these.
 */
export const findUnverifiedHosts = async (
  ports: Ports,
  workspaceId: WorkspaceId,
  one: UnverifiedEntity,
): Promise<readonly string[]> => {
  const [workspace, folders, environments] = await Promise.all([
    ports.store.workspaces.get(workspaceId)(),
    ports.store.folders.list(workspaceId)(),
    ports.store.environments.list(workspaceId)(),
  ]);
  if (E.isLeft(workspace) || E.isLeft(folders) || E.isLeft(environments)) return [];
  const requests = await listAffectedRequests(ports, workspaceId, one);
  const hosts = new Set<string>();
  for (const id of [null, ...environments.right.map((each) => each.id)]) {
    const loaded = await loadEnvironments(ports, workspace.right, id)();
    if (E.isLeft(loaded)) continue;
    const { environment } = loaded.right;
    for (const request of requests) {
      const { id: of, name, url } = request;
      const { inherited } = inherit(folders.right, request, { ...restDefaults, id: of, name, url });
      const filled = interpolate(getScope({ inherited, environment }, ports))(request.url);
      if (E.isRight(filled) && URL.canParse(filled.right.text))
        hosts.add(createHostPattern(getDestination(filled.right.text)));
    }
  }
  return [...hosts];
};
