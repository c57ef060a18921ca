import {
  type AppResult,
  createRedactor,
  everyKind,
  type ExecutionSummary,
  type ExportContent,
  type ExportedBody,
  type ExportedExecution,
  filterEnabledPairs,
  findHiddenResponseCookies,
  Folder,
  getKindRecordById,
  type LeftOut,
  mapInSlices,
  Pairs,
  type Ports,
  prepareRedactor,
  replaceMarkersByVariables,
  type RunPlan,
  type RunRow,
  SavedRequest,
  type Secret,
  StoredExecution,
  type Workspace,
} from '@tandem/core';
import { isContainer, mapText, type t } from '@tandem/core/codec';
import { getOrUndefined, pipe, TE } from '@tandem/core/fp';

import { loadEnvironments } from '../environments/load-environments.js';
import { redactBodySecrets } from '../executions/stored-bodies.js';
import { type SelectedRequest, selectRequests } from '../runs/select-requests.js';
import { loadSecretsToRedact, loadKnownSecrets } from '../secrets/secrets.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';

/** Loads requests that still exist, all at once: reading thousands one by one would take many seconds. */
export const loadRequestsById = (
  ports: Ports,
  { id }: Workspace,
  ids: readonly string[],
): AppResult<ReadonlyMap<string, SavedRequest>> =>
  pipe(
    everyKind,
    TE.traverseArray((kind) => {
      const own = ids.filter((one) => getKindRecordById(one as SavedRequest['id']) === kind);
      return own.length === 0 ? TE.right([]) : kind.of(ports.store).all(id, own);
    }),
    TE.map(
      (found) =>
        new Map(found.flatMap((some) => some as readonly SavedRequest[]).map((one) => [one.id, one])),
    ),
  );

/** Says that a selected request was deleted before the export read it. */
export const describeDeletedRequest = (path: string): LeftOut => ({
  place: path,
  what: 'the request: it was deleted while it was exported',
});

/** Creates functions that replace secret values by `{{NAME}}`. */
const createSecretNamer = (secrets: readonly Secret[]) => {
  const redactor = createRedactor(secrets);
  const text = (written: string): string => replaceMarkersByVariables(redactor.text(written));
  const json = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(json);
    if (!isContainer(value)) {
      const shown = String(value);
      return text(shown) === shown ? value : text(shown);
    }
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [text(key), json(one)]));
  };
  return {
    text,
    json,
    /** Replaces secrets in a value of `codec`, except where the codec allows only fixed values. */
    as: <A>(codec: t.Any, value: A): A => mapText(codec, { text, json })(value) as A,
  };
};

/** The stored executions that an export contains. `answers` are the newest execution for each request and status. */
export type WantedExecutions = 'none' | 'answers' | 'all';

/** Maximum number of bytes of all bodies in one export. */
const maxBodyBytes = 16 * 1024 * 1024;

const pageSize = 100;

/** Lists the executions of a workspace, newest first. */
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

/** Selects the newest execution for each request and status. */
const selectNewestOfEach = (all: readonly ExecutionSummary[]): readonly ExecutionSummary[] => {
  const found = new Map<string, ExecutionSummary>();
  for (const one of all) {
    const key = `${one.requestId} ${one.status}`;
    if (one.status !== null && !found.has(key)) found.set(key, one);
  }
  return [...found.values()];
};

interface BodyReading {
  readonly ports: Ports;
  readonly workspace: Workspace;
  readonly secrets: readonly Secret[];
  /** How many more body bytes the export may contain. */
  left: number;
}

const readExportedBody = async (
  reading: BodyReading,
  id: ExecutionSummary['id'],
  secrets: readonly Secret[],
) => {
  const { ports, workspace } = reading;
  const stored = await getOrUndefined(ports.store.executions.body(workspace.id, id));
  if (stored === undefined || stored === null || stored.bytes.length > reading.left) return null;
  reading.left -= stored.bytes.length;
  const { kind, bytes, truncated } = stored;
  if (kind === 'binary') return (await redactBodySecrets(ports, stored, secrets)) as ExportedBody | null;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return { kind, text: createSecretNamer(secrets).text(text), truncated };
};

const exportExecution = (reading: BodyReading, { id }: ExecutionSummary): AppResult<ExportedExecution> =>
  pipe(
    reading.ports.store.executions.get(reading.workspace.id, id),
    TE.flatMapTask((stored) => async () => {
      const secrets = [...reading.secrets, ...findHiddenResponseCookies(stored, undefined)];
      await prepareRedactor(secrets);
      const body = await readExportedBody(reading, id, secrets);
      return { ...createSecretNamer(secrets).as(StoredExecution, stored), body };
    }),
  );

/** Exports the stored executions of requests with their bodies, newest first. Redacts cookies in them like secrets. */
const exportExecutions = (
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
    TE.apS('known', loadSecretsToRedact(ports, undefined, { workspace: workspace.id })),
    TE.apS('all', listSummaries(ports, workspace)),
    TE.flatMap(({ known, all }) => {
      const reading: BodyReading = { ports, workspace, secrets: [...secrets, ...known], left: maxBodyBytes };
      const some = all.filter(({ requestId }) => ids.has(requestId));
      return pipe(
        wanted === 'answers' ? selectNewestOfEach(some) : some,
        TE.traverseSeqArray((one) => exportExecution(reading, one)),
      );
    }),
  );
};

/** The requests to export, and the environment whose variables the export contains. By default all requests. */
export interface ExportSelection {
  readonly workspaceId?: string;
  readonly select?: RunPlan['select'];
  /** The id or name of an environment. Default: the active one. */
  readonly environment?: string | null;
  readonly rows?: readonly RunRow[];
  /** The stored executions to export. Default: none. */
  readonly executions?: WantedExecutions;
}

/** The exported content, and the selected requests that are missing from it. */
export interface SelectedContent {
  readonly content: ExportContent;
  readonly leftOut: readonly LeftOut[];
}

const loadSelectedRequests = (
  ports: Ports,
  workspace: Workspace,
  selected: readonly SelectedRequest[],
): AppResult<{ readonly present: readonly SavedRequest[]; readonly deleted: readonly LeftOut[] }> =>
  pipe(
    loadRequestsById(
      ports,
      workspace,
      selected.map(({ id }) => id),
    ),
    TE.map((known) => ({
      present: selected.flatMap(({ id }) => known.get(id) ?? []),
      deleted: selected.flatMap(({ id, path }) => (known.has(id) ? [] : [describeDeletedRequest(path)])),
    })),
  );

/** Loads the selected requests with the settings that they inherit, in a form for writers of any format. */
export const exportContent =
  (ports: Ports) =>
  ({
    workspaceId,
    select = {},
    environment,
    rows = [],
    executions: wanted = 'none',
  }: ExportSelection): AppResult<SelectedContent> =>
    pipe(
      TE.Do,
      TE.bind('workspace', () => resolveWorkspace(ports)(workspaceId)),
      TE.bind('selected', ({ workspace }) => selectRequests(ports, workspace, { select })),
      TE.bind('requests', ({ workspace, selected }) => loadSelectedRequests(ports, workspace, selected)),
      TE.bind('folders', ({ workspace }) => ports.store.folders.list(workspace.id)),
      TE.bind('loaded', ({ workspace }) => loadEnvironments(ports, workspace, environment)),
      TE.bind('known', ({ workspace }) => loadKnownSecrets(ports, workspace.id)),
      TE.let('hidden', ({ loaded, known }) => [...loaded.secrets, ...known]),
      TE.bind('executions', ({ workspace, selected, hidden }) =>
        exportExecutions(ports, workspace, {
          ids: new Set(selected.map(({ id }) => id)),
          wanted,
          secrets: hidden,
        }),
      ),
      TE.flatMapTask(({ workspace, requests, folders, loaded, hidden, executions }) => async () => {
        const hide = createSecretNamer(hidden);
        const secrets = filterEnabledPairs(loaded.environment?.secrets ?? []).map(({ name }) => name);
        const content = {
          name: hide.text(workspace.name),
          folders: await mapInSlices(folders, (one) => hide.as(Folder, one)),
          requests: await mapInSlices(requests.present, (one) => hide.as(SavedRequest, one)),
          variables: hide.as(Pairs, filterEnabledPairs(loaded.environment?.variables ?? [])),
          secrets: [...new Set(secrets)],
          rows: rows.map((row) => hide.json(row) as RunRow),
          executions,
        };
        const leftOut = requests.deleted.map(({ place, what }) => ({ place: hide.text(place), what }));
        return { content, leftOut };
      }),
    );
