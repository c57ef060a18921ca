import { isDeepStrictEqual } from 'node:util';
import {
  ConnectionSettings,
  type FolderEntity,
  type FolderFieldsOf,
  type FolderKind,
  getKindRecord,
  isRequestKind,
  type RequestKind,
  requestKindList,
  RestRequestPatch,
} from '@tandem/core';
import { decode, getOwnValue, type Issue } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

import { defaultFolderLimits, type FolderLimits } from '../yaml/limits.js';
import { printNew } from '../yaml/node.js';
import { createFault, type Fault, findExcessInTree, isFault, parse } from '../yaml/parse.js';
import { patch, print } from '../yaml/patch.js';
import { findMisshapenValue } from '../yaml/shape.js';
import { getAtPath, type Path, toMap, toText, type Tree } from '../yaml/tree.js';
import { getConnectionPath } from './connections.js';
import { environmentDocument, findBareSecrets } from './environment.js';
import type { DocumentKind, RequestDocumentKind, SomeFields } from './fields.js';
import { folderDocument } from './folder.js';
import { getForeign, listChangedForeignPaths } from './foreign.js';
import { graphqlDocument } from './graphql.js';
import { inheritedPaths } from './inherited.js';
import { ownKey } from './request.js';
import { restDocument } from './rest.js';
import { parseManifest, workspaceDocument } from './workspace.js';

/** The document of each kind of request. */
const requestDocuments: { readonly [K in RequestKind]: RequestDocumentKind<K> } = {
  rest: restDocument,
  graphql: graphqlDocument,
};

/** The document of each kind of entity. */
export const documentKinds: { readonly [K in FolderKind]: DocumentKind<K> } = {
  workspace: workspaceDocument,
  environment: environmentDocument,
  folder: folderDocument,
  ...requestDocuments,
};

const findIssue = (kind: FolderKind, { seq: _, ...fields }: SomeFields): Issue | undefined => {
  const decoded = isRequestKind(kind)
    ? decode(getKindRecord(kind).patch)(fields)
    : decode(RestRequestPatch)({
        name: fields.name ?? fields.path,
        description: fields.description ?? '',
        headers: fields.headers,
        auth: fields.auth,
        settings: fields.settings,
      });
  return E.isLeft(decoded) ? decoded.left[0] : undefined;
};

interface Mismatch {
  readonly path: Path;
  readonly message: string;
}

const findConnectionsMismatch = ({ connections }: SomeFields): Mismatch | undefined => {
  const decoded = connections === undefined ? undefined : decode(ConnectionSettings)(connections);
  const issue = decoded && E.isLeft(decoded) ? decoded.left[0] : undefined;
  return issue && { path: getConnectionPath(issue.path), message: `${issue.path} must be ${issue.expected}` };
};

/** Finds a value in `fields` that the app could not store and read again. */
const findMismatch = (kind: FolderKind, fields: SomeFields): Mismatch | undefined => {
  const issue = findIssue(kind, fields);
  if (issue === undefined) return findConnectionsMismatch(fields);
  const { path, expected } = issue;
  const subject = path === '' ? 'the variables' : path;
  const { namePath, misfitPath } = documentKinds[kind];
  return { path: path === 'name' ? namePath : misfitPath, message: `${subject} must be ${expected}` };
};

/** The kinds that are recognized by the location of their files instead of a type in the file. */
export type PlacedKind = Exclude<FolderKind, RequestKind>;

/** The content of a file: its id, and its fields. The folder and the script of a request are not in the file. */
export interface FileContent {
  readonly kind: FolderKind;
  readonly id: string | undefined;
  readonly fields: SomeFields;
  /** Names of an environment's secrets whose values are in the file. */
  readonly bareSecrets: readonly string[];
}

/** An entity to write. The id is undefined if the file has none and needs none. */
type WantedEntity = Omit<FolderEntity, 'id'> & Pick<FileContent, 'id'>;

const toKindTree = <K extends FolderKind>(id: string, kind: K, fields: FolderFieldsOf[K]): Tree =>
  documentKinds[kind].tree(id, fields);

const toEntityTree = ({ id = '', kind, fields }: WantedEntity): Tree => toKindTree(id, kind, fields);

/** Paths below Tandem's own key, for all kinds of requests. */
const ownKeyPaths: readonly Path[] = Object.values(requestDocuments).flatMap(({ paths }) =>
  Object.values(paths)
    .flat()
    .filter(([top]) => top === ownKey),
);

/** Renders the text of a new file; returns a fault if the text could not be read back. */
export const renderNewFile = (entity: FolderEntity, limits = defaultFolderLimits): string | Fault => {
  const tree = toEntityTree(entity);
  const excess = findExcessInTree(tree, limits);
  return excess === undefined ? printNew(tree) : createFault(1, 1, excess);
};

const kindByType: ReadonlyMap<string, FolderKind> = new Map(
  requestKindList.map((kind) => [requestDocuments[kind].type, kind]),
);

/** The values that `info.type` has in the files of requests. Each is also the key of what is sent. */
export const requestTypes: readonly string[] = [...kindByType.keys()];

/** Reads a file. Without `expected`, the file is a request of any kind. */
export const readFile = (
  text: string,
  expected: PlacedKind | undefined,
  remembered: SomeFields | undefined,
  limits?: FolderLimits,
): FileContent | Fault => {
  const parsed = parse(text, limits);
  if (isFault(parsed)) return parsed;
  const { tree, faultIn } = parsed;
  const type = toText(getAtPath(tree, ['info', 'type']));
  const kind = expected ?? (type === undefined ? undefined : kindByType.get(type));
  if (kind === undefined) {
    return faultIn(['info', 'type'], `info.type is "${type ?? ''}"; use one of ${requestTypes.join(', ')}`);
  }
  const document = documentKinds[kind];
  const id = toText(getAtPath(tree, document.idPath));
  const wrong = findMisshapenValue(document.expected(tree), tree);
  if (wrong) return faultIn(wrong.path, wrong.message);
  try {
    const fields = document.from(tree, remembered);
    const name = toText(fields.name ?? fields.path)?.trim();
    if (!name) return faultIn(document.namePath, 'it has no name');
    const misfit = findMismatch(kind, fields);
    if (misfit) return faultIn(misfit.path, misfit.message);
    return { kind, id, fields, bareSecrets: kind === 'environment' ? findBareSecrets(tree) : [] };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return faultIn(document.misfitPath, error.message);
  }
};

/** Appends the id to `text`, for a file that never had an id. */
const appendId = (text: string, id: string): string => {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  return `${text}${text.endsWith('\n') ? '' : end}${ownKey}:${end}  id: ${id}${end}`;
};

/** Whether reading the changed text gives the wanted entity. */
const isFaithful = (text: string, wanted: WantedEntity, limits: FolderLimits | undefined): boolean => {
  const { kind } = wanted;
  const again = readFile(text, isRequestKind(kind) ? undefined : kind, undefined, limits);
  return (
    !isFault(again) &&
    again.id === wanted.id &&
    Object.keys(documentKinds[kind].paths).every((field) =>
      isDeepStrictEqual(
        getOwnValue<unknown>(again.fields, field),
        getOwnValue<unknown>(wanted.fields, field),
      ),
    )
  );
};

/**
 * Changes the text of a file to `wanted`, but only where its meaning differs from `present`. Comments and keys of other tools stay. Returns
 * a fault if a field cannot be located in the document, for example because of anchors.
 */
export const changeFile = (
  text: string,
  present: FileContent,
  wanted: WantedEntity,
  limits?: FolderLimits,
): string | Fault => {
  const { kind } = wanted;
  const tree = toEntityTree(wanted);
  const changedPaths = Object.entries(documentKinds[kind].paths)
    .filter(
      ([field]) =>
        !isDeepStrictEqual(
          getOwnValue<unknown>(present.fields, field),
          getOwnValue<unknown>(wanted.fields, field),
        ),
    )
    .flatMap(([field, paths]) =>
      field === 'foreign'
        ? listChangedForeignPaths(paths, getForeign(present.fields), getForeign(wanted.fields))
        : paths,
    );
  const isMissing = present.id === undefined && wanted.id !== undefined;
  // A folder is identified by its directory, so its file gets an id only when it changes anyway.
  if (kind === 'folder' && changedPaths.length === 0 && isMissing) return text;
  const lacksId = changedPaths.length === 0 && isMissing && kind !== 'workspace';
  if (lacksId && Object.keys(toMap(getAtPath(tree, [ownKey]))).length === 1) {
    const appended = appendId(text, wanted.id);
    if (isFaithful(appended, wanted, limits)) return appended;
  }
  const parsed = parse(text, limits);
  if (isFault(parsed)) return parsed;
  if (present.id !== wanted.id) changedPaths.push(documentKinds[kind].idPath);
  // If somebody removed our whole key, the fields that only our key can express are written again.
  const isDropped = getAtPath(parsed.tree, [ownKey]) === undefined;
  if (isMissing && isDropped && isRequestKind(kind)) changedPaths.push(...ownKeyPaths);
  if (isMissing && kind === 'folder') changedPaths.push(...inheritedPaths.settings);
  if (changedPaths.length === 0) return text;
  for (const path of new Set(changedPaths)) patch(parsed.document, tree, path);
  const next = print(parsed.document, text);
  return isFaithful(next, wanted, limits)
    ? next
    : createFault(1, 1, 'this file is written in a way that cannot be changed safely');
};

/** The fields of `kind` that are stored in the folder, in canonical order. */
export const listFieldNames = (kind: FolderKind): readonly string[] =>
  Object.keys(documentKinds[kind].merged);

export type Manifest = ReturnType<typeof parseManifest>;

/** Reads the workspace's data in the manifest. */
export const readManifest = (text: string, limits?: FolderLimits): Manifest | Fault => {
  const parsed = parse(text, limits);
  return isFault(parsed) ? parsed : parseManifest(parsed.tree);
};
