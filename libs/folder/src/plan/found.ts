import type {
  FolderBase,
  FolderFields,
  FolderKind,
  FolderState,
  FolderWarning,
  InvalidFile,
} from '@tandem/core';
import { idPattern } from '@tandem/core';

import { type FileContent, readFile } from '../document/entity-file.js';
import { conflictMarkers, isFault } from '../document/parse.js';
import type { FolderFile, FolderTree } from '../files/tree.js';
import { directoryOf, join, type KnownDirectory, stemOf } from '../layout/places.js';
import { defective, type OnDefect } from './defect.js';
import { namedDirectories } from './directories.js';
import { type Candidate, identified, inOrder } from './identified.js';

/** An entity as its files have it. */
export interface Found {
  readonly id: string;
  readonly kind: FolderKind;
  readonly file: FolderFile;
  readonly script: FolderFile | undefined;
  /** Null while the files are known by their hashes to say what the memory says. */
  readonly content: FileContent | null;
  readonly fields: () => FolderFields;
}

export interface FoundAll {
  readonly found: ReadonlyMap<string, Found>;
  readonly directories: readonly KnownDirectory[];
  readonly invalid: readonly InvalidFile[];
  readonly warnings: readonly FolderWarning[];
  /** Entities that one of the invalid files may hold: nothing is concluded about them. */
  readonly blocked: ReadonlySet<string>;
}

const prefixes: Readonly<Record<FolderKind, string>> = {
  workspace: 'ws',
  environment: 'env',
  rest: 'rest',
  graphql: 'gql',
};

const isId = (kind: FolderKind, id: string | undefined): id is string =>
  id !== undefined && idPattern(prefixes[kind]).test(id);

export const manifestPath = 'opencollection.yml';

const entityFile = /\.ya?ml$/;

const expectedAt = (path: string): 'workspace' | 'environment' | undefined => {
  if (path === manifestPath) return 'workspace';
  return directoryOf(path) === 'environments' ? 'environment' : undefined;
};

const isEntityFile = ({ path }: FolderFile): boolean =>
  entityFile.test(path) && !/(?:^|\/)folder\.ya?ml$/.test(path) && !/.\/opencollection\.yml$/.test(path);

export const fieldsOfBase = (base: FolderBase): FolderFields => JSON.parse(base.fields) as FolderFields;

/** Ids that stand in a text, whatever its form: a file that cannot be read may be the one that has moved. */
const idsIn = (text: string): readonly string[] => text.match(/\b(?:rest|gql|env)_[0-9a-z]{16}\b/g) ?? [];

/** Whether the hashes alone say that a file is as it was when both sides agreed. */
const isAsRemembered = (
  base: FolderBase | undefined,
  file: FolderFile,
  script: FolderFile | undefined,
  folder: string,
): base is FolderBase =>
  base !== undefined &&
  base.settled &&
  base.fileHash === file.hash &&
  base.scriptHash === (script?.hash ?? '') &&
  base.folder === folder;

interface Reading {
  readonly tree: FolderTree;
  readonly bases: readonly FolderBase[];
  readonly folderOf: ReadonlyMap<string, string>;
  readonly invalid: InvalidFile[];
  readonly blocked: Set<string>;
  readonly workspaceId: string;
  readonly onDefect: OnDefect;
}

/** Entities that a file may hold which cannot be taken in. */
const heldBy = (
  { workspaceId }: Reading,
  { path, text }: FolderFile,
  base: FolderBase | undefined,
): readonly string[] => [
  ...idsIn(text),
  ...(base ? [base.id] : []),
  ...(path === manifestPath ? [workspaceId] : []),
];

const readingOf = (reading: Reading) => {
  const { tree, bases, folderOf, invalid, blocked } = reading;
  const byPath = new Map(bases.map((base) => [base.path, base]));
  const byId = new Map(bases.map((base) => [base.id, base]));
  const unreadable = new Set(tree.unreadable.map(({ path }) => path));
  return (file: FolderFile): readonly Candidate[] => {
    const { path } = file;
    const base = byPath.get(path);
    const scriptPath = join(directoryOf(path), `${stemOf(path)}.js`);
    const script = tree.files.get(scriptPath);
    const folder = folderOf.get(directoryOf(path)) ?? '';
    if (isAsRemembered(base, file, script, folder) && !unreadable.has(scriptPath))
      return [
        {
          file,
          script,
          base,
          kind: base.kind,
          id: base.kind === 'workspace' ? undefined : base.id,
          content: null,
        },
      ];
    const { text } = file;
    const refuse = (
      fault: { readonly line: number; readonly column: number; readonly message: string },
      at: string,
    ) => {
      invalid.push({ path: at, line: fault.line, column: fault.column, message: fault.message });
      for (const id of heldBy(reading, file, base)) blocked.add(id);
      return [];
    };
    const content = readFile(text, expectedAt(path), (id) => {
      const known = (id === undefined ? undefined : byId.get(id)) ?? base;
      return known && fieldsOfBase(known);
    });
    if (isFault(content)) return refuse(content, path);
    const markers = script && conflictMarkers(script.text);
    if (markers) return refuse(markers, scriptPath);
    if (unreadable.has(scriptPath)) {
      for (const id of heldBy(reading, file, base)) blocked.add(id);
      return [];
    }
    const { kind } = content;
    // The manifest is this workspace's whatever id it bears: it may have come from another one.
    const id = kind !== 'workspace' && isId(kind, content.id) ? content.id : undefined;
    return [{ file, script, base, kind, id, content }];
  };
};

/** Reads the files; yields after each. */
function* candidates(reading: Reading): Generator<void, readonly Candidate[]> {
  const read = readingOf(reading);
  const all: Candidate[] = [];
  for (const file of reading.tree.files.values()) {
    if (!isEntityFile(file)) continue;
    try {
      all.push(...read(file));
    } catch (error) {
      reading.onDefect(error, file.path);
      reading.invalid.push(defective(file.path, error));
      const base = reading.bases.find(({ path }) => path === file.path);
      for (const id of heldBy(reading, file, base)) reading.blocked.add(id);
    }
    yield;
  }
  return all;
}

/** What the files say, each entity once; yields after each file. */
export function* findAll(
  tree: FolderTree,
  state: FolderState,
  onDefect: OnDefect,
): Generator<void, FoundAll> {
  const { workspaceId } = state;
  const bases = state.memory.bases.filter(({ kind, id }) => kind !== 'workspace' || id === workspaceId);
  const invalid: InvalidFile[] = tree.unreadable.map(({ path, line, column, message }) => ({
    path,
    line,
    column,
    message,
  }));
  const warnings: FolderWarning[] = [];
  const blocked = new Set<string>();
  const directories = namedDirectories(tree, bases, invalid, onDefect);
  for (const { path } of tree.unreadable) {
    const file = path.replace(/\.js$/, '.yml');
    const isRenamed = (to: string) => !tree.files.has(to) && to.toLowerCase() === path.toLowerCase();
    if (path === manifestPath) blocked.add(workspaceId);
    for (const base of bases)
      if ([path, file].includes(base.path) || base.path.startsWith(`${path}/`) || isRenamed(base.path))
        blocked.add(base.id);
  }
  const byId = new Map(bases.map((base) => [base.id, base]));
  const folderOf = new Map(directories.map(({ path, folder }) => [path, folder]));
  const reading = { tree, bases, folderOf, invalid, blocked, workspaceId, onDefect };
  const owners = identified(yield* candidates(reading), bases, state, warnings);
  const found = inOrder(owners).map(([id, { file, script, kind, content }]): readonly [string, Found] => {
    const base = byId.get(id);
    const fields = (): FolderFields => {
      const remembered = base && fieldsOfBase(base);
      const own = content?.fields ?? remembered ?? {};
      if (kind === 'workspace' || kind === 'environment') return own;
      const folder = folderOf.get(directoryOf(file.path)) ?? '';
      const text = script?.text ?? remembered?.script;
      // A file without a script beside it says nothing about the script.
      return { ...own, folder, ...(text === undefined ? {} : { script: text }) };
    };
    return [id, { id, kind, file, script, content, fields }];
  });
  return { found: new Map(found), directories, invalid, warnings, blocked };
}
