import {
  type AppResult,
  filterEnabledPairs,
  type ExportContent,
  Folder,
  type LeftOut,
  mapInSlices,
  Pairs,
  type Ports,
  type RunPlan,
  type RunRow,
  SavedRequest,
  type Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { type SelectedRequest, selectRequests } from '../runs/select-requests.js';
import { loadEnvironments } from '../environments/load-environments.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { loadKnownSecrets } from '../secrets/secrets.js';
import { exportExecutions, type WantedExecutions } from './exported-executions.js';
import { describeDeletedRequest, loadRequestsById } from './requests-by-id.js';
import { createSecretNamer } from './secret-names.js';

/** What is exported, with the variables of an environment. Everything if no selection is provided. */
export interface ExportSelection {
  readonly workspaceId?: string;
  readonly select?: RunPlan['select'];
  /** An id or name. Default: the active one. */
  readonly environment?: string | null;
  readonly rows?: readonly RunRow[];
  /** None by default. */
  readonly executions?: WantedExecutions;
}

/** The content of an export, and the selected requests missing from it. */
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

/** The selected requests with what they inherit, as data that can be written in any format. */
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
      TE.bind('surroundings', ({ workspace }) => loadEnvironments(ports, workspace, environment)),
      TE.bind('known', () => loadKnownSecrets(ports)),
      TE.let('hidden', ({ surroundings, known }) => [...surroundings.secrets, ...known]),
      TE.bind('executions', ({ workspace, selected, hidden }) =>
        exportExecutions(ports, workspace, {
          ids: new Set(selected.map(({ id }) => id)),
          wanted,
          secrets: hidden,
        }),
      ),
      TE.flatMapTask(({ workspace, requests, folders, surroundings, hidden, executions }) => async () => {
        const hide = createSecretNamer(hidden);
        const secrets = filterEnabledPairs(surroundings.environment?.secrets ?? []).map(({ name }) => name);
        const content = {
          name: hide.text(workspace.name),
          folders: await mapInSlices(folders, (one) => hide.as(Folder, one)),
          requests: await mapInSlices(requests.present, (one) => hide.as(SavedRequest, one)),
          variables: hide.as(Pairs, filterEnabledPairs(surroundings.environment?.variables ?? [])),
          secrets: [...new Set(secrets)],
          rows: rows.map((row) => hide.json(row) as RunRow),
          executions,
        };
        const leftOut = requests.deleted.map(({ place, what }) => ({ place: hide.text(place), what }));
        return { content, leftOut };
      }),
    );
