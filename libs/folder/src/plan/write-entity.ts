import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import { type FolderBase, type FolderEntity, createFolderEntity, isRequestKind } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

import { emptyFolder } from '../document/folder.js';
import { getFolder, getName, getScript, type SomeFields } from '../document/fields.js';
import type { Documents } from '../document/documents.js';
import type { FileContent } from '../document/entity-file.js';
import { type Fault, isFault } from '../yaml/parse.js';
import type { FolderTree } from '../files/tree.js';
import { join, findLastSeparator, manifestPath, type PathAssigner, getScriptPath } from '../layout/paths.js';
import { type FoundEntity, isImplied } from './identity.js';
import { awaitStep, type Steps } from './slices.js';

export const computeHash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The files that an entity should have. */
export interface EntityFiles {
  readonly path: string;
  readonly text: string;
  readonly scriptPath: string;
  /** Undefined if the entity should have no script. */
  readonly script: string | undefined;
}

/** The paths that requests will have after the writes, and how files refer to their dependencies. */
export interface NeedPaths {
  /** The path that an entity will have. For a request, each call returns the same path. */
  readonly getPath: (entity: FolderEntity, found: FoundEntity | undefined) => string;
  /** The dependencies of a request as paths relative to its file at `path`. */
  readonly asWritten: (fields: SomeFields, path: string, found: FoundEntity | undefined) => readonly string[];
  /** Whether a request's file still refers to its dependencies after the writes. */
  readonly areCurrent: (found: FoundEntity, base: FolderBase | undefined) => boolean;
}

interface EntityNaming {
  readonly name: string;
  readonly folder: string;
}

const getNaming = (fields: SomeFields): EntityNaming => ({
  name: getName(fields),
  folder: getFolder(fields),
});

/** Returns the path for an entity's file. Each call returns another path if the entity is new or has moved. */
export const getEntityPath = (
  paths: PathAssigner,
  { kind, id, fields }: FolderEntity,
  found: FoundEntity | undefined,
): string => {
  if (kind === 'workspace') return manifestPath;
  if (kind === 'folder')
    return found?.fields().path === fields.path
      ? found.file.path
      : join(paths.directory(fields.path), 'folder.yml');
  const to = getNaming(fields);
  if (kind === 'environment')
    return found
      ? paths.movedEnvironment(found.file.path, getNaming(found.fields()).name, to.name, id)
      : paths.environment(to.name, id);
  return found
    ? paths.moved(found.file.path, getNaming(found.fields()), to, id)
    : paths.request(to.folder, to.name, id);
};

/** Reads the content of a file that was so far only recognized by its hash. */
function* readFileContent(
  documents: Documents,
  { kind, file, content, fields }: FoundEntity,
): Steps<FileContent | Fault> {
  if (content !== null) return content;
  const expected = isRequestKind(kind) ? undefined : kind;
  const reading = documents.run({ do: 'read', text: file.text, expected, remembered: fields() });
  return yield* awaitStep(reading);
}

/**
 * Converts an entity to the form in its file: a folder has only the last name of its path, and a request refers to its dependencies by
 * path.
 */
const localizeEntity = (
  needs: NeedPaths,
  path: string,
  entity: FolderEntity,
  found: FoundEntity | undefined,
  said: string | undefined,
): FolderEntity => {
  if (isRequestKind(entity.kind)) {
    const written = needs.asWritten(entity.fields, path, found);
    return createFolderEntity(entity.kind, entity.id, { ...entity.fields, needs: written });
  }
  if (entity.kind !== 'folder') return entity;
  const { path: folder } = entity.fields;
  const name =
    said !== undefined && found?.fields().path === folder
      ? said
      : folder.slice(findLastSeparator(folder) + 1);
  return { ...entity, fields: { ...entity.fields, path: name } };
};

function* renderText(
  { documents, needs }: Pick<WriteContext, 'documents' | 'needs'>,
  path: string,
  entity: FolderEntity,
  found: FoundEntity | undefined,
): Steps<string | Fault> {
  if (!found || isImplied(found))
    return yield* awaitStep(
      documents.run({ do: 'make', entity: localizeEntity(needs, path, entity, undefined, undefined) }),
    );
  const present = yield* readFileContent(documents, found);
  if (isFault(present)) return present;
  // In the second clone of a folder on this machine, the manifest keeps the id of the first clone's workspace.
  const id = entity.kind === 'workspace' ? (present.id ?? entity.id) : entity.id;
  const now = found.content === null ? { ...found, content: present } : found;
  const wanted = { ...localizeEntity(needs, path, entity, now, present.fields.path), id };
  return yield* awaitStep(documents.run({ do: 'change', text: found.file.text, present, wanted }));
}

const getScriptToWrite = (entity: FolderEntity, found: FoundEntity | undefined): string | undefined => {
  const script = getScript(entity.fields);
  if (script !== undefined && script !== '') return script;
  return found?.script?.text === '' ? '' : undefined;
};

interface WriteContext {
  readonly documents: Documents;
  readonly needs: NeedPaths;
  readonly tree: FolderTree;
}

/** Renders the files that `entity` should have, or a fault if its file cannot be changed. */
export function* renderEntityFiles(
  { documents, needs, tree }: WriteContext,
  entity: FolderEntity,
  found: FoundEntity | undefined,
): Steps<EntityFiles | (Fault & { readonly path: string })> {
  const path = needs.getPath(entity, found);
  const text = yield* renderText({ documents, needs }, path, entity, found);
  if (typeof text !== 'string') return { ...text, path };
  return {
    path,
    text,
    scriptPath: getScriptPath(path, (one) => tree.files.has(one)),
    script: getScriptToWrite(entity, found),
  };
}

/** Finds a file that would be too large to be read back, and says how to make it smaller. */
export const findOversizedFile = (
  { path, text, scriptPath, script = '' }: EntityFiles,
  maxFileBytes: number,
) => {
  const files = [
    { path, bytes: Buffer.byteLength(text), part: 'longest field' },
    { path: scriptPath, bytes: Buffer.byteLength(script), part: 'script' },
  ];
  const found = files.find(({ bytes }) => bytes > maxFileBytes);
  if (!found) return undefined;
  const [has, most] = [found.bytes, maxFileBytes].map((bytes) => bytes.toLocaleString('en'));
  const message = `It would have ${has} bytes, and files of more than ${most} are not read. It was not written and stays in the app; make its ${found.part} shorter.`;
  return { path: found.path, message };
};

/**
 * Says whether the file has the right id. A folder needs none, because its directory identifies it. In a collection that other tools use
 * too, a file only gets its id when something else in it changes.
 */
const hasOwnId = ({ id, kind }: FoundEntity, content: FileContent, dataFolder: string): boolean =>
  content.id === id || (content.id === undefined && (kind === 'folder' || dataFolder === ''));

/** Whether a folder has more than a name, so that it needs a file. */
const hasMoreThanName = (wanted: SomeFields): boolean =>
  wanted.seq != null ||
  Object.entries(emptyFolder).some(
    ([field, value]) => !isDeepStrictEqual(getOwnValue<unknown>(wanted, field), value),
  );

/** Treats a missing script as an empty one. */
const addEmptyScript = (fields: SomeFields): SomeFields => ({ ...fields, script: fields.script ?? '' });

/** Whether a found entity's files are up to date, judging from its fields only. */
export const isUpToDate = (found: FoundEntity, wanted: SomeFields, dataFolder: string): boolean =>
  isDeepStrictEqual(addEmptyScript(found.fields()), addEmptyScript(wanted)) &&
  !(isImplied(found) && hasMoreThanName(wanted)) &&
  (found.content === null || found.kind === 'workspace' || hasOwnId(found, found.content, dataFolder)) &&
  (wanted.script === undefined || wanted.script === '' || found.script !== undefined);
