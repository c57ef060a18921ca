import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { requestTypes } from '../document/entity-file.js';
import { getDirectory, getStem, manifestPath } from '../layout/paths.js';
import { isFault, parse } from '../yaml/parse.js';
import { getAtPath, toList, toMap, toText } from '../yaml/tree.js';
import type { FolderFile, FolderTree, Unreadable } from './tree.js';

/** Maximum length of a file that may be a request, because nobody writes a longer one by hand. */
const maxCharacters = 200_000;

const createUnreadable = (path: string, message: string): Unreadable => ({
  path,
  line: 1,
  column: 1,
  message,
});

export const hasKey = (text: string, keys: string): boolean =>
  new RegExp(`^["']?(?:${keys})["']?\\s*:`, 'm').test(text);

const environmentKeys = new Set(['name', 'variables', 'color', 'description', 'extends', 'x-tandem']);

/**
 * The class of a YAML file: `ours`, `other` if it belongs to another program, or the reason why it looks like ours although Tandem does not
 * read it.
 */
export type FileClass = 'ours' | 'other' | { readonly reason: string };

const classifyByInfo = (tree: Readonly<Record<string, unknown>>): FileClass => {
  if (requestTypes.some((type) => type in tree)) return 'ours';
  const [protocol] = ['grpc', 'websocket'].filter((key) => key in tree);
  if (protocol !== undefined) return { reason: `it is a ${protocol} request, which Tandem does not have` };
  const type = toText(toMap(tree.info).type) ?? '';
  if (type === 'folder') return { reason: 'it describes a folder, so its name must be folder.yml' };
  if (requestTypes.includes(type)) return 'ours';
  if (type !== '')
    return { reason: `info.type is ${JSON.stringify(type)}; use one of ${requestTypes.join(', ')}` };
  return 'other';
};

/** Whether no line starts with a key, although the file may be a map: an indented map, or one in braces. */
const isIndentedOrFlow = (text: string): boolean =>
  /^(?:[ \t]*(?:#.*|%.*|---.*)?\r?\n)*(?:[ \t]+["']?[A-Za-z]|(?:---)?[ \t]*\{)/.test(text);

/** Classifies a file by its URL, because its `info` is missing or has an unexpected form. */
const classifyWithoutInfo = (tree: Readonly<Record<string, unknown>>): FileClass => {
  const [protocol] = requestTypes.filter((key) => getAtPath(tree, [key, 'url']) !== undefined);
  return protocol === undefined
    ? 'other'
    : { reason: `it has ${protocol}.url, but no info; add info with a name and type: ${protocol}` };
};

/** Classifies a YAML file outside our locations by its content. */
export const classifyYaml = (text: string): FileClass => {
  if (hasKey(text, 'info') && hasKey(text, requestTypes.join('|'))) return 'ours';
  const hasInfo = hasKey(text, ['info', ...requestTypes].join('|')) || isIndentedOrFlow(text);
  const isEnvironment = hasKey(text, 'name') && hasKey(text, 'variables');
  if (!hasInfo && !isEnvironment) return 'other';
  if (text.length > maxCharacters || hasKey(text, 'openapi|swagger|asyncapi')) return 'other';
  const parsed = parse(text);
  // A file of another program may use syntax that only that program reads.
  if (isFault(parsed)) return hasKey(text, 'info') ? 'ours' : 'other';
  const tree = toMap(parsed.tree);
  if ('info' in tree && !('openapi' in tree || 'swagger' in tree || 'asyncapi' in tree))
    return classifyByInfo(tree);
  if (hasInfo && classifyWithoutInfo(tree) !== 'other') return classifyWithoutInfo(tree);
  return Array.isArray(tree.variables) && Object.keys(tree).every((key) => environmentKeys.has(key))
    ? { reason: 'it looks like an environment; move it into environments/' }
    : 'other';
};

const handlerPattern = /\bexport\b[^\n]*\b(?:onRequest|onResponse|onTest)\b/;

const isScript = (path: string): boolean => path.endsWith('.js');

/** The paths of YAML files without their extensions. */
const listStems = ({ files }: FolderTree): ReadonlySet<string> =>
  new Set([...files.keys()].filter((path) => !isScript(path)).map((path) => path.replace(/\.ya?ml$/, '')));

/** Scripts that have a handler, but no YAML file next to them. */
const findOrphanScripts = (tree: FolderTree): readonly Unreadable[] => {
  const stems = listStems(tree);
  const belongs = (path: string): boolean =>
    stems.has(path.slice(0, -'.js'.length)) ||
    (getStem(path) === 'folder' && getDirectory(path) !== '') ||
    path === 'collection.js' ||
    path === 'opencollection.js';
  return [...tree.files.values()]
    .filter(({ path }) => isScript(path) && !belongs(path))
    .filter(({ text }) => text.length <= maxCharacters && handlerPattern.test(text))
    .map(({ path }) =>
      createUnreadable(path, `it has handlers, but no request is beside it: ${getStem(path)}.yml is missing`),
    );
};

/** Whether a manifest contains environments. A long manifest is not parsed to find out. */
const hasEnvironments = (text: string): boolean => {
  if (!hasKey(text, 'config') || !/^\s+environments\s*:/m.test(text) || text.length > maxCharacters)
    return false;
  const parsed = parse(text);
  return !isFault(parsed) && toList(getAtPath(parsed.tree, ['config', 'environments'])).length > 0;
};

const hasItems = (text: string): boolean =>
  hasKey(text, 'items') && !/^items\s*:\s*(?:\[\s*\]\s*)?(?:#.*)?\n(?![ -])/m.test(`${text}\n`);

/**
 * Requests or environments inside the manifest or a `folder.yml`. A single-file collection stores them inline, but Tandem only reads them
 * from separate files.
 */
const findInlineContent = (file: FolderFile): readonly Unreadable[] => {
  const { path } = file;
  const isManifest = path === manifestPath;
  if (!isManifest && getStem(path) !== 'folder') return [];
  // The text is decoded only here, because decoding every file would be slow.
  const { text } = file;
  const { items, environments } = {
    items: { ...createUnreadable(path, 'put each request and folder into a file of its own'), part: 'items' },
    environments: {
      ...createUnreadable(path, 'put each environment into a file in environments/'),
      part: 'config.environments',
    },
  };
  return [...(hasItems(text) ? [items] : []), ...(isManifest && hasEnvironments(text) ? [environments] : [])];
};

const describeMisplaced = (path: string, yaml: ReadonlySet<string>): string | undefined => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name.startsWith('.')) return undefined;
  if (/\.js$/i.test(name) && !isScript(name) && yaml.has(path.slice(0, -'.js'.length)))
    return 'its extension must be in lower case; rename it to .js';
  if (/\.bru$/i.test(name))
    return 'it is a file of a collection in .bru files, which is not read here; convert it with: tandem import <its folder> <a new folder>';
  if (name === manifestPath && path !== manifestPath)
    return 'it is the manifest of another collection; only the one at the top counts';
  return path === 'folder.yml'
    ? `it describes no folder; what all requests inherit is in ${manifestPath}`
    : undefined;
};

/** Files that look like part of a collection but are ignored because of their location or name. */
export const findOverlooked = (tree: FolderTree): readonly Unreadable[] => {
  const yaml = listStems(tree);
  const directories = new Set(tree.directories);
  const named = new Set([...tree.unreadable, ...tree.notRead].map(({ path }) => path));
  return [
    ...tree.taken.flatMap((path) => {
      const message = directories.has(path) || named.has(path) ? undefined : describeMisplaced(path, yaml);
      return message === undefined ? [] : [createUnreadable(path, message)];
    }),
    ...findOrphanScripts(tree),
    ...[...tree.files.values()].flatMap(findInlineContent),
  ];
};

/** Maximum numbers of entries, levels and bytes that are examined behind a link, because a link may lead to a whole disk. */
const linkLimits = { entries: 200, depth: 3, fileBytes: 200_000 } as const;

const isYaml = (name: string): boolean => /\.ya?ml$/i.test(name);

/** Whether a YAML file looks like one of ours. Further links are not followed. */
const isOurFile = async (path: string): Promise<boolean> => {
  const { size } = await stat(path);
  // Device and system files have no size, and reading them may never end.
  if (size === 0 || size > linkLimits.fileBytes) return false;
  return classifyYaml(await readFile(path, 'utf8')) !== 'other';
};

/**
 * Says whether a link points to something that looks like part of a collection. A user who put the link there expects it to be read, but
 * links are never followed, so it is reported instead.
 */
export const isCollectionLink = async (link: string): Promise<boolean> => {
  let entries = 0;
  const look = async (path: string, depth: number): Promise<boolean> => {
    entries += 1;
    const kind = await lstat(path);
    if (kind.isFile()) return isYaml(path) && (await isOurFile(path));
    if (!kind.isDirectory() || depth >= linkLimits.depth) return false;
    for (const name of (await readdir(path)).sort()) {
      if (entries >= linkLimits.entries) return false;
      if (name.startsWith('.') || name === 'node_modules') continue;
      if (await look(join(path, name), depth + 1).catch(() => false)) return true;
    }
    return false;
  };
  // A broken or unreadable link is ignored.
  return realpath(link)
    .then((path) => look(path, 0))
    .catch(() => false);
};
