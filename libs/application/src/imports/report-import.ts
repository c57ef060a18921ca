import {
  cutList,
  type ImportDocument,
  type ImportedEnvironment,
  type ImportedRequest,
  requestKindNames,
} from '@tandem/core';

import { type ImportResult, planListLimits } from './import-arguments.js';
import { type ImportPlan, listRequestPaths, toDocumentPath, type UpdateStep } from './plan-import.js';
import { listSentFiles } from './sent-files.js';

const toPathField = (path: string | undefined, request: Pick<ImportedRequest, 'folder' | 'name'>) =>
  path === undefined || path === toDocumentPath(request) ? {} : { path };

const toRequestPreview = (request: ImportedRequest, path: string | undefined) => ({
  folder: request.folder,
  name: request.name,
  method:
    requestKindNames[request.kind].fixedMethod ?? ('method' in request ? request.method : undefined) ?? 'GET',
  url: request.url ?? '',
  ...toPathField(path, request),
});

const countExamples = (request: ImportedRequest): number =>
  'examples' in request ? (request.examples ?? []).length : 0;

/** How to report a plan: `dryRun` says what would happen, and `all` makes the lists complete. */
export interface ReportOptions {
  readonly dryRun: boolean;
  readonly all: boolean;
}

const limitList = <A>(list: readonly A[], most: number, { all }: ReportOptions): readonly A[] =>
  all ? list : cutList(list, most).list;

/** Notes that a list was cut. The `counts` of the report have its full length. */
export const noteCutLists = (
  lists: readonly (readonly [{ readonly length: number }, number])[],
  { all }: Pick<ReportOptions, 'all'>,
): Pick<ImportResult, 'truncated'> =>
  !all && lists.some(([{ length }, most]) => length > most) ? { truncated: true } : {};

const toEnvironmentPreview = (
  { environments, secretReasons = [] }: ImportDocument,
  { name, variables, secrets }: ImportedEnvironment,
  at: number,
): ImportResult['environments'][number] => {
  const original = environments[at]?.name;
  const names = new Set(secrets.map((one) => one.name));
  const reasons = secretReasons.filter((one) => names.has(one.name));
  return {
    name,
    variables: variables.map((one) => one.name),
    secrets: [...names],
    ...(reasons.length === 0 ? {} : { reasons }),
    ...(original === undefined || original === name ? {} : { original }),
  };
};

/** Reports a plan. Contains the names of secrets, but no values. */
export const reportPlan = (plan: ImportPlan, telling: ReportOptions): ImportResult => {
  const { document, folder, environments } = plan;
  const { requests, leftOut, noise, plain } = document;
  const paths = listRequestPaths(document);
  const files = listSentFiles(requests, (at) => paths[at] ?? '');
  const examples = requests.reduce((sum, one) => sum + countExamples(one), 0);
  const folders = document.folders.flatMap(({ path }) => (path === '' ? [] : [path]));
  const mixed = document.folders.flatMap(({ path, order }) => (order === 'mixed' ? [path] : []));
  return {
    dryRun: telling.dryRun,
    format: document.format,
    why: document.why,
    folder,
    counts: {
      folders: folders.length + (folder === '' ? 0 : 1),
      requests: requests.length,
      environments: environments.length,
      secrets: environments.reduce((sum, { secrets }) => sum + secrets.length, 0),
      leftOut: leftOut.length,
      ...(examples === 0 ? {} : { examples }),
    },
    requests: limitList(requests, planListLimits.requests, telling).map((one, at) =>
      toRequestPreview(one, paths[at]),
    ),
    ...(files.length === 0 ? {} : { files: limitList(files, planListLimits.files, telling) }),
    environments: environments.map((one, at) => toEnvironmentPreview(document, one, at)),
    leftOut: limitList(leftOut, planListLimits.leftOut, telling),
    ...noteCutLists(
      [
        [requests, planListLimits.requests],
        [leftOut, planListLimits.leftOut],
        [files, planListLimits.files],
      ],
      telling,
    ),
    ...(plain === undefined ? {} : { plain }),
    ...(noise === undefined ? {} : { noise }),
    ...(telling.all ? { folders } : {}),
    ...(telling.all && mixed.length > 0 ? { mixed } : {}),
  };
};

/** Reports an update: which requests it creates and changes. */
export const reportUpdate = (
  plan: ImportPlan,
  steps: readonly UpdateStep[],
  telling: ReportOptions,
): ImportResult => {
  const count = (outcome: UpdateStep['outcome']): number =>
    steps.filter((one) => one.outcome === outcome).length;
  const changes = steps.flatMap((step) => {
    const { outcome, folder, name, patch, kept } = step;
    if (outcome === 'unchanged' && kept.length === 0) return [];
    const reported = outcome === 'unchanged' ? ('changed' as const) : outcome;
    return [
      { outcome: reported, folder, name, fields: Object.keys(patch), kept, ...toPathField(step.path, step) },
    ];
  });
  return {
    ...reportPlan(plan, telling),
    ...noteCutLists([[changes, planListLimits.requests]], telling),
    update: {
      counts: {
        ...{ new: count('new'), changed: count('changed'), unchanged: count('unchanged') },
        ...{ gone: count('gone'), deleted: count('deleted') },
        kept: steps.filter(({ kept }) => kept.length > 0).length,
      },
      changes: limitList(changes, planListLimits.requests, telling),
    },
  };
};
