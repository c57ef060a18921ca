import {
  type AnyRequest,
  type AppResult,
  createInvalidInput,
  everyKind,
  type Folder,
  getKindRecordById,
  isWithin,
  type WorkspaceId,
} from '@tandem/core';
import { getOwnValue, isJsonObject } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { resolveFolderPath } from '../folders/folder-tree.js';
import { updateFolder } from '../folders/folders.js';
import type { Transaction } from '../transaction.js';
import { excludeRoot } from '../workspaces/resolve-workspace.js';
import type { AppliedOperation, ReplacedField } from './apply-arguments.js';
import { updateSaved } from './saved-requests.js';

export interface Replacement {
  readonly find: string;
  readonly replaceWith: string;
  readonly in?: readonly ReplacedField[];
  readonly folder?: string;
}

/** The fields that are sent. The script is not one of them: its text alone does not show what it sends. */
const defaultFields: readonly ReplacedField[] = [
  'url',
  'headers',
  'queryParams',
  'pathParams',
  'body',
  'query',
  'variables',
  'auth',
];

type Values = Readonly<Record<string, unknown>>;

/** Replaces a text in all names and values of a field, but not in the fields that give a type. */
const replaceInValue = (value: unknown, { find, replaceWith }: Replacement): unknown => {
  if (typeof value === 'string') return value.replaceAll(find, () => replaceWith);
  if (Array.isArray(value)) return value.map((one: unknown) => replaceInValue(one, { find, replaceWith }));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === 'type' ? one : replaceInValue(one, { find, replaceWith }),
    ]),
  );
};

const countIn = (value: unknown, find: string): number => {
  if (typeof value === 'string') return value.split(find).length - 1;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [key, one]) => sum + (key === 'type' ? 0 : countIn(one, find)),
    0,
  );
};

interface Change {
  readonly patch: Values;
  readonly found: number;
}

const findChange = (thing: Values, fields: readonly string[], wanted: Replacement): Change => {
  const named = fields.filter((name) => countIn(getOwnValue(thing, name), wanted.find) > 0);
  return {
    patch: Object.fromEntries(named.map((name) => [name, replaceInValue(getOwnValue(thing, name), wanted)])),
    found: named.reduce((sum, name) => sum + countIn(getOwnValue(thing, name), wanted.find), 0),
  };
};

type ChangedPlace = NonNullable<AppliedOperation['changed']>[number];

const loadRequests = ({ store }: Transaction, workspaceId: WorkspaceId): AppResult<readonly AnyRequest[]> =>
  pipe(
    everyKind,
    TE.traverseSeqArray((kind) => kind.of(store).all(workspaceId)),
    TE.map((all) => all.flat()),
  );

/** Replaces a text in fields of all requests in a workspace or folder, and of its folders, whose settings requests inherit. */
export const replaceText = (
  transaction: Transaction,
  workspaceId: WorkspaceId,
  wanted: Replacement,
): AppResult<AppliedOperation> => {
  const fields = wanted.in ?? defaultFields;
  if (wanted.find === '')
    return TE.left(createInvalidInput('find', 'must not be empty', { expected: 'a text', got: '' }));
  const changeRequest = (request: AnyRequest): AppResult<readonly [ChangedPlace, number] | undefined> => {
    const { patch, found } = findChange({ ...request }, fields, wanted);
    if (found === 0) return TE.right(undefined);
    const kind = getKindRecordById(request.id);
    return pipe(
      updateSaved(kind)(transaction)({ ...patch, workspaceId, id: request.id }),
      TE.map(({ id, folder, name, revision }) => {
        const path = folder === '' ? name : `${folder}/${name}`;
        return [{ id, path, revision, fields: Object.keys(patch) }, found] as const;
      }),
    );
  };
  const changeFolder = (folder: Folder): AppResult<readonly [ChangedPlace, number] | undefined> => {
    // A folder has neither URL nor body. Its name is not replaced, because it is part of other paths.
    const own = fields.filter((name) => name !== 'name' && Object.hasOwn(folder, name));
    const { patch, found } = findChange(folder, own, wanted);
    if (found === 0) return TE.right(undefined);
    return pipe(
      updateFolder(transaction)({ ...patch, workspaceId, id: folder.path === '' ? '' : folder.id }),
      TE.map(
        ({ id, path, revision }) => [{ id, path, revision, fields: Object.keys(patch) }, found] as const,
      ),
    );
  };
  return pipe(
    TE.Do,
    TE.bind('within', () => resolveFolderPath(transaction, workspaceId, wanted.folder ?? '')),
    TE.bind('folders', () => transaction.store.folders.list(workspaceId)),
    TE.bind('requests', () => loadRequests(transaction, workspaceId)),
    TE.bind('inFolders', ({ within, folders }) =>
      pipe(
        within === '' ? folders : excludeRoot(folders).filter(({ path }) => isWithin(within, path)),
        TE.traverseSeqArray(changeFolder),
      ),
    ),
    TE.bind('inRequests', ({ within, requests }) =>
      pipe(
        requests.filter(({ folder }) => isWithin(within, folder)),
        TE.traverseSeqArray(changeRequest),
      ),
    ),
    TE.map(({ inFolders, inRequests }) => {
      const all = [...inFolders, ...inRequests].filter((one) => one !== undefined);
      return {
        op: 'replace',
        searched: fields,
        found: all.reduce((sum, [, found]) => sum + found, 0),
        changed: all.map(([changed]) => changed),
      };
    }),
  );
};
