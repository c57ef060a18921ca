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
import { namedDirectories } from './directories.js';

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

interface Candidate {
  readonly file: FolderFile;
  readonly script: FolderFile | undefined;
  readonly base: FolderBase | undefined;
  readonly kind: FolderKind;
  readonly id: string | undefined;
  readonly content: FileContent | null;
}

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
    all.push(...read(file));
    yield;
  }
  return all;
}

/** One file for each id: of several the one at the known place, the others get their own back or a new one. */
const identified = (
  all: readonly Candidate[],
  bases: readonly FolderBase[],
  state: FolderState,
  warnings: FolderWarning[],
) => {
  const known = new Map(bases.map((base) => [base.id, base.path]));
  const owners = new Map<string, Candidate>();
  const claim = (id: string, candidate: Candidate) => owners.set(id, candidate);
  const isOwn = ({ file }: Candidate, id: string) => known.get(id) === file.path;
  for (const one of all) if (one.kind === 'workspace') claim(state.workspaceId, one);
  for (const one of all) if (one.id !== undefined && isOwn(one, one.id)) claim(one.id, one);
  for (const one of all) if (one.id !== undefined && !owners.has(one.id)) claim(one.id, one);
  const settled = new Set(owners.values());
  for (const one of all) {
    if (settled.has(one)) continue;
    const own = one.base?.kind === one.kind && !owners.has(one.base.id) ? one.base.id : undefined;
    const id = own ?? state.newId(one.kind);
    claim(id, one);
    if (one.id === undefined) continue;
    const message = `${one.id} is in ${owners.get(one.id)?.file.path ?? ''} too; this copy got the id ${id}`;
    warnings.push({ code: 'duplicateId', message, path: one.file.path });
  }
  return owners;
};

/** New entities are taken in by their `seq`, those without one last: that is the order of their creation. */
const inOrder = (owners: ReadonlyMap<string, Candidate>) => {
  const seq = ({ content }: Candidate) => (content?.fields.seq as number | null) ?? Number.MAX_VALUE;
  return [...owners].sort(([, a], [, b]) => seq(a) - seq(b));
};

/** What the files say, each entity once; yields after each file. */
export function* findAll(tree: FolderTree, state: FolderState): Generator<void, FoundAll> {
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
  const directories = namedDirectories(tree, bases, invalid);
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
  const reading = { tree, bases, folderOf, invalid, blocked, workspaceId };
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
