import { getParentFolder, type ExecutionOutcome } from '@tandem/core';

import type { Summary } from '../../requests/saved-request.js';
import type { LastRunMark } from '../../response/outcome.js';
import type { Run } from '../../requests/sending/runs.js';

/** The newest stored execution of a request. */
export interface StoredRun {
  readonly id: string;
  readonly outcome: ExecutionOutcome;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
}

/** Finds the last run of a request: the one of this page, or the stored one if that began later. */
export const findLastRun = (run: Run | undefined, stored: StoredRun | undefined): LastRunMark | undefined => {
  if (stored === undefined) return run;
  const mark = { kind: 'stored', outcome: stored.outcome } as const;
  if (run === undefined) return mark;
  if (run.kind !== 'done' || run.startedAt === undefined) return run;
  const isOther = stored.id !== run.result.executionId;
  return isOther && Date.parse(stored.startedAt) > run.startedAt ? mark : run;
};

/** The location of a line in the tree. */
interface LineLocation {
  /** 1 for the top level. */
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  /** Whether the line's folder mixes folders and requests. */
  readonly isMixed?: true;
}

/** A line of the tree. */
export type TreeLine =
  | (LineLocation & {
      readonly kind: 'folder';
      /** Folder names joined by a slash. */
      readonly path: string;
      readonly name: string;
      readonly isOpen: boolean;
    })
  | (LineLocation & { readonly kind: 'request'; readonly request: Summary });

/** Whether two lines show the same. */
const areLinesEqual = (a: TreeLine, b: TreeLine): boolean => {
  const isBeside =
    a.level === b.level && a.position === b.position && a.siblings === b.siblings && a.isMixed === b.isMixed;
  if (a.kind === 'folder')
    return isBeside && b.kind === 'folder' && a.path === b.path && a.isOpen === b.isOpen;
  return isBeside && b.kind === 'request' && a.request === b.request;
};

/** Splits a path into folder names, and drops blank ones. */
export const splitPath = (path: string): readonly string[] =>
  path
    .split('/')
    .map((name) => name.trim())
    .filter(Boolean);

/** Lists all folders of the requests and their ancestors, sorted by name. */
export const listFolders = (requests: readonly Summary[]): readonly string[] => {
  const all = new Set<string>();
  for (const folder of new Set(requests.map((request) => request.folder))) {
    const pieces = splitPath(folder);
    pieces.forEach((_, index) => all.add(pieces.slice(0, index + 1).join('/')));
  }
  return [...all].sort((a, b) => a.localeCompare(b));
};

interface Node {
  readonly folders: Map<string, Node>;
  readonly requests: Summary[];
}

const createNode = (): Node => ({ folders: new Map(), requests: [] });

/** Returns the node of a folder, and creates it and its ancestors if needed. */
const ensureNode = (root: Node, path: string): Node => {
  let node = root;
  for (const name of path.split('/').filter(Boolean)) {
    const next = node.folders.get(name) ?? createNode();
    node.folders.set(name, next);
    node = next;
  }
  return node;
};

/** Builds the tree. Folders in `folders` keep their order, followed by folders that only requests mention. */
const buildTree = (folders: readonly string[], requests: readonly Summary[]): Node => {
  const root = createNode();
  for (const path of [...folders, ...listFolders(requests)]) ensureNode(root, path);
  for (const request of requests) ensureNode(root, request.folder).requests.push(request);
  return root;
};

/** An entry of one level, with the key of its line. */
type Child = { readonly key: string } & (
  { readonly name: string; readonly path: string; readonly inside: Node } | { readonly request: Summary }
);

/**
 * Lists the direct children of a folder: folders first, unless `keys` contains another order. Entries that
 * are not in `keys` come last.
 */
const listChildren = (node: Node, path: string, keys: readonly string[] | undefined): readonly Child[] => {
  const folders = [...node.folders].map(([name, inside]): Child => {
    const here = path === '' ? name : `${path}/${name}`;
    return { key: formatFolderKey(here), name, path: here, inside };
  });
  const all = [...folders, ...node.requests.map((request): Child => ({ key: request.id, request }))];
  if (keys === undefined) return all;
  const rank = new Map(keys.map((key, index) => [key, index]));
  const rankOf = ({ key }: Child): number => rank.get(key) ?? keys.length;
  return all.sort((a, b) => rankOf(a) - rankOf(b));
};

interface LineOptions {
  readonly isClosed: (path: string) => boolean;
  readonly mixed: MixedLevels;
}

const listLines = (node: Node, path: string, level: number, options: LineOptions): readonly TreeLine[] => {
  const children = listChildren(node, path, options.mixed.get(path));
  const siblings = children.length;
  const isMixed = options.mixed.has(path);
  return children.flatMap((child, index): readonly TreeLine[] => {
    const where = { level, position: index + 1, siblings, ...(isMixed ? { isMixed } : {}) };
    if ('request' in child) return [{ kind: 'request', request: child.request, ...where }];
    const isOpen = !options.isClosed(child.path);
    const line: TreeLine = { kind: 'folder', path: child.path, name: child.name, isOpen, ...where };
    return isOpen ? [line, ...listLines(child.inside, child.path, level + 1, options)] : [line];
  });
};

/** Returns a function that checks whether a text contains every word of `search`. */
const createWordMatcher = (search: string): ((text: string) => boolean) => {
  const words = search.toLowerCase().split(/\s+/);
  return (text) => {
    const within = text.toLowerCase();
    return words.every((word) => within.includes(word));
  };
};

/**
 * Returns a function that checks whether a request's name, folder, method and URL together contain every word
 * of `search`.
 */
export const createRequestMatcher = (search: string): ((request: Summary) => boolean) => {
  const hasWords = createWordMatcher(search);
  return ({ name, folder, method, url }) => hasWords(`${name} ${folder} ${method} ${url}`);
};

/** The keys of the lines in each folder that mixes folders and requests, in order. Indexed by the folder's path. */
export type MixedLevels = ReadonlyMap<string, readonly string[]>;

/** The content of a tree: folder paths and requests, both in order. */
export interface TreeContent {
  readonly folders: readonly string[];
  readonly requests: readonly Summary[];
  /** The order of folders that mix folders and requests. In all other folders, folders come before requests. */
  readonly mixed?: MixedLevels;
}

/** Lists the visible lines, in order. A search opens all folders. */
export const listTreeLines = (
  { folders, requests, mixed = new Map() }: TreeContent,
  closed: ReadonlySet<string>,
  search: string,
): readonly TreeLine[] => {
  const words = search.trim();
  if (words === '')
    return listLines(buildTree(folders, requests), '', 1, { isClosed: (path) => closed.has(path), mixed });
  const found = requests.filter(createRequestMatcher(words));
  const hasWords = createWordMatcher(words);
  const around = new Set(listFolders(found));
  const isShown = (path: string): boolean => hasWords(path) || around.has(path);
  return listLines(buildTree(folders.filter(isShown), found), '', 1, { isClosed: () => false, mixed });
};

/** Lists the paths of all folders, in tree order. */
export const listFolderPaths = (content: TreeContent): readonly string[] =>
  listTreeLines(content, new Set(), '').flatMap((line) => (line.kind === 'folder' ? [line.path] : []));

/** Formats the key of a folder's line. */
export const formatFolderKey = (path: string): string => `folder ${path}`;

/** Returns the path of the folder with a key; undefined if the key belongs to a request. */
export const parseFolderKey = (key: string): string | undefined =>
  key.startsWith('folder ') ? key.slice('folder '.length) : undefined;

/** Returns a key that identifies a line. */
export const getLineKey = (line: TreeLine): string =>
  line.kind === 'folder' ? formatFolderKey(line.path) : line.request.id;

/** Replaces each line by the equal one of `before`, if there is one, so that a line is the same object until it changes. */
export const keepEqualLines = (
  before: readonly TreeLine[],
  lines: readonly TreeLine[],
): readonly TreeLine[] => {
  const known = new Map(before.map((line) => [getLineKey(line), line]));
  return lines.map((line) => {
    const same = known.get(getLineKey(line));
    return same !== undefined && areLinesEqual(same, line) ? same : line;
  });
};

/** Returns the name that a line shows. */
export const getLineName = (line: TreeLine): string =>
  line.kind === 'folder' ? line.name : line.request.name;

/** Returns the folder that contains a line. New requests and folders beside the line are created in it. */
export const findParentOfLine = (line: TreeLine): string =>
  line.kind === 'folder' ? getParentFolder(line.path) : line.request.folder;

/** Returns the folder that contains the request or folder with a key; undefined while it is not loaded. */
export const findParentOfKey = (requests: readonly Summary[], key: string): string | undefined => {
  const path = parseFolderKey(key);
  return path === undefined ? requests.find(({ id }) => id === key)?.folder : getParentFolder(path);
};

/**
 * Finds the first line at or after `at` whose name begins with the typed text. Continues from the top after
 * the last line.
 */
export const findTypedLine = (lines: readonly TreeLine[], at: number, typed: string): number | undefined => {
  const words = typed.toLowerCase();
  // Each additional letter searches from the current match; the first letter starts at the next line.
  const from = typed.length > 1 ? at : at + 1;
  const found = [...lines.keys()]
    .map((step) => (from + step) % lines.length)
    .find((index) => {
      const line = lines[index];
      return line !== undefined && getLineName(line).toLowerCase().startsWith(words);
    });
  return found;
};

/**
 * Returns the key of the line that gets the focus when the line at `at` is removed and `rest` remains: the next one in the same folder,
 * otherwise the nearest one above, otherwise the nearest one below.
 */
export const findNeighbour = (
  lines: readonly TreeLine[],
  at: number,
  rest: readonly TreeLine[],
): string | undefined => {
  const left = new Set(rest.map(getLineKey));
  const below = lines.slice(at + 1);
  const sibling = below.slice(0, 1).filter(({ level }) => level === lines[at]?.level);
  return [...sibling, ...lines.slice(0, at).reverse(), ...below].map(getLineKey).find((key) => left.has(key));
};

/** Returns the folder in which new requests are created while a tab is shown; "" is the workspace. */
export const findTabFolder = (
  tab: string | undefined,
  requests: readonly Summary[],
  folders: readonly { readonly id: string; readonly path: string }[],
): string =>
  requests.find(({ id }) => id === tab)?.folder ?? folders.find(({ id }) => id === tab)?.path ?? '';
