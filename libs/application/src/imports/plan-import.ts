import {
  type AnyRequest,
  type AppError,
  checkFolderPath,
  createInvalidInput,
  createTurns,
  type Environment,
  findFreeName,
  type Folder,
  getFolderDisplayName,
  getParentFolder,
  type ImportDocument,
  type ImportedEnvironment,
  type ImportedRequest,
  isSameOnDisk,
  mapInSlices,
  type RememberedImport,
  type RememberedRequest,
  requestKinds,
} from '@tandem/core';
import { findNearest, getOwnValue } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

import { isSameName } from '../environments/load-environments.js';
import type { ImportArguments } from './import-arguments.js';
import { createFingerprint, getRequestOrigin, toWrittenFields } from './import-memory.js';

/** A document, with the names that its contents get in the workspace. */
export interface ImportPlan {
  readonly document: ImportDocument;
  /** The path of the folder for all imported requests. Empty if there are none. */
  readonly folder: string;
  readonly environments: readonly ImportedEnvironment[];
}

/** Names already in use. */
export interface Names {
  readonly folders: readonly Pick<Folder, 'path'>[];
  readonly environments: readonly Pick<Environment, 'name'>[];
}

/** Gives the environments unique names. Those that extend a renamed one refer to its new name. */
const renameEnvironments = (
  imported: readonly ImportedEnvironment[],
  present: Names['environments'],
): readonly ImportedEnvironment[] => {
  const names = new Map<string, string>();
  for (const { name } of imported) {
    const taken = [...present.map((one) => one.name), ...names.values()];
    names.set(
      name,
      findFreeName(name, (one) => taken.some((other) => isSameName(other, one))),
    );
  }
  const renamed = (name: string): string => names.get(name) ?? name;
  return imported.map((one) => ({
    ...one,
    name: renamed(one.name),
    ...(one.extends === undefined ? {} : { extends: renamed(one.extends) }),
  }));
};

/** Plans an import: gives its contents names that are free in the workspace. */
export const planImport = (document: ImportDocument, around: string, present: Names): ImportPlan => {
  const below = (name: string): string => (around === '' ? name : `${around}/${name}`);
  const isTaken = (name: string): boolean =>
    present.folders.some(({ path }) => isSameOnDisk(path, below(name)));
  const hasFolder = document.requests.length + document.folders.length > 0;
  return {
    document,
    folder: hasFolder ? below(findFreeName(getFolderDisplayName(document.name, 'Import'), isTaken)) : '',
    environments: renameEnvironments(document.environments, present.environments),
  };
};

/** The path in the workspace of a path in the document. */
export const toImportPath = ({ folder }: ImportPlan, path: string): string =>
  path === '' ? folder : `${folder}/${path}`;

const checkImportedRequest = ({ kind, ...fields }: ImportedRequest): AppError | undefined =>
  requestKinds[kind].problemOf(fields);

/** Says why a plan cannot be carried out. Undefined if it can. */
export const checkImportPlan = async (plan: ImportPlan): Promise<AppError | undefined> => {
  const turns = createTurns();
  for (const { path } of plan.document.folders) {
    const problem = checkFolderPath(toImportPath(plan, path));
    if (problem !== null) return problem;
    await turns();
  }
  for (const request of plan.document.requests) {
    const problem = checkImportedRequest(request);
    if (problem?.kind === 'invalid-input')
      return createInvalidInput(
        'text',
        `has the request “${request.name}”, whose ${problem.issues[0]?.message ?? 'fields cannot be saved'}`,
        {
          expected: 'requests that can be saved',
          got: request.name,
        },
      );
    await turns();
  }
  return undefined;
};

/** The parts of a document that a person or a call selects for the import. */
export type Choice = Pick<ImportArguments, 'only' | 'without' | 'environments'>;

/** The path of a request in its document, which another request may have too. */
export const toDocumentPath = ({ folder, name }: Pick<ImportedRequest, 'folder' | 'name'>): string =>
  folder === '' ? name : `${folder}/${name}`;

type PlacedRequest = Pick<ImportedRequest, 'folder' | 'name'>;

/** The folder itself and its parents. */
const listEnclosingFolders = (folder: string): readonly string[] =>
  folder === '' ? [] : [...listEnclosingFolders(getParentFolder(folder)), folder];

const listFolders = (
  { folders }: Pick<ImportDocument, 'folders'>,
  requests: readonly PlacedRequest[],
): readonly string[] => [
  ...folders.flatMap(({ path }) => (path === '' ? [] : [path])),
  ...new Set(requests.flatMap(({ folder }) => listEnclosingFolders(folder))),
];

/** A unique path for each request, in order. A path that a folder or an earlier request has gets a number. */
export const listRequestPaths = (
  document: Pick<ImportDocument, 'folders' | 'requests'>,
  requests: readonly PlacedRequest[] = document.requests,
): readonly string[] => {
  const taken = new Set<string>(listFolders(document, requests));
  const next = new Map<string, number>();
  return requests.map((request) => {
    const wanted = toDocumentPath(request);
    let path = wanted;
    for (let number = next.get(wanted) ?? 2; taken.has(path); number += 1) {
      path = `${wanted} ${number}`;
      next.set(wanted, number + 1);
    }
    taken.add(path);
    return path;
  });
};

const trimSlashes = (path: string): string => path.replace(/^\/+|\/+$/g, '');

/** Creates a predicate: whether the list contains a request, or a folder around it. */
const createPathMatcher = (list: readonly string[]) => {
  const named = new Set(list.flatMap((one) => [one, trimSlashes(one)]));
  const folder = (path: string): boolean => listEnclosingFolders(path).some((one) => named.has(one));
  return { folder, request: (path: string, within: string): boolean => named.has(path) || folder(within) };
};

const checkChoice = (
  argument: keyof Choice,
  list: readonly string[] | undefined,
  known: readonly string[],
  noun: string,
): AppError | undefined => {
  const all = new Set(known);
  const missing = list?.find((one) => !all.has(one) && !all.has(trimSlashes(one)));
  if (missing === undefined) return undefined;
  const near = findNearest(trimSlashes(missing), known, 3);
  const hint = near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '; dryRun lists them';
  return createInvalidInput(argument, `has “${missing}”, which is no ${noun} of the document${hint}`, {
    expected: `${noun}s of the document`,
    got: missing,
    near,
  });
};

/** The checked selection of parts of a document. */
export interface Chooser {
  readonly request: (path: string, folder: string) => boolean;
  readonly folder: (path: string) => boolean;
  readonly environment: (name: string) => boolean;
}

const chooseEverything: Chooser = { request: () => true, folder: () => true, environment: () => true };

/** Checks a selection, and creates functions that apply it. `paths` may include requests that the document no longer contains. */
export const createChooser = (
  { only, without, environments }: Choice,
  document: ImportDocument,
  paths: readonly string[],
  requests: readonly PlacedRequest[] = document.requests,
): E.Either<AppError, Chooser> => {
  if (only === undefined && without === undefined && environments === undefined)
    return E.right(chooseEverything);
  const known = [...listFolders(document, requests), ...paths];
  const names = document.environments.map(({ name }) => name);
  const problem =
    checkChoice('only', only, known, 'folder or request') ??
    checkChoice('without', without, known, 'folder or request') ??
    checkChoice('environments', environments, names, 'environment');
  if (problem !== undefined) return E.left(problem);
  const [wanted, unwanted] = [
    only === undefined ? undefined : createPathMatcher(only),
    createPathMatcher(without ?? []),
  ];
  return E.right({
    request: (path, folder) =>
      (wanted === undefined || wanted.request(path, folder)) && !unwanted.request(path, folder),
    folder: (path) => (wanted === undefined || wanted.folder(path)) && !unwanted.folder(path),
    environment: (name) => environments === undefined || environments.includes(name),
  });
};

/** The selected environments. If the base of one is not selected, it extends none. */
const chooseEnvironments = (
  { environments }: ImportDocument,
  chooser: Chooser,
): readonly ImportedEnvironment[] => {
  const taken = environments.filter(({ name }) => chooser.environment(name));
  return taken.map(({ extends: base, ...one }) =>
    base === undefined || !chooser.environment(base) ? one : { ...one, extends: base },
  );
};

/** The selected part of a document: the selected requests with the folders around them, and folders that are selected as a whole. */
export const selectChosenPart = (
  document: ImportDocument,
  paths: readonly string[],
  chooser: Chooser,
): ImportDocument => {
  if (chooser === chooseEverything) return document;
  const requests = document.requests.filter(({ folder }, at) => chooser.request(paths[at] ?? '', folder));
  const needed = new Set(requests.flatMap(({ folder }) => listEnclosingFolders(folder)));
  const inner = document.folders.filter(
    ({ path }) => path !== '' && (needed.has(path) || chooser.folder(path)),
  );
  const isEmpty = requests.length + inner.length === 0;
  const folders = isEmpty ? [] : [...document.folders.filter(({ path }) => path === ''), ...inner];
  return { ...document, requests, folders, environments: chooseEnvironments(document, chooser) };
};

type Fields = Readonly<Record<string, unknown>>;

/** The tag that an update adds to a request that the document no longer contains. */
export const goneTag = 'gone';

/**
 * The effect of an update on a request. `deleted` means that somebody has deleted it in the workspace, so the update does not create it
 * again.
 */
export type UpdateOutcome = 'new' | 'changed' | 'unchanged' | 'gone' | 'deleted';

export interface UpdateStep {
  readonly outcome: UpdateOutcome;
  readonly name: string;
  /** The unique path of the request among those that the document contains or contained. */
  readonly path: string;
  /** Relative to the folder of the import. */
  readonly folder: string;
  /** The request in the document. Missing if the document no longer contains it. */
  readonly request?: ImportedRequest;
  readonly id?: string;
  /** The fields to store. */
  readonly patch: Fields;
  /** The fields that both the document and a person have changed. They keep the person's values. */
  readonly kept: readonly string[];
}

/** A step without its path, which depends on the other steps. */
type Step = Omit<UpdateStep, 'path'>;

/** The folder of a request relative to the import's folder. If the request was moved out of it, the full path after a slash. */
const toRelativeFolder = (folder: string, root: string): string => {
  if (folder === root) return '';
  return folder.startsWith(`${root}/`) ? folder.slice(root.length + 1) : `/${folder}`;
};

const getWrittenFingerprint = ({ fields }: RememberedRequest, field: string, fallback: unknown): string =>
  getOwnValue(fields, field) ?? createFingerprint(fallback);

/** Merges the fields of a request. The base is what the last import wrote, and a person's change wins. */
const mergeFields = (
  present: Fields,
  next: Fields,
  base: (field: string) => string,
): Pick<UpdateStep, 'patch' | 'kept'> => {
  const patch: Record<string, unknown> = {};
  const kept: string[] = [];
  for (const [field, value] of Object.entries(next)) {
    const [written, wanted, here] = [
      base(field),
      createFingerprint(value),
      createFingerprint(getOwnValue(present, field)),
    ];
    if (wanted === written || wanted === here) continue;
    if (here === written) patch[field] = value;
    else kept.push(field);
  }
  return { patch, kept };
};

const planStep = (
  request: ImportedRequest,
  remembered: RememberedRequest | undefined,
  present: AnyRequest | undefined,
  root: string,
): Step => {
  const about = { name: request.name, folder: request.folder, request };
  if (remembered === undefined) return { ...about, outcome: 'new', patch: {}, kept: [] };
  if (present === undefined) return { ...about, outcome: 'deleted', id: remembered.id, patch: {}, kept: [] };
  const tags = present.tags.filter((tag) => tag !== goneTag);
  const here = { ...present, tags, folder: toRelativeFolder(present.folder, root) };
  const defaults: Fields = requestKinds[request.kind].defaults;
  const { patch, kept } = mergeFields(here, toWrittenFields(request), (field) =>
    getWrittenFingerprint(remembered, field, getOwnValue(defaults, field)),
  );
  const back = tags.length < present.tags.length && patch.tags === undefined ? { tags } : {};
  const all = { ...patch, ...back };
  const outcome = Object.keys(all).length === 0 ? 'unchanged' : 'changed';
  return { ...about, outcome, id: remembered.id, patch: all, kept };
};

/** The step for a request that the document no longer contains: it gets a tag. */
const createGoneStep = (present: AnyRequest, root: string): Step => ({
  outcome: 'gone',
  name: present.name,
  folder: toRelativeFolder(present.folder, root),
  id: present.id,
  patch: present.tags.includes(goneTag) ? {} : { tags: [...present.tags, goneTag] },
  kept: [],
});

/**
 * Plans the update of an earlier import, request by request in the order of the document. Requests that the document no longer contains
 * come last.
 */
export const planUpdate = async (
  document: ImportDocument,
  remembered: RememberedImport,
  present: ReadonlyMap<string, AnyRequest>,
  root: string,
): Promise<readonly UpdateStep[]> => {
  const { requests } = document;
  const known = new Map(remembered.requests.map((one) => [one.origin, one]));
  const there = new Set<string>();
  const steps = await mapInSlices(requests, (request) => {
    const origin = getRequestOrigin(request);
    there.add(origin);
    const before = known.get(origin);
    return planStep(request, before, before && present.get(before.id), root);
  });
  const gone = remembered.requests.flatMap(({ origin, id }) => {
    const one = there.has(origin) ? undefined : present.get(id);
    return one === undefined ? [] : [createGoneStep(one, root)];
  });
  const all = [...steps, ...gone];
  const paths = listRequestPaths(document, all);
  return all.map((step, at) => ({ ...step, path: paths[at] ?? '' }));
};
