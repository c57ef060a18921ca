import {
  type AppResult,
  type ExecutionSummary,
  type ExportedBody,
  type ExportedExecution,
  findHiddenResponseCookies,
  type Ports,
  prepareRedactor,
  type Secret,
  StoredExecution,
  type Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { hideBodySecrets } from '../executions/secrets-in-bodies.js';
import { loadHiddenSecrets } from '../secrets/hidden-secrets.js';
import { createSecretNamer } from './secret-names.js';

/** Which stored executions a format needs: `answers` are the newest of each request and status. */
export type WantedExecutions = 'none' | 'answers' | 'all';

/** Maximum number of body bytes in one export. */
const maxBodyBytes = 16 * 1024 * 1024;

const pageSize = 100;

/** The summaries of a workspace, newest first. */
const listSummaries = (
  ports: Ports,
  { id }: Workspace,
  after?: string,
): AppResult<readonly ExecutionSummary[]> =>
  pipe(
    ports.store.executions.list(id, { take: pageSize, ...(after === undefined ? {} : { after }) }),
    TE.flatMap(({ items, next }) =>
      next === undefined
        ? TE.right(items)
        : pipe(
            listSummaries(ports, { id } as Workspace, next),
            TE.map((more) => [...items, ...more]),
          ),
    ),
  );

/** The newest of each request and status. */
const selectNewestOfEach = (all: readonly ExecutionSummary[]): readonly ExecutionSummary[] => {
  const found = new Map<string, ExecutionSummary>();
  for (const one of all) {
    const key = `${one.requestId} ${one.status}`;
    if (one.status !== null && !found.has(key)) found.set(key, one);
  }
  return [...found.values()];
};

interface ReadContext {
  readonly ports: Ports;
  readonly workspace: Workspace;
  readonly secrets: readonly Secret[];
  /** How many body bytes may still be read. */
  left: number;
}

const readExportedBody = async (
  reading: ReadContext,
  id: ExecutionSummary['id'],
  secrets: readonly Secret[],
) => {
  const { ports, workspace } = reading;
  const kept = await ports.store.executions.body(workspace.id, id)();
  if (kept._tag === 'Left' || kept.right === null || kept.right.bytes.length > reading.left) return null;
  reading.left -= kept.right.bytes.length;
  const { kind, bytes, truncated } = kept.right;
  if (kind === 'binary') return (await hideBodySecrets(ports, kept.right, secrets)) as ExportedBody | null;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return { kind, text: createSecretNamer(secrets).text(text), truncated };
};

const exportExecution = (reading: ReadContext, { id }: ExecutionSummary): AppResult<ExportedExecution> =>
  pipe(
    reading.ports.store.executions.get(reading.workspace.id, id),
    TE.flatMapTask((stored) => async () => {
      const secrets = [...reading.secrets, ...findHiddenResponseCookies(stored, undefined)];
      await prepareRedactor(secrets);
      const body = await readExportedBody(reading, id, secrets);
      return { ...createSecretNamer(secrets).as(StoredExecution, stored), body };
    }),
  );

/** The stored executions of requests with their bodies, newest first. Cookies are hidden like secrets. */
export const exportExecutions = (
  ports: Ports,
  workspace: Workspace,
  {
    ids,
    wanted,
    secrets,
  }: {
    readonly ids: ReadonlySet<string>;
    readonly wanted: WantedExecutions;
    readonly secrets: readonly Secret[];
  },
): AppResult<readonly ExportedExecution[]> => {
  if (wanted === 'none') return TE.right([]);
  return pipe(
    TE.Do,
    TE.apS('known', loadHiddenSecrets(ports, undefined, { workspace: workspace.id })),
    TE.apS('all', listSummaries(ports, workspace)),
    TE.flatMap(({ known, all }) => {
      const reading: ReadContext = { ports, workspace, secrets: [...secrets, ...known], left: maxBodyBytes };
      const some = all.filter(({ requestId }) => ids.has(requestId));
      return pipe(
        wanted === 'answers' ? selectNewestOfEach(some) : some,
        TE.traverseSeqArray((one) => exportExecution(reading, one)),
      );
    }),
  );
};
