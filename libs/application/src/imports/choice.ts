import {
  type AppError,
  type ImportDocument,
  type ImportedEnvironment,
  type ImportedRequest,
  createInvalidInput,
  getParentFolder,
} from '@tandem/core';
import { findNearest } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

import type { ApplyImport } from './import-arguments.js';

/** What a person or a call selects from a document. */
export type Choice = Pick<ApplyImport, 'only' | 'without' | 'environments'>;

/** The path of a request in a document, if it is unique. */
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

/** The paths of requests, in order. A path already used by a folder or an earlier request gets a number. */
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

/** Whether a list contains a request or one of its folders. */
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

/** Checks what is selected in a document with these folders, requests and environments. */
export interface Chooser {
  readonly request: (path: string, folder: string) => boolean;
  readonly folder: (path: string) => boolean;
  readonly environment: (name: string) => boolean;
}

const everything: Chooser = { request: () => true, folder: () => true, environment: () => true };

/** What a choice selects from a document. The paths belong to its requests, including those gone from it. */
export const createChooser = (
  { only, without, environments }: Choice,
  document: ImportDocument,
  paths: readonly string[],
  requests: readonly PlacedRequest[] = document.requests,
): E.Either<AppError, Chooser> => {
  if (only === undefined && without === undefined && environments === undefined) return E.right(everything);
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

/** The selected environments. One that extends an unselected one loses its base. */
const chooseEnvironments = (
  { environments }: ImportDocument,
  chooser: Chooser,
): readonly ImportedEnvironment[] => {
  const taken = environments.filter(({ name }) => chooser.environment(name));
  return taken.map(({ extends: base, ...one }) =>
    base === undefined || !chooser.environment(base) ? one : { ...one, extends: base },
  );
};

/** The selected part of a document: its requests, the folders around them and those selected entirely. */
export const selectChosenPart = (
  document: ImportDocument,
  paths: readonly string[],
  chooser: Chooser,
): ImportDocument => {
  if (chooser === everything) return document;
  const requests = document.requests.filter(({ folder }, at) => chooser.request(paths[at] ?? '', folder));
  const needed = new Set(requests.flatMap(({ folder }) => listEnclosingFolders(folder)));
  const inner = document.folders.filter(
    ({ path }) => path !== '' && (needed.has(path) || chooser.folder(path)),
  );
  const isEmpty = requests.length + inner.length === 0;
  const folders = isEmpty ? [] : [...document.folders.filter(({ path }) => path === ''), ...inner];
  return { ...document, requests, folders, environments: chooseEnvironments(document, chooser) };
};
