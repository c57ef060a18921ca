import {
  type AppResult,
  createRedactor,
  enabledPairs,
  type ExportContent,
  Folder,
  kindOfId,
  markersAsVariables,
  Pairs,
  type Ports,
  type RunPlan,
  type RunRow,
  SavedRequest,
  type Secret,
  type Workspace,
} from '@tandem/core';
import { mapText, type t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { type Selected, selectRequests } from '../runs/select-requests.js';
import { loadEnvironments } from '../usecases/load-environments.js';
import { resolveWorkspace } from '../usecases/resolve-workspace.js';
import { knownSecrets } from '../usecases/secrets.js';

/** What is exported: everything if no selection is given, with the variables of an environment. */
export interface ExportSelection {
  readonly workspaceId?: string;
  readonly select?: RunPlan['select'];
  /** An id or name; the active one if omitted. */
  readonly environment?: string;
  readonly rows?: readonly RunRow[];
}

/** Puts `{{NAME}}` where a value of a secret stands. */
const withNames = (secrets: readonly Secret[]) => {
  const redactor = createRedactor(secrets);
  const named = (text: string): string => markersAsVariables(redactor.text(text));
  const json = (value: unknown): unknown => {
    if (typeof value === 'string') return named(value);
    if (Array.isArray(value)) return value.map(json);
    if (typeof value !== 'object' || value === null) {
      const text = String(value);
      return named(text) === text ? value : named(text);
    }
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [named(key), json(one)]));
  };
  return {
    json,
    as: <A>(codec: t.Any, value: A): A => mapText(codec, { text: named, json })(value) as A,
  };
};

const requestsOf = (ports: Ports, { id }: Workspace, selected: readonly Selected[]) =>
  TE.sequenceSeqArray(
    selected.map((one) =>
      pipe(
        kindOfId(one.id as SavedRequest['id'])
          .of(ports.store)
          .get(id, one.id as never),
        TE.map((saved) => saved as SavedRequest),
      ),
    ),
  );

/** What the selected requests are and inherit, as data that can be written in any format. */
export const exportContent =
  (ports: Ports) =>
  ({ workspaceId, select = {}, environment, rows = [] }: ExportSelection): AppResult<ExportContent> =>
    pipe(
      TE.Do,
      TE.bind('workspace', () => resolveWorkspace(ports)(workspaceId)),
      TE.bind('selected', ({ workspace }) => selectRequests(ports, workspace, { select })),
      TE.bind('requests', ({ workspace, selected }) => requestsOf(ports, workspace, selected)),
      TE.bind('folders', ({ workspace }) => ports.store.folders.list(workspace.id)),
      TE.bind('surroundings', ({ workspace }) => loadEnvironments(ports, workspace, environment)),
      TE.bind('known', () => knownSecrets(ports)),
      TE.map(({ workspace, requests, folders, surroundings, known }) => {
        const hide = withNames([...surroundings.secrets, ...known]);
        const secrets = enabledPairs(surroundings.environment?.secrets ?? []).map(({ name }) => name);
        return {
          name: workspace.name,
          folders: folders.map((one) => hide.as(Folder, one)),
          requests: requests.map((one) => hide.as(SavedRequest, one)),
          variables: hide.as(Pairs, enabledPairs(surroundings.environment?.variables ?? [])),
          secrets: [...new Set(secrets)],
          rows: rows.map((row) => hide.json(row) as RunRow),
        };
      }),
    );
