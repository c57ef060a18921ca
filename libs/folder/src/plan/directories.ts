import { type FolderBase, type FolderState, type FolderWarning, type InvalidFile } from '@tandem/core';

import { type Fault, findConflictMarkers, isFault } from '../yaml/parse.js';
import { emptyFolder } from '../document/folder.js';
import type { FileContent } from '../document/entity-file.js';
import type { FolderFile, FolderTree } from '../files/tree.js';
import { getDirectory, join, type KnownDirectory } from '../layout/paths.js';
import { createDefectiveFile } from './defect.js';
import type { PlanningTools } from './draft.js';
import type { Candidate } from './identity.js';
import { awaitStep, type Steps } from './slices.js';
import { findIds } from './candidates.js';
import { getBaseFields } from './memory.js';

/**
 * A directory, and the name of its folder. If `folder.yml` cannot be read, there is no candidate, and nothing is decided about the folder.
 */
export interface NamedDirectory extends KnownDirectory {
  readonly candidate?: Candidate;
}

interface DirectoryNaming extends PlanningTools {
  readonly tree: FolderTree;
  readonly state: FolderState;
  readonly bases: readonly FolderBase[];
  readonly invalid: InvalidFile[];
  readonly warnings: FolderWarning[];
  readonly blocked: Set<string>;
}

const getDepth = (path: string): number => path.split('/').length;

/** The folder that the requests of `directory` were in at the last synchronization; undefined if there were none. */
const recallFolderName = (bases: readonly FolderBase[], directory: string): string | undefined => {
  const inside = bases.filter(({ path }) => path.startsWith(`${directory}/`));
  const own = inside.find(({ path }) => getDirectory(path) === directory);
  if (own) return own.folder;
  const [deeper] = inside;
  if (!deeper) return undefined;
  const names = deeper.folder.split('/');
  const above = names.slice(0, names.length - (getDepth(getDirectory(deeper.path)) - getDepth(directory)));
  return above.length === 0 ? undefined : above.join('/');
};

/** Reads a `folder.yml`. */
function* readFolderContent(
  { path, text }: FolderFile,
  { documents, onDefect }: PlanningTools,
  base: FolderBase | undefined,
): Steps<FileContent | Fault> {
  try {
    const remembered = base && getBaseFields(base);
    const reading = documents.run({ do: 'read', text, expected: 'folder', remembered });
    return yield* awaitStep(reading);
  } catch (error) {
    onDefect(error, path);
    return createDefectiveFile(path, error);
  }
}

/** Creates the folder of a directory without a `folder.yml`. It has only a name. */
const createImpliedFolder = (path: string): readonly [FolderFile, FileContent] => [
  { path: join(path, 'folder.yml'), hash: '', text: '' },
  {
    kind: 'folder',
    id: undefined,
    fields: { ...emptyFolder, path: getLastName(path), seq: null },
    bareSecrets: [],
  },
];

const getLastName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The directories that contain requests or folders at any depth. Other directories, such as one for certificates, are not folders. */
const listFolderDirectories = ({ files, unreadable }: FolderTree): ReadonlySet<string> => {
  const all = new Set<string>();
  for (const path of [...files.keys(), ...unreadable.map((one) => one.path)]) {
    if (!/\.ya?ml$/.test(path)) continue;
    for (let at = getDirectory(path); at !== '' && !all.has(at); at = getDirectory(at)) all.add(at);
  }
  return all;
};

/** Blocks all entities that may be in an unreadable `folder.yml`. */
const blockFolder = (
  { blocked, bases, state }: DirectoryNaming,
  said: string,
  folder: string,
  text: string,
): void => {
  for (const { id, kind, path } of bases) if (kind === 'folder' && path === said) blocked.add(id);
  for (const one of state.stored)
    if (one.kind === 'folder' && one.fields.path === folder) blocked.add(one.id);
  for (const id of findIds(text)) blocked.add(id);
};

interface DirectoryName {
  /** The folder's name; undefined if it cannot be read. */
  readonly name: string | undefined;
  readonly candidate: Omit<Candidate, 'base'> | undefined;
}

function* nameDirectory(
  path: string,
  naming: DirectoryNaming,
  base: FolderBase | undefined,
): Steps<DirectoryName> {
  const [said, scripted] = [join(path, 'folder.yml'), join(path, 'folder.js')];
  const file = naming.tree.files.get(said);
  const script = naming.tree.files.get(scripted);
  if (naming.tree.unreadable.some((one) => one.path === said || one.path === scripted))
    return { name: undefined, candidate: undefined };
  const [from, content] =
    file === undefined ? createImpliedFolder(path) : [file, yield* readFolderContent(file, naming, base)];
  const markers = script && findConflictMarkers(script.text);
  const fault = isFault(content) ? content : markers;
  if (fault) {
    const { line, column, message } = fault;
    naming.invalid.push({ path: fault === markers ? scripted : said, line, column, message });
  }
  if (isFault(content) || markers) return { name: undefined, candidate: undefined };
  const { id } = content;
  return { name: content.fields.path, candidate: { file: from, script, kind: 'folder', id, content } };
}

const createDuplicateWarning = (path: string, other: string, folder: string): FolderWarning => ({
  code: 'duplicateFolder',
  path: join(path, 'folder.yml'),
  message: `This folder and ${other} are both named "${folder}", so their requests are shown together. Rename one of them in its folder.yml.`,
});

/** If several directories have the same name, only one of them is the folder: the previous one, otherwise the first. */
const removeDuplicates = (
  named: readonly NamedDirectory[],
  warnings: FolderWarning[],
): readonly NamedDirectory[] => {
  const owners = new Map<string, NamedDirectory>();
  for (const one of named) {
    if (!one.candidate) continue;
    const other = owners.get(one.folder);
    if (other?.candidate?.base?.kind !== 'folder' && (!other || one.candidate.base))
      owners.set(one.folder, one);
  }
  return named.map((one) => {
    const owner = owners.get(one.folder);
    if (!one.candidate || !owner || owner === one) return one;
    warnings.push(createDuplicateWarning(one.path, owner.path, one.folder));
    return { path: one.path, folder: one.folder };
  });
};

/**
 * Names each directory after its `folder.yml`, or after the directory if there is no such file. While the file cannot be read, the
 * previous name stays.
 */
export function* nameDirectories(naming: DirectoryNaming): Steps<readonly NamedDirectory[]> {
  const { tree, bases, warnings } = naming;
  const folders = new Map([['', '']]);
  const named: NamedDirectory[] = [];
  const relevant = listFolderDirectories(tree);
  const baseAt = new Map(bases.map((base) => [base.path, base]));
  for (const path of [...tree.directories].sort((a, b) => (a < b ? -1 : 1))) {
    const outer = folders.get(getDirectory(path));
    if (outer === undefined || path === 'environments') continue;
    const said = join(path, 'folder.yml');
    const { name, candidate } = yield* nameDirectory(path, naming, baseAt.get(said));
    const known = name === undefined ? recallFolderName(bases, path) : undefined;
    const own = name ?? getLastName(path);
    const folder = known ?? (outer === '' ? own : `${outer}/${own}`);
    if (name === undefined) blockFolder(naming, said, folder, tree.files.get(said)?.text ?? '');
    folders.set(path, folder);
    const isFolder = candidate !== undefined && relevant.has(path);
    named.push({
      path,
      folder,
      ...(isFolder ? { candidate: { ...candidate, base: baseAt.get(said) } } : {}),
    });
    yield undefined;
  }
  return removeDuplicates(named, warnings);
}
