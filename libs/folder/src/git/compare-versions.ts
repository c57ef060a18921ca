import {
  type EntityDifference,
  type FieldDifference,
  type FileVersions,
  type FolderVersions,
  isRequestKind,
} from '@tandem/core';
import { TE } from '@tandem/core/fp';

import { createDocuments, type Documents } from '../document/documents.js';
import type { FileContent } from '../document/entity-file.js';
import { getName, type SomeFields } from '../document/fields.js';
import { getDataFolder } from '../files/data-folder.js';
import { toFolderError } from '../folder-error.js';
import { compareFields } from '../merge/field-differences.js';
import { getExpectedKind } from '../merge-file/merge-file.js';
import { defaultFolderLimits, type FolderLimits } from '../yaml/limits.js';
import { type Fault, isFault } from '../yaml/parse.js';

/** The file of an entity, and the file of its script, which has the same name. */
interface FilePair {
  readonly document: FileVersions | undefined;
  readonly script: FileVersions | undefined;
}

/** The name that the file of an entity shares with the file of its script. */
const getStem = (path: string): string | undefined => {
  const stem = /^(.*)\.(?:ya?ml|js)$/.exec(path)?.[1];
  return stem?.replace(/^collection$/, 'opencollection');
};

const pairFiles = (files: readonly FileVersions[]): readonly FilePair[] => {
  const pairs = new Map<string, FilePair>();
  for (const file of files) {
    const stem = getStem(file.path) ?? file.path;
    const pair = pairs.get(stem) ?? { document: undefined, script: undefined };
    pairs.set(stem, file.path.endsWith('.js') ? { ...pair, script: file } : { ...pair, document: file });
  }
  return [...pairs.values()];
};

/** One version of an entity; null if the entity did not exist. */
type Side = (Omit<FileContent, 'fields' | 'bareSecrets'> & { readonly fields: SomeFields }) | null;

/** Both versions of the entity in a pair of files. */
interface EntityVersions {
  readonly before: Side;
  readonly after: Side;
  readonly paths: readonly string[];
}

const isChanged = ({ before, after, unread }: FileVersions): boolean =>
  before !== after || unread !== undefined;

const listChangedPaths = ({ document, script }: FilePair): readonly string[] =>
  [document, script].flatMap((file) => (file !== undefined && isChanged(file) ? [file.path] : []));

const listFields = (side: Side): SomeFields => side?.fields ?? {};

/** Compares an entity that may have moved to another directory, which is the folder of a request. */
const compareFolders = (
  { before, after }: EntityVersions,
  paths: readonly string[],
): readonly FieldDifference[] => {
  const isRequest = before !== null && isRequestKind(before.kind);
  const [from = '', to = ''] = paths.map((path) => path.split('/').slice(0, -1).join('/'));
  return isRequest && after !== null && paths.length === 2 && from !== to
    ? [{ name: 'folder', before: from, after: to }]
    : [];
};

const getDisplayName = ({ before, after, paths }: EntityVersions): string => {
  const fields = listFields(after ?? before);
  if (getName(fields) !== '') return getName(fields);
  return (after ?? before)?.kind === 'folder' ? (fields.path ?? '') : (paths[0] ?? '');
};

const toDifference = (compared: EntityVersions, movedPaths: readonly string[] = []): EntityDifference => {
  const { before, after, paths } = compared;
  const side = after ?? before;
  const op = before === null ? 'created' : after === null ? 'deleted' : 'updated';
  const fields =
    side === null || op !== 'updated' ? [] : compareFields(side.kind, listFields(before), listFields(after));
  return {
    id: side?.id,
    entity: side?.kind ?? 'file',
    name: getDisplayName(compared),
    op,
    paths,
    fields: [...compareFolders(compared, movedPaths), ...fields],
    note: null,
  };
};

/** The difference in a file that belongs to no entity, or that cannot be read as an entity. */
const toFileDifference = (file: FileVersions, note: string | null): EntityDifference => {
  const { path, before, after, unread } = file;
  const op =
    unread !== undefined ? 'updated' : before === null ? 'created' : after === null ? 'deleted' : 'updated';
  return {
    id: undefined,
    entity: 'file',
    name: path,
    op,
    paths: [path],
    fields: op === 'updated' && unread === undefined ? [{ name: 'content', before, after }] : [],
    note: unread ?? note,
  };
};

const addScript = (content: FileContent, script: string | null | undefined): Side => ({
  kind: content.kind,
  id: content.id,
  fields: script === undefined ? content.fields : { ...content.fields, script: script ?? '' },
});

const readSide = async (
  documents: Documents,
  { document, script }: FilePair,
  side: 'before' | 'after',
): Promise<Side | Fault> => {
  const text = document?.[side] ?? null;
  if (document === undefined || text === null) return null;
  const expected = getExpectedKind(document.path);
  const content = await documents.run({ do: 'read', text, expected, remembered: undefined });
  return isFault(content) ? content : addScript(content, script?.[side]);
};

const comparePair = async (
  documents: Documents,
  pair: FilePair,
): Promise<EntityVersions | readonly EntityDifference[]> => {
  const { document, script } = pair;
  const files = [document, script].filter((file) => file !== undefined);
  const isOther = document === undefined || !/\.ya?ml$/.test(document.path);
  if (isOther || files.some(({ unread }) => unread !== undefined))
    return files.filter(isChanged).map((file) => toFileDifference(file, null));
  const before = await readSide(documents, pair, 'before');
  const after = await readSide(documents, pair, 'after');
  for (const side of [after, before])
    if (side !== null && isFault(side)) {
      const note = `It cannot be compared field by field: ${side.message} (line ${side.line}).`;
      return files.filter(isChanged).map((file) => toFileDifference(file, note));
    }
  return { before: before as Side, after: after as Side, paths: listChangedPaths(pair) };
};

/** Joins an entity that was removed with one that was added under the same id, because its file was renamed or moved. */
const joinMoved = (all: readonly EntityVersions[]): readonly EntityDifference[] => {
  const added = new Map(
    all.flatMap((one) =>
      one.before === null && one.after?.id !== undefined ? [[one.after.id, one] as const] : [],
    ),
  );
  const joined = new Set<EntityVersions>();
  const moved = new Map<EntityVersions, EntityVersions>();
  for (const one of all) {
    const target = one.after === null && one.before?.id !== undefined ? added.get(one.before.id) : undefined;
    if (target !== undefined && !joined.has(target)) {
      moved.set(one, target);
      joined.add(target);
    }
  }
  return all.flatMap((one) => {
    if (joined.has(one)) return [];
    const target = moved.get(one);
    if (target === undefined) return [toDifference(one)];
    const paths = [...target.paths, ...one.paths];
    const currentPaths = [one.paths[0] ?? '', target.paths[0] ?? ''];
    return [toDifference({ before: one.before, after: target.after, paths }, currentPaths)];
  });
};

const compareFiles = async (
  files: readonly FileVersions[],
  limits: FolderLimits,
): Promise<readonly EntityDifference[]> => {
  const documents = createDocuments(limits, { isReadOnly: true, dataFolder: '' });
  try {
    const entities: EntityVersions[] = [];
    const others: EntityDifference[] = [];
    for (const pair of pairFiles(files)) {
      const compared = await comparePair(documents, pair);
      if ('paths' in compared) entities.push(compared);
      else others.push(...compared);
    }
    return [...joinMoved(entities.filter(({ paths }) => paths.length > 0)), ...others];
  } finally {
    await documents.close();
  }
};

/** Compares versions of files in data folders by entity and field. Large documents are read in another thread. */
export const createFolderVersions = (limits = defaultFolderLimits): FolderVersions => ({
  locate: (workspace) =>
    TE.tryCatch(async () => (await getDataFolder(workspace)).root, toFolderError(workspace.path)),
  compare: (files) => TE.tryCatch(() => compareFiles(files, limits), toFolderError('')),
});
