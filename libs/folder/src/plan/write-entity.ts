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
import { join, findLastSeparator, manifestPath, type Places, getScriptPath } from '../layout/places.js';
import { type FoundEntity, isImplied } from './identity.js';
import { awaitStep, type Steps } from './slices.js';

export const computeHash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** An entity's files as they should be. */
export interface EntityFiles {
  readonly path: string;
  readonly text: string;
  readonly scriptPath: string;
  /** Undefined if there should be no script. */
  readonly script: string | undefined;
}

/** Where requests will be, and how their files refer to them. */
export interface NeedPaths {
  /** Where an entity will be; the same each time for a request. */
  readonly placeOf: (entity: FolderEntity, found: FoundEntity | undefined) => string;
  /** The dependencies of a request as its file at `path` should have them. */
  readonly asWritten: (fields: SomeFields, path: string, found: FoundEntity | undefined) => readonly string[];
  /** Whether a request's file points to its dependencies once everything is in place. */
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

/** A place for an entity's files; a different one each time if it is new or moves. */
export const getEntityPath = (
  places: Places,
  { kind, id, fields }: FolderEntity,
  found: FoundEntity | undefined,
): string => {
  if (kind === 'workspace') return manifestPath;
  if (kind === 'folder')
    return found?.fields().path === fields.path
      ? found.file.path
      : join(places.directory(fields.path), 'folder.yml');
  const to = getNaming(fields);
  if (kind === 'environment')
    return found
      ? places.movedEnvironment(found.file.path, getNaming(found.fields()).name, to.name, id)
      : places.environment(to.name, id);
  return found
    ? places.moved(found.file.path, getNaming(found.fields()), to, id)
    : places.request(to.folder, to.name, id);
};

/** The content of a file so far known only by its hash. */
function* readFileContent(
  documents: Documents,
  { kind, file, content, fields }: FoundEntity,
): Steps<FileContent | Fault> {
  if (content !== null) return content;
  const expected = isRequestKind(kind) ? undefined : kind;
  const reading = documents.run({ do: 'read', text: file.text, expected, remembered: fields() });
  return yield* awaitStep(reading);
}

/** A folder's file has only its last name, and a request's file the paths of its dependencies. */
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
  // The manifest of a folder that was cloned twice keeps the id of its first workspace.
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

/** The files that `entity` should have; a fault if its present file cannot be changed. */
export function* renderEntityFiles(
  { documents, needs, tree }: WriteContext,
  entity: FolderEntity,
  found: FoundEntity | undefined,
): Steps<EntityFiles | (Fault & { readonly path: string })> {
  const path = needs.placeOf(entity, found);
  const text = yield* renderText({ documents, needs }, path, entity, found);
  if (typeof text !== 'string') return { ...text, path };
  return {
    path,
    text,
    scriptPath: getScriptPath(path, (one) => tree.files.has(one)),
    script: getScriptToWrite(entity, found),
  };
}

/** The file that could not be read back, and how to fix it. */
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
 * A folder needs no id: its directory identifies it. Nor does a file in a collection shared with other tools,
 * until something else in it changes.
 */
const hasOwnId = ({ id, kind }: FoundEntity, content: FileContent, dataFolder: string): boolean =>
  content.id === id || (content.id === undefined && (kind === 'folder' || dataFolder === ''));

/** Whether a folder has more than its name, so that a directory alone is not enough. */
const hasMoreThanName = (wanted: SomeFields): boolean =>
  wanted.seq != null ||
  Object.entries(emptyFolder).some(
    ([field, value]) => !isDeepStrictEqual(getOwnValue<unknown>(wanted, field), value),
  );

/** A missing script is an empty one. */
const addEmptyScript = (fields: SomeFields): SomeFields => ({ ...fields, script: fields.script ?? '' });

/** Whether a found entity's files are up to date, without examining their text. */
export const isAsWanted = (found: FoundEntity, wanted: SomeFields, dataFolder: string): boolean =>
  isDeepStrictEqual(addEmptyScript(found.fields()), addEmptyScript(wanted)) &&
  !(isImplied(found) && hasMoreThanName(wanted)) &&
  (found.content === null || found.kind === 'workspace' || hasOwnId(found, found.content, dataFolder)) &&
  (wanted.script === undefined || wanted.script === '' || found.script !== undefined);
