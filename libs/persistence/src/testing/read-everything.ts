import type { AppResult, Repositories, WorkspaceId } from '@tandem/core';
import { everyScript } from '@tandem/core';
import { unwrapResult } from '@tandem/core/testing';

const page = { take: 1_000 };

const readWorkspace = async (store: Repositories, id: WorkspaceId) => {
  const all = async <A, B>(list: AppResult<readonly A[]>, read: (one: A) => AppResult<B>) => {
    const found: B[] = [];
    for (const one of await unwrapResult(list)) found.push(await unwrapResult(read(one)));
    return found;
  };
  const environments = await unwrapResult(store.environments.list(id));
  const places = [null, ...environments.map((one) => one.id)];
  const executions = (await unwrapResult(store.executions.list(id, page))).items;
  const { planned, retired } = store.folderMemories;
  const memory = await unwrapResult(store.folderMemories.get(id));
  return {
    environments,
    restRequests: await unwrapResult(store.restRequests.all(id)),
    graphqlRequests: await unwrapResult(store.graphqlRequests.all(id)),
    requestPlaces: await unwrapResult(store.requestPlaces.list(id)),
    folders: await unwrapResult(store.folders.list(id)),
    executions: await Promise.all(
      executions.map(async (summary) => {
        const body = await unwrapResult(store.executions.body(id, summary.id));
        return {
          ...(await unwrapResult(store.executions.get(id, summary.id))),
          body: body === null ? null : { ...body, bytes: Buffer.from(body.bytes).toString('base64') },
        };
      }),
    ),
    folderMemory: {
      bases: memory.bases.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      removals: memory.removals.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
      planned: await unwrapResult(planned(id)),
      retired: await unwrapResult(retired(id)),
    },
    givenSecrets: await unwrapResult(store.givenSecrets.list(id)),
    scriptSending: await unwrapResult(store.scriptSending.get(id)),
    secretHosts: await unwrapResult(store.secretBindings.list(id)),
    scriptTrust: await unwrapResult(store.scriptReviews.trust(id)),
    scriptReviews: await unwrapResult(store.scriptReviews.find(id, [everyScript])),
    activities: await Promise.all(
      (await unwrapResult(store.activities.list(id, page))).items.map((one) =>
        unwrapResult(store.activities.get(id, one.id)),
      ),
    ),
    cookies: await Promise.all(places.map((place) => unwrapResult(store.cookies.list(id, place)))),
    tokens: await Promise.all(
      places.map((environmentId) => unwrapResult(store.authTokens.list({ workspaceId: id, environmentId }))),
    ),
    runs: await all(store.runs.list(id), (one) => store.runs.get(id, one.id)),
  };
};

/** Everything that can be read from a store, as plain data, to compare what two versions read from one database. */
export const readEverything = async (store: Repositories) => {
  const workspaces = await unwrapResult(store.workspaces.all());
  return {
    workspaces,
    active: await unwrapResult(store.workspaces.active()),
    hidden: await unwrapResult(store.workspaces.hidden()),
    secrets: await unwrapResult(store.environments.allSecrets()),
    boundSecrets: await unwrapResult(store.secretBindings.bound()),
    contents: await Promise.all(workspaces.map(({ id }) => readWorkspace(store, id))),
  };
};
